/** Types the WebAssembly module of the renderer, as every bundler here hands it over: compiled, not yet instantiated. */
declare module "@resvg/resvg-wasm/index_bg.wasm" {
	const module: WebAssembly.Module;
	export default module;
}

/** What follows a table as soon as it stands, in one piece: more for hands, all for keys and ears, news, and the way to the service. */
export { attachComfort } from "./comfort.ts";
export { attachGrid } from "./grid.ts";
export { connectLive } from "./live.ts";
export { takeNews } from "./refresh.ts";
export { sendMove } from "./send.ts";

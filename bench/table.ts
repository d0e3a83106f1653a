/** Results as a Markdown table with columns that line up. */

export function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? "").length)));
	const line = (row: readonly string[]) =>
		`| ${widths.map((width, column) => (column === 0 ? (row[0] ?? "").padEnd(width) : (row[column] ?? "").padStart(width))).join(" | ")} |`;
	const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
	return [line(head), rule, ...rows.map(line)].join("\n");
}

/** Three significant digits at most, and a unit. */
export function ms(value: number): string {
	return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ms`;
}

export function times(ratio: number): string {
	return `${ratio.toFixed(2)} ×`;
}

/** A letter as HTML that mail programs can show: tables, inline styles, nothing to load, legible in dark mode too. */
import { escapeMarkup } from "../../board/markup.ts";
import { positionWords } from "../../board/prose.ts";
import { boardTable } from "../../board/table.ts";
import { capital, namesNote } from "../../board/words.ts";
import type { Say } from "../../i18n/catalogue.ts";
import { type Block, type Letter, MOVES } from "./letter.ts";
import { stackWords } from "./plain.ts";

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const INK = "#1D1B18";
const MUTED = "#5C554A";
const LINK = "#0A5AA5";
const PAGE = "#F3EFE6";
const CARD = "#FFFDF8";

/** For programs that turn the light colours round by themselves we only say what we would choose; others ignore it. */
const DARK = [
	"@media (prefers-color-scheme:dark){",
	".page{background-color:#16191D!important}.card{background-color:#1F2429!important;border-color:#39414A!important}",
	".ink{color:#ECE8E0!important}.muted{color:#A9B0B6!important}.link{color:#8CC4FF!important}",
	".code{background-color:#272D33!important;color:#ECE8E0!important}.quote{border-color:#5A646E!important}",
	"}",
].join("");

/** A picture that comes with the mail. */
export type Enclosed = {
	/** What the HTML calls it. */
	readonly contentId: string;
	/** As it is shown at most, CSS pixels. */
	readonly width: number;
	readonly height: number;
};

/** @param picture of the board, if the letter has one; without it the board is a table of tiles with their names */
export function letterHtml(letter: Letter, say: Say, picture: Enclosed | null): string {
	const body = letter.blocks.map((block) => blockHtml(block, say, picture)).join("\n");
	const footer = letter.footer
		.map((text) => `<p class="muted" style="${paragraph(13, MUTED)}">${lines(text)}</p>`)
		.join("");
	return [
		"<!DOCTYPE html>",
		`<html lang="${letter.locale}" dir="ltr">`,
		"<head>",
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		'<meta name="supported-color-schemes" content="light dark">',
		'<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
		`<title>${escapeMarkup(letter.subject)}</title>`,
		`<style>${DARK}</style>`,
		"</head>",
		`<body class="page" style="margin:0;padding:0;background-color:${PAGE}">`,
		// Shown beside the subject in lists; the blanks after it keep what follows from being drawn in.
		`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(letter.preview)}${"&#8199;&#65279;".repeat(20)}</div>`,
		`<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAGE}" style="background-color:${PAGE}">`,
		'<tr><td align="center" style="padding:16px 4px">',
		`<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="${CARD}" style="width:100%;max-width:600px;table-layout:fixed;background-color:${CARD};border:1px solid #DDD5C4;border-radius:12px">`,
		`<tr><td style="padding:16px 18px 4px"><p class="muted" style="${FONT};font-size:14px;line-height:20px;font-weight:bold;letter-spacing:.04em;color:${MUTED};margin:0">Hivepost</p></td></tr>`,
		`<tr><td style="padding:8px 18px 16px">`,
		body,
		"</td></tr>",
		"</table>",
		'<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">',
		`<tr><td style="padding:12px 18px 0">${footer}</td></tr>`,
		"</table>",
		"</td></tr>",
		"</table>",
		"</body>",
		"</html>",
		"",
	].join("\n");
}

function blockHtml(block: Block, say: Say, picture: Enclosed | null): string {
	switch (block.kind) {
		case "text":
			return `<p class="ink" style="${paragraph(16, INK)}">${lines(block.text)}</p>`;
		case "small":
			return `<p class="muted" style="${paragraph(14, MUTED)}">${lines(block.text)}</p>`;
		case "quote":
			return `<blockquote class="quote ink" style="${paragraph(16, INK)};margin:0 0 16px;padding:4px 0 4px 14px;border-left:4px solid #C9BFA9">${lines(block.text)}</blockquote>`;
		case "button":
			return [
				'<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr>',
				`<td bgcolor="${LINK}" style="background-color:${LINK};border-radius:8px">`,
				`<a href="${escapeMarkup(block.href)}" style="${FONT};display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:bold;color:#FFFFFF;text-decoration:none;border-radius:8px">${escapeMarkup(block.label)}</a>`,
				"</td></tr></table>",
			].join("");
		case "link":
			return `<p class="ink" style="${paragraph(16, INK)}"><a class="link" href="${escapeMarkup(block.href)}" style="color:${LINK}">${escapeMarkup(block.label)}</a></p>`;
		case "code":
			return [
				`<p class="ink" style="${paragraph(16, INK)};margin-bottom:8px">${lines(block.label)}</p>`,
				`<p class="code" style="font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:28px;line-height:36px;letter-spacing:.18em;font-weight:bold;color:${INK};background-color:#EFE9DC;border-radius:8px;padding:12px 20px;margin:0 0 20px;display:inline-block">${escapeMarkup(block.code)}</p>`,
			].join("");
		case "facts":
			return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${block.rows.map(factRow).join("")}</table>`;
		case "list":
			return [
				`<p class="ink" style="${paragraph(16, INK)};margin-bottom:4px">${lines(block.title)}</p>`,
				`<p class="ink" style="${paragraph(16, INK)}">${block.items.map(lines).join("<br>")}</p>`,
			].join("");
		case "board":
			return boardHtml(block, say, picture);
	}
}

function boardHtml(block: Extract<Block, { kind: "board" }>, say: Say, picture: Enclosed | null): string {
	if (block.board.length === 0) return "";
	const { title, queens } = positionWords(say, block.board, block.look);
	const label = `${title}. ${queens.join(" ")}`;
	const stacks = stackWords(block, say);
	const piled = stacks.join("; ");
	const below = [
		namesNote(say, block.look) ?? "",
		// The picture shows which places are stacks, and how high; the table has a sign for them.
		stacks.length === 0 ? "" : picture ? `${capital(piled)}.` : `${say("board.stackMark")} ${piled}.`,
	]
		.filter((text) => text !== "")
		.join(" ");
	const board = picture
		? pictureHtml(picture, label)
		: `<div style="overflow-x:auto;margin:0 0 8px">${boardTable(block.board, block.look, block.last, label)}</div>`;
	return [
		`<p class="ink" style="${paragraph(16, INK)};margin-bottom:8px">${lines(block.title)}</p>`,
		board,
		below === "" ? "" : `<p class="muted" style="${paragraph(14, MUTED)}">${escapeMarkup(below)}</p>`,
		'<div style="height:8px;line-height:8px;font-size:0">&nbsp;</div>',
	].join("");
}

/** Width and height as attributes, for programs that know no style; the style lets it shrink on a narrow screen. */
function pictureHtml({ contentId, height, width }: Enclosed, label: string): string {
	const style = `display:block;width:100%;max-width:${width}px;height:auto;border:0;margin:0 0 8px`;
	return `<img src="cid:${escapeMarkup(contentId)}" width="${width}" height="${height}" alt="${escapeMarkup(label)}" style="${style}">`;
}

function factRow([label, value]: readonly [string, string]): string {
	return [
		`<tr><td class="muted" valign="top" style="${FONT};font-size:14px;line-height:22px;color:${MUTED};padding:2px 16px 2px 0;min-width:72px">${escapeMarkup(label)}</td>`,
		`<td class="ink" valign="top" style="${FONT};font-size:16px;line-height:22px;color:${INK};padding:2px 0">${escapeMarkup(value)}</td></tr>`,
	].join("");
}

function paragraph(size: number, colour: string): string {
	return `${FONT};font-size:${size}px;line-height:${Math.round(size * 1.5)}px;color:${colour};margin:0 0 ${size}px`;
}

function lines(text: string): string {
	return escapeMarkup(text).replace(MOVES, '<span style="white-space:nowrap">$&</span>').replace(/\n/g, "<br>");
}

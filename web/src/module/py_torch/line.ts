/** Lines of Python together with the steps of the trace that they compute; also how fills and long calls are written. */
import { shortNumber } from "../number_text.js";

/** A line of code and the steps that it computes. */
export type Line = readonly [text: string, ...steps: string[]];
export type Paragraph = readonly Line[];

/** Longer lines do not fit beside the page's stage. */
const LINE_WIDTH = 53;

/** A line that computes a step, followed by its shape if there is room: axes "B L D" become "# (B, L, D)". */
export function stepLine(step: string, text: string, axes: string): Line {
  const line = `${text}  # (${axes.replaceAll(" ", ", ")})`;
  return [line.length <= LINE_WIDTH ? line : text, step];
}

/** `call(args)` on one line, or on three lines if one would be too long. */
export function callLines(step: string, call: string, args: readonly string[]): Line[] {
  const line = `${call}(${args.join(", ")})`;
  if (line.length <= LINE_WIDTH) return [[line, step]];
  return [
    [`${call}(`, step],
    [`    ${args.join(", ")}`, step],
    [")", step],
  ];
}

/** Items between brackets, on indented lines with as many items as fit. */
export function listLines(open: string, items: readonly string[], close: string): Line[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1) ?? "   "} ${item},`;
    if (lines.length > 0 && longer.length <= LINE_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`    ${item},`);
  }
  return [open, ...lines, close].map((text): Line => [text]);
}

/** A fill as a Python float, because PyTorch refuses an int of twenty digits. */
export function fillText(fill: number | "-inf"): string {
  if (fill === "-inf") return "-math.inf";
  const text = shortNumber(fill);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

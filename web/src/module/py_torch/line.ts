/** Lines of Python that know which steps of the trace they make, and how fills and long calls are written. */
import { shortNumber } from "../short_number.js";

/** A line of code and the steps that it computes. */
export type Line = readonly [text: string, ...steps: string[]];
export type Paragraph = readonly Line[];

/** Longer lines do not fit beside the page's stage. */
const WIDTH = 53;

/** A line that makes a step, with the shape behind it where there is room: axes "B L D" become "# (B, L, D)". */
export function makes(step: string, text: string, axes: string): Line {
  const line = `${text}  # (${axes.replaceAll(" ", ", ")})`;
  return [line.length <= WIDTH ? line : text, step];
}

/** `call(args)` on one line, or on three where that is too long. */
export function calls(step: string, call: string, args: readonly string[]): Line[] {
  const line = `${call}(${args.join(", ")})`;
  if (line.length <= WIDTH) return [[line, step]];
  return [
    [`${call}(`, step],
    [`    ${args.join(", ")}`, step],
    [")", step],
  ];
}

/** Items between brackets, as many per indented line as fit. */
export function filled(open: string, items: readonly string[], close: string): Line[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1) ?? "   "} ${item},`;
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`    ${item},`);
  }
  return [open, ...lines, close].map((text): Line => [text]);
}

/** A fill that Python reads as a float: a whole number of twenty digits would be an int that PyTorch refuses. */
export function fillText(fill: number | "-inf"): string {
  if (fill === "-inf") return "-math.inf";
  const text = shortNumber(fill);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

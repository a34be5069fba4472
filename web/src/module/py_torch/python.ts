/**
 * Python from templates. A template reads like the script that it makes, with a few marks:
 *
 *   {name}                     a fact; an array of lines on a line of its own
 *   #if a&!b|c … #end          lines under a condition, which tests facts; `?a&!b|c ` is that of a single line
 *   [[keys: -2, -1]]           an argument that can be shown as a gap
 *   … <- scores masked_scores  the steps of the trace that a line computes
 */
import { shortNumber } from "../number_text.js";

/** The arguments that can be gaps. Each occurs in one line of a class and may be repeated in the lines after it. */
export type GapName =
  | ("size" | "split" | "heads" | "keys" | "scale" | "mask_axis" | "fill" | "ignore")
  | ("dim" | "of" | "merge" | "concat" | "channels" | "call");

export interface Gap {
  readonly gap: GapName;
  /** The argument as the class writes it; other spellings may also be accepted. */
  readonly right: string;
}

export interface Line {
  readonly parts: readonly (string | Gap)[];
  /** The steps that it computes, or a bridge that the page adds to them. */
  readonly steps: readonly string[];
}
export type Lines = readonly Line[];

type Fact = string | number | boolean | null | Lines;
export type Facts = Readonly<Record<string, Fact>>;

/** Longer lines do not fit beside the page's stage. */
const LINE_WIDTH = 53;

export const EMPTY: Line = { parts: [], steps: [] };

export const textOfLine = ({ parts }: Line): string =>
  parts.map((part) => (typeof part === "string" ? part : part.right)).join("");

const lineOf = (text: string, steps: readonly string[] = []): Line => ({
  parts: text
    .split(/\[\[(.*?)\]\]/)
    .map((part, i) => {
      const [gap = "", right = ""] = i % 2 === 1 ? part.split(": ") : [];
      return gap ? { gap: gap as GapName, right } : part;
    })
    .filter((part) => part !== ""),
  steps,
});

const holds = (condition: string, facts: Facts): boolean =>
  condition
    .split("|")
    .some((all) =>
      all.split("&").every((name) => (name.startsWith("!") ? !facts[name.slice(1)] : facts[name])),
    );

/** The lines of a template, empty ones too. Narrow ones fit beside the stage, if leaving out shapes and splitting calls does it. */
export function linesOf(template: string, facts: Facts, isNarrow = false): Lines {
  const blocks = [true];
  return template.split("\n").flatMap((source): Lines => {
    const [, mark, when = ""] = /^#(if|end) ?(.*)$/.exec(source) ?? [];
    if (mark === "end") blocks.pop();
    else if (mark) blocks.push(blocks.at(-1) === true && holds(when, facts));
    const [, condition, line = source] = /^\?(\S+) (.*)$/.exec(source) ?? [];
    const isLeftOut = mark !== undefined || !blocks.at(-1) || (condition && !holds(condition, facts));
    if (isLeftOut) return [];
    const inserted = facts[/^\{(\w+)\}$/.exec(line)?.[1] ?? ""];
    if (Array.isArray(inserted)) return inserted;
    const [code = "", steps] = line.replace(/\{(\w+)\}/g, (_, name) => String(facts[name])).split(" <- ");
    return (isNarrow ? narrow(code) : [code]).map((text) => lineOf(text, steps?.split(" ")));
  });
}

/** A line without its shape if it is too long, and a call that is still too long on three lines. */
function narrow(line: string): readonly string[] {
  if (line.length <= LINE_WIDTH) return [line];
  const code = line.replace(/ {2}# \(.*\)$/, "");
  const [, call, args] = /^(\S+ = \S+?\()(.*)\)$/.exec(code) ?? [];
  return code.length <= LINE_WIDTH || call === undefined ? [code] : [call, `    ${args}`, ")"];
}

/** The lines between empty ones. */
export function paragraphsOf(template: string, facts: Facts): readonly Lines[] {
  const paragraphs: Line[][] = [[]];
  for (const line of linesOf(template, facts, true)) {
    if (line.parts.length === 0) paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

export const scriptText = (paragraphs: readonly Lines[]): string =>
  `${paragraphs.map((paragraph) => paragraph.map(textOfLine).join("\n")).join("\n\n")}\n`;

/** Items between brackets, on indented lines with as many items as fit. */
export function listLines(open: string, items: readonly string[], close: string): Lines {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1) ?? "   "} ${item},`;
    if (lines.length > 0 && longer.length <= LINE_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`    ${item},`);
  }
  return [open, ...lines, close].map((text) => lineOf(text));
}

/** One list per line, even if the line is long. */
export const rowLines = (rows: readonly (readonly number[])[]): Lines =>
  rows.map((row) => lineOf(`    [${row.join(", ")}],`));

/** A fill as a Python float, because PyTorch refuses an int of twenty digits. */
export function fillText(fill: number | "-inf"): string {
  if (fill === "-inf") return "-math.inf";
  const text = shortNumber(fill);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

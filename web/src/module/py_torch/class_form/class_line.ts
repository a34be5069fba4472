/** Lines of a class, with the steps of the trace that they compute and the arguments that can be shown as gaps. */

/** The arguments that can be gaps. Each occurs in one line of a class and may be repeated in the lines after it. */
const GAPS = [
  "size",
  "split",
  "heads",
  "keys",
  "scale",
  "mask_axis",
  "fill",
  "ignore",
  "dim",
  "of",
  "merge",
  "concat",
  "channels",
  "call",
] as const;
export type GapName = (typeof GAPS)[number];

export interface Gap {
  readonly gap: GapName;
  /** The argument as the class writes it; other spellings may also be accepted. */
  readonly right: string;
}

export interface ClassLine {
  readonly parts: readonly (string | Gap)[];
  /** The steps that it computes, or a bridge that the page adds to them. */
  readonly steps: readonly string[];
}

export type Block = readonly ClassLine[];

export const gap = (name: GapName, right: string): Gap => ({ gap: name, right });

/** A line and its steps: line("scores")`scores = scores / math.sqrt(${gap("scale", "self.d_k")})` */
export const line =
  (...steps: readonly string[]) =>
  (texts: TemplateStringsArray, ...values: readonly (string | Gap)[]): ClassLine => {
    const parts: (string | Gap)[] = [];
    const append = (part: string | Gap): void => {
      const last = parts.at(-1);
      if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
      else if (part !== "") parts.push(part);
    };
    texts.forEach((text, i) => {
      append(text);
      const part = values[i];
      if (part !== undefined) append(part);
    });
    return { parts, steps };
  };

export const textOfLine = ({ parts }: ClassLine): string =>
  parts.map((part) => (typeof part === "string" ? part : part.right)).join("");

export const EMPTY: ClassLine = { parts: [], steps: [] };

/** Indents lines by a number of levels; empty lines stay empty. */
export const indented = (lines: Block, levels = 1): Block =>
  lines.map((line) =>
    line.parts.length === 0 ? line : { ...line, parts: prefixed("    ".repeat(levels), line.parts) },
  );

function prefixed(prefix: string, [first = "", ...rest]: readonly (string | Gap)[]): (string | Gap)[] {
  return typeof first === "string" ? [prefix + first, ...rest] : [prefix, first, ...rest];
}

/** A class with its methods, separated by empty lines. */
export const classOf = (head: string, ...methods: readonly Block[]): Block => [
  line()`${head}`,
  ...methods.flatMap((method, i) => [...(i > 0 ? [EMPTY] : []), ...indented(method)]),
];

export const method = (head: string, body: Block): Block => [line()`${head}`, ...indented(body)];

/** Lines of a class that know which steps of the trace they compute, and which of their arguments can be left as gaps. */

/** The arguments that a learner can be asked for; each is in one line of the class, or repeated in the lines after it. */
export const GAPS = [
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
  /** The argument as this class writes it; other ways of writing may be as right. */
  readonly right: string;
}

export interface ClassLine {
  readonly parts: readonly (string | Gap)[];
  /** The steps of the trace that it computes, or the bridge of the page. */
  readonly steps: readonly string[];
}

export type Block = readonly ClassLine[];

export const gap = (name: GapName, right: string): Gap => ({ gap: name, right });

/** line("scores")`scores = scores / math.sqrt(${gap("scale", "self.d_k")})` */
export const line =
  (...steps: readonly string[]) =>
  (texts: TemplateStringsArray, ...inside: readonly (string | Gap)[]): ClassLine => {
    const parts: (string | Gap)[] = [];
    const put = (part: string | Gap): void => {
      const last = parts.at(-1);
      if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
      else if (part !== "") parts.push(part);
    };
    texts.forEach((text, i) => {
      put(text);
      const part = inside[i];
      if (part !== undefined) put(part);
    });
    return { parts, steps };
  };

export const textOfLine = ({ parts }: ClassLine): string =>
  parts.map((part) => (typeof part === "string" ? part : part.right)).join("");

export const EMPTY: ClassLine = { parts: [], steps: [] };

/** The same lines, `by` levels further in; empty lines stay empty. */
export const indented = (lines: Block, by = 1): Block =>
  lines.map((one) =>
    one.parts.length === 0 ? one : { ...one, parts: joined("    ".repeat(by), one.parts) },
  );

function joined(start: string, [first = "", ...rest]: readonly (string | Gap)[]): (string | Gap)[] {
  return typeof first === "string" ? [start + first, ...rest] : [start, first, ...rest];
}

/** A class with its methods, apart by empty lines. */
export const classOf = (head: string, ...methods: readonly Block[]): Block => [
  line()`${head}`,
  ...methods.flatMap((method, i) => [...(i > 0 ? [EMPTY] : []), ...indented(method)]),
];

export const method = (head: string, body: Block): Block => [line()`${head}`, ...indented(body)];

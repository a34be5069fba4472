/** The forward function with gaps: which gaps a lesson has, its lines, and the verdict on an answer. */
import { headSize } from "../../draw/asides/row.js";
import { hasStep, stepOf } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import { type ClassForm, classForm } from "../../module/py_torch/class_script.js";
import { type Gap, type GapName, type Line, type Lines, textOfLine } from "../../module/py_torch/python.js";
import { makesOwnMask } from "../../module/py_torch/script.js";
import type { Trace } from "../../module/types.js";
import { type Names, parseArguments } from "./expression.js";
import { judged, withHeads } from "./judges.js";
import { type Verdict, wrong } from "./verdict.js";

/** Gaps whose answers are names, not values. */
const ANSWERED_BY_NAME: readonly GapName[] = ["ignore", "of", "call"];

/** The key of the note about the mask: the class makes one, is passed one, or has none. */
export const maskNote = (trace: Trace): "maskMade" | "maskPassed" | "maskLeft" =>
  makesOwnMask(trace.spec) ? "maskMade" : hasStep(trace, "masked_scores") ? "maskPassed" : "maskLeft";

/** The gaps of a lesson, four to six, in the order of its lines. */
export function gapsOf(trace: Trace): readonly GapName[] {
  const { spec } = trace;
  const isMasked = hasStep(trace, "masked_scores");
  if (spec.lesson === "masked-self-attention") {
    return [
      "keys",
      "scale",
      ...(isMasked ? (["fill"] as const) : []),
      "dim",
      "of",
      ...(makesOwnMask(spec) ? (["size"] as const) : []),
    ];
  }
  if (spec.lesson === "transformer-block") {
    const last = spec.feedForward === null ? "merge" : "channels";
    return isMasked
      ? ["keys", "scale", "ignore", "dim", "mask_axis", last]
      : ["keys", "scale", "dim", "heads", "concat", last];
  }
  if (spec.lesson === "encoder-decoder")
    return isMasked
      ? ["keys", "scale", "mask_axis", "fill", "dim", "call"]
      : ["split", "keys", "scale", "dim", "concat", "call"];
  return isMasked
    ? ["heads", "scale", "mask_axis", "fill", "dim", "concat"]
    : ["split", "heads", "keys", "scale", "dim", "merge"];
}

/** A gap in a line: an input field, or a repetition (`isEcho`) of an answer given above. */
export interface OpenGap extends Gap {
  /** From 1. */
  readonly number: number;
  readonly isEcho: boolean;
}
export interface GappedLine {
  readonly parts: readonly (string | OpenGap)[];
  readonly line: Line;
}
/** One method or the call; the title is the name of the class, empty for the call. */
export interface Passage {
  readonly title: string;
  readonly lines: readonly GappedLine[];
}

/** The methods and the call that contain gaps of this lesson. */
export function passagesOf(trace: Trace): readonly Passage[] {
  const form = classForm(trace.spec);
  const gaps = gapsOf(trace);
  const numbered: GapName[] = [];
  const open = (part: string | Gap): string | OpenGap => {
    if (typeof part === "string") return part;
    if (!gaps.includes(part.gap)) return part.right;
    const isEcho = numbered.includes(part.gap);
    if (!isEcho) numbered.push(part.gap);
    return { ...part, number: numbered.indexOf(part.gap) + 1, isEcho };
  };
  return blocksOf(form)
    .filter(([, lines]) =>
      lines.some(({ parts }) => parts.some((p) => typeof p !== "string" && gaps.includes(p.gap))),
    )
    .map(([title, lines]) => ({
      title,
      lines: lines.map((line) => ({ line, parts: withTextsJoined(line.parts.map(open)) })),
    }));
}

/** Joins neighbouring texts. */
function withTextsJoined(parts: readonly (string | OpenGap)[]): (string | OpenGap)[] {
  const joined: (string | OpenGap)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

const INDENT = "    ";

/** The forward method of every class, indented one level less, and the call. */
function blocksOf({ classes, calls }: ClassForm): [title: string, lines: Lines][] {
  const forwards = classes.map((block): [string, Lines] => {
    const begin = block.findIndex((line) => textOfLine(line).trim().startsWith("def forward"));
    return [classNameOf(block), block.slice(begin).map(outdented)];
  });
  return [...forwards, ["", calls]];
}

export const classNameOf = (block: Lines): string =>
  /^class (\w+)/.exec(block[0] ? textOfLine(block[0]) : "")?.[1] ?? "";

const outdented = (line: Line): Line => {
  const [first, ...rest] = line.parts;
  return typeof first === "string" && first.startsWith(INDENT)
    ? { ...line, parts: [first.slice(INDENT.length), ...rest] }
    : line;
};

/** Judges the answer to a gap by running it on the tensors of the trace. */
export function judgeGap(hu: Core, trace: Trace, gap: GapName, text: string): Verdict {
  if (text.trim() === "") return wrong("empty");
  if (ANSWERED_BY_NAME.includes(gap)) return judged(gap, { hu, trace, text, values: [] });
  const scope = scopeOf(trace, gap);
  const names = namesAt(trace, gap, scope);
  const values = parseArguments(text, names);
  if (values) return judged(gap, { hu, trace, text, values });
  // What the lesson calls it: right if it means the right number, with how the code writes it.
  const meant = parseArguments(text, { ...names, numbers: { ...lessonWords(trace), ...names.numbers } });
  if (meant) {
    const verdict = judged(gap, { hu, trace, text, values: meant });
    const facts = { wants: writtenAt(trace, gap) };
    return verdict.right ? { feedback: "lesson_words", facts, ...verdict } : verdict;
  }
  const name = text.match(SIZE_NAME)?.find((size) => !scope.locals.includes(size));
  const known = [...Object.keys(names.numbers), ...Object.keys(names.shapes).map((x) => `${x}.size(…)`)];
  return wrong(
    "unread",
    { got: text, names: known.join(", ") },
    name && `NameError: name '${name}' is not defined`,
  );
}

/** The sizes and the fill as the lesson's sentences name them. */
const lessonWords = (trace: Trace): Names["numbers"] => ({
  d_model: trace.spec.dModel,
  d_k: headSize(trace),
  num_heads: trace.spec.numHeads,
  inf: Number.POSITIVE_INFINITY,
});

/** The argument as the class writes it. */
const writtenAt = ({ spec }: Trace, gap: GapName): string =>
  classForm(spec)
    .classes.flat()
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (typeof part !== "string" && part.gap === gap ? part.right : []))[0] ?? "";

/** A size by its letter or its name, as an answer may take it from a comment or from `__init__`. F is torch.nn.functional. */
const SIZE_NAME = /(?<![\w.])(?:[A-EG-Z]|d_\w+|num_heads)(?![\w.])/g;

/** The names that the code defines for the line of a gap. */
interface Scope {
  /** What `__init__` keeps, such as "self.d_k". */
  readonly attributes: readonly string[];
  /** The parameters of `forward`, and the variables of the lines above the gap. */
  readonly locals: readonly string[];
}

function scopeOf({ spec }: Trace, gap: GapName): Scope {
  const { classes } = classForm(spec);
  for (const block of classes) {
    const texts = block.map((line) => textOfLine(line).trim());
    const at = block.findIndex(({ parts }) =>
      parts.some((part) => typeof part !== "string" && part.gap === gap),
    );
    if (at < 0) continue;
    const begin = texts.findIndex((text) => text.startsWith("def forward"));
    const parameters = /\((.*)\)/.exec(texts[begin] ?? "")?.[1] ?? "";
    const assigned = texts.slice(begin, at).map((text) => /^([\w, ]+) = /.exec(text)?.[1] ?? "");
    return {
      attributes: texts.flatMap((text) => /^(self\.\w+) = /.exec(text)?.[1] ?? []),
      locals: [parameters, ...assigned].flatMap((names) => names.match(/\w+/g) ?? []),
    };
  }
  return { attributes: [], locals: [] };
}

const only = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** The names that an answer may use: sizes, and the shapes that the tensors have in the line of the gap. */
function namesAt(trace: Trace, gap: GapName, { attributes, locals }: Scope): Names {
  const { spec } = trace;
  const letters = trace.steps.flatMap(({ axes, shape }) =>
    axes.map((letter, i): [string, number] => [letter, shape[i] ?? 1]),
  );
  // The parameters of `__init__` are not defined in `forward`; only what the class stores in `self` is.
  const sizes = {
    d_model: spec.dModel,
    ...(spec.dAttention === null ? {} : { d_attention: spec.dAttention }),
    d_k: headSize(trace),
    num_heads: spec.numHeads,
  };
  const kept = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`self.${name}`, size]));
  const numbers = { ...only(Object.fromEntries(letters), locals), ...only(kept, attributes) };
  const beforeSplit = { split: ["q", "k", "v"], heads: ["q_split", "k_split", "v_split"] }[
    gap as "split" | "heads"
  ];
  const [q, k, v] = beforeSplit
    ? beforeSplit.map((name) => stepOf(trace, name))
    : (["q", "k", "v"] as const).map((x) => withHeads(trace, x));
  const merged = gap === "concat" ? stepOf(trace, "values_merged").shape : [];
  const shapes = {
    ...{ q: q?.shape ?? [], k: k?.shape ?? [], v: v?.shape ?? [], x: stepOf(trace, "embedding").shape },
    ...{ values: gap === "concat" ? merged : stepOf(trace, "values").shape, concat: merged },
    scores: stepOf(trace, "scores").shape,
  };
  return { numbers, shapes: only(shapes, locals) };
}

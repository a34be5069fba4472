/** The page's address, both ways: what stands in it reproduces what is on the screen. Reading never fails. */
import { THEME_NAMES, type ThemeName } from "../draw/theme.js";
import { ALLOWANCES, type Allowance, MODES, type Mode } from "../elements/rules.js";
import { FIRST_LESSON, lessonNames } from "../lessons/lessons.js";
import { COMPARISON_IDS, MISTAKE_IDS } from "../lessons/offers.js";
import type { LessonSpec } from "../module/types.js";
import { type CellAddress, compact, NONE, type Problem, UrlReader } from "./url_reader.js";

export interface PageState {
  /** Only what differs from the lesson's defaults. */
  readonly spec: LessonSpec;
  /** The lesson file whose lesson it is, beside the page or below it; the spec then says what differs from the file's. */
  readonly src?: string;
  /** The sentences whose ids are the spec's sequences. */
  readonly text?: string;
  readonly step?: string;
  /** The moment in the step, 0…1; absent: the result stands. */
  readonly t?: number;
  readonly lang?: string;
  readonly theme?: ThemeName;
  readonly batch?: number;
  readonly head?: number;
  readonly cell?: CellAddress;
  readonly mode?: Mode;
  /** What a locked page leaves open; absent: all that can be. */
  readonly allow?: readonly (Allowance | typeof NONE)[];
  /** The comparison that is open. */
  readonly compare?: string | undefined;
  /** The exercise that is open, or the list of them. */
  readonly mistake?: string | undefined;
}

const MASKS: Readonly<Record<string, LessonSpec["mask"]>> = {
  "padding,causal": { padding: true, causal: true },
  padding: { padding: true, causal: false },
  causal: { padding: false, causal: true },
  none: null,
};
const INTEGERS = ["seed", "dModel", "numHeads", "padId", "vocabSize"] as const;
const FLAGS = ["bias", "outputProjection", "positionalEncoding"] as const;

export function parseUrl(
  search: string,
  languages: readonly string[],
): { state: PageState; problems: Problem[] } {
  const read = new UrlReader(search);
  const spec: LessonSpec = { lesson: read.oneOf("lesson", lessonNames) ?? FIRST_LESSON };
  for (const field of INTEGERS) {
    const value = read.integer(field);
    if (value !== undefined) spec[field] = value;
  }
  const text = read.written(spec.lesson);
  const sequences = text === undefined ? read.tokens("tokens") : undefined;
  if (sequences) spec.sequences = sequences;
  const target = read.tokens("target");
  if (target) spec.target = target;
  const mask = read.oneOf("mask", Object.keys(MASKS));
  if (mask !== undefined) spec.mask = MASKS[mask] ?? null;
  const fill = read.fill("fill");
  if (fill !== undefined) spec.maskFill = fill;
  Object.assign(spec, layersOf(read));
  const step = read.text("step");
  const src = read.src("src");
  const state = compact<PageState>({
    spec,
    src,
    text,
    step: step === undefined ? undefined : step.slice(0, 1000),
    t: read.share("t"),
    lang: read.oneOf("lang", languages),
    theme: read.oneOf("theme", THEME_NAMES),
    batch: read.integer("batch"),
    head: read.integer("head"),
    cell: read.cell("cell"),
    mode: read.oneOf("mode", MODES),
    allow: read.someOf("allow", [...ALLOWANCES, NONE]),
    compare: read.oneOf("compare", COMPARISON_IDS),
    mistake: read.oneOf("mistake", ["list", ...MISTAKE_IDS]),
  });
  read.refuseUnknown();
  return { state, problems: read.problems };
}

/** What the layers of a lesson are made like. */
function layersOf(read: UrlReader): Partial<LessonSpec> {
  const norm = read.oneOf("layerNorm", ["pre", "post", NONE]);
  const flags = Object.fromEntries(FLAGS.map((field) => [field, read.flag(field)]));
  return compact<Partial<LessonSpec>>({
    ...(flags as Pick<LessonSpec, (typeof FLAGS)[number]>),
    dAttention: read.width("dAttention"),
    feedForward: read.feedForward(),
    layerNorm: norm === NONE ? null : norm,
  });
}

const formatTokens = (rows: readonly (readonly number[])[]): string =>
  rows.map((row) => row.join(",")).join(";");

function formatMask(mask: LessonSpec["mask"]): string {
  const on = [mask?.padding ? "padding" : "", mask?.causal ? "causal" : ""].filter(Boolean);
  return on.length > 0 ? on.join(",") : "none";
}

export const formatCell = (cell: CellAddress): string => `${cell.name}[${cell.index.join(",")}]`;

/** The address of a state, from the lesson on to the smallest detail; what is absent is left out. */
export function formatUrl(state: PageState): string {
  const { spec, src, text, step, t, lang, theme, batch, head, cell, mode, allow } = state;
  const parts: [string, string | number | undefined][] = [
    src === undefined ? ["lesson", spec.lesson] : ["src", src],
    ["step", step],
    ["t", t === undefined || t >= 1 ? undefined : Math.round(t * 1e4) / 1e4],
    ["lang", lang],
    ["theme", theme],
    ...INTEGERS.map((field): [string, number | undefined] => [field, spec[field]]),
    ["text", text],
    ["tokens", text === undefined && spec.sequences ? formatTokens(spec.sequences) : undefined],
    ["target", spec.target ? formatTokens(spec.target) : undefined],
    ["mask", spec.mask === undefined ? undefined : formatMask(spec.mask)],
    ["fill", spec.maskFill],
    ...FLAGS.map((field): [string, string | undefined] => [field, spec[field]?.toString()]),
    ["dAttention", spec.dAttention === null ? NONE : spec.dAttention],
    ["feedForward", spec.feedForward === null ? NONE : undefined],
    ["dFf", spec.feedForward?.dFf],
    ["activation", spec.feedForward?.activation],
    ["layerNorm", spec.layerNorm === null ? NONE : spec.layerNorm],
    ["batch", batch || undefined],
    ["head", head || undefined],
    ["cell", cell && formatCell(cell)],
    ["mode", mode],
    ["allow", allow?.join(",")],
    ["compare", state.compare],
    ["mistake", state.mistake],
  ];
  // Half an emoji cannot be encoded.
  const encoded = (value: string | number): string =>
    encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\ufffd"))
      .replace(/%2C/g, ",")
      .replace(/%3B/g, ";")
      .replace(/%5B/g, "[")
      .replace(/%5D/g, "]")
      .replace(/%2F/g, "/");
  return `?${parts.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encoded(value)}`])).join("&")}`;
}

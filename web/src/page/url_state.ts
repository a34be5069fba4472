/**
 * The page's address, both ways: what stands in it reproduces what is on the screen. Reading never fails:
 * what cannot be used is left out and comes back as a problem that says what it got and what it wants.
 */
import { THEME_NAMES, type ThemeName } from "../draw/theme.js";
import { ALLOWANCES, type Allowance, MODES, type Mode } from "../elements/rules.js";
import { textProblem, WRITTEN_LESSON } from "../elements/written_text.js";
import { FIRST_LESSON, lessonNames } from "../lessons/lessons.js";
import { COMPARISON_IDS, MISTAKE_IDS } from "../lessons/offers.js";
import type { LessonSpec } from "../module/types.js";

export interface CellAddress {
  readonly name: string;
  readonly index: readonly number[];
}

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

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

const MASKS: Readonly<Record<string, LessonSpec["mask"]>> = {
  "padding,causal": { padding: true, causal: true },
  padding: { padding: true, causal: false },
  causal: { padding: false, causal: true },
  none: null,
};
const INTEGERS = ["seed", "dModel", "numHeads", "padId", "vocabSize"] as const;
const FLAGS = ["bias", "outputProjection", "positionalEncoding"] as const;
/** In an address, the null of a spec. */
const NONE = "none";
const LONGEST_TOKENS = 20_000;
/** What others write behind every link on its way. */
const FOREIGN = /^(utm_\w+|fbclid|gclid)$/;
export const UNKNOWN_IN_URL = "unknown-in-url";
const LONGEST_GOT = 60;

/** Enough of a value to recognise it, never enough to flood the page. */
export const clip = (text: string): string =>
  text.length > LONGEST_GOT ? `${text.slice(0, LONGEST_GOT)}… (${text.length})` : text;

class Reader {
  readonly problems: Problem[] = [];
  readonly #query: URLSearchParams;
  readonly #known = new Set<string>();

  constructor(search: string) {
    this.#query = new URLSearchParams(search);
  }

  #given(field: string): string | undefined {
    this.#known.add(field);
    return this.#query.get(field) ?? undefined;
  }

  text(field: string): string | undefined {
    return this.#given(field)?.trim();
  }

  /** What nobody asked for: a newer version may know it, and the reader should hear that something is missing. */
  refuseUnknown(): void {
    const unknown = [...new Set(this.#query.keys())].filter(
      (key) => !this.#known.has(key) && !FOREIGN.test(key),
    );
    if (unknown.length === 0) return;
    const got = clip(unknown.join(", "));
    this.problems.push({ code: UNKNOWN_IN_URL, message: `unknown in the address: ${got}`, details: { got } });
  }

  refuse(field: string, got: string, wants: string): undefined {
    const details = { field, got: clip(got), wants };
    this.problems.push({
      code: "bad-url-value",
      message: `${field}: got ${clip(got)}, wants ${wants}`,
      details,
    });
    return undefined;
  }

  integer(field: string): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    return this.refuse(field, text, "integer");
  }

  /** A whole number, or the word for none. */
  width(field: string): number | null | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (text === NONE) return null;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : this.refuse(field, text, `integer, ${NONE}`);
  }

  flag(field: string): boolean | undefined {
    const word = this.oneOf(field, ["true", "false"]);
    return word === undefined ? undefined : word === "true";
  }

  /** The layer of a transformer block: its width and activation, or none. */
  feedForward(): LessonSpec["feedForward"] | undefined {
    const layer = compact<NonNullable<LessonSpec["feedForward"]>>({
      dFf: this.integer("dFf"),
      activation: this.oneOf("activation", ["gelu", "relu"]),
    });
    const none = this.oneOf("feedForward", [NONE]);
    if (Object.keys(layer).length === 0) return none === undefined ? undefined : null;
    if (none !== undefined) this.refuse("feedForward", none, "dFf, activation");
    return layer;
  }

  oneOf<T extends string>(field: string, known: readonly T[]): T | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const found = known.find((value) => value === text);
    return found ?? this.refuse(field, text, known.join(", "));
  }

  /** Some of these words, by commas. */
  someOf<T extends string>(field: string, known: readonly T[]): T[] | undefined {
    const words = this.text(field)
      ?.split(",")
      .map((word) => word.trim());
    if (words === undefined) return undefined;
    const found = known.filter((word) => words.includes(word));
    const wrong = words.filter((word) => !known.some((one) => one === word));
    if (wrong.length > 0) this.refuse(field, wrong.join(","), known.join(", "));
    return found.length > 0 ? found : undefined;
  }

  share(field: string): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const value = /^\d*\.?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= 0 && value <= 1) return value;
    return this.refuse(field, text, "0 … 1");
  }

  tokens(field: string): number[][] | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const fine = text.length <= LONGEST_TOKENS && /^[\d,; -]*\d[\d,; -]*$/.test(text);
    const rows = fine ? text.split(";").map(parseIds) : [];
    if (fine && rows.flat().every((id) => Number.isSafeInteger(id))) return rows;
    return this.refuse(field, text, "62,13,47;60,96");
  }

  /** Sentences, for the lesson that begins with them; ids beside them would say it twice. */
  written(lesson: string): string | undefined {
    const text = this.#given("text");
    if (text === undefined) return undefined;
    if (lesson !== WRITTEN_LESSON) return this.refuse("text", text, `lesson=${WRITTEN_LESSON}`);
    const problem = textProblem(text);
    if (problem) {
      this.problems.push(problem);
      return undefined;
    }
    const ids = this.text("tokens");
    if (ids !== undefined) this.refuse("tokens", ids, "text | tokens");
    return text;
  }

  fill(field: string): number | "-inf" | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (text === "-inf") return "-inf";
    const value = text.length < 32 && text !== "" ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? value : this.refuse(field, text, "-1e12, -inf");
  }

  /** A file of the server that the page is from: nobody's link may make a page ask another one for anything. */
  src(field: string): string | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const lesson = this.text("lesson");
    if (lesson !== undefined) this.refuse("lesson", lesson, "lesson | src");
    return isRelative(text) ? text : this.refuse(field, text, "lessons/my-lesson.json");
  }

  cell(field: string): CellAddress | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const match = /^([\w.]{1,40})\[(\d{1,6}(?:,\d{1,6}){0,5})\]$/.exec(text);
    if (match?.[1] && match[2]) return { name: match[1], index: match[2].split(",").map(Number) };
    return this.refuse(field, text, "scores[0,0,2,1]");
  }
}

/** Whether an address stays with the server, whichever that is: `https:a.json` does on one, and leaves another. */
const isRelative = (text: string): boolean =>
  text !== "" &&
  ["http://page.invalid", "https://page.invalid"].every((server) => {
    try {
      return new URL(text, `${server}/folder/`).origin === server;
    } catch {
      return false;
    }
  });

const parseIds = (row: string): number[] =>
  row
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map(Number);

export function parseUrl(
  search: string,
  languages: readonly string[],
): { state: PageState; problems: Problem[] } {
  const read = new Reader(search);
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
function layersOf(read: Reader): Partial<LessonSpec> {
  const norm = read.oneOf("layerNorm", ["pre", "post", NONE]);
  const flags = Object.fromEntries(FLAGS.map((field) => [field, read.flag(field)]));
  return compact<Partial<LessonSpec>>({
    ...(flags as Pick<LessonSpec, (typeof FLAGS)[number]>),
    dAttention: read.width("dAttention"),
    feedForward: read.feedForward(),
    layerNorm: norm === NONE ? null : norm,
  });
}

/** An object without its undefined fields. */
function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
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

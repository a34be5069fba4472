/** The page's URL, read and written: it reproduces what is on the screen. Reading never throws. */

import type { CellRef } from "../../draw/picture.js";
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import { FIRST_LESSON, lessonNames } from "../../lessons/lessons.js";
import {
  CLASS_PARTS,
  type ClassPart,
  COMPARISON_IDS,
  CONFUSION_IDS,
  MISTAKE_IDS,
  PRACTICES,
  type Practice,
} from "../../lessons/offers.js";
import { ALLOWANCES, type Allowance, MODES, type Mode } from "../../lessons/rules.js";
import { canShowTrained, TRAINED } from "../../lessons/trained.js";
import { compact } from "../../module/compact.js";
import { READABLE } from "../../module/readable.js";
import type { LessonSpec } from "../../module/types.js";
import { addressPairs, integer, oneOf } from "../../spec/address_forms.js";
import { FIELDS, NONE } from "../../spec/fields.js";
import { cellForm, momentForm, type Problem, pointForm, UrlReader } from "./url_reader.js";

const MAP_OPEN = "1";
const WEIGHTS = [READABLE, TRAINED, "random"] as const;

export interface PageState {
  /** Only what differs from the lesson's defaults. */
  readonly spec: LessonSpec;
  /** The lesson file, beside or below the page; the spec then has what differs from the file's. */
  readonly src?: string;
  /** The sentences whose ids are the spec's sequences. */
  readonly text?: string;
  readonly step?: string;
  /** Weights made by the formula, or trained ones; if absent, drawn from the seed. */
  readonly weights?: typeof READABLE | typeof TRAINED | undefined;
  /** The moment in the step, 0…1; if absent, its end. */
  readonly t?: number;
  readonly lang?: string;
  readonly theme?: ThemeName;
  readonly batch?: number;
  readonly head?: number;
  readonly cell?: CellRef;
  readonly mode?: Mode;
  /** What a locked page allows; if absent, everything that can be allowed. */
  readonly allow?: readonly (Allowance | typeof NONE)[];
  /** The comparison that is open. */
  readonly compare?: string | undefined;
  /** The exercise that is open, or the list of them. */
  readonly mistake?: string | undefined;
  /** The open answer to a confusion, or "list" for the search. */
  readonly confusion?: string | undefined;
  /** The query on its plane: two numbers, or "own" for the lesson's. */
  readonly query?: string | undefined;
  /** The open part of the class. */
  readonly class?: ClassPart | undefined;
  /** The open sheet of questions from several lessons. */
  readonly practice?: Practice | undefined;
  /** The map is open. */
  readonly map?: typeof MAP_OPEN | undefined;
}

export function parseUrl(
  search: string,
  languages: readonly string[],
): { state: PageState; problems: Problem[] } {
  const read = new UrlReader(search);
  const lesson = read.value("lesson", oneOf(lessonNames)) ?? FIRST_LESSON;
  const text = read.written();
  const fields = text === undefined ? FIELDS : FIELDS.filter(([name]) => name !== "sequences");
  const values = fields.map(([name, field]) => [name, read.field(name, field)]);
  const spec = compact<LessonSpec>({ lesson, ...Object.fromEntries(values) });
  const step = read.text("step");
  const src = read.src("src");
  const kinds = WEIGHTS.filter((kind) => kind !== TRAINED || (src === undefined && canShowTrained(lesson)));
  const weights = read.value("weights", oneOf(kinds));
  const state = compact<PageState>({
    spec,
    src,
    text,
    step: step === undefined ? undefined : step.slice(0, 1000),
    weights: weights === "random" ? undefined : weights,
    t: read.value("t", momentForm),
    lang: read.value("lang", oneOf(languages)),
    theme: read.value("theme", oneOf(THEME_NAMES)),
    batch: read.value("batch", integer),
    head: read.value("head", integer),
    cell: read.value("cell", cellForm),
    mode: read.value("mode", oneOf(MODES)),
    allow: read.someOf("allow", [...ALLOWANCES, NONE]),
    compare: read.value("compare", oneOf(COMPARISON_IDS)),
    mistake: read.value("mistake", oneOf(["list", ...MISTAKE_IDS])),
    confusion: read.value("confusion", oneOf(["list", ...CONFUSION_IDS])),
    query: read.value("query", pointForm),
    class: read.value("class", oneOf(CLASS_PARTS)),
    practice: read.value("practice", oneOf(PRACTICES)),
    map: read.value("map", oneOf([MAP_OPEN])),
  });
  read.refuseUnknown();
  return { state, problems: read.problems };
}

export const formatCell = ({ name, index }: CellRef): string => `${name}[${index.join(",")}]`;

/** The URL of a state: the lesson first, details last; absent values are left out. */
export function formatUrl(state: PageState): string {
  const { spec, src, text, step, t, lang, theme, batch, head, mode, allow } = state;
  const moment = t === undefined ? 1 : Math.round(t * 1e4) / 1e4;
  const parts: [string, string | number | undefined][] = [
    src === undefined ? ["lesson", spec.lesson] : ["src", src],
    ["step", step],
    ["t", moment < 1 ? moment : undefined],
    ["lang", lang],
    ["theme", theme],
    ...FIELDS.flatMap(([name, field]): [string, string][] =>
      name === "sequences" && text !== undefined ? [["text", text]] : addressPairs(name, field, spec[name]),
    ),
    ["weights", state.weights],
    ["batch", batch || undefined],
    ["head", head || undefined],
    ["cell", state.cell && formatCell(state.cell)],
    ["mode", mode],
    ["allow", allow?.join(",")],
    ["compare", state.compare],
    ["mistake", state.mistake],
    ["confusion", state.confusion],
    ["query", state.query],
    ["class", state.class],
    ["practice", state.practice],
    ["map", state.map],
  ];
  // Lone surrogates cannot be encoded.
  const encoded = (value: string | number): string =>
    encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\ufffd"))
      .replace(/%2C/g, ",")
      .replace(/%3B/g, ";")
      .replace(/%5B/g, "[")
      .replace(/%5D/g, "]")
      .replace(/%2F/g, "/");
  return `?${parts.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encoded(value)}`])).join("&")}`;
}

/** The page's URL, read and written: it reproduces what is on the screen. Reading never throws. */

import type { CellRef } from "../../draw/picture.js";
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import {
  BEFORE,
  CLASS_PARTS,
  COMPARISON_IDS,
  CONFUSION_IDS,
  HEAD_SIZES,
  MISTAKE_IDS,
  PRACTICES,
} from "../../lessons/offers.js";
import { canShowDesigned, canShowTrained, FIRST_LESSON, lessonNames } from "../../lessons/opening.js";
import { ALLOWANCES, type Allowance, MODES, type Mode } from "../../lessons/rules.js";
import { TRAINED } from "../../lessons/trained.js";
import { compact } from "../../module/compact.js";
import { DESIGNED } from "../../module/designed.js";
import type { LessonSpec } from "../../module/types.js";
import { addressPairs, type Form, integer, oneOf } from "../../spec/address_forms.js";
import { type Changes, changesForm, changesText } from "../../spec/changes.js";
import { FIELDS, NONE } from "../../spec/fields.js";
import type { Sheet } from "../../store/state.js";
import { LANGUAGES } from "../../words/words.js";
import { cellForm, momentForm, type Problem, UNKNOWN_IN_URL, UrlReader } from "./url_reader.js";

/** The parameter of each sheet, and the form of its id. An address opens the first of these that it names. */
const SHEETS: readonly (readonly [kind: Sheet["kind"], parameter: string, id: Form<string>])[] = [
  ["compare", "compare", oneOf([...COMPARISON_IDS, BEFORE])],
  ["mistakes", "mistake", oneOf(["list", ...MISTAKE_IDS])],
  ["class", "class", oneOf(CLASS_PARTS)],
  ["practice", "practice", oneOf(PRACTICES)],
  ["root", "root", oneOf(HEAD_SIZES)],
  ["confusions", "confusion", oneOf(["list", ...CONFUSION_IDS])],
  ["map", "map", oneOf(["1"])],
];
const WEIGHTS = [DESIGNED, TRAINED, "random"] as const;

export interface PageState {
  /** Only what differs from the lesson's defaults. */
  readonly spec: LessonSpec;
  /** The lesson file, beside or below the page; the spec then has what differs from the file's. */
  readonly src?: string | undefined;
  /** The sentences whose ids are the spec's sequences. */
  readonly text?: string | undefined;
  /** Whether they are split into pieces; if absent, only in the lesson whose tutorial has pieces. */
  readonly pieces?: "0" | "1" | undefined;
  readonly step?: string | undefined;
  /** Designed weights, or trained ones; if absent, drawn from the seed. */
  readonly weights?: typeof DESIGNED | typeof TRAINED | undefined;
  /** Numbers that are set by hand. */
  readonly changes?: Changes | undefined;
  /** The moment in the step, 0…1; if absent, its end. */
  readonly t?: number | undefined;
  readonly lang?: string | undefined;
  readonly theme?: ThemeName | undefined;
  readonly batch?: number | undefined;
  readonly head?: number | undefined;
  readonly cell?: CellRef | undefined;
  readonly mode?: Mode | undefined;
  /** What a locked page allows; if absent, everything that can be allowed. */
  readonly allow?: readonly (Allowance | typeof NONE)[] | undefined;
  /** The open sheet. */
  readonly sheet?: Sheet | undefined;
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
  const canShow = { [DESIGNED]: canShowDesigned, [TRAINED]: canShowTrained, random: () => true };
  const kinds = WEIGHTS.filter((kind) => kind === "random" || (src === undefined && canShow[kind](lesson)));
  const weights = read.value("weights", oneOf(kinds));
  const state = compact<PageState>({
    spec,
    src,
    text,
    pieces: text === undefined ? undefined : read.value("pieces", oneOf(["0", "1"] as const)),
    step: step === undefined ? undefined : step.slice(0, 1000),
    weights: weights === "random" ? undefined : weights,
    changes: read.value("changes", changesForm),
    t: read.value("t", momentForm),
    lang: read.value("lang", oneOf(languages)),
    theme: read.value("theme", oneOf(THEME_NAMES)),
    batch: read.value("batch", integer),
    head: read.value("head", integer),
    cell: read.value("cell", cellForm),
    mode: read.value("mode", oneOf(MODES)),
    allow: read.someOf("allow", [...ALLOWANCES, NONE]),
    sheet: SHEETS.flatMap(([kind, parameter, form]) => {
      const id = read.value(parameter, form);
      return id === undefined ? [] : { kind, id };
    })[0],
  });
  read.refuseUnknown();
  return { state, problems: read.problems };
}

/** The parameters that say nothing about what is shown. */
const CHROME: readonly (string | undefined)[] = ["lang", "theme"];

export interface ParsedAddress {
  readonly state: PageState;
  readonly problems: readonly Problem[];
  /** Whether it names no lesson and nothing within one. */
  readonly isHome: boolean;
}

export function readAddress(search: string): ParsedAddress {
  const { state, problems } = parseUrl(search, LANGUAGES);
  const { spec, lang: _, theme: __, ...view } = state;
  const namesLesson = Object.keys(spec).length + Object.keys(view).length > 1;
  const wrong = problems.some(
    ({ code, details }) => code !== UNKNOWN_IN_URL && !CHROME.includes(details["field"]),
  );
  return { state, problems, isHome: !namesLesson && !wrong && !new URLSearchParams(search).has("lesson") };
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
    ["pieces", state.pieces],
    ["weights", state.weights],
    ["changes", changesText(state.changes) || undefined],
    ["batch", batch || undefined],
    ["head", head || undefined],
    ["cell", state.cell && formatCell(state.cell)],
    ["mode", mode],
    ["allow", allow?.join(",")],
    ...SHEETS.filter(([kind]) => kind === state.sheet?.kind).map(
      ([, parameter, form]): [string, string | undefined] => [parameter, form.read(state.sheet?.id ?? "")],
    ),
  ];
  // Lone surrogates cannot be encoded.
  const encoded = (value: string | number): string =>
    encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\ufffd"))
      .replace(/%2C/g, ",")
      .replace(/%3A/g, ":")
      .replace(/%3B/g, ";")
      .replace(/%5B/g, "[")
      .replace(/%5D/g, "]")
      .replace(/%2F/g, "/");
  return `?${parts.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encoded(value)}`])).join("&")}`;
}

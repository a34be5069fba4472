/** The lab's settings, read from a form or a URL. A value that cannot be used becomes a refusal that names its field. */
import { clipped, IN_RANGE, type Refusal, refused } from "../module/errors.js";
import { TASKS, type TaskName } from "../module/training/types.js";
import { typedNumber } from "../words/number_text.js";

export interface LabSettings {
  readonly task: TaskName;
  readonly learningRate: number;
  readonly batchSize: number;
  readonly dModel: number;
  readonly numHeads: number;
  readonly layers: number;
  readonly tiedHead: boolean;
  readonly dropout: number;
  readonly seed: number;
}
export type SettingName = keyof LabSettings;
export type NumberName = Exclude<SettingName, "task" | "tiedHead">;
/** The text typed in each field. */
export type TypedSettings = Readonly<Record<SettingName, string>>;

/** Reads the text of a field: its value, or why it cannot be used. */
type Read<T> = (field: string, text: string) => T | Refusal;

const oneOf =
  <T extends string | boolean>(values: readonly T[]): Read<T> =>
  (field, text) =>
    values.find((value) => String(value) === text) ??
    refusal("unknown-value", field, clipped(text), { wants: values.join(", ") });

const number =
  (min: number, max: number, wants: "number" | "integer" = "number"): Read<number> =>
  (field, text) => {
    if (text.trim() === "") return refusal("missing", field, "", { wants });
    const value = typedNumber(text.trim());
    if (Number.isNaN(value) || (wants === "integer" && !Number.isInteger(value)))
      return refusal("wrong-type", field, clipped(text.trim()), { wants });
    if (value < min || value > max)
      return refusal("out-of-range", field, clipped(text.trim()), { min: String(min), max: String(max) });
    return value;
  };

/** The sizes are limited so that the page stays smooth while three models train. */
const FIELDS: { readonly [Name in SettingName]: Read<LabSettings[Name]> } = {
  task: oneOf(TASKS),
  tiedHead: oneOf([true, false]),
  learningRate: number(1e-6, 1000),
  batchSize: number(1, 128, "integer"),
  dModel: number(2, 128, "integer"),
  numHeads: number(1, 8, "integer"),
  layers: number(1, 4, "integer"),
  dropout: number(0, 0.9),
  seed: number(0, Number.MAX_SAFE_INTEGER, "integer"),
};
export const NUMBER_NAMES = Object.keys(FIELDS).slice(2) as NumberName[];

/** The default settings; readers start with sentences of their language if there are any. */
export const defaultSettings = (lang: string): LabSettings => ({
  task: TASKS.find((name) => name === `sentences-${lang}`) ?? "sentences-en",
  learningRate: 0.003,
  batchSize: 16,
  dModel: 32,
  numHeads: 2,
  layers: 1,
  tiedHead: false,
  dropout: 0,
  seed: 42,
});

export interface ReadSettings {
  /** The usable values, and the defaults for all others. */
  readonly settings: LabSettings;
  readonly problems: readonly Refusal[];
}

/** Reads the fields that are given; the other settings are those of `defaults`. */
export function readSettings(typed: Partial<TypedSettings>, defaults: LabSettings): ReadSettings {
  const read = (Object.entries(typed) as [SettingName, string][]).map(
    ([name, text]) => [name, FIELDS[name](name, text)] as const,
  );
  const problems = read.flatMap(([, value]) => (typeof value === "object" ? [value] : []));
  const values = read.filter(([, value]) => typeof value !== "object");
  const settings: LabSettings = { ...defaults, ...Object.fromEntries(values) };
  const { dModel, numHeads } = settings;
  if (problems.length > 0 || dModel % numHeads === 0) return { settings, problems };
  const facts = { other: "dModel", max: String(dModel) };
  return {
    settings: { ...settings, dModel: defaults.dModel, numHeads: defaults.numHeads },
    problems: [refusal("heads-do-not-divide", "numHeads", numHeads, facts)],
  };
}

/** A batch may not have more rows than the data, because its rows are drawn from them and would only repeat. */
export const batchProblem = ({ batchSize }: LabSettings, rows: number): Refusal | undefined =>
  batchSize > rows
    ? refusal("out-of-range", "batchSize", batchSize, { min: "1", max: String(rows) })
    : undefined;

const refusal = (
  code: string,
  field: string,
  got: string | number,
  details: Readonly<Record<string, string>>,
): Refusal =>
  refused(code, { field, got: String(got), ...details }, code === "out-of-range" ? IN_RANGE : undefined);

export const typedSettings = (settings: LabSettings): TypedSettings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) as TypedSettings;

/** The lab's settings, read from a form or a URL. A value that cannot be used becomes a refusal that names its field. */
import { clipped, type Refusal } from "../module/errors.js";
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

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}
const whole = (min: number, max: number): Range => ({ min, max, isWhole: true });

/** The sizes are limited so that the page stays smooth while three models train. */
const RANGES: Readonly<Record<NumberName, Range>> = {
  learningRate: { min: 1e-6, max: 1000, isWhole: false },
  batchSize: whole(1, 128),
  dModel: whole(2, 128),
  numHeads: whole(1, 8),
  layers: whole(1, 4),
  dropout: { min: 0, max: 0.9, isWhole: false },
  seed: whole(0, Number.MAX_SAFE_INTEGER),
};
export const NUMBER_NAMES = Object.keys(RANGES) as NumberName[];

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
  const problems: Refusal[] = [];
  const values: Partial<Record<SettingName, string | number | boolean>> = {};
  const take = (name: SettingName, value: number | string | boolean | Refusal): void => {
    if (typeof value === "object") problems.push(value);
    else values[name] = value;
  };
  if (typed.task !== undefined) take("task", readTask(typed.task));
  if (typed.tiedHead !== undefined) take("tiedHead", readFlag("tiedHead", typed.tiedHead));
  for (const name of NUMBER_NAMES) {
    const text = typed[name];
    if (text !== undefined) take(name, readNumber(name, text.trim()));
  }
  const settings = { ...defaults, ...values } as LabSettings;
  const { dModel, numHeads } = settings;
  if (problems.length === 0 && dModel % numHeads !== 0) {
    problems.push(
      refusal("heads-do-not-divide", "numHeads", numHeads, { other: "dModel", max: String(dModel) }),
    );
    return { settings: { ...settings, dModel: defaults.dModel, numHeads: defaults.numHeads }, problems };
  }
  return { settings, problems };
}

const readTask = (text: string): TaskName | Refusal =>
  TASKS.find((name) => name === text) ??
  refusal("unknown-value", "task", clipped(text), { wants: TASKS.join(", ") });

const readFlag = (name: SettingName, text: string): boolean | Refusal =>
  text === "true" || text === "false"
    ? text === "true"
    : refusal("unknown-value", name, clipped(text), { wants: "true, false" });

function readNumber(name: NumberName, text: string): number | Refusal {
  const { min, max, isWhole } = RANGES[name];
  const wants = isWhole ? "integer" : "number";
  if (text === "") return refusal("missing", name, text, { wants });
  const value = typedNumber(text);
  if (Number.isNaN(value) || (isWhole && !Number.isInteger(value)))
    return refusal("wrong-type", name, clipped(text), { wants });
  if (value < min || value > max)
    return refusal("out-of-range", name, clipped(text), { min: String(min), max: String(max) });
  return value;
}

/** A batch may not have more rows than the data, because its rows are drawn from them and would only repeat. */
export const batchProblem = ({ batchSize }: LabSettings, rows: number): Refusal | undefined =>
  batchSize > rows
    ? refusal("out-of-range", "batchSize", batchSize, { min: "1", max: String(rows) })
    : undefined;

function refusal(
  code: string,
  field: string,
  got: string | number,
  details: Readonly<Record<string, string>>,
): Refusal {
  const facts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return {
    code,
    message: `${field}: got ${got}; ${facts.join(", ")}`,
    details: { field, got: String(got), ...details },
  };
}

export const typedSettings = (settings: LabSettings): TypedSettings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) as Record<
    SettingName,
    string
  >;

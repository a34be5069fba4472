/**
 * Reads weights from JSON: `{ "w_q.weight": [[…], …] }`, which is `{k: v.tolist() for k, v in state_dict.items()}`;
 * `{ "w_q.weight": { "shape": […], "data": […] } }`; or the parameters of a trace that traceToJson has written. Numbers that
 * JSON lacks are the strings "nan", "inf" and "-inf", or Python's NaN, Infinity and -Infinity.
 */
import { shownValue } from "../errors.js";
import { isParameter } from "./names.js";
import { MOST_AXES, type StateDictBuilder } from "./state_dict_builder.js";
import { parsedJson } from "./text.js";

const beyondJson: ReadonlyMap<unknown, number> = new Map([
  ["nan", Number.NaN],
  ["NaN", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function readJson(text: string, into: StateDictBuilder): void {
  const top = parsedJson(text, "text", into) as Fields;
  for (const [name, value] of isTrace(top) ? parametersOf(top.steps) : Object.entries(top)) {
    if (name === "__metadata__") continue;
    if (Array.isArray(value)) addNested(name, value, into);
    else if (isObject(value)) addFlat(name, value, into);
    else into.refuse(name, shownValue(value), "nested lists of numbers, or { shape, data }");
  }
}

const isTrace = (top: Fields): top is Fields & { steps: readonly unknown[] } =>
  Array.isArray(top["steps"]) && isObject(top["steps"][0]);

function parametersOf(steps: readonly unknown[]): [name: string, step: Fields][] {
  return steps.filter(isObject).flatMap((step) => {
    const { name } = step;
    return typeof name === "string" && isParameter(name) ? [[name, step]] : [];
  });
}

function addFlat(name: string, { shape, dtype = "float32", data }: Fields, into: StateDictBuilder): void {
  if (dtype !== "float32") into.refuseDtype(name, shownValue(dtype));
  if (!Array.isArray(data)) into.refuse(name, `data ${shownValue(data)}`, "a list of numbers");
  const wants = into.checkedShape(name, shape);
  if (data.length !== wants.count)
    into.refuse(name, `${data.length} numbers`, `${wants.count} for its shape`);
  into.add(
    name,
    wants.shape,
    Float32Array.from(data, (item, i) => numberOf(item, name, i, into)),
  );
}

function addNested(name: string, nested: readonly unknown[], into: StateDictBuilder): void {
  const sizes: number[] = [];
  for (let level: unknown = nested; Array.isArray(level) && sizes.length <= MOST_AXES; level = level[0])
    sizes.push(level.length);
  const { shape, count } = into.checkedShape(name, sizes);
  const data = new Float32Array(count);
  fill(data, nested, shape, name, into);
  into.add(name, shape, data);
}

function fill(
  data: Float32Array,
  level: unknown,
  [size, ...inner]: readonly number[],
  field: string,
  into: StateDictBuilder,
): void {
  if (!Array.isArray(level) || level.length !== size) {
    const got = Array.isArray(level) ? `a list of ${level.length}` : shownValue(level);
    into.refuse(field, got, `a list of ${size}`);
  }
  if (inner.length === 0) {
    level.forEach((item, i) => {
      data[i] = numberOf(item, field, i, into);
    });
    return;
  }
  const stride = data.length / level.length;
  level.forEach((item, i) => {
    fill(data.subarray(i * stride, (i + 1) * stride), item, inner, `${field}[${i}]`, into);
  });
}

function numberOf(item: unknown, field: string, i: number, into: StateDictBuilder): number {
  const number = typeof item === "number" ? Math.fround(item) : beyondJson.get(item);
  // Infinity must be written as text, because a JSON number that is too large for float32 is likely a mistake.
  if (number === undefined || (typeof item === "number" && !Number.isFinite(number))) {
    return into.refuse(`${field}[${i}]`, shownValue(item), "a number of float32");
  }
  return number;
}

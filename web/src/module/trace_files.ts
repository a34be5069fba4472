/** Writes a trace as JSON and as .npz. The trace is checked first: it may come from this module, a file or a worker. */
import { zipSync } from "fflate";
import { refuse, refuseSize, refuseType, shownValue } from "./errors.js";
import { float32Text } from "./number_text.js";
import { shapeText } from "./shape.js";
import { checkedTensor } from "./tensor_input.js";
import type { DType, Step, Trace } from "./types.js";
import { SPEC_MEMBER } from "./weights/npy.js";

/** The class of the array with a step's numbers, by the step's dtype. */
const ARRAYS: Readonly<Record<DType, string>> = {
  float32: "Float32Array",
  int32: "Int32Array",
  bool: "Uint8Array",
};

/** Lessons have fewer than a hundred. */
const MOST_STEPS = 10_000;

/** A copy of the trace with checked steps; their arrays are shared, not copied. */
function checkedTrace(trace: unknown): Trace {
  const { spec, steps, changes } = Object(trace) as Readonly<Record<keyof Trace, unknown>>;
  const facts = { field: "trace", got: shownValue(trace), wants: "object" };
  if (typeof spec !== "object" || spec === null || !Array.isArray(steps))
    refuse("wrong-type", facts, "{field}: got {got}, wants what run() returned");
  const copies: Step[] = [];
  const count: unknown = steps.length;
  // A proxy of a list may return any length, and a step for every index.
  if (typeof count !== "number" || !(count <= MOST_STEPS))
    refuseSize("trace.steps", `${shownValue(count)} steps`, MOST_STEPS);
  for (let i = 0; i < count; i++) copies.push(checkedStep(steps[i], `trace.steps[${i}]`));
  const checked = { spec: spec as Trace["spec"], steps: copies };
  return changes === undefined ? checked : { ...checked, changes: changes as NonNullable<Trace["changes"]> };
}

function checkedStep(step: unknown, field: string): Step {
  const copy: Readonly<Record<string, unknown>> = { ...Object(step) };
  const { shape, data } = checkedTensor(copy, field);
  const { name, dtype } = copy;
  if (typeof name !== "string") refuseType(`${field}.name`, name, "string");
  const isKnown = typeof dtype === "string" && Object.hasOwn(ARRAYS, dtype);
  if (!isKnown) refuseType(`${field}.dtype`, dtype, Object.keys(ARRAYS).join(", "));
  const array = ARRAYS[dtype as DType];
  // Compared by name, because a trace may come from another frame, which has its own classes.
  if (Object.prototype.toString.call(data) !== `[object ${array}]`) refuseType(`${field}.data`, data, array);
  return { ...copy, shape } as unknown as Step;
}

/** The value as JSON; refuses what JSON cannot express, such as a list that contains itself. */
function jsonOf(value: unknown, field: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle, a BigInt, or a getter that throws.
  }
  return text ?? refuseType(field, value, "plain data");
}

/**
 * A trace as JSON text: `{ "spec": …, "steps": [{ "name", "op", "inputs", "axes", "shape", "dtype", "data" }, …] }`, one step
 * per line, with "changes" before the steps if numbers were set by hand. A float32 is written as the shortest text that reads back as the same number; NaN and the infinities are the
 * strings "nan", "inf" and "-inf".
 */
export function traceToJson(trace: Trace): string {
  const { spec, steps, changes } = checkedTrace(trace);
  const set = changes ? `"changes":${jsonOf(changes, "trace.changes")},` : "";
  return `{"spec":${jsonOf(spec, "trace.spec")},${set}"steps":[\n${steps.map(stepText).join(",\n")}\n]}\n`;
}

function stepText({ data, ...step }: Step): string {
  const texts = step.dtype === "float32" ? Array.from(data, float32Text) : Array.from(data);
  return `${jsonOf(step, "trace.steps").slice(0, -1)},"data":[${texts.join(",")}]}`;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
/** The numbers begin at a multiple of this many bytes. */
const ALIGNMENT = 64;
const descriptors: Readonly<Record<DType, string>> = { float32: "<f4", int32: "<i4", bool: "|b1" };

/**
 * A trace as the bytes of an .npz archive: an uncompressed member `<step>.npy` for each step, and the spec as JSON in
 * `spec.json`, which numpy.load returns as bytes; `changes.json` says what was set by hand. The same trace gives the same bytes.
 */
export function traceToNpz(trace: Trace): Uint8Array<ArrayBuffer> {
  const { spec, steps, changes } = checkedTrace(trace);
  const members = Object.fromEntries(steps.map((step) => [`${step.name}.npy`, npy(step)]));
  const text = (value: unknown, field: string) => new TextEncoder().encode(jsonOf(value, field));
  members[SPEC_MEMBER] = text(spec, "trace.spec");
  if (changes) members["changes.json"] = text(changes, "trace.changes");
  const mtime = new Date(1980, 0, 1); // the earliest date that zip can store
  return zipSync(members, { level: 0, mtime });
}

function npy({ shape, dtype, data }: Step): Uint8Array {
  const dict = `{'descr': '${descriptors[dtype]}', 'fortran_order': False, 'shape': ${shapeText(shape)}, }`;
  const before = MAGIC.length + 2;
  const size = Math.ceil((before + dict.length + 1) / ALIGNMENT) * ALIGNMENT;
  const file = new Uint8Array(size + data.byteLength);
  file.set(MAGIC);
  new DataView(file.buffer).setUint16(MAGIC.length, size - before, true);
  file.set(new TextEncoder().encode(`${dict.padEnd(size - before - 1)}\n`), before);
  file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), size);
  return file;
}

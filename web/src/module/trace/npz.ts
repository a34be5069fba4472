/** Writes a trace as an .npz archive for NumPy: `numpy.load("trace.npz")["scores"]`. */
import { zipSync } from "fflate";
import { shapeText } from "../shape.js";
import type { DType, Step, Trace } from "../types.js";
import { SPEC_MEMBER } from "../weights/npz.js";
import { checkedTrace, traceJson } from "./input.js";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
/** The numbers begin at a multiple of this many bytes. */
const ALIGNMENT = 64;
const descriptors: Readonly<Record<DType, string>> = { float32: "<f4", int32: "<i4", bool: "|b1" };

/**
 * A trace as the bytes of an .npz archive: an uncompressed member `<step>.npy` for each step, and the spec as JSON in
 * `spec.json`, which numpy.load returns as bytes. The same trace gives the same bytes.
 */
export function traceToNpz(trace: Trace): Uint8Array<ArrayBuffer> {
  const { spec, steps } = checkedTrace(trace);
  const members = Object.fromEntries(steps.map((step) => [`${step.name}.npy`, npy(step)]));
  const text = new TextEncoder().encode(traceJson(spec, "trace.spec"));
  const mtime = new Date(1980, 0, 1); // the earliest date that zip can store
  return zipSync({ ...members, [SPEC_MEMBER]: text }, { level: 0, mtime });
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

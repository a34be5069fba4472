/**
 * Reads NumPy's .npz, a zip archive of .npy arrays, as numpy.savez, numpy.savez_compressed and traceToNpz write it. An array
 * is magic bytes, a version, a Python dict with dtype, order and shape, and the numbers.
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
import { cellCount } from "../shape.js";
import { isParameter } from "./names.js";
import { BYTES_PER_NUMBER, MOST_NUMBERS, type StateDictBuilder } from "./state_dict_builder.js";
import { contentOf, type Member, membersOf } from "./zip.js";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The largest header; NumPy's own limit is 10,000 for the text in it. */
const MOST_HEADER_BYTES = 10_240;
const HEADER =
  /^\{ *'descr': *'([^']*)', *'fortran_order': *(True|False), *'shape': *\((|\d+,|\d+(?:, *\d+)+,?)\),? *\} *\n?$/;
const WANTS = "{'descr': '<f4', 'fortran_order': False, 'shape': (…)}";

export const isNpy = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

function readNpy(bytes: Uint8Array<ArrayBuffer>, name: string, into: StateDictBuilder): void {
  if (!isNpy(bytes)) into.refuse(name, "no array", "an array as numpy.save writes it");
  const { header, end } = headerOf(bytes, name, into);
  const [, dtype = "", fortran, sizes = ""] = HEADER.exec(header) ?? into.refuse(name, header, WANTS);
  if (dtype !== "<f4" && dtype !== ">f4") into.refuseDtype(name, dtype);
  const axes = sizes.split(",").filter((size) => size.trim() !== "");
  const { shape, count } = into.checkedShape(name, axes.map(Number));
  const wants = count * BYTES_PER_NUMBER;
  if (bytes.length - end !== wants)
    into.refuse(name, `${bytes.length - end} bytes`, `${wants} for its shape`);
  const stored = float32(bytes.slice(end), dtype === ">f4");
  into.add(name, shape, fortran === "True" ? rowMajor(stored, shape) : stored);
}

function headerOf(bytes: Uint8Array<ArrayBuffer>, name: string, into: StateDictBuilder) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [major, minor] = [bytes[6], bytes[7]];
  if (minor !== 0 || (major !== 1 && major !== 2 && major !== 3)) {
    into.refuse(name, `.npy version ${major}.${minor}`, "1.0, 2.0 or 3.0");
  }
  const start = major === 1 ? 10 : 12;
  if (bytes.length < start) into.refuse(name, `${bytes.length} bytes`, "a header");
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const most = Math.min(MOST_HEADER_BYTES, bytes.length - start);
  if (length > most) into.refuse(name, `a header of ${length} bytes`, `at most ${most}`);
  const end = start + length;
  return { header: new TextDecoder("latin1").decode(bytes.subarray(start, end)), end };
}

function float32(bytes: Uint8Array<ArrayBuffer>, bigEndian: boolean): Float32Array<ArrayBuffer> {
  if (!bigEndian) return new Float32Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / BYTES_PER_NUMBER }, (_, i) =>
    view.getFloat32(i * BYTES_PER_NUMBER),
  );
}

/** Converts Fortran order, in which the first axis varies fastest, to row-major order, in which the last one does. */
function rowMajor(stored: Float32Array, shape: readonly number[]): Float32Array<ArrayBuffer> {
  const strides = shape.map((_, axis) => cellCount(shape.slice(0, axis)));
  const index = shape.map(() => 0);
  const result = new Float32Array(stored.length);
  let from = 0;
  for (let to = 0; to < result.length; to++) {
    result[to] = stored[from] ?? Number.NaN;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const stride = strides[axis] ?? 0;
      const i = (index[axis] ?? 0) + 1;
      const wraps = i === shape[axis];
      index[axis] = wraps ? 0 : i;
      from += wraps ? -stride * (i - 1) : stride;
      if (!wraps) break;
    }
  }
  return result;
}

const ENDING = ".npy";
/** The member in which traceToNpz stores the spec. Of a file that has it, only the parameters are weights. */
export const SPEC_MEMBER = "spec.json";

export function readNpz(bytes: Uint8Array<ArrayBuffer>, into: StateDictBuilder): void {
  const members = membersOf(bytes, into);
  const isTrace = members.some(({ name }) => name === SPEC_MEMBER);
  const arrays = isTrace ? members.filter(({ name }) => isParameter(nameOf(name))) : members;
  for (const member of arrays) checkName(member, into);
  checkSizes(arrays, bytes.length, into);
  for (const member of arrays) readNpy(contentOf(member, into), nameOf(member.name), into);
}

const nameOf = (member: string): string =>
  member.endsWith(ENDING) ? member.slice(0, -ENDING.length) : member;

function checkName({ name }: Member, into: StateDictBuilder): void {
  if (name.endsWith("data.pkl"))
    into.refuse(name, "a file of torch.save", "safetensors, numpy.savez or JSON", "torchSave");
  if (/[/\\]/.test(name)) into.refuse(name, "a path", "the name of a tensor");
  if (!name.endsWith(ENDING)) into.refuse(name, "no array", `a member called <tensor>${ENDING}`);
}

/** Checked before anything is inflated: members that share bytes could be inflated many times. */
function checkSizes(members: readonly Member[], fileSize: number, into: StateDictBuilder): void {
  const most = MOST_NUMBERS * BYTES_PER_NUMBER + members.length * MOST_HEADER_BYTES;
  const size = members.reduce((sum, member) => sum + member.size, 0);
  if (size > most) into.refuse("zip", `${size} bytes once inflated`, `at most ${most}`, "tooLarge");
  const packed = members.reduce((sum, member) => sum + member.packed.length, 0);
  if (packed > fileSize) into.refuse("zip", `${packed} bytes of members`, `at most the file's ${fileSize}`);
}

/**
 * Reads and writes safetensors: eight bytes with the length of a JSON header, the header, and the numbers of all tensors one after
 * another, little-endian. Source: https://github.com/huggingface/safetensors#format
 */
import { shownValue } from "../errors.js";
import type { TensorIn } from "../tensor_input.js";
import { BYTES_PER_NUMBER, type StateDictBuilder } from "./state_dict_builder.js";
import { decodedText, parsedJson } from "./text.js";

const LENGTH_BYTES = 8;
const BRACE = 0x7b;
/** Enough for tens of thousands of tensors. */
const MOST_HEADER_BYTES = 10_000_000;

interface Entry {
  readonly name: string;
  readonly dtype: unknown;
  readonly shape: unknown;
  /** Its bytes, counted from the end of the header. */
  readonly begin: number;
  readonly end: number;
}

/** JSON text has no NUL byte, while the eight bytes of any plausible header length do. */
export const isSafetensors = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, LENGTH_BYTES).includes(0) && bytes[LENGTH_BYTES] === BRACE;

export function readSafetensors(bytes: Uint8Array<ArrayBuffer>, into: StateDictBuilder): void {
  const headerEnd = LENGTH_BYTES + headerLength(bytes, into);
  const header = decodedText(bytes.subarray(LENGTH_BYTES, headerEnd), "header", into);
  const numbers = bytes.subarray(headerEnd);
  const entries = Object.entries(parsedJson(header, "header", into))
    .filter(([name]) => name !== "__metadata__")
    .map(([name, value]) => entryOf(name, value, into));
  checkCover(entries, numbers.length, into);
  for (const { name, dtype, shape, begin, end } of entries) {
    if (dtype !== "F32") into.refuseDtype(name, shownValue(dtype));
    const wants = into.checkedShape(name, shape);
    if (end - begin !== wants.count * BYTES_PER_NUMBER) {
      into.refuse(name, `${end - begin} bytes`, `${wants.count * BYTES_PER_NUMBER} for its shape`);
    }
    into.add(name, wants.shape, new Float32Array(numbers.slice(begin, end).buffer));
  }
}

/** The texts in the header of a safetensors file, unchecked; none for other files. */
export async function safetensorsNotes(file: Blob): Promise<Readonly<Record<string, unknown>>> {
  const first = new Uint8Array(await file.slice(0, LENGTH_BYTES + 1).arrayBuffer());
  if (!isSafetensors(first)) return {};
  const length = Number(new DataView(first.buffer).getBigUint64(0, true));
  const header = await file.slice(LENGTH_BYTES, LENGTH_BYTES + Math.min(length, MOST_HEADER_BYTES)).text();
  try {
    return Object(JSON.parse(header)["__metadata__"]);
  } catch {
    return {};
  }
}

function headerLength(bytes: Uint8Array<ArrayBuffer>, into: StateDictBuilder): number {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  const most = Math.min(bytes.length - LENGTH_BYTES, MOST_HEADER_BYTES);
  if (length > BigInt(most)) into.refuse("header", `a length of ${length} bytes`, `at most ${most}`);
  return Number(length);
}

function entryOf(name: string, value: unknown, into: StateDictBuilder): Entry {
  const { dtype, shape, data_offsets: offsets } = Object(value) as Record<string, unknown>;
  const [begin, end, ...more] = Array.isArray(offsets) ? offsets : [];
  const good = [begin, end].every(Number.isSafeInteger) && begin >= 0 && begin <= end && more.length === 0;
  if (!good)
    into.refuse(
      name,
      `data_offsets ${shownValue(begin)}, ${shownValue(end)}`,
      "[first byte, byte after the last]",
    );
  return { name, dtype, shape, begin, end };
}

/** Checks that the tensors follow each other and fill the file, so that no byte is read twice and none is left over. */
function checkCover(entries: readonly Entry[], length: number, into: StateDictBuilder): void {
  let covered = 0;
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== covered)
      into.refuse(name, `a beginning at byte ${begin}`, `${covered}, where the one before ends`);
    covered = end;
  }
  if (covered !== length) into.refuse("data", `${length} bytes`, `${covered}, as many as the header says`);
}

/** The numbers begin at a multiple of this many bytes, as in files of the reference writer; spaces pad the header. */
const ALIGNMENT = 8;

/** The bytes of a file with these float32 tensors, in their order. `notes` are stored in the header. */
export function writeSafetensors(
  tensors: Readonly<Record<string, Pick<TensorIn, "shape" | "data">>>,
  notes: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const begin = end;
    end += data.length * BYTES_PER_NUMBER;
    return [name, { dtype: "F32", shape, data_offsets: [begin, end] }] as const;
  });
  const metadata = Object.keys(notes).length > 0 ? { __metadata__: notes } : {};
  const header = new TextEncoder().encode(JSON.stringify({ ...metadata, ...Object.fromEntries(entries) }));
  const length = Math.ceil(header.length / ALIGNMENT) * ALIGNMENT;
  let at = LENGTH_BYTES + length;
  const file = new Uint8Array(at + end).fill(" ".charCodeAt(0), LENGTH_BYTES, at);
  const view = new DataView(file.buffer);
  view.setBigUint64(0, BigInt(length), true);
  file.set(header, LENGTH_BYTES);
  for (const { data } of Object.values(tensors)) {
    for (let i = 0; i < data.length; i++, at += BYTES_PER_NUMBER) view.setFloat32(at, data[i] ?? 0, true);
  }
  return file;
}

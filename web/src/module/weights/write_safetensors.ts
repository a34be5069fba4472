/**
 * Writes safetensors: eight bytes with the length of a JSON header, the header, and the numbers of all tensors one after
 * another, little-endian. Source: https://github.com/huggingface/safetensors#format
 */
import type { TensorIn } from "../tensor_input.js";
import { BYTES_PER_NUMBER } from "./state_dict_builder.js";

const LENGTH_BYTES = 8;
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
  const header = padded(
    new TextEncoder().encode(JSON.stringify({ ...metadata, ...Object.fromEntries(entries) })),
  );
  const file = new Uint8Array(LENGTH_BYTES + header.length + end);
  const view = new DataView(file.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  file.set(header, LENGTH_BYTES);
  let at = LENGTH_BYTES + header.length;
  for (const { data } of Object.values(tensors)) {
    for (let i = 0; i < data.length; i++, at += BYTES_PER_NUMBER) view.setFloat32(at, data[i] ?? 0, true);
  }
  return file;
}

function padded(text: Uint8Array): Uint8Array {
  const result = new Uint8Array(Math.ceil(text.length / ALIGNMENT) * ALIGNMENT).fill(" ".charCodeAt(0));
  result.set(text);
  return result;
}

/**
 * Reads the members of a zip archive, stored or deflated. It is strict, because archives are untrusted: it checks the size
 * that the directory declares first, inflates nothing beyond it, and checks the checksum afterwards.
 * Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { Inflate, inflateSync } from "fflate";
import { HeadsUpError } from "../errors.js";
import type { StateDictBuilder } from "./state_dict_builder.js";
import { decodedText } from "./text.js";

const LOCAL = { signature: 0x04034b50, size: 30 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const END = { signature: 0x06054b50, size: 22, mostComment: 0xffff };
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** The zip64 marker for a number that is stored elsewhere. */
const ELSEWHERE = 0xffffffff;
/** Packed bytes to inflate at a time, so that a member that gives more than it should is noticed soon. */
const CHUNK = 65_536;
/** The highest compression ratio of deflate: https://zlib.net/zlib_tech.html */
const MOST_RATIO = 1032;

type Bytes = Uint8Array<ArrayBuffer>;

export interface Member {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** The inflated size in bytes, as the directory declares it. */
  readonly size: number;
  readonly packed: Bytes;
}

/** Whether the bytes begin with "PK", as a member does, or the end record of an archive without members. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The members in the order of the directory. */
export function membersOf(zip: Bytes, into: StateDictBuilder): Member[] {
  const { start, end, count } = directoryOf(viewOf(zip), into);
  const members: Member[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const entry = entryAt(zip.subarray(0, end), at, into);
    if (entry.packedEnd > start) into.refuse(entry.name, "a member beyond the archive", "a whole file");
    members.push(entry);
    at = entry.next;
  }
  if (at !== end) into.refuse("zip", `${count} members`, "as many as the directory has");
  return members;
}

function directoryOf(view: DataView, into: StateDictBuilder): { start: number; end: number; count: number } {
  const end = endOf(view, into);
  const disks = view.getUint32(end + 4, true);
  const onThisDisk = view.getUint16(end + 8, true);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const directoryEnd = start + view.getUint32(end + 12, true);
  if (disks !== 0 || onThisDisk !== count) into.refuse("zip", "several disks", "one");
  if (directoryEnd > end) into.refuse("zip", "a directory elsewhere", "one before the end, without zip64");
  return { start, end: directoryEnd, count };
}

/** The offset of the end record, after which only a comment may follow. */
function endOf(view: DataView, into: StateDictBuilder): number {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - END.mostComment); at--) {
    if (view.getUint32(at, true) === END.signature && view.getUint16(at + 20, true) === last - at) return at;
  }
  return into.refuse("zip", "no end of its directory", "a whole file");
}

interface Entry extends Member {
  readonly packedEnd: number;
  /** Where the next entry begins. */
  readonly next: number;
}

function entryAt(zip: Bytes, at: number, into: StateDictBuilder): Entry {
  const view = viewOf(zip);
  if (at + ENTRY.size > zip.length || view.getUint32(at, true) !== ENTRY.signature) {
    into.refuse("zip", `no entry at byte ${at}`, "a directory of all members");
  }
  const u16 = (field: number) => view.getUint16(at + field, true);
  const u32 = (field: number) => view.getUint32(at + field, true);
  const nameEnd = at + ENTRY.size + u16(28);
  const next = nameEnd + u16(30) + u16(32);
  if (next > zip.length) into.refuse("zip", "an entry beyond its directory", "a whole one");
  const nameBytes = zip.subarray(at + ENTRY.size, nameEnd);
  const name = decodedText(nameBytes, "name of a member", into);
  if (u16(8) & ENCRYPTED) into.refuse(name, "an encrypted member", "an open one");
  const [method, crc, packedSize, size, local] = [u16(10), u32(16), u32(20), u32(24), u32(42)];
  if ([packedSize, size, local].includes(ELSEWHERE)) into.refuse(name, "a zip64 entry", "less than 4 GB");
  const start =
    dataStart(zip, local, nameBytes) ?? into.refuse(name, "another member", "its own local header");
  const packedEnd = start + packedSize;
  return { name, method, crc, size, packed: zip.subarray(start, packedEnd), packedEnd, next };
}

/** Where a member's data starts. The local header repeats the directory's entry, so only its name and length are read. */
function dataStart(zip: Bytes, local: number, nameBytes: Bytes): number | undefined {
  const view = viewOf(zip);
  const nameStart = local + LOCAL.size;
  if (nameStart > zip.length || view.getUint32(local, true) !== LOCAL.signature) return undefined;
  const nameEnd = nameStart + view.getUint16(local + 26, true);
  const isSameName =
    nameEnd - nameStart === nameBytes.length && nameBytes.every((b, i) => zip[nameStart + i] === b);
  return isSameName ? nameEnd + view.getUint16(local + 28, true) : undefined;
}

export function contentOf({ name, method, crc, size, packed }: Member, into: StateDictBuilder): Bytes {
  if (method !== STORED && method !== DEFLATED)
    into.refuse(name, `compression ${method}`, "stored or deflated");
  const content = method === STORED ? packed : inflated(packed, size, name, into);
  if (content.length !== size) into.refuse(name, `${content.length} bytes`, `${size} as the directory says`);
  if (crc32(content) !== crc) into.refuse(name, "another checksum", "the directory's");
  return content;
}

/** Allocates the declared size only if the packed bytes could fill it, and stops if they give more. */
function inflated(packed: Bytes, size: number, name: string, into: StateDictBuilder): Bytes {
  const most = packed.length * MOST_RATIO;
  if (size > most) into.refuse(name, `${packed.length} bytes for ${size}`, `at most ${most} of them`);
  // With room for one byte more, which shows a member that is too long.
  const content = new Uint8Array(size + 1);
  let filled = 0;
  const add = (chunk: Uint8Array): void => {
    if (filled + chunk.length > size) into.refuse(name, "more bytes", `${size} as the directory says`);
    content.set(chunk, filled);
    filled += chunk.length;
  };
  try {
    // Not as a stream, whose buffers take ten times as long as the rest of a small member.
    if (packed.length <= CHUNK) add(inflateSync(packed, { out: content }));
    else {
      const inflate = new Inflate(add);
      for (let at = 0; at < packed.length; at += CHUNK) {
        inflate.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length);
      }
    }
  } catch (error) {
    if (error instanceof HeadsUpError) throw error;
    into.refuse(name, (error as Error).message, "deflated data");
  }
  return content.subarray(0, filled);
}

/** The polynomial of zip's CRC-32: https://www.w3.org/TR/png/#D-CRCAppendix */
const POLYNOMIAL = 0xedb88320;

/** The result of eight shifts, for each byte. */
const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/**
 * JavaScript values made from a fuzzer's bytes: cloneable ones, which postMessage can carry, and hostile ones, whose getters
 * throw, whose memory is detached, or which change between reads.
 */
import type { Bytes } from "./bytes.js";

/** The error that hostile values throw, the only foreign error that a call may let through. */
export class Thrown extends Error {}

const DEPTH = 3;
/** Any class of typed arrays. */
interface View {
  new (of: number | ArrayBufferLike, offset?: number, length?: number): ArrayBufferView<ArrayBuffer>;
  readonly BYTES_PER_ELEMENT: number;
}
const TYPED = [
  ...[Float32Array, Float64Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array],
  ...[Int32Array, Uint32Array, BigInt64Array, BigUint64Array],
] as readonly unknown[] as readonly View[];

type Make = (bytes: Bytes, depth: number) => unknown;
/** Values of one family; `depth` levels of other values may be inside. */
type Any = (bytes: Bytes, depth?: number) => unknown;

const PLAIN: readonly Make[] = [
  (bytes) => bytes.number(),
  () => undefined,
  () => null,
  (bytes) => bytes.coin(),
  (bytes) => bytes.size(),
  (bytes) => bytes.odd(),
  (bytes) => bytes.text(),
  (bytes) => bytes.pick(["-inf", "NaN", "8", "", "length", "__proto__", "constructor", "then", "toJSON"]),
  (bytes) => BigInt(bytes.byte()) << BigInt(bytes.byte()),
];

const keyed = (bytes: Bytes, value: () => unknown): [string, unknown][] =>
  bytes.list(4, () => [
    bytes.coin()
      ? bytes.text()
      : bytes.pick(["shape", "data", "dtype", "length", "0", "__proto__", "toString"]),
    value(),
  ]);

function selfContaining(bytes: Bytes): unknown {
  const list: unknown[] = bytes.list(3, () => bytes.number());
  const object: Record<string, unknown> = { list };
  if (bytes.coin()) list.unshift(bytes.coin() ? list : object);
  else object["self"] = object;
  return bytes.coin() ? list : object;
}

/** A list with holes, or as long as a list can be. */
function sparse(bytes: Bytes): unknown[] {
  const list: unknown[] = [];
  list[bytes.byte()] = bytes.number();
  if (bytes.oneIn(4)) list.length = 2 ** 32 - 1;
  return list;
}

const containers = (value: Any): readonly Make[] => [
  (bytes, depth) => bytes.list(4, () => value(bytes, depth)),
  (bytes, depth) => Object.fromEntries(keyed(bytes, () => value(bytes, depth))),
  selfContaining,
  sparse,
  (bytes, depth) => new Map(keyed(bytes, () => value(bytes, depth))),
  (bytes, depth) => new Set(bytes.list(4, () => value(bytes, depth))),
  (bytes) => new Date(bytes.odd()),
  (bytes) => bytes.pick([/x/g, new Error("x"), Object(true), Object("text"), Object(3), Object(3n)]),
  (bytes) => new Float32Array(bytes.list(8, () => bytes.number())),
  (bytes) => new (bytes.pick(TYPED))(bytes.below(9)),
  (bytes) => new DataView(new ArrayBuffer(bytes.below(9))),
  (bytes) => Uint8Array.from(bytes.list(16, () => bytes.byte())).buffer,
];

/** A view of memory that is detached, shared or resized. */
export function strangeView(bytes: Bytes): ArrayBufferView {
  const View = bytes.pick(TYPED);
  const count = bytes.below(64);
  const size = count * View.BYTES_PER_ELEMENT;
  switch (bytes.below(6)) {
    case 0:
      return new View(new SharedArrayBuffer(size));
    case 5:
      return Object.defineProperty(new View(count), "length", { value: bytes.below(8) });
    case 1: {
      const view = new View(count);
      structuredClone(view.buffer, { transfer: [view.buffer] });
      return view;
    }
    case 2: {
      const buffer = resizable(size, 2 * size);
      const view = new View(buffer);
      buffer.resize(bytes.coin() ? 0 : 2 * size);
      return view;
    }
    case 3: {
      const buffer = resizable(size + 8, size + 8);
      const view = new View(buffer, 8, Math.floor(size / View.BYTES_PER_ELEMENT));
      buffer.resize(bytes.coin() ? 0 : 8);
      return view;
    }
    default:
      return new DataView(resizable(size, size));
  }
}

type Resizable = ArrayBuffer & { resize(size: number): void };
/** Resizable buffers are part of ES2024, which the configured types lack. */
const resizable = (size: number, most: number): Resizable =>
  new (ArrayBuffer as unknown as new (size: number, options: object) => Resizable)(size, {
    maxByteLength: most,
  });

/** What hostile values do when they are read, besides throwing; set by the target. */
export const callsBack: (() => unknown)[] = [];

/** A value whose reads call back, and then give what its target has. */
function callingBack(bytes: Bytes, target: object): object {
  const calls = bytes.list(3, () => bytes.below(64));
  return new Proxy(target, {
    get: (of, key) => {
      const call = callsBack[(calls.pop() ?? Number.NaN) % callsBack.length];
      call?.();
      return Reflect.get(of, key) as unknown;
    },
  });
}

const fail = (): never => {
  throw new Thrown("a hostile value was read");
};

/** Whether a proxy may return another value for the property than its target has. */
function canChange(of: object, key: PropertyKey): boolean {
  const own = Reflect.getOwnPropertyDescriptor(of, key);
  return own === undefined || own.configurable === true || own.writable === true;
}

/** A proxy whose later reads throw or return something else. */
export function hostile(bytes: Bytes, target: object, other: () => unknown): object {
  if (bytes.oneIn(3)) return callingBack(bytes, target);
  const after = bytes.below(6);
  let reads = 0;
  const late = (): boolean => reads++ >= after;
  const traps: ProxyHandler<object>[] = [
    { get: (of, key) => (late() ? fail() : Reflect.get(of, key)) },
    { get: (of, key) => (late() && canChange(of, key) ? other() : Reflect.get(of, key)) },
    { has: fail },
    { ownKeys: fail },
    { getOwnPropertyDescriptor: fail },
    { getPrototypeOf: fail },
    { get: (of, key) => (key === "length" && canChange(of, key) ? bytes.odd() : Reflect.get(of, key)) },
    {},
  ];
  return new Proxy(target, bytes.pick(traps));
}

const HOSTILE: readonly Make[] = [
  () => Symbol("symbol"),
  (bytes) => Symbol.for(bytes.text()),
  () => fail,
  () => class {},
  () => Promise.resolve(1),
  () => Object.create(null),
  (bytes, depth) => Object.assign(Object.create(null), { shape: any(bytes, depth), data: any(bytes, depth) }),
  (bytes, depth) =>
    Object.create(Object.fromEntries(keyed(bytes, () => any(bytes, depth))) as object) as unknown,
  (bytes) => Object.defineProperty({}, bytes.pick(["shape", "data", "0", "length", "lesson"]), { get: fail }),
  (bytes) => Object.defineProperty([1, 2], bytes.pick(["0", "1"]), { get: fail, enumerable: true }),
  (bytes) => ({ [bytes.pick(["toString", "valueOf", "toJSON", "then"])]: fail }),
  () => ({ [Symbol.toPrimitive]: fail }),
  () => ({ [Symbol.iterator]: fail, length: 2 }),
  (bytes) => ({ length: bytes.odd() }),
  strangeView,
  (bytes, depth) => Object.freeze(Object.fromEntries(keyed(bytes, () => any(bytes, depth)))),
  (bytes, depth) => hostile(bytes, Object(any(bytes, depth)) as object, () => any(bytes, 0)),
  (bytes, depth) =>
    hostile(
      bytes,
      bytes.list(4, () => any(bytes, depth)),
      () => any(bytes, 0),
    ),
];

const family = (makes: readonly Make[]): Any => {
  const all = [...PLAIN, ...containers((bytes, depth = 0) => one(bytes, depth)), ...makes];
  const one: Any = (bytes, depth = DEPTH) =>
    depth <= 0 ? bytes.pick(PLAIN)(bytes, 0) : bytes.pick(all)(bytes, depth - 1);
  return one;
};

/** Any value that structuredClone takes. */
export const cloneable: Any = family([]);
/** Any value at all. */
export const any: Any = family(HOSTILE);

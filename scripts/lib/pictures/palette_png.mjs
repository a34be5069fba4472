/**
 * Writes a picture as a PNG with a palette, which has a third of the bytes of the PNG with three channels that pngjs writes.
 * https://www.w3.org/TR/png-3/
 */
import { deflateSync, gzipSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
/** How far a colour may be from the one that replaces it, in each channel; tried until few enough colours are left. */
const DISTANCES = [0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32];

/**
 * @param {{ width: number, height: number, data: Uint8Array }} picture  four channels, all opaque
 * @returns {Buffer}
 */
export function palettePng({ width, height, data }) {
  const colours = Uint32Array.from({ length: width * height }, (_, place) => {
    const [r = 0, g = 0, b = 0] = data.subarray(4 * place, 4 * place + 3);
    return (r << 16) | (g << 8) | b;
  });
  const { palette, places } = paletteOf(colours);
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter type, 0 for none
  colours.forEach((colour, place) => {
    rows[place + Math.floor(place / width) + 1] = places.get(colour) ?? 0;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // eight bits per pixel, with a palette
  const bytes = palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(bytes)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Replaces colours by more frequent ones that are near; `places` maps a colour to its palette index.
 * @param {Uint32Array} colours
 */
function paletteOf(colours) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const colour of colours) times.set(colour, (times.get(colour) ?? 0) + 1);
  const byFrequency = [...times].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b);
  for (const distance of DISTANCES) {
    /** @type {number[]} */
    const palette = [];
    const places = new Map();
    for (const [colour] of byFrequency) {
      const near = palette.findIndex((other) => isNear(colour, other, distance));
      places.set(colour, near < 0 ? palette.push(colour) - 1 : near);
      if (palette.length > MOST_COLOURS) break;
    }
    if (palette.length <= MOST_COLOURS) return { palette, places };
  }
  throw new Error("no picture has so many colours");
}

/** @param {number} a  @param {number} b  @param {number} distance */
const isNear = (a, b, distance) =>
  [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= distance);

/** @param {string} type  @param {Buffer} data */
function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** PNG's checksum is also that of gzip, which ends with it and the length. The oldest supported Node lacks zlib.crc32. @param {Buffer} bytes */
function crc32(bytes) {
  const zipped = gzipSync(bytes);
  return zipped.readUInt32LE(zipped.length - 8);
}

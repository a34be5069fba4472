/**
 * Compares two pictures of the same moment and ignores differences between fonts. Outside of text, every pixel must agree
 * except at antialiased edges; in the box of a text, the background must agree and there must be about as much ink.
 */

/**
 * @typedef {{ readonly width: number, readonly height: number, readonly data: Uint8Array }} Pixels  four channels
 * @typedef {import("../scripts/lib/pictures/painter_page.js").Box} Box
 * @typedef {{ readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }} Bounds
 */

/** How far apart (of 255) a channel may be, even after softening. */
const TOLERANCE = 20;
/** Fewer differing pixels than this are noise. */
export const STRAY_POINTS = 4;
/** The background fills at least this share of a text's box; its colour may differ by more than TOLERANCE. */
const LEAST_BACKGROUND = 0.08;
const BACKGROUND_TOLERANCE = 26;
/** A box with less mean ink (of 255) has no text. Between fonts, ink differs by at most this ratio. */
const LEAST_INK = 20;
const MOST_INK_RATIO = 2.7;

/**
 * The pixels that differ, as a mask with one byte each.
 * @param {Pixels} expected
 * @param {Pixels} got
 * @param {readonly Box[]} text  the boxes of text in `got`
 */
export function difference(expected, got, text) {
  const { width, height } = got;
  const differs = new Uint8Array(width * height);
  if (expected.width !== width || expected.height !== height) return differs.fill(1);
  const boxes = text.map((box) => boundsOf(box, width, height));
  const isText = new Uint8Array(width * height);
  const mark = (/** @type {Uint8Array} */ mask, /** @type {Bounds} */ box) =>
    forEachPixel(box, width, (place) => mask.fill(1, place, place + 1));
  for (const box of boxes) mark(isText, box);
  for (let place = 0; place < differs.length; place++) {
    if (isText[place] || !farApart(expected.data, got.data, place)) continue;
    if (farApart(softened(expected, place), softened(got, place), 0)) differs[place] = 1;
  }
  for (const box of boxes) {
    if (textDiffers(expected, got, box)) mark(differs, box);
  }
  return differs;
}

/**
 * The pixels of a box that are inside the picture.
 * @param {Box} box
 * @param {number} width
 * @param {number} height
 * @returns {Bounds}
 */
function boundsOf({ x, y, ...size }, width, height) {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  return {
    left,
    top,
    right: Math.min(width, Math.ceil(x + size.width)),
    bottom: Math.min(height, Math.ceil(y + size.height)),
  };
}

/** @param {Bounds} box  @param {number} width  @param {(place: number) => void} visit */
function forEachPixel({ left, top, right, bottom }, width, visit) {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit(y * width + x);
}

/**
 * The mean of a pixel and its neighbours, so that a shifted antialiased edge is not a difference.
 * @param {Pixels} picture  @param {number} place
 */
function softened({ width, height, data }, place) {
  const [x, y] = [place % width, Math.floor(place / width)];
  const sums = [0, 0, 0];
  let points = 0;
  const box = { left: Math.max(0, x - 1), top: Math.max(0, y - 1), right: x + 2, bottom: y + 2 };
  const within = { ...box, right: Math.min(width, box.right), bottom: Math.min(height, box.bottom) };
  forEachPixel(within, width, (neighbour) => {
    points += 1;
    for (let channel = 0; channel < 3; channel++)
      sums[channel] = (sums[channel] ?? 0) + (data[4 * neighbour + channel] ?? 0);
  });
  return sums.map((sum) => sum / points);
}

/** @param {ArrayLike<number>} a  @param {ArrayLike<number>} b  @param {number} place  @param {number} [tolerance] */
function farApart(a, b, place, tolerance = TOLERANCE) {
  for (let i = 4 * place; i < 4 * place + 3; i++)
    if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > tolerance) return true;
  return false;
}

/**
 * Each picture's background must also fill a share of the other's box (of a hatched one, either colour may be found), and
 * there must be about as much ink on it.
 * @param {Pixels} expected  @param {Pixels} got  @param {Bounds} box
 */
function textDiffers(expected, got, box) {
  const background = backgroundOf(expected, box);
  const shareInGot = shareOf(got, box, background);
  const shareInExpected = shareOf(expected, box, backgroundOf(got, box));
  if (Math.min(shareInGot, shareInExpected) < LEAST_BACKGROUND) return true;
  const inks = [inkOf(expected, box, background), inkOf(got, box, background)];
  const [less, more] = [Math.min(...inks), Math.max(...inks)];
  return more > LEAST_INK && more > MOST_INK_RATIO * less;
}

/** The most frequent colour; very similar colours count as one. @param {Pixels} picture  @param {Bounds} box */
function backgroundOf({ width, data }, box) {
  /** @type {Map<number, { times: number, place: number }>} */
  const colours = new Map();
  let most = { times: 0, place: 0 };
  forEachPixel(box, width, (place) => {
    const key = [0, 1, 2].reduce((sum, channel) => 64 * sum + ((data[4 * place + channel] ?? 0) >> 3), 0);
    const seen = colours.get(key) ?? { times: 0, place };
    seen.times += 1;
    colours.set(key, seen);
    if (seen.times > most.times) most = seen;
  });
  return data.subarray(4 * most.place, 4 * most.place + 3);
}

/** The share of pixels of about this colour. @param {Pixels} picture  @param {Bounds} box  @param {Uint8Array} colour */
function shareOf({ width, data }, box, colour) {
  let [points, near] = [0, 0];
  forEachPixel(box, width, (place) => {
    points += 1;
    if (!farApart(colour, data.subarray(4 * place, 4 * place + 3), 0, BACKGROUND_TOLERANCE)) near += 1;
  });
  return points === 0 ? 1 : near / points;
}

/**
 * The mean distance of pixels from the background.
 * @param {Pixels} picture
 * @param {Bounds} box
 * @param {Uint8Array} background
 */
function inkOf({ width, data }, box, background) {
  let [points, ink] = [0, 0];
  forEachPixel(box, width, (place) => {
    points += 1;
    ink += Math.max(
      ...background.map((value, channel) => Math.abs(value - (data[4 * place + channel] ?? 0))),
    );
  });
  return points === 0 ? 0 : ink / points;
}

/**
 * A picture for people with the expected picture, the actual one and the differences below each other.
 * @param {Pixels} expected  @param {Pixels} got  @param {Uint8Array} differs
 * @returns {Pixels}
 */
export function report(expected, got, differs) {
  const { width, height } = got;
  const data = new Uint8Array(4 * width * 3 * height).fill(255);
  const rowBytes = 4 * width;
  for (let y = 0; y < Math.min(height, expected.height); y++) {
    const from = expected.data.subarray(4 * y * expected.width, 4 * (y + 1) * expected.width);
    data.set(from.subarray(0, rowBytes), y * rowBytes);
  }
  data.set(got.data, height * rowBytes);
  differs.forEach((differing, place) => {
    const pale = [0, 1, 2].map((channel) => 200 + (got.data[4 * place + channel] ?? 0) / 5);
    data.set(differing ? [200, 0, 60] : pale, 2 * height * rowBytes + 4 * place);
  });
  return { width, height: 3 * height, data };
}

/** Fits how time grows along a series. */

/** @typedef {{ x: number, ms: number }} Point */
/** @typedef {{ linear: number, square: number, ms: number }} Work  multiplications and additions, and their time */

/**
 * The exponent e of ms ~ x^e over these points: the slope of a line through their logarithms.
 * @param {readonly Point[]} points
 */
export function exponent(points) {
  const logs = points.map(({ x, ms }) => ({ x: Math.log(x), y: Math.log(ms) }));
  const mean = (/** @type {readonly number[]} */ values) => values.reduce((a, b) => a + b, 0) / values.length;
  const [meanX, meanY] = [mean(logs.map(({ x }) => x)), mean(logs.map(({ y }) => y))];
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/**
 * ms ≈ perLinear · linear + perSquare · square, by least squares on the relative error, so that short times count as much
 * as long ones.
 * @param {readonly Work[]} works
 */
export function fitTwoParts(works) {
  let [aa, ab, bb, a1, b1] = [0, 0, 0, 0, 0];
  for (const { linear, square, ms } of works) {
    const [a, b] = [linear / ms, square / ms];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    a1 += a;
    b1 += b;
  }
  const determinant = aa * bb - ab * ab;
  const perLinear = (a1 * bb - b1 * ab) / determinant;
  const perSquare = (b1 * aa - a1 * ab) / determinant;
  const errors = works.map(({ linear, square, ms }) =>
    Math.abs((perLinear * linear + perSquare * square) / ms - 1),
  );
  return { perLinear, perSquare, largestError: Math.max(...errors) };
}

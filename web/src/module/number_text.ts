/** Numbers as text for people and programs that read JSON. */

const SMALLEST_NORMAL = 2 ** -126;
/** The powers of ten that float64 holds exactly. */
const exactPowers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** The shortest text that reads back as the same float32: "0.1", where float64 would have 0.10000000149011612. */
export function float32Text(x: number): string {
  if (!Number.isFinite(x)) return JSON.stringify(beyondJson(x));
  if (Object.is(x, -0)) return "-0";
  // Six digits always survive a round trip and nine always suffice; most numbers need eight or nine.
  const first = Math.abs(x) < SMALLEST_NORMAL ? 1 : rounded(x, 7) === undefined ? 8 : 6;
  let shortest = rounded(x, first);
  for (let digits = first + 1; shortest === undefined; digits++) shortest = rounded(x, digits);
  return String(shortest);
}

/** The number rounded to this many digits, or undefined if that reads back as another float32. */
function rounded(x: number, digits: number): number | undefined {
  const places = digits - 1 - Math.floor(Math.log10(Math.abs(x)));
  const power = exactPowers[Math.abs(places)];
  // One rounded division or product of exact numbers equals what the text parses to, and is faster than toPrecision.
  const result =
    power === undefined
      ? Number(x.toPrecision(digits))
      : places < 0
        ? Math.round(x / power) * power
        : Math.round(x * power) / power;
  return Math.fround(result) === x ? result : undefined;
}

/** NaN and the infinities, which JSON lacks, as the strings "nan", "inf" and "-inf". */
export const beyondJson = (x: number): string => (Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf");

/** A number as a programmer types it: "-1e12" instead of "-1000000000000". */
export function shortNumber(value: number): string {
  const short = (text: string): string => text.replace("e+", "e");
  const [plain, exponential] = [short(String(value)), short(value.toExponential())];
  return exponential.length < plain.length ? exponential : plain;
}

/** -1e12 as a programmer types it, rather than with all its zeros. */
export function shortNumber(value: number): string {
  const short = (text: string): string => text.replace("e+", "e");
  const [plain, exponential] = [short(String(value)), short(value.toExponential())];
  return exponential.length < plain.length ? exponential : plain;
}

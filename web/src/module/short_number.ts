/** A number as a programmer types it: "-1e12" instead of "-1000000000000". */
export function shortNumber(value: number): string {
  const short = (text: string): string => text.replace("e+", "e");
  const [plain, exponential] = [short(String(value)), short(value.toExponential())];
  return exponential.length < plain.length ? exponential : plain;
}

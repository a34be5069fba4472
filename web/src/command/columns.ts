/** Formats rows as columns of text. */
import type { Emphasis } from "./output.js";

/** The first row is the heading. Columns are two spaces apart; those in `right` are right-aligned. */
export function inColumns(
  rows: readonly (readonly string[])[],
  heading: Emphasis,
  right: readonly number[] = [],
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return rows.map((row, i) => `${i === 0 ? heading(lineOf(row)) : lineOf(row)}\n`).join("");
}

/** Formats rows with the same fields as a table of text. */

/** @param {readonly any[]} rows */
export function table(rows) {
  const fields = Object.keys(rows[0] ?? {});
  const cells = [fields, ...rows.map((row) => fields.map((field) => String(row[field])))];
  const widths = fields.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? "").length)));
  const isNumber = fields.map((field) => typeof rows[0]?.[field] === "number");
  return cells
    .map((row) =>
      row
        .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What both soaks have in common: rounds, and what counts as flat. */

/** Memory is looked at after each; the first two warm up. */
export const ROUNDS = 10;
const WARM = 2;

/** What a collection may leave behind by chance. */
const BY_CHANCE = 0.1;

/** @param {number} bytes */
export const megabytes = (bytes) => Math.round(bytes / 1e5) / 10;

/**
 * The fields that have grown from the end of the warm-up to the end by more than chance.
 * @param {readonly Readonly<Record<string, number>>[]} rows  one a round
 * @param {readonly string[]} fields
 */
export function grown(rows, fields) {
  const [warm = {}, last = {}] = [rows[WARM - 1], rows.at(-1)];
  return fields.filter((field) => (last[field] ?? 0) > (warm[field] ?? 0) * (1 + BY_CHANCE) + 1);
}

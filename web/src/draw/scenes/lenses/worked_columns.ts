/** How many columns of a row are worked out: as many as have room for digits; dots stand for the rest. */

/** The least width of a cell with digits. */
const DIGITS_WIDTH = 31;
/** The room for the dots. */
export const DOTS = 18;

export function workedColumns(
  all: number,
  free: number,
): { readonly columns: number; readonly dots: number } {
  if (all * DIGITS_WIDTH <= free) return { columns: all, dots: 0 };
  const columns = Math.max(1, Math.floor((free - DOTS) / DIGITS_WIDTH));
  return { columns, dots: columns < all ? DOTS : 0 };
}

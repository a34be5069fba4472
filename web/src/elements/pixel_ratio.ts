/** How many device pixels a canvas has for each of its own pixels, also where the page around it is zoomed or scaled. */
export const pixelRatio = (element: HTMLElement): number =>
  (window.devicePixelRatio || 1) * scaleOnScreen(element);

/** How much larger an element is on the screen than by its own measure. */
export function scaleOnScreen(element: HTMLElement): number {
  return element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1;
}

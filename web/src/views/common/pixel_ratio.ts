/** Position and size of an element on the screen, also where the page around it is zoomed or scaled. */

/** How many device pixels a canvas has for each of its own pixels. */
export const pixelRatio = (element: HTMLElement): number =>
  (window.devicePixelRatio || 1) * scaleOnScreen(element);

/** The ratio of an element's size on the screen to its layout size. */
export function scaleOnScreen(element: HTMLElement): number {
  return element.offsetWidth > 0 ? boxOnScreen(element).width / element.offsetWidth : 1;
}

/** The element's box in the coordinates of pointer events. */
export function boxOnScreen(element: Element): DOMRect {
  const { x, y, width, height } = element.getBoundingClientRect();
  const zoom = unreportedZoom(element);
  return new DOMRect(x * zoom, y * zoom, width * zoom, height * zoom);
}

/**
 * WebKit 2.50 and Chromium before 128 measure boxes in pixels inside the CSS zoom and lack `currentCSSZoom`; in all other
 * browsers the measured box already includes the zoom.
 */
function unreportedZoom(element: Element): number {
  if ("currentCSSZoom" in element) return 1;
  let zoom = 1;
  for (let node: Node | null = element; node; node = parentOf(node))
    if (node instanceof Element) zoom *= Number(getComputedStyle(node).zoom) || 1;
  return zoom;
}

const parentOf = (node: Node): Node | null =>
  (node instanceof Element && node.assignedSlot) ||
  (node instanceof ShadowRoot ? node.host : node.parentNode);

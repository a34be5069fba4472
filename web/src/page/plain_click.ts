/** A click that means "here": a new tab, a new window, a saved link are the browser's business. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0);

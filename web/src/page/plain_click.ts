/** Whether a click opens the link in this tab; the browser handles new tabs, new windows and downloads. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0);

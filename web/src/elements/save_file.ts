/** Hands a file to the reader, as a download of the page's own. */

/** Until the browser has taken it; some begin late. */
const KEPT_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  const href = URL.createObjectURL(content);
  Object.assign(link, { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

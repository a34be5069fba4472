/** Saves a file on the reader's machine, as a download of the page. */

/** The URL of the latest file. It is revoked only with the next one: WebKit reads the file some time after the click. */
let latest: string | undefined;

export function saveFile(name: string, content: Blob): void {
  if (latest) URL.revokeObjectURL(latest);
  latest = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: latest, download: name }).click();
}

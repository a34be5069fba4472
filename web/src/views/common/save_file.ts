/** Saves a file on the reader's machine, as a download of the page. */

/** The address of the latest file. It is kept until the next one: WebKit reads a file some time after the click. */
let latest: string | undefined;

export function saveFile(name: string, content: Blob): void {
  if (latest) URL.revokeObjectURL(latest);
  latest = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: latest, download: name }).click();
}

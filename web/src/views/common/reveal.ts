/** How long what was opened may take to get its height. */
const GROWING_MS = 500;

/** Brings what the reader has opened into view, as little as needed: all of it if it fits, else its last part. */
export function reveal(opened: Element): void {
  const observer = new ResizeObserver(() => {
    opened.scrollIntoView({ block: "nearest" });
    opened.lastElementChild?.scrollIntoView({ block: "nearest" });
  });
  observer.observe(opened);
  setTimeout(() => observer.disconnect(), GROWING_MS);
}

/** What lasts as long as an element is on the page: listeners and observers. */
import type { LitElement } from "lit";

type Host = Pick<LitElement, "addController"> & Element;

/** Calls `begin` whenever the element comes onto the page; `signal` aborts when it leaves. */
export function whileConnected(host: Host, begin: (signal: AbortSignal) => void): void {
  let connection: AbortController | undefined;
  host.addController({
    hostConnected() {
      connection = new AbortController();
      begin(connection.signal);
    },
    hostDisconnected() {
      connection?.abort();
    },
  });
}

/** Calls back when the size of an element changes. */
export const followSize = (host: Host, changed: (content: DOMRectReadOnly) => void): void =>
  whileConnected(host, (signal) => {
    // Deferred: changing sizes inside a ResizeObserver callback is an error.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setTimeout(() => changed(entry.contentRect));
    });
    observer.observe(host);
    signal.addEventListener("abort", () => observer.disconnect());
  });

/** Reports whether a media query matches, at once and on every change. */
export const followMedia = (host: Host, query: string, report: (matches: boolean) => void): void =>
  whileConnected(host, (signal) => {
    const list = matchMedia(query);
    report(list.matches);
    list.addEventListener("change", () => report(list.matches), { signal });
  });

/** Elements this close to the viewport already count as visible. */
const NEAR = "25%";

/** Reports whether an element is visible: a hidden one defers computing and does not animate. Printing shows everything. */
export const followVisibility = (host: Host, report: (seen: boolean) => void): void =>
  whileConnected(host, (signal) => {
    const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting === true), {
      rootMargin: NEAR,
    });
    observer.observe(host);
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("beforeprint", () => report(true), { signal });
  });

/** The address bar: writes the URL of what is on the screen, and pushes a history entry for each visit. */
import type { ThemeName } from "../../draw/theme.js";

/** Debounce: browsers limit how often the URL may change. */
const ADDRESS_MS = 150;
/** Between the step and the sheet in the name of a place. */
export const SHEET = "/";

/** The address of the page that shows all lessons. */
export function homeUrl(lang: string, theme: ThemeName | undefined): string {
  return `?${new URLSearchParams({ lang, ...(theme ? { theme } : {}) })}`;
}

/** The single-file page is its own page for frames. */
const FRAME_PAGE = import.meta.env.MODE === "single" ? "" : "embed.html";

/** The address of the same view for a frame. */
export function frameUrl(link: string): string {
  const { href, search } = new URL(link);
  return FRAME_PAGE ? new URL(FRAME_PAGE + search, href).href : link;
}

/**
 * Writes the address and the history if the browser allows it; a sandboxed frame or a file:// page may not. Each place gets an
 * entry of its own, so that Back closes a sheet, or leads to the step before.
 */
export class AddressBar {
  readonly #address: () => string;
  readonly #place: () => string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the current entry and the one before stand for, as far as it is known. */
  #entry = "";
  #before = "";
  /** Whether the entry before has the same place: it was current when a sheet was opened that has been closed. */
  #isTwin = false;

  /**
   * `address` gives the URL of what is on the screen, `place` what a history entry stands for: empty if it needs none,
   * undefined before anything is on the screen.
   */
  constructor(address: () => string, place: () => string | undefined) {
    this.#address = address;
    this.#place = place;
  }

  /** Writes the URL, debounced. */
  write(): void {
    // The entry stands for what the reader sees first, even if they go on before its address is written.
    this.#entry ||= this.#place() ?? "";
    this.drop();
    this.#timer = setTimeout(() => this.flush(), ADDRESS_MS);
  }

  /** Writes the URL now. */
  writeNow(): void {
    this.write();
    this.flush();
  }

  /** Writes a pending URL now. */
  flush(): void {
    if (this.#timer === undefined) return;
    this.drop();
    const place = this.#place();
    if (place === undefined) return;
    const isClosed = this.#entry.includes(SHEET) && place === this.#before;
    if (place && this.#entry && place !== this.#entry && !isClosed) {
      attempt(() => history.pushState(withoutTwin(history.state), "", this.#address()));
      this.#before = this.#entry;
      this.#isTwin = false;
    } else {
      this.#isTwin ||= isClosed;
      const state = this.#isTwin ? { ...history.state, twin: true } : history.state;
      attempt(() => history.replaceState(state, "", this.#address()));
    }
    if (place) this.#entry = place;
  }

  /** Drops a pending URL. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Pushes a history entry. */
  go(address: string): void {
    this.flush();
    attempt(() => history.pushState(null, "", address));
  }

  /** Call when what an entry asks for has been requested. If it is not there yet, the first address that is written is its own. */
  arrive(): void {
    [this.#entry, this.#before] = [this.#place() ?? "", ""];
    this.#isTwin = history.state?.twin === true;
    this.write();
  }

  /** Call when the reader has gone to an entry that shows what is on the screen: Back goes on from a twin. */
  skipTwin(): void {
    const wasTwin = this.#isTwin;
    this.#isTwin = history.state?.twin === true;
    [this.#entry, this.#before] = [this.#place() ?? "", ""];
    if (wasTwin && !this.#isTwin) history.back();
  }
}

const withoutTwin = (state: object | null): object | null => (state ? { ...state, twin: false } : state);

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // The page works without it.
  }
}

/** The address bar: writes the URL of what is on the screen, and pushes a history entry for each visit. */
import type { ThemeName } from "../../draw/theme.js";
import { LANGUAGES } from "../../words/words.js";
import { type Problem, UNKNOWN_IN_URL } from "./url_reader.js";
import { type PageState, parseUrl } from "./url_state.js";

/** Debounce: browsers limit how often the URL may change. */
const ADDRESS_MS = 150;
const CHROME: readonly (string | undefined)[] = ["lang", "theme"];

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

export interface ParsedAddress {
  readonly state: PageState;
  readonly problems: readonly Problem[];
  /** Whether it names no lesson and nothing within one. */
  readonly isHome: boolean;
}

export function readAddress(search: string): ParsedAddress {
  const { state, problems } = parseUrl(search, LANGUAGES);
  const { spec, lang: _, theme: __, ...view } = state;
  const namesLesson = Object.keys(spec).length + Object.keys(view).length > 1;
  const wrong = problems.some(
    ({ code, details }) => code !== UNKNOWN_IN_URL && !CHROME.includes(details["field"]),
  );
  return { state, problems, isHome: !namesLesson && !wrong && !new URLSearchParams(search).has("lesson") };
}

/** Writes the address and the history if the browser allows it; a sandboxed frame or a file:// page may not. */
export class AddressBar {
  readonly #address: () => string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `address` gives the URL of what is on the screen. */
  constructor(address: () => string) {
    this.#address = address;
  }

  /** Replaces the URL of the current entry, debounced. */
  write(): void {
    this.drop();
    this.#timer = setTimeout(() => this.flush(), ADDRESS_MS);
  }

  /** Writes a pending URL now. */
  flush(): void {
    if (this.#timer === undefined) return;
    this.drop();
    attempt(() => history.replaceState(history.state, "", this.#address()));
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
}

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // The page works without it.
  }
}

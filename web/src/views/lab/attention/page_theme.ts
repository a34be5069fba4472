/** The theme of the page around an element, for what the element paints on a canvas. */
import type { ReactiveControllerHost } from "lit";
import { type Palette, paletteOf } from "../../../draw/palette.js";
import { followSystem, shownTheme } from "../../common/shown_theme.js";

export class PageThemeController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new MutationObserver(() => this.#read());
  #unfollow: (() => void) | undefined;
  #palette: Palette | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get palette(): Palette {
    this.#palette ??= paletteOf(shownTheme(document.documentElement.getAttribute("theme") ?? ""));
    return this.#palette;
  }

  hostConnected(): void {
    this.#observer.observe(document.documentElement, { attributeFilter: ["theme"] });
    this.#unfollow = followSystem(() => this.#read());
    this.#read();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#unfollow?.();
  }

  #read(): void {
    this.#palette = undefined;
    this.#host.requestUpdate();
  }
}

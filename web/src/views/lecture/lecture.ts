/**
 * Lecture mode beyond its looks: a clicker steps and plays, a blank screen and the whole screen are a key away, and the
 * pointer rests when nobody moves it.
 */
import { isKey, isTakenKey } from "../common/keys.js";
import { lettersWork } from "../common/letter_keys.js";
import { lectureStyles } from "./lecture_styles.js";

/** What a lecture needs of the element. */
export interface Lectured extends HTMLElement {
  readonly player: {
    readonly state: { readonly index: number; readonly t: number; readonly playing: boolean };
    seek(index: number, t: number): void;
    play(): void;
  };
  readonly state: { readonly steps: readonly unknown[] };
  play(): void;
  pause(): void;
  leaveLecture(): void;
  isOpen(): boolean;
}

const IDLE_MS = 2500;

export class Lecture {
  readonly #host: Lectured;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Lectured) {
    this.#host = host;
    const { shadowRoot } = host;
    const sheet = lectureStyles.styleSheet;
    if (shadowRoot && sheet) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
  }

  begin(): void {
    // Before all others: a blank screen takes whatever key comes.
    window.addEventListener("keydown", this.#onKey, true);
    this.#host.addEventListener("pointermove", this.#onPointer);
    this.#host.addEventListener("pointerdown", this.#onPointer);
    this.#onPointer();
  }

  end(): void {
    window.removeEventListener("keydown", this.#onKey, true);
    this.#host.removeEventListener("pointermove", this.#onPointer);
    this.#host.removeEventListener("pointerdown", this.#onPointer);
    clearTimeout(this.#resting);
    this.#host.classList.remove("idle", "blank");
  }

  readonly #onPointer = (event?: Event): void => {
    const { classList } = this.#host;
    if (event?.type === "pointerdown" && classList.contains("blank")) classList.remove("blank");
    classList.remove("idle");
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => classList.add("idle"), IDLE_MS);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || this.#isElsewhere(event)) return;
    const { classList } = this.#host;
    if (classList.contains("blank")) classList.remove("blank");
    else if (isLetter(event, "b") || (event.key === "." && lettersWork())) classList.add("blank");
    else if (!this.#act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** True where the key meant something. */
  #act(event: KeyboardEvent): boolean {
    // What was opened closes first.
    if (event.key === "Escape" && this.#host.isOpen()) return false;
    if (event.key === "Escape" || isLetter(event, "l")) this.#host.leaveLecture();
    else if (isLetter(event, "f")) void toggleFullscreen(this.#host);
    else if (isTakenKey(event)) return false;
    else return this.#step(event.key);
    return true;
  }

  #step(key: string): boolean {
    const { player, state } = this.#host;
    const { index, playing } = player.state;
    if (["PageDown", "ArrowRight", "ArrowDown"].includes(key)) this.#onward();
    else if (["PageUp", "ArrowLeft", "ArrowUp"].includes(key)) player.seek(index - 1, 1);
    else if (key === "Home") player.seek(0, 0);
    else if (key === "End") player.seek(state.steps.length - 1, 1);
    else if (key === " ") playing ? this.#host.pause() : this.#host.play();
    else return false;
    return true;
  }

  /** One press plays a step; another while it plays shows its end. */
  #onward(): void {
    const { player, state } = this.#host;
    const { index, t, playing } = player.state;
    if (playing) player.seek(index, 1);
    else if (t < 1) this.#host.play();
    else if (index + 1 < state.steps.length) {
      player.seek(index + 1, 0);
      this.#host.play();
    }
  }

  /** A dialog, or another page around an embedded element, has its own keys. */
  #isElsewhere(event: KeyboardEvent): boolean {
    const path = event.composedPath();
    return !path.includes(this.#host) && event.target !== document.body;
  }
}

const isLetter = (event: KeyboardEvent, letter: string): boolean => lettersWork() && isKey(event, letter);

/** Some frames may not fill the screen; then all stays as it is. */
export async function toggleFullscreen(element: HTMLElement): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen());
  } catch {
    // The browser refuses.
  }
}

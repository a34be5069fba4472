/**
 * Lecture mode: a clicker steps and plays, keys toggle a blank screen and full screen, and an idle pointer is hidden. All of
 * it begins with the mode and ends with it.
 */

import { css, html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { BESIDE_STAGE, type BesideStage } from "../../store/beside_stage.js";
import { areLetterKeysOn } from "../../store/kept/kept_text.js";
import { momentOf, type Playback } from "../../timeline/playback.js";
import type { PageWords } from "../../words/words.js";
import { focusIfLost, refocus, stepTitle } from "../common/keyboard_focus.js";
import {
  isComposing,
  isKey,
  isModified,
  isOnPage,
  isTakenKey,
  isWriting,
  keepFocus,
} from "../common/keys.js";

/** The keys of what stands beside the stage, the same on every keyboard. */
export const BESIDE_KEYS: Readonly<Record<keyof BesideStage, string>> = {
  question: "1",
  formula: "2",
  code: "3",
};

/** Lecture mode: as large as the screen allows, so that it can be read from the last row. */
export const lectureStyles = css`
  :host([mode="lecture"]) { --hu-lecture: 1.4; }
  @media (max-width: 899px), (max-height: 599px) { :host([mode="lecture"]) { --hu-lecture: 1; } }
  /* Digits and labels of 13 px are 24 px on the wall. */
  @media (min-width: 1600px) and (min-height: 850px) { :host([mode="lecture"]) { --hu-lecture: 1.85; } }
  @supports (zoom: 2) {
    :host([mode="lecture"]) { zoom: var(--hu-lecture); }
  }
  .frame.lecture { grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) fit-content(33%); }
  .lecture .told { grid-column: 1 / -1; padding: 8px 20px 0; }
  .lecture .told h2 { display: inline; font-size: 25px; line-height: 1.25; margin: 0; font-weight: 600; }
  .lecture .told h2:focus { outline: none; }
  .lecture .told p { margin: 2px 0 0; font-size: 18px; line-height: 1.4; text-wrap: pretty; }
  .lecture .told code { font-size: 0.9em; }
  .lecture .toggles { float: right; margin: -2px -8px 0 12px; }
  .toggles button { font-size: 13px; padding: 0 6px; color: var(--hu-muted); }
  .toggles kbd { padding: 0 5px; border: 1px solid var(--hu-muted); border-radius: 3px; }
  .toggles [aria-pressed="true"] { color: var(--hu-accent); }
  .toggles [aria-pressed="true"] kbd { border-color: var(--hu-accent); }
  .lecture heads-up-side { width: 33cqw; }
  .lecture heads-up-stage { flex: 1; height: auto; min-height: 0; }
  .lecture .under { min-height: 32px; padding: 0 20px; }
  .lecture .transport { position: static; padding: 0 12px; }
  .lecture heads-up-transport { min-height: 44px; }
  /* Without the width for two columns, the words stand below the stage. */
  @media (max-width: 899px) {
    :host([mode="lecture"]) { overflow-y: auto; }
    .frame.lecture { display: flex; flex-direction: column; height: auto; min-height: 100%; }
    .lecture .stage { flex: none; }
    .lecture heads-up-stage { flex: none; height: min(calc(100cqw * 1.08), 60vh); min-height: 320px; }
    .lecture heads-up-side { flex: 1; width: auto; }
    .lecture .transport { position: sticky; bottom: 0; z-index: 3; }
  }
  /* A low screen scrolls, and the table keeps rows that can be read. */
  @media (max-height: 599px) {
    :host([mode="lecture"]) { overflow-y: auto; }
    .frame.lecture { grid-template-rows: auto auto auto; height: auto; min-height: 100%; }
    .lecture .stage { min-height: auto; }
    .frame.lecture heads-up-stage { min-height: 340px; }
    .lecture .transport { position: sticky; bottom: 0; z-index: 3; }
  }
  .lecture .leave { display: flex; }
  .lecture .leave button { font-size: 13px; white-space: nowrap; min-height: 40px; }
  :host(.idle) { cursor: none; }
  :host(.blank)::after { content: ""; position: fixed; inset: 0; z-index: 100; background: #000; }
`;

/** The members of the element that a lecture uses. */
interface LectureHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  readonly store: { readonly state: { readonly playback: Playback } };
  /** Whether it is in a lecture that this controls. */
  readonly isLecture: boolean;
  readonly hasUpdated: boolean;
  play(): void;
  pause(): void;
  leaveLecture(): void;
  isOpen(): boolean;
}

/** Where the keys of a lecture lead. */
export interface LectureMoves {
  first(): void;
  /** The result of the previous step. */
  previous(): void;
  /** The end of this step. */
  end(): void;
  /** The beginning of the next step. */
  next(): void;
  last(): void;
  /** Shows or hides a part beside the stage; false where there is no such part. */
  beside(part: keyof BesideStage): boolean;
}

/** Buttons to leave lecture mode and to toggle full screen. */
export const lectureButtons = (
  { lecture }: Pick<PageWords, "lecture">,
  { fullscreen, leave }: { fullscreen(): void; leave(): void },
): TemplateResult =>
  html`<span class="leave">
    <button @mousedown=${keepFocus} @click=${fullscreen} title="${lecture.fullscreen} (F)">${lecture.fullscreen}</button>
    <button @mousedown=${keepFocus} @click=${leave} title="${lecture.leave} (Esc)">${lecture.leave}</button>
  </span>`;

/** A button that shows or hides what stands beside the stage. */
export const besideButton = (
  { lecture }: Pick<PageWords, "lecture">,
  part: keyof BesideStage,
  isShown: boolean,
  toggle: () => void,
): TemplateResult =>
  html`<button @mousedown=${keepFocus} aria-pressed=${isShown ? "true" : "false"} aria-keyshortcuts=${BESIDE_KEYS[part]}
    @click=${toggle}><kbd aria-hidden="true">${BESIDE_KEYS[part]}</kbd> ${lecture[part]}</button>`;

const IDLE_MS = 2500;

export class LectureController implements ReactiveController {
  readonly #host: LectureHost;
  readonly #moves: LectureMoves;
  /** Ends what listens during a lecture. */
  #listening = new AbortController();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  /** What had the focus before a lecture that begins with the next rendering. */
  #beginsFrom: Element | null | undefined;
  /** What had the focus before the lecture, if it was hidden or removed. */
  #before: HTMLElement | undefined;

  constructor(host: LectureHost, moves: LectureMoves) {
    this.#host = host;
    this.#moves = moves;
    host.addController(this);
  }

  hostConnected(): void {
    if (!this.#host.hasUpdated) return;
    this.follow();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Called before the element renders another mode: what has the focus now may be hidden then. */
  follow(): void {
    this.#end();
    const { isLecture, isConnected } = this.#host;
    if (isLecture && isConnected) this.#beginsFrom = document.activeElement;
  }

  hostUpdated(): void {
    if (this.#beginsFrom !== undefined) this.#begin(this.#beginsFrom);
    this.#beginsFrom = undefined;
  }

  /** If what had the focus before the lecture is gone, the title of the step gets the focus. */
  #begin(focused: Element | null): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // Captured before all other listeners, because any key ends a blank screen.
    window.addEventListener("keydown", this.#onKey, { signal, capture: true });
    this.#host.addEventListener("pointermove", this.#onPointer, { signal });
    this.#host.addEventListener("pointerdown", this.#onPointer, { signal });
    this.#onPointer();
    const { activeElement, body } = document;
    if (!(focused instanceof HTMLElement) || focused === body) return;
    if (activeElement !== body && activeElement?.getClientRects().length !== 0) return;
    this.#before = focused;
    focused.blur();
    focusIfLost(stepTitle(this.#host.renderRoot));
  }

  /** The focus goes back to the button that began the lecture. */
  #end(): void {
    const before = this.#before;
    this.#before = undefined;
    if (before)
      refocus(this.#host.updateComplete, () =>
        before === this.#host ? stepTitle(this.#host.renderRoot) : before,
      );
    this.#listening.abort();
    clearTimeout(this.#idleTimer);
    this.#host.classList.remove("idle", "blank");
  }

  readonly #onPointer = (event?: Event): void => {
    const { classList } = this.#host;
    if (event?.type === "pointerdown" && classList.contains("blank")) classList.remove("blank");
    classList.remove("idle");
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => classList.add("idle"), IDLE_MS);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (isModified(event) || isComposing(event) || this.#isElsewhere(event)) return;
    // In an editor only Escape is no text.
    if (isWriting(event) && event.key !== "Escape") return;
    const { classList } = this.#host;
    if (classList.contains("blank")) classList.remove("blank");
    else if (isLetter(event, "b") || (event.key === "." && areLetterKeysOn())) classList.add("blank");
    else if (!this.#act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** True if the key was handled. */
  #act(event: KeyboardEvent): boolean {
    // Escape first closes what is open.
    if (event.key === "Escape" && this.#host.isOpen()) return false;
    if (event.key === "Escape" || isLetter(event, "l")) this.#host.leaveLecture();
    else if (isLetter(event, "f")) void toggleFullscreen(this.#host);
    else if (isTakenKey(event)) return false;
    else return this.#toggle(event) || (!event.shiftKey && this.#step(event.key));
    return true;
  }

  /** Shows or hides what stands beside the stage. */
  #toggle(event: KeyboardEvent): boolean {
    const part = BESIDE_STAGE.find((one) => isLetter(event, BESIDE_KEYS[one]));
    return part !== undefined && this.#moves.beside(part);
  }

  #step(key: string): boolean {
    const { playing } = this.#host.store.state.playback;
    if (["PageDown", "ArrowRight", "ArrowDown"].includes(key)) this.#onward();
    else if (["PageUp", "ArrowLeft", "ArrowUp"].includes(key)) this.#moves.previous();
    else if (key === "Home") this.#moves.first();
    else if (key === "End") this.#moves.last();
    else if (key === " ") playing ? this.#host.pause() : this.#host.play();
    else return false;
    return true;
  }

  /** One press plays a step; another while it plays shows its end. */
  #onward(): void {
    const { playback } = this.#host.store.state;
    const { index, playing, durationsMs } = playback;
    if (playing) this.#moves.end();
    else if (momentOf(playback) < 1) this.#host.play();
    else if (index + 1 < durationsMs.length) {
      this.#moves.next();
      this.#host.play();
    }
  }

  /** Keys pressed in a dialog, or in the page around an embedded element, are not for the lecture. */
  #isElsewhere(event: KeyboardEvent): boolean {
    const path = event.composedPath();
    const isInDialog = path.some((node) => node instanceof HTMLDialogElement);
    return isInDialog || !(path.includes(this.#host) || isOnPage(event));
  }
}

const isLetter = (event: KeyboardEvent, letter: string): boolean => areLetterKeysOn() && isKey(event, letter);

/** Some frames may not go full screen; then nothing happens. */
export async function toggleFullscreen(element: HTMLElement): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen());
  } catch {
    // The browser refuses.
  }
}

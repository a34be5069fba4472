/** The dialog with the trail: go back, copy links, save it as a file, read it from one. */
import { render } from "lit";
import { saveFile } from "../../views/common/save_file.js";
import { isWhole, type Words } from "../../words/words.js";
import { adopt } from "../adopt.js";
import "../dialog_styles.js";
import { placed } from "../placed.js";
import type { Progress } from "../progress.js";
import { KeptTrail } from "./kept_trail.js";
import { LONGEST_FILE, trailOf } from "./trail.js";
import { trailStyles } from "./trail_styles.js";
import { type TrailNews, trailTemplate } from "./trail_template.js";

/** What the dialog needs from the page. */
export interface TrailPage {
  readonly words: Words;
  readonly lang: string;
  readonly progress: Progress;
  /** Until all words have loaded, steps are shown by their trace names. */
  complete(): Promise<void>;
  /** A URL of the page in the current language and theme. */
  linkTo(address: string): string;
  go(address: string): void;
  join(progress: Progress): void;
}

const FILE_NAME = "heads-up-trail.json";

adopt(trailStyles);

export class TrailSheet {
  readonly trail = new KeptTrail();
  readonly #page: TrailPage;
  #news: TrailNews | undefined;

  constructor(page: TrailPage) {
    this.#page = page;
  }

  get #dialog(): HTMLDialogElement {
    const dialog = placed("dialog", "trail") as HTMLDialogElement;
    dialog.setAttribute("aria-labelledby", "trail-title");
    return dialog;
  }

  /** If its words cannot be loaded (offline), the next call tries again. */
  async open(): Promise<void> {
    this.#news = undefined;
    await this.#page.complete();
    if (!isWhole(this.#page.words) || this.#dialog.open) return;
    this.#dialog.showModal();
    this.render();
  }

  render(): void {
    const dialog = this.#dialog;
    const { words, lang } = this.#page;
    if (!dialog.open || !isWhole(words)) return;
    const { now: trail, isKept } = this.trail;
    const model = { words, lang, trail, isKept, news: this.#news };
    const actions = {
      link: (address: string) => this.#page.linkTo(address),
      go: (address: string) => {
        dialog.close();
        this.#page.go(this.#page.linkTo(address));
      },
      copy: (address: string) => void this.#copy(address),
      save: () => save(this.trail.text(this.#page.progress)),
      read: (file: File) => void this.#read(file),
      close: () => dialog.close(),
    };
    render(trailTemplate(model, actions), dialog);
  }

  #say(news: TrailNews): void {
    this.#news = news;
    this.render();
  }

  async #copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(this.#page.linkTo(address), location.href).href);
      this.#say({ done: "copied" });
    } catch {
      this.#say({ done: "copyFailed" });
    }
  }

  async #read(file: File): Promise<void> {
    // Files that are far too long are not read.
    const read =
      file.size > 4 * LONGEST_FILE
        ? ({ refused: "tooLong", got: String(file.size), wants: String(LONGEST_FILE) } as const)
        : trailOf(await file.text().catch(() => ""));
    if ("refused" in read) {
      this.#say(read);
      return;
    }
    this.trail.replace(read.trail);
    this.#page.join(read.progress);
    this.#say({ done: "taken" });
  }
}

const save = (text: string): void => saveFile(FILE_NAME, new Blob([text], { type: "application/json" }));

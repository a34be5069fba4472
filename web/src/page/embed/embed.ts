/** The page for an iframe: shows a lesson, posts events to the parent page and follows its commands. */
import { css } from "lit";
import type { StepReached } from "../../element/root_events.js";
import { stepRefusal } from "../../store/reduce/show.js";
import { stepsOf } from "../../store/selectors.js";
import { chooseLanguage, LANGUAGES } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { adopt } from "../adopt.js";
import { BarePage } from "../bare_page.js";
import { CODE, isNotebook } from "../notebook/notebook_name.js";
import {
  badMessage,
  type Command,
  type FrameEvent,
  isProblem,
  message,
  type ParentOrigin,
  readEmbedAddress,
  readMessage,
} from "./messages.js";

/**
 * A wide page fills the frame, with a minimum height by its width; a narrow one is as high as its content. Neither height depends on the frame's, so that a frame that follows the reported height settles.
 */
const embedStyles = css`
  body { height: 100dvh; min-height: fit-content; }
  main { flex: 1 0 auto; container: embed / inline-size; }
  heads-up { flex: none; --hu-stage-most: 640px; }
  /* The author of the embedding page chooses the lesson. */
  heads-up::part(onward) { display: none; }
  @container embed (min-width: 900px) {
    heads-up { flex: 1 1 0; min-height: clamp(600px, 58cqw, 760px); }
    heads-up:is([controls="minimal"], [controls="none"]) { min-height: clamp(440px, 48cqw, 640px); }
  }
  @media print { body { height: auto; } }
`;

/**
 * The parent of an embedded page: it gets events and may send commands. Only the parent is listened to; if the URL names an
 * origin, only a parent of that origin; if the named origin is invalid, nobody.
 */
class ParentPage {
  readonly #origin: ParentOrigin;

  constructor(origin: ParentOrigin) {
    this.#origin = origin;
  }

  get #canPost(): boolean {
    return window.parent !== window && this.#origin.kind !== "none";
  }

  post(event: FrameEvent): void {
    if (!this.#canPost) return;
    const isNamed = this.#origin.kind === "named";
    window.parent.postMessage(message(event, isNamed), isNamed ? this.#origin.origin : "*");
  }

  /** Calls `follow` with every command from now on. */
  listen(follow: (command: Command) => void): void {
    if (!this.#canPost) return;
    window.addEventListener("message", ({ source, origin, data }) => {
      if (source !== window.parent) return;
      if (this.#origin.kind === "named" && origin !== this.#origin.origin) return;
      const read = readMessage(data);
      if (!read) return;
      if (isProblem(read)) this.post({ type: "error", ...read });
      else follow(read);
    });
  }
}

const WIDE_PX = 900;

function wantedHeight(element: HTMLElement): number {
  const rest = [...document.body.children].filter((part) => !part.contains(element));
  const around = rest.reduce((sum, part) => sum + (part as HTMLElement).offsetHeight, 0);
  // A wide page fills its frame, so only its minimum height can be reported.
  const { minHeight } = getComputedStyle(element);
  const ownHeight = element.offsetWidth >= WIDE_PX ? Number.parseFloat(minHeight) : element.offsetHeight;
  return Math.ceil(around + ownHeight);
}

/** Reports the height that the frame needs, whenever it changes. */
class HeightWatch {
  readonly #element: HTMLElement;
  readonly #changed: (height: number) => void;
  #last = 0;

  constructor(element: HTMLElement, changed: (height: number) => void) {
    this.#element = element;
    this.#changed = changed;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(element);
    observer.observe(document.body);
  }

  get now(): number {
    return wantedHeight(this.#element);
  }

  /** Measures once more, for frames outside the viewport, where ResizeObserver does not fire. */
  measure(): void {
    const { now } = this;
    if (now === this.#last || !this.#element.isConnected) return;
    this.#last = now;
    this.#changed(now);
  }
}

class EmbeddedPage {
  readonly #asked = readEmbedAddress(location.search);
  readonly #parent = new ParentPage(this.#asked.origin);
  readonly #page = new BarePage({
    step: (reached) => this.#postStep(reached),
    answer: (answered) => this.#parent.post({ type: "answer", ...answered }),
    error: (problem) => this.#refuse(problem),
  });
  readonly #height = new HeightWatch(this.#page.element, (height) =>
    this.#parent.post({ type: "height", height }),
  );
  /** What was posted last. */
  #lesson: string | undefined;
  #reached: StepReached | undefined;

  async show(): Promise<void> {
    const { state, problems, controls } = this.#asked;
    const { element } = this.#page;
    element.setAttribute("controls", controls);
    element.link = () => new URL(`./${this.#page.address}`, location.href).href;
    element.frameLink = () => new URL(this.#page.address, location.href).href;
    for (const problem of problems) this.#refuse(problem);
    // The parent page chooses language and theme; a frame remembers nothing.
    const lang = state.lang ?? chooseLanguage(navigator.languages);
    const { program, problems: wrong = [] } = isNotebook(location.search) ? await framed() : {};
    for (const problem of wrong) this.#refuse(problem);
    await this.#page.show(state, lang, [...problems, ...wrong], program?.source);
    this.#parent.listen((command) => this.#follow(command));
    await element.updateComplete;
    this.#height.measure();
  }

  #postStep(reached: StepReached): void {
    const { lesson: shown, code } = this.#page.element;
    const lesson = code === undefined ? shown : CODE;
    this.#reached = reached;
    if (lesson !== this.#lesson)
      this.#parent.post({ type: "ready", height: this.#height.now, lesson, ...reached });
    else this.#parent.post({ type: "step", lesson, ...reached });
    this.#lesson = lesson;
  }

  #refuse(problem: Problem): void {
    this.#parent.post({ type: "error", ...problem });
  }

  #follow(command: Command): void {
    const { element } = this.#page;
    switch (command.type) {
      case "hello":
        this.#greet();
        return;
      case "seek":
        if (element.code === undefined && !element.has(command.step)) {
          const { wants = "" } = stepRefusal(stepsOf(element.store.state), command.step).details;
          this.#refuse(badMessage("step", command.step, `one of ${wants}`));
        } else element.seek(command.step, command.t);
        return;
      case "theme":
        this.#page.setTheme(command.theme);
        return;
      case "lang":
        if (!LANGUAGES.includes(command.lang))
          this.#refuse(badMessage("lang", command.lang, LANGUAGES.join(", ")));
        else void this.#page.speak(command.lang);
        return;
      case "play":
        element.play(command);
        return;
      default:
        element[command.type]();
    }
  }

  /** Repeats the "ready" event for a parent page that began to listen after it. */
  #greet(): void {
    if (!this.#lesson || !this.#reached) return;
    this.#parent.post({ type: "ready", height: this.#height.now, lesson: this.#lesson, ...this.#reached });
  }
}

/** The notebook's script, in which the program's examples are; boot.ts has requested it. */
async function framed() {
  const { framedProgram } = await import("../notebook/notebook_page.js");
  return framedProgram(location.search, location.hash);
}

export function startEmbedded(): void {
  adopt(embedStyles);
  void new EmbeddedPage().show();
}

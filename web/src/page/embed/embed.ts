/** The page for an iframe: shows a lesson, posts events to the parent page and follows its commands. */
import type { StepReached } from "../../element/root_events.js";
import type { LessonName } from "../../module/types.js";
import { stepRefusal } from "../../store/reduce/show.js";
import { stepsOf } from "../../store/selectors.js";
import { chooseLanguage, LANGUAGES } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { adopt } from "../adopt.js";
import { BarePage } from "../bare_page.js";
import { readEmbedAddress } from "./embed_address.js";
import { embedStyles } from "./embed_styles.js";
import { HeightWatch } from "./height.js";
import { badMessage, type Command } from "./messages.js";
import { ParentPage } from "./parent.js";

class EmbeddedPage {
  readonly #asked = readEmbedAddress(location.search);
  readonly #parent = new ParentPage(this.#asked.origin);
  readonly #page = new BarePage({
    step: (lesson, reached) => this.#postStep(lesson, reached),
    answer: (answered) => this.#parent.post({ type: "answer", ...answered }),
    refuse: (problem) => this.#refuse(problem),
  });
  readonly #height = new HeightWatch(this.#page.element, (height) =>
    this.#parent.post({ type: "height", height }),
  );
  #lesson: LessonName | undefined;

  async show(): Promise<void> {
    const { state, problems, controls } = this.#asked;
    const { element } = this.#page;
    element.setAttribute("controls", controls);
    element.link = () => new URL(`./${this.#page.address}`, location.href).href;
    element.frameLink = () => new URL(this.#page.address, location.href).href;
    for (const problem of problems) this.#refuse(problem);
    // The parent page chooses language and theme; a frame remembers nothing.
    await this.#page.show(state, state.lang ?? chooseLanguage(navigator.languages), problems);
    this.#parent.listen((command) => this.#follow(command));
    await element.updateComplete;
    this.#height.measure();
  }

  #postStep(lesson: LessonName, reached: StepReached): void {
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
        if (!element.has(command.step)) {
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
    const { lesson, currentStep: step, store } = this.#page.element;
    if (!this.#lesson) return;
    const place = { step, index: store.state.playback.index, total: stepsOf(store.state).length };
    this.#parent.post({ type: "ready", height: this.#height.now, lesson, ...place });
  }
}

export function startEmbedded(): void {
  adopt(embedStyles);
  void new EmbeddedPage().show();
}

/** Connects the leak lab with the page: shows what a URL asks for, and provides the URL of what is shown. */
import type { ThemeName } from "../../draw/theme.js";
import { LabStore } from "../../lab/lab_store.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import { defaultSettings } from "../../lab/settings.js";
import type { LabState } from "../../lab/state.js";
import { blockLesson } from "../../module/training/block_lesson.js";
import { asObject } from "../../spec/as_object.js";
import { type ChosenWeights, loadModule } from "../../store/lesson_runner.js";
import { refocus } from "../../views/common/keyboard_focus.js";
import type { LeakLabElement } from "../../views/lab/leak_lab_element.js";
import type { OpenBlock } from "../../views/lab/take_away.js";
import { loadLabWords, type PageWords } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { formatUrl, type PageState } from "../address/url_state.js";
import type { Host, Room } from "../room.js";
import { labUrl, readLabUrl } from "./lab_address.js";
import "../../views/lab/leak_lab_element.js";

/** What the page needs to show a block of a model that the lab trained: the state of the lesson, and its weights. */
interface OpenedBlock {
  readonly state: PageState;
  readonly weights: ChosenWeights;
}

export class LabPage implements Room {
  readonly name = "lab";
  readonly place = "";
  readonly element = document.createElement("leak-lab") as LeakLabElement;
  readonly problems: readonly Problem[];
  readonly #store: LabStore;

  constructor(search: string, host: Host) {
    const { settings, problems } = readLabUrl(search, host.lang);
    this.problems = problems;
    this.#store = new LabStore(defaultSettings(host.lang), storedProgress());
    this.#store.subscribe((state, before) => {
      if (state.settings !== before.settings) host.bar.write();
      if (String(progressOf(state)) !== String(progressOf(before))) storeProgress(state);
    });
    this.element.id = "stage"; // where the skip link goes
    this.element.store = this.#store;
    this.element.openBlock = async (block) => {
      const { state, weights } = await openedBlock(block);
      if (!this.element.isConnected) return; // the reader has left the lab
      void host.go(formatUrl({ ...state, lang: host.lang, theme: host.theme }), { weights });
    };
    this.#store.dispatch({ type: "open", settings });
  }

  /** Until the lab's words have loaded, it stays in the language before. */
  show(words: PageWords, lang: string): void {
    const { element } = this;
    Object.assign(element, { words, lang });
    const loaded = loadLabWords(lang).then(
      (lab) => element.lang === lang && Object.assign(element, { lab }),
      () => Object.assign(element, { failure: words.errors["not-loaded"] }),
    );
    if (!element.lab)
      refocus(
        loaded.then(() => element.updateComplete),
        () => element.renderRoot.querySelector("h1"),
      );
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return labUrl(this.#store.state.settings, lang, theme);
  }

  leave(): void {
    this.#store.close();
    this.element.remove();
  }
}

async function openedBlock({ model, name, tokens, words, layer }: OpenBlock): Promise<OpenedBlock> {
  const { spec, weights } = blockLesson(await loadModule(), model.spec, model.weights, tokens, layer);
  return {
    state: { spec, step: "attention" },
    // Id 0 is padding, of which the lesson has none.
    weights: { name, lesson: spec.lesson, tensors: weights, words: ["", ...words] },
  };
}

/**
 * How far the reader has come: the prediction and the step, to which the same settings train again. The weights of a file are
 * not stored, so a training that began with them is not repeated.
 */
function progressOf({ prediction, steps, ownWeights, activity, command }: LabState): readonly unknown[] {
  const until = activity === "training" && command?.type === "train" ? command.until : steps;
  return [prediction !== undefined, prediction?.loss, prediction?.text, ownWeights ? 0 : until];
}

/** Stored in the current history entry, whose URL has the settings. */
function storeProgress(state: LabState): void {
  const [, , , steps] = progressOf(state);
  try {
    history.replaceState({ ...history.state, lab: { prediction: state.prediction, steps } }, "");
  } catch {
    // A sandboxed frame may have no history.
  }
}

function storedProgress() {
  const { prediction, steps } = asObject(asObject(history.state)["lab"]);
  if (typeof prediction !== "object") return undefined;
  const runIn = (name: string): RunKey | undefined =>
    RUN_KEYS.find((run) => run === asObject(prediction)[name]);
  return {
    prediction: { loss: runIn("loss"), text: runIn("text") },
    steps: typeof steps === "number" ? steps : 0,
  };
}

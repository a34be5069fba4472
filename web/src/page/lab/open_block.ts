/** What the page needs to show a block of a model that the lab trained: the state of the lesson, and its weights. */
import { blockLesson } from "../../module/training/block_lesson.js";
import { type ChosenWeights, loadModule } from "../../store/lesson_runner.js";
import type { OpenBlock } from "../../views/lab/model/model_file.js";
import type { PageState } from "../address/url_state.js";

export interface OpenedBlock {
  readonly state: PageState;
  readonly weights: ChosenWeights;
}

export async function openedBlock({ model, name, tokens, words, layer }: OpenBlock): Promise<OpenedBlock> {
  const { spec, weights } = blockLesson(await loadModule(), model.spec, model.weights, tokens, layer);
  return {
    state: { spec, step: "attention" },
    // Id 0 is padding, of which the lesson has none.
    weights: { name, lesson: spec.lesson, tensors: weights, words: ["", ...words] },
  };
}

/** Shows a saved model as a lesson: one of its blocks reads a sentence. */
import type { Core } from "../../module/page_entry.js";
import { blockLesson } from "../../module/training/block_lesson.js";
import { blockIn, type ModelFile, tokensFor } from "../../module/training/model_file.js";
import { shownSymbol } from "../../words/prompt_text.js";
import { type ChosenWeights, type LessonData, withoutModel } from "../lesson_runner.js";
import type { GivenWeights } from "../state.js";

/**
 * A lesson on the first block, or on the one that the end of an address selects (`model.safetensors#2`, from 1). It reads the
 * lesson's tokens, or those of the file.
 */
export function modelLesson(
  hu: Core,
  read: ModelFile,
  given: File | GivenWeights,
  shown: LessonData,
): LessonData {
  const before = shown.weights?.model;
  const { sequences } = shown.spec;
  const asked = before && sequences === before.sequences ? before.tokens : sequences?.[0];
  const tokens = tokensFor(read, asked);
  const { model, symbols, weights } = read;
  const { name } = given;
  // Only addresses select a block: the name of a chosen file may have a # of its own.
  const isAddress = !(given instanceof File || given.tensors);
  const layer = isAddress ? blockIn(name, model) : 0;
  const block = blockLesson(hu, model, weights, tokens, layer);
  const own: ChosenWeights = {
    ...{ name, lesson: "transformer-block", tensors: block.weights },
    words: ["", ...tokens.map((id) => wordOf(id, symbols[id]))],
    model: {
      ...{ tokens, sequences: block.spec.sequences },
      before: before?.before ?? withoutModel(shown).spec,
    },
  };
  return { spec: block.spec, weights: own, own: undefined };
}

/** What stands for an id without a symbol is the id itself. */
const wordOf = (id: number, symbol: unknown): string =>
  typeof symbol === "string" ? shownSymbol(symbol) : String(id);

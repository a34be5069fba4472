/** Reads weights that a reader chooses or a page gives, and runs the lesson in their sizes. Loaded on first use. */
import type { OwnLesson } from "../../lesson_file/read_lesson.js";
import { HeadsUpError, messageOf, type Refusal, refusalOf, refuse } from "../../module/errors.js";
import type { Core } from "../../module/page_entry.js";
import { blockLesson } from "../../module/training/block_lesson.js";
import { blockIn, type ModelFile, modelIn, tokensFor } from "../../module/training/model_file.js";
import type { LessonSpec } from "../../module/types.js";
import { readWeights } from "../../module/weights/read_weights.js";
import {
  inferSpec,
  type LessonWeights,
  lessonWeights,
  type NamedTensors,
} from "../../module/weights/state_dict.js";
import type { BadFileKind } from "../../module/weights/state_dict_builder.js";
import { shownSymbol } from "../../words/prompt_text.js";
import { readInWorker, runInWorker } from "../background_runs.js";
import {
  type ChosenWeights,
  type LessonData,
  mergedSpec,
  type Run,
  run,
  takesTime,
  withoutModel,
} from "../lesson_runner.js";
import type { GivenWeights } from "../state.js";

/** The largest file size: thirty-two million numbers as text. Checked before the file is read into memory. */
const MOST_BYTES = 400_000_000;
/** Reading a larger file, especially text, would block the page, so the worker reads it. */
const MANY_BYTES = 500_000;

/** Runs the lesson with the weights of a file, or returns why they were refused. */
export async function lessonWith(
  hu: Core,
  given: File | GivenWeights,
  shown: LessonData,
): Promise<Run | Refusal> {
  const { spec, own, changes } = withoutModel(shown);
  try {
    const file = given instanceof File ? given : await fileOf(given);
    if (file && file.size > MOST_BYTES) {
      const [got, wants] = [`${file.size} bytes`, `at most ${MOST_BYTES}`];
      const facts = { file: file.name, field: "file", got, wants, kind: "tooLarge" satisfies BadFileKind };
      refuse("bad-file", facts, "{file}: got {got}, wants {wants}");
    }
    const model = file && (await modelIn(file));
    if (file && model) return run(hu, modelLesson(hu, model, given, shown));
    const tensors = file
      ? await tensorsOf(file)
      : lessonWeights((given as GivenWeights).tensors as NamedTensors);
    const weights: ChosenWeights = { name: given.name, lesson: spec.lesson, tensors };
    const data: LessonData = { spec: specInSizesOf(hu, spec, tensors, own), weights, own, changes };
    return (takesTime(hu, data) ? await runInWorker(hu, data) : undefined) ?? run(hu, data);
  } catch (error) {
    return refusalOf(error);
  }
}

/** Large files are read in the worker. If that fails, the file is read here, which throws the error to report. */
async function tensorsOf(file: File): Promise<LessonWeights> {
  const tensors = file.size > MANY_BYTES ? await readInWorker(file) : undefined;
  return lessonWeights(tensors ?? readWeights(await file.arrayBuffer(), file.name));
}

/** The file that a page gives as bytes or by its address; undefined for tensors by name. */
async function fileOf({ name, tensors }: GivenWeights): Promise<File | undefined> {
  if (tensors === undefined) return fileAt(name);
  const hasBytes = tensors instanceof Blob || tensors instanceof ArrayBuffer || ArrayBuffer.isView(tensors);
  return hasBytes ? new File([tensors], name) : undefined;
}

/** The file at an address, relative to the page. */
async function fileAt(address: string): Promise<File> {
  const name = address.replace(/[#?].*$/, "").replace(/^.*\//, "");
  const refuse = (got: string): never => {
    const facts = { file: name, field: "file", got, wants: "a file of weights at its address" };
    throw new HeadsUpError("bad-file", `${address}: got ${got}, wants ${facts.wants}`, facts);
  };
  const response = await fetch(address, { credentials: "same-origin" }).catch((error) =>
    refuse(messageOf(error)),
  );
  return response.ok ? new File([await response.blob()], name) : refuse(`HTTP ${response.status}`);
}

/** The spec in the sizes of the weights; the number of heads is reduced if it does not divide the width. */
function specInSizesOf(hu: Core, spec: LessonSpec, tensors: LessonWeights, own?: OwnLesson): LessonSpec {
  const { lesson } = spec;
  const merged = mergedSpec(spec, own);
  const layer = merged.feedForward === undefined ? {} : { feedForward: withoutWidth(merged.feedForward) };
  const current = hu.settle(merged);
  const shown = inferSpec({ lesson, ...layer }, tensors);
  const { dModel = current.dModel } = shown;
  // null means "as wide as the model"; in a lesson with a separate attention width the number is given explicitly.
  if (shown.dAttention === null && current.dAttention !== null) shown.dAttention = dModel;
  const changed = Object.entries(shown).filter(
    ([field, value]) => !isSameValue(value, current[field as keyof LessonSpec]),
  );
  const sized: LessonSpec = { ...spec, ...Object.fromEntries(changed) };
  const width = (sized.dAttention === undefined ? current.dAttention : sized.dAttention) ?? dModel;
  const { numHeads } = current;
  return width % numHeads === 0 ? sized : { ...sized, numHeads: headsDividing(width, numHeads) };
}

/** Whether a value equals that of the settled spec; fields that a layer leaves out, such as the activation, count as equal. */
const isSameValue = (value: unknown, current: unknown): boolean => {
  const whole = typeof value === "object" && typeof current === "object" ? { ...current, ...value } : value;
  return JSON.stringify(whole) === JSON.stringify(current);
};

const withoutWidth = (layer: LessonSpec["feedForward"]): NonNullable<LessonSpec["feedForward"]> | null => {
  if (!layer) return null;
  const { dFf: _, ...rest } = layer;
  return rest;
};

/** The largest number of heads, at most `most`, that divides the width. */
function headsDividing(width: number, most: number): number {
  let heads = Math.min(width, most);
  while (width % heads !== 0) heads--;
  return heads;
}

/**
 * A lesson on the first block, or on the one that the end of an address selects (`model.safetensors#2`, from 1). It reads the
 * lesson's tokens, or those of the file.
 */
function modelLesson(hu: Core, read: ModelFile, given: File | GivenWeights, shown: LessonData): LessonData {
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

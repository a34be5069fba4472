/** Shows a model that the leak lab saved as a lesson: one of its blocks reads a sentence. */
import { IN_RANGE, MISSING, refuse } from "../../module/errors.js";
import type { Core } from "../../module/page_entry.js";
import { type BlockModel, blockLesson } from "../../module/training/block_lesson.js";
import type { Tokens } from "../../module/training/types.js";
import { readWeights } from "../../module/weights/read_weights.js";
import { safetensorsNotes } from "../../module/weights/safetensors.js";
import type { StateDict } from "../../module/weights/state_dict_builder.js";
import { shownSymbol } from "../../words/prompt_text.js";
import { type ChosenWeights, type LessonData, withoutModel } from "../lesson_runner.js";
import type { GivenWeights } from "../state.js";

interface ModelFile {
  readonly model: BlockModel;
  /** The sentence that the lab's lesson shows at first. */
  readonly tokens: Tokens | undefined;
  /** What each id stands for. */
  readonly symbols: readonly unknown[];
  readonly weights: StateDict;
}

/** Undefined for a file without notes of the lab. */
export async function modelIn(file: File): Promise<ModelFile | undefined> {
  const notes = await safetensorsNotes(file);
  const model = parsed(notes["spec"]) as BlockModel | undefined;
  if (typeof model?.layers !== "number") return undefined;
  return {
    model,
    tokens: listIn<number>(notes["tokens"]),
    symbols: listIn(notes["symbols"]) ?? [],
    weights: readWeights(await file.arrayBuffer(), file.name),
  };
}

function listIn<T = unknown>(json: unknown): readonly T[] | undefined {
  const list = parsed(json);
  return Array.isArray(list) ? list : undefined;
}

function parsed(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
}

/**
 * A lesson on the first block, or on the one that the end of an address selects (`model.safetensors#2`, from 1). It reads the
 * lesson's tokens, or those of the file.
 */
export function modelLesson(
  hu: Core,
  { model, tokens: defaultTokens, symbols, weights }: ModelFile,
  given: File | GivenWeights,
  shown: LessonData,
): LessonData {
  const before = shown.weights?.model;
  const { sequences } = shown.spec;
  const asked = before && sequences === before.sequences ? before.tokens : sequences?.[0];
  const tokens = asked ?? defaultTokens;
  if (!tokens?.length)
    return refuse("missing", { field: "tokens", wants: "the ids that the model reads" }, MISSING);
  const { name } = given;
  // Only addresses select a block: the name of a chosen file may have a # of its own.
  const isAddress = !(given instanceof File || given.tensors);
  const layer = isAddress ? blockIn(name, model.layers) : 0;
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

/** The index of the block that an address selects, from 0. */
function blockIn(address: string, layers: number): number {
  const [, got = "1"] = /#(.*)$/.exec(address) ?? [];
  const block = Number(got);
  if (Number.isInteger(block) && block >= 1 && block <= layers) return block - 1;
  const facts = { field: "weights", got: `#${got}`, min: "#1", max: `#${layers}` };
  return refuse("out-of-range", facts, IN_RANGE);
}

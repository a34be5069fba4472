/** A trained model in a file: its weights as safetensors, with notes of its sizes, a sentence and what its ids stand for. */
import { IN_RANGE, MISSING, refuse } from "../errors.js";
import { readWeights } from "../weights/read_weights.js";
import { safetensorsNotes, writeSafetensors } from "../weights/safetensors.js";
import type { StateDict } from "../weights/state_dict_builder.js";
import type { BlockModel } from "./block_lesson.js";
import type { NamedFloats, SettledTrainingSpec, Tokens, TrainingTask } from "./types.js";

export interface ModelFile {
  readonly model: BlockModel;
  /** The sentence that its lesson shows at first. */
  readonly tokens: Tokens | undefined;
  /** What each id stands for. */
  readonly symbols: readonly unknown[];
  readonly weights: StateDict;
}

/** What a file says of its model besides the weights. */
interface Notes {
  readonly spec: SettledTrainingSpec;
  readonly steps: number;
  readonly tokens: Tokens | undefined;
  readonly symbols: readonly string[] | undefined;
}

/** The first held-out row as the model reads it, or the first row: without its last token and padding. */
export function sampleOf({ heldOut, data, padId }: Pick<TrainingTask, "heldOut" | "data" | "padId">): Tokens {
  const row = heldOut[0] ?? data[0] ?? [];
  const end = row.findLastIndex((id) => id !== padId);
  return row.slice(0, Math.max(1, end));
}

/** With its sentence and symbols in the file, an element can show the model from the file alone. */
export function modelBytes(
  weights: NamedFloats,
  { spec, steps, tokens, symbols }: Notes,
): Uint8Array<ArrayBuffer> {
  const { data: _, ...sizes } = spec;
  const lists = Object.entries({ tokens, symbols }).filter(([, list]) => list !== undefined);
  return writeSafetensors(weights, {
    ...{ spec: JSON.stringify(sizes), steps: String(steps) },
    ...Object.fromEntries(lists.map(([name, list]) => [name, JSON.stringify(list)])),
  });
}

/** Undefined for a file without such notes. */
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

/** The sentence that is asked for, or else the file's; refuses none. */
export function tokensFor({ tokens }: ModelFile, asked: Tokens | undefined): Tokens {
  const read = asked ?? tokens;
  return read?.length
    ? read
    : refuse("missing", { field: "tokens", wants: "the ids that the model reads" }, MISSING);
}

/** The index of the block that the end of an address selects (`model.safetensors#2`, from 1), from 0. */
export function blockIn(address: string, { layers }: BlockModel): number {
  const [, got = "1"] = /#(.*)$/.exec(address) ?? [];
  const block = Number(got);
  if (Number.isInteger(block) && block >= 1 && block <= layers) return block - 1;
  const facts = { field: "weights", got: `#${got}`, min: "#1", max: `#${layers}` };
  return refuse("out-of-range", facts, IN_RANGE);
}

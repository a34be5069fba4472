/**
 * One block of a trained model as a transformer-block lesson, with the same numbers step by step. The lesson's embedding table
 * has one row for each position, with the block's input there: in the first block the token's embedding plus its position,
 * which the model counts from 0, in a later block the output of the block before.
 */
import type { Operations } from "../bare.js";
import { IN_RANGE, refuse, refuseSize, refuseType } from "../errors.js";
import { sameShape, shapeText } from "../shape.js";
import type { LessonSpec, Trace } from "../types.js";
import type { LessonWeights } from "../weights/state_dict.js";
import type { FloatTensor, NamedFloats, SettledTrainingSpec, Tokens } from "./types.js";

export interface BlockLesson {
  /** Its only sequence is 1, 2, 3 …, the rows of the table. */
  readonly spec: LessonSpec & { readonly sequences: readonly Tokens[] };
  readonly weights: LessonWeights;
}

interface Runner extends Pick<Operations, "settle" | "embedding" | "positionalEncoding" | "add"> {
  run(spec: LessonSpec, weights: LessonWeights): Trace;
}

export type BlockModel = Pick<
  SettledTrainingSpec,
  "dModel" | "numHeads" | "dFf" | "activation" | "mask" | "maskFill" | "layers"
>;

/** `Limits::length` of cpp/include/headsup/lesson/spec.h. The core would blame the vocabulary, which the lesson makes as large. */
export const MOST_TOKENS = 1024;

/** The lesson's names of a block's layers, by the model's names. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ norm_1: "norm_1", w_q: "w_q", w_k: "w_k", w_v: "w_v", w_0: "w_0" },
  ...{ norm_2: "norm_2", ff_1: "conv1", ff_2: "conv2" },
};

/**
 * The lesson of block `layer` (from 0) of a model that reads `tokens`. Runs the blocks before it. Model, weights and tokens may
 * come from a file of any origin: those that do not fit each other or a lesson's limits are refused.
 */
export function blockLesson(
  core: Runner,
  model: BlockModel,
  weights: NamedFloats,
  tokens: Tokens,
  layer: number,
): BlockLesson {
  if (tokens.length > MOST_TOKENS) refuseSize("tokens", String(tokens.length), MOST_TOKENS);
  const spec = specOf(model, tokens);
  // The core checks every size before anything is allocated.
  const { dModel } = core.settle(spec);
  const block = blockWeights(weights, layer);
  const table =
    layer === 0
      ? firstInput(core, weights, tokens, dModel)
      : outputOf(core, model, weights, tokens, layer - 1);
  const embedding = { shape: [tokens.length + 1, dModel], data: [...Array(dModel).fill(0), ...table] };
  return { spec, weights: { "embedding.weight": embedding, ...block } };
}

function specOf(model: BlockModel, tokens: Tokens): BlockLesson["spec"] {
  const { dModel, numHeads, dFf, activation, mask, maskFill } = model;
  const ids = tokens.map((_, at) => at + 1);
  return {
    lesson: "transformer-block",
    ...{ sequences: [ids], padId: 0, vocabSize: ids.length + 1, dModel, numHeads },
    mask: mask ? { padding: false, causal: true } : null,
    maskFill: maskFill as NonNullable<LessonSpec["maskFill"]>,
    ...{ bias: true, outputProjection: true, positionalEncoding: false, layerNorm: "pre" },
    feedForward: { dFf, activation },
  };
}

function blockWeights(weights: NamedFloats, layer: number): LessonWeights {
  const entries = Object.entries(NAMES).flatMap(([modelName, lessonName]) =>
    ["weight", "bias"].map((part) => {
      const { shape, data } = tensorOf(weights, `blocks.${layer}.${modelName}.${part}`);
      // The model's nn.Linear is the lesson's nn.Conv1d with a kernel of size 1.
      const isKernel = lessonName.startsWith("conv") && part === "weight";
      return [`${lessonName}.${part}`, { shape: isKernel ? [...shape, 1] : shape, data }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function tensorOf(weights: NamedFloats, name: string): FloatTensor {
  const facts = { field: `weights.${name}`, wants: "it in the model" };
  return weights[name] ?? refuse("missing", facts, "{field}: wants {wants}");
}

/** (L, D) row-major: for each position, the token's embedding plus the position's sinusoids. */
function firstInput(core: Runner, weights: NamedFloats, tokens: Tokens, width: number): number[] {
  const table = tensorOf(weights, "embedding.weight");
  const [vocabulary = 0] = table.shape;
  if (!sameShape(table.shape, [vocabulary, width])) {
    const [got, wants] = [shapeText(table.shape), shapeText([vocabulary, width])];
    refuse("shape-mismatch", { field: "weights.embedding.weight", got, wants });
  }
  for (const id of tokens) {
    if (!Number.isInteger(id)) refuseType("tokens", id, "integer");
    const facts = { field: "tokens", got: String(id), min: "0", max: String(vocabulary - 1) };
    if (id < 0 || id >= vocabulary) refuse("id-out-of-vocabulary", facts, IN_RANGE);
  }
  if (tokens.length === 0) return [];
  const words = core.embedding(tokens, table);
  return Array.from(core.add(words, core.positionalEncoding(tokens.length, width)).data);
}

/** (L, D) row-major: a block's output at each position. */
function outputOf(
  core: Runner,
  model: BlockModel,
  weights: NamedFloats,
  tokens: Tokens,
  layer: number,
): number[] {
  const lesson = blockLesson(core, model, weights, tokens, layer);
  const last = core.run(lesson.spec, lesson.weights).steps.at(-1);
  return Array.from(last?.data ?? []);
}

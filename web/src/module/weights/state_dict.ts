/** Converts a learner's state_dict to the parameters of a lesson: their names, and their shapes where the layer differs. */
import { compact } from "../compact.js";
import { clipped, refuse, refuseType } from "../errors.js";
import { shapeText } from "../shape.js";
import { type TensorIn, type TensorLike, tensorIn } from "../tensor_input.js";
import type { LessonSpec } from "../types.js";
import { isParameter, lessonName, parameterNames } from "./names.js";

/** The maximum length of a name in a message. */
const MOST_LETTERS = 80;

export type NamedTensors = Readonly<Record<string, TensorLike>>;
/** Tensors by the lessons' names of parameters; docs/weights.md lists them. */
export type LessonWeights = Readonly<Record<string, TensorIn>>;

/**
 * The same tensors under the lessons' names. A feed-forward layer's `nn.Linear` (F, D) becomes the lesson's Conv1d (F, D, 1),
 * and `in_proj_weight` (3D, D) becomes w_q, w_k and w_v. Refuses a name that matches no parameter with `unknown-weight`, and
 * two names for the same parameter with `contradiction`.
 */
export function lessonWeights(weights: NamedTensors): LessonWeights {
  // A Map or a Blob has no names of tensors, and would be weights without any.
  if (Object.prototype.toString.call(weights) !== "[object Object]") {
    refuseType("weights", weights, "tensors by name, as a state_dict has them");
  }
  refuseDecoder(Object.keys(weights));
  const given = new Map<string, { field: string; tensor: TensorIn }>();
  for (const [name, tensor] of Object.entries(weights)) {
    const field = `weights.${clipped(name, MOST_LETTERS)}`;
    const known = lessonName(name) ?? refuseName(field, parameterNames);
    for (const [parameter, part] of partsOf(known, tensorIn(tensor, field), field)) {
      const earlier = given.get(parameter)?.field;
      const facts = { field, got: parameter, other: earlier ?? "", wants: "to be the only one" };
      if (earlier !== undefined)
        refuse("contradiction", facts, "{field}: got {got}, but {other} wants {wants}");
      given.set(parameter, { field, tensor: part });
    }
  }
  return Object.fromEntries([...given].map(([name, { tensor }]) => [name, tensor]));
}

/** The parameters of an attention layer. Refuses those of other layers: embedding, feed-forward and norms. */
export function attentionWeights(weights: NamedTensors): LessonWeights {
  const given = lessonWeights(weights);
  const accepted = parameterNames.filter((name) => name.startsWith("w_"));
  const other = Object.keys(given).find((name) => !accepted.includes(name));
  if (other !== undefined) refuseName(`weights.${other}`, accepted);
  return given;
}

function partsOf(known: string, tensor: TensorIn, field: string): [parameter: string, tensor: TensorIn][] {
  if (!isParameter(known)) return thirds(tensor, field, known.endsWith(".bias") ? "bias" : "weight");
  const isLinear = known.startsWith("conv") && tensor.shape.length === 2;
  return [[known, isLinear ? { ...tensor, shape: [...tensor.shape, 1] } : tensor]];
}

/** Splits a packed tensor, which has the rows of w_q, then those of w_k, then those of w_v. */
function thirds(tensor: TensorIn, field: string, part: "weight" | "bias"): [string, TensorIn][] {
  const { shape, data } = tensor;
  const rows = (shape[0] ?? 0) / 3;
  const fits = part === "bias" ? shape.length === 1 : shape.length === 2 && shape[1] === rows;
  if (!fits || !Number.isInteger(rows)) {
    const facts = { field, got: shapeText(shape), wants: part === "bias" ? "(3D,)" : "(3D, D)" };
    refuse("shape-mismatch", facts, "{field}: got shape {got}, wants {wants}");
  }
  const size = data.length / 3;
  return ["w_q", "w_k", "w_v"].map((module, i) => [
    `${module}.${part}`,
    { shape: [rows, ...shape.slice(1)], data: Array.prototype.slice.call(data, i * size, (i + 1) * size) },
  ]);
}

function refuseName(field: string, names: readonly string[]): never {
  const facts = { field, wants: names.join(", ") };
  return refuse("unknown-weight", facts, "{field}: not a parameter, wants one of {wants}");
}

/** What follows the blocks of a trained decoder. No lesson has it, and a lesson has one block. */
const AFTER_BLOCKS = ["norm.weight", "head.weight"];

function refuseDecoder(names: readonly string[]): void {
  const after = names.find((name) => AFTER_BLOCKS.includes(name));
  if (after === undefined || !names.some((name) => /^blocks\.\d+\./.test(name))) return;
  refuse(
    "unknown-weight",
    { field: `weights.${after}`, wants: parameterNames.join(", ") },
    "{field}: not a parameter of a lesson but of a trained decoder, wants the tensors of one block alone, such as those of blocks.0, as {wants}",
  );
}

/**
 * Fills in fields that the spec leaves undefined from the weights: dModel, vocabSize, bias, outputProjection, dAttention and,
 * for a transformer block, feedForward.dFf. Fields of the spec are kept even if they do not fit the weights, which `run` then
 * refuses. The number of heads cannot be inferred from weights.
 */
export function inferSpec(spec: LessonSpec, weights: NamedTensors): LessonSpec {
  if (typeof spec !== "object" || spec === null || Array.isArray(spec)) refuseType("spec", spec, "object");
  const given = lessonWeights(weights);
  const sizes = (name: string): readonly number[] => given[name]?.shape ?? [];
  const [vocabSize, embedded] = sizes("embedding.weight");
  const [dAttention, projected] = sizes("w_q.weight");
  const [dFf, fedForward] = sizes("conv1.weight");
  const inferred: { -readonly [field in keyof LessonSpec]?: LessonSpec[field] | undefined } = {
    vocabSize,
    dModel: embedded ?? projected ?? fedForward ?? sizes("norm_1.weight")[0],
  };
  if (dAttention !== undefined) {
    inferred.bias = given["w_q.bias"] !== undefined;
    // With only w_q and w_k, a missing w_0 does not mean that there is no output projection.
    if (given["w_v.weight"] || !given["w_k.weight"])
      inferred.outputProjection = given["w_0.weight"] !== undefined;
    inferred.dAttention = dAttention === projected ? null : dAttention;
  }
  if (dFf !== undefined && spec.lesson === "transformer-block" && spec.feedForward !== null) {
    inferred.feedForward = { dFf, ...compact(spec.feedForward ?? {}) };
  }
  return {
    ...compact(inferred),
    ...compact(spec),
    ...(inferred.feedForward && { feedForward: inferred.feedForward }),
  };
}

/** Judges the arguments of layer(…): which sequence gives the queries, and which the keys and values. */
import { stepOf } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import { orPyTorchError } from "./layout_judges.js";
import { broadcastShape, PyTorchError, sameNumbers } from "./pytorch_ops.js";
import { type FeedbackKey, type Judge, right, wrong } from "./verdict.js";

const NAMES = ["target_embedding", "embedding"];

/** An answer names the sequences for q, k and v. T is the target, S the source. */
export const call: Judge = ({ trace, text }) => {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part, i, all) => part !== "" || i < all.length - 1);
  if (parts.length !== 3) return wrong("count", { wants: 3, got: parts.length });
  const names = argumentsInOrder(parts);
  if (!names) return wrong("unread", { got: text });
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return wrong("call_names", { got: unknown });
  const result = stepOf(trace, trace.spec.outputProjection ? "output" : "concat");
  const [target, source] = [stepOf(trace, "target_embedding"), stepOf(trace, "embedding")];
  const letters = names.map((name) => (name === "embedding" ? "S" : "T")).join("");
  if (letters === "TSS" || sameNumbers(target, source)) return right(result);
  const lengths = names.map((name) => stepOf(trace, name).shape[1] ?? 1);
  const [q = 1, k = 1, v = 1] = lengths;
  const [batch = 1, , width = 1] = result.shape;
  const facts = { got: [batch, q, width], want: result.shape, q, k, v };
  return orPyTorchError("call_mask", facts, () => {
    raiseUnlessMaskFits(lengths, trace);
    return orPyTorchError("call_error", facts, () => {
      raiseUnlessValuesFit(lengths, trace);
      return wrong(FEEDBACK_BY_SEQUENCES[letters] ?? "call_mixed", facts);
    });
  });
};

/** The arguments of q, k and v; undefined where Python refuses: one is given twice, or a positional one follows a keyword. */
function argumentsInOrder(parts: readonly string[]): readonly string[] | undefined {
  const given = parts.map((part, i) => {
    const [, keyword, name = ""] = /^(?:([qkv])\s*=\s*)?(.*)$/.exec(part) ?? [];
    return { name, hasKeyword: keyword !== undefined, letter: keyword ?? "qkv"[i] };
  });
  const hasLatePosition = given.some(({ hasKeyword }, i) => !hasKeyword && given[i - 1]?.hasKeyword);
  const named = new Map(given.map(({ letter, name }) => [letter, name]));
  return hasLatePosition || named.size < 3 ? undefined : [..."qkv"].map((letter) => named.get(letter) ?? "");
}

const FEEDBACK_BY_SEQUENCES: Readonly<Record<string, FeedbackKey>> = {
  SSS: "call_rows",
  STT: "call_turned",
  TTT: "call_source",
};

/** Raises PyTorch's error if the mask does not broadcast to the scores. */
function raiseUnlessMaskFits([q = 1, k = 1]: readonly number[], { spec, steps }: Trace): void {
  const mask = steps.find(({ name }) => name === "mask");
  if (!mask) return;
  const [batch = 1, ...rest] = mask.shape;
  broadcastShape([batch, 1, ...rest], [spec.sequences.length, spec.numHeads, q, k]);
}

/** Raises PyTorch's error unless there are as many values as keys. */
function raiseUnlessValuesFit([, k = 1, v = 1]: readonly number[], { spec }: Trace): void {
  if (k === v) return;
  const count = spec.sequences.length * spec.numHeads;
  throw new PyTorchError(
    `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${count}, ${k}] but got: [${count}, ${v}].`,
  );
}

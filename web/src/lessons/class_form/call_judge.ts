/** The judge of layer(…): which sequence asks, and which one answers. */
import { stepOf } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import { unlessRaised } from "./layout_judges.js";
import { broadcastShape, PyTorchError, sameNumbers } from "./pytorch_ops.js";
import { type Judge, right, type Says, wrong } from "./verdict.js";

const NAMES = ["target_embedding", "embedding"];

/** q, k and v from these sequences; T is the target, S the source. */
export const call: Judge = ({ trace, text }) => {
  const names = text
    .split(",")
    .map((name) => name.trim().replace(/^[qkv]\s*=\s*/, ""))
    .filter((name, i, all) => name !== "" || i < all.length - 1);
  if (names.length !== 3) return wrong("count", { wants: 3, got: names.length });
  const odd = names.find((name) => !NAMES.includes(name));
  if (odd !== undefined) return wrong("call_names", { got: odd });
  const result = stepOf(trace, trace.spec.outputProjection ? "output" : "concat");
  const [target, source] = [stepOf(trace, "target_embedding"), stepOf(trace, "embedding")];
  const said = names.map((name) => (name === "embedding" ? "S" : "T")).join("");
  if (said === "TSS" || sameNumbers(target, source)) return right(result);
  const lengths = names.map((name) => stepOf(trace, name).shape[1] ?? 1);
  const [q = 1, k = 1, v = 1] = lengths;
  const [batch = 1, , width = 1] = result.shape;
  const facts = { got: [batch, q, width], want: result.shape, q, k, v };
  return unlessRaised("call_mask", facts, () => {
    raiseUnlessMaskFits(lengths, trace);
    return unlessRaised("call_error", facts, () => {
      raiseUnlessValuesFit(lengths, trace);
      return wrong(SAYS[said] ?? "call_mixed", facts);
    });
  });
};

const SAYS: Readonly<Record<string, Says>> = { SSS: "call_rows", STT: "call_turned", TTT: "call_source" };

function raiseUnlessMaskFits([q = 1, k = 1]: readonly number[], { spec, steps }: Trace): void {
  const mask = steps.find(({ name }) => name === "mask");
  if (!mask) return;
  const [batch = 1, ...rest] = mask.shape;
  broadcastShape([batch, 1, ...rest], [spec.sequences.length, spec.numHeads, q, k]);
}

/** Every weight is that of a value. */
function raiseUnlessValuesFit([, k = 1, v = 1]: readonly number[], { spec }: Trace): void {
  if (k === v) return;
  const count = spec.sequences.length * spec.numHeads;
  throw new PyTorchError(
    `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${count}, ${k}] but got: [${count}, ${v}].`,
  );
}

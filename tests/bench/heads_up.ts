/** This project's package as a contestant, loaded as users load it. */
import type { HeadsUp } from "../../dist/package/index.js";
import { type Contestant, type Given, type Ready, readyHere } from "./contestant.js";

export const headsUp = (hu: HeadsUp): Contestant => ({
  name: "heads-up-attention",
  forms: { forward: (given) => ready(hu, given) },
});

function ready(hu: HeadsUp, { workload, weights, x, keyMask }: Given): Ready {
  const { batch, length, dModel, numHeads, mask } = workload;
  const square = [dModel, dModel];
  const named = Object.entries(weights).flatMap(([layer, { weight, bias }]) => [
    [`${layer}.weight`, { shape: square, data: weight }] as const,
    [`${layer}.bias`, { shape: [dModel], data: bias }] as const,
  ]);
  const layer = hu.createMultiHeadAttention({ dModel, numHeads, weights: Object.fromEntries(named) });
  const query = { shape: [batch, length, dModel], data: x };
  const options = {
    ...(mask === "padding" ? { mask: { shape: [batch, 1, length], data: keyMask } } : {}),
    ...(mask === "causal" ? { causal: true } : {}),
  };
  return readyHere(
    () => layer.forward(query, undefined, undefined, options).data as Float32Array,
    () => layer.dispose(),
  );
}

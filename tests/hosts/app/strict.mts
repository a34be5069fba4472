/** The module's types, as a strict project meets them; run in Node it prints two numbers of the lesson. */
import { load, type Trace } from "heads-up-attention";
import { load as loadSingle } from "heads-up-attention/single";

for (const loaded of [load, loadSingle] satisfies (typeof load)[]) {
  const hu = await loaded();
  const trace: Trace = hu.run({ lesson: "masked-multi-head", seed: 42 });
  const attention = trace.steps.find(({ name }) => name === "attention");
  // @ts-expect-error a lesson that there is not
  if (trace.spec.lesson === "gpt") continue;
  console.log(JSON.stringify([...(attention?.data.slice(10, 12) ?? [])]));
}

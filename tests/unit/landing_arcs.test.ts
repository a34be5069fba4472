/** The arcs of the landing page have the numbers of the lesson they refer to. */
import { expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { ARCS } from "../../web/src/page/landing/arcs_template.js";
import tutorial from "../../web/tokenizer/tutorial.json";

test("the weights are those of the trace, and no other key has one", async () => {
  const hu = await load();
  const trace = hu.run(openingSpec(ARCS.lesson));
  expect(trace.spec.sequences).toEqual(tutorial.ids);
  const attention = stepOf(trace, ARCS.step);
  const keys = tutorial.pieces[ARCS.index[0]] ?? [];
  for (const at of keys.keys())
    expect(valueAt(attention, [...ARCS.index, at]).toFixed(2)).toBe((ARCS.weights[at] ?? 0).toFixed(2));
});

/** The activation max(0, x). */

import { digits } from "../draw/scale.js";
import { bend } from "../draw/scenes/block/bend.js";
import { realText } from "../words/number_text.js";
import { belowZero, elementwise, x } from "./activation.js";
import { ofOne, result, sign } from "./arithmetic.js";
import { between, COMMA, mi, mn, mrow } from "./mathml.js";
import type { Operation } from "./operation.js";

const arithmetic = ofOne((e, x, piece) => [
  result([sign("max(0, "), piece(x), sign(") =")], realText(e.value), {
    key: x.value > 0 ? "reluKept" : "reluCut",
  }),
]);

export const relu: Operation = {
  ms: 4600,
  scene: bend({
    name: "relu(x)",
    rule: "max(0, x)",
    of: (hu, numbers) => hu.relu(numbers).data,
    line: (_, token) => [{ text: "max(0," }, token, { text: ") =" }],
  }),
  arithmetic,
  formula: elementwise(mrow(mi("max"), between("(", mrow(mn(0), COMMA, x), ")"))),
  compute: (hu, input) => hu.relu(input(0)),
  questions: [
    belowZero("relu_below_zero", (before, _, hu) => [
      { code: "0" },
      { code: digits(hu.gelu([before]).data[0] ?? 0), reason: "that_is_gelu" },
      { code: digits(before), reason: "relu_keeps_positive" },
    ]),
  ],
};

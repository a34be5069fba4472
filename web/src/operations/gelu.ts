/** The activation x · Φ(x), where Φ is the cumulative normal distribution. */

import { digits } from "../draw/scale.js";
import { bend } from "../draw/scenes/block/bend.js";
import { realText } from "../words/number_text.js";
import { belowZero, elementwise, x } from "./activation.js";
import { detail, ofOne, result, sign } from "./arithmetic.js";
import { between, DOT, mi, mrow } from "./mathml.js";
import type { Operation } from "./operation.js";

const arithmetic = ofOne((e, x, piece) => {
  const cdf = realText(detail(e, "cdf"));
  return [
    { key: "cdf", pieces: [sign("Φ("), piece(x), sign(") =")], result: cdf },
    result([piece(x), sign(` × ${cdf} =`)], realText(e.value), { key: "gated" }),
  ];
});

export const gelu: Operation = {
  ms: 5000,
  scene: bend({
    name: "gelu(x)",
    rule: "x · Φ(x)",
    of: (hu, numbers) => hu.gelu(numbers).data,
    line: (hu, token, at) => {
      const share = digits(hu.ndtr([at]).data[0] ?? Number.NaN);
      return [token, { text: `× Φ(${digits(at)}) = ${digits(at)} × ${share} =` }];
    },
  }),
  arithmetic,
  formula: elementwise(mrow(x, DOT, mi("Φ"), between("(", x, ")"))),
  compute: (hu, input) => hu.gelu(input(0)),
  questions: [
    belowZero("gelu_near_zero", (before, after) => [
      { code: digits(after) },
      { code: "0", reason: "that_is_relu" },
      { code: digits(before), reason: "not_the_same" },
    ]),
  ],
};

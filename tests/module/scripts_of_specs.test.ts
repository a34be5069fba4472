/** The scripts that the package writes run in its own interpreter, and give the lesson's tensors to the bit. */

import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { specs } from "./arbitraries.js";
import { type HeadsUp, imported, installed } from "./packed.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await (await imported(installed())).load();
}, 60_000);

interface Numbers {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}
/** Equal texts mean equal bits: the shortest decimals read back as the same numbers, and -0 has its sign. */
const textOf = ({ shape, data }: Numbers): string =>
  `${shape}: ${Array.from(data, (number) => (Object.is(number, -0) ? "-0" : Number(number)))}`;

test("the steps form gives every tensor of its lesson to the bit", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const { variables, trace, error } = hu.runPython(hu.toPyTorch(spec, "steps"));
      expect(error).toBeNull();
      const made = new Set(trace.steps.map(textOf));
      for (const step of hu.run(spec).steps) {
        const variable = variables[step.name];
        // Those of layers are no variables of the script.
        if (typeof variable === "object") expect(textOf(variable), step.name).toBe(textOf(step));
        else if (!made.has(textOf(step))) expect.fail(`no step of the program is ${step.name}`);
      }
    }),
    { numRuns: 200 },
  );
});

test("the class form gives the last tensor of its lesson to the bit", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const { variables, error } = hu.runPython(hu.toPyTorch(spec, "class"));
      expect(error).toBeNull();
      const last = hu.run(spec).steps.at(-1);
      expect(variables[last?.name ?? ""]).toMatchObject({ shape: last?.shape, data: last?.data });
    }),
    { numRuns: 200 },
  );
});

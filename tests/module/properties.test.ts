/**
 * Properties that hold for any numbers, each checked on hundreds of random cases through the packed module. The cases are
 * the same in every run; set SEED=7 in the environment to draw others.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LessonSpec, Step, Trace } from "../../web/src/module/types.js";
import { documentedErrors } from "../unit/documented_errors.js";
import { badSpecs, bits, numbers, order, plainSpecs, replacements, size, specs } from "./arbitraries.js";
import { expectClose, indexOf, isClose, recompute, valueAt } from "./compare.js";
import { imported, installed } from "./packed.js";
import { plainAttention } from "./plain_attention.js";
import { cellsOf, partOf, rowsOf, stepOf } from "./steps.js";

const CASES = 200;
const SEED = Number(process.env["SEED"] ?? 42);
const TINY: LessonSpec = { lesson: "masked-multi-head", sequences: [[1, 2], [3]], vocabSize: 4, dModel: 4 };

const { HeadsUpError, load } = await imported(installed());
const hu = await load();

/** Checks a property on CASES random values; a failure shows the simplest counterexample. */
function always<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  let cases = 0;
  const counted = (value: T): void => {
    holds(value);
    cases += 1;
  };
  fc.assert(fc.property(arbitrary, counted), { numRuns: CASES, seed: SEED });
  expect(cases).toBe(CASES);
}

function expectWeights(row: readonly number[]): void {
  expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
  expect(Math.abs(row.reduce((sum, weight) => sum + weight, 0) - 1)).toBeLessThan(1e-6);
}

/** Expects equal bits; NaN equals NaN. */
function expectSame(got: readonly Step[], want: readonly Step[]): void {
  expect(got.map((step) => step.name)).toEqual(want.map((step) => step.name));
  got.forEach((step, i) => {
    const other = want[i]?.data ?? [];
    const at = step.data.findIndex((x: number, j: number) => !Object.is(x, other[j]));
    if (at >= 0) expect.fail(`${step.name}[${indexOf(step.shape, at)}]: ${step.data[at]} and ${other[at]}`);
  });
}

test("rows of a softmax sum to 1, whatever the range of their numbers", () => {
  const number = fc.float({ noNaN: true, noDefaultInfinity: true });
  const tables = fc.tuple(size(4), size(20)).chain(([height, width]) =>
    fc.array(fc.array(number, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );
  always(tables, (x) => rowsOf(hu.softmax(x)).forEach(expectWeights));
});

/** Whether a cell of a masked_fill step is masked. A mask has no heads axis, and its axes of size 1 broadcast. */
function isMasked({ spec, steps }: Trace, filled: Step, index: readonly number[]): boolean {
  const mask = steps.find((step) => step.name === filled.inputs[1]) ?? expect.fail(`${filled.name}: no mask`);
  const place = index.filter((_, axis) => filled.axes[axis] !== "H");
  const inMask = mask.shape.map((length, axis) =>
    length === 1 ? 0 : (place.at(axis - mask.shape.length) ?? 0),
  );
  return valueAt(mask, inMask) === (spec.lesson === "transformer-block" ? 1 : 0);
}

test("masked weights are exactly 0; a row that is masked everywhere is uniform or, with −inf, NaN", () => {
  always(specs, (spec) => {
    const trace = hu.run(spec);
    for (const filled of trace.steps.filter((step) => step.op === "masked_fill")) {
      const softmax = trace.steps.find((step) => step.op === "softmax" && step.inputs[0] === filled.name);
      rowsOf(softmax ?? expect.fail("no softmax")).forEach((row, r) => {
        const masked = row.map((_, key) =>
          isMasked(trace, filled, indexOf(filled.shape, r * row.length + key)),
        );
        if (masked.includes(false)) {
          expectWeights(row);
          expect(row.filter((_, key) => masked[key])).toEqual(masked.filter(Boolean).map(() => 0));
        } else {
          const want = spec.maskFill === "-inf" ? Number.NaN : Math.fround(1 / row.length);
          expect(row).toEqual(row.map(() => want));
        }
      });
    }
  });
});

test("permuting keys with their values permutes the weights and leaves the values", () => {
  const cases = fc.tuple(size(4), size(8), size(4)).chain(([queries, keys, width]) =>
    fc.record({
      q: numbers(queries, width),
      k: numbers(keys, width),
      v: numbers(keys, width),
      mask: bits(keys),
      order: order(keys),
    }),
  );
  always(cases, ({ q, k, v, mask, order }) => {
    const moved = <T>(items: readonly T[]): T[] => order.map((from) => items[from] as T);
    const before = hu.scaledDotProductAttention(q, k, v, { mask: [mask] });
    const after = hu.scaledDotProductAttention(q, moved(k), moved(v), { mask: [moved(mask)] });
    expectClose("attention", after.attention.data, rowsOf(before.attention).flatMap(moved));
    expectClose("values", after.values.data, Array.from(before.values.data));
  });
});

test("under a causal mask, changing later tokens changes no bit of a row", () => {
  const cases = plainSpecs.chain((spec) =>
    fc.record({ spec: fc.constant(spec), kept: size(5), later: replacements(spec.padId ?? 0) }),
  );
  always(cases, ({ spec, kept, later }) => {
    const causal = { ...spec, mask: { padding: spec.mask?.padding ?? false, causal: true } };
    const sequences = spec.sequences ?? [];
    const changed = sequences.map((row) => row.map((id, i) => (i < kept ? id : (later[i] ?? id))));
    const run = (rows: typeof sequences) =>
      hu.run({ ...causal, sequences: rows, ...(spec.target && { target: rows }) }).steps;
    const [before, after] = [run(sequences), run(changed)];
    // Steps after the mask have a row for each query.
    const first = before.findIndex((step) => step.name === "masked_scores");
    before.slice(first).forEach((step, i) => {
      const query = step.axes.findIndex((axis) => axis === "T" || axis === "L");
      for (const [index, value] of cellsOf(step)) {
        if ((index[query] ?? 0) >= kept) continue;
        const now = valueAt(after[first + i] ?? step, index);
        if (!Object.is(now, value)) expect.fail(`${step.name}[${index}]: ${value} became ${now}`);
      }
    });
  });
});

test("attention with one head equals the formula", () => {
  always(plainSpecs, ({ layerNorm: _, feedForward: __, positionalEncoding: ___, ...spec }) => {
    const target = spec.target ?? spec.sequences ?? [];
    const trace = hu.run({ ...spec, lesson: "encoder-decoder", target, numHeads: 1 });
    const last = stepOf(trace, spec.outputProjection ? "output" : "concat");
    target.forEach((_, b) => {
      const want = plainAttention(trace, b).flat();
      partOf(last, b).data.forEach((x: number, i: number) => {
        const w = want[i] ?? expect.fail("the formula has fewer numbers");
        // The reference is float64; the core rounds to float32 several times in a row.
        if (!Object.is(x, w) && !(Math.abs(x - w) < 1e-5)) expect.fail(`${b}, ${i}: got ${x}, want ${w}`);
      });
    });
  });
});

test("splitting into heads and concatenating restores the columns", () => {
  always(specs, (spec) => {
    const trace = hu.run(spec);
    if (spec.lesson === "masked-self-attention") return;
    const size = (stepOf(trace, "q").shape[2] ?? 1) / (spec.numHeads ?? 1);
    for (const [heads, joined] of [
      ["q_heads", "q"],
      ["k_heads", "k"],
      ["v_heads", "v"],
      ["values", "concat"],
    ] as const) {
      const whole = stepOf(trace, joined);
      for (const [[b = 0, h = 0, l = 0, k = 0], value] of cellsOf(stepOf(trace, heads)))
        if (!Object.is(valueAt(whole, [b, l, h * size + k]), value))
          expect.fail(`${heads}[${b},${h},${l},${k}]`);
    }
    for (const name of ["q", "k", "v"])
      expect(stepOf(trace, `${name}_split`).data).toEqual(stepOf(trace, name).data);
    expect(stepOf(trace, "values_merged").data).toEqual(stepOf(trace, "concat").data);
  });
});

test("more padding changes no token's output, and gets no weight", () => {
  const cases = fc
    .tuple(plainSpecs, size(4))
    .filter(([{ sequences = [] }]) => sequences.every((row) => row.length > 0));
  always(cases, ([spec, columns]) => {
    const { sequences = [], padId = 0, lesson } = spec;
    const masked = {
      ...spec,
      mask: { padding: true, causal: lesson !== "encoder-decoder" && spec.mask?.causal === true },
    };
    const longest = Math.max(...sequences.map((row) => row.length));
    const longer = sequences.map((row) => [...row, ...Array(longest + columns - row.length).fill(padId)]);
    const [before, after] = [hu.run(masked), hu.run({ ...masked, sequences: longer })];
    const [want, got] = [before, after].map((trace) => trace.steps.at(-1) ?? expect.fail("no steps"));
    for (const [index, value] of cellsOf(want as Step)) {
      const now = valueAt(got as Step, index);
      if (!isClose(now, value)) expect.fail(`${want?.name}[${index}]: ${value} became ${now}`);
    }
    for (const row of rowsOf(stepOf(after, "attention")))
      expect(row.slice(longest)).toEqual(Array(columns).fill(0));
  });
});

test("the same spec gives the same bits, whatever ran in between", () => {
  always(fc.tuple(specs, specs), ([spec, other]) => {
    const first = hu.run(spec).steps;
    hu.run(other);
    expectSame(hu.run(spec).steps, first);
  });
});

test("seeds that are equal modulo 2³² draw the same numbers", () => {
  const turns = fc.integer({ min: -(2 ** 20), max: 2 ** 20 });
  always(fc.tuple(specs, fc.integer(), turns, size(40)), ([spec, seed, turn, count]) => {
    const other = seed + turn * 2 ** 32;
    expect(hu.randn(other, [count])).toEqual(hu.randn(seed, [count]));
    expectSame(hu.run({ ...spec, seed: other }).steps, hu.run({ ...spec, seed }).steps);
  });
});

test("a bad spec is refused with a documented code, or runs, and the module stays usable", () => {
  const codes = Object.keys(documentedErrors());
  const tiny = hu.run(TINY).steps;
  const refusal = (call: () => unknown): string => {
    try {
      call();
      return "";
    } catch (error) {
      if (!(error instanceof HeadsUpError)) throw error;
      expect(codes).toContain(error.code);
      return error.code;
    }
  };
  const seen = new Set<string>();
  always(badSpecs, (spec) => {
    const code = refusal(() => hu.run(spec as LessonSpec));
    expect(refusal(() => hu.toPyTorch(spec as LessonSpec))).toBe(code);
    seen.add(code);
    expectSame(hu.run(TINY).steps, tiny);
  });
  expect(seen.size).toBeGreaterThan(5); // many kinds of refusals, and some valid specs
  expect(seen).toContain("");
});

test("the terms of any cell give its value", () => {
  always(fc.tuple(specs, fc.infiniteStream(fc.nat())), ([spec, dice]) => {
    const trace = hu.run(spec);
    for (const step of trace.steps) {
      const index = indexOf(step.shape, dice.next().value % step.data.length);
      const explanation = hu.explain(trace, step.name, index);
      expect(explanation.value).toBe(valueAt(step, index));
      const again = recompute(explanation);
      if (!isClose(again, explanation.value))
        expect.fail(`${step.name}[${index}]: ${explanation.value}, not ${again}`);
    }
  });
});

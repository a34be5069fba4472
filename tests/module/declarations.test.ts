/** The packed declarations: they stand alone, and say what the module really has. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { imported, installed } from "./packed.js";

const tsc = path.join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

const consumer = `
import { type Explanation, HeadsUpError, load, type LessonSpec, readWeights, type Tensor, type Trace } from "heads-up-attention";

const hu = await load({ wasmBinary: new Uint8Array() });
const spec: LessonSpec = { lesson: "transformer-block", feedForward: { dFf: 32, activation: "relu" }, layerNorm: "post" };
const trace: Trace = hu.run(spec, readWeights(new Uint8Array()));
const why: Explanation = hu.explain(trace, "scores", [0, 0, 0, 0]);
const table: Tensor = hu.positionalEncoding(64, 128);
const script: string = hu.toPyTorch(spec);
const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, weights: { in_proj_weight: table } });
layer.forward(table, undefined, undefined, { causal: true, maskFill: "-inf" }).data.at(0)?.toFixed(why.terms.length);
// @ts-expect-error a lesson that there is not
hu.run({ lesson: script });
// @ts-expect-error an activation that there is not
hu.run({ ...spec, feedForward: { activation: "tanh" } });
export const code: string = new HeadsUpError("missing", "").code;
`;

let folder: string;
beforeAll(() => {
  folder = installed();
  writeFileSync(path.join(folder, "consumer.mts"), consumer);
}, 60_000);

describe("a strict project that checks its libraries too can use them", () => {
  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "module %s, resolved as %s",
    (module, moduleResolution) => {
      const compilerOptions = {
        ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [] },
        ...{ target: "es2022", lib: ["es2023", "dom"], module, moduleResolution },
      };
      const project = path.join(folder, `tsconfig.${moduleResolution}.json`);
      writeFileSync(project, JSON.stringify({ compilerOptions, files: ["consumer.mts"] }));
      try {
        execFileSync(process.execPath, [tsc, "--project", project], { cwd: folder, encoding: "utf8" });
      } catch (error) {
        expect.fail((error as { stdout: string }).stdout);
      }
    },
    90_000,
  );
});

/** The names of a class's methods in its declarations. */
function declared(file: string, name: string): string[] {
  const text = readFileSync(path.join(folder, "node_modules/heads-up-attention", file), "utf8");
  const body = text.slice(text.indexOf(`export declare class ${name} {`)).split("\n}")[0] ?? "";
  return [...body.matchAll(/^ {4}([a-zA-Z]+)\(/gm)].map((match) => match[1] ?? "");
}

const methodsOf = (of: object): string[] =>
  Object.getOwnPropertyNames(of).filter((name) => name !== "constructor");

test("every method that is declared is there, and the other way round", async () => {
  const { HeadsUp, MultiHeadAttention } = await imported(folder);
  const ofHeadsUp = methodsOf(HeadsUp.prototype);
  expect(ofHeadsUp.length).toBeGreaterThan(20);
  expect(declared("types/module/heads_up.d.ts", "HeadsUp").sort()).toEqual(
    [...ofHeadsUp, "constructor"].sort(),
  );
  expect(declared("types/module/multi_head.d.ts", "MultiHeadAttention").sort()).toEqual(
    [...methodsOf(MultiHeadAttention.prototype), "constructor"].sort(),
  );
});

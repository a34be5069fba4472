/**
 * The corpus of the JavaScript fuzzing targets, run again without a fuzzer: the inputs that reach all code that was reached, and
 * every finding (scripts/fuzz.mjs). tests/fuzz/replay.cpp does so for those in C++.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

interface Target {
  fuzz(data: Uint8Array): void | Promise<void>;
}

const targets = import.meta.glob<Target>("../fuzz/js/fuzz_*.ts");

test.each(Object.entries(targets))("%s holds for its corpus", async (file, load) => {
  const { fuzz } = await load();
  const corpus = inRoot("tests/fuzz/corpus", path.basename(file, ".ts"));
  const inputs = existsSync(corpus) ? readdirSync(corpus) : [];
  expect(inputs.length).toBeGreaterThan(0);
  for (const input of inputs) {
    try {
      await fuzz(new Uint8Array(readFileSync(path.join(corpus, input))));
    } catch (cause) {
      throw new Error(`${path.join(corpus, input)}: ${cause}`, { cause });
    }
  }
});

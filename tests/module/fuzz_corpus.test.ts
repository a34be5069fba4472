/**
 * The JavaScript fuzzing targets with the inputs of their corpus: those that reached new code, and every finding
 * (tests/fuzz/replay.cpp does so for C++). `npm run fuzz` then goes on with changed and random inputs.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

interface Target {
  fuzz(data: Uint8Array): void | Promise<void>;
}

const targets = import.meta.glob<Target>("../fuzz/js/fuzz_*.ts");

const minutes = Number(process.env["FUZZ_MINUTES"] ?? 0);

/** Any bytes, or an input with some of its bytes replaced. */
const changed = (inputs: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc.uint8Array({ maxLength: 4096 }),
    fc
      .tuple(fc.constantFrom(...inputs), fc.array(fc.tuple(fc.nat(4095), fc.nat(255)), { maxLength: 8 }))
      .map(([input, changes]) => {
        const bytes = Uint8Array.from(input);
        for (const [at, byte] of changes) bytes[at % Math.max(1, bytes.length)] = byte;
        return bytes;
      }),
  );

test.each(Object.entries(targets))(
  "%s holds for its corpus",
  { timeout: 60_000 * (minutes + 1) },
  async (file, load) => {
    const { fuzz } = await load();
    const corpus = inRoot("tests/fuzz/corpus", path.basename(file, ".ts"));
    const names = readdirSync(corpus);
    const inputs = names.map((name) => new Uint8Array(readFileSync(path.join(corpus, name))));
    expect(inputs.length).toBeGreaterThan(0);
    for (const [i, input] of inputs.entries()) {
      try {
        await fuzz(input);
      } catch (cause) {
        throw new Error(`${path.join(corpus, names[i] ?? "")}: ${cause}`, { cause });
      }
    }
    if (minutes === 0) return;
    const limit = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 60_000 * minutes };
    const found = await fc.check(
      fc.asyncProperty(changed(inputs), async (input) => fuzz(input)),
      limit,
    );
    console.log(`${file}: ${found.numRuns} inputs`);
    const [counterexample] = found.counterexample ?? [];
    if (!counterexample) return;
    const name = createHash("sha1").update(counterexample).digest("hex");
    writeFileSync(path.join(corpus, name), counterexample);
    throw new Error(`${path.join(corpus, name)}: ${found.errorInstance}`, { cause: found.errorInstance });
  },
);

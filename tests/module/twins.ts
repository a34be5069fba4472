/** Scripts run in real PyTorch, where Python has it (PYTHON names another one). */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect } from "vitest";
import type { DType, LessonSpec, Tensor } from "../../web/src/module/types.js";

export const python = [process.env["PYTHON"] ?? "python3", "/usr/bin/python3"].find(
  (command) => spawnSync(command, ["-c", "import numpy, torch"]).status === 0,
);

export interface Twin {
  readonly name: string;
  readonly spec: LessonSpec;
  readonly script: string;
}
interface Answer {
  readonly name: string;
  readonly faults: readonly string[];
  readonly steps: readonly { name: string; shape: number[]; dtype: DType }[];
}
const VIEWS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

/** What PyTorch makes of the scripts: the faults that twin.py found, and every step's tensor. */
export function runTwins(twins: readonly Twin[]) {
  const { stdout, stderr, status } = spawnSync(
    python ?? "",
    [path.join(import.meta.dirname, "../fixtures/twin.py")],
    { input: JSON.stringify(twins), maxBuffer: 2 ** 28 },
  );
  if (status !== 0) expect.fail(String(stderr));
  const line = stdout.indexOf("\n");
  const answers: Answer[] = JSON.parse(stdout.toString("utf8", 0, line));
  let at = line + 1;
  return answers.map(({ name, faults, steps }) => ({
    name,
    faults,
    steps: steps.map((step): Tensor & { name: string } => {
      const View = VIEWS[step.dtype];
      const bytes = step.shape.reduce((x, y) => x * y, 1) * View.BYTES_PER_ELEMENT;
      at += bytes;
      return { ...step, data: new View(Uint8Array.from(stdout.subarray(at - bytes, at)).buffer) };
    }),
  }));
}

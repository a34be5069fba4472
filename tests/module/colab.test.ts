/** The recipe for Colab: a learner's tensors in PyTorch against a trace as the page saves it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { load, traceToJson } from "../../dist/package/index.node.js";
import { inRoot } from "../../scripts/lib/paths.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-colab-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A notebook with a stand-in for the parts of torch.Tensor that the recipe uses: right tensors, then wrong ones. */
const NOTEBOOK = `
import json, sys
sys.path.insert(0, sys.argv[1])
from heads_up_check import check

class Tensor:
    def __init__(self, shape, data):
        self.shape, self.data = tuple(shape), list(data)
    def detach(self):
        return self
    def reshape(self, size):
        return self
    def tolist(self):
        return self.data

steps = {step["name"]: step for step in json.load(open("trace.json"))["steps"]}
own = {name: Tensor(step["shape"], step["data"]) for name, step in steps.items()}
print(check("trace.json", scores=own["scores"], attention=own["attention"], output=own["output"], w_q__weight=own["w_q.weight"]))
wrong = Tensor(own["scores"].shape, own["scores"].data)
wrong.data[100 + 20 + 3] += 0.01
print(check("trace.json", scores=wrong))
print(check("trace.json", scores=Tensor((2, 5, 10, 10), own["scores"].data)))
print(check("trace.json", nowhere=own["scores"]))
`;

test("agrees with equal tensors, and names the first number that does not", { timeout: 60_000 }, async () => {
  const hu = await load();
  const { spec, steps } = hu.run({ lesson: "masked-multi-head", seed: 7 });
  writeFileSync(path.join(folder, "trace.json"), traceToJson({ spec, steps }));
  const { stdout, stderr } = spawnSync("python3", ["-c", NOTEBOOK, inRoot("examples/colab")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const lines = stdout.trim().split("\n");
  expect(lines[0]).toMatch(/^✓ scores \(5, 2, 10, 10\): all 1000 numbers agree$/);
  expect(lines.slice(0, 5).at(-1)).toBe("True");
  expect(lines.slice(5)).toEqual([
    expect.stringMatching(/^✗ scores\[0, 1, 2, 3\]: yours is .* the page's is /),
    "False",
    "✗ scores: your shape is (2, 5, 10, 10), the page's is (5, 2, 10, 10)",
    "False",
    expect.stringMatching(/^✗ nowhere: the trace has no such step; it has embedding.weight/),
    "False",
  ]);
});

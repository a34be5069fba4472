/** `run FILE.py` of the packed package's command line. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { installed } from "./packed.js";

let folder: string;
beforeAll(() => {
  folder = installed();
}, 60_000);

const run = (name: string, source: string, ...args: string[]) => {
  const program = path.join(folder, "node_modules/.bin/heads-up-attention");
  writeFileSync(path.join(folder, name), source);
  const { status, stdout, stderr } = spawnSync(program, ["run", name, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};

test("prints what the program prints, and Python's traceback of an error", () => {
  expect(run("a.py", `import torch\nprint("값", torch.ones(1))`)).toEqual({
    status: 0,
    stderr: "",
    stdout: "값 tensor([1.])\n",
  });
  const { status, stderr, stdout } = run("b.py", "print(1)\ndef f():\n    return 1 / 0\nf()\n");
  expect([status, stdout]).toEqual([1, "1\n"]);
  expect(stderr.split("\n")).toEqual([
    "Traceback (most recent call last):",
    ...['  File "b.py", line 4, in <module>', "    f()", '  File "b.py", line 3, in f', "    return 1 / 0"],
    ...["ZeroDivisionError: division by zero", ""],
  ]);
  const source = (text: string) => ({ cell_type: "code", metadata: {}, outputs: [], source: text });
  const notebook = JSON.stringify({ nbformat: 4, cells: [source("a = 1"), source("print(b)")] });
  expect(run("c.ipynb", notebook).stderr).toContain("  Cell 2, line 1, in <module>\n    print(b)\n");
});

test("writes hints to stderr, each with its line and rule", () => {
  const { status, stderr, stdout } = run(
    "e.py",
    "import torch\nx = torch.tensor([1.0, 2.0])\ny = x.softmax(0).softmax(0)\nprint(y)",
  );
  expect([status, stdout]).toEqual([0, "tensor([0.3865, 0.6135])\n"]);
  expect(stderr).toMatch(/^e\.py:3: hint: This is the softmax of a softmax: .* \[softmax-twice\]\n$/);
});

test("gives all of it as JSON", () => {
  const { stdout } = run("d.py", "import torch\nx = torch.tensor([0.1, float('inf')])", "--json");
  const x = { shape: [2], dtype: "float32", data: [0.1, "inf"] };
  expect(JSON.parse(stdout)).toMatchObject({
    stdout: "",
    variables: { x },
    error: null,
    hints: [],
    steps: [{ name: "x", ...x }],
  });
});

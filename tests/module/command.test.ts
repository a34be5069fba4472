/** The packed package's command line, run by a shell. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import type { Trace } from "../../web/src/module/types.js";
import { fixtureJson } from "../unit/weight_files.js";
import { type HeadsUp, imported, installed, type Package } from "./packed.js";

const weights = inRoot("tests/fixtures/weights");
const LESSON = inRoot("examples/own-lesson/lesson.json");
const small = {
  lesson: "masked-multi-head",
  sequences: [
    [1, 4, 2],
    [3, 1],
  ],
  vocabSize: 5,
  seed: 3,
} as const;

let folder: string;
let program: string;
let module: Package;
let hu: HeadsUp;
beforeAll(async () => {
  folder = installed();
  program = path.join(folder, "node_modules/.bin/heads-up-attention");
  module = await imported(folder);
  hu = await module.load();
  writeFileSync(path.join(folder, "small.json"), JSON.stringify(small));
  for (const name of ["one.json", "two.json"]) copyFileSync(LESSON, path.join(folder, name));
}, 60_000);

/** Standard output and error of a run, and its exit code. */
function shell(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The standard output of a successful run. */
function printed(args: readonly string[], input?: string): string {
  const { status, stdout, stderr } = shell(args, input);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

const stepOf = ({ steps }: Trace, name: string) =>
  steps.find((step) => step.name === name) ?? expect.fail(`no step ${name}`);

describe("train", () => {
  const spec = { data: [[1, 4, 2, 6, 3]], vocabSize: 7, dModel: 8, dFf: 16, batchSize: 2 };

  test("prints the first loss, every Nth and the last, as the trainer gives them", () => {
    const lines = printed(["train", "-", "--steps", "5", "--every", "2"], JSON.stringify(spec))
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().split(/ +/));
    expect(lines.map(([step]) => step)).toEqual(["1", "2", "4", "5"]);
    const losses = hu.createTrainer(spec).step(5);
    expect(lines.map(([, loss]) => loss)).toEqual([0, 1, 3, 4].map((i) => losses[i]?.toFixed(6)));
  });

  test("writes weights that another trainer can load", () => {
    printed(["train", "sort", "--steps", "3", "--weights", "sort.safetensors"]);
    const trained = hu.createTrainer({ task: "sort" });
    trained.step(3);
    const file = module.readWeights(readFileSync(path.join(folder, "sort.safetensors")));
    expect(Object.keys(file)).toEqual(Object.keys(trained.weights()));
    expect(file["head.bias"]?.data).toEqual(trained.weights()["head.bias"]?.data);
  });

  test("prints the same training as a PyTorch script", () => {
    const script = printed(["train", "sort", "--torch", "--steps", "7"]);
    expect(script).toBe(hu.trainingScript({ task: "sort" }, 7));
  });

  test("ties the head and applies dropout on request, whatever the spec says", () => {
    const script = printed(
      ["train", "-", "--tied-head", "--dropout", ".25", "--torch"],
      JSON.stringify(spec),
    );
    expect(script).toBe(hu.trainingScript({ ...spec, tiedHead: true, dropout: 0.25 }, 200));
  });

  test.each([
    [["train", "juggle"], 1, /^heads-up-attention: task: got juggle, wants one of copy, .*, or a file/],
    [["train", "copy", "--steps", "-3"], 2, /^heads-up-attention: --steps -3: wants 1 to 999999/],
    [["train", "copy", "--steps="], 2, /^heads-up-attention: --steps "": wants 1 to 999999/],
    [["train", "copy", "--steps", "0"], 2, /^heads-up-attention: --steps 0: wants 1 to 999999/],
    [["train", "copy", "--dropout", "half"], 2, /^heads-up-attention: --dropout half: wants a number/],
    [["train", "copy", "--dropout", "1"], 1, /^heads-up-attention: dropout: got 1, wants 0 to 0.999999/],
    [["train", "copy", "--torch", "--weights", "x"], 2, /^heads-up-attention: --torch prints a script/],
  ])("%j is refused", (args, exitCode, line) => {
    const { status, stderr } = shell(args);
    expect(stderr).toMatch(line);
    expect(status).toBe(exitCode);
  });
});

describe("run", () => {
  test("lists the steps of a spec, one per line and without colour", () => {
    const [heading, ...lines] = printed(["run", "small.json"]).trimEnd().split("\n");
    expect(heading?.split(/ {2,}/)).toEqual(["name", "op", "shape", "dtype"]);
    const { steps } = hu.run(small);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(steps.map(({ name }) => name));
    expect(lines.find((line) => line.startsWith("scores "))).toMatch(
      /^scores +scaled_dot_product +\(2, 2, 3, 3\) +float32$/,
    );
    expect(printed(["run", "small.json"])).not.toContain("\u001b");
  });

  test("shows the numbers of steps in the requested order", () => {
    const text = printed(["run", "small.json", "--step", "mask", "-s", "ids"]);
    expect(text).toBe(
      `mask  logical_and  (2, 3, 3)  bool
tensor([[[ True, False, False],
         [ True,  True, False],
         [ True,  True,  True]],

        [[ True, False, False],
         [ True,  True, False],
         [ True,  True, False]]])

ids  pad  (2, 3)  int32
tensor([[1, 4, 2],
        [3, 1, 0]], dtype=torch.int32)
`,
    );
  });

  test("accepts a spec from standard input, and a lesson by its name", () => {
    expect(printed(["run", "-"], JSON.stringify(small))).toBe(printed(["run", "small.json"]));
    expect(printed(["run", "masked-multi-head"])).toContain("(5, 2, 10, 10)");
  });

  test("--seed overrides the spec", () => {
    const json = JSON.parse(printed(["run", "small.json", "--seed", "-5", "-f", "json"]));
    expect(json.spec).toEqual(hu.run({ ...small, seed: -5 }).spec);
  });

  test("--format json prints traceToJson of all or of some steps", () => {
    const trace = hu.run(small);
    expect(printed(["run", "small.json", "--format", "json"])).toBe(module.traceToJson(trace));
    const some = { ...trace, steps: [stepOf(trace, "scores")] };
    expect(printed(["run", "small.json", "-f", "json", "-s", "scores"])).toBe(module.traceToJson(some));
  });

  test("--format npz writes traceToNpz into a pipe or a file; a file's extension is enough", () => {
    const want = Buffer.from(module.traceToNpz(hu.run(small)));
    expect(execFileSync(program, ["run", "small.json", "-f", "npz"], { cwd: folder }).equals(want)).toBe(
      true,
    );
    expect(printed(["run", "small.json", "--out", "trace.npz"])).toBe("");
    expect(readFileSync(path.join(folder, "trace.npz")).equals(want)).toBe(true);
  });

  test.each(["course.safetensors", "course.npz", "course.json"])("--weights %s", (name) => {
    const { vocabSize: _, ...spec } = small;
    const file = path.join(weights, name);
    const text = printed(["run", "-", "--weights", file, "-f", "json"], JSON.stringify(spec));
    expect(text).toBe(module.traceToJson(hu.run(spec, readFileSync(file))));
    expect(text).toContain('"op":"given"');
  });
});

describe("run with a model that train wrote", () => {
  const tokens = [1, 4, 2, 6];
  const spec = { data: [[...tokens, 3, 0]], vocabSize: 7, dModel: 8, dFf: 16, batchSize: 2, layers: 2 };
  const steps = (args: readonly string[], input?: string) =>
    JSON.parse(printed(["run", ...args, "-f", "json"], input)).steps as { name: string; data: number[] }[];
  beforeAll(() => {
    printed(["train", "-", "--steps", "3", "--weights", "model.safetensors"], JSON.stringify(spec));
  });

  test("shows its first block, or another one", () => {
    const trainer = hu.createTrainer(spec);
    trainer.step(3);
    const attention = trainer.attention(tokens).data;
    const size = attention.length / 2;
    for (const [at, file] of ["model.safetensors", "model.safetensors#2"].entries()) {
      const shown =
        steps(["transformer-block", "-w", file]).find(({ name }) => name === "attention")?.data ?? [];
      const wants = attention.slice(at * size, (at + 1) * size);
      expect(shown.flat(3)).toHaveLength(size);
      shown.flat(3).forEach((weight, i) => void expect(weight).toBeCloseTo(wants[i] ?? Number.NaN, 5));
    }
  });

  test("reads the spec's own tokens", () => {
    const own = JSON.stringify({ lesson: "transformer-block", sequences: [[5, 3]] });
    const shown = steps(["-", "-w", "model.safetensors"], own).find(({ name }) => name === "ids");
    expect(shown?.data).toEqual([1, 2]);
  });

  test("says which lesson shows it, and which blocks there are", () => {
    expect(shell(["run", "multi-head", "-w", "model.safetensors"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        "a trained decoder (blocks.0.norm_1.weight …), wants run transformer-block",
      ),
    });
    expect(shell(["run", "transformer-block", "-w", "model.safetensors#3"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("weights: got #3, wants #1 to #2"),
    });
  });
});

describe("run --explain", () => {
  test("lists the terms of one number", () => {
    const [heading, ...lines] = printed(["run", "small.json", "--explain", "scores", "0,0,1,1"])
      .trimEnd()
      .split("\n");
    expect(heading?.split(/ +/)).toEqual(["name", "index", "value", "made", "by"]);
    const { value, terms } = hu.explain(hu.run(small), "scores", [0, 0, 1, 1]);
    expect(lines[0]).toMatch(/^scores +\(0, 0, 1, 1\) +\S+ {2}scaled_dot_product, .*divisor 2/);
    expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/)[0])).toEqual(
      terms.map(({ name }) => name),
    );
    expect(lines.map((line) => Number(line.split(/ {2,}/).at(line === lines[0] ? 2 : -1)))).toEqual(
      [value, ...terms.map((term) => term.value)].map((x) => Number(x.toPrecision(9))),
    );
  });

  test("prints what explain() gives as JSON; the index may come before the spec", () => {
    const json = printed(["run", "--explain=attention", "0,0,1,1", "small.json", "--format", "json"]);
    expect(JSON.parse(json)).toEqual(hu.explain(hu.run(small), "attention", [0, 0, 1, 1]));
  });

  test("--depth also explains the terms that are steps", () => {
    const args = ["run", "small.json", "--explain", "masked_scores", "0,0,0,1"];
    const json = JSON.parse(printed([...args, "--depth", "2", "-f", "json"]));
    const trace = hu.run(small);
    expect(json.terms).toEqual([
      hu.explain(trace, "scores", [0, 0, 0, 1]),
      hu.explain(trace, "mask", [0, 0, 1]),
    ]);
    const lines = printed([...args, "--depth", "3"]).split("\n");
    expect(lines.filter((line) => /^ {2}\S/.test(line))).toHaveLength(2);
    expect(lines.filter((line) => /^ {4}\S/.test(line))).toHaveLength(8 + 2);
    expect(lines.some((line) => /^ {6}\S/.test(line))).toBe(true);
  });

  test("spells NaN and the infinities as traceToJson does", () => {
    const empty = JSON.stringify({ ...small, sequences: [[1, 2], []], maskFill: "-inf" });
    const json = JSON.parse(printed(["run", "-", "--explain", "attention", "1,0,0,0", "-f", "json"], empty));
    expect(json).toMatchObject({
      value: "nan",
      terms: expect.arrayContaining([expect.objectContaining({ value: "-inf" })]),
    });
    expect(printed(["run", "-", "--explain", "attention", "1,0,0,0"], empty)).toMatch(/ nan {2}softmax/);
  });
});

test("torch prints the script of toPyTorch", () => {
  expect(printed(["torch", "small.json"])).toBe(hu.toPyTorch(small));
  printed(["torch", "masked-self-attention", "--seed", "9", "-o", "script.py"]);
  expect(readFileSync(path.join(folder, "script.py"), "utf8")).toBe(
    hu.toPyTorch({ lesson: "masked-self-attention", seed: 9 }),
  );
});

test("torch --class prints the lesson's classes", () => {
  expect(printed(["torch", "small.json", "--class"])).toBe(hu.toPyTorch(small, "class"));
});

test("--help and --version", () => {
  for (const args of [["--help"], ["-h"], ["run", "--help"]]) {
    const help = printed(args);
    for (const word of [
      "run SPEC",
      "torch SPEC",
      "train SPEC",
      "--weights",
      "--explain",
      "Exit code",
      "masked-self-attention",
    ]) {
      expect(help).toContain(word);
    }
    expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThan(90);
  }
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  expect(printed(["--version"])).toBe(`${version}\n`);
});

describe("check", () => {
  test("names a valid lesson in the requested language", () => {
    expect(printed(["check", LESSON])).toBe(`${LESSON}: Which word attends to which (8 steps)\n`);
    expect(printed(["check", LESSON, "--lang", "ko"])).toBe(
      `${LESSON}: 어느 단어가 어느 단어를 볼까요 (8단계)\n`,
    );
  });

  test("prints each mistake with its file, line and field", () => {
    const wrong = JSON.parse(readFileSync(LESSON, "utf8"));
    wrong.spec.dModel = "four";
    wrong.steps[0].stp = 1;
    const { status, stdout, stderr } = shell(["check", "-", LESSON], JSON.stringify(wrong, undefined, 1));
    expect(status).toBe(1);
    expect(stdout).toBe("");
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^-:\d+: .*spec\.dModel.*"?four/),
      expect.stringMatching(/^-:\d+: steps\[0\]\.stp/),
    ]);
    const korean = shell(["check", "-", "--lang", "ko"], JSON.stringify(wrong)).stderr.trimEnd();
    expect(korean.split("\n")).toEqual([expect.stringMatching(/[가-힣]/), expect.stringMatching(/[가-힣]/)]);
  });
});

test("check goes on past a file that cannot be read, and lists what is wrong with the others", () => {
  writeFileSync(path.join(folder, "wrong.json"), "{");
  const { status, stdout, stderr } = shell(["check", "nope.json", LESSON, "wrong.json", "none.json"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^nope\.json: .*no such file/),
    expect.stringMatching(/^wrong\.json/),
    expect.stringMatching(/^none\.json: .*no such file/),
  ]);
});

test("pack prints what it wrote, and its size", () => {
  const pack = (...args: string[]) => printed(["pack", ...args, "--out", "packed"]);
  const size = () => `packed: ${readFileSync(path.join(folder, "packed")).length} bytes\n`;
  const [page, course] = [inRoot("dist/heads-up.html"), inRoot("dist/course.zip")];
  const lesson = "packed: one.json: Which word attends to which (8 steps)\n";
  expect(pack("one.json", "--into", page)).toBe(lesson + size());
  const settings = pack("--into", course, "--completion", "answered", "--mastery-score", "0.75");
  expect(settings).toBe(`packed: completion answered\npacked: mastery score 0.75\n${size()}`);
});

test("check refuses a file that is not UTF-8, and pack its name, in the requested language", () => {
  writeFileSync(path.join(folder, "cp949.json"), Buffer.from([0x22, 0xc7, 0xd1, 0x22]));
  expect(shell(["check", "cp949.json", "--lang", "ko"])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^cp949\.json: UTF-8 파일이 아닙니다\.[^\n]*\n$/),
  });
  const args = ["pack", "서울 날씨.json", "--into", "b.html", "--out", "c.html", "--lang", "ko"];
  expect(shell(args)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^heads-up-attention: 서울 날씨\.json: 파일 이름에는 [^\n]*\n$/),
  });
});

describe("errors are reported in one line", () => {
  const cases: readonly [args: readonly string[], status: 1 | 2, ...words: string[]][] = [
    [["run", "nope.json"], 1, "nope.json", "no such file"],
    [["run", "nope"], 1, "lesson", '"nope"', "masked-multi-head"],
    [["run", "."], 1, ".", "directory"],
    [["run", path.join(weights, "course.npz")], 1, "course.npz", "JSON"],
    [["run", path.join(weights, "course.json")], 1, "embedding.weight", "sequences"],
    [["run", "small.json", "--step", "nope"], 1, "--step nope", "embedding.weight"],
    [["run", "small.json", "--explain", "scores", "0,0"], 1, "index", "(0, 0)"],
    [["run", "small.json", "--explain", "nope", "0"], 1, "--explain nope", "embedding.weight"],
    [["run", "small.json", "--weights", "nope.npz"], 1, "nope.npz", "no such file"],
    [
      ["run", "small.json", "--weights", path.join(weights, "object.npz")],
      1,
      "object.npz",
      "w_q.weight",
      "float32",
    ],
    [["run", "small.json", "--weights", path.join(weights, "torch_save.pt")], 1, "torch.save", "safetensors"],
    [["run", "small.json", "--out", "nowhere/trace.json"], 1, "nowhere/trace.json", "written"],
    [["torch", "nope"], 1, "lesson"],
    [[], 2, "run, torch, train, check or pack"],
    [["walk"], 2, "walk", "run, torch, train, check or pack"],
    [["check"], 2, "no lesson file"],
    [["check", "a.json", "--lang", "fr"], 2, "--lang fr", "en, ko"],
    [["pack", "a.json", "--out", "b.html"], 2, "--into"],
    [
      ["pack", "--into", "a", "--out", "b", "--completion", "seen"],
      2,
      "--completion seen",
      "walked, answered",
    ],
    [["pack", "--into", "a", "--out", "b", "--mastery-score", "80"], 2, "--mastery-score 80", "0 to 1"],
    [["pack", "--into", "small.json", "--out", "b", "--mastery-score", "0"], 1, "small.json", "course.zip"],
    [["pack", "a.json", "--into", "b.html"], 2, "--out"],
    [["pack", "ä.json", "--into", "b.html", "--out", "c.html"], 1, "ä.json", "letters a to z"],
    [["pack", "Lesson.json", "--into", "b.html", "--out", "c.html"], 1, "Lesson.json", "small letters"],
    [["pack", LESSON, LESSON, "--into", "b.html", "--out", "c.html"], 1, "lesson.json", "another name"],
    [
      ["pack", "one.json", "two.json", "--into", inRoot("dist/heads-up.html"), "--out", "c.html"],
      1,
      ...["one.json", "two.json", "who-attends-to-whom"],
    ],
    [["pack", LESSON, "--into", "small.json", "--out", "c.html"], 1, "small.json", "heads-up.html"],
    [["run"], 2, "no spec"],
    [["run", "a.json", "b.json"], 2, "a.json b.json"],
    [["run", "small.json", "--nope"], 2, "--nope"],
    [["run", "small.json", "--seed", "x"], 2, "--seed x", "whole number"],
    [["run", "small.json", "--seed", "1.5"], 2, "--seed 1.5", "a whole number"],
    [["run", "small.json", "--format", "xml"], 2, "--format xml", "table, json, npz"],
    [["run", "small.json", "--out", "x.npz", "--format", "json"], 2, "--format json", "x.npz"],
    [["run", "small.json", "--explain", "scores"], 2, "--explain", "index"],
    [["run", "small.json", "--explain", "scores", "a,b"], 2, "--explain a", "0,3,5"],
    [["run", "small.json", "--explain", "scores", "0", "--depth", "0"], 2, "--depth 0", "1 to 9"],
    [["run", "small.json", "--explain", "scores", "0", "--step", "q"], 2, "--explain", "--step"],
    [["run", "small.json", "--explain", "scores", "0", "--format", "npz"], 2, "--explain", "npz"],
    [["run", "small.json", "--depth", "2"], 2, "--depth", "--explain"],
    [["torch", "small.json", "--weights", "x"], 2, "--weights"],
  ];
  test.each(cases)("%j", (args, status, ...words) => {
    const { status: got, stdout, stderr } = shell(args);
    expect(got, stderr).toBe(status);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^heads-up-attention: [^\n]+\n$/);
    for (const word of words) expect(stderr).toContain(word);
  });

  test("refuses standard input that is not a spec", () => {
    expect(shell(["run", "-"], "nonsense")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("-: got"),
    });
    expect(shell(["run", "-"], "null")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("spec: got null"),
    });
  });

  test("control characters in a file do not reach the terminal", () => {
    const spec = JSON.stringify({ "\u001b[2J\nnope": 1 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(shell(["run", "-"], spec).stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

test("a pipe that is closed early is no error", () => {
  const script = `"${program}" run encoder-decoder --format json | head -c 100 >&2; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(stdout).toBe("0\n");
  expect(stderr).toMatch(/^\{"spec":/);
  expect(stderr).toHaveLength(100);
});

describe("when standard output cannot be written", () => {
  const ended = (redirection: string, ...args: string[]) =>
    spawnSync("sh", ["-c", `"$0" "$@" ${redirection}`, program, ...args], { cwd: folder, encoding: "utf8" });

  // Linux and the BSDs have this device.
  test.runIf(existsSync("/dev/full"))("reports a full disk in one line, whatever is written", () => {
    for (const args of [
      ["--help"],
      ["run", "small.json"],
      ["torch", "small.json"],
      ["train", "copy", "-n", "1"],
    ]) {
      const { status, stderr } = ended("> /dev/full", ...args);
      expect(stderr).toMatch(/^heads-up-attention: standard output: ENOSPC[^\n]*\n$/);
      expect(status).toBe(1);
    }
  });

  test("exits without an error if it was closed from the start", () => {
    expect(ended(">&-", "run", "small.json")).toMatchObject({ status: 0, stderr: "" });
  });
});

test("the printed numbers of the course's weights are those of its file", () => {
  const course = fixtureJson<Record<string, number[]>>("course.json");
  const file = path.join(weights, "course.npz");
  const spec = JSON.stringify({ ...small, vocabSize: undefined });
  const text = printed(["run", "-", "-w", file, "-s", "w_0.bias"], spec);
  expect(text).toContain("w_0.bias  given  (4,)  float32");
  expect(text.match(/-?\d\.\d{4}/g)?.map(Number)).toEqual(
    course["w_0.bias"]?.map((x) => Number(x.toFixed(4))),
  );
});

/** The numbers of a step as a table, as JSON and as code. */
import { expect, test } from "vitest";
import type { ProgramStep } from "../../web/src/module/python/types.js";
import { csvOf, jsonOf, torchOf } from "../../web/src/notebook/step_files.js";

const step = (shape: readonly number[], numbers: readonly number[], dtype = "float32"): ProgramStep =>
  ({
    ...{ name: "x", op: "add", inputs: ["a"], axes: ["B", "", "K"].slice(0, shape.length), shape, dtype },
    data: dtype === "float32" ? new Float32Array(numbers) : Float64Array.from(numbers),
  }) as unknown as ProgramStep;

test("a table has a row for each row of the last axis, with its indices", () => {
  expect(csvOf([step([2, 1, 2], [0.1, -0, 1e-12, Number.NaN])])).toBe(
    "B,dim 1,0,1\r\n0,0,0.1,-0\r\n1,0,1e-12,nan\r\n",
  );
  expect(csvOf([step([2], [1, 0], "bool")])).toBe("0,1\r\nTrue,False\r\n");
  expect(csvOf([step([], [3], "int64")])).toBe("3\r\n");
});

test("code makes the same tensor, and names a dtype that PyTorch would not guess", () => {
  expect(torchOf([step([2, 2], [0.1, 2, -0, -Infinity])])).toBe(
    'torch.tensor([[0.1, 2.],\n              [-0., float("-inf")]])',
  );
  expect(torchOf([step([2], [1, 0], "bool")])).toBe("torch.tensor([True, False])");
  expect(torchOf([step([], [3], "int64")])).toBe("torch.tensor(3)");
  expect(torchOf([step([1], [3], "int32")])).toBe("torch.tensor([3], dtype=torch.int32)");
  expect(torchOf([step([1], [0.1], "float64")])).toBe("torch.tensor([0.1], dtype=torch.float64)");
});

test("JSON has the numbers as a trace's JSON has them", () => {
  const { data, ...facts } = JSON.parse(jsonOf([step([2, 2], [0.1, 2, Number.NaN, Infinity])]));
  expect(facts).toEqual({
    ...{ name: "x", op: "add", inputs: ["a"], axes: ["B", ""], shape: [2, 2], dtype: "float32" },
  });
  expect(data).toEqual([0.1, 2, "nan", "inf"]);
});

test("several tensors are told by their names", () => {
  const both = [step([2], [1, 2]), { ...step([], [3], "int64"), name: "max (2)" }];
  expect(csvOf(both)).toBe("x\r\n0,1\r\n1,2\r\n\r\nmax (2)\r\n3\r\n");
  expect(torchOf(both)).toBe("x = torch.tensor([1., 2.])\nmax_2 = torch.tensor(3)\n");
  expect(JSON.parse(jsonOf(both))).toMatchObject({
    x: { data: [1, 2] },
    "max (2)": { name: "max (2)", data: [3] },
  });
});

/** Error codes are listed in C++, in TypeScript and in the docs: the lists must agree. And how messages quote what they got. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { clipped, shownValue } from "../../web/src/module/errors.js";
import { documentedErrors } from "./documented_errors.js";

const root = path.join(import.meta.dirname, "../..");

function* sources(folder: string, ending: RegExp): Generator<string> {
  for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })) {
    if (ending.test(file)) yield readFileSync(path.join(root, folder, file), "utf8");
  }
}

function codesIn(folder: string, ending: RegExp, pattern: RegExp): string[] {
  return [...sources(folder, ending)].flatMap((text) =>
    [...text.matchAll(pattern)].map(([, code = ""]) => code),
  );
}

// refusal.cpp has the sentence of each code, which does not make it one that is thrown. The exceptions of PyTorch have its words.
const inCpp = [
  ...codesIn("cpp", /(?<!refusal)\.cpp$|refusal\.h$/, /ErrorCode::(?!\w+_error)([a-z_]+)/g).map((code) =>
    code.replaceAll("_", "-"),
  ),
  ...codesIn("cpp/bindings", /\.cpp$/, /(?:described|heads_up_refuse)\(\s*"([a-z-]+)"/g),
];
const inBindings = codesIn("cpp/bindings", /\.js$/, /HeadsUpError\(\s*"([a-z-]+)"/g);
const inModule = codesIn("web/src/module", /\.ts$/, /(?:(?<!\.)refuse|HeadsUpError)\(\s*"([a-z-]+)"/g);

test("the docs list the codes that the core and the module throw, and no others", () => {
  expect(inCpp.length).toBeGreaterThan(20);
  expect(inModule.length).toBeGreaterThan(5);
  expect(inBindings.length).toBeGreaterThan(3);
  expect([...new Set([...inCpp, ...inBindings, ...inModule])].sort()).toEqual(
    Object.keys(documentedErrors()).sort(),
  );
});

test("the type of an error's code lists them too", () => {
  const source = readFileSync(path.join(root, "web/src/module/errors.ts"), "utf8");
  const union = source.match(/type ErrorCode =(.*?);/s)?.[1] ?? "";
  const codes = [...union.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code);
  expect(codes).toEqual(Object.keys(documentedErrors()).sort());
});

test("every code that the core throws has its sentence", () => {
  const patterns = readFileSync(path.join(root, "cpp/tensor/refusal.cpp"), "utf8");
  const own = ["out-of-memory", "disposed"]; // not by refuse(): when memory runs out, and of an object that is gone
  for (const code of inCpp.filter((c) => !own.includes(c))) expect(patterns, code).toContain(`, "${code}",`);
});

test("a long value is cut between two characters, never within one", () => {
  const faces = "😀".repeat(50);
  expect(clipped("a".repeat(60))).toBe("a".repeat(60));
  expect(clipped("a".repeat(61))).toBe(`${"a".repeat(60)}…`);
  expect(clipped(faces)).toBe(`${"😀".repeat(30)}…`);
  expect(clipped(`a${faces}`)).toBe(`a${"😀".repeat(29)}…`);
  expect(shownValue(faces)).toBe(`"${"😀".repeat(19)}…`);
});

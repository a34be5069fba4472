/** C++ has its own list of parameter names, for programs without JavaScript: the two lists must agree. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { moduleNames, packedNames } from "../../web/src/module/weights/names.js";

const source = readFileSync(new URL("../../cpp/files/weight_names.cpp", import.meta.url), "utf8");
const [, table = ""] = /kModules\[\] = \{([\s\S]*?)\n\};/.exec(source) ?? [];

/** `{"w_q", "wq q " "query"}` → ["w_q", "wq q query"]. */
const rows = [...table.matchAll(/\{"(\w+)",\s*((?:"[^"]*"\s*)+)\}/g)].map(
  ([, module = "", literals = ""]) => [
    module,
    [...literals.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join(""),
  ],
);

test("C++ knows the modules by the same names, in the same order", () => {
  expect(rows).toEqual(Object.entries({ ...moduleNames, packed: packedNames }));
});

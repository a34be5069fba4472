/** The command's behaviour in a terminal; the tests of the packed command run without one. */
import { expect, test } from "vitest";
import { UsageError } from "../../web/src/command/failure.js";
import { runOptionsOf } from "../../web/src/command/options.js";
import { emphasis } from "../../web/src/command/output.js";

test("text is bold in a terminal, and plain where colours are off", () => {
  expect(emphasis(true, {})("name")).toBe("\u001b[1mname\u001b[22m");
  expect(emphasis(true, { NO_COLOR: "" })("name")).toContain("\u001b");
  expect(emphasis(true, { NO_COLOR: "1" })("name")).toBe("name");
  expect(emphasis(true, { TERM: "dumb" })("name")).toBe("name");
  expect(emphasis(false, {})("name")).toBe("name");
});

test("npz is written to files and pipes, but not to a terminal", () => {
  expect(() => runOptionsOf(["x.json", "--format", "npz"], true)).toThrow(UsageError);
  expect(runOptionsOf(["x.json", "--format", "npz", "--out", "x"], true)).toMatchObject({
    format: "npz",
    out: "x",
  });
  expect(runOptionsOf(["x.json", "--out", "x.npz"], true).format).toBe("npz");
  expect(runOptionsOf(["x.json", "--format", "npz"], false).format).toBe("npz");
});

/** An interrupted script ends the programs it runs, and their child processes; and the option `--only`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { chosenParts } from "../../scripts/lib/run.mjs";

/** A program with a child that ignores SIGTERM; both run until killed. */
const FAMILY = `
  const { spawn } = require("node:child_process");
  const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("child")';
  spawn(process.execPath, ["-e", stubborn], { stdio: "inherit" });
  console.log("parent");
  setInterval(() => {}, 1000);
`;
const SCRIPT = `
  import { run } from ${JSON.stringify(pathToFileURL(inRoot("scripts/lib/run.mjs")).href)};
  await run(process.execPath, ["-e", ${JSON.stringify(FAMILY)}]).catch(() => {});
  console.log("the script went on");
`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends the programs that a script runs, and their children",
  { timeout: 20_000 },
  async (signal, code) => {
    const script = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    for await (const chunk of script.stdout) {
      text += chunk;
      if (text.split("\n").length === 3 && script.exitCode === null) script.kill(signal);
    }
    // A living process keeps the output open, so all have ended by now.
    if (script.exitCode === null) await once(script, "exit");
    expect(script.exitCode).toBe(code);
    expect(text.trim().split("\n").sort()).toEqual(["child", "parent"]);
  },
);

const PARTS = ["load", "play", "edit"];

test("all parts are measured without the option, otherwise those that it names, in their usual order", () => {
  expect(chosenParts(PARTS, undefined)).toEqual(PARTS);
  expect(chosenParts(PARTS, ["edit", "load"])).toEqual(["load", "edit"]);
});

test("a part with a typo is refused instead of measuring nothing", () => {
  expect(() => chosenParts(PARTS, ["load", "paly"])).toThrow("--only paly: wants one of load, play, edit");
});

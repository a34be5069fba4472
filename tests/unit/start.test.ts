/** `npm start` checks the port before setting up and building, which may take minutes. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { portIsFree, serve } from "../../scripts/lib/serve.mjs";

const started = (PORT: string) =>
  spawnSync(process.execPath, [inRoot("scripts/start.mjs")], {
    env: { ...process.env, PORT },
    encoding: "utf8",
  });

test("reports a port in use at once, and suggests another one", async () => {
  const server = await serve({ root: inRoot("docs") });
  try {
    expect(await portIsFree(server.port)).toBe(false);
    const { status, stdout, stderr } = started(String(server.port));
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      new RegExp(`^\\nPort ${server.port} is taken. Try another one: PORT=\\d+ npm start\\n$`),
    );
    expect(status).toBe(1);
  } finally {
    await server.close();
  }
});

test("does not report a port that is free", async () => {
  // Port 0 is never taken, unlike one that was free a moment ago.
  expect(await portIsFree(0)).toBe(true);
});

test.each(["x", "-1", "65536", "80.5"])("PORT=%s is refused", (port) => {
  expect(started(port)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining(`PORT is "${port}"`),
  });
});

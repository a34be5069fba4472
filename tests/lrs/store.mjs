/** A Learning Record Store, Learning Locker's, in a process of its own and with nothing but memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const SERVER = path.join(import.meta.dirname, "node_modules/xapi-statements/dist/server.js");
/** The store takes any credentials. */
const HEADERS = { Authorization: "Basic dGVzdDp0ZXN0", "X-Experience-API-Version": "1.0.3" };

/** @typedef {Record<string, any>} Statement */
/** @typedef {Awaited<ReturnType<typeof startStore>>} Store */

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** Starts the store, and resolves once it listens. */
export async function startStore() {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-lrs-"));
  const memory = { MODELS_REPO: "memory", STORAGE_REPO: "local", AUTH_REPO: "test", EVENTS_REPO: "test" };
  const child = spawn(process.execPath, [SERVER], {
    cwd: folder, // its access log goes there
    env: { ...process.env, ...memory, EXPRESS_PORT: String(port), SERVICE_AWAIT_UPDATES: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the store ended with ${code}\n${log}`)));
    const listen = (/** @type {Buffer} */ data) => {
      log += data;
      if (log.includes("Listening on port")) resolve(undefined);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
  });
  const url = `http://127.0.0.1:${port}/xAPI/statements`;
  return {
    url,
    headers: HEADERS,
    /** Its statements in the order of their times.  @param {Record<string, string>} query  @returns {Promise<Statement[]>} */
    async statements(query) {
      const answer = await fetch(`${url}?${new URLSearchParams({ limit: "1000", ...query })}`, {
        headers: HEADERS,
      });
      if (!answer.ok) throw new Error(`the store answers ${answer.status} ${await answer.text()}`);
      const { statements } = await answer.json();
      return statements.sort((/** @type {Statement} */ a, /** @type {Statement} */ b) =>
        a.timestamp === b.timestamp ? (a.stored < b.stored ? -1 : 1) : a.timestamp < b.timestamp ? -1 : 1,
      );
    },
    async close() {
      child.removeAllListeners("exit");
      if (child.exitCode === null) {
        child.kill();
        await once(child, "close");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

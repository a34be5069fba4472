/** `npm start`: sets up, builds and serves the page on 127.0.0.1 ($PORT, 8000 by default). */
import { build } from "./build.mjs";
import { distSite } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { portIsFree, serve } from "./lib/serve.mjs";
import { setUp } from "./setup.mjs";

function wantedPort() {
  const text = process.env.PORT ?? "8000";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new CommandError(`PORT is "${text}": it must be a whole number from 0 to 65535`);
  }
  return port;
}

/** @param {number} port */
const portTaken = (port) =>
  new CommandError(`Port ${port} is taken. Try another one: PORT=${port < 65535 ? port + 1 : 0} npm start`);

await main(async () => {
  const port = wantedPort();
  // Checked before the build, which may take minutes.
  if (!(await portIsFree(port))) throw portTaken(port);
  await setUp("build");
  await build();
  const { url } = await serve({ root: distSite, port }).catch((error) => {
    throw error.code === "EADDRINUSE" ? portTaken(port) : error;
  });
  const { ok } = await fetch(url);
  if (!ok) throw new CommandError(`${url} does not answer with the page`);
  console.log(`Heads Up is at ${url}  (Ctrl+C ends it)`);
});

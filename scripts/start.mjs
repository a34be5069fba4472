/** `npm start`: sets up, builds and serves the page on 127.0.0.1 ($PORT, 8000 by default). */
import { build } from "./build.mjs";
import { distSite } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { setUp } from "./setup.mjs";

function wantedPort() {
  const text = process.env.PORT ?? "8000";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new CommandError(`PORT is "${text}": it must be a whole number from 0 to 65535`);
  }
  return port;
}

await main(async () => {
  const port = wantedPort();
  await setUp("build");
  await build();
  const { url } = await serve({ root: distSite, port }).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new CommandError(`Port ${port} is taken. Try another one: PORT=${port + 1} npm start`);
  });
  const { ok } = await fetch(url);
  if (!ok) throw new CommandError(`${url} does not answer with the page`);
  console.log(`Heads Up is at ${url}  (Ctrl+C ends it)`);
});

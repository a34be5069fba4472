/** `npm run dev`: the page with live reload; a change below cpp/ rebuilds the module and reloads too. */
import { buildModule } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await setUp("build");
  await buildModule();

  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: inRoot("scripts/vite/site.ts"),
    server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 8000) },
  });
  await server.listen();
  server.printUrls();

  let building = Promise.resolve();
  let isQueued = false;
  const rebuild = () => {
    if (isQueued) return;
    isQueued = true;
    building = building.then(async () => {
      isQueued = false;
      console.log("C++ changed: building the module");
      try {
        if (await buildModule()) server.ws.send({ type: "full-reload" });
      } catch (error) {
        console.error(error instanceof Error ? error.message : error); // the page stays as it was
      }
    });
  };
  server.watcher.add(inRoot("cpp"));
  server.watcher.on("all", (_event, file) => {
    if (file.startsWith(inRoot("cpp/"))) rebuild();
  });
});

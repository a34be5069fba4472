/** The site in one engine, for the tests of one `describe`: served from a copy that records errors, under a strict policy. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, onTestFailed } from "vitest";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { serve } from "../../../scripts/lib/serve.mjs";
import { STRICT_CSP } from "../browser.js";
import { writeListeningSite } from "../page_errors.js";
import type { Engine, EngineOptions, Launch } from "./engine.js";
import { profileFolder, removeFolder } from "./programs.js";

export interface SiteInEngine {
  /** A folder for the files of the tests, which is removed after them. */
  readonly folder: string;
  /** The served copy of the site, within the folder. */
  readonly root: string;
  readonly url: string;
  readonly engine: Engine;
}

export function siteInEngine(launch: Launch, options?: EngineOptions): SiteInEngine {
  const folder = profileFolder();
  const root = path.join(folder, "site");
  let server: Awaited<ReturnType<typeof serve>>;
  let engine: Engine;
  beforeAll(async () => {
    writeListeningSite(root);
    server = await serve({ root, headers: { "Content-Security-Policy": STRICT_CSP } });
    engine = await launch(options);
  });
  afterAll(async () => {
    await engine?.close();
    await server?.close();
    removeFolder(folder);
  });
  return {
    folder,
    root,
    get url(): string {
      return server.url;
    },
    get engine(): Engine {
      return engine;
    },
  };
}

/** Saves a screenshot if the running test fails. */
export function screenshotOnFailure(engine: Engine, name: string): void {
  onTestFailed(async () => {
    const folder = inRoot("build/reports/walks");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${name.replaceAll(/\W+/g, "_")}.png`), await engine.screenshot());
  });
}

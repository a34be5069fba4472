/**
 * Ways to host the site: strict policies, a sub-folder, offline, a double-clicked file, no WebAssembly.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distSingleFile, distSite, inRoot } from "../../scripts/lib/paths.mjs";
import { essential, exhaustive, sampled } from "../sampled.js";
import { STRICT_CSP, savedBy, settled, site } from "./browser.js";

/** Disables the browser's cache, so that what works offline comes from the service worker. */
const UNCACHED = { "Cache-Control": "no-cache" };
const plain = site(distSite, { "Content-Security-Policy": STRICT_CSP, ...UNCACHED });
const { open } = plain;

const folders: string[] = [];
// A hook of the file, because a group's hooks are not called if all of its tests are skipped.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
  folders.push(folder);
  return folder;
}

describe("under a strict content security policy", () => {
  essential("it works, logs no errors and makes no requests elsewhere", async () => {
    const { page, lesson, complaints, requests } = await open("?step=scores&lang=ko");
    await lesson.toggle("settings");
    await page.keyboard.press("Escape");
    await page.mouse.click(500, 450);
    await page.keyboard.press("ArrowRight");
    await lesson.rested();
    expect(complaints).toEqual([]);
    const origin = new URL(page.url()).origin;
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
  });
});

describe("in a sub-folder", () => {
  const folder = makeFolder();
  cpSync(distSite, path.join(folder, "courses/attention"), { recursive: true });
  const nested = site(folder);

  essential("works, because every path is relative", async () => {
    const { lesson, complaints, requests } = await nested.open("courses/attention/?step=q");
    expect(await lesson.step()).toBe("q");
    expect(requests.every((url) => url.includes("/courses/attention/"))).toBe(true);
    expect(complaints).toEqual([]);
  });
});

essential("after a first visit it works without a network", async () => {
  const { page, lesson, complaints } = await open("?step=ids&lang=en", {
    serviceWorkers: "allow",
    alone: true,
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto(new URL("?step=values&lang=ko", plain.url).href);
  await settled(page);
  expect(await lesson.step()).toBe("values");
  expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
});

describe("on a host that redirects embed.html to embed", () => {
  const host = createServer(async ({ url = "/" }, response) => {
    const { pathname, search } = new URL(url, plain.url);
    if (pathname.endsWith(".html")) {
      response.writeHead(308, { Location: pathname.slice(0, -".html".length) + search }).end();
      return;
    }
    const file = await fetch(new URL(pathname, plain.url));
    const answer = file.ok ? file : await fetch(new URL(`${pathname}.html`, plain.url));
    const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "text/plain", ...UNCACHED };
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  beforeAll(() => new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening)));
  afterAll(() => {
    host.closeAllConnections();
    host.close();
  });

  essential("every page opens on a second visit, without a network too", async () => {
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
    const { page, lesson, complaints } = await open(`${url}?step=ids&lang=en`, {
      ...{ serviceWorkers: "allow", alone: true },
    });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    for (const name of ["embed.html", "embed"]) {
      await page.goto(`${url}${name}?step=values&lang=en`);
      await settled(page);
      expect(await lesson.step()).toBe("values");
    }
    for (const name of ["guide.en.html", "guide.en"]) {
      await page.goto(url + name);
      expect(await page.locator("h1").count(), name).toBeGreaterThan(0);
    }
    expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  });
});

describe("a new build", () => {
  const folder = makeFolder();
  cpSync(distSite, folder, { recursive: true });
  const changing = site(folder, UNCACHED);
  const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64");

  exhaustive("replaces the old one entirely when the last old tab is closed", async () => {
    const { page } = await changing.open("?step=ids", { serviceWorkers: "allow", alone: true });
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [html, sw] = ["index.html", "sw.js"].map((name) => readFileSync(path.join(folder, name), "utf8"));
    const next = html?.replace("<head>", '<head><meta name="build" content="next">') ?? "";
    const worker =
      sw?.replace(hashOf(html ?? ""), hashOf(next)).replace(/"[0-9a-f]{12}"/, '"000000000000"') ?? "";
    expect(worker).not.toBe(sw);
    writeFileSync(path.join(folder, "index.html"), next);
    writeFileSync(path.join(folder, "sw.js"), worker);
    const isNext = (one: typeof page): Promise<boolean> =>
      one.evaluate(() => document.querySelector("meta[name=build]") !== null);
    await page.reload();
    await settled(page);
    expect(await isNext(page)).toBe(false);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const isNextWaiting = (): Promise<boolean> =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
    await expect.poll(isNextWaiting).toBe(true);
    await page.reload();
    expect(await isNext(page)).toBe(false);
    const context = page.context();
    await page.close();
    const later = await context.newPage();
    await expect
      .poll(async () => {
        await later.goto("about:blank");
        await later.goto(new URL("?step=ids", changing.url).href);
        return isNext(later);
      })
      .toBe(true);
    expect(await later.evaluate(async () => (await caches.keys()).length)).toBe(1);
    await context.close();
  });
});

describe("while a lesson is open, another build replaces this one on the server", () => {
  const folder = makeFolder();
  cpSync(distSite, folder, { recursive: true });
  const changing = site(folder, UNCACHED);

  exhaustive("parts that the open page has not loaded yet still come from its own build", async () => {
    const { page, lesson, complaints } = await changing.open("?step=ids&lang=en", {
      ...{ serviceWorkers: "allow", alone: true },
    });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await settled(page);
    const sw = readFileSync(path.join(folder, "sw.js"), "utf8");
    rmSync(path.join(folder, "assets"), { recursive: true });
    writeFileSync(path.join(folder, "sw.js"), sw.replace(/PRECACHE|"[0-9a-f]{12}"/, '"000000000000"'));
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()).scope);
    await page.keyboard.press("ArrowRight");
    await lesson.toggle("settings");
    await lesson.field("seed").first().waitFor();
    await lesson.field("seed").fill("11");
    await expect.poll(lesson.seed).toBe(11);
    expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  });
});

describe("with the headers of examples/hosting", () => {
  const text = (name: string): string => readFileSync(inRoot("examples/hosting", name), "utf8");
  const policy = /Content-Security-Policy: (.*)/.exec(text("_headers"))?.[1] ?? "";
  const hosted = site(distSite, { "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" });

  test.each(sampled(["?step=scores&lang=ko", "embed.html?step=scores&lang=en"]))(
    "%s logs no errors",
    async (search) => {
      const { page, lesson, complaints } = await hosted.open(search);
      await lesson.toggle("takeAway");
      await savedBy(page.locator(".takeAway .panel .png"));
      expect(complaints).toEqual([]);
    },
  );

  exhaustive("workers, the service worker and formulas work under Trusted Types", async () => {
    const { page, lesson, complaints } = await hosted.open("?lesson=multi-head&step=scores&lang=en", {
      ...{ serviceWorkers: "allow", alone: true },
    });
    await page.locator("heads-up-side math").first().waitFor();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(hosted.url);
    await lesson.set({ spec: { lesson: "multi-head", dModel: 512, numHeads: 8 } });
    await lesson.rested();
    expect(page.workers()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  essential("the recipes and the docs open assets and lesson files to frames without an origin", () => {
    const cors = "Access-Control-Allow-Origin";
    for (const folder of ["assets", "lessons"]) {
      expect(text("_headers")).toMatch(new RegExp(`^/${folder}/\\*\\n(  .*\\n)*  ${cors}: \\*$`, "m"));
      expect(text("nginx.conf")).toMatch(
        new RegExp(`/${folder}/ \\{[^{}]*(\\{[^{}]*\\}[^{}]*)?${cors} \\*;`),
      );
      expect(readFileSync(inRoot("docs/hosting.md"), "utf8")).toMatch(
        new RegExp(`\\| \`${cors}: \\*\` \\|[^|]*\`${folder}/\``),
      );
    }
  });

  essential("the recipes and the docs have the same policy", () => {
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(text("nginx.conf")).toContain(`"${policy}"`);
    expect(readFileSync(inRoot("docs/hosting.md"), "utf8")).toContain(`Content-Security-Policy: ${policy}`);
  });
});

essential("the single file opens from the disk and steps along", async () => {
  const { page, lesson, complaints, requests } = await open(
    `${pathToFileURL(distSingleFile).href}?step=mask&lang=ko`,
  );
  expect(await lesson.step()).toBe("mask");
  await page.keyboard.press("ArrowRight");
  expect(await lesson.step()).toBe("fold_w_q.weight");
  expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

describe("without the attention core", () => {
  exhaustive("the page says so and what to do", async () => {
    const { page } = await open("?lang=ko", {
      ready: false,
      before: (fresh) => fresh.route("**/*.wasm", (route) => route.abort()),
    });
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/[가-힣]/);
  });

  essential("a browser without WebAssembly gets a message", async () => {
    const { page } = await open("?lang=en", {
      ready: false,
      before: async (fresh) => {
        await fresh.addInitScript("delete globalThis.WebAssembly");
      },
    });
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/WebAssembly/);
  });
});

/** Copies of heads-up.html and of the courses that carry an own lesson, as `heads-up-attention pack` writes them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distPackage, inRoot } from "../../scripts/lib/paths.mjs";
import { exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { playEnd, settled, site, stepNames } from "./browser.js";

const FILE = inRoot("examples/own-lesson/lesson.json");
const { title, steps } = JSON.parse(readFileSync(FILE, "utf8"));
const folder = mkdtempSync(path.join(tmpdir(), "heads-up-packed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const built = site(folder, {});
const address = (file: string): string => pathToFileURL(path.join(folder, file)).href;

/** Writes `name` into the folder: a copy of a file of dist with the lesson in it. */
function pack(into: string, name: string): string {
  const out = path.join(folder, name);
  const cli = path.join(distPackage, "cli.js");
  execFileSync(process.execPath, [cli, "pack", FILE, "--into", inRoot("dist", into), "--out", out]);
  return out;
}

/** The steps of the lesson file. */
const wanted: string[] = steps.map((step: string | { step: string }) =>
  typeof step === "string" ? step : step.step,
);

describe("a page that carries a lesson", () => {
  beforeAll(() => void pack("heads-up.html", "mine.html"));

  exhaustive.each(["en", "ko"] as const)(
    "offers it first, and opens it from the disk, in %s",
    async (lang) => {
      const { page, complaints, requests } = await built.open(`${address("mine.html")}?lang=${lang}`, {
        ready: false,
      });
      const link = page.locator("section.carried").getByRole("link", { name: title[lang] });
      await link.waitFor();
      expect((await audit(page)).violations).toEqual([]);
      await link.click();
      await settled(page);
      expect(await stepNames(page)).toEqual(wanted);
      await expect.poll(() => page.title()).toContain(title[lang]);
      await page.reload();
      await settled(page);
      expect(await stepNames(page)).toEqual(wanted);
      expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  exhaustive(
    "says that only the code for the element lacks its words, and offers no frame of a file",
    async () => {
      const { page, lesson } = await built.open(`${address("mine.html")}?src=lesson.json&lang=en`);
      const menu = page.locator(".takeAway .panel");
      await lesson.toggle("takeAway");
      await menu.locator(".copy-element").waitFor();
      expect(await menu.locator(".hint").textContent()).toMatch(
        /^The code for <heads-up> carries the numbers/,
      );
      expect(await menu.locator(".copy-link").count()).toBe(1);
      expect(await menu.locator(".copy-frame").count()).toBe(0);
      // From a server, the frame is this page, which opens the file.
      await page.goto(new URL("mine.html?src=lesson.json&lang=en", built.url).href);
      await settled(page);
      await lesson.toggle("takeAway");
      await menu.locator(".copy-frame").waitFor();
    },
  );

  exhaustive("offers no such lesson if it carries none", async () => {
    const { page } = await built.open(pathToFileURL(inRoot("dist/heads-up.html")).href, { ready: false });
    await page.locator(".path").waitFor();
    expect(await page.locator("section.carried").count()).toBe(0);
  });
});

/** An LMS that stores the values it receives in `window.lmsValues`. */
const lms = (page: Page) =>
  page.addInitScript(() => {
    const values: Record<string, string> = {};
    const set = (name: string, value: string): string => {
      values[name] = value;
      return "true";
    };
    const api = {
      ...{ LMSInitialize: () => "true", LMSGetValue: () => "", LMSSetValue: set, LMSCommit: () => "true" },
      ...{ LMSFinish: () => "true", LMSGetLastError: () => "0" },
    };
    Object.assign(window, { API: api, lmsValues: values });
  });
const valueIn = (page: Page, name: string): Promise<string | undefined> =>
  page.evaluate((of) => (window as unknown as { lmsValues: Record<string, string> }).lmsValues[of], name);

const homeOf = (zip: string): string => zip.replace(".zip", "");

/** Packs the lesson into a course, and unpacks that as an LMS does. */
function unpacked(zip: string): Record<string, Uint8Array> {
  const files = unzipSync(readFileSync(pack(zip, zip)));
  mkdirSync(path.join(folder, homeOf(zip)), { recursive: true });
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(path.join(folder, homeOf(zip), name), bytes);
  return files;
}

describe.each(sampled(["course.zip", "course-2004.zip"] as const))("%s with a lesson", (zip) => {
  let files: Record<string, Uint8Array> = {};
  beforeAll(() => {
    files = unpacked(zip);
  });
  const text = (name: string): string => new TextDecoder().decode(files[name]);

  test("has an item, a resource and a page for it, before the others", () => {
    const manifest = text("imsmanifest.xml");
    const all = (pattern: RegExp): string[] => [...manifest.matchAll(pattern)].map(([, found = ""]) => found);
    const items = all(/<item identifier="item-[\w-]+" identifierref="page-([\w-]+)"/g);
    expect(items).toHaveLength(6);
    expect(items).toContain("lesson");
    expect(items.indexOf("lesson")).toBe(items.indexOf("masked-multi-head") - 1);
    expect(all(/<resource identifier="page-([\w-]+)"/g).toSorted()).toEqual(items.toSorted());
    const listed = all(/<file href="([^"]+)"/g);
    expect(new Set(listed).size).toBe(listed.length);
    expect([...listed, "imsmanifest.xml"].toSorted()).toEqual(Object.keys(files).toSorted());
    expect(manifest).toContain(`<title>${title.ko} · ${title.en}</title>`);
  });

  test("opens the lesson from the list, from the disk", async () => {
    const { page, complaints } = await built.open(address(`${homeOf(zip)}/index.html`), { ready: false });
    await page.locator(`section[lang="ko"]`).getByRole("link", { name: title.ko }).click();
    await settled(page);
    await expect.poll(() => page.title()).toBe(`${title.ko} · Heads Up`);
    expect(await stepNames(page)).toEqual(wanted);
    expect(complaints).toEqual([]);
  });
});

describe("course-cmi5.zip with a lesson", () => {
  let files: Record<string, Uint8Array> = {};
  beforeAll(() => {
    files = unpacked("course-cmi5.zip");
  });
  const text = (name: string): string => new TextDecoder().decode(files[name]);

  exhaustive("has a unit for it, before the others, with its titles", () => {
    const units = text("cmi5.xml").match(/<au id.*?<\/au>/gs) ?? [];
    const ids = units.map((unit) => /id="urn:heads-up:([\w-]+)"/.exec(unit)?.[1]);
    expect(ids).toHaveLength(6);
    const at = ids.indexOf("lesson");
    expect(at).toBe(ids.indexOf("masked-multi-head") - 1);
    expect(units[at]).toContain("<url>lesson.html</url>");
    for (const lang of ["en", "ko"])
      expect(units[at]).toContain(`<langstring lang="${lang}">${title[lang]}</langstring>`);
    expect(text("cmi5.xml").match(/Masked multi-head attention/g)).toHaveLength(1);
  });
});

exhaustive("a packed lesson reports its steps to an LMS until it is completed", async () => {
  unpacked("course.zip");
  const { page } = await built.open("course/lesson.html", { before: lms });
  const status = () => valueIn(page, "cmi.core.lesson_status");
  await expect.poll(status).toBe("incomplete");
  for (const step of wanted) {
    await playEnd(page, step);
  }
  await expect.poll(status).toBe("completed");
  await expect.poll(() => valueIn(page, "cmi.core.lesson_location")).toBe(wanted.at(-1));
});

/**
 * The courses as an LMS shows them: unpacked, served, opened in a frame beside a real SCORM run-time (scorm-again), in 1.2
 * and in 2004; failing launches by cmi5; without an LMS, from a server and from the disk. tests/lrs tests records in
 * an LRS.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import type { Frame, Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import {
  currentStep,
  type Instrument,
  playEnd,
  rested,
  STRICT_CSP,
  settled,
  site,
  stepCount,
} from "./browser.js";

const VERSIONS = {
  "1.2": { zip: "course.zip", script: "scorm12.min.js", api: "API", make: "Scorm12API", get: "LMSGetValue" },
  "2004": {
    ...{ zip: "course-2004.zip", script: "scorm2004.min.js" },
    ...{ api: "API_1484_11", make: "Scorm2004API", get: "GetValue" },
  },
} as const;
type Version = keyof typeof VERSIONS;

/** Keeps the run-time's data for the next visit, as an LMS does. */
const lmsPage = ({ script, api, make }: (typeof VERSIONS)[Version]): string => `<!doctype html>
<html lang="en"><title>An LMS</title><link rel="icon" href="data:,">
<script src="${script}"></script>
<script>
  window.${api} = new ${make}({ autocommit: false, logLevel: 5 });
  const kept = sessionStorage.getItem("kept");
  if (kept) ${api}.loadFromJSON(JSON.parse(kept).cmi, "cmi");
  window.leave = () => {
    document.querySelector("iframe").remove();
    sessionStorage.setItem("kept", JSON.stringify(${api}.renderCMIToJSONObject()));
  };
</script>
<body style="margin: 0"><main><h1>A course</h1><iframe title="A lesson" style="width: 1240px; height: 760px; border: 0"></iframe></main>`;

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-course-"));
for (const [version, made] of Object.entries(VERSIONS)) {
  const home = path.join(folder, version);
  const content = path.join(home, "pluginfile/7");
  mkdirSync(content, { recursive: true });
  const files = unzipSync(readFileSync(inRoot("dist", made.zip)));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(content, name), bytes);
  copyFileSync(inRoot("node_modules/scorm-again/dist", made.script), path.join(home, made.script));
  writeFileSync(path.join(home, "index.html"), lmsPage(made));
}
const xapi = path.join(folder, "cmi5");
mkdirSync(xapi);
for (const [name, bytes] of Object.entries(unzipSync(readFileSync(inRoot("dist/course-cmi5.zip")))))
  writeFileSync(path.join(xapi, name), bytes);
afterAll(() => rmSync(folder, { recursive: true }));

const lms = site(folder, {});
const files = (version: string): string => path.join(folder, version, "pluginfile/7");

interface Lesson {
  readonly page: Page;
  readonly frame: Frame;
  readonly get: (name: string) => Promise<string>;
}
/** Opens the lesson in the LMS's frame; opening it again on the same page resumes it. */
async function opened(version: Version, page: Page, lesson: string): Promise<Lesson> {
  await page.evaluate(
    (src) => Object.assign(document.querySelector("iframe") ?? {}, { src }),
    `pluginfile/7/${lesson}.html?courseid=7`,
  );
  await expect.poll(() => page.frames()[1]?.url()).toMatch(lesson);
  const frame = page.frames()[1] ?? expect.fail("no frame");
  await settled(frame);
  const { api, get } = VERSIONS[version];
  return {
    ...{ page, frame },
    get: (name) =>
      page.evaluate(
        ([api, get, name]) =>
          (window as unknown as Record<string, Record<string, (name: string) => string>>)[api]?.[get]?.(
            name,
          ) ?? "",
        [api, get, name] as const,
      ),
  };
}

/** What a lesson's page reports; what an LMS refused is reported only after the lesson is on the stage. */
const problemsOf = (at: Page | Frame): Promise<string[]> => at.locator(".problems li").allTextContents();

/** Presses the key for the next step until the last step. */
async function walkToTheEnd({ page, frame }: Lesson): Promise<string[]> {
  const walked: string[] = [];
  await frame.locator("heads-up-stage canvas").click({ position: { x: 4, y: 4 } });
  for (let step = await currentStep(frame); step !== walked.at(-1); step = await currentStep(frame)) {
    walked.push(step);
    await page.keyboard.press("ArrowRight");
    await rested(frame);
  }
  return walked;
}

async function answerNumber(frame: Frame, text: string, outcome: "right" | "wrong"): Promise<void> {
  // Questions load at the first interaction, or after seconds without one.
  await frame.locator("heads-up-stage").hover();
  if (!(await frame.locator("heads-up-questions form").isVisible()))
    await frame.locator("heads-up-questions summary").click();
  await frame.locator("heads-up-questions #answer").fill(text);
  await frame.locator("heads-up-questions .check").click();
  await frame.locator(`heads-up-questions .${outcome}`).waitFor();
}

/** The names of the data fields in each standard. */
const NAMES = {
  "1.2": {
    ...{ status: "cmi.core.lesson_status", place: "cmi.core.lesson_location", score: "cmi.core.score.raw" },
    ...{ time: "cmi.core.session_time", wrong: "wrong" },
  },
  "2004": {
    ...{ status: "cmi.completion_status", place: "cmi.location", score: "cmi.score.raw" },
    ...{ time: "cmi.session_time", wrong: "incorrect" },
  },
} as const;

describe.each(["1.2", "2004"] as const)("SCORM %s", (version) => {
  const names = NAMES[version];

  exhaustive(
    "playing all steps completes a lesson, paging does not; answers give its score, and it resumes where it was left",
    async () => {
      const { page, complaints } = await lms.open(`${version}/`, { ready: false });
      const lesson = await opened(version, page, "masked-self-attention");
      const { frame, get } = lesson;
      expect(await get(names.status)).toBe("incomplete");
      expect(await get(names.score)).toBe("");
      const total = await stepCount(frame);
      const first = await currentStep(frame);
      await frame.evaluate(() => document.querySelector<Instrument>("heads-up")?.seek("ids", 1));
      await answerNumber(frame, "9", "wrong");
      expect(await get(names.score)).toBe("0");
      await answerNumber(frame, "1", "right");
      const score = Number(await get(names.score));
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(50);
      expect(await get(names.status)).toBe("incomplete");
      expect(await get(names.place)).toBe("ids");
      expect(Number(await get("cmi.interactions._count"))).toBe(2);
      const { kept, status } = await leaveAndComeBack(page, version);
      expect(kept).toContain("longer_joins");
      expect(kept.length).toBeLessThan(4096);
      expect(status).toBe("incomplete");
      const again = await opened(version, page, "masked-self-attention");
      expect(await currentStep(again.frame)).toBe("ids");
      await again.frame.locator("heads-up-stage").hover();
      await again.frame.locator("heads-up-questions summary").click();
      // The first question is known to be answered, so the second one is shown.
      expect(await again.frame.locator("heads-up-questions .nth").textContent()).toMatch(/2 (of|\/) 2/);
      expect(Number(await again.get(names.score))).toBe(score);
      await again.frame.evaluate(() => document.querySelector<Instrument>("heads-up")?.seek(0, 1));
      const walked = await walkToTheEnd(again);
      expect([walked[0], walked.length]).toEqual([first, total]);
      expect(await again.get(names.place)).toBe(walked.at(-1));
      expect(await again.get(names.status)).toBe("incomplete");
      expect(await again.frame.locator(".course").textContent()).toMatch(/complete once you have played/);
      for (const step of walked) await playEnd(again.frame, step);
      await expect.poll(() => again.get(names.status)).toBe("completed");
      await again.frame.locator(".onward").click();
      expect(await again.frame.locator(".course").textContent()).toMatch(/next lesson/);
      expect((await audit(page)).violations).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  /** Leaves the lesson as closing its window does, and returns the data that the LMS then has. */
  async function leaveAndComeBack(page: Page, of: Version): Promise<{ kept: string; status: string }> {
    const [text, api] = await page.evaluate((name) => {
      const all = window as unknown as { leave(): void } & Record<string, { isTerminated?: () => boolean }>;
      all.leave();
      return [sessionStorage.getItem("kept") ?? "", all[name]?.isTerminated?.()] as const;
    }, VERSIONS[of].api);
    expect(api).toBe(true);
    const { cmi } = JSON.parse(text);
    const kept = { kept: cmi.suspend_data, status: cmi.core?.lesson_status ?? cmi.completion_status };
    await page.reload();
    return kept;
  }

  essential("the manifest lists every lesson and every file, and nothing that does not exist", async () => {
    const { page } = await lms.open(`${version}/`, { ready: false });
    const unzipped = unzipSync(readFileSync(inRoot("dist", VERSIONS[version].zip)));
    const shown = await page.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, "text/xml");
      const all = (selector: string, name: string): (string | null)[] =>
        [...xml.querySelectorAll(selector)].map((one) => one.getAttribute(name));
      return {
        errors: xml.querySelectorAll("parsererror").length,
        version: xml.querySelector("schemaversion")?.textContent,
        chosen: all("organizations", "default").join() === all("organization", "identifier").join(),
        ids: all("[identifier]", "identifier"),
        items: all("item", "identifierref"),
        dependencies: [...new Set(all("dependency", "identifierref"))],
        pages: all("resource[href]", "href"),
        scos: [...xml.querySelectorAll("resource")].filter((one) =>
          [...one.attributes].some(
            ({ localName, value }) => /^scormtype$/i.test(localName) && value === "sco",
          ),
        ).length,
        files: all("file", "href"),
      };
    }, new TextDecoder().decode(unzipped["imsmanifest.xml"]));
    expect(shown).toMatchObject({
      errors: 0,
      chosen: true,
      scos: lessonNames.length,
      dependencies: ["shared"],
    });
    expect(shown.version).toBe(version === "1.2" ? "1.2" : "2004 3rd Edition");
    expect(new Set(shown.ids).size).toBe(shown.ids.length);
    expect(shown.items).toEqual(lessonNames.map((name) => `page-${name}`));
    expect(shown.pages).toEqual(lessonNames.map((name) => `${name}.html`));
    for (const id of shown.items) expect(shown.ids).toContain(id);
    expect([...shown.files, "imsmanifest.xml"].sort()).toEqual(Object.keys(unzipped).sort());
  });
});

essential("an LMS's refusal is reported once, and the lesson continues", async () => {
  const { page } = await lms.open("1.2/", {
    ready: false,
    before: async (fresh) => {
      await fresh.addInitScript(() => {
        const refusing = { LMSInitialize: () => "true", LMSGetValue: () => "", LMSGetLastError: () => "301" };
        Object.defineProperty(window, "API", { value: refusing, writable: false });
      });
    },
  });
  const { frame } = await opened("1.2", page, "multi-head");
  await expect.poll(() => problemsOf(frame)).toEqual([expect.stringMatching(/301/)]);
  await frame.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.next();
    return element?.updateComplete;
  });
  expect(await frame.locator(".problems li").count()).toBe(1);
});

/** An LMS that answers with these values, and records the calls that set data in `window.lmsCalls`. */
const stubLms = (values: Readonly<Record<string, string>>, begins: string) => (page: Page) =>
  page.addInitScript(
    ([values, begins]) => {
      const calls: string[] = [];
      const recorded = (...call: string[]): string => {
        calls.push(call.join(" "));
        return "true";
      };
      const api = {
        ...{ LMSInitialize: () => begins, LMSGetValue: (name: string) => values[name] ?? "" },
        ...{
          LMSSetValue: recorded,
          LMSCommit: recorded,
          LMSFinish: () => "true",
          LMSGetLastError: () => "101",
        },
      };
      Object.defineProperty(window, "API", { value: api, writable: false });
      Object.assign(window, { lmsCalls: calls });
    },
    [values, begins] as const,
  );
const lmsCallsIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { lmsCalls: string[] }).lmsCalls);

exhaustive("a lesson that is opened for review resumes, and reports nothing", async () => {
  const values = { "cmi.core.lesson_mode": "review", "cmi.core.lesson_location": "ids" };
  const { page } = await lms.open("1.2/", { ready: false, before: stubLms(values, "true") });
  const { frame } = await opened("1.2", page, "multi-head");
  expect(await currentStep(frame)).toBe("ids");
  await answerNumber(frame, "9", "wrong");
  expect(await frame.locator(".course").textContent()).toMatch(/nothing is reported/);
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  expect(await lmsCallsIn(page)).toEqual([]);
});

exhaustive(
  "a course does not touch what the reader stored outside it, and restores a draft at the next visit",
  async () => {
    const { page } = await lms.open("1.2/", {
      ready: false,
      before: stubLms({ "cmi.core.student_id": "kim" }, "true"),
    });
    const own = JSON.stringify({ "multi-head": { right: ["ids.longer_joins"], rounds: {} } });
    await page.evaluate((text) => localStorage.setItem("heads-up-answers", text), own);
    const openDraft = async () => {
      const { frame } = await opened("1.2", page, "multi-head");
      await frame.evaluate(() => document.querySelector<Instrument>("heads-up")?.seek("concat", 1));
      await frame.locator("heads-up-stage").hover();
      await frame.locator("heads-up-why summary").click();
      return frame.locator("heads-up-why textarea");
    };
    await (await openDraft()).fill("Heads differ");
    await page.reload();
    expect(await (await openDraft()).inputValue()).toBe("Heads differ");
    expect(await page.evaluate(() => localStorage.getItem("heads-up-answers"))).toBe(own);
  },
);

essential("reports that the LMS refused to initialize; the lesson still works", async () => {
  const { page } = await lms.open("1.2/", { ready: false, before: stubLms({}, "false") });
  const { frame } = await opened("1.2", page, "multi-head");
  await expect.poll(() => problemsOf(frame)).toEqual([expect.stringMatching(/101/)]);
  await frame.evaluate(() => document.querySelector<Instrument>("heads-up")?.next());
  expect(await lmsCallsIn(page)).toEqual([]);
});

/** The query of a launch by cmi5 from an LMS at which nothing listens. */
const launch = (fields: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams({
    endpoint: "http://127.0.0.1:9/lrs/",
    fetch: "http://127.0.0.1:9/token",
    actor: JSON.stringify({ objectType: "Agent", account: { homePage: "https://lms.example", name: "7" } }),
    registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
    activityId: "https://lms.example/activities/3",
    lang: "en",
    ...fields,
  })}`;

exhaustive("says that the record is being opened until a slow LRS has answered", async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = { endpoint: "https://lrs.example/xapi/", fetch: "https://lrs.example/token" };
  const { page } = await lms.open(`cmi5/multi-head.html${launch(slow)}`, {
    ready: false,
    before: async (fresh) => {
      await fresh.route("https://lrs.example/**", async (route) => {
        await answered;
        await route.abort();
      });
    },
  });
  const waiting = page.getByText("Opening your record …");
  await waiting.waitFor();
  answer();
  await settled(page);
  await expect.poll(() => problemsOf(page)).toEqual([expect.stringMatching(/fetch: /)]);
  expect(await waiting.count()).toBe(0);
});

describe("a failed launch by cmi5 is reported, and the lesson works", () => {
  essential("with what was got and wanted, without a request", async () => {
    const address = `cmi5/multi-head.html${launch({ endpoint: "javascript:alert(1)" })}`;
    const { page, lesson, complaints, requests } = await lms.open(address);
    await expect
      .poll(() => problemsOf(page))
      .toEqual([expect.stringMatching(/endpoint.*javascript:alert\(1\).*https:\/\/…/)]);
    const first = await lesson.step();
    await page.keyboard.press("ArrowRight");
    expect(await lesson.step()).not.toBe(first);
    expect(await page.locator(".course a").getAttribute("href")).toBe("index.html");
    expect(requests.filter((url) => !url.startsWith(lms.url) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  essential("without a network", async () => {
    const { page, lesson, requests } = await lms.open(`cmi5/multi-head.html${launch({})}`);
    await expect.poll(() => problemsOf(page)).toEqual([expect.stringMatching(/fetch: /)]);
    await lesson.seek("ids");
    await answerNumber(page.mainFrame(), "9", "wrong");
    expect(requests.filter((url) => url.includes("127.0.0.1:9/"))).toEqual(["http://127.0.0.1:9/token"]);
  });
});

exhaustive("a lesson works from the disk without an LMS, and leads back to the list", async () => {
  const list = pathToFileURL(path.join(files("1.2"), "index.html")).href;
  const { page, lesson, complaints, requests } = await lms.open(list, { ready: false });
  expect(await page.locator('section[lang="ko"] li a').count()).toBe(lessonNames.length);
  await page.locator('section[lang="ko"] a[href^="encoder-decoder.html"]').click();
  await settled(page);
  expect(await page.locator("html").getAttribute("lang")).toBe("ko");
  expect((await lesson.spec())?.lesson).toBe("encoder-decoder");
  await page.locator(".course a").click();
  await page.locator("main ol").first().waitFor();
  expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

essential("a locked lesson without an LMS has no link to the list", async () => {
  const { page, lesson } = await lms.open("cmi5/multi-head.html?lang=en");
  const list = page.locator("a[href='index.html']");
  await list.waitFor();
  await page.goto(`${page.url()}&mode=locked`);
  await settled(page);
  await lesson.rested();
  expect(await list.count()).toBe(0);
});

describe("under a strict policy", () => {
  const strict = site(files("2004"), { "Content-Security-Policy": STRICT_CSP });

  exhaustive("the list and a lesson log no errors", async () => {
    const { page, lesson, complaints } = await strict.open("", { ready: false });
    expect((await audit(page)).violations).toEqual([]);
    await page.locator('section[lang="en"] a').nth(2).click();
    await settled(page);
    await page.keyboard.press("ArrowRight");
    await lesson.rested();
    expect(complaints).toEqual([]);
  });
});

exhaustive("the list of lessons does not scroll sideways, even with a long word as a title", async () => {
  const { page } = await lms.open("cmi5/index.html", { ready: false, viewport: { width: 390, height: 844 } });
  const link = page.locator('[lang="ko"] li a').first();
  await link.evaluate((one) => {
    one.textContent = "가".repeat(80);
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** The page for frames inside a page of another origin: the messages it sends and obeys, and what it must not affect. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distSite, inRoot } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import {
  type Instrument,
  type Opened,
  type OpenOptions,
  rested,
  type Site,
  STRICT_CSP,
  settled,
  site,
} from "./browser.js";
import { Lesson } from "./lesson.js";

const FRAMED = {
  "Content-Security-Policy": STRICT_CSP.replace("frame-ancestors 'none'", "frame-ancestors *"),
};
const built = site(distSite, FRAMED);
const { open } = built;

/** Another origin, with a page that has a frame for each `src` in its query. */
const folder = mkdtempSync(path.join(tmpdir(), "heads-up-host-"));
let host: Awaited<ReturnType<typeof serve>>;

const HOST = `<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,">
<body style="margin: 0"><p>Before</p>
<script>
  window.heard = [];
  const asked = new URLSearchParams(location.search);
  for (const src of asked.getAll("src")) {
    const frame = document.createElement("iframe");
    if (asked.has("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
    Object.assign(frame, { src, width: asked.get("width") ?? 1000, title: "Heads Up" });
    document.body.append(frame);
  }
  addEventListener("message", ({ source, origin, data }) => {
    const frame = [...document.querySelectorAll("iframe")].findIndex((one) => one.contentWindow === source);
    heard.push({ frame, origin, ...data });
    if (data.type === "height") document.querySelectorAll("iframe")[frame].style.height = data.height + "px";
  });
  addEventListener("keydown", ({ key }) => heard.push({ type: "key", key }));
  document.body.insertAdjacentHTML("beforeend", "<div style='height: 3000px'>After</div>");
</script>`;

beforeAll(async () => {
  mkdirSync(path.join(folder, "course"));
  writeFileSync(path.join(folder, "course/index.html"), HOST);
  host = await serve({ root: folder });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

interface Heard extends Record<string, unknown> {
  readonly type: string;
}
const messages = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
const messagesOf = async (page: Page, type: string): Promise<Heard[]> =>
  (await messages(page)).filter((one) => one.type === type);
const send = (page: Page, ...commands: object[]): Promise<void> =>
  page.evaluate((all) => {
    const [frame] = document.querySelectorAll("iframe");
    for (const one of all)
      frame?.contentWindow?.postMessage({ target: "heads-up", version: 1, ...(one as object) }, "*");
  }, commands);

interface Host extends Opened {
  readonly frame: Frame;
  /** The lesson in the frame. */
  readonly inside: Lesson<Frame>;
}

interface Hosting extends Pick<OpenOptions, "before"> {
  readonly sandbox?: boolean;
  readonly width?: number;
  readonly at?: Site;
}

/** Opens the host with a frame. */
async function hosted(search: string, { sandbox, width, before, at = built }: Hosting = {}): Promise<Host> {
  const params = new URLSearchParams({ src: `${at.url}embed.html${search}` });
  if (sandbox) params.set("sandbox", "");
  if (width) params.set("width", String(width));
  const opened = await open(`${host.url}course/?${params}`, { ready: false, ...(before ? { before } : {}) });
  const frame = opened.page.frames()[1] ?? expect.fail("no frame");
  return { ...opened, frame, inside: new Lesson(frame) };
}

/** Opens the host, and waits until the frame is ready. */
async function opened(search: string, hosting?: Hosting): Promise<Host> {
  const host = await hosted(search, hosting);
  await expect.poll(async () => (await messagesOf(host.page, "ready")).length).toBe(1);
  await settled(host.frame);
  return host;
}

essential("reports that it is ready, its height and each step, and obeys commands", async () => {
  const { page, frame, complaints, inside } = await opened("?lesson=multi-head&step=q&lang=en&seed=7");
  const origin = new URL(built.url).origin;
  const place = { lesson: "multi-head", step: "q", index: 5, total: 17 };
  expect(await messagesOf(page, "ready")).toMatchObject([
    { frame: 0, origin, source: "heads-up", version: 1, ...place },
  ]);
  await send(page, { type: "next" }, { type: "seek", step: "scores", t: 0.25 }, { type: "previous" });
  await expect.poll(inside.step).toBe("wrong_view");
  await send(page, { type: "seek", step: "scores", t: 0.25 });
  await expect.poll(inside.step).toBe("scores");
  expect(await inside.moment()).toBe(0.25);
  await send(page, { type: "play" });
  await expect.poll(inside.moment).toBeGreaterThan(0.25);
  await send(page, { type: "pause" }, { type: "theme", theme: "dark" }, { type: "lang", lang: "ko" });
  await expect.poll(() => frame.evaluate(() => document.documentElement.lang)).toBe("ko");
  expect(await frame.evaluate(() => document.documentElement.getAttribute("theme"))).toBe("dark");
  await expect
    .poll(async () => (await messagesOf(page, "step")).at(-1))
    .toMatchObject({ step: "scores", lesson: "multi-head", total: 17 });
  await send(page, { type: "hello" });
  await expect.poll(async () => (await messagesOf(page, "ready")).length).toBe(2);
  expect((await messagesOf(page, "ready"))[1]).toMatchObject({ step: "scores" });
  expect(complaints).toEqual([]);
});

essential("does not offer another lesson at the end", async () => {
  const { frame, inside } = await opened("?lesson=multi-head&step=output&lang=en");
  await frame.locator("heads-up-legend").waitFor();
  await expect.poll(inside.step).toBe("output");
  await expect.poll(() => frame.locator(".onward").count()).toBe(1);
  expect(await frame.getByRole("button", { name: /Next:/ }).count()).toBe(0);
  expect(await frame.locator(".onward").isVisible()).toBe(false);
});

test.each(
  sampled([
    [1100, "full", "ko"],
    [640, "full", "en"],
    [390, "minimal", "ko"],
    [500, "none", "en"],
  ]),
)("a frame of %i with controls=%s (%s) settles at the height it asks for", async (width, controls, lang) => {
  const { page, frame, inside } = await opened(`?step=scores&controls=${controls}&lang=${lang}`, { width });
  const asked = async (): Promise<number> => (await messagesOf(page, "height")).length;
  const rests = () =>
    frame.evaluate(() => [document.documentElement.scrollHeight - innerHeight, scrollX, innerHeight > 200]);
  /** Where the frame is, and how often it asks for another height in the meantime. */
  const rest = async () => {
    const before = await asked();
    await inside.rested();
    return [...(await rests()), (await asked()) - before];
  };
  await expect.poll(rest).toEqual([0, 0, true, 0]);
  expect(await asked()).toBeLessThan(10); // while its parts load
  expect(await frame.locator("heads-up").getAttribute("controls")).toBe(controls);
});

/** Answers the first question of a step with its last choice. */
async function answer(frame: Frame): Promise<void> {
  // Questions load at the first interaction, or after seconds without one.
  await frame.evaluate(() => dispatchEvent(new PointerEvent("pointermove")));
  await frame.locator("heads-up-questions summary").click();
  await frame.locator('heads-up-questions input[type="radio"]').last().check();
  await frame.locator("heads-up-questions .check").click();
}

test.each(
  sampled([
    ["named", { answer: "value_of", right: false }],
    ["not named", { right: false }],
    ["another", undefined],
    ["nonsense", undefined],
  ]),
)("when the origin in the address is %s, answers are reported accordingly", async (how, wanted) => {
  const origins = { named: host.url, another: "https://example.org", nonsense: "null" };
  const origin = origins[how as keyof typeof origins];
  const search = `?lesson=multi-head&step=q&lang=en${origin ? `&origin=${encodeURIComponent(origin)}` : ""}`;
  const { page, frame, inside } = await hosted(search);
  await settled(frame);
  await answer(frame);
  await frame.locator("heads-up-questions .wrong").waitFor();
  // The message arrives shortly after the verdict is shown.
  const answers = async () =>
    (await messagesOf(page, "answer")).map(({ answer: got, right }) =>
      got === undefined ? { right } : { answer: got, right },
    );
  await expect.poll(answers).toEqual(wanted ? [wanted] : []);
  // This listener was added last, so it gets the message last.
  const received = await frame.evaluateHandle(() => ({
    next: new Promise((done) => addEventListener("message", done, { once: true })),
  }));
  await send(page, { type: "next" });
  await received.evaluate(async ({ next }) => void (await next));
  if (wanted) await expect.poll(inside.step).toBe("k");
  else {
    await inside.rested();
    expect(await inside.step()).toBe("q");
    expect(await messages(page)).toEqual([]);
  }
  const isSaid = (await frame.locator(".problems").count()) > 0;
  expect(isSaid).toBe(how === "nonsense");
});

essential(
  "hostile messages change nothing; wrong commands from the parent are answered with an error",
  async () => {
    const { page, frame, inside } = await opened("?step=scores&lang=en");
    const before = await messages(page);
    // Messages from windows other than its parent: itself, and a sibling frame.
    await frame.evaluate(() => postMessage({ target: "heads-up", version: 1, type: "next" }, "*"));
    await page.evaluate(() => {
      const other = document.createElement("iframe");
      other.srcdoc =
        '<script>parent.frames[0].postMessage({ target: "heads-up", version: 1, type: "next" }, "*");' +
        'parent.postMessage({ type: "sent" }, "*")</' +
        "script>";
      document.body.append(other);
      const [first] = document.querySelectorAll("iframe");
      for (const junk of [
        null,
        1,
        "next",
        [],
        { type: "next" },
        { target: "heads-up" },
        new Map(),
        new ArrayBuffer(8),
      ])
        first?.contentWindow?.postMessage(junk, "*");
    });
    await send(
      page,
      { type: "seek", step: "nowhere" },
      { type: "seek", step: "__proto__" },
      { type: "seek", step: 999 },
      { type: "remove" },
      { type: "lang", lang: "../en" },
      { type: "theme", theme: "<b>" },
    );
    await expect.poll(async () => (await messagesOf(page, "error")).length).toBe(7);
    expect(new Set((await messagesOf(page, "error")).map(({ code }) => code))).toEqual(
      new Set(["bad-message"]),
    );
    await expect.poll(async () => (await messagesOf(page, "sent")).length).toBe(1);
    // The answer to a command that was sent last comes after what the others did.
    await send(page, { type: "hello" });
    await expect.poll(async () => (await messagesOf(page, "ready")).length).toBe(2);
    expect(await inside.step()).toBe("scores");
    expect((await messages(page)).filter(({ type }) => type === "step")).toEqual(
      before.filter(({ type }) => type === "step"),
    );
    expect(await frame.locator(".problems").count()).toBe(0);
  },
);

essential(
  "works in a sandbox without an origin, stores nothing and makes no requests elsewhere",
  async () => {
    const { page, frame, requests, inside } = await opened("?lesson=multi-head&step=q&lang=en", {
      sandbox: true,
    });
    expect(await frame.evaluate(() => [origin, document.referrer !== "x"])).toEqual(["null", true]);
    expect((await messagesOf(page, "ready"))[0]).toMatchObject({ origin: "null", step: "q" });
    await answer(frame);
    await frame.locator("heads-up-questions .wrong").waitFor();
    await send(page, { type: "next" });
    await expect.poll(inside.step).toBe("k");
    await frame.locator(".drawer.settings .toggle").click();
    await frame.locator(".drawer.settings #seed").waitFor();
    const own = [new URL(built.url).origin, new URL(host.url).origin];
    expect(requests.filter((url) => !own.includes(new URL(url).origin))).toEqual([]);
    expect(requests.filter((url) => /assets\/whole-/.test(url))).toHaveLength(1);
  },
);

describe("a lesson file in a sandbox", () => {
  const shared = site(distSite, { ...FRAMED, "Access-Control-Allow-Origin": "*" });
  const sandboxed = async (at: Site): Promise<Frame> =>
    (await hosted("?src=lessons/example.json&lang=en", { sandbox: true, at })).frame;

  essential("is refused with advice if the server does not share it", async () => {
    const advice = (await sandboxed(built)).locator(".wrong-lesson p");
    await expect.poll(() => advice.textContent()).toContain("Access-Control-Allow-Origin: *");
  });

  essential("is shown with its own title if the server shares it", async () => {
    const frame = await sandboxed(shared);
    await settled(frame);
    await expect.poll(() => frame.title()).toBe("Which word attends to which · Heads Up");
  });
});

exhaustive("leaves keys, focus and scrolling to the page around it until it has the focus", async () => {
  const { page, frame, inside } = await opened("?step=scores&lang=en");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  expect((await messagesOf(page, "key")).map(({ key }) => key)).toEqual(["ArrowRight", "ArrowLeft"]);
  expect(await inside.step()).toBe("scores");
  // Its height grows until all parts have loaded, which moves what is below.
  await expect.poll(() => frame.evaluate(() => innerHeight)).toBe(600);
  await page.evaluate(() => scrollTo(0, 1500));
  await send(page, { type: "next" }, { type: "play" }, { type: "seek", step: "output" });
  await expect.poll(inside.step).toBe("output");
  await rested(page); // the frame is off screen and gets no animation frames
  expect(await page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([1500, "BODY"]);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(500, 300);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.evaluate(() => scrollTo(0, 0));
  await frame.locator("heads-up-stage canvas").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowLeft");
  await expect.poll(inside.step).not.toBe("output");
  expect(await messagesOf(page, "key")).toHaveLength(2);
});

describe("the page for frames", () => {
  exhaustive("reports the unusable parts of its address, and passes axe", async () => {
    const { page, complaints } = await open(
      "embed.html?lesson=multi-head&step=nowhere&controls=some&lang=en",
    );
    expect(await page.locator(".problems li").allTextContents()).toEqual([
      expect.stringMatching(/controls.*some/),
      expect.stringMatching(/nowhere/),
    ]);
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  });

  exhaustive.each([
    ["a missing attention core", "**/*.wasm", "module-failed", /[가-힣]/],
    ["missing words", "**/assets/ko-*.js", "words-missing", /wants the words of ko/],
  ])("reports %s on the page and to its parent", async (_, files, code, text) => {
    const { page, frame, complaints } = await hosted("?lang=ko", {
      before: (fresh) => fresh.route(files, (route) => route.abort()),
    });
    await expect
      .poll(async () => (await messagesOf(page, "error")).map((message) => message["code"]))
      .toEqual([code]);
    await expect.poll(() => frame.getByRole("alert").textContent()).toMatch(text);
    expect(complaints.filter((complaint) => complaint.startsWith("uncaught"))).toEqual([]);
  });

  exhaustive("stays in its language, and says so, if the words of another cannot be loaded", async () => {
    const { page, frame } = await opened("?lesson=multi-head&step=q&lang=en");
    const files = "**/assets/ko-*.js";
    await page.route(files, (route) => route.abort());
    await send(page, { type: "lang", lang: "ko" });
    const codes = async () => (await messagesOf(page, "error")).map(({ code }) => code);
    await expect.poll(codes).toEqual(["words-missing"]);
    const alert = frame.locator(".problems");
    await expect.poll(() => alert.textContent()).toContain("A part of the page could not be loaded");
    const languages = () =>
      frame.evaluate(() => {
        const { link = () => "", lang } = document.querySelector<Instrument>("heads-up") ?? {};
        return [document.documentElement.lang, lang, new URL(link()).searchParams.get("lang")];
      });
    expect(await languages()).toEqual(["en", "en", "en"]);
    await page.unroute(files);
    await send(page, { type: "lang", lang: "ko" });
    await expect.poll(languages).toEqual(["ko", "ko", "ko"]);
    expect(await alert.count()).toBe(0);
  });
});

test.each(sampled(["", 'sandbox="allow-scripts"']))(
  "the documented listener gets the messages of a frame with %j",
  async (sandbox) => {
    const text = readFileSync(inRoot("docs/embed-iframe.md"), "utf8");
    const [, listener = expect.fail("no listener")] = /```js\n(.*?)```/s.exec(text) ?? [];
    const src = `${built.url}embed.html?lesson=multi-head&step=q&lang=en`;
    writeFileSync(
      path.join(folder, "listening.html"),
      `<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,">
<script>${listener.replaceAll("https://example.org", new URL(built.url).origin)}</script>
<iframe ${sandbox} src="${src}" title="Heads Up" width="700" height="100"></iframe>`,
    );
    const { page } = await open(`${host.url}listening.html`, { ready: false });
    const height = () => page.evaluate(() => document.querySelector("iframe")?.style.height);
    await expect.poll(height).toMatch(/^[4-9]\d\dpx|\d{4}px$/);
  },
);

/** The leak lab where the browser gets in its way: a hidden page, no workers, a worker that dies, a sandboxed frame. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { serve } from "../../../scripts/lib/serve.mjs";
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";
import type { Hand } from "../hand.js";
import { heardFromLab, tellOfLab } from "./framed_lab.js";
import { type LabSeen, labArrived, labRests } from "./lab_seen.js";
import { SMALL } from "./newcomer.js";

const SAYS = {
  en: { hidden: /hidden, training paused/, died: /started again at step (\d+).*Press “Train”/ },
  ko: {
    hidden: /보이지 않는 동안 학습을 멈췄습니다/,
    died: /(\d+)단계까지의 학습은 그대로.*‘학습’을 누르면/,
  },
} as const;
type Lang = keyof typeof SAYS;

/** Runs in the page: waits for the page of all lessons. */
async function landed(): Promise<string> {
  while (!document.querySelector(".lab .go")) await new Promise((done) => setTimeout(done, 20));
  return "";
}

/** Runs in the page: goes to an address within it, as the Back button does. */
function goTo(search: string): void {
  history.pushState(null, "", search);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Opens the lab within a page that was changed before. */
async function openLab(
  hand: Hand,
  url: string,
  search: string,
  change: () => void,
  models = SMALL,
): Promise<void> {
  await hand.open(`${url}?${/lang=../.exec(search)}`, landed);
  await hand.engine.evaluate(change);
  await hand.engine.evaluate(goTo, `${models}&${search}`);
  expect(await hand.engine.evaluate(labArrived)).toBe("");
}

async function train(hand: Hand, steps = 40): Promise<void> {
  await hand.use("leak-lab >> .plain");
  await hand.engine.evaluate(trainedTo, steps);
}

/** Runs in the page: waits until the models have been trained so far, and a checkpoint is on the page. */
async function trainedTo(step: number): Promise<void> {
  const { store } = document.querySelector("leak-lab") as LeakLabElement;
  const isSoFar = (): boolean => (store.state.checkpoints.at(-1)?.step ?? 0) >= step;
  if (isSoFar()) return;
  await new Promise<void>((done) => {
    const leave = store.subscribe(() => {
      if (!isSoFar()) return;
      leave();
      done();
    });
  });
}

function withoutWorkers(): void {
  Reflect.deleteProperty(window, "Worker");
}

/** Runs in the page: hides it for an hour; returns the steps that were reported before, and in that hour. */
async function hideForAnHour(): Promise<{ before: number; after: number }> {
  const { store } = document.querySelector("leak-lab") as LeakLabElement;
  let isHidden = true;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
  // An answer comes after everything that was reported before it.
  const asked = (): Promise<unknown> => store.ask("next", { run: "masked", prompt: [1], temperature: 1 });
  await asked();
  const before = store.state.steps;
  for (const clock of [performance, Date]) {
    const now = clock.now.bind(clock);
    clock.now = () => now() + 3_600_000;
  }
  for (let i = 0; i < 5; i++) await asked();
  const after = store.state.steps;
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  return { before, after };
}

/** Slow enough not to be trained before the page is hidden, which may be told of it once a second only. */
const LARGE = "?lesson=leak-lab&layers=2";

const WHOLE = { steps: 400, activity: "idle", losses: [400, 400, 400] } as const;

/** The same losses in a worker and on the page's own thread, with an hour's pause in both. */
export async function hiddenForAnHour(hand: Hand, url: string): Promise<void> {
  const seen: LabSeen[] = [];
  for (const [lang, change] of [["en", () => {}] as const, ["ko", withoutWorkers] as const]) {
    await openLab(hand, url, `lang=${lang}&task=copy`, change, LARGE);
    await train(hand, 20);
    const { before, after } = await hand.engine.evaluate(hideForAnHour);
    expect(after).toBe(before);
    const rested = await hand.engine.evaluate(labRests, 400);
    expect(rested).toMatchObject(WHOLE);
    expect(rested.notice).toMatch(SAYS[lang].hidden);
    seen.push(rested);
  }
  expect(seen[1]?.training).toEqual(seen[0]?.training);
}

/** Runs in the page: remembers the last worker. */
function watchWorkers(): void {
  const { Worker: Real } = window;
  window.Worker = class extends Real {
    constructor(...made: ConstructorParameters<typeof Real>) {
      super(...made);
      Object.assign(window, { lastWorker: this });
    }
  };
}

/** Runs in the page: a message that the worker throws at. */
const killWorker = (): void => (window as unknown as { lastWorker: Worker }).lastWorker.postMessage(null);

/** Twice in a worker; the third time on the page's own thread. */
export async function workerDies(hand: Hand, url: string, lang: Lang): Promise<void> {
  const { engine } = hand;
  await openLab(hand, url, `lang=${lang}`, watchWorkers);
  await train(hand);
  for (let deaths = 1; deaths <= 2; deaths++) {
    await engine.evaluate(killWorker);
    const { text } = await hand.see("leak-lab >> .notice", (seen) => seen.text !== "");
    const rested = await engine.evaluate(labRests, 0);
    expect(rested.deaths).toBe(deaths);
    expect(Number(SAYS[lang].died.exec(text)?.[1])).toBe(rested.steps);
    expect(rested.steps).toBeGreaterThanOrEqual(40);
    expect(rested.losses).toEqual(Array(3).fill(rested.steps));
    await hand.use("leak-lab >> .transport .main");
    if (deaths < 2) await engine.evaluate(trainedTo, rested.steps + 20);
  }
  expect(await engine.evaluate(labRests, 400)).toMatchObject(WHOLE);
}

/** With less motion nothing moves by itself while the models train and write. */
export async function withLessMotion(hand: Hand, url: string): Promise<void> {
  const { engine } = hand;
  await openLab(hand, url, "lang=en", () => {});
  await train(hand);
  expect(await engine.evaluate(moving)).toEqual([]);
  await engine.evaluate(labRests, 400);
  await hand.use("lab-writing >> .deeds button:nth-of-type(2)");
  await hand.see("lab-writing >> .why");
  expect(await engine.evaluate(moving)).toEqual([]);
}

/** Runs in the page: what moves though less motion is wanted. */
function moving(): string[] {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return ["less motion is not wanted"];
  const { findAll } = window as unknown as { findAll(place: string): Element[] };
  return findAll("*").flatMap((one) => one.getAnimations().map(() => one.localName));
}

/** A frame without an origin, which may start no worker of the site. */
export async function inSandbox(hand: Hand, root: string): Promise<void> {
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  writeFileSync(path.join(root, "tell.js"), `(${tellOfLab})();`);
  writeFileSync(
    path.join(root, "framed.html"),
    page.replace("</head>", '<script src="./tell.js" defer></script></head>'),
  );
  writeFileSync(
    path.join(root, "course.html"),
    `<!doctype html><title>A course</title><iframe sandbox="allow-scripts" width="1000" height="600"
      src="./framed.html${SMALL}&lang=en"></iframe>`,
  );
  // Without a policy: in WebKit a frame without an origin never matches 'self'.
  const plain = await serve({ root, headers: { "Access-Control-Allow-Origin": "*" } });
  try {
    await hand.engine.open(`${plain.url}course.html`);
    expect(await hand.engine.evaluate(heardFromLab)).toMatchObject({ ...WHOLE, origin: "null", notice: "" });
  } finally {
    await plain.close();
  }
}

/** The leak lab where the browser gets in its way: a hidden page, no workers, a worker that dies, a sandboxed frame. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { serve } from "../../../scripts/lib/serve.mjs";
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";
import type { Reader } from "../reader.js";
import { heardFromLab, tellOfLab } from "./framed_lab.js";
import { type LabSnapshot, labIdle, labReady } from "./lab_state.js";
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
async function openLab(reader: Reader, url: string, search: string, change: () => void): Promise<void> {
  await reader.open(`${url}?${/lang=../.exec(search)}`, landed);
  await reader.engine.evaluate(change);
  await reader.engine.evaluate(goTo, `${SMALL}&${search}`);
  expect(await reader.engine.evaluate(labReady)).toBe("");
}

/** Skips the prediction, and waits until the models have been trained so far. */
async function train(reader: Reader, steps: number): Promise<void> {
  await reader.use("leak-lab >> .plain");
  await reader.engine.evaluate(trainedTo, steps);
}

/** Runs in the page: waits until the models have been trained so far. */
async function trainedTo(step: number): Promise<void> {
  const { store } = document.querySelector("leak-lab") as LeakLabElement;
  if (store.state.steps >= step) return;
  await new Promise<void>((done) => {
    const leave = store.subscribe(({ steps }) => {
      if (steps < step) return;
      leave();
      done();
    });
  });
}

function withoutWorkers(): void {
  Reflect.deleteProperty(window, "Worker");
}

/**
 * Runs in the page: trains on, and hides the page for an hour before the models can be trained, however fast they are.
 * Returns the steps reported before it was shown again, and what a model predicted in that hour.
 */
async function trainHiddenForAnHour(): Promise<{ steps: number; predicted: string[] }> {
  const { store } = document.querySelector("leak-lab") as LeakLabElement;
  let isHidden = true;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  store.dispatch({ type: "play" });
  document.dispatchEvent(new Event("visibilitychange"));
  for (const clock of [performance, Date]) {
    const now = clock.now.bind(clock);
    clock.now = () => now() + 3_600_000;
  }
  const predicted: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { data } = await store.ask("next", { run: "masked", prompt: [1], temperature: 1 });
    predicted.push(data.join());
    // Training on this thread would go on before the timer.
    await new Promise((done) => setTimeout(done));
  }
  const { steps } = store.state;
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  return { steps, predicted };
}

const WHOLE = { steps: 400, activity: "idle", losses: [400, 400, 400] } as const;

/** The same losses in a worker and on the page's own thread, with an hour's pause in both. */
export async function hiddenForAnHour(reader: Reader, url: string): Promise<void> {
  const seen: LabSnapshot[] = [];
  for (const [lang, change] of [["en", () => {}] as const, ["ko", withoutWorkers] as const]) {
    await openLab(reader, url, `lang=${lang}&task=copy`, change);
    await train(reader, 400);
    expect(await reader.engine.evaluate(labIdle, 400)).toMatchObject(WHOLE);
    const { steps, predicted } = await reader.engine.evaluate(trainHiddenForAnHour);
    expect(steps).toBeLessThan(800);
    expect(new Set(predicted).size).toBe(1);
    const rested = await reader.engine.evaluate(labIdle, 800);
    expect(rested).toMatchObject({ steps: 800, activity: "idle", losses: [800, 800, 800] });
    expect(rested.notice).toMatch(SAYS[lang].hidden);
    seen.push(rested);
  }
  expect(seen[1]?.training).toEqual(seen[0]?.training);
}

/** What a test tells the workers of a page, and what it knows of them. */
interface Told {
  stopAt: number;
  lastWorker: Worker;
}

/**
 * Runs in the page: its workers stop at a step of the test's choice and do not say that they rest, so that each of them dies
 * while it trains, however fast it is.
 */
function watchWorkers(): void {
  const { Worker: Real } = window;
  const told = Object.assign(window, { stopAt: 0 }) as unknown as Told;
  window.Worker = class extends Real {
    constructor(...made: ConstructorParameters<typeof Real>) {
      super(...made);
      told.lastWorker = this;
      this.addEventListener("message", (event) => {
        const { type, did } = event.data as { type: string; did?: string };
        if (type === "idle" && did === "train") event.stopImmediatePropagation();
      });
    }

    override postMessage(command: { type: string }): void {
      super.postMessage(command?.type === "train" ? { ...command, until: told.stopAt } : command);
    }
  };
}

const stopAt = (step: number): void => {
  (window as unknown as Told).stopAt = step;
};

/** Runs in the page: a message that the worker throws at. */
const killWorker = (): void => (window as unknown as Told).lastWorker.postMessage(null);

/** Twice in a worker, ten steps after a checkpoint; the third time on the page's own thread. */
export async function workerDies(reader: Reader, url: string, lang: Lang): Promise<void> {
  const { engine } = reader;
  await openLab(reader, url, `lang=${lang}`, watchWorkers);
  for (const [deaths, kept] of [
    [1, 40],
    [2, 80],
  ] as const) {
    await engine.evaluate(stopAt, kept + 10);
    await reader.use(`leak-lab >> ${deaths === 1 ? ".plain" : ".transport .main"}`);
    await engine.evaluate(trainedTo, kept + 10);
    await engine.evaluate(killWorker);
    const { text } = await reader.see("leak-lab >> .notice", (seen) => seen.text !== "");
    expect(Number(SAYS[lang].died.exec(text)?.[1])).toBe(kept);
    expect(await engine.evaluate(labIdle, 0)).toMatchObject({
      ...{ deaths, steps: kept, activity: "idle" },
      losses: [kept, kept, kept],
    });
  }
  await reader.use("leak-lab >> .transport .main");
  expect(await engine.evaluate(labIdle, 400)).toMatchObject(WHOLE);
}

/** With less motion nothing moves by itself while the models train and write. */
export async function withLessMotion(reader: Reader, url: string): Promise<void> {
  const { engine } = reader;
  await openLab(reader, url, "lang=en", () => {});
  await train(reader, 1);
  expect(await engine.evaluate(moving)).toEqual([]);
  await engine.evaluate(labIdle, 400);
  await reader.use("lab-writing >> .actions button:nth-of-type(2)");
  await reader.see("lab-writing >> .why");
  expect(await engine.evaluate(moving)).toEqual([]);
}

/** Runs in the page: what moves though less motion is wanted. */
function moving(): string[] {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return ["less motion is not wanted"];
  const { findAll } = window as unknown as { findAll(place: string): Element[] };
  return findAll("*").flatMap((one) => one.getAnimations().map(() => one.localName));
}

/** A frame without an origin, which may start no worker of the site. */
export async function inSandbox(reader: Reader, root: string): Promise<void> {
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
    await reader.engine.open(`${plain.url}course.html`);
    expect(await reader.engine.evaluate(heardFromLab)).toMatchObject({
      ...WHOLE,
      origin: "null",
      notice: "",
    });
  } finally {
    await plain.close();
  }
}

/** The leak lab under adverse conditions: no workers, a worker that dies, a sandboxed frame. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { serve } from "../../../scripts/lib/serve.mjs";
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";
import type { Reader } from "../reader.js";
import { labReport, reportLab } from "./framed_lab.js";
import { type LabSnapshot, labIdle, labReady } from "./lab_state.js";
import { SMALL } from "./newcomer.js";

const DIED = {
  en: /same steps up to step (\d+).*Press “Train”/,
  ko: /(\d+)단계까지 같은 학습을 되풀이.*‘학습’을 누르면/,
} as const;
type Lang = keyof typeof DIED;

/** Runs in the page: an empty text once the page of all lessons is there; until then what is shown instead. */
function landingReady(): string {
  const isReady = document.querySelector(".lab .go");
  return isReady ? "" : `no page of all lessons: ${document.body.innerText.slice(0, 300)}`;
}

/** Runs in the page: goes to an address within it, as the Back button does. */
function goTo(search: string): void {
  history.pushState(null, "", search);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Opens the landing page, applies `change` to it, and goes to the lab without a reload. */
async function openLab(reader: Reader, url: string, search: string, change: () => void): Promise<void> {
  await reader.open(`${url}?${/lang=../.exec(search)}`, landingReady);
  await reader.engine.evaluate(change);
  await reader.engine.evaluate(goTo, `${SMALL}&${search}`);
  await expect.poll(() => reader.engine.evaluate(labReady)).toBe("");
}

/** Skips the prediction, and waits until the models have taken `steps` steps. */
async function train(reader: Reader, steps: number): Promise<void> {
  await reader.use("leak-lab >> .plain");
  await reader.engine.evaluate(trainedTo, steps);
}

/** Runs in the page: waits until the models have taken `step` steps. */
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

const WHOLE = { steps: 400, activity: "idle", losses: [400, 400, 400] } as const;

/** Training in a worker and on the page's thread gives the same losses. */
export async function withAndWithoutWorkers(reader: Reader, url: string): Promise<void> {
  const seen: LabSnapshot[] = [];
  for (const [lang, change] of [["en", () => {}] as const, ["ko", withoutWorkers] as const]) {
    await openLab(reader, url, `lang=${lang}&task=copy`, change);
    await train(reader, 400);
    const idle = await reader.engine.evaluate(labIdle, 400);
    expect(idle).toMatchObject(WHOLE);
    seen.push(idle);
  }
  expect(seen[1]?.training).toEqual(seen[0]?.training);
}

/** The control of a page's workers: the step at which they stop, and the latest worker. */
interface WorkerControl {
  stopAt: number;
  lastWorker: Worker;
}

/**
 * Runs in the page: makes its workers stop at a step that the test chooses without reporting that they are idle, so that
 * the page believes that each dies while training, however fast it is.
 */
function controlWorkers(): void {
  const { Worker: Real } = window;
  const control = Object.assign(window, { stopAt: 0 }) as unknown as WorkerControl;
  window.Worker = class extends Real {
    constructor(...made: ConstructorParameters<typeof Real>) {
      super(...made);
      control.lastWorker = this;
      this.addEventListener("message", (event) => {
        const { type, did } = event.data as { type: string; did?: string };
        if (type === "idle" && did === "train") event.stopImmediatePropagation();
      });
    }

    override postMessage(command: { type: string }): void {
      super.postMessage(command?.type === "train" ? { ...command, until: control.stopAt } : command);
    }
  };
}

const stopAt = (step: number): void => {
  (window as unknown as WorkerControl).stopAt = step;
};

/** Runs in the page: sends a message that makes the worker throw. */
const killWorker = (): void => (window as unknown as WorkerControl).lastWorker.postMessage(null);

/** The worker dies; the same steps are trained on the page's thread, and then further ones. */
export async function workerDies(reader: Reader, url: string, lang: Lang): Promise<void> {
  const { engine } = reader;
  await openLab(reader, url, `lang=${lang}`, controlWorkers);
  await engine.evaluate(stopAt, 50);
  await train(reader, 50);
  await engine.evaluate(killWorker);
  await reader.see("leak-lab >> .notice", ({ text }) => DIED[lang].exec(text)?.[1] === "50");
  expect(await engine.evaluate(labIdle, 50)).toMatchObject({ steps: 50, losses: [50, 50, 50] });
  await reader.use("leak-lab >> .transport .main");
  expect(await engine.evaluate(labIdle, 400)).toMatchObject(WHOLE);
}

/** With reduced motion nothing is animated while the models train and write. */
export async function withLessMotion(reader: Reader, url: string): Promise<void> {
  const { engine } = reader;
  await openLab(reader, url, "lang=en", () => {});
  await train(reader, 1);
  expect(await engine.evaluate(animatedElements)).toEqual([]);
  await engine.evaluate(labIdle, 400);
  await reader.use("leak-lab >> .writing .actions button:nth-of-type(2)");
  await reader.see("leak-lab >> .writing .why");
  expect(await engine.evaluate(animatedElements)).toEqual([]);
}

/** Runs in the page: the elements that are animated despite reduced motion. */
function animatedElements(): string[] {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return ["less motion is not wanted"];
  const { findAll } = window as unknown as { findAll(place: string): Element[] };
  return findAll("*").flatMap((one) => one.getAnimations().map(() => one.localName));
}

/** Training in a frame without an origin, which may not start the site's workers. */
export async function inSandbox(reader: Reader, root: string): Promise<void> {
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  writeFileSync(path.join(root, "tell.js"), `(${reportLab})();`);
  writeFileSync(
    path.join(root, "framed.html"),
    page.replace("</head>", '<script src="./tell.js" defer></script></head>'),
  );
  writeFileSync(
    path.join(root, "course.html"),
    `<!doctype html><title>A course</title><iframe sandbox="allow-scripts" width="1000" height="600"
      src="./framed.html${SMALL}&lang=en"></iframe>`,
  );
  // No content security policy, because in WebKit a frame without an origin never matches 'self'.
  const plain = await serve({ root, headers: { "Access-Control-Allow-Origin": "*" } });
  try {
    await reader.engine.open(`${plain.url}course.html`);
    expect(await reader.engine.evaluate(labReport)).toMatchObject({
      ...WHOLE,
      origin: "null",
      notice: "",
    });
  } finally {
    await plain.close();
  }
}

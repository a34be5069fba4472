/** A store with the real core and its undo history, for tests. */
import assert from "node:assert/strict"; // not Vitest's: the fuzzer uses this file too
import { readFileSync } from "node:fs";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { loadFrom } from "../../web/src/module/load.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import { resolveIn, spelledOut } from "../../web/src/page/address/resolve.js";
import { formatUrl, parseUrl } from "../../web/src/page/address/url_state.js";
import { shownState } from "../../web/src/page/lesson_page.js";
import type { UserAction } from "../../web/src/store/actions.js";
import type { Authoring, Services } from "../../web/src/store/effects.js";
import type { LessonData } from "../../web/src/store/lesson_runner.js";
import { Past } from "../../web/src/store/past.js";
import { viewOf } from "../../web/src/store/selectors.js";
import { Store } from "../../web/src/store/store.js";
import { lessonWith as lessonWithFile } from "../../web/src/store/weights/own_weights.js";
import { lessonWith as lessonWithTrained } from "../../web/src/store/weights/trained_model.js";

const built = new URL("../../build/module/heads-up.wasm", import.meta.url);
export const hu: Core = await loadFrom(async () => ({ wasmBinary: readFileSync(built) }));

/** The real readers of weights, without a server that has lesson files. */
export const authoring: Authoring = {
  fetchLesson: async () => assert.fail("no lesson file is expected"),
  lessonWithFile,
  lessonWithTrained,
};

/** Services with the real core and the real readers of weights, without a worker. */
export const services = (over: Partial<Services> = {}): Services => ({
  module: () => hu,
  background: undefined,
  loadAuthoring: async () => authoring,
  painted: async () => undefined,
  ...over,
});

/** A store whose element is visible. */
export function seen(over: Partial<Services> = {}): Store {
  const store = new Store(services(over));
  store.dispatch({ type: "seen", seen: true });
  return store;
}

export const seeded = (seed: number): LessonSpec => ({ ...openingSpec("masked-multi-head"), seed });
export const edit = (spec: LessonSpec): UserAction => ({ type: "data", data: { spec } });
export const ofSeed = (store: Store): number | undefined => store.state.run?.trace.spec.seed;

/** A weight file in the lesson's opening sizes, filled with one number. */
export function weightsOf(lesson: LessonName, value: number): File {
  const parameters = hu.run(openingSpec(lesson)).steps.filter(({ name }) => name.includes("."));
  const nested = parameters.map(({ name, shape }): [string, unknown] => [
    name,
    shape.reduceRight<unknown>((inner, size) => Array.from({ length: size }, () => inner), value),
  ]);
  return new File([JSON.stringify(Object.fromEntries(nested))], `all_${value}.json`);
}

/** A store with undo, and a manual clock. */
export class Reader {
  readonly store: Store;
  readonly past: Past;
  nowMs = 0;

  constructor(over: Partial<Services> = {}) {
    this.store = seen(over);
    this.past = new Past(
      this.store,
      () => undefined,
      () => this.nowMs,
    );
  }

  /** The content of the stage, as plain values. */
  get shown(): unknown {
    const { run } = this.store.state;
    const { spec: _, t, ...view } = viewOf(this.store.state);
    const output = run?.trace.steps.at(-1)?.data.join();
    // An address rounds a moment to ten thousandths.
    return {
      view,
      t: t.toFixed(4),
      spec: JSON.stringify(run?.trace.spec),
      weights: run?.weights?.name,
      output,
    };
  }

  get data(): LessonData | undefined {
    return this.store.state.data;
  }

  /** The URL of the stage's content. */
  get address(): string {
    const { run, data } = this.store.state;
    return formatUrl(shownState(viewOf(this.store.state), run, data?.own));
  }

  /** A new store opened at this URL; weights are not in the URL, the page keeps them beside it. */
  async reloaded(): Promise<Reader> {
    const { state, problems } = parseUrl(this.address, ["ko", "en"]);
    assert.deepEqual(problems, []);
    const { model, problems: unread } = await spelledOut(state, Promise.resolve(hu), "en");
    const settled = resolveIn(hu, state, undefined, this.data?.weights, model);
    assert.deepEqual([...settled.problems, ...unread], []);
    const other = new Reader();
    other.store.dispatch({ type: "restore", data: settled.data, place: settled.place });
    await other.store.idle();
    return other;
  }
}

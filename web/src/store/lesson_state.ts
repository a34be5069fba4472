/**
 * What an element knows of its lesson: the last spec that the core took, its trace and steps, and the last
 * refusal.
 */
import type { CellRef } from "../draw/picture.js";
import type { LessonStep } from "../lessons/lesson.js";
import { FIRST_LESSON, isTaught } from "../lessons/lessons.js";
import type { HeadsUp } from "../module/index.js";
import { type Refusal, refusalOf } from "../module/refusal.js";
import type { Explanation, LessonName, LessonSpec, Step, Trace } from "../module/types.js";
import { loadModule, type OwnLesson, type OwnWeights, type Run, run, takesTime } from "./lesson_runner.js";
import { once } from "./once.js";

const loadBackground = once(() => import("./background_runs.js"));

export class LessonState {
  #module: HeadsUp | undefined;
  #run: Run | undefined;
  readonly #explained = new Map<string, Explanation | undefined>();
  readonly #changed: () => void;
  refused: Refusal | undefined;

  /** `changed` is told when something has become known that was asked for before. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get run(): Run | undefined {
    return this.#run;
  }

  get trace(): Trace | undefined {
    return this.#run?.trace;
  }

  get steps(): readonly LessonStep[] {
    return this.#run?.steps ?? [];
  }

  get isLoaded(): boolean {
    return this.#module !== undefined;
  }

  async load(): Promise<void> {
    try {
      this.#module ??= await loadModule();
      this.refused = undefined;
    } catch (error) {
      this.refused = refusalOf(error);
    }
  }

  /** Has a large lesson run where it holds nobody up; `compute` then finds it done, or else does it. */
  async prepare(
    spec: LessonSpec,
    weights: OwnWeights | undefined,
    own: OwnLesson | undefined,
  ): Promise<void> {
    const background = await loadBackground();
    if (this.#module) await background?.runFromAfar(this.#module, spec, weights, own);
  }

  /**
   * True where the core took the spec. If it does not, the last good lesson stays; without one, the
   * tutorial's own.
   */
  compute(spec: LessonSpec, weights?: OwnWeights, own?: OwnLesson): boolean {
    const hu = this.#module;
    if (!hu) return false;
    this.refused = undefined;
    try {
      this.#run = run(hu, spec, weights, own);
    } catch (error) {
      this.refused = refusalOf(error);
      this.#run ??= ownData(hu, spec.lesson);
    }
    this.#explained.clear();
    return this.refused === undefined;
  }

  /** Whether a spec is so large that the one on the stage would be seen to stop. */
  takesTime(spec: LessonSpec, weights?: OwnWeights, own?: OwnLesson): boolean {
    return (
      this.#module !== undefined && this.#run !== undefined && takesTime(this.#module, spec, weights, own)
    );
  }

  indexOf(id: string): number {
    return this.steps.findIndex((step) => step.id === id);
  }

  stepNamed(name: string): Step | undefined {
    return this.trace?.steps.find((step) => step.name === name);
  }

  /** Where a number came from, asked of the core once a cell; undefined as long as it is not known. */
  explain(cell: CellRef): Explanation | undefined {
    if (!this.#module || !this.#run) return undefined;
    const { trace, isFar } = this.#run;
    const key = `${cell.name}[${cell.index.join()}]`;
    if (this.#explained.has(key)) return this.#explained.get(key);
    const known = isFar ? undefined : this.#module.explain(trace, cell.name, cell.index);
    this.#explained.set(key, known);
    if (isFar) void this.#explainFromAfar(trace, cell, key);
    return known;
  }

  async #explainFromAfar(trace: Trace, cell: CellRef, key: string): Promise<void> {
    const background = await loadBackground();
    const known = await background?.explainedFromAfar(trace, cell);
    if (trace !== this.trace) return;
    // Where the worker has run another lesson since, the page's own core has to.
    this.#explained.set(key, known ?? this.#module?.explain(trace, cell.name, cell.index));
    this.#changed();
  }
}

/** The lesson with the tutorial's data; undefined where the module cannot run even that. */
function ownData(hu: HeadsUp, lesson: LessonName): Run | undefined {
  try {
    return run(hu, { lesson: isTaught(lesson) ? lesson : FIRST_LESSON });
  } catch {
    return undefined;
  }
}

/** A fake training module on a manual clock: the tests set how long every unit of work takes. */
import type { Training } from "../../web/src/lab/group.js";
import type { Answer, Command } from "../../web/src/lab/messages.js";
import { Session, type SessionHost } from "../../web/src/lab/session.js";
import { HeadsUpError } from "../../web/src/module/errors.js";
import type {
  FloatTensor,
  Trainer,
  TrainingSpec,
  TrainingTask,
} from "../../web/src/module/training/types.js";

export const TASK: TrainingTask = {
  name: "copy",
  symbols: ["<pad>", "a", "b", "c"],
  padId: 0,
  data: Array.from({ length: 20 }, () => [1, 2, 3, 1]),
  heldOut: Array.from({ length: 5 }, () => [3, 2, 1, 0]),
  promptLengths: [1, 1, 1, 1, 1],
  uniformLoss: Math.log(4),
};

const tensor = (shape: readonly number[], ...numbers: number[]): FloatTensor => ({
  dtype: "float32",
  shape: [...shape],
  data: Float32Array.from(numbers),
});

export class StandIn {
  nowMs = 0;
  /** The duration of a training step. */
  stepMs = 1;
  /** The step at which the loss of the run without a mask becomes NaN. */
  brokenAt = Number.POSITIVE_INFINITY;
  /** How many numbers a snapshot has. */
  stateSize = 1;
  readonly disposed: TrainingSpec[] = [];
  readonly made: TrainingSpec[] = [];
  /** The specs of the trainers into which weights were loaded. */
  readonly loaded: TrainingSpec[] = [];

  readonly training: Training = {
    trainingTask: () => TASK,
    smoothedLosses: ({ data }) => Float32Array.from(data),
    createTrainer: (spec) => {
      if (spec.dModel === 2) throw new HeadsUpError("too-large", "too large", { field: "dModel" });
      this.made.push(spec);
      return this.#trainer(spec);
    },
  };

  /** The loss is 1 / (1 + steps), half of it without the mask. */
  #trainer(spec: TrainingSpec): Trainer {
    let steps = 0;
    const part = spec.mask === false ? 0.5 : 1;
    const standIn = this;
    const trainer: Partial<Trainer> = {
      step() {
        standIn.nowMs += standIn.stepMs;
        steps += 1;
        return Float32Array.of(part === 0.5 && steps >= standIn.brokenAt ? Number.NaN : part / steps);
      },
      loss: () => part,
      lossAsUsed: () => 1 / part,
      weights: () => ({ w: tensor([2], part, steps) }),
      attention: () => tensor([1, 1, 1, 1], steps),
      chooseToken: () => ({ probabilities: Float32Array.of(1, 0, 0, 0), u: 0, id: 1, from: 0, to: 1 }),
      // With a mask, this is the right answer to every held-out row.
      generate: () => (part === 1 ? [2, 1] : [2, 2]),
      walk: () => ({ spec: {} as never, steps: [] }),
      explain: (name, index) => ({ name, index, value: 1, op: "", terms: [], detail: {} }),
      snapshot() {
        const number = steps >= standIn.brokenAt ? Number.NaN : steps;
        return { steps, numbers: new Float32Array(standIn.stateSize).fill(number) };
      },
      restore(state) {
        steps = state.steps;
      },
      load() {
        standIn.loaded.push(spec);
        steps = 0;
      },
      dispose: () => standIn.disposed.push(spec),
    };
    return Object.defineProperty(trainer as Trainer, "steps", { get: () => steps });
  }
}

/** A session whose slices the test runs one by one. */
export function sessionOn(standIn: StandIn): {
  session: Session;
  answers: Answer[];
  /** Runs a slice; false if none is due. */
  slice(): boolean;
  finish(): void;
  open(command?: Partial<Extract<Command, { type: "open" }>>): Promise<void>;
} {
  const answers: Answer[] = [];
  const due: (() => void)[] = [];
  const host: SessionHost = {
    load: async () => standIn.training,
    post: (answer) => answers.push(answer),
    nowMs: () => standIn.nowMs,
    later: (work) => due.push(work),
  };
  const session = new Session(host);
  const slice = (): boolean => {
    const work = due.shift();
    work?.();
    return work !== undefined;
  };
  return {
    session,
    answers,
    slice,
    finish() {
      for (let i = 0; slice(); i += 1) if (i > 10_000) throw new Error("the session does not end");
    },
    async open(command = {}) {
      session.handle({ type: "open", id: 1, settings: SETTINGS, ...command });
      await new Promise((opened) => setTimeout(opened));
    },
  };
}

export const SETTINGS = {
  task: "copy",
  learningRate: 0.01,
  batchSize: 4,
  dModel: 8,
  numHeads: 2,
  layers: 1,
  tiedHead: false,
  dropout: 0,
  seed: 42,
} as const;

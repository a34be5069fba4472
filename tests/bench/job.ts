/** An engine's job and its answer; both are JSON. */
import type { HeadsUp } from "../../dist/package/index.js";
import type { Problem } from "../../scripts/lib/bench/problems.mjs";
import type { Pace } from "../../scripts/lib/bench/rounds.mjs";
import type { Contestant } from "./contestant.js";
import { type Race, type Read, race } from "./one_engine.js";
import { type OwnSpeed, ownSpeed } from "./own_speed.js";
import type { TrainingContestant, Weights } from "./training/contestant.js";
import { trainingRace } from "./training/race.js";

export interface Job {
  readonly problems: readonly Problem[];
  readonly pace: Pace;
  readonly ownSpeed: boolean;
  readonly training: boolean;
  /** Contestants to leave out, by name, or one of their forms as "name, form". */
  readonly without: readonly string[];
}

export interface Answer {
  readonly races: readonly Race[];
  readonly ownSpeed: OwnSpeed | null;
  readonly training: Race | null;
}

/** What an engine provides for a job. */
export interface Host {
  /** Null in races of native programs. */
  readonly hu: HeadsUp | null;
  readonly contestants: readonly Contestant[];
  /** This project's contestant comes first. */
  readonly trainers: readonly TrainingContestant[];
  /** Reads the files of their inputs. */
  readonly startingWeights: Weights;
  readonly read: Read;
  /** Called before each part. */
  say(what: string): void;
}

export async function answer(job: Job, host: Host): Promise<Answer> {
  const { problems, pace, without } = job;
  const contestants = host.contestants
    .filter(({ name }) => !without.includes(name))
    .map(({ name, forms }): Contestant => {
      const some = Object.entries(forms).filter(([form]) => !without.includes(`${name}, ${form}`));
      return { name, forms: Object.fromEntries(some) };
    });
  const races: Race[] = [];
  for (const problem of problems) {
    host.say(problem.workload.name);
    races.push(await race(contestants, host.read, problem, pace));
  }
  const { hu, trainers } = host;
  const at = <T>(what: string, isWanted: boolean, part: () => Promise<T>): Promise<T> | null => {
    if (isWanted) host.say(what);
    return isWanted ? part() : null;
  };
  return {
    races,
    training: await at("training", job.training, () => trainingRace(trainers, host.startingWeights, pace)),
    ownSpeed: hu && (await at("ceiling, linear layers, lessons", job.ownSpeed, () => ownSpeed(hu, pace))),
  };
}

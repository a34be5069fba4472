/** An engine's job and its answer; both are JSON. */
import type { Problem } from "../../scripts/lib/bench/problems.mjs";
import type { Contestant } from "./contestant.js";
import { type Race, type Read, race } from "./one_engine.js";
import type { Pace } from "./rounds.mjs";
import type { TrainingContestant, Weights } from "./training/contestant.js";
import { trainingRace } from "./training/race.js";

export interface Job {
  readonly problems: readonly Problem[];
  readonly pace: Pace;
}

export interface Answer {
  readonly races: readonly Race[];
  readonly training: Race;
}

/** What an engine provides for a job. */
export interface Host {
  readonly contestants: readonly Contestant[];
  /** This project's contestant comes first. */
  readonly trainers: readonly TrainingContestant[];
  /** Reads the files of their inputs. */
  readonly startingWeights: Weights;
  readonly read: Read;
  /** Called before each part. */
  say(what: string): void;
}

export async function answer({ problems, pace }: Job, host: Host): Promise<Answer> {
  const races: Race[] = [];
  for (const problem of problems) {
    host.say(problem.workload.name);
    races.push(await race(host.contestants, host.read, problem, pace));
  }
  host.say("training");
  return { races, training: await trainingRace(host.trainers, host.startingWeights, pace) };
}

/**
 * A program as a contestant of the training race. It reads requests from its standard input, one per line, fields separated
 * by tabs, and answers each with a line, which begins with "error" on failure:
 *
 *   prepare FORM ROWS     reads the file ROWS, a line of ids for each row
 *   losses FORM COUNT     takes steps and answers with their losses, separated by tabs
 *   time FORM STEPS       answers with milliseconds
 *   dispose FORM
 *
 * The program draws the weights itself, from PyTorch's generator with the seed 42.
 */
import { writeFileSync } from "node:fs";
import type { Command, NativeProgram } from "../native_contestant.js";
import type { ReadyTrainer, TrainingContestant, TrainingGiven } from "./contestant.js";

const ROWS = "build/bench/rows.txt";

export function nativeTrainer({ name, forms }: Command, program: NativeProgram): TrainingContestant {
  const entries = forms.map((form) => [form, (given: TrainingGiven) => ready(program, form, given)] as const);
  return { name, forms: Object.fromEntries(entries) };
}

async function ready(program: NativeProgram, form: string, { rows }: TrainingGiven): Promise<ReadyTrainer> {
  writeFileSync(ROWS, rows.map((row) => `${row.join(" ")}\n`).join(""));
  await program.ask("prepare", form, ROWS);
  return {
    losses: async (count) => (await program.ask("losses", form, count)).split("\t").map(Number),
    time: async (steps) => Number(await program.ask("time", form, steps)),
    dispose: () => program.ask("dispose", form),
  };
}

/** A race of native programs, each a process: `node native.cjs job.json answer.json commands.json`. */
import { readFileSync, writeFileSync } from "node:fs";
import { answer, type Job } from "./job.js";
import { type Command, NativeProgram, nativeContestant } from "./native_contestant.js";
import { nativeTrainer } from "./training/native.js";

/** The commands of the programs for each race. */
interface Commands {
  readonly attention: readonly Command[];
  readonly training: readonly Command[];
}

const started = (commands: readonly Command[]) =>
  commands.map((command) => ({ command, program: new NativeProgram(command) }));

const read = async (file: string): Promise<ArrayBuffer> => new Uint8Array(readFileSync(file)).buffer;

async function main(): Promise<void> {
  const [jobFile = "", answerFile = "", commandsFile = ""] = process.argv.slice(2);
  const job: Job = JSON.parse(readFileSync(jobFile, "utf8"));
  const commands: Commands = JSON.parse(readFileSync(commandsFile, "utf8"));
  const attention = started(commands.attention);
  const training = started(commands.training);
  const answered = await answer(job, {
    contestants: attention.map(({ command, program }) => nativeContestant(command, program)),
    trainers: training.map(({ command, program }) => nativeTrainer(command, program)),
    startingWeights: {},
    read,
    say: (what) => console.log(`  ${what}`),
  });
  for (const { program } of [...attention, ...training]) program.end();
  writeFileSync(answerFile, JSON.stringify(answered));
}

void main();

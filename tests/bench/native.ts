/** A race of native programs, each a process: `node native.cjs job.json answer.json commands.json`. */
import { readFileSync, writeFileSync } from "node:fs";
import { answer, type Job } from "./job.js";
import { type Command, NativeProgram, nativeContestant } from "./native_contestant.js";

const read = async (file: string): Promise<ArrayBuffer> => new Uint8Array(readFileSync(file)).buffer;

async function main(): Promise<void> {
  const [jobFile = "", answerFile = "", commandsFile = ""] = process.argv.slice(2);
  const job: Job = JSON.parse(readFileSync(jobFile, "utf8"));
  const commands: Command[] = JSON.parse(readFileSync(commandsFile, "utf8"));
  const programs = commands.map((command) => ({ command, program: new NativeProgram(command) }));
  const contestants = programs.map(({ command, program }) => nativeContestant(command, program));
  const said = await answer(job, { hu: null, contestants, read, say: (what) => console.log(`  ${what}`) });
  for (const { program } of programs) program.end();
  writeFileSync(answerFile, JSON.stringify(said));
}

void main();

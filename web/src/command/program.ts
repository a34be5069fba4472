/** `run FILE.py` and `run FILE.ipynb`: what the program prints, or all that it made as JSON; an error as Python writes it. */
import { load } from "../module/index.node.js";
import { beyondJson, float32Text } from "../module/number_text.js";
import type { ProgramError, ProgramResult } from "../module/python/types.js";
import { bytesOf, InputError, MistakesError, plainLine, write } from "./io.js";
import type { ProgramOptions } from "./options.js";

export async function runProgram({ file, out, json }: ProgramOptions): Promise<void> {
  const source = textOf(file);
  const hu = await load({ training: false });
  const result = hu.runPython(source);
  await write(json ? jsonOf(result) : result.stdout, out);
  for (const line of hintLines(result, file)) console.error(plainLine(line));
  if (!result.error) return;
  console.error(traceback(result.error, file, source).map(plainLine).join("\n"));
  throw new MistakesError();
}

function textOf(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(file));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file}: wants a program or a notebook in UTF-8`);
  }
}

/** One step a line. */
function jsonOf({ stdout, variables, error, hints, trace }: ProgramResult): string {
  const text = (value: unknown) => JSON.stringify(value, plain);
  const facts = text({ stdout, variables, error, hints }).slice(0, -1);
  return `${facts},"steps":[\n${trace.steps.map(text).join(",\n")}\n]}\n`;
}

/** Typed arrays as lists of the shortest numbers that read back as the same. */
function plain(_: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const short = value instanceof Float32Array ? (x: number) => Number(float32Text(x)) : (x: number) => x;
  return Array.from(value as Float32Array, (x) => (Number.isFinite(x) ? short(x) : beyondJson(x)));
}

/** As compilers write warnings. */
function hintLines({ hints, trace }: ProgramResult, file: string): string[] {
  return trace.steps.flatMap(({ name, source: { cell, line } }) =>
    hints
      .filter(({ step }) => step === name)
      .map(
        ({ message, rule }) => `${file}:${cell ? `cell ${cell}:` : ""}${line}: hint: ${message} [${rule}]`,
      ),
  );
}

function traceback(error: ProgramError, file: string, source: string): string[] {
  const place = ({ line, cell }: { line: number; cell?: number }) =>
    `  ${cell ? `Cell ${cell}` : `File "${file}"`}, line ${line}`;
  const sentence = error.hint ? `${error.message.replace(/[^.?!]$/, "$&.")} ${error.hint}` : error.message;
  const last = sentence ? `${error.type}: ${sentence}` : error.type;
  if (error.frames.length > 0) {
    const lines = error.frames.flatMap((frame) => [
      `${place(frame)}, in ${frame.function}`,
      `    ${lineAt(source, frame.line, frame.cell).trim()}`,
    ]);
    return ["Traceback (most recent call last):", ...lines, last];
  }
  if (error.line === 0) return [last];
  const line = lineAt(source, error.line, error.cell);
  const indent = line.length - line.trimStart().length;
  const width = error.endLine === error.line ? error.endColumn - error.column : 1;
  const mark = " ".repeat(Math.max(0, error.column - indent)) + "^".repeat(Math.max(1, width));
  return [place(error), `    ${line.trim()}`, `    ${mark}`, last];
}

/** A line of the program, or of a notebook's cell, both counted from 1. */
function lineAt(source: string, line: number, cell: number | undefined): string {
  const text: string | readonly string[] = cell ? JSON.parse(source).cells[cell - 1].source : source;
  return (typeof text === "string" ? text : text.join("")).split(/\r\n|\r|\n/)[line - 1] ?? "";
}

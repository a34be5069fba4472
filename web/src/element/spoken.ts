/** What a screen reader is told of a step, once per event: where one is, what begins to move, and what has come of it. */
import { digits } from "../draw/scale.js";
import { numberOf, stepCount } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { range } from "../module/shape.js";
import { operationOf } from "../operations/operations.js";
import { tokenTextsOf } from "../store/lesson_words.js";
import type { State } from "../store/state.js";
import { isAtStart } from "../timeline/playback.js";
import { shapeText, type VisibleMatrix } from "../views/common/visible_matrix.js";
import { format, inSentences, numberText } from "../words/number_text.js";
import { stepSentence, stepTitle } from "../words/rich_text.js";
import type { RootModel, SpokenEvent } from "./root_model.js";

/** Numbers of a row that are read out. */
const READ = 8;

/** The event between two states; undefined for moments in between, and for moving the slider, which speaks for itself. */
export function spokenEvent(now: State, before: State): SpokenEvent | undefined {
  const [is, was] = [now.playback, before.playback];
  const id = (state: State): string | undefined => state.run?.steps[state.playback.index]?.id;
  if (is.index !== was.index || id(now) !== id(before)) return is.playing ? "start" : "step";
  if (was.playing && is.progress >= 1 && was.progress < 1) return "end";
  return is.playing && !was.playing ? "start" : undefined;
}

export function spokenText(model: RootModel, step: LessonStep, event: SpokenEvent): string {
  const { words, run, state } = model;
  const { announce } = words;
  const name = stepSentence(words, step, "spoken") ?? stepTitle(words, step);
  const facts = { count: stepCount(run.steps), n: numberOf(run.steps, state.playback.index), title: name };
  const isPlayed = state.playback.progress >= 1 && !isAtStart(state.playback);
  if (event === "end") return resultText(model, step);
  if (event === "step")
    return inSentences(format(announce.step, facts), isPlayed ? resultText(model, step) : "");
  const row = rowName(model, matrixOf(model, step));
  return format(row ? announce.start : announce.playing, { title: name, row });
}

const matrixOf = ({ cache, run, words, state }: RootModel, step: LessonStep): VisibleMatrix =>
  cache.matrixOf(run, step, state.focus, tokenTextsOf(run, words));

/** What the first row of a table is; empty where it has only a number. */
function rowName({ words: { controls } }: RootModel, { rowLetter, rowNames }: VisibleMatrix): string {
  return rowLetter === "B" ? `${controls.sentence} 1` : (rowNames?.[0]?.text ?? "");
}

/** The result in one sentence: the largest number between two tokens, the new shape, or the first row. */
function resultText(model: RootModel, step: LessonStep): string {
  const { words, run, cache, state } = model;
  const { announce } = words;
  const stage = step.stage(run.trace);
  const { spoken } = operationOf(stage);
  const matrix = matrixOf(model, step);
  if (spoken === "shape") return format(announce.shape, { name: stage.name, shape: shapeText(words, stage) });
  const [read] = cache.operandsOf(run, step, state.focus, tokenTextsOf(run, words));
  // The opening shows the weights that it reads.
  const pair = spoken && (strongestPair(matrix) ?? (read && strongestPair(read.matrix)));
  if (pair) return format(announce[spoken], pair);
  // Of numbers that mean something, those that are not 0.
  const told = (col: number): boolean =>
    !matrix.colNames || isToken(matrix.colLetter) || matrix.value(0, col) !== 0;
  const numbers = range(matrix.cols)
    .filter(told)
    .map((col) => `${matrix.colNames?.[col]?.text ?? ""} ${cellText(matrix, 0, col)}`.trim());
  return format(announce.row, {
    ...{ name: stage.label ?? stage.name, row: rowName(model, matrix) || matrix.rowHeader(0) },
    numbers: [...numbers.slice(0, READ), ...(numbers.length > READ ? ["…"] : [])].join(", ") || "0",
  });
}

const isToken = (letter: string): boolean => ["L", "S", "T"].includes(letter);

const cellText = ({ value }: VisibleMatrix, row: number, col: number): string => {
  const number = value(row, col);
  return Number.isInteger(number) ? numberText(number) : digits(number);
};

/** The query and the key, two different tokens, with the largest number between them. */
function strongestPair(matrix: VisibleMatrix) {
  const { rowNames: queries, colNames: keys } = matrix;
  const isSelf = matrix.rowLetter === matrix.colLetter;
  let best: { query: string; key: string; value: string } | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const query of queries ?? [])
    for (const key of keys ?? []) {
      const value = matrix.value(query.at, key.at);
      if (query.isPadding || key.isPadding || (isSelf && query.at === key.at) || !(value > most)) continue;
      most = value;
      best = { query: query.text, key: key.text, value: cellText(matrix, query.at, key.at) };
    }
  return best;
}

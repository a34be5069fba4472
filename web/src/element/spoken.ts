/** What a screen reader is told of a step, once per event: where one is, what begins to move, and what has come of it. */
import { tokensOf } from "../draw/names.js";
import { digits } from "../draw/scale.js";
import type { TokenName } from "../draw/tensor_view.js";
import { numberOf, stepCount } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
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
  return format(announce.start, { title: name, row: rowName(model, step, 0) });
}

const matrixOf = ({ cache, run, words, state }: RootModel, step: LessonStep): VisibleMatrix =>
  cache.matrixOf(run, step, state.focus, tokenTextsOf(run, words));

/** The tokens along an axis of the table, without their letter. */
function tokensAlong({ run, words, state }: RootModel, letter: string): readonly TokenName[] | undefined {
  return tokensOf({ trace: run.trace, focus: state.focus, tokens: tokenTextsOf(run, words) }, letter);
}

function rowName(model: RootModel, step: LessonStep, row: number): string {
  const matrix = matrixOf(model, step);
  const token = matrix.rowLetter === "B" ? undefined : tokensAlong(model, matrix.rowLetter)?.[row];
  return token?.text ?? matrix.rowHeader(row);
}

/** The result in one sentence: the largest number between two tokens, the new shape, or the first row. */
function resultText(model: RootModel, step: LessonStep): string {
  const { words, run } = model;
  const { announce } = words;
  const stage = step.stage(run.trace);
  const { spoken } = operationOf(stage);
  const matrix = matrixOf(model, step);
  if (spoken === "shape") return format(announce.shape, { name: stage.name, shape: shapeText(words, stage) });
  const pair = spoken && strongestPair(model, matrix);
  if (pair) return format(announce[spoken], pair);
  const count = Math.min(READ, matrix.cols);
  const numbers = Array.from({ length: count }, (_, col) => cellText(matrix, 0, col));
  const rest = count < matrix.cols ? ["…"] : [];
  return format(announce.row, {
    ...{ name: stage.label ?? stage.name, row: rowName(model, step, 0) },
    numbers: [...numbers, ...rest].join(", "),
  });
}

const cellText = ({ value, dtype }: VisibleMatrix, row: number, col: number): string =>
  dtype === "float32" ? digits(value(row, col)) : numberText(value(row, col));

/** The query and the key, two different tokens, with the largest number between them. */
function strongestPair(model: RootModel, matrix: VisibleMatrix) {
  const [queries, keys] = [matrix.rowLetter, matrix.colLetter].map((letter) => tokensAlong(model, letter));
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

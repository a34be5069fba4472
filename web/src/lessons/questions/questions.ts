/** The questions of each step for a trace; the same lesson, seed and round give the same questions. */
import type { Core } from "../../draw/asides/arithmetic.js";
import type { Focus } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import type { LessonStep } from "../lesson.js";
import * as attention from "./attention.js";
import * as data from "./data.js";
import * as feedForward from "./feed_forward.js";
import * as heads from "./heads.js";
import type { Asker } from "./kit.js";
import * as masks from "./masks.js";
import { openingMostAttended, weightsSum } from "./opening.js";
import * as output from "./output.js";
import { pickOf } from "./pick.js";
import * as positions from "./positions.js";
import * as projections from "./projections.js";
import type { Question } from "./question.js";
import * as scores from "./scores.js";

/** The askers of each step, by its id, in the order in which they ask. */
const askers: Readonly<Record<string, readonly Asker[]>> = {
  opening: [openingMostAttended, weightsSum],
  demo_mask: [masks.paintMask],
  demo_masked_scores: [scores.maskedBecomes],
  demo_attention: [attention.firstRow, attention.softmaxOfTwo, attention.sumsToOne],
  ids: [data.idsShape, data.paddingCount],
  target_ids: [data.idsShape, data.paddingCount],
  "embedding.weight": [data.tableParameters],
  embedding: [data.embeddingRow, data.embeddingShape, data.embeddingPadding],
  target_embedding: [data.embeddingShape],
  position_table: [positions.positionFirstRow, positions.slowestColumn],
  positions: [positions.positionNumber, positions.paddingPosition],
  input_sum: [positions.sumShape],
  attn_pad_mask: [masks.paintMask],
  warmup_scores: [scores.largestScore, scores.divisor],
  warmup_masked_scores: [scores.maskedBecomes],
  warmup_attention: [attention.paddedQuerySum, attention.mostAttended],
  padding_mask: [masks.paddingMaskShape],
  nopeak_mask: [masks.paintMask],
  mask: [masks.maskShape, masks.paintMask],
  attn_dec_mask: [masks.paintMask],
  attn_mask: [masks.paintMask],
  conventions: [masks.invertedCount],
  masks: [masks.masksShape],
  "w_q.weight": [projections.layerParameters],
  norm_1: [projections.normMean],
  norm_2: [projections.normMean],
  q: [projections.projectionShape, projections.biasAdded],
  k: [projections.projectionShape],
  v: [projections.sameToken],
  q_split: [heads.splitShape, heads.headSize],
  q_heads: [heads.headsShape, heads.headCell],
  wrong_view: [heads.wrongViewToken],
  scores: [scores.scoresShape, scores.score, scores.divisor],
  masked_scores: [scores.maskedBecomes],
  attention: [
    attention.mostAttended,
    attention.maskedWeight,
    attention.softmaxOfTwo,
    attention.sumsToOne,
    attention.paddedQuerySum,
    attention.fullRow,
    attention.paddingShare,
  ],
  values: [output.valuesShape, output.copiesValue],
  generation: [output.generationRows],
  values_merged: [heads.mergedShape],
  concat: [heads.concatShape, heads.concatCell],
  output: [output.outputMixes, output.outputShape],
  residual_1: [output.residualAdds],
  residual_2: [output.residualAdds],
  "conv1.weight": [feedForward.feedForwardParameters],
  ff_1: [feedForward.ff1Shape],
  ff_2: [feedForward.activated],
  ff_3: [feedForward.ff3Shape, feedForward.positionWise],
};

/** How often a question has been asked again, by its index in the step's list of askers. */
export type Rounds = (place: number) => number;

/** The questions of a step; steps without askers have none. */
export const questionsOf = (hu: Core, trace: Trace, step: LessonStep, rounds: Rounds = () => 0): Question[] =>
  (askers[step.id] ?? []).flatMap((_, place) => questionAt(hu, trace, step, place, rounds(place)) ?? []);

/** What the asker at a place in the list of a step asks in a round; undefined if it asks nothing then. */
function questionAt(
  hu: Core,
  trace: Trace,
  step: LessonStep,
  place: number,
  round: number,
): Question | undefined {
  const { lesson, seed } = trace.spec;
  const pick = pickOf(`${lesson} ${seed} ${step.id} ${place} ${round}`);
  const question = askers[step.id]?.[place]?.({ hu, trace, step: step.stage(trace), pick });
  return question && { ...question, place };
}

/** How many rounds to search for a question about a sentence. */
const MOST_ROUNDS = 16;

/** The question in the first later round that is about this sentence and, if any is, this head; `asked` itself if none is. */
export function nearestRound(
  hu: Core,
  trace: Trace,
  step: LessonStep,
  asked: Question,
  round: number,
  { batch, head }: Focus,
): Question {
  const distance = ({ focus = {} }: Question): number =>
    2 * Number((focus.batch ?? batch) !== batch) + Number((focus.head ?? head) !== head);
  let nearest = asked;
  for (let more = 1; more <= MOST_ROUNDS && distance(nearest) > 0; more++) {
    const other = questionAt(hu, trace, step, asked.place ?? 0, round + more);
    if (other?.key === asked.key && distance(other) < distance(nearest)) nearest = other;
  }
  return nearest;
}

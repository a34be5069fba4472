/**
 * Common confusions: questions that people often ask about attention in PyTorch. Each lists the steps that show its answer,
 * public threads that ask it, and a function that takes its numbers from a trace. Its words are in the locales.
 */
import type { LessonName, Trace } from "../../module/types.js";
import { stageStep } from "../../operations/operations.js";
import type { ComparisonId, ConfusionId, MistakeId } from "../offers.js";
import { lessonNames } from "../opening.js";
import * as shows from "./shown.js";

export interface Confusion {
  /** The step of each lesson that shows the answer. The first lesson can always show it. */
  readonly steps: Readonly<Partial<Record<LessonName, string>>>;
  /** Public threads that ask the question: `owner/repository #number`. */
  readonly threads: readonly string[];
  readonly show: shows.Show;
  readonly compare?: ComparisonId;
  readonly mistake?: MistakeId;
  /** The program of web/programs that shows it. */
  readonly code?: string;
}

/** The lessons with heads. */
const WITH_HEADS = ["multi-head", "masked-multi-head", "encoder-decoder", "transformer-block"] as const;
/** The lessons whose default data have a mask. */
const MASKED = ["masked-multi-head", "masked-self-attention", "transformer-block"] as const;

/** The same step in several lessons; `first` is the lesson that can always show the answer. */
const at = (
  step: string,
  first: LessonName,
  names: readonly LessonName[] = lessonNames,
): Confusion["steps"] => Object.fromEntries([first, ...names].map((name) => [name, step]));

export const confusions: Readonly<Record<ConfusionId, Confusion>> = {
  true_or_false: {
    steps: { ...at("masked_scores", "transformer-block", MASKED), "transformer-block": "conventions" },
    threads: ["rasbt/LLMs-from-scratch #1061", "pytorch/pytorch #170415"],
    show: shows.trueOrFalse,
    mistake: "inverted_mask",
    code: "true_or_false",
  },
  padded_query: {
    steps: at("attention", "masked-multi-head"),
    threads: ["bentrevett/pytorch-seq2seq #119", "huggingface/transformers #2796"],
    show: shows.paddedQuery,
    mistake: "query_mask",
    code: "padded_query",
  },
  full_row: {
    steps: at("masked_scores", "masked-multi-head"),
    threads: ["pytorch/pytorch #119371", "pytorch/pytorch #103963"],
    show: shows.fullRow,
    mistake: "shifted_triangle",
    code: "row_hidden",
  },
  nan_gradient: {
    steps: at("masked_scores", "masked-multi-head"),
    threads: ["pytorch/pytorch #41508", "pytorch/pytorch #42323"],
    show: shows.nanGradient,
    mistake: "half_overflow",
    code: "nan_gradient",
  },
  need_weights: {
    steps: at("output", "multi-head", WITH_HEADS),
    threads: ["pytorch/pytorch #160064"],
    show: shows.needWeights,
    code: "need_weights",
  },
  is_causal: {
    steps: {
      "masked-multi-head": "nopeak_mask",
      "masked-self-attention": "nopeak_mask",
      "transformer-block": "attn_dec_mask",
    },
    threads: ["pytorch/pytorch #118972", "pytorch/pytorch #99282"],
    show: shows.isCausal,
    code: "is_causal",
  },
  average_weights: {
    steps: at("attention", "multi-head", WITH_HEADS),
    threads: ["pytorch/pytorch #34537", "pytorch/pytorch #47583"],
    show: shows.averageWeights,
    compare: "one_head",
    code: "average_weights",
  },
  mask_repeat: {
    steps: at("masks", "masked-multi-head", WITH_HEADS),
    threads: ["pytorch/pytorch #64706"],
    show: shows.maskRepeat,
    code: "mask_repeat",
  },
  broadcast: {
    steps: at("masks", "masked-multi-head", WITH_HEADS),
    threads: ["hyunwoongko/transformer #32"],
    show: shows.broadcast,
    code: "mask_batch",
  },
  view_or_transpose: {
    steps: at("wrong_view", "multi-head", WITH_HEADS),
    threads: ["hyunwoongko/transformer #15"],
    show: shows.viewOrTranspose,
    compare: "wrong_view",
    mistake: "wrong_view",
    code: "heads_view",
  },
  transpose_back: {
    steps: at("concat", "multi-head", WITH_HEADS),
    threads: ["harvardnlp/annotated-transformer #118"],
    show: shows.transposeBack,
    mistake: "lost_transpose",
    code: "heads_join",
  },
  batch_first: {
    steps: {
      "masked-multi-head": "embedding",
      "multi-head": "embedding",
      "transformer-block": "embedding",
    },
    threads: ["pytorch/pytorch #122959"],
    show: shows.batchFirst,
    code: "batch_first",
  },
  sqrt_d_model: {
    steps: at("scores", "multi-head"),
    threads: ["lucidrains/vit-pytorch #65"],
    show: shows.sqrtDModel,
    compare: "unscaled",
    mistake: "unscaled",
    code: "scale_d_model",
  },
  scale_q: {
    steps: at("scores", "masked-multi-head"),
    threads: [],
    show: shows.scaleQ,
    compare: "unscaled",
    code: "scale_q",
  },
  softmax_dim: {
    steps: at("attention", "multi-head"),
    threads: ["labmlai/annotated_deep_learning_paper_implementations #282"],
    show: shows.softmaxDim,
    mistake: "softmax_axis",
    code: "softmax_axis",
  },
  softmax_twice: {
    steps: at("attention", "multi-head"),
    threads: [],
    show: shows.softmaxTwice,
    code: "softmax_twice",
  },
  dropout: {
    steps: at("attention", "masked-multi-head"),
    threads: ["pytorch/pytorch #42929", "facebookresearch/fairseq #351"],
    show: shows.dropout,
    code: "dropout_weights",
  },
  half_fill: {
    steps: at("masked_scores", "masked-multi-head"),
    threads: ["NVIDIA/apex #93"],
    show: shows.halfFill,
    mistake: "half_overflow",
    code: "half_fill",
  },
  source_mask: {
    steps: { "encoder-decoder": "attention" },
    threads: ["joeynmt/joeynmt #151"],
    show: shows.sourceMask,
    compare: "padding",
    mistake: "forgotten_mask",
    code: "source_mask",
  },
  eval_mode: {
    steps: at("output", "masked-multi-head", WITH_HEADS),
    threads: ["pytorch/pytorch #97111"],
    show: shows.evalMode,
    code: "eval_mode",
  },
  loss_zero: {
    steps: at("masked_scores", "masked-self-attention", MASKED),
    threads: ["karpathy/minGPT #75"],
    show: shows.lossZero,
    compare: "no_causal",
    code: "loss_zero",
  },
  targets_shifted: {
    steps: at("masked_scores", "masked-self-attention", MASKED),
    threads: [],
    show: shows.targetsShifted,
    code: "targets_not_shifted",
  },
  padding_idx: {
    steps: at("embedding", "multi-head", WITH_HEADS),
    threads: [],
    show: shows.paddingIdx,
    code: "padding_idx",
  },
  masked_is_zero: {
    steps: {
      ...at("masked_scores", "masked-multi-head", MASKED),
      "masked-self-attention": "demo_masked_scores",
    },
    threads: [],
    show: shows.maskedIsZero,
    mistake: "late_mask",
    code: "mask_weak",
  },
  two_weights: {
    steps: at("attention", "masked-multi-head"),
    threads: [],
    show: shows.twoWeights,
  },
  same_token: {
    steps: {
      "multi-head": "q",
      "masked-multi-head": "q",
      "masked-self-attention": "q",
      "encoder-decoder": "k",
    },
    threads: [],
    show: shows.sameToken,
    code: "same_token",
  },
  other_numbers: {
    steps: at("embedding.weight", "masked-multi-head"),
    threads: [],
    show: shows.otherNumbers,
    code: "other_numbers",
  },
};

/** A step that every lesson has with any settings. */
const FALLBACK_STEP = "attention";

/** The step of this trace that shows the answer; undefined if its lesson does not show it. */
export function stepAt(id: ConfusionId, trace: Trace): string | undefined {
  const step = confusions[id].steps[trace.spec.lesson];
  return step === undefined || stageStep(trace, step) ? step : FALLBACK_STEP;
}

/** The numbers of an answer, and the step that shows them. */
export interface Answer {
  readonly lesson: LessonName;
  readonly step: string;
  /** Whether the numbers come from the trace on the stage rather than from another lesson. */
  readonly isOwn: boolean;
  readonly shown: shows.Shown;
}

/** Takes the numbers from the trace on the stage if possible, else from the confusion's first lesson, run by `runLesson`. */
export function answerOf(
  id: ConfusionId,
  input: shows.ShowInput,
  runLesson: (lesson: LessonName) => Trace,
): Answer {
  const { steps, show } = confusions[id];
  const step = stepAt(id, input.trace);
  const shown = step === undefined ? undefined : show(input);
  if (step !== undefined && shown) return { lesson: input.trace.spec.lesson, step, isOwn: true, shown };
  const first = Object.keys(steps)[0] as LessonName;
  const trace = runLesson(first);
  const shownThere = show({ ...input, trace, focus: { batch: 0, head: 0 } });
  if (!shownThere) throw new Error(`${first} does not show ${id}`);
  return { lesson: first, step: stepAt(id, trace) ?? FALLBACK_STEP, isOwn: false, shown: shownThere };
}

/**
 * The small models that were trained for the lessons (scripts/trained_weights.mjs), one for each language of sentences, and their
 * block as a lesson. Loaded when trained weights are first requested.
 */

import en from "../../../trained/en.json";
import enFile from "../../../trained/en.safetensors?url&inline";
import ko from "../../../trained/ko.json";
import koFile from "../../../trained/ko.safetensors?url&inline";
import { openingSpec } from "../../lessons/lessons.js";
import { canShowTrained } from "../../lessons/opening.js";
import { TRAINED, type TrainedFacts } from "../../lessons/trained.js";
import { compact } from "../../module/compact.js";
import { DESIGNED } from "../../module/designed.js";
import { clipped, type Refusal, refused } from "../../module/errors.js";
import type { Core } from "../../module/page_entry.js";
import { type BlockLesson, blockLesson } from "../../module/training/block_lesson.js";
import type { NamedFloats, Tokens } from "../../module/training/types.js";
import type { LessonName, LessonSpec } from "../../module/types.js";
import { readSafetensors } from "../../module/weights/safetensors.js";
import { StateDictBuilder } from "../../module/weights/state_dict_builder.js";
import { shownSymbol, tokensOfText } from "../../words/prompt_text.js";
import { type ChosenWeights, type LessonData, type Run, run } from "../lesson_runner.js";
import type { TrainedAsked } from "../state.js";

/** A sentence, or the language whose own sentence is shown. */
type SentenceRequest = Pick<TrainedAsked, "text" | "lang">;

const MODELS = { en: [en as TrainedFacts, enFile], ko: [ko as TrainedFacts, koFile] } as const;
/** The id of padding, which stands for no piece. */
const PADDING = 0;
/** A model has one block. */
const BLOCK = 0;

/** The trained weights for a sentence in a lesson, or why it cannot be shown. `before` is the spec to return to with other weights. */
export function trainedWeights(
  hu: Core,
  lesson: LessonName,
  { text, lang }: SentenceRequest,
  before: LessonSpec = openingSpec(lesson),
): ChosenWeights | Refusal {
  if (!canShowTrained(lesson)) return notSupported;
  const isKorean = text === undefined ? lang === "ko" : /\p{Script=Hangul}/u.test(text);
  const [facts, file] = MODELS[isKorean ? "ko" : "en"];
  const sentence = text?.trim() || facts.sentence;
  const tokens = tokensOf(sentence, facts);
  if ("code" in tokens) return tokens;
  const block = blockLesson(hu, facts.spec, weightsFrom(file), tokens, BLOCK);
  const { spec, weights } = lesson === "transformer-block" ? block : attentionOf(hu, block);
  const words = ["", ...tokens.map((id) => shownSymbol(facts.symbols[id] ?? String(id)))];
  return {
    ...{ name: TRAINED, lesson, tensors: weights, words },
    trained: { text: sentence, spec: hu.settle(spec), before, model: facts },
  };
}

const notSupported = refused("not-supported", {
  ...{ field: "weights", got: TRAINED, wants: `${DESIGNED}, random` },
});

const weightsFrom = (dataUrl: string): NamedFloats => {
  const bytes = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  const builder = new StateDictBuilder(TRAINED);
  readSafetensors(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    builder,
  );
  return builder.build();
};

function tokensOf(text: string, { symbols, longest }: TrainedFacts): Tokens | Refusal {
  const { ids, unknown } = tokensOfText(text.toLowerCase(), { symbols, padId: PADDING });
  if (unknown.length > 0) return unknownWords(unknown, knownWords(symbols));
  if (ids.length <= longest) return ids;
  const facts = { field: "text", got: String(ids.length), min: "1", max: String(longest) };
  return refused("out-of-range", facts, "{field}: got {got} pieces, wants at most {max}");
}

const knownWords = (symbols: readonly string[]): string =>
  symbols.flatMap((symbol, id) => (id === PADDING ? [] : shownSymbol(symbol))).join(" ");

function unknownWords(unknown: readonly string[], wants: string): Refusal {
  const facts = { field: "text", got: clipped(unknown.join(", "), LONGEST_GOT), wants };
  return refused("unknown-words", facts, "{field}: the trained model does not know {got}; it knows {wants}");
}
const LONGEST_GOT = 80;

/** The attention of a block as a lesson without positions and norms: its embedding table is the output of the block's norm_1. */
function attentionOf(hu: Core, { spec, weights }: BlockLesson): BlockLesson {
  const input = hu.run(spec, weights).steps.find(({ name }) => name === "norm_1");
  const { sequences, padId, vocabSize, dModel, numHeads, mask, maskFill } = spec;
  const table = weights["embedding.weight"];
  const paddingRow = Array.from<number>({ length: dModel ?? 0 }).fill(0); // of id 0, which is at no position
  return {
    spec: compact({
      ...{ lesson: "masked-multi-head", sequences, padId, vocabSize, dModel, numHeads, mask, maskFill },
      ...{ bias: true, outputProjection: true },
    }),
    weights: {
      "embedding.weight": { shape: table?.shape ?? [], data: [...paddingRow, ...(input?.data ?? [])] },
      ...Object.fromEntries(Object.entries(weights).filter(([name]) => name.startsWith("w_"))),
    },
  };
}

/** The trained weights that an address asks for; a sentence that cannot be read is replaced by the model's own and reported. */
export function trainedOf(
  hu: Core,
  { spec: { lesson }, text, lang }: SentenceRequest & { readonly spec: LessonSpec },
): { readonly trained?: ChosenWeights; readonly problems: readonly Refusal[] } {
  const given = trainedWeights(hu, lesson, { text, lang });
  if (!("code" in given)) return { trained: given, problems: [] };
  return text === undefined
    ? { problems: [given] }
    : { ...trainedOf(hu, { spec: { lesson }, text: undefined, lang }), problems: [given] };
}

/** Shows a sentence in the lesson on the stage; another sentence keeps the reader's other changes. */
export function lessonWith(
  hu: Core,
  asked: SentenceRequest,
  { spec, weights, own, changes }: LessonData,
): Run | Refusal {
  const { trained } = weights ?? {};
  const given = own ? notSupported : trainedWeights(hu, spec.lesson, asked, trained ? trained.before : spec);
  if ("code" in given || !given.trained) return given as Refusal;
  const { sequences, vocabSize } = given.trained.spec;
  const shown = trained ? compact<LessonSpec>({ ...spec, sequences, vocabSize }) : given.trained.spec;
  return run(hu, { spec: shown, weights: given, own: undefined, changes });
}

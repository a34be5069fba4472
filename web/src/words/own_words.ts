/**
 * Splits sentences into pieces with ids, by a small unigram model (web/tokenizer) and @huggingface/tokenizers. The two
 * sentences of the tutorial get the pieces and ids that the tutorial prints, which come from another vocabulary.
 */
import { Tokenizer } from "@huggingface/tokenizers";
import tutorial from "../../tokenizer/tutorial.json";
import vocabulary from "../../tokenizer/unigram.vocab?raw";

const UNKNOWN = 1;
/** The first id of a text piece, after those of <pad>, <unk>, <s> and </s>. */
const FIRST_TEXT = 4;

export interface Piece {
  readonly text: string;
  readonly id: number;
  /** False for letters that the vocabulary does not have: they all get one id. */
  readonly known: boolean;
}

export interface Written {
  readonly text: string;
  /** The pieces, sentence by sentence. */
  readonly rows: readonly (readonly Piece[])[];
  readonly isTutorial: boolean;
  /** Whether it is in pieces rather than whole words. */
  readonly inPieces: boolean;
  /** A vocabulary of this size has all of its ids. */
  readonly vocabSize: number;
}

/** Has the ids of all pieces, those of the tutorial's too. */
const ALL_PIECES = 4000;

export const TUTORIAL_TEXT = tutorial.lines.join("\n");

const tutorialRows = tutorial.pieces.map((pieces, b) =>
  pieces.map((text, i): Piece => ({ text, id: tutorial.ids[b]?.[i] ?? UNKNOWN, known: true })),
);

const CONTROLS = "[\\u0001-\\u0008\\u000B\\u000E-\\u001F\\u007F\\u008F\\u009F]";
const SPACES = "[\\t\\f\\r\\u1680\\u200B\\u200C\\u200E\\u200F\\u2028\\u2029\\u2581\\uFEFF\\uFFFD]";

/**
 * SentencePiece's nmt_nfkc normalisation and its marking of spaces, built from the library's normalizers, because the
 * library's "Precompiled" splits emoji at joiners. One common character differs: SentencePiece keeps U+FF5E, this makes it ~.
 */
const tokenizer = new Tokenizer(
  {
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "Replace", pattern: { Regex: CONTROLS }, content: "" },
        { type: "Replace", pattern: { Regex: SPACES }, content: " " },
        { type: "NFKC" },
        { type: "Strip", strip_left: true, strip_right: true },
        { type: "Replace", pattern: { Regex: " {2,}" }, content: " " },
      ],
    },
    pre_tokenizer: { type: "Metaspace", replacement: "\u2581", prepend_scheme: "always" },
    model: { type: "Unigram", unk_id: UNKNOWN, vocab: scoredPieces() },
    added_tokens: [],
    post_processor: null,
    decoder: null,
  },
  {},
);

/**
 * Parses one piece per line, with a tab between the piece and its log-probability. Special pieces such as <pad> get a
 * leading space, so that no text matches them: the pre-tokenizer replaces all spaces.
 */
function scoredPieces(): [piece: string, score: number][] {
  return vocabulary
    .trimEnd()
    .split("\n")
    .map((line, id) => {
      const [piece = "", score] = line.split("\t");
      return [id < FIRST_TEXT ? ` ${piece}` : piece, Number(score)];
    });
}

export function piecesOf(sentence: string): readonly Piece[] {
  const { tokens, ids } = tokenizer.encode(sentence);
  return tokens.map((text, i) => {
    const id = ids[i] ?? UNKNOWN;
    return { text, id, known: id !== UNKNOWN };
  });
}

/** One sentence per line. Trailing empty lines are ignored; an empty line between others is an empty sentence. */
export function readPieces(text: string): Written {
  const typed = text.trimEnd();
  const isTutorial = typed === TUTORIAL_TEXT;
  const rows = isTutorial ? tutorialRows : typed.split("\n").map(piecesOf);
  return { text, rows, isTutorial, inPieces: true, vocabSize: ALL_PIECES };
}

export const idsOf = ({ rows }: Written): number[][] => rows.map((row) => row.map(({ id }) => id));

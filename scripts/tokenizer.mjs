/**
 * `npm run tokenizer`: trains the vocabulary for sentences typed on the page with SentencePiece on web/tokenizer/corpus.txt,
 * and stores the pieces and ids from SentencePiece that the page must reproduce. The same corpus gives the same files.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";

const corpus = inRoot("web/tokenizer/corpus.txt");
const unusual = inRoot("tests/fixtures/tokenizer/sentences.txt");
/**
 * Close to the maximum for this corpus (3028); 2493 are the required characters. The lesson's 4000 would need more sentences.
 */
const VOCABULARY = 3000;

/**
 * The syllables of everyday Korean from KS X 1001, single letters as in ㅋㅋ, and the characters of a keyboard, so that few
 * sentences have an unknown character.
 */
function requiredCharacters() {
  const decoder = new TextDecoder("euc-kr");
  const range = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const rows = range(0xb0, 0xc8).flatMap((row) => range(0xa1, 0xfe).map((cell) => Uint8Array.of(row, cell)));
  const syllables = rows.map((bytes) => decoder.decode(bytes)).join("");
  const letters = String.fromCharCode(...range(0x3131, 0x3163), ...range(0x21, 0x7e));
  // SentencePiece trains on normalised text.
  return syllables + letters.normalize("NFKC");
}

/** @param {string} folder */
async function train(folder) {
  const characters = path.join(folder, "characters.txt");
  writeFileSync(characters, requiredCharacters());
  const options = {
    input: corpus,
    model_prefix: path.join(folder, "unigram"),
    model_type: "unigram",
    vocab_size: VOCABULARY,
    character_coverage: 1,
    required_chars_file: characters,
    // 0 is padding, as in the tutorial.
    ...{ pad_id: 0, unk_id: 1, bos_id: 2, eos_id: 3 },
    // More threads would change the order of sums, and with it the result.
    num_threads: 1,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  await run("spm_train", args, { quiet: true });
  copyFileSync(path.join(folder, "unigram.vocab"), inRoot("web/tokenizer/unigram.vocab"));
}

/**
 * The pieces or ids of each line of the file.
 * @param {string} model  @param {string} file  @param {"piece" | "id"} format
 */
function encoded(model, file, format) {
  const text = outputOf("spm_encode", [`--model=${model}`, `--output_format=${format}`, `--input=${file}`]);
  if (text === undefined) throw new CommandError(`spm_encode could not read ${file}`);
  return text.replace(/\n$/, "").split("\n");
}

/** @param {string} model */
function writeExpected(model) {
  const rows = [unusual, corpus].flatMap((file) => {
    const lines = readFileSync(file, "utf8").replace(/\n$/, "").split("\n");
    const pieces = encoded(model, file, "piece");
    const ids = encoded(model, file, "id");
    return lines.map((text, i) => JSON.stringify([text, pieces[i], ids[i]]));
  });
  writeFileSync(inRoot("tests/fixtures/tokenizer/encoded.json"), `[\n${rows.join(",\n")}\n]\n`);
  return rows.length;
}

await main(async () => {
  if (outputOf("spm_train", ["--version"]) === undefined)
    throw new CommandError("spm_train is missing. On Debian and Ubuntu: apt-get install sentencepiece");
  const folder = mkdtempSync(path.join(tmpdir(), "tokenizer-"));
  try {
    await train(folder);
    const count = writeExpected(path.join(folder, "unigram.model"));
    console.log(
      `${VOCABULARY} pieces → web/tokenizer/unigram.vocab; ${count} sentences → tests/fixtures/tokenizer`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/**
 * `npm run trained-weights`: trains the models of `weights=trained` on sentences of a small grammar, and writes their weights
 * and the facts that the page states about them into web/trained. The same code gives the same files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { distPackage, inRoot, tools } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";
import { GRAMMARS, STEPS, sentencesOf, trainingSpecOf, weightsOfRoles } from "./lib/trained_sentences.mjs";
import { setUp } from "./setup.mjs";

/** The last loss is the mean over this many steps, because batches differ. */
const AVERAGED_STEPS = 100;
/** A head has a role if at least this share of its weight goes to the role's tokens. */
const ROLE_WEIGHT = 0.75;

const rounded = (/** @type {number} */ value) => Number(value.toFixed(3));

/** Trains with the command line; returns the losses. @param {string} spec @param {string} weights */
function train(spec, weights) {
  const command = path.join(distPackage, "cli.js");
  const printed = outputOf(process.execPath, [
    ...[command, "train", spec, "--steps", String(STEPS), "--every", "1", "--weights", weights],
  ]);
  if (printed === undefined)
    throw new CommandError("training failed: build dist/package first (npm run build)");
  return printed
    .trim()
    .split("\n")
    .map((line) => Number(line.trim().split(/\s+/)[1]));
}

/**
 * The facts that the page states about a model.
 * @param {keyof typeof GRAMMARS} lang
 * @param {string} file
 * @param {number[]} losses
 */
async function factsOf(lang, file, losses) {
  const { load, readWeights } = await import(pathToFileURL(path.join(distPackage, "index.node.js")).href);
  const hu = await load();
  const { sentence: _, ...grammar } = GRAMMARS[lang];
  const { symbols, data, heldOut } = sentencesOf(lang);
  const trainer = hu.createTrainer(trainingSpecOf(lang));
  trainer.load(readWeights(readFileSync(file)));
  const roles = weightsOfRoles(lang, (tokens) => trainer.attention(tokens).data);
  const heads = roles.map(({ subject, opener }) => (subject > opener ? "subject" : "opener"));
  const isWeak = roles.some((weights) => Math.max(weights.subject, weights.opener) < ROLE_WEIGHT);
  if (isWeak || new Set(heads).size < heads.length)
    throw new CommandError(`${lang}: wants a head for each role, got ${JSON.stringify(roles)}`);
  const { dModel, numHeads, layers, dFf, activation, mask, maskFill } = trainer.spec;
  const last = losses.slice(-AVERAGED_STEPS);
  return {
    symbols,
    sentence: grammar.shown,
    rows: data.length,
    longest: data[0]?.length,
    steps: STEPS,
    numbers: Object.values(trainer.weights()).reduce((sum, { data: numbers }) => sum + numbers.length, 0),
    firstLoss: rounded(losses[0] ?? Number.NaN),
    lastLoss: rounded(last.reduce((sum, loss) => sum + loss, 0) / last.length),
    heldOutLoss: rounded(trainer.lossAsUsed(heldOut)),
    heads,
    pieces: {
      subject: grammar.before.trim(),
      opener: grammar.openers.map((piece) => piece.trim()).join(", "),
    },
    spec: { dModel, numHeads, layers, dFf, activation, mask, maskFill },
  };
}

await main(async () => {
  await setUp("build");
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-trained-"));
  try {
    for (const lang of /** @type {const} */ (["en", "ko"])) {
      const spec = path.join(folder, `${lang}.json`);
      writeFileSync(spec, JSON.stringify(trainingSpecOf(lang)));
      const weights = inRoot("web/trained", `${lang}.safetensors`);
      const facts = await factsOf(lang, weights, train(spec, weights));
      writeFileSync(inRoot("web/trained", `${lang}.json`), `${JSON.stringify(facts, undefined, 2)}\n`);
      await run(process.execPath, [tools.biome, "format", "--write", inRoot("web/trained")], { quiet: true });
      console.log(`${lang}: loss ${facts.firstLoss} → ${facts.lastLoss}, held out ${facts.heldOutLoss}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

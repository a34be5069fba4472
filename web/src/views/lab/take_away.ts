/** A trained model to take away: saved as a script or as safetensors, read back from a file, or opened block by block as a lesson. */
import { html, nothing, type TemplateResult } from "lit";
import { refusalIn } from "../../lab/lab_store.js";
import type { RunWeights } from "../../lab/messages.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import { shapeText } from "../../module/shape.js";
import { modelBytes } from "../../module/training/model_file.js";
import { trainingScript } from "../../module/training/script.js";
import { readWeights } from "../../module/weights/read_weights.js";
import { format } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { shownSymbol, textOfTokens, tokensOfText } from "../../words/prompt_text.js";
import { richText } from "../../words/rich_text.js";
import type { FileFieldController } from "../common/file_field.js";
import { saveFile } from "../common/save_file.js";
import type { LabModel } from "./lab_model.js";

/** A request to show a block of a model as a lesson. */
export interface OpenBlock {
  readonly model: RunWeights;
  /** The name of the lesson's weights. */
  readonly name: string;
  readonly tokens: readonly number[];
  readonly words: readonly string[];
  /** From 0. */
  readonly layer: number;
}

/** What the reader can do with a model beside saving it. */
export interface TakeAway {
  readonly field: FileFieldController;
  readonly openBlock: (block: OpenBlock) => Promise<void>;
}

/** Far more than the largest model has. */
const MOST_BYTES = 100_000_000;

const weightsOf = ({ store }: LabModel, run: RunKey): Promise<RunWeights> => store.ask("weights", { run });

export function takeAwayTemplate(model: LabModel, { field, openBlock }: TakeAway): TemplateResult {
  const { lab, words, lang, store, state, view } = model;
  const { take } = lab;
  const { title } = words.lessons["masked-self-attention"];
  return html`<ul>${Object.values(take.points).map((point) => html`<li>${richText(point)}</li>`)}</ul>
    <p><a href="?lesson=masked-self-attention&lang=${lang}">${format(take.lesson, { lesson: title })}</a></p>
    <div class="scripts" role="group" aria-labelledby="script"><span id="script">${take.script}</span>
      ${RUN_KEYS.map((run) => html`<button @click=${() => saveScript(model, run)}>${lab.runs[run]}</button>`)}
      <span class="hint">${state.ownWeights ? take.scriptOwnWeights : take.scriptWhat}</span></div>
    <div class="model"><div class="rows">
      <fieldset><legend>${lab.model.which}</legend>${RUN_KEYS.map(
        (run) => html`<label><input type="radio" name="run" .checked=${run === view.model}
          @change=${() => store.show({ model: run })} />${lab.runs[run]}</label>`,
      )}</fieldset>
      ${lessonTemplate(model, openBlock)}
      <div class="part"><button @click=${() => attempt(model, () => save(model))}>${lab.model.save}</button><p>${lab.model.saveWhat}</p></div>
      <div class="part field ${field.over ? "over" : ""}" @dragover=${field.onOver} @dragleave=${field.onLeave}
        @drop=${field.onDrop}><button @click=${field.choose}>${lab.model.read}</button><p>${lab.model.readWhat}</p>
        <input type="file" hidden accept=".safetensors,.npz,.json" @change=${field.onChosen} /></div>
    </div>
    <p role="status">${view.done}</p>
    ${view.problem === undefined ? nothing : html`<p class="error" role="alert">${view.problem}</p>`}</div>`;
}

/** The controls that open a block as a lesson, with the reader's own words. */
function lessonTemplate(model: LabModel, openBlock: TakeAway["openBlock"]): TemplateResult | typeof nothing {
  const { lab, store, state, view } = model;
  if (!state.opened) return nothing;
  const { task, sample } = state.opened;
  const { layers } = state.settings;
  const text = view.sentence ?? textOfTokens(sample, task);
  const { ids, unknown } = tokensOfText(text, task);
  const open = async (): Promise<string> => {
    const weights = await weightsOf(model, view.model);
    const name = `${lab.runs[view.model]} (${weights.steps})`;
    const words = ids.map((id) => shownSymbol(task.symbols[id] ?? String(id)));
    await openBlock({ model: weights, name, tokens: ids, words, layer: view.layer });
    return "";
  };
  const facts = {
    unknown: unknown.map((symbol) => `‘${symbol}’`).join(", "),
    known: task.symbols.flatMap((symbol, id) => (id === task.padId ? [] : shownSymbol(symbol))).join(" "),
  };
  return html`<div class="part">
    <label class="typed">${lab.model.tokens}<input type="text" autocomplete="off" spellcheck="false" .value=${text}
      aria-invalid=${unknown.length > 0 ? "true" : "false"}
      @input=${(event: Event) => store.show({ sentence: (event.target as HTMLInputElement).value })} /></label>
    ${
      layers > 1
        ? html`<label>${lab.model.block}<select @change=${(event: Event) => store.show({ layer: Number((event.target as HTMLSelectElement).value) })}>${Array.from(
            { length: layers },
            (_, i) => html`<option value=${i} ?selected=${i === view.layer}>${i + 1}</option>`,
          )}</select></label>`
        : nothing
    }
    <button class="open" ?disabled=${ids.length === 0 || unknown.length > 0} @click=${() => attempt(model, open)}>${lab.model.open}</button>
    <p class=${unknown.length > 0 ? "error" : ""}>${unknown.length > 0 ? format(lab.model.unknown, facts) : lab.model.openWhat}</p>
  </div>`;
}

/** Does `work` and shows what became of it, or why it failed. */
async function attempt({ store, words }: LabModel, work: () => Promise<string>): Promise<void> {
  store.show({ problem: undefined, done: "" });
  try {
    store.show({ done: await work() });
  } catch (error) {
    const problem = error instanceof UnfitFile ? error.message : problemText(words, refusalIn(error));
    store.show({ problem });
  }
}

/** Saves nothing if the session is replaced in the meantime. */
async function saveScript(model: LabModel, run: RunKey): Promise<void> {
  const weights = await weightsOf(model, run).catch(() => undefined);
  if (weights)
    saveFile(`leak_lab_${run}.py`, new Blob([trainingScript(weights.spec, Math.max(1, weights.steps))]));
}

async function save(model: LabModel): Promise<string> {
  const run = model.view.model;
  const weights = await weightsOf(model, run);
  const { spec, steps } = weights;
  const { opened } = model.state;
  const file = `heads-up-${spec.task ?? "model"}-${run}-${steps}.safetensors`;
  const notes = { spec, steps, tokens: opened?.sample, symbols: opened?.task.symbols };
  saveFile(file, new Blob([modelBytes(weights.weights, notes)]));
  return format(model.lab.model.saved, { file });
}

/** Puts the weights of a file into all models. */
export const readModel = (model: LabModel, file: File): Promise<void> =>
  attempt(model, async () => {
    const words = model.lab.model;
    const facts = { file: file.name };
    if (file.size > MOST_BYTES) throw new UnfitFile(format(words.tooLarge, facts));
    const weights = readWeights(await file.arrayBuffer(), file.name);
    const misfit = misfitOf(weights, (await weightsOf(model, model.view.model)).weights);
    if (misfit) throw new UnfitFile(format(words.misfit[misfit.kind], { ...facts, ...misfit }));
    await model.store.load(weights);
    return format(words.loaded, facts);
  });

/** A file that belongs to another model; its message is a sentence of the locale. */
class UnfitFile extends Error {}

interface Shaped {
  readonly shape: readonly number[];
}
interface Filled extends Shaped {
  readonly data: Float32Array;
}
type Tensors<Type extends Shaped = Shaped> = Readonly<Record<string, Type>>;

/** The first tensor that does not fit; undefined if all do. */
interface Misfit {
  readonly kind: "shape" | "absent" | "unknown" | "notFinite";
  readonly tensor: string;
  /** What the file has, and what the model has. */
  readonly got: string;
  readonly wants: string;
}

/** Whether a model can be trained from the tensors of a file: the same names, the same shapes, and finite numbers. */
export function misfitOf(file: Tensors<Filled>, model: Tensors): Misfit | undefined {
  const text = (tensors: Tensors, name: string): string => {
    const tensor = Object.hasOwn(tensors, name) ? tensors[name] : undefined;
    return tensor ? shapeText(tensor.shape) : "";
  };
  for (const tensor of [...Object.keys(model), ...Object.keys(file)]) {
    const [got, wants] = [text(file, tensor), text(model, tensor)];
    if (got === wants) continue;
    const kind = got === "" ? "absent" : wants === "" ? "unknown" : "shape";
    return { kind, tensor, got, wants };
  }
  return notFiniteIn(file);
}

/** Every loss from such a number would be NaN too, and look as if the training had diverged. */
function notFiniteIn(file: Tensors<Filled>): Misfit | undefined {
  for (const [tensor, { data }] of Object.entries(file)) {
    const number = data.find((one) => !Number.isFinite(one));
    if (number !== undefined) return { kind: "notFinite", tensor, got: String(number), wants: "" };
  }
  return undefined;
}

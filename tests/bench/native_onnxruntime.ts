/** onnxruntime-node as a native program (native_contestant.ts), in a process that has never loaded onnxruntime-web. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { type Mask, splitWeights } from "../../scripts/lib/bench/workloads.mjs";
import type { Contestant, Ready } from "./contestant.js";
import { onnxruntime } from "./onnxruntime.js";

const PACKAGE = path.resolve("tests/bench/node_modules/onnxruntime-node/dist/index.js");
const bufferOf = (file = ""): ArrayBuffer => new Uint8Array(readFileSync(file)).buffer;
const prepared = new Map<string, Ready>();

async function prepare(forms: Contestant["forms"], form: string, fields: readonly string[]): Promise<void> {
  const [batch = 0, length = 0, dModel = 0, numHeads = 0] = fields.slice(0, 4).map(Number);
  const [mask, x = "", weights = "", keyMask = "", output = ""] = fields.slice(4);
  const ready = await forms[form]?.({
    workload: { name: "", batch, length, dModel, numHeads, mask: mask as Mask },
    files: { x, weights, keyMask },
    x: new Float32Array(bufferOf(x)),
    weights: splitWeights(new Float32Array(bufferOf(weights)), dModel),
    keyMask: new Uint8Array(bufferOf(keyMask)),
  });
  if (!ready) throw new Error(`there is no form ${form}`);
  prepared.set(form, ready);
  writeFileSync(output, await ready.output());
}

async function answer(forms: Contestant["forms"], line: string): Promise<string> {
  const [what, form = "", ...fields] = line.split("\t");
  if (what === "prepare") {
    await prepare(forms, form, fields);
    return "ready";
  }
  if (what === "time") return String(await prepared.get(form)?.time(Number(fields[0])));
  await prepared.get(form)?.dispose();
  prepared.delete(form);
  return "disposed";
}

async function main(): Promise<void> {
  const { default: ort } = await import(pathToFileURL(PACKAGE).href);
  const { forms } = onnxruntime(ort, "cpu", "onnxruntime-node");
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      console.log(await answer(forms, line));
    } catch (error) {
      console.log(`error ${String(error).replaceAll("\n", " ")}`);
    }
  }
}

void main();

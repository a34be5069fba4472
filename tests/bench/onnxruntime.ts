/** onnxruntime as a contestant: the package for the web runs in WebAssembly, the one for Node natively. */
import type { InferenceSession, Tensor } from "onnxruntime-common";
import { type Contestant, type Given, type Ready, readyHere } from "./contestant.js";
import { GRAPH_FORMS, type GraphForm, MASKED } from "./onnx_graphs.js";

/** What both packages export. */
export interface Onnxruntime {
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

const ONE_THREAD = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
} as const;

export function onnxruntime(ort: Onnxruntime, provider: "wasm" | "cpu", name: string): Contestant {
  const options = { ...ONE_THREAD, executionProviders: [provider] };
  const entries = Object.entries(GRAPH_FORMS).map(
    ([title, form]) => [title, (given: Given) => ready(ort, options, form, given)] as const,
  );
  return { name, forms: Object.fromEntries(entries) };
}

async function ready(
  ort: Onnxruntime,
  options: InferenceSession.SessionOptions,
  form: GraphForm,
  { workload, weights, x, keyMask }: Given,
): Promise<Ready> {
  const session = await ort.InferenceSession.create(form.build(workload, weights), options);
  const { batch, length, dModel } = workload;
  const keys = keysOf(form, keyMask);
  const feeds = (): Record<string, Tensor> => ({
    x: new ort.Tensor("float32", x, [batch, length, dModel]),
    ...(workload.mask === "padding"
      ? { keys: new ort.Tensor(form.keysAs, keys, form.keysShape(workload)) }
      : {}),
  });
  return readyHere(
    async () => (await session.run(feeds()))["output"]?.data as Float32Array,
    () => session.release(),
  );
}

function keysOf({ keysAs }: GraphForm, keyMask: Uint8Array): Uint8Array | Int32Array | Float32Array {
  if (keysAs === "bool") return keyMask;
  if (keysAs === "int32") return Int32Array.from(keyMask);
  return Float32Array.from(keyMask, (attends) => (attends ? 0 : MASKED));
}

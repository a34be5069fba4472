/** Loads the training module. */
import createModule from "#training-glue";
import { HeadsUpError } from "../errors.js";
import { type LoadOptions, startModule, type WasmSource } from "../load.js";
import type { BareTraining } from "./bare.js";

/** Rejects with a HeadsUpError. */
export async function loadTrainingFrom(source: WasmSource, options: LoadOptions = {}): Promise<BareTraining> {
  const { training } = options;
  if (training === false)
    throw new HeadsUpError(
      "missing",
      "training: missing, wants a module loaded without { training: false }",
      {
        field: "training",
        wants: "a module loaded without { training: false }",
      },
    );
  return (await startModule(
    createModule,
    "heads-up-training.wasm",
    source,
    training,
    options,
    "createTrainer",
  )) as BareTraining;
}

/** Loads the training module, but reports a failure only when the returned function is called. */
export async function tryLoadTraining(
  source: WasmSource,
  options?: LoadOptions,
): Promise<() => BareTraining> {
  try {
    const training = await loadTrainingFrom(source, options);
    return () => training;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

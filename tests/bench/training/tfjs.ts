/** The same decoder in TensorFlow.js, on the current backend: variableGrads and its Adam, with separate weight decay. */
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-core/dist/register_all_gradients";
import type { ReadyTrainer, TrainingContestant, TrainingGiven } from "./contestant.js";
import { batches, causal, LEARNING_RATE, positions, SIZES, trainerHere, WEIGHT_DECAY } from "./contestant.js";

export const tfjsTrainer: TrainingContestant = {
  name: "tfjs-backend-wasm",
  forms: { "variableGrads, Adam": (given) => ready(given) },
};

type Parameters = Readonly<Record<string, tf.Variable>>;
interface Constants {
  readonly positions: tf.Tensor;
  readonly causal: tf.Tensor;
}

function norm(x: tf.Tensor, weight: tf.Tensor, bias: tf.Tensor): tf.Tensor {
  const centred = tf.sub(x, tf.mean(x, -1, true));
  const variance = tf.mean(tf.square(centred), -1, true);
  return tf.add(tf.mul(tf.mul(centred, tf.rsqrt(tf.add(variance, 1e-5))), weight), bias);
}

const gelu = (x: tf.Tensor): tf.Tensor => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));

/** The mean cross-entropy. */
function lossOf(
  parameters: Parameters,
  constants: Constants,
  inputs: tf.Tensor,
  targets: tf.Tensor,
): tf.Tensor {
  const { batch, length, dModel, heads } = SIZES;
  const parameter = (name: string): tf.Tensor => parameters[name] as tf.Tensor;
  const both = (name: string) => [parameter(`${name}.weight`), parameter(`${name}.bias`)] as const;
  const linear = (x: tf.Tensor, name: string): tf.Tensor => {
    const [weight, bias] = both(name);
    return tf.add(tf.matMul(x, weight, false, true), bias);
  };
  const split = (x: tf.Tensor): tf.Tensor =>
    tf.transpose(tf.reshape(x, [batch, length, heads, dModel / heads]), [0, 2, 1, 3]);

  const x = tf.add(tf.matMul(inputs, parameter("embedding.weight")), constants.positions);
  const normal = norm(x, ...both("blocks.0.norm_1"));
  const q = split(linear(normal, "blocks.0.w_q"));
  const k = split(linear(normal, "blocks.0.w_k"));
  const v = split(linear(normal, "blocks.0.w_v"));
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(dModel / heads));
  const attention = tf.softmax(tf.add(scores, constants.causal));
  const values = tf.transpose(tf.matMul(attention, v), [0, 2, 1, 3]);
  const attended = tf.add(x, linear(tf.reshape(values, [batch * length, dModel]), "blocks.0.w_0"));
  const hidden = gelu(linear(norm(attended, ...both("blocks.0.norm_2")), "blocks.0.ff_1"));
  const output = tf.add(attended, linear(hidden, "blocks.0.ff_2"));
  const logits = linear(norm(output, ...both("norm")), "head");
  return tf.mul(tf.sum(tf.mul(tf.logSoftmax(logits), targets)), -1 / (batch * length));
}

function ready(given: TrainingGiven): ReadyTrainer {
  const { batch, length, dModel, vocabulary } = SIZES;
  const parameters: Parameters = Object.fromEntries(
    Object.entries(given.weights).map(([name, { shape, data }]) => [
      name,
      tf.variable(tf.tensor(data, shape)),
    ]),
  );
  const constants = {
    positions: tf.tensor(positions(), [batch * length, dModel]),
    causal: tf.tensor(causal(), [length, length]),
  };
  const optimizer = tf.train.adam(LEARNING_RATE, 0.9, 0.999, 1e-8);
  const draw = batches(given);
  const all = Object.values(parameters);
  const step = (): number =>
    tf.tidy(() => {
      const { inputs, targets } = draw();
      const [from, to] = [inputs, targets].map((ids) => tf.oneHot(tf.tensor1d(ids, "int32"), vocabulary));
      if (!from || !to) throw new Error("two lists of ids make two tensors");
      const { value, grads } = tf.variableGrads(
        () => lossOf(parameters, constants, tf.cast(from, "float32"), tf.cast(to, "float32")),
        all,
      );
      for (const variable of all) variable.assign(tf.mul(variable, 1 - LEARNING_RATE * WEIGHT_DECAY));
      optimizer.applyGradients(grads);
      return value.dataSync()[0] ?? Number.NaN;
    });
  return trainerHere(step, () => {
    optimizer.dispose();
    tf.dispose([...all, constants.positions, constants.causal]);
  });
}

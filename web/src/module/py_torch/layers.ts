/** The lines that create the layers, in the order in which their weights are drawn. A layer norm draws nothing. */
import type { Line, Paragraph } from "./line.js";
import type { Subject } from "./subject.js";

const layer = (text: string, name: string): Line => [text, `${name}.weight`, `${name}.bias`];

function linears({ spec, width }: Subject): Line[] {
  const bias = spec.bias ? "" : ", bias=False";
  const projections = ["w_q", "w_k", "w_v"].map((name) =>
    layer(`${name} = nn.Linear(d_model, ${width.name}${bias})`, name),
  );
  const output = layer(`w_0 = nn.Linear(${width.name}, d_model${bias})`, "w_0");
  return spec.outputProjection ? [...projections, output] : projections;
}

/** With a kernel of size 1, a convolution is a linear layer that is applied to every token. */
function convolutions({ spec }: Subject): Line[] {
  const bias = spec.bias ? "" : ", bias=False";
  if (spec.feedForward === null) return [];
  return [
    layer(`conv1 = nn.Conv1d(d_model, d_ff, 1${bias})`, "conv1"),
    layer(`conv2 = nn.Conv1d(d_ff, d_model, 1${bias})`, "conv2"),
  ];
}

/** One norm for the attention, and one for the feed-forward layer if there is one. */
export function layerNorms({ spec }: Subject): Line[] {
  if (!spec.layerNorm) return [];
  const names = spec.feedForward === null ? ["norm_1"] : ["norm_1", "norm_2"];
  return names.map((name) => layer(`layer_${name} = nn.LayerNorm(d_model)`, name));
}

export function layers(subject: Subject): readonly Paragraph[] {
  const [attention, feedForward, around] = [linears(subject), convolutions(subject), layerNorms(subject)];
  return feedForward.length > 0 ? [attention, [...feedForward, ...around]] : [[...attention, ...around]];
}

/** The end of a script: prints every tensor by its name, in the order of the trace. */
import { filled, type Line, type Paragraph } from "./line.js";
import { BRIDGE } from "./masks.js";

/** Variable names of layers whose own name in the trace is already taken by a step. */
const VARIABLES: Readonly<Record<string, string>> = {
  embedding: "embed",
  norm_1: "layer_norm_1",
  norm_2: "layer_norm_2",
};

const WEIGHT = ".weight";
const isParameter = (step: string): boolean => step.includes(".");
const keywords = (steps: readonly string[]): string[] => steps.map((step) => `${step}=${step}`);

/** The lines that collect and print the steps computed by `made`, the script so far. */
export function printing(made: readonly Paragraph[]): Paragraph {
  const steps = [...new Set(made.flat().flatMap(([, ...played]) => played))].filter((s) => s !== BRIDGE);
  const layers = steps
    .filter((step) => step.endsWith(WEIGHT))
    .map((step) => step.slice(0, -WEIGHT.length))
    .map((layer) => `"${layer}": ${VARIABLES[layer] ?? layer}`);
  // In the trace only a demonstration comes before the parameters.
  const before = steps.filter((step) => step.startsWith("demo_"));
  const after = steps.filter((step) => !isParameter(step) && !before.includes(step));
  const parameters = "nn.ModuleDict(layers).state_dict()";
  const begun: readonly Line[] =
    before.length > 0
      ? [...filled("steps = dict(", keywords(before), ")"), [`steps.update(${parameters})`]]
      : [[`steps = ${parameters}`]];
  return [
    ["# Every tensor by its name, in the order of the trace"],
    ...filled("layers = {", layers, "}"),
    ...begun,
    ...filled("steps.update(", keywords(after), ")"),
    ["for name, tensor in steps.items():"],
    ["    print(name, tuple(tensor.shape))"],
    ["    print(tensor.detach())"],
  ];
}

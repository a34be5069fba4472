/** The last lines of a script, which print every tensor by its name in the order of the trace. */
import { type Line, listLines, type Paragraph } from "./line.js";
import { BRIDGE } from "./masks.js";

/** The variables of layers whose name in the trace is also the name of a step. */
const VARIABLES: Readonly<Record<string, string>> = {
  embedding: "embed",
  norm_1: "layer_norm_1",
  norm_2: "layer_norm_2",
};

const WEIGHT = ".weight";
const isParameter = (step: string): boolean => step.includes(".");
const keywords = (steps: readonly string[]): string[] => steps.map((step) => `${step}=${step}`);

/** The lines that collect and print the steps computed by `script`, the paragraphs before. */
export function printing(script: readonly Paragraph[]): Paragraph {
  const steps = [...new Set(script.flat().flatMap(([, ...names]) => names))].filter((s) => s !== BRIDGE);
  const layers = steps
    .filter((step) => step.endsWith(WEIGHT))
    .map((step) => step.slice(0, -WEIGHT.length))
    .map((layer) => `"${layer}": ${VARIABLES[layer] ?? layer}`);
  // In the trace, only the demonstration comes before the parameters.
  const before = steps.filter((step) => step.startsWith("demo_"));
  const after = steps.filter((step) => !isParameter(step) && !before.includes(step));
  const parameters = "nn.ModuleDict(layers).state_dict()";
  const firstLines: readonly Line[] =
    before.length > 0
      ? [...listLines("steps = dict(", keywords(before), ")"), [`steps.update(${parameters})`]]
      : [[`steps = ${parameters}`]];
  return [
    ["# Every tensor by its name, in the order of the trace"],
    ...listLines("layers = {", layers, "}"),
    ...firstLines,
    ...listLines("steps.update(", keywords(after), ")"),
    ["for name, tensor in steps.items():"],
    ["    print(name, tuple(tensor.shape))"],
    ["    print(tensor.detach())"],
  ];
}

/** Whether the tensors of a file are those of a model: the same names, the same shapes. */
import { shapeText } from "../../../module/shape.js";

interface Shaped {
  readonly shape: readonly number[];
}
type Tensors = Readonly<Record<string, Shaped>>;

/** The first tensor that does not fit; undefined if all do. */
export interface Misfit {
  readonly kind: "shape" | "absent" | "unknown";
  readonly tensor: string;
  /** What the file has, and what the model has. */
  readonly got: string;
  readonly wants: string;
}

export function misfitOf(file: Tensors, model: Tensors): Misfit | undefined {
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
  return undefined;
}

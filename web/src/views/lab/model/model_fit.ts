/** Whether a model can be trained from the tensors of a file: the same names, the same shapes, and finite numbers. */
import { shapeText } from "../../../module/shape.js";

interface Shaped {
  readonly shape: readonly number[];
}
interface Filled extends Shaped {
  readonly data: Float32Array;
}
type Tensors<Type extends Shaped = Shaped> = Readonly<Record<string, Type>>;

/** The first tensor that does not fit; undefined if all do. */
export interface Misfit {
  readonly kind: "shape" | "absent" | "unknown" | "notFinite";
  readonly tensor: string;
  /** What the file has, and what the model has. */
  readonly got: string;
  readonly wants: string;
}

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

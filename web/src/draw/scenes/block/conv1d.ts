/**
 * A convolution with a kernel of 1: the product of the weight and each position. nn.Conv1d takes the channels first, so its input,
 * (L, D), or its result is transposed.
 */
import { phase } from "../../../timeline/easing.js";
import { CORNER, type Product } from "../../layout/tables.js";
import { cellMark } from "../../marks/cells.js";
import type { MatrixSpec } from "../../marks/matrix.js";
import { between, cellRect, fitCell } from "../../measure.js";
import { inputsOf, type Operand, operand } from "../../operand.js";
import type { CellSize, Mark, Point, Scene, StageStep } from "../../picture.js";
import { type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { productMarks } from "../attention/product.js";
import { everyCell } from "../sweep.js";

/** conv1 transposes its input first, conv2 its result at the end. */
const TRANSPOSE_INPUT = { from: 0.02, to: 0.13 } as const;
const TRANSPOSE_RESULT = { from: 0.86, to: 0.97 } as const;

export const conv1d: Scene = (input, t) => {
  const { step, focus } = input;
  const [x, weight, bias] = inputsOf(input);
  const inputChannelsFirst = x.axes[1] === weight.axes[1];
  const resultChannelsFirst = step.axes[1] === weight.axes[0];
  const slice = (tensor: StageStep, channelsFirst: boolean): Slice =>
    channelsFirst ? sliceOf(tensor, focus) : transposed(sliceOf(tensor, focus));
  const layer = `${weight.name.replace(/\.weight$/, "")}(${x.name})`;
  const product: Product = {
    left: operand(input, weight, undefined, weight.name, CORNER.left),
    above: operand(
      input,
      x,
      slice(x, inputChannelsFirst),
      inputChannelsFirst ? x.name : `${x.name}ᵀ`,
      CORNER.above,
    ),
    result: operand(input, step, slice(step, resultChannelsFirst), resultChannelsFirst ? step.name : layer),
    bias: bias && operand(input, bias, sliceOf(bias, focus, 0, -1), bias.name, ["row", undefined]),
  };
  // Input and result as they are stored, where that is not as the convolution takes them.
  const stored = inputChannelsFirst
    ? undefined
    : operand(input, x, sliceOf(x, focus), x.name, ["col", "inner"]);
  const returned = resultChannelsFirst
    ? undefined
    : operand(input, step, sliceOf(step, focus), step.name, ["col", "row"]);
  return productMarks(product, input, t, {
    span: {
      from: stored ? TRANSPOSE_INPUT.to + 0.01 : 0.05,
      to: returned ? TRANSPOSE_RESULT.from - 0.02 : 0.97,
    },
    isSquare: returned !== undefined,
    transposed: ({ cell, above, result, extent }) => {
      const [rows, cols] = [product.above.rows.size, product.above.cols.size];
      const room = { width: cols * cell.width, height: rows * cell.height };
      // The matrix as it is stored takes the same room, from its lower edge.
      const low = stored && fitCell(room.width, room.height, cols, rows);
      const before =
        stored &&
        low &&
        turning(
          { ...stored, x: above.x, y: above.y + room.height - cols * low.height, cell: low },
          { ...product.above, ...above, cell },
          phase(t, TRANSPOSE_INPUT.from, TRANSPOSE_INPUT.to),
        );
      const turned = phase(t, TRANSPOSE_RESULT.from, TRANSPOSE_RESULT.to);
      const after =
        returned && turned > 0
          ? turning(
              { ...product.result, ...result, cell },
              {
                ...returned,
                ...result,
                cell: fitCell(extent.width, extent.height, returned.rows.size, returned.cols.size),
              },
              turned,
            )
          : undefined;
      return {
        ...(before && { above: before.state }),
        ...(after && { result: { ...after.state, labels: "names" } }),
        flying: [...(before?.flying ?? []), ...(after?.flying ?? [])],
      };
    },
  });
};

type Placed = Operand & Point & { readonly cell: CellSize };

/**
 * A matrix on its way to its transpose: every cell moves from (row, column) to (column, row), without digits, which would overlap.
 * The labels are those of the nearer end.
 */
function turning(before: Placed, after: Placed, p: number): { state: Partial<MatrixSpec>; flying: Mark[] } {
  const near = p < 0.5 ? before : after;
  if (p <= 0 || p >= 1) return { state: { ...near, ...(p >= 1 && { shown: () => 1 }) }, flying: [] };
  const flying = everyCell(before, (row, col) => {
    const place = between(cellRect(before, before.cell, row, col), cellRect(after, after.cell, col, row), p);
    return [cellMark(place, before.scale(before.value(row, col)), 0, 1, undefined, before.ref(row, col))];
  });
  return { state: { ...near, shown: () => 0 }, flying };
}

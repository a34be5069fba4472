/** The map as a picture: its edges and a thumbnail of every tensor. A chosen token's rows are framed, the rest is dimmed. */

import type { Focus, Mark, Picture, Rect } from "../../draw/picture.js";
import type { Palette } from "../../draw/theme.js";
import { thumbnail } from "../../draw/thumbnail.js";
import type { Trace } from "../../module/types.js";
import type { Stop, Token } from "./graph.js";
import type { PlacedTensor, Plan } from "./plan.js";

export interface MapInput {
  readonly trace: Trace;
  readonly plan: Plan;
  readonly focus: Focus;
  readonly theme: Palette;
  readonly token?: Token | undefined;
  readonly stops: readonly Stop[];
}

/** Opacity of cells that are not the token's. */
const DIMMED = 0.3;
/** The frame is drawn outside the cells, because a row may be only two pixels high. */
const FRAME_MARGIN = 1.5;

export function mapPicture(input: MapInput): Picture {
  const { plan, theme, token, stops } = input;
  const stopOf = new Map(stops.map((stop) => [stop.id, stop]));
  const edges = plan.edges.map(({ from, to, points }): Mark => {
    const isLit = stopOf.has(from) && stopOf.has(to);
    const color = isLit ? theme.accent : token ? theme.hairline : theme.muted;
    return { kind: "line", points, color, width: isLit ? 2.5 : 1 };
  });
  // Lit edges are painted over the others.
  edges.sort((a, b) => widthOf(a) - widthOf(b));
  const parameterEdges = plan.nodes.flatMap(({ parameters, picture }): Mark[] => {
    const last = parameters.at(-1)?.box;
    if (!last) return [];
    const x = picture.x + 11;
    const points = [[x, last.y + last.height - 2] as const, [x, picture.y] as const];
    return [{ kind: "line", points, color: token ? theme.hairline : theme.muted, width: 1 }];
  });
  const pictures = plan.nodes.flatMap((node) => [
    ...tensorMarks(input, node, stopOf.get(node.id)),
    ...node.parameters.flatMap((parameter) => tensorMarks(input, parameter, undefined)),
  ]);
  return { width: plan.width, height: plan.height, marks: [...edges, ...parameterEdges, ...pictures] };
}

const widthOf = (mark: Mark): number => (mark.kind === "line" ? mark.width : 0);

function tensorMarks(
  { trace, focus, theme, token }: MapInput,
  placed: PlacedTensor,
  stop: Stop | undefined,
): Mark[] {
  const { x, y, width, height } = placed.picture;
  const small = thumbnail({ trace, step: placed.step, focus, theme, width, height });
  const isToken = (mark: Mark): boolean => {
    if (!stop || !token || mark.kind !== "cell" || !mark.ref) return false;
    const { index } = mark.ref;
    const batch = placed.step.axes.indexOf("B");
    const sentence = Math.min(focus.batch, (placed.step.shape[batch] ?? 1) - 1);
    return index[stop.axis] === token.at && (batch < 0 || index[batch] === sentence);
  };
  const paper: Mark = { kind: "rect", x, y, width, height, fill: theme.paper };
  const cells = small.marks.flatMap((mark): Mark[] => {
    if (mark.kind !== "cell") return [];
    const moved = { ...mark, x: mark.x + x, y: mark.y + y };
    if (!token || isToken(mark)) return [moved];
    return [{ ...moved, opacity: (mark.opacity ?? 1) * DIMMED }];
  });
  const lit = frames(small.marks.filter(isToken) as unknown as Rect[]).map(
    (box): Mark => ({
      kind: "rect",
      x: box.x + x - FRAME_MARGIN,
      y: box.y + y - FRAME_MARGIN,
      width: box.width + 2 * FRAME_MARGIN,
      height: box.height + 2 * FRAME_MARGIN,
      stroke: theme.accent,
      strokeWidth: 1.5,
    }),
  );
  return [paper, ...cells, ...lit];
}

/** A frame around each run of adjacent cells: one per head. */
function frames(cells: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const { x, y, width, height } of cells) {
    const last = found.at(-1) ?? { x, y, width: -1, height: -1 };
    const touches = x <= last.x + last.width + 0.5 && y <= last.y + last.height + 0.5 && x >= last.x - 0.5;
    const right = Math.max(last.x + last.width, x + width);
    const bottom = Math.max(last.y + last.height, y + height);
    if (touches) found.splice(-1, 1, { ...last, width: right - last.x, height: bottom - last.y });
    else found.push({ x, y, width, height });
  }
  return found;
}

/** Directives for an element of a template: paint a picture on a canvas, put it in a box, and follow its width. */
import { noChange } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import { paintOn } from "../../draw/paint/paint.js";
import type { Picture, Rect } from "../../draw/picture.js";
import { inSlices, nextTask } from "../../timeline/frames.js";
import { pixelRatio } from "./pixel_ratio.js";

/** What each canvas shows: painting it again would change nothing. */
const shown = new WeakMap<HTMLCanvasElement, readonly unknown[]>();

function paintOnce(canvas: HTMLCanvasElement, paper: string, of: readonly unknown[], draw: () => Picture) {
  const ratio = pixelRatio(canvas);
  const next = [paper, ratio, ...of];
  const before = shown.get(canvas);
  if (next.every((part, i) => part === before?.[i])) return;
  shown.set(canvas, next);
  const picture = draw();
  canvas.style.width = `${picture.width}px`;
  canvas.style.height = `${picture.height}px`;
  paintOn(canvas, picture, paper, ratio);
}

class PaintedDirective extends Directive {
  override render(_picture: Picture | undefined, _paper: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [picture, paper]: [Picture | undefined, string]): unknown {
    if (picture) paintOnce(element as HTMLCanvasElement, paper, [picture], () => picture);
    return noChange;
  }
}

/** Paints a picture on the canvas, in the size of the picture. */
export const painted = directive(PaintedDirective);

const waiting = new Map<HTMLCanvasElement, () => void>();

async function paintWaiting(): Promise<void> {
  await nextTask();
  await inSlices(waiting, ([canvas, paint]) => {
    waiting.delete(canvas);
    paint();
  });
}

class PaintedLaterDirective extends Directive {
  override render(_paper: string, _of: readonly unknown[], _draw: () => Picture): unknown {
    return noChange;
  }

  override update(
    { element }: ElementPart,
    [paper, of, draw]: [string, readonly unknown[], () => Picture],
  ): unknown {
    const canvas = element as HTMLCanvasElement;
    const isFirst = waiting.size === 0;
    waiting.set(canvas, () => paintOnce(canvas, paper, of, draw));
    if (isFirst) void paintWaiting();
    return noChange;
  }
}

/**
 * Paints the picture of these values when nothing else is to be done: many canvases at once would block the page. The
 * canvas has its size by its style.
 */
export const paintedLater = directive(PaintedLaterDirective);

class PlacedDirective extends Directive {
  override render(_box: Rect): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [{ x, y, width, height }]: [Rect]): unknown {
    const style = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
    Object.assign((element as HTMLElement).style, style);
    return noChange;
  }
}

/** Puts an element in a box; the page's policy allows no styles in markup. */
export const placed = directive(PlacedDirective);

class WidthDirective extends AsyncDirective {
  #element: Element | undefined;
  #changed: ((width: number) => void) | undefined;
  // Deferred: changing sizes inside a ResizeObserver callback is an error.
  readonly #observer = new ResizeObserver(() =>
    setTimeout(() => {
      if (this.isConnected && this.#element) this.#changed?.(Math.floor(this.#element.clientWidth));
    }),
  );

  override render(_changed: (width: number) => void): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [changed]: [(width: number) => void]): unknown {
    this.#changed = changed;
    if (this.#element !== element) this.#observer.observe(element);
    this.#element = element;
    return noChange;
  }

  protected override disconnected(): void {
    this.#observer.disconnect();
  }

  protected override reconnected(): void {
    if (this.#element) this.#observer.observe(this.#element);
  }
}

/** Calls back with the width of the element's content, at first and whenever it changes. */
export const followWidth = directive(WidthDirective);

/** Reports the height that the frame needs, whenever it changes. */
const WIDE_PX = 900;

function wantedHeight(element: HTMLElement): number {
  const rest = [...document.body.children].filter((part) => !part.contains(element));
  const around = rest.reduce((sum, part) => sum + (part as HTMLElement).offsetHeight, 0);
  // A wide page fills its frame, so only its minimum height can be reported.
  const { minHeight } = getComputedStyle(element);
  const ownHeight = element.offsetWidth >= WIDE_PX ? Number.parseFloat(minHeight) : element.offsetHeight;
  return Math.ceil(around + ownHeight);
}

export class HeightWatch {
  readonly #element: HTMLElement;
  readonly #changed: (height: number) => void;
  #last = 0;

  constructor(element: HTMLElement, changed: (height: number) => void) {
    this.#element = element;
    this.#changed = changed;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(element);
    observer.observe(document.body);
  }

  get now(): number {
    return wantedHeight(this.#element);
  }

  /** Measures once more, for frames outside the viewport, where ResizeObserver does not fire. */
  measure(): void {
    const { now } = this;
    if (now === this.#last || !this.#element.isConnected) return;
    this.#last = now;
    this.#changed(now);
  }
}

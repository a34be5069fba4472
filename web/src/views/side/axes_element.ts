/**
 * The key to the axis letters of a step: a line that names them all, and the name beside the letter of the panel that the
 * pointer is on or a finger has tapped.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { TensorLike } from "../../draw/tensor_view.js";
import type { Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors, axisTip } from "../common/theme_css.js";
import { whileConnected } from "../common/while_connected.js";

const LETTER = /^axis-(\w)$/;
/** The gap between a letter and its name, in pixels. */
const GAP = 4;

/** The position of the name of a letter, from the top left corner of this element. */
interface Tip {
  readonly letter: string;
  readonly left: number;
  readonly top: number;
}

export class AxesElement extends LitElement {
  @reactive words!: Words;
  /** The tensors whose letters are named. */
  @reactive tensors!: readonly Pick<TensorLike, "axes" | "shape">[];
  @reactive tip!: Tip | undefined;

  static override styles = [
    base,
    axisColors,
    axisTip,
    css`
      :host { display: block; position: relative; font-size: 13px; color: var(--hu-muted); margin: -4px 0 12px; }
      ul { display: flex; flex-wrap: wrap; gap: 0 14px; list-style: none; margin: 0; padding: 0; }
      .tip { pointer-events: none; }
    `,
  ];

  constructor() {
    super();
    whileConnected(this, (signal) => {
      this.tip = undefined;
      for (const type of TYPES) this.getRootNode().addEventListener(type, this.#onPoint, { signal });
    });
  }

  override render(): TemplateResult {
    const sizes = sizesOf(this.tensors);
    const { tip } = this;
    return html`<ul>${[...sizes].map(([letter]) => html`<li>${this.#named(letter)}</li>`)}</ul>
      ${tip ? html`<div class="tip" aria-hidden="true">${this.#named(tip.letter, sizes.get(tip.letter))}</div>` : nothing}`;
  }

  override updated(): void {
    const shown = this.renderRoot.querySelector<HTMLElement>(".tip");
    if (!shown || !this.tip) return;
    const { left, top } = this.tip;
    shown.style.left = `${Math.max(0, Math.min(left, this.clientWidth - shown.offsetWidth))}px`;
    shown.style.top = `${top}px`;
  }

  #named(letter: string, sizes?: readonly number[]): TemplateResult {
    const names: Readonly<Record<string, string>> = this.words.axes;
    return html`<b class="axis-${letter}">${letter}</b> ${names[letter] ?? letter}${sizes ? html` · ${sizes.join(", ")}` : nothing}`;
  }

  readonly #onPoint = ({ target, type }: Event): void => {
    const letter =
      target instanceof Element ? LETTER.exec(target.getAttribute("class") ?? "")?.[1] : undefined;
    const names: Readonly<Record<string, string>> = this.words.axes;
    if (!(target instanceof Element) || letter === undefined || names[letter] === undefined) {
      this.tip = undefined;
      return;
    }
    const [letterBox, ownBox] = [target.getBoundingClientRect(), this.getBoundingClientRect()];
    const place = { left: letterBox.left - ownBox.left, top: letterBox.bottom - ownBox.top + GAP };
    this.tip = type === "pointerout" ? undefined : { letter, ...place };
  };
}

const TYPES = ["pointerover", "pointerout", "click"] as const;

/** The sizes of each letter, in the order of the axes; axes of size 1 have no letter. */
export function sizesOf(tensors: AxesElement["tensors"]): ReadonlyMap<string, readonly number[]> {
  const sizes = new Map<string, readonly number[]>();
  for (const { axes, shape } of tensors)
    for (const [i, letter] of axes.entries()) {
      const known = sizes.get(letter) ?? [];
      const size = shape[i] ?? 1;
      if (letter !== "1") sizes.set(letter, known.includes(size) ? known : [...known, size]);
    }
  return sizes;
}

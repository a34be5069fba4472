/**
 * <heads-up-course-map>: the Transformer with its three attentions as a map of the course. Each box leads to the lesson that
 * computes it.
 */
import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import type { ThemeName } from "../../draw/theme.js";
import type { LessonName } from "../../module/types.js";
import { reactive } from "../../views/common/reactive.js";
import { registerElement } from "../../views/common/register.js";
import { base } from "../../views/common/styles.js";
import type { MapWords, Words } from "../../words/words.js";
import { formatUrl } from "../address/url_state.js";
import { isPlainClick } from "../plain_click.js";
import { courseMapStyles } from "./course_map_styles.js";

/** Which of five keys each of five queries may attend to. */
type Pattern = "padding" | "causal" | "cross";

const SIZE = 5;
const CELL = 8;
const ATTENDS: Readonly<Record<Pattern, (query: number, key: number) => boolean>> = {
  padding: (_, key) => key < 3,
  causal: (query, key) => key <= query,
  cross: () => true,
};

export class CourseMapElement extends LitElement {
  static override properties = reactive<CourseMapElement>("model", "go");
  declare model: {
    readonly words: Words;
    /** Language and theme, for the links. */
    readonly lang: string;
    readonly theme: ThemeName | undefined;
  };
  declare go: (address: string) => void;

  static override styles = [base, courseMapStyles];

  override render(): TemplateResult {
    const words = this.model.words.map;
    const feedForward: Box = {
      ...{ title: words.feedForward, what: words.feedForwardWhat },
      ...{ lesson: "transformer-block", step: "ff_1" },
    };
    return html`<section aria-labelledby="title">
      <h2 id="title">${words.nav}</h2>
      <p>${words.lead}</p>
      <div class="map">
        <div class="stack encoder" role="group" aria-label=${words.encoder}>
          <h3>${words.encoder}</h3>
          <p class="end">${words.sourceText}</p>
          ${this.#box({ title: words.input, lesson: "transformer-block", step: "input_sum" })}
          ${this.#box({ title: words.selfAttention, what: words.paddingMask, pattern: "padding", lesson: "multi-head" })}
          ${this.#box(feedForward)}
        </div>
        <span class="bridge" aria-hidden="true"><i>${words.keysValues}</i></span>
        <div class="stack decoder" role="group" aria-label=${words.decoder}>
          <h3>${words.decoder}</h3>
          <p class="end">${words.targetText}</p>
          ${this.#box({ title: words.input, lesson: "transformer-block", step: "position_embedding" })}
          ${this.#maskedBox(words)}
          ${this.#box({ title: words.crossAttention, what: words.cross, pattern: "cross", lesson: "encoder-decoder" })}
          ${this.#box(feedForward)}
          <p class="end">${words.prediction}</p>
        </div>
        <div class="whole">${this.#box({ title: words.block, lesson: "transformer-block" })}</div>
      </div>
    </section>`;
  }

  /** A box that leads to one lesson. */
  #box(box: Box): TemplateResult {
    const { lesson, step } = box;
    const { href, click } = this.#link(lesson, step);
    return html`<a class="box ${box.pattern ? "attention" : ""}" href=${href} @click=${click}>
      ${boxText(box)}<span class="lesson">${this.model.words.lessons[lesson].title}</span></a>`;
  }

  /** Masked self-attention has a lesson with one head and one with many. */
  #maskedBox(words: MapWords): TemplateResult {
    const lessonLink = (lesson: LessonName, heads: string): TemplateResult => {
      const { href, click } = this.#link(lesson);
      return html`<a class="lesson" href=${href} @click=${click}>${this.model.words.lessons[lesson].title} (${heads})</a>`;
    };
    return html`<div class="box attention">
      ${boxText({ title: words.maskedAttention, what: words.causalMask, pattern: "causal" })}
      ${lessonLink("masked-self-attention", words.oneHead)}${lessonLink("masked-multi-head", words.manyHeads)}
    </div>`;
  }

  #link(lesson: LessonName, step?: string): { href: string; click: (event: MouseEvent) => void } {
    const { lang, theme } = this.model;
    const href = formatUrl({
      spec: { lesson },
      lang,
      ...(step ? { step } : {}),
      ...(theme ? { theme } : {}),
    });
    const click = (event: MouseEvent): void => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      this.go(href);
    };
    return { href, click };
  }
}

interface BoxText {
  readonly title: string;
  readonly what?: string;
  readonly pattern?: Pattern;
}

interface Box extends BoxText {
  readonly lesson: LessonName;
  readonly step?: string;
}

const boxText = ({ title, what, pattern }: BoxText): TemplateResult =>
  html`${pattern ? patternTemplate(pattern) : nothing}<strong>${title}</strong>${what ? html`<span class="what">${what}</span>` : nothing}`;

/** A small table of queries and keys; what is hidden is hatched. */
function patternTemplate(pattern: Pattern): TemplateResult {
  const cells = Array.from({ length: SIZE * SIZE }, (_, i) => {
    const [query, key] = [Math.floor(i / SIZE), i % SIZE];
    return svg`<rect class=${ATTENDS[pattern](query, key) ? "open" : "hidden"} x=${key * CELL} y=${query * CELL}
      width=${CELL - 1} height=${CELL - 1}></rect>`;
  });
  return html`<svg class="pattern" viewBox="0 0 ${SIZE * CELL} ${SIZE * CELL}" aria-hidden="true">${cells}</svg>`;
}

registerElement("heads-up-course-map", CourseMapElement);

/** The Transformer with its three attentions as a map of the course. Each box leads to the lesson that computes it. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { ThemeName } from "../../draw/theme.js";
import { openingOf } from "../../lessons/opening.js";
import type { LessonName } from "../../module/types.js";
import type { Words } from "../../words/words.js";
import { formatUrl } from "../address/url_state.js";

/** Which of five keys each of five queries may attend to. */
const ATTENDS = {
  padding: (_: number, key: number) => key < 3,
  causal: (query: number, key: number) => key <= query,
  cross: () => true,
};
type Pattern = keyof typeof ATTENDS;
const SIZE = 5;
const CELL = 8;

interface Box {
  readonly title: string;
  readonly what?: string;
  readonly pattern?: Pattern;
  readonly lesson: LessonName;
  readonly step?: string;
}

interface MapModel {
  readonly words: Words;
  /** Language and theme, for the links. */
  readonly lang: string;
  readonly theme: ThemeName | undefined;
}

export function courseMap({ words: { map, lessons }, lang, theme }: MapModel): TemplateResult {
  const addressOf = (lesson: LessonName, step?: string): string =>
    formatUrl({ ...openingOf(lesson), lang, step, theme });
  const box = ({ lesson, step, ...text }: Box): TemplateResult =>
    html`<a class="box ${text.pattern ? "attention" : ""}" href=${addressOf(lesson, step)}>
      ${boxText(text)}<span class="lesson">${lessons[lesson].title}</span></a>`;
  const lessonLink = (lesson: LessonName, heads: string): TemplateResult =>
    html`<a class="lesson" href=${addressOf(lesson)}>${lessons[lesson].title} (${heads})</a>`;
  const feedForward = box({
    ...{ title: map.feedForward, what: map.feedForwardWhat },
    ...{ lesson: "transformer-block", step: "ff_1" },
  });
  return html`<section class="course-map" aria-labelledby="course-map">
    <h2 id="course-map">${map.nav}</h2>
    <p>${map.lead}</p>
    <div class="map">
      <div class="stack encoder" role="group" aria-label=${map.encoder}>
        <h3>${map.encoder}</h3>
        <p class="end">${map.sourceText}</p>
        ${box({ title: map.input, lesson: "transformer-block", step: "input_sum" })}
        ${box({ title: map.selfAttention, what: map.paddingMask, pattern: "padding", lesson: "multi-head" })}
        ${feedForward}
      </div>
      <span class="bridge" aria-hidden="true"><i>${map.keysValues}</i></span>
      <div class="stack decoder" role="group" aria-label=${map.decoder}>
        <h3>${map.decoder}</h3>
        <p class="end">${map.targetText}</p>
        ${box({ title: map.input, lesson: "transformer-block", step: "position_embedding" })}
        <div class="box attention">
          ${boxText({ title: map.maskedAttention, what: map.causalMask, pattern: "causal" })}
          ${lessonLink("masked-self-attention", map.oneHead)}${lessonLink("masked-multi-head", map.manyHeads)}
        </div>
        ${box({ title: map.crossAttention, what: map.cross, pattern: "cross", lesson: "encoder-decoder" })}
        ${feedForward}
        <p class="end">${map.prediction}</p>
      </div>
      <div class="whole">${box({ title: map.block, lesson: "transformer-block" })}</div>
    </div>
  </section>`;
}

const boxText = ({ title, what, pattern }: Omit<Box, "lesson" | "step">): TemplateResult =>
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

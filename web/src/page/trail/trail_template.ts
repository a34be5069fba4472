/** The trail's dialog: the entries, the latest first, and the buttons. */
import { html, nothing, type TemplateResult } from "lit";
import { changeText, lessonTitle, titleOfStep } from "../../store/change_text.js";
import { fill } from "../../words/number_text.js";
import type { WholeWords } from "../../words/words.js";
import { linkIcon } from "../header_icons.js";
import { isPlainClick } from "../plain_click.js";
import type { Trail, TrailEntry, TrailRefusal } from "./trail.js";

export type TrailNews = TrailRefusal | { readonly done: "copied" | "copyFailed" | "taken" };

export interface TrailModel {
  readonly words: WholeWords;
  readonly lang: string;
  readonly trail: Trail;
  /** False if the browser stores nothing. */
  readonly isKept: boolean;
  /** The result of the last request. */
  readonly news: TrailNews | undefined;
}

export interface TrailActions {
  link(address: string): string;
  go(address: string): void;
  copy(address: string): void;
  save(): void;
  read(file: File): void;
  close(): void;
}

export function trailTemplate(model: TrailModel, actions: TrailActions): TemplateResult {
  const { words, trail } = model;
  const { hint, unkept, empty } = words.trailSheet;
  return html`<h2 id="trail-title">${words.trail.title}</h2>
    <p class="hint">${trail.length === 0 ? empty : model.isKept ? hint : unkept}</p>
    <ol reversed tabindex=${trail.length > 0 ? "0" : nothing} aria-labelledby="trail-title">
      ${[...trail].reverse().map((entry) => entryTemplate(model, actions, entry))}
    </ol>
    ${newsTemplate(model)}
    <p class="row">
      <button @click=${actions.save} ?disabled=${trail.length === 0}>${words.trailSheet.save}</button>
      <label class="file"><input type="file" class="unseen" accept=".json,application/json"
        @change=${(event: Event) => chosen(event, actions)} />${words.trailSheet.read}</label>
      <button class="close" autofocus @click=${actions.close}>${words.controls.close}</button>
    </p>`;
}

function chosen({ target }: Event, actions: TrailActions): void {
  const input = target as HTMLInputElement;
  const file = input.files?.[0];
  input.value = ""; // so that the same file can be chosen again
  if (file) actions.read(file);
}

function entryTemplate(model: TrailModel, actions: TrailActions, entry: TrailEntry): TemplateResult {
  const { words, lang } = model;
  const text = whatWasDone(words, entry);
  const where = [timeText(entry.at, lang), lessonTitle(words, entry.lesson), titleOfStep(words, entry.step)];
  const go = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    actions.go(entry.address);
  };
  const copy = fill(words.trailSheet.copyOf, { what: text });
  return html`<li>
    <a href=${actions.link(entry.address)} @click=${go}><span>${text}</span> <small>${where.join(" · ")}</small></a>
    <button @click=${() => actions.copy(entry.address)} title=${words.controls.copyLink}
      aria-label=${copy}>${linkIcon}</button>
  </li>`;
}

function whatWasDone(words: WholeWords, { kind, changes, lesson, right }: TrailEntry): string {
  if (kind === "change") return changeText(words, changes ?? []);
  if (kind === "visit") return fill(words.trailSheet.visited, { lesson: lessonTitle(words, lesson) });
  return right === undefined
    ? words.trailSheet.answered
    : right
      ? words.trailSheet.right
      : words.trailSheet.wrong;
}

function newsTemplate({ words, news }: TrailModel): TemplateResult {
  const refused = news && "refused" in news ? fill(words.trailSheet[news.refused], { ...news }) : undefined;
  const texts = { ...words.controls, ...words.trailSheet };
  return html`<p class="news" role="status">${news && "done" in news ? texts[news.done] : nothing}</p>
    ${refused ? html`<p class="error" role="alert">${refused}</p>` : nothing}`;
}

/** The time, with the date unless it is today. */
function timeText(at: number, lang: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(lang, {
    timeStyle: "short",
    ...(isToday ? {} : { dateStyle: "medium" }),
  }).format(time);
}

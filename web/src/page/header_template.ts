/** The header: home link, lessons, language, theme, help. */
import { html, nothing, type TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";
import { lessonNames, openingOf } from "../lessons/opening.js";
import type { LessonName } from "../module/types.js";
import { closeOnChoice, closeOnEscape, menuOf } from "../views/common/menu.js";
import { LANGUAGES, type PageWords } from "../words/words.js";
import { homeUrl } from "./address/address.js";
import { formatUrl } from "./address/url_state.js";
import { LAB } from "./lab/lab_name.js";

export interface HeaderModel {
  readonly words: PageWords;
  readonly lang: string;
  /** Undefined on the page of all lessons. */
  readonly lesson: LessonName | undefined;
  /** The room that is on the page, instead of a lesson. */
  readonly room: "lab" | "notebook" | undefined;
  /** The title of a lesson from a file. */
  readonly own: string | undefined;
  /** Undefined: the system's theme. */
  readonly theme: ThemeName | undefined;
  /** A locked page has no lessons and no links. */
  readonly isLocked: boolean;
}

export interface HeaderActions {
  language(lang: string): void;
  theme(theme: ThemeName | undefined): void;
  lecture(): void;
  map(): void;
  help(): void;
}

export function headerTemplate(model: HeaderModel, actions: HeaderActions): TemplateResult {
  const { words, lesson, room, isLocked } = model;
  const { skip, skipToLab, skipToNotebook } = words.app;
  const to = room === "lab" ? skipToLab : room ? skipToNotebook : skip;
  return html`${lesson || room ? html`<a class="skip" href="#stage">${to}</a>` : nothing}
    ${isLocked ? html`<span class="name">${words.app.name}</span>` : ways(model, actions)}
    <div class="tools">
      ${languages(model, actions)}
      ${themes(model, actions)}
      <button @click=${actions.help} title="${words.controls.help} (?)"
        aria-label=${words.controls.help}>?</button>
    </div>`;
}

/** The links to home and the lessons, and the buttons for the map and lecture mode. */
function ways(model: HeaderModel, actions: HeaderActions): TemplateResult {
  const { words, lang, lesson, room, theme, own } = model;
  const links = [...lessonNames.map((name) => lessonLink(model, name)), labLink(model)];
  const current = own ?? (lesson ? words.lessons[lesson].title : words.app[room ?? "lessons"]);
  return html`<a class="name" href=${homeUrl(lang, theme)} title=${words.app.home}
      aria-current=${lesson || room ? nothing : "page"}>${words.app.name}</a>
    <nav class="lessons" aria-label=${words.app.lessons}>
      <ul class="row">${own ? html`<li><span aria-current="page">${own}</span></li>` : links}</ul>
      <details class="menu" @focusout=${closeWhenLeft} @keydown=${closeOnEscape} @click=${closeOnChoice}>
        <summary title=${words.controls.lesson}>${current}</summary>
        <ul>${links}</ul>
      </details>
    </nav>
    ${
      lesson || room === "notebook"
        ? html`<div class="tools more">${
            lesson
              ? html`<button @click=${actions.map} title="${words.controls.map} (M)" aria-label=${words.controls.map}
            aria-haspopup="dialog">${mapIcon}</button>`
              : nothing
          }<button class="lecture" @click=${actions.lecture} title="${words.lecture.title} (L)"
            aria-label=${words.lecture.title}>${lectureIcon}</button></div>`
        : nothing
    }`;
}

function lessonLink({ words, lang, lesson, own, theme }: HeaderModel, name: LessonName): TemplateResult {
  const href = formatUrl({ ...openingOf(name), lang, theme });
  return link(href, words.lessons[name].title, name === lesson && !own, name);
}

const labLink = ({ words, lang, room, theme }: HeaderModel): TemplateResult =>
  link(`${homeUrl(lang, theme)}&lesson=${LAB}`, words.app.lab, room === "lab");

/** From lesson to lesson, mode, weights and step stay, as far as the other has them (shell.ts). */
const link = (href: string, title: string, isCurrent: boolean, lesson?: LessonName): TemplateResult =>
  html`<li><a href=${href} data-lesson=${lesson ?? nothing}
    aria-current=${isCurrent ? "page" : nothing}><span>${unbroken(title)}</span></a></li>`;

/** "multi-head" stays in one piece where a title has two lines. */
const unbroken = (title: string): (TemplateResult | string)[] =>
  title
    .split(/(\S+-\S+)/)
    .map((part) => (part.includes("-") ? html`<span class="unbroken">${part}</span>` : part));

function closeWhenLeft(event: FocusEvent): void {
  // A click on something that cannot be focused has no related target; the menu's own links are inside it.
  if (!menuOf(event).contains(event.relatedTarget as Node | null)) menuOf(event).open = false;
}

/** The name of each language in that language; defined by the build. */
declare const LANGUAGE_NAMES: Readonly<Record<string, string>>;
const ownName = (lang: string): string => LANGUAGE_NAMES[lang] ?? lang;

/** Two languages are links side by side; more are a list. */
function languages({ words, lang: current }: HeaderModel, actions: HeaderActions): TemplateResult {
  if (LANGUAGES.length > 2)
    return html`<select aria-label=${words.controls.language} title=${words.controls.language}
      @change=${(event: Event) => actions.language((event.target as HTMLSelectElement).value)}>
      ${LANGUAGES.map((lang) => html`<option lang=${lang} value=${lang} ?selected=${lang === current}>${ownName(lang)}</option>`)}
    </select>`;
  const button = (lang: string): TemplateResult =>
    html`<button lang=${lang} aria-pressed=${lang === current ? "true" : "false"}
      @click=${() => actions.language(lang)}>${ownName(lang)}</button>`;
  return html`<div class="languages" role="group" aria-label=${words.controls.language}>${LANGUAGES.map(button)}</div>`;
}

/** A native <select> under an icon, so that it works with touch and keyboard. */
function themes({ words, theme }: HeaderModel, actions: HeaderActions): TemplateResult {
  const { controls } = words;
  const names = [
    ["", controls.themeAuto],
    ["light", controls.themeLight],
    ["dark", controls.themeDark],
    ["contrast", controls.themeContrast],
  ] as const;
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    actions.theme(names.find(([name]) => name === value)?.[0] || undefined);
  };
  return html`<span class="pick">${themeIcon(theme)}<select aria-label=${controls.theme} title=${controls.theme}
    .value=${theme ?? ""} @change=${choose}>
    ${names.map(([value, name]) => html`<option value=${value} ?selected=${value === (theme ?? "")}>${name}</option>`)}
  </select></span>`;
}

/** An empty disc is the light theme, a full one dark, a half one the system's; a ring around it is high contrast. */
const themeIcon = (
  theme: ThemeName | undefined,
): TemplateResult => html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r=${theme === "contrast" ? 4 : 7} fill=${theme === "dark" || theme === "contrast" ? "currentColor" : "none"}
    stroke="currentColor" stroke-width="1.5"></circle>
  ${theme === undefined ? html`<svg><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"></path></svg>` : nothing}
  ${
    theme === "contrast"
      ? html`<svg><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"></circle></svg>`
      : nothing
  }
</svg>`;

/** A graph: one tensor that leads to two, and these to one. */
const mapIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M1.5 8h4v4h-4zM8 2.5h4v4H8zM8 13.5h4v4H8zM14.5 8h4v4h-4zM5.5 9 8 6M5.5 11 8 14M12 6l2.5 3M12 14l2.5-3"></path>
</svg>`;

/** A projection screen on its stand. */
const lectureIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M2 3.5h16M3.5 3.5v9h13v-9M10 12.5v2M6.5 17.5l3.5-3 3.5 3"></path>
</svg>`;

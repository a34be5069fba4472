/** The head of the page: its name, the lessons, language, theme, the link to what is on the screen, help. */
import { html, nothing, type TemplateResult } from "lit";
import { LANGUAGES, type Words } from "../elements/words.js";
import type { TaughtLesson } from "../lessons/lesson.js";
import { lessonNames } from "../lessons/lessons.js";
import { formatUrl } from "./url_state.js";

export type ThemeChoice = "light" | "dark" | undefined;

export interface HeaderModel {
  readonly words: Words;
  readonly lang: string;
  readonly lesson: TaughtLesson;
  readonly theme: ThemeChoice;
  /** What became of the last copied link. */
  readonly copied: "copied" | "copyFailed" | undefined;
}

export interface HeaderActions {
  lesson(name: TaughtLesson): void;
  language(lang: string): void;
  theme(theme: ThemeChoice): void;
  copyLink(): void;
  help(): void;
  skip(): void;
}

/** The theme after this one: as the system has it, light, dark, and round again. */
const nextTheme = (theme: ThemeChoice): ThemeChoice =>
  theme === undefined ? "light" : theme === "light" ? "dark" : undefined;

export function headerTemplate(model: HeaderModel, actions: HeaderActions): TemplateResult {
  const { words } = model;
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    actions.skip();
  };
  return html`<a class="skip" href="#stage" @click=${skip}>${words.app.skip}</a><h1>${words.app.name}</h1>
    <nav class="lessons" aria-label=${words.app.lessons}>
      <ul>${lessonNames.map((name) => lessonLink(model, actions, name))}</ul>
    </nav>
    <div class="tools">
      <div class="languages" role="group"
        aria-label=${words.controls.language}>${LANGUAGES.map((lang) => languageButton(model, actions, lang))}</div>
      ${themeButton(model, actions)}
      <button @click=${actions.copyLink} title=${words.controls.copyLink}
        aria-label=${words.controls.copyLink}>${linkIcon}</button>
      <span role="status">${model.copied ? words.controls[model.copied] : nothing}</span>
      <button @click=${actions.help} title="${words.controls.help} (?)"
        aria-label=${words.controls.help}>?</button>
    </div>`;
}

function lessonLink(
  { words, lang, lesson }: HeaderModel,
  actions: HeaderActions,
  name: TaughtLesson,
): TemplateResult {
  const go = (event: MouseEvent): void => {
    // A new tab, a new window, a saved link: the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions.lesson(name);
  };
  return html`<li><a href=${formatUrl({ spec: { lesson: name }, lang })}
    aria-current=${name === lesson ? "page" : nothing}
    title=${words.lessons[name].summary} @click=${go}>${words.lessons[name].title}</a></li>`;
}

function languageButton(
  { lang: current }: HeaderModel,
  actions: HeaderActions,
  lang: string,
): TemplateResult {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
  return html`<button lang=${lang} aria-pressed=${lang === current ? "true" : "false"}
    @click=${() => actions.language(lang)}>${name}</button>`;
}

function themeButton({ words, theme }: HeaderModel, actions: HeaderActions): TemplateResult {
  const names = {
    light: words.controls.themeLight,
    dark: words.controls.themeDark,
    system: words.controls.themeAuto,
  };
  const label = `${words.controls.theme}: ${names[theme ?? "system"]}`;
  return html`<button @click=${() => actions.theme(nextTheme(theme))} title=${label}
    aria-label=${label}>${themeIcon(theme)}</button>`;
}

const themeIcon = (theme: ThemeChoice): TemplateResult => html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="7" fill=${theme === "dark" ? "currentColor" : "none"} stroke="currentColor"
    stroke-width="1.5"></circle>
  ${
    theme === undefined
      ? html`<svg><path d="M10 3a7 7 0 0 1 0 14z"
    fill="currentColor"></path></svg>`
      : nothing
  }
</svg>`;

const linkIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M8.5 11.5l3-3M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2"></path>
</svg>`;

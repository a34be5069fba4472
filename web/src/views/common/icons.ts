/** The signs on the transport's buttons; every button also has words. */
import { html, svg, type TemplateResult } from "lit";

const icon = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${path} />`}</svg>`;

export const icons: Readonly<Record<string, TemplateResult>> = {
  first: icon("M6 5h2v14H6zM18.5 5.5 17 4 9 12l8 8 1.5-1.5L12 12z"),
  previous: icon("M16.5 5.5 15 4 7 12l8 8 1.5-1.5L10 12z"),
  play: icon("M7 4v16l13-8z"),
  through: icon("M3 5v14l8-7zM11 5v14l8-7zM19 5h2v14h-2z"),
  pause: icon("M6 5h4v14H6zM14 5h4v14h-4z"),
  next: icon("M7.5 5.5 9 4l8 8-8 8-1.5-1.5L14 12z"),
  save: icon("M11 4h2v8.2l3-3 1.4 1.4L12 16l-5.4-5.4L8 9.2l3 3zM5 18h14v2H5z"),
  undo: icon("M9 5 4 10l5 5 1.4-1.4L7.8 11H14a3.5 3.5 0 0 1 0 7h-3v2h3a5.5 5.5 0 0 0 0-11H7.8l2.6-2.6z"),
  redo: icon("m15 5 5 5-5 5-1.4-1.4 2.6-2.6H10a3.5 3.5 0 0 0 0 7h3v2h-3a5.5 5.5 0 0 1 0-11h6.2l-2.6-2.6z"),
  last: icon("M16 5h2v14h-2zM5.5 5.5 7 4l8 8-8 8-1.5-1.5L12 12z"),
};

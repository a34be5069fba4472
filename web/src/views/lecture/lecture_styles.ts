/** Lecture mode: as large as the screen allows, so that it can be read from the last row. */
import { css } from "lit";

export const lectureStyles = css`
  :host([mode="lecture"]) { --hu-lecture: 1.4; }
  @media (max-width: 899px), (max-height: 599px) { :host([mode="lecture"]) { --hu-lecture: 1; } }
  /* More would leave the rows of a table too little height for digits of 28 px. */
  @media (min-width: 1600px) and (min-height: 850px) { :host([mode="lecture"]) { --hu-lecture: 1.6; } }
  @supports (zoom: 2) {
    :host([mode="lecture"]) { zoom: var(--hu-lecture); }
  }
  .frame.lecture { display: flex; flex-direction: column; height: 100%; }
  .lecture .told { padding: 8px 20px 0; }
  .lecture .told h2 { display: inline; font-size: 25px; line-height: 1.25; margin: 0; font-weight: 600; }
  .lecture .told h2:focus { outline: none; }
  .lecture .told p { margin: 2px 0 0; font-size: 18px; line-height: 1.4; text-wrap: pretty; }
  .lecture .told code { font-size: 0.9em; }
  .lecture .stage { flex: 1; }
  .lecture heads-up-stage { flex: 1; height: auto; min-height: 0; }
  .lecture .under { min-height: 32px; padding: 0 20px; }
  .lecture .transport { position: static; padding: 0 12px; }
  .lecture heads-up-transport { min-height: 44px; }
  /* A low screen scrolls, and the table keeps rows that can be read. */
  @media (max-height: 599px) {
    :host([mode="lecture"]) { overflow-y: auto; }
    .frame.lecture { height: auto; min-height: 100%; }
    .lecture .stage { min-height: auto; }
    .frame.lecture heads-up-stage { min-height: 340px; }
    .lecture .transport { position: sticky; bottom: 0; z-index: 3; }
  }
  .lecture .leave { display: flex; }
  .lecture .leave button { font-size: 13px; white-space: nowrap; min-height: 40px; }
  :host(.idle) { cursor: none; }
  :host(.blank)::after { content: ""; position: fixed; inset: 0; z-index: 100; background: #000; }
`;

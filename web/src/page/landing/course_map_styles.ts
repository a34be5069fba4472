/** Styles of the course map: two stacks of boxes, arrows between them, the encoder's keys and values in the middle. */
import { css } from "lit";

export const courseMapStyles = css`
  .landing .course-map {
    margin: 24px 0 0; padding: 22px 0 12px; min-height: 690px; border-top: 1px solid var(--hu-hairline);
    h2 { font-size: 25px; line-height: 1.3; font-weight: 600; }
    h3 { margin: 0 0 6px; font-size: 16px; font-weight: 600; text-align: center; }
    p { margin: 10px 0 18px; }
    a { color: inherit; text-decoration: none; }
    .map { display: grid; grid-template-columns: minmax(0, 1fr) 84px minmax(0, 1fr); max-width: 860px; }
    /* Both stacks share the rows, so that the encoder's end is beside the attention that reads it. */
    .stack { display: contents; }
    .stack > * { grid-column: 1; }
    .decoder > * { grid-column: 3; }
    .stack > :nth-child(1) { grid-row: 1; }
    .stack > :nth-child(2) { grid-row: 2; }
    .stack > :nth-child(3) { grid-row: 3; }
    .stack > :nth-child(4) { grid-row: 4; }
    .stack > :nth-child(5) { grid-row: 5; }
    .stack > :nth-child(6) { grid-row: 6; }
    .stack > :nth-child(7) { grid-row: 7; }
    .end { margin: 0; text-align: center; font-size: 13px; color: var(--hu-muted); }
    .stack > .box, .stack > .end ~ .end { position: relative; margin-top: 26px; }
    /* An arrow from the box above. */
    .stack > .box::before, .stack > .end ~ .end::before {
      content: "";
      position: absolute;
      left: 50%;
      top: -24px;
      height: 22px;
      border-left: 1px solid var(--hu-muted);
    }
    .stack > .box::after, .stack > .end ~ .end::after {
      content: "";
      position: absolute;
      left: calc(50% - 3px);
      top: -10px;
      width: 7px;
      height: 7px;
      border: solid var(--hu-muted);
      border-width: 0 1px 1px 0;
      transform: rotate(45deg);
    }
    .box { display: flow-root; padding: 9px 14px; border: 1px solid var(--hu-muted); border-radius: 4px; font-size: 13px; line-height: 1.5; }
    .attention { border-color: var(--hu-accent); border-left-width: 4px; }
    a.box:hover { background: var(--hu-blank); }
    strong { display: block; font-size: 16px; font-weight: 600; line-height: 1.4; }
    :is(span, i) { line-height: inherit; }
    .what { display: block; color: var(--hu-muted); }
    .lesson { display: block; color: var(--hu-accent); }
    .lesson::before { content: "→ "; }
    a.lesson { min-height: 26px; padding: 2px 0; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 4px; }
    .pattern { float: right; width: 44px; height: 44px; margin: 3px 0 3px 10px; }
    .pattern .open { fill: var(--hu-accent); }
    .pattern .hidden { fill: var(--hu-hairline); }
    /* From the encoder's last box to the decoder's second attention. */
    .bridge { grid-column: 2; grid-row: 5; align-self: center; height: 44px; margin-top: 26px; position: relative; }
    .bridge::before { content: ""; position: absolute; left: 4px; right: 6px; top: 22px; border-top: 1px solid var(--hu-accent); }
    .bridge::after {
      content: "";
      position: absolute;
      right: 6px;
      top: 18px;
      width: 8px;
      height: 8px;
      border: solid var(--hu-accent);
      border-width: 1px 1px 0 0;
      transform: rotate(45deg);
    }
    .bridge i { position: absolute; left: 0; right: 0; top: 0; text-align: center; font: 13px var(--hu-mono); color: var(--hu-accent); }
    .whole { grid-column: 1; grid-row: 6 / 8; align-self: end; }
    @media (max-width: 899px) { }
    @media (max-width: 640px) {
      h2 { font-size: 20px; }
      .map { grid-template-columns: minmax(0, 1fr) 38px minmax(0, 1fr); }
      .box { padding: 7px 8px; font-size: 12px; }
      strong { font-size: 13px; }
      .pattern { float: none; display: block; margin: 2px 0 4px; }
      .bridge::before { left: 1px; right: 2px; }
      .bridge::after { right: 2px; }
      .bridge i { font-size: 12px; }
    }
  }
`;

/** Stage layout: the canvas fills it, and a focus inside shows as a ring around it. */
import { css } from "lit";

export const stageStyles = css`
  :host { display: block; position: relative; min-height: 0; min-width: 0; overflow: hidden; }
  canvas { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; touch-action: manipulation; }
  canvas.over { cursor: pointer; }
  :host(:focus-within) { outline: 2px solid var(--hu-accent); outline-offset: -2px; }
`;

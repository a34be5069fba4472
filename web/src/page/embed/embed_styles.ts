/**
 * Styles of the embedded page. A wide one fills the frame, with a minimum height by its width; a narrow one is as high as its
 * content. Neither height depends on the frame's, so that a frame that follows the reported height settles.
 */
import { css } from "lit";

export const embedStyles = css`
  body { height: 100dvh; min-height: fit-content; }
  main { flex: 1 0 auto; container: embed / inline-size; }
  heads-up { flex: none; --hu-stage-most: 640px; }
  /* The author of the embedding page chooses the lesson. */
  heads-up::part(onward) { display: none; }
  @container embed (min-width: 900px) {
    heads-up { flex: 1 1 0; min-height: clamp(600px, 58cqw, 760px); }
    heads-up:is([controls="minimal"], [controls="none"]) { min-height: clamp(440px, 48cqw, 640px); }
  }
  @media print { body { height: auto; } }
`;

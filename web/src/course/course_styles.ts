/** Styles of the course page: the lesson fills the window, with one line below it. */
import { css } from "lit";

export const courseStyles = css`
  body { min-height: 100dvh; }
  heads-up { flex: 1; min-height: 0; }
  .waiting { padding: 4px 14px; }
  .course { padding: 4px 14px; border-top: 1px solid var(--hu-hairline); color: var(--hu-muted); font-size: 13px; }
  .course p { margin: 0; min-height: 32px; align-content: center; }
  .course a { color: var(--hu-accent); display: inline-block; padding: 6px 0; }
  @media (min-width: 900px) and (min-height: 521px) { body { height: 100dvh; min-height: 640px; } }
  @media print { .course { display: none; } }
`;

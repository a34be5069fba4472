/** Styles of the gaps and of the class: code as in the panel, with input fields in its lines. */
import { css } from "lit";

export const classFormStyles = css`
  nav { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 12px -8px; }
  nav button { min-height: 44px; border-bottom: 2px solid transparent; border-radius: 0; color: var(--hu-muted); }
  nav [aria-current="true"] { border-color: var(--hu-accent); color: var(--hu-ink); font-weight: 600; }
  .code { border-block: 1px solid var(--hu-hairline); margin: 0 0 12px; padding: 8px 0; position: relative; }
  .code h3 { font: 600 13px var(--hu-mono); color: var(--hu-muted); margin: 10px 0 2px; }
  .code h3:first-child { margin-top: 0; }
  .line { display: flex; align-items: center; width: 100%; min-height: 24px; line-height: 1.6; }
  /* What does not fit goes on in the next line, further in than the code begins. */
  .line code { white-space: pre-wrap; overflow-wrap: anywhere; }
  .gapped .line { display: block; padding-left: 6ch; text-indent: -6ch; }
  .whole code { padding-left: 10ch; text-indent: -10ch; }
  .echo { color: var(--hu-muted); border-bottom: 1px dotted var(--hu-muted); }
  input {
    font: 13px var(--hu-mono);
    max-width: calc(100% - 4px);
    min-height: 32px;
    margin: 2px 1px;
    padding: 2px 6px;
    background: var(--hu-blank);
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
  }
  input.good { border-color: var(--hu-accent); }
  input.bad { border-color: var(--hu-positive); }
  .feedback { width: min(100%, 80ch); }
  .feedback p { margin: 0 0 4px; padding-left: 12px; border-left: 3px solid var(--hu-hairline); font-size: 13px; line-height: 1.5; overflow-wrap: anywhere; }
  .right { color: var(--hu-accent); }
  .wrong { color: var(--hu-positive); }
  .error { color: var(--hu-positive); white-space: pre-wrap; }
  .shape { font-family: var(--hu-mono); font-size: 13px; }
  .whole .line { min-height: 28px; padding: 2px 8px 2px 0; border-radius: 0; text-align: start; }
  .number { flex: none; width: 2.6em; padding-right: 10px; text-align: end; font-size: 13px; color: var(--hu-accent); }
  .title { margin-left: auto; padding-left: 24px; font-size: 13px; color: var(--hu-muted); }
  .whole { width: fit-content; max-width: 100%; }
  .ways { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 12px; }
  .ways button { border: 1px solid var(--hu-muted); min-height: 44px; padding: 0 16px; }
  .ways .main { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  .ways [role="status"] { margin: 0; color: var(--hu-accent); }
  /* On a wide screen the feedback is beside its line, and the notes are beside the class. */
  @media (min-width: 900px) {
    .gapped { display: grid; grid-template-columns: minmax(0, max-content) minmax(320px, 1fr); column-gap: 24px; align-items: center; }
    .gapped > * { grid-column: 1; }
    .gapped .feedback { grid-column: 2; width: auto; padding-block: 2px; }
    .feedback p:last-child { margin: 0; }
    .pair { display: grid; grid-template-columns: minmax(0, max-content) minmax(240px, 1fr); gap: 0 32px; }
    .beside { position: sticky; top: 0; align-self: start; }
  }
  .actions { position: sticky; bottom: -20px; margin: 0 0 -20px; padding: 10px 0 16px; background: var(--hu-paper); }
  @media (max-width: 519px) { .title { display: none; } .whole .line { min-height: 32px; } }
`;

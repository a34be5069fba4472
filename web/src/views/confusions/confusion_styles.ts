/** Styles of the search and its answers: the field, the list, and the rows of numbers. */
import { css } from "lit";

export const confusionStyles = css`
  @media (min-width: 520px) { dialog { width: min(860px, calc(100vw - 32px)); } }
  .field { display: block; font-size: 13px; color: var(--hu-muted); }
  .field input {
    display: block;
    width: 100%;
    min-height: 44px;
    margin-top: 2px;
    padding: 0 12px;
    font-size: 16px;
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
  }
  .count { margin: 6px 0; font-size: 13px; color: var(--hu-muted); }
  ul { list-style: none; margin: 0 -8px; padding: 0; }
  .found li { border-top: 1px solid var(--hu-hairline); }
  .found button {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 16px;
    width: 100%;
    min-height: 44px;
    padding: 8px;
    text-align: start;
  }
  .found small { font-size: 13px; color: var(--hu-muted); }
  .found .current small { color: var(--hu-accent); }
  .answer { max-width: 68ch; }
  .label { margin: 12px 0 2px; font-size: 13px; }
  .label .marked { color: var(--hu-muted); }
  .cells {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(64px, 1fr));
    gap: 1px;
    margin: 0;
    max-width: 812px;
  }
  .cells li {
    padding: 3px 6px;
    text-align: end;
    font-size: 13px;
    background: var(--hu-blank);
  }
  .cells .is-marked {
    color: var(--hu-muted);
    background: repeating-linear-gradient(135deg, var(--hu-hairline) 0 1px, transparent 1px 6px);
  }
  .cells .sum { grid-column: auto / span 2; text-align: start; background: none; font-weight: 600; white-space: nowrap; }
  .waiting { min-height: 3em; }
  .ways { margin: 18px 0 10px; }
  .ways .go { border-color: var(--hu-accent); color: var(--hu-accent); }
  .threads { margin: 0; font-size: 13px; color: var(--hu-muted); overflow-wrap: anywhere; }
`;

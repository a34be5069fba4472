/** The walk: the list of tensors beside the chosen one; above it on a phone. */
import { css } from "lit";

export const stepWalkStyles = css`
  p { margin: 0 0 8px; }
  small, .facts { font-size: 13px; color: var(--hu-muted); }
  .ways { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 16px; }
  .ways.facts { align-items: center; }
  .ways label { font-size: 13px; color: var(--hu-muted); }
  select { display: block; min-height: 44px; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; padding: 0 8px; color: var(--hu-ink); }
  .facts select { display: inline-block; min-height: 32px; font-size: 13px; }
  .open { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
  .walk { display: grid; grid-template-columns: 300px minmax(0, 1fr); gap: 12px 32px; margin-top: 12px; }
  .parts { max-height: 560px; overflow: auto; border-top: 1px solid var(--hu-hairline); }
  details { border-bottom: 1px solid var(--hu-hairline); }
  summary { min-height: 44px; align-content: center; cursor: pointer; font-weight: 600; }
  ul { list-style: none; margin: 0 0 8px; padding: 0; }
  li button { width: 100%; text-align: start; min-height: 32px; overflow-wrap: anywhere; }
  li button[aria-pressed="true"] { background: var(--hu-blank); box-shadow: inset 3px 0 0 var(--hu-accent); }
  h3 { font-size: 16px; margin: 0 0 4px; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
  th { font-weight: 400; color: var(--hu-muted); padding: 2px 6px; }
  [role="grid"] th { white-space: nowrap; }
  /* Beside a wide table the rows keep their names in sight. */
  [role="grid"] tbody th { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--hu-paper); text-align: end; }
  [role="grid"] td { padding: 0; border: 1px solid var(--hu-hairline); }
  [role="grid"] td:first-child { border: 0; }
  [role="grid"] td button { min-width: 64px; width: 100%; text-align: end; border-radius: 0; padding: 0 6px; scroll-margin-inline-start: 88px; }
  .positive { --value: var(--hu-positive); }
  .negative { --value: var(--hu-negative); }
  .shade-1 { background: color-mix(in srgb, var(--value) 8%, var(--hu-paper)); }
  .shade-2 { background: color-mix(in srgb, var(--value) 18%, var(--hu-paper)); }
  .shade-3 { background: color-mix(in srgb, var(--value) 28%, var(--hu-paper)); }
  .shade-4 { background: color-mix(in srgb, var(--value) 40%, var(--hu-paper)); }
  [aria-selected="true"] { outline: 2px solid var(--hu-accent); outline-offset: -1px; }
  .error { color: var(--hu-positive); overflow-wrap: anywhere; }
  .why { min-height: 140px; margin-top: 14px; }
  .terms th, .terms td { padding: 2px 12px 2px 0; text-align: start; border-bottom: 1px solid var(--hu-hairline); white-space: nowrap; }
  .terms :is(td:not(.path), thead th:not(:first-child, .path)) { text-align: end; }
  .terms button { padding: 0; min-height: 28px; text-decoration: underline; text-underline-offset: 3px; color: var(--hu-ink); }
  .terms tfoot :is(th, td) { font-weight: 600; color: var(--hu-ink); border: 0; }
  @media (max-width: 820px) {
    .walk { grid-template-columns: minmax(0, 1fr); }
    .parts { max-height: 320px; }
  }
  /* On a phone the names wrap, so that the products and their sum stay in sight. */
  @media (max-width: 520px) {
    .terms :is(th, .path) { white-space: normal; padding-right: 8px; }
    .terms td:not(.path) { padding-right: 4px; }
    .terms code { font-size: 12px; line-height: 1.3; overflow-wrap: anywhere; }
    .terms button { min-width: 0; text-align: start; }
  }
`;

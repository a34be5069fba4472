/** What closes a menu, which is a <details>: choosing a link, and Escape. */
export const menuOf = (event: Event): HTMLDetailsElement => event.currentTarget as HTMLDetailsElement;

export function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || !menuOf(event).open) return;
  event.stopPropagation();
  menuOf(event).open = false;
  menuOf(event).querySelector("summary")?.focus();
}

export function closeOnChoice(event: MouseEvent): void {
  if ((event.target as Element).closest("a")) menuOf(event).open = false;
}

/** Finds the child of `parent` with this class, or appends it. */
export function placed(tag: string, name: string, parent: HTMLElement = document.body): HTMLElement {
  const found = parent.querySelector<HTMLElement>(`:scope > .${name}`);
  if (found) return found;
  const made = document.createElement(tag);
  made.className = name;
  parent.append(made);
  return made;
}

/** Elements with their names; one that another copy of this package has defined is left as it is. */
export function registerElements(elements: readonly (readonly [string, CustomElementConstructor])[]): void {
  for (const [name, element] of elements) if (!customElements.get(name)) customElements.define(name, element);
}

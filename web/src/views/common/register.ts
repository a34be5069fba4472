/** Defines elements, skipping those that another copy of this package has already defined. */
export function registerElement(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

export function registerElements(elements: readonly (readonly [string, CustomElementConstructor])[]): void {
  for (const [name, element] of elements) registerElement(name, element);
}

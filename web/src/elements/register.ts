/** An element under its name; one that another copy of this package has defined is left as it is. */
export function registerElement(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

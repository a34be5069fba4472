/** Init scripts for the pages of embedded.test.ts. */

declare global {
  /** Counts of resources that an element could leak. */
  function held(): { listeners: number; observed: number; frames: number };
}

/** Makes WebAssembly behave as in an engine without SIMD. */
export function withoutSimd(): void {
  const { validate, instantiate } = WebAssembly;
  const bytesOf = (source: BufferSource): Uint8Array =>
    source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset);
  // 0x7b is the type v128, in a probe's type section or in the module itself.
  const hasSimd = (source: BufferSource): boolean => bytesOf(source).includes(0x7b);
  WebAssembly.validate = (source) => !hasSimd(source) && validate(source);
  WebAssembly.instantiate = (async (source: BufferSource, imports?: WebAssembly.Imports) => {
    if (hasSimd(source)) throw new WebAssembly.CompileError("invalid value type 0x7b");
    return instantiate(source, imports);
  }) as typeof instantiate;
}

/** Counts resources that an element could leak. */
export function countResources(): void {
  const listeners = new Map<EventTarget, Set<string>>();
  const observed = new Set<unknown>();
  const frames = new Set<number>();
  const patchListeners = (name: "addEventListener" | "removeEventListener", adds: boolean): void => {
    const original = EventTarget.prototype[name];
    EventTarget.prototype[name] = function (
      this: EventTarget,
      type: string,
      listener: unknown,
      options?: unknown,
    ) {
      const outlives =
        this === undefined || this === window || this === document || this instanceof MediaQueryList;
      // Listeners that are removed by a signal or after their first event are not counted.
      const isTemporary =
        typeof options === "object" && options !== null && ("signal" in options || "once" in options);
      if (outlives && !isTemporary && listener) {
        const of = listeners.get(this ?? window) ?? new Set();
        listeners.set(this ?? window, of);
        const key = `${type} ${identity(listener as object)}`;
        if (adds) of.add(key);
        else of.delete(key);
      }
      original.call(this ?? window, type, listener as EventListener, options as AddEventListenerOptions);
    };
  };
  const identities = new WeakMap<object, number>();
  let last = 0;
  const identity = (of: object): number => {
    if (!identities.has(of)) identities.set(of, ++last);
    return identities.get(of) ?? 0;
  };
  patchListeners("addEventListener", true);
  patchListeners("removeEventListener", false);
  for (const name of ["ResizeObserver", "IntersectionObserver"] as const) {
    const Original = globalThis[name] as typeof ResizeObserver;
    class Counted extends Original {
      override observe(target: Element, options?: ResizeObserverOptions): void {
        observed.add(this);
        super.observe(target, options);
      }
      override disconnect(): void {
        observed.delete(this);
        super.disconnect();
      }
    }
    Object.assign(globalThis, { [name]: Counted });
  }
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  window.requestAnimationFrame = (callback) => {
    const handle = request((now) => {
      frames.delete(handle);
      callback(now);
    });
    frames.add(handle);
    return handle;
  };
  window.cancelAnimationFrame = (handle) => {
    frames.delete(handle);
    cancel(handle);
  };
  const sum = (): number => [...listeners.values()].reduce((total, of) => total + of.size, 0);
  Object.assign(window, { held: () => ({ listeners: sum(), observed: observed.size, frames: frames.size }) });
}

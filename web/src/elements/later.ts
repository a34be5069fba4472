/** Parts that no first picture needs: each comes when it is first asked for. */

/** Once, or again where it could not be had: without a network it may come the next time. Never rejects. */
export function once(load: () => Promise<unknown>): () => Promise<void> {
  let coming: Promise<void> | undefined;
  return () => {
    coming ??= load().then(
      () => undefined,
      () => {
        coming = undefined;
      },
    );
    return coming;
  };
}

export const loadCallout = once(() => import("./define_callout.js"));
export const loadSettings = once(() => import("./define_settings_form.js"));
export const loadAside = once(() => import("./define_aside.js"));

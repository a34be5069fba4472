/** Opens the room of authoring.ts. */

let loading: Promise<typeof import("./authoring.js") | undefined> | undefined;

/** Undefined if it could not be loaded; then the next call tries again. */
export function loadAuthoring(): Promise<typeof import("./authoring.js") | undefined> {
  loading ??= import("./authoring.js").catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

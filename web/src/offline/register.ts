/** Registers the service worker, so that the site works offline. Only the site build has a service worker. */
export async function registerOffline(): Promise<void> {
  if (import.meta.env.MODE !== "site" || !location.protocol.startsWith("http")) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  } catch {
    // A sandboxed frame or a private window may refuse; the page then needs the network but works otherwise.
  }
}

/** Asks the browser to keep the site for offline use. Only the site build has a service worker to offer. */
export async function registerOffline(): Promise<void> {
  if (import.meta.env.MODE !== "site" || !location.protocol.startsWith("http")) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  } catch {
    // A sandboxed frame or a private window may refuse; the page works, it only needs the network.
  }
}

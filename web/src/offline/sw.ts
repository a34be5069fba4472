/**
 * The service worker, which serves the page without a network. Each version has one cache, which is filled completely or not at
 * all and is the only one read, so files of two builds never mix. A new version waits until the last tab of the old one closes.
 */
export {}; // makes this a module, so that `self` can be redeclared

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build: every file of the site with its hash, and a hash of all of them. */
declare const PRECACHE: Readonly<Record<string, string>>;
declare const VERSION: string;

// Caches belong to the origin, which may serve other copies of the page in other folders.
const prefix = `heads-up ${self.registration.scope} `;
const cacheName = prefix + VERSION;

async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName);
  // While a new build is being uploaded, the server has a mixture of old and new files; the hashes tell them apart.
  const requests = Object.entries(PRECACHE).map(
    ([path, integrity]) => new Request(path, { cache: "reload", integrity }),
  );
  await cache.addAll(requests);
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  );
}

async function answer(request: Request): Promise<Response> {
  // The query string is the state of the page; the file is the same without it.
  const file = request.url.replace(/[?#].*$/, "").replace(/\/index\.html$/, "/");
  const cache = await caches.open(cacheName);
  // Hosts that redirect `guide.html` to `guide` leave the second address in bookmarks.
  const kept = (await cache.match(file)) ?? (await cache.match(`${file}.html`));
  // A page must not be answered with a redirected response, so its body gets a new one.
  return kept?.redirected ? new Response(kept.body, kept) : (kept ?? fetch(request));
}

self.addEventListener("install", (event) => event.waitUntil(fillCache()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});

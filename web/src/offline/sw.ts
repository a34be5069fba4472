/**
 * The service worker: the page without a network. One version is one cache, filled whole or not at all and read
 * alone, so files of two builds never meet. A new version waits until the last tab of the old one is closed.
 */
export {}; // a module, so that `self` may be declared anew

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: every file of the site with its hash, and a hash of them all. */
declare const PRECACHE: Readonly<Record<string, string>>;
declare const VERSION: string;

// Caches belong to the origin, which may hold other copies of the page in other folders.
const mine = `heads-up ${self.registration.scope} `;
const cacheName = mine + VERSION;

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  // While a new build is being uploaded, old and new files answer side by side: the hashes tell them apart.
  const requests = Object.entries(PRECACHE).map(
    ([path, integrity]) => new Request(path, { cache: "reload", integrity }),
  );
  await cache.addAll(requests);
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(mine) && name !== cacheName).map((name) => caches.delete(name)),
  );
}

async function answer(request: Request): Promise<Response> {
  // The query is the state of the page; the file is the same without it.
  const file = request.url.replace(/[?#].*$/, "").replace(/\/index\.html$/, "/");
  const cache = await caches.open(cacheName);
  return (await cache.match(file)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});

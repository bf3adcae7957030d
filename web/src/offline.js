// The service worker: every file of the site is kept, so that it works without a network after the first load. Answers of
// a service (riddles of days) are never kept. A lexicon is kept once it was asked for.
const KEPT = "quandary-" + "MARK";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const stale = (name) => name.startsWith("quandary-") && name !== KEPT && name !== "quandary-lexicons";
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(stale).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const here = new URL(self.registration.scope);
  if (event.request.method !== "GET" || url.origin !== here.origin) return;
  const path = url.pathname.slice(here.pathname.length);
  if (path.startsWith("lexicons/")) {
    event.respondWith(lexicon(event.request));
  } else if (FILES.includes(path) || path === "") {
    event.respondWith(
      caches
        .open(KEPT)
        .then((cache) => cache.match(path === "" ? "./" : event.request))
        .then((kept) => kept ?? fetch(event.request)),
    );
  }
});

async function lexicon(request) {
  const cache = await caches.open("quandary-lexicons");
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// The service worker: caches every file of the site, for use without a network after the first load. It never caches
// answers
// of a service (daily riddles). It caches a lexicon on first use.
const CACHE = "quandary-" + "MARK";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const stale = (name) => name.startsWith("quandary-") && name !== CACHE && name !== "quandary-lexicons";
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
        .open(CACHE)
        .then((cache) => cache.match(path === "" ? "./" : event.request))
        .then((cached) => cached ?? fetch(event.request)),
    );
  }
});

async function lexicon(request) {
  const cache = await caches.open("quandary-lexicons");
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

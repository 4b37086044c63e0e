// Keeps the page on this device, so that it opens without the server: the lobby, the table, the lessons
// and their texts. Tables and who sits at them are never kept.
// The build puts the names of its files and a mark of their contents here.
const FILES = ["/"];
const KEPT = "dragon-dune-page-0";
const TEXTS = "dragon-dune-texts";
const isText = (path) => /^\/api\/(meta|map|rules|lessons|guides)(\/|$)/.test(path);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("dragon-dune-page-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** From the server while it answers; what it said last where it does not. */
async function newest(request, name, key) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

// Somebody is told of a game while no page is open, or none of this server.
self.addEventListener("push", (event) => {
  const { title = "Dragon Dune", body = "", path = "/", badge = 0 } = event.data?.json() ?? {};
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, {
        body,
        tag: path,
        data: path,
        icon: "/dragon-192.png",
        badge: "/dragon-192.png",
      }),
      self.navigator.setAppBadge?.(badge),
    ]),
  );
});

/** A page that is open already is brought forward instead of opening another. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = new URL(event.notification.data ?? "/", self.location.origin);
  if (path.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async ([page]) => {
      if (!page) return self.clients.openWindow(path.href);
      await page.focus();
      return page.navigate(path.href);
    }),
  );
});

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: false })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  // Every address of the page is the same file; what stands behind the # is its own affair.
  if (request.mode === "navigate" && !address.pathname.startsWith("/api/"))
    event.respondWith(newest(request, KEPT, "/"));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (isText(address.pathname)) event.respondWith(newest(request, TEXTS, request));
});

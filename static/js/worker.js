// The service worker, served as /sw.js after a line that defines KIT (scorekeeper/web/static_files.py). Caches this
// version's static files, and the last page of each match seen on this phone, which it serves only if the network fails.
// A cached page has data-kept, the time when it was seen. Never answers a POST.
const PAGES = "pages";
const TIMEOUT = 8000;
const MAX_PAGES = 60; // two for each match
const MATCH = /^\/m\/[\w-]{22}\/(later\/)?$/;
const { on, version, shell, icon } = KIT;
const NAME = `static-${version}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  if (on) event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(shell)));
});

// Keeps the files of the previous version too, because cached pages may refer to them.
const tidy = async () => {
  if (!on) {
    await self.registration.unregister();
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    return;
  }
  const older = (await caches.keys()).filter((name) => name.startsWith("static-") && name !== NAME);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  // An earlier version enabled this. If the preload fails, Firefox shows its own error page, whatever the worker responds.
  if (self.registration.navigationPreload) await self.registration.navigationPreload.disable();
  await self.clients.claim();
};
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

const fromShell = async (request) => {
  for (const name of [NAME, ...(await caches.keys()).filter((other) => other.startsWith("static-"))]) {
    const found = await caches.match(request, { cacheName: name });
    if (found) return found;
  }
  return undefined;
};

// Caches a page, or removes it from the cache if the user may no longer view it.
const remember = async (path, answer) => {
  const pages = await caches.open(PAGES);
  if (answer.ok && !answer.redirected) {
    const text = (await answer.text()).replace("<html", `<html data-kept="${new Date().toISOString()}"`);
    const headers = new Headers(answer.headers);
    for (const gone of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(gone);
    await pages.put(path, new Response(text, { headers }));
    await Promise.all((await pages.keys()).slice(0, -MAX_PAGES).map((old) => pages.delete(old)));
  } else if ([403, 404, 410].includes(answer.status)) {
    await Promise.all([pages.delete(path), pages.delete(`${path}later/`)]);
  }
};

const inTime = (answer) => Promise.race([answer, new Promise((_, late) => setTimeout(late, TIMEOUT, new Error("late")))]);

const page = async (event, path, isPage) => {
  const kept = MATCH.test(path) && (await caches.match(path, { cacheName: PAGES }));
  try {
    const answer = await (kept ? inTime(fetch(event.request)) : fetch(event.request));
    if (kept && [502, 504].includes(answer.status)) return kept;
    if (MATCH.test(path)) event.waitUntil(remember(path, answer.clone()));
    return answer;
  } catch (lost) {
    const found = kept || (isPage && (await fromShell(shell[0]))) || (await fromShell(path));
    if (found) return found;
    throw lost;
  }
};

const changeLanguage = async () => {
  const cache = await caches.open(NAME);
  await Promise.all([cache.addAll(shell.slice(0, 2)), renewWords()]);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (!on || origin !== self.location.origin) return;
  if (request.method !== "GET") {
    // Another user must not see these pages; the offline page depends on the language.
    if (pathname.startsWith("/account/")) event.waitUntil(caches.delete(PAGES));
    if (pathname === "/language") event.waitUntil(new Promise((then) => setTimeout(then, 2000)).then(changeLanguage));
    return;
  }
  if (request.headers.get("HX-Request")) return;
  if (pathname.startsWith("/static/")) event.respondWith(fromShell(request).then((found) => found || fetch(request)));
  else if (request.mode === "navigate" || MATCH.test(pathname) || pathname === shell[1]) event.respondWith(page(event, pathname, request.mode === "navigate"));
});

// ── notifications: a push has no text; it is fetched here with the secret that notify.js has stored ──

const wordsKept = async () => {
  const found = await caches.match("/notifications/worker/", { cacheName: "notify" });
  return found ? found.json() : {};
};
const askSite = async (fields, credentials = "omit") => {
  const { secret } = await wordsKept();
  const body = new URLSearchParams({ ...fields, secret: secret || "" });
  const answer = await fetch("/notifications/worker/", { method: "POST", body, credentials, cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
};

// Sends cookies, because one of them has the language chosen.
const renewWords = async () => {
  const words = await wordsKept();
  if (!words.secret) return;
  const renewed = { ...words, ...(await askSite({ action: "language" }, "same-origin")) };
  const cache = await caches.open("notify");
  await cache.put("/notifications/worker/", new Response(JSON.stringify(renewed)));
};

// Browsers require a notification for each push, even if its text can't be fetched.
const notify = async () => {
  let [words, texts, again] = [{}, [], false];
  try {
    words = await wordsKept();
    ({ texts, again } = await inTime(askSite({ action: "texts" })));
  } catch {
    // The general text below is shown.
  }
  if (!texts.length) texts = [{ title: words.title || "Scorekeeper", body: words.body || "", path: "/notifications/", tag: "general" }];
  for (const { title, body, path, tag, subscription } of texts) {
    const actions = subscription && words.stop ? [{ action: "stop", title: words.stop }] : [];
    await self.registration.showNotification(title, { body, tag, renotify: !again, silent: again, icon, actions, data: { path, subscription } });
  }
};
self.addEventListener("push", (event) => event.waitUntil(notify()));

const openPage = async (path) => {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
};
self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  const { path, subscription } = notification.data;
  notification.close();
  event.waitUntil(action === "stop" ? askSite({ action, subscription }).catch(() => openPage("/notifications/")) : openPage(path));
});

// The push service has replaced the subscription.
self.addEventListener("pushsubscriptionchange", (event) => {
  const move = async () => {
    const { key } = await wordsKept();
    const next = event.newSubscription || (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await askSite({ action: "move", endpoint: next.endpoint });
  };
  event.waitUntil(move());
});

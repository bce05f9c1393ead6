// "Notify me": says where this browser can't be notified, and asks for permission only after a tap. The secret with
// which the service worker (worker.js) fetches its texts stays in this browser's cache. The empty list of notifications
// has no form; it only says that a site without encryption can't send any.
(() => {
  const part = document.querySelector("[data-notify]");
  const form = part && part.querySelector("[data-can]");
  if (!form) return;

  const show = (which) => {
    for (const text of part.querySelectorAll("[data-cannot]")) text.hidden = text.dataset.cannot !== which;
    form.hidden = which !== "" && !["failed", "later", "dismissed"].includes(which);
  };
  const obstacle = () => {
    if ("off" in part.dataset) return "off";
    if (!window.isSecureContext) return "http";
    // Safari on iPhone has no PushManager unless the site was opened from the home screen.
    if (!("PushManager" in window) && navigator.standalone === false) return "home";
    if (!navigator.serviceWorker || !("PushManager" in window) || !window.Notification) return "none";
    return Notification.permission === "denied" ? "denied" : "";
  };

  if (!form.matches("form")) {
    if (!window.isSecureContext) show("http");
    return;
  }

  const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const same = (buffer, bytes) => buffer && bytes.every((byte, at) => byte === new Uint8Array(buffer)[at]);

  // Sends the form with `fields`. Returns the JSON response, or undefined if the site is busy.
  const post = async (fields) => {
    const body = new FormData(form);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await fetch(form.action, { method: "POST", body, cache: "no-store" });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    // The user may no longer view the page, or its form is too old: the reloaded page says so.
    if (!isJson && [403, 404].includes(answer.status)) return new Promise(() => window.location.reload());
    return isJson ? answer.json() : undefined;
  };

  const endpointOf = async (siteKey) => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = toBytes(siteKey);
    const known = await pushManager.getSubscription();
    if (known && same(known.options.applicationServerKey, key)) return known.endpoint;
    if (known) await known.unsubscribe(); // made with an older key of the site
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).endpoint;
  };

  const kept = async () => {
    const found = await caches.match("/notifications/worker/", { cacheName: "notify" });
    return found ? found.json() : {};
  };
  const keep = async (words) => {
    const cache = await caches.open("notify");
    await cache.put("/notifications/worker/", new Response(JSON.stringify(words)));
  };

  const send = async () => {
    const site = await post({ action: "key" });
    if (!site) return show("later");
    const { secret } = await kept();
    const endpoint = await endpointOf(site.key);
    const words = await post({ endpoint, key: site.key, secret: secret || "" });
    if (!words) return show("later");
    if (!words.error) {
      await keep({ ...words, endpoint });
      window.location.reload();
      return undefined;
    }
    const refused = part.querySelector("[data-refused]");
    refused.textContent = words.error;
    refused.hidden = false;
    return undefined;
  };

  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    show("");
    part.querySelector("[data-refused]").hidden = true;
    try {
      const permission = await Notification.requestPermission();
      if (permission === "granted") await send();
      else show(obstacle() || "dismissed");
    } catch {
      show("failed");
    } finally {
      busy = false;
    }
  });

  // Whether this browser still shows the notifications that the site sends.
  const works = async () => {
    const { secret, endpoint } = await kept();
    const known = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
    return Boolean(secret && known && known.endpoint === endpoint && Notification.permission === "granted");
  };
  const problem = obstacle();
  if (problem || !("on" in form.dataset)) show(problem);
  else works().then((fine) => fine || show(""), () => show(""));
})();

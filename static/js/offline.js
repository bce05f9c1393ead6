// The offline page: lists the matches whose last page the service worker has cached, latest first.
(async () => {
  const list = document.getElementById("later-matches");
  const pages = await caches.open("pages");
  const found = [];
  for (const { url } of await pages.keys()) {
    if (url.endsWith("/later/")) continue;
    const text = await (await pages.match(url)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    found.push({ url, page, kept: page.documentElement.dataset.kept });
  }
  found.sort((one, other) => other.kept.localeCompare(one.kept));
  const lang = document.documentElement.lang;
  for (const { url, page, kept } of found) {
    const row = document.getElementById("later-match").content.cloneNode(true);
    row.querySelector("a").href = url;
    row.querySelector("h2").textContent = page.querySelector("#now .sub").textContent;
    row.querySelector(".sub").textContent = new Date(kept).toLocaleString(lang.replace(/^en$/, "en-GB"), { dateStyle: "medium", timeStyle: "short" });
    for (const player of page.querySelectorAll(".player")) {
      const one = document.createElement("div");
      const name = document.createElement("bdi");
      const points = document.createElement("b");
      name.textContent = player.querySelector(".name").textContent.trim();
      points.textContent = player.querySelector(".amt").textContent.trim();
      one.append(name, points);
      row.querySelector(".three").append(one);
    }
    list.append(row);
  }
  list.hidden = !found.length;
  document.getElementById("later-none").hidden = found.length > 0;
})();
// Reloads only after a second with a network, because an unstable one must not replace the page during a tap.
let reloadTimer;
const cancelReload = () => clearTimeout(reloadTimer);
window.addEventListener("online", () => {
  cancelReload();
  reloadTimer = setTimeout(() => window.location.reload(), 1000);
});
for (const gone of ["offline", "beforeunload"]) window.addEventListener(gone, cancelReload);

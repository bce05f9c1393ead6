// Shows the outbox (outbox.js): the status line, the list of entries behind it, and sheets to enter hands without a
// network. Once this is loaded, it handles every save of the score page; before that, htmx sends the form. Texts and
// sheets are in #later, which the server renders (templates/matches/offline/_unsent_entries.html).
const kit = () => document.getElementById("later");
// A static import that failed would make this module fail for as long as the page is open, so this one is retried.
const loadOutbox = async () => {
  try {
    return await import(kit().dataset.outbox);
  } catch {
    await new Promise((then) => setTimeout(then, 3000));
    return loadOutbox();
  }
};
const box = await loadOutbox();
const { htmx } = window;
const sheet = document.getElementById("sheet");
const { code, base } = kit().dataset;
const saving = new Set();
const answered = new Set(); // keys of entries whose response this page has shown
let shown = ""; // key of the entry whose response may be shown: nothing else has been opened since
let list = [];
let online = true;
let next = 0;

const word = (name, value = "") => (kit().dataset[name] || "").replace("%s", value);
const filled = (name, values) => word(name).replace(/\{(\w+)\}/g, (_, key) => values[key]);
const listed = (answers) => answers.filter(Boolean).reduce((first, next) => (first ? filled("answers", { first, next }) : next), "");
const part = (name) => {
  const template = document.getElementById(`later-${name}`);
  return template && template.content;
};
const mine = () => list.filter((entry) => entry.code === code);
const inTurn = () => mine().filter((entry) => !entry.aside);
const place = () => {
  const field = document.querySelector("#main [name=expected_seq]");
  return Math.max(next, Number(field ? field.value : kit().dataset.next));
};

// ── the status line ────────────────────────────────────────────────────────────────
const line = document.createElement("button");
line.type = "button";
line.className = "later-line";
line.hidden = true;
const about = document.createElement("div");
about.setAttribute("role", "status");
about.className = "later";
about.append(line);
document.getElementById("main").before(about);

const since = () => {
  const { kept } = document.documentElement.dataset;
  return kept ? new Date(kept).toLocaleTimeString(document.documentElement.lang.replace(/^en$/, "en-GB"), { timeStyle: "short" }) : "";
};
const status = () => {
  const needs = list.filter((entry) => entry.needs).length;
  if (needs) return ["needs", word("needs", needs)];
  if (saving.size) return ["sending", word("sending")];
  if (list.length && !online) return ["waiting", word("waiting", list.length)];
  if (list.length) return ["sending", word("sending")];
  if (since()) return ["old", word("old", since())];
  return box.keepsNothing() ? ["old", word("nothing")] : [];
};
const show = () => {
  const [state = "", sentence = ""] = status();
  const more = state === "waiting" && box.keepsNothing() ? word("nothing") : state === "waiting" && !isSecureContext ? word("plain") : "";
  const text = more ? filled("sentences", { sentence, more }) : sentence;
  line.hidden = !text;
  line.dataset.state = state;
  if (line.textContent !== text) line.textContent = text;
  if (list.length && sheet.querySelector("#later-items")) openList();
  // While entries are waiting, the number of the next hand is unknown: ask without it.
  const ask = document.getElementById("ask");
  if (!ask || !part("hand")) return;
  if (!("was" in ask.dataset) && inTurn().length) [ask.dataset.was, ask.textContent] = [ask.textContent, word("ask")];
  else if ("was" in ask.dataset && !inTurn().length) {
    ask.textContent = ask.dataset.was;
    delete ask.dataset.was;
  }
};
let showing;
// A quick save shows no status.
const showSoon = () => {
  clearTimeout(showing);
  showing = setTimeout(show, 400);
};
const refresh = async () => {
  list = await box.all();
  clearTimeout(showing);
  show();
};

// ── the list ────────────────────────────────────────────────────────────────
const kindOf = ({ path }) => path.split("/").filter(Boolean).at(-1);
// Describes an entry in the words of its sheet. Other matches have no sheet here: their entries are described by values.
const describe = (entry) => {
  const kind = kindOf(entry);
  const named = word(`kind-${kind}`.replace(/-./g, (two) => two[1].toUpperCase())) || word("kindOther");
  if (entry.code !== code) return listed([named, ...entry.fields.filter(([name]) => name !== "known").map((each) => each[1])]);
  const form = part(kind);
  const answers = (form ? entry.fields : []).map(([name, value]) => {
    const input = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)].find((each) => each.type === "text" || each.value === value);
    if (!input || input.type === "hidden" || !value || value === "other") return "";
    const label = form.querySelector(`label[for="${input.id}"]`) || input.closest("label");
    const legend = input.type === "radio" && input.closest("fieldset") && input.closest("fieldset").querySelector("legend");
    const [text, asked] = [label, legend].map((each) => (each ? each.textContent.trim().replace(/\s+/g, " ") : ""));
    if (input.type === "text") return filled("labelled", { label: text, text: value });
    return asked ? filled("labelled", { label: asked, text }) : text;
  });
  return listed(answers) || named;
};

const openSheet = (content) => {
  sheet.replaceChildren(content);
  htmx.process(sheet);
  htmx.trigger(sheet, "htmx:afterSwap", { target: sheet });
};
const openList = () => {
  const content = part("list").cloneNode(true);
  const rows = content.querySelector("#later-items");
  for (const entry of list) {
    const row = part("item").cloneNode(true);
    row.querySelector("strong").textContent = describe(entry);
    row.querySelector("small").textContent = word(entry.needs ? "one" : entry.tries ? "tried" : "never");
    const back = row.querySelector("[data-back]");
    const look = row.querySelector("[data-look]");
    back.hidden = Boolean(entry.tries);
    back.dataset.back = entry.key;
    const away = row.querySelector("[data-away]");
    const aside = row.querySelector("[data-aside]");
    look.hidden = away.hidden = !entry.needs;
    // The entries behind a conflict would conflict too.
    aside.hidden = !entry.needs || entry.needs === 409 || entry.aside || !list.some((each) => each.code === entry.code && each.no > entry.no);
    for (const name of ["look", "away", "aside"]) row.querySelector(`[data-${name}]`).dataset[name] = entry.key;
    rows.append(row);
  }
  openSheet(content);
};

// ── sending ─────────────────────────────────────────────────────────────────
const showAnswer = (entry, { seq, html }) => {
  if (entry.code !== code || !html) return;
  const target = seq ? document.getElementById("main") : sheet;
  const here = entry.key === shown;
  if (!seq && !here) return;
  answered.add(entry.key);
  if (seq && here) sheet.inert = true;
  htmx.swap(target, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 20 }, {
    eventInfo: { target },
    afterSettleCallback: () => seq && here && htmx.trigger(document.body, "saved"),
  });
  if (seq) {
    next = seq + 1;
    if (here) shown = "";
  }
};
const onResult = async (entry, result) => {
  online = Boolean(result.seq || result.needs);
  if (online) pause = 1000;
  if (result.needs === 410 && "caches" in window) {
    const [kept] = entry.path.match(/^\/m\/[^/]+\//);
    caches.open("pages").then((pages) => Promise.all([kept, `${kept}later/`].map((path) => pages.delete(path)))).catch(() => {});
  }
  // The sheet is still open with what was typed: the user corrects it there and saves again.
  if (result.needs === 422 && saving.has(entry.key) && entry.key === shown) await box.done(entry.key, entry.seq);
  if (document.getElementById("main").isConnected) showAnswer(entry, result);
};
const freshToken = async () => { await fetch(kit().dataset.again, { signal: box.patience() }); };

let timer;
let pause = 1000;
const flush = async () => {
  clearTimeout(timer);
  list = await box.all();
  if (!list.some((entry) => !entry.needs)) return refresh();
  showSoon();
  let there = false;
  try {
    there = await box.flush(onResult, freshToken);
  } finally {
    clearTimeout(timer);
    if (!there) {
      timer = setTimeout(flush, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, 30000);
    }
  }
  online = there;
  await refresh();
};
const now = () => {
  pause = 1000;
  flush();
};

// Makes live.js stop polling until a save has its response; otherwise it could announce this hand as an update.
const writes = (by) => document.body.dispatchEvent(new CustomEvent("outbox", { detail: by }));

// Actions of a form that save nothing, as LOOKS in matches/views/shared.py.
const LOOKS = ["check", "look", "more", "one", "two"];
const OUTSIDE = ["key", "expected_seq", "csrfmiddlewaretoken"]; // not among an entry's fields
// Stores an entry, then sends it. If it can't be sent now, it waits in the outbox, and scoring goes on.
const save = async ({ formData, path, elt }) => {
  const key = formData.get("key");
  if (saving.has(key)) return;
  saving.add(key);
  answered.delete(key); // it may have been refused before and then corrected
  shown = key;
  writes(1);
  for (const button of elt.querySelectorAll("[type=submit]")) button.disabled = true;
  showSoon();
  const fields = [...formData].filter(([name]) => !OUTSIDE.includes(name));
  const entry = { key, code, path: new URL(path, location).pathname, fields, seq: Number(formData.get("expected_seq")), at: new Date().toISOString() };
  try {
    await box.keep(entry, elt.dataset.instead);
    await flush();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    line.textContent = word("full");
    line.hidden = false;
  } finally {
    saving.delete(key);
    writes(-1);
    for (const button of elt.querySelectorAll("[type=submit]")) button.disabled = false;
  }
  if (shown !== key) return show();
  const left = list.find((each) => each.key === key);
  // Another tab has sent it, and it was refused: show the response here, where the sheet is open.
  if (left && left.needs && !answered.has(key)) return decide(key);
  shown = "";
  if (left && !left.needs) closeWaiting();
  else if (!left && sheet.contains(elt) && !sheet.inert && list.every((each) => each.code !== code)) await loadTable();
  show();
};
// The entry waits for the network: close its sheet. The event makes app.js ignore a second tap, which would hit the page.
const closeWaiting = () => {
  if (sheet.open) sheet.close();
  const main = document.getElementById("main");
  htmx.trigger(main, "htmx:afterSwap", { target: main });
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
};
// Another tab has saved the entry: load the table.
const loadTable = () => htmx.ajax("GET", base, { target: "#main", swap: "innerHTML" }).then(() => htmx.trigger(document.body, "saved"));

// Sends a refused entry again, because the response shows both versions for the user to decide.
const decide = async (key) => {
  const entry = list.find((each) => each.key === key);
  if (!entry) return;
  if (entry.code !== code) {
    location = entry.path.replace(/(\/m\/[^/]+\/).*/, "$1");
    return;
  }
  shown = key;
  answered.delete(key);
  await box.again((each) => each.key === key);
  await flush();
  shown = "";
  // There was no response to show: offer the actions of the list.
  if (!answered.has(key) && mine().some((each) => each.key === key)) openList();
};
const throwAway = async (key, free) => {
  await box.done(key, free);
  await flush();
};

// ── sheets without a network ────────────────────────────────────────────────
// The winner can't be the discarder, or still be waiting.
const hideWinner = (form) => {
  const winner = form.querySelector("[name=winner]:checked");
  for (const field of form.querySelectorAll("[name=source], [name=waiting]")) {
    const own = Boolean(winner) && field.value === winner.value;
    field.disabled = own;
    if (own) field.checked = false;
    (form.querySelector(`label[for="${field.id}"]`) || field.closest("label")).hidden = own;
  }
};
const SHEETS = /\/(hand|draw)\/(?:\?winner=(P\d))?$/;
const openLater = (path) => {
  shown = "";
  const [, kind, winner] = path.match(SHEETS);
  const content = part(kind).cloneNode(true);
  const form = content.querySelector("form");
  const before = inTurn().length;
  const { no } = kit().dataset;
  form.querySelector("[name=key]").value = box.newKey();
  form.querySelector("[name=expected_seq]").value = before ? inTurn().at(-1).seq + 1 : place();
  const known = form.querySelector("[name=known]");
  if (known && before) known.value = "";
  const exact = /^\d+$/.test(no) && place() === Number(kit().dataset.next);
  const hands = inTurn().filter((entry) => part(kindOf(entry)));
  content.querySelector("#sheet-title").textContent = exact ? word(`title-${kind}`.replace(/-./, (two) => two[1].toUpperCase()), Number(no) + hands.length) : word("titleNext");
  if (winner) form.querySelector(`[name=winner][value=${winner}]`).checked = true;
  for (const name of ["winner", "source", "points"]) {
    for (const field of form.querySelectorAll(`[type=radio][name=${name}]`)) field.required = true;
  }
  hideWinner(form);
  form.addEventListener("change", () => hideWinner(form));
  openSheet(content);
};
const canOpen = (path) => SHEETS.test(path) && part(path.match(SHEETS)[1]);

document.body.addEventListener("htmx:configRequest", (event) => {
  const { detail } = event;
  const { verb, formData, target, path } = detail;
  if (verb === "get" && target === sheet) shown = "";
  if (verb === "get" && target === sheet && canOpen(path)) {
    if (inTurn().length || !navigator.onLine) {
      event.preventDefault();
      openLater(path);
    } else detail.timeout = 5000;
  } else if (verb === "post" && target.id === "main" && formData.has("key") && !detail.errors.length && !LOOKS.includes(formData.get("action"))) {
    event.preventDefault();
    if (/\/(un|re)do\/$/.test(path) && inTurn().length) openList();
    else save(detail);
  }
});

// If a sheet can't be loaded, open the offline one. If a check fails, offer to save without a preview.
const failed = (event) => {
  const { requestConfig, xhr } = event.detail;
  if (!requestConfig || (xhr.status && xhr.status < 502)) return;
  const { verb, target, path } = requestConfig;
  if (verb === "get") {
    event.stopPropagation();
    if (target === sheet && canOpen(path)) openLater(path);
  } else if (target.id === "sheet-bar" && part("bar")) {
    event.stopPropagation();
    target.replaceChildren(part("bar").cloneNode(true));
  }
};
for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(lost, failed, true);

// ── the page as last seen, for use without a network (worker.js serves it) ──
const keepPage = async () => {
  if (!base || document.documentElement.dataset.kept || !navigator.serviceWorker || !navigator.serviceWorker.controller) return;
  const pages = await caches.open("pages");
  const old = await pages.match(base);
  if (!old) {
    await fetch(base);
    return;
  }
  const copy = document.documentElement.cloneNode(true);
  copy.dataset.kept = new Date().toISOString();
  copy.classList.remove("js");
  delete copy.dataset.later;
  for (const gone of copy.querySelectorAll("#later, .later, #toast > *, #sheet > *, #announce > *")) gone.remove();
  const dialog = copy.querySelector("#sheet");
  for (const name of ["open", "inert"]) dialog.removeAttribute(name);
  await pages.put(base, new Response(`<!doctype html>\n${copy.outerHTML}`, { headers: old.headers }));
};
const freshKit = async () => {
  const answer = await fetch(kit().dataset.again);
  if (answer.ok) kit().outerHTML = await answer.text();
};
const closeEmpty = () => list.length || sheet.close();
let soon;
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (!base || event.detail.target.id !== "main") return;
  delete document.documentElement.dataset.kept;
  show();
  clearTimeout(soon);
  soon = setTimeout(() => {
    keepPage().catch(() => {});
    if (part("hand")) freshKit().catch(() => {});
  }, 1500);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-back], [data-look], [data-aside], [data-away], [data-drop]");
  const { back, look: key, aside, away, drop, next: free } = button ? button.dataset : {};
  if (back) box.takeBack(back).then(refresh).then(closeEmpty);
  else if (key) decide(key);
  else if (aside) box.putAside(aside).then(flush).then(openList);
  else if (away && window.confirm(word("sure"))) throwAway(away, list.find((each) => each.key === away).seq).then(closeEmpty);
  else if (drop) {
    event.preventDefault();
    throwAway(drop, Number(free)).then(loadTable);
  } else if (event.target.closest("[data-flush]")) now();
  else if (event.target === line && list.length) openList();
});
// A response that comes after its sheet was closed or replaced must not replace what is open now.
sheet.addEventListener("close", () => { if (!sheet.open) shown = ""; });
document.body.addEventListener("current", show);
window.addEventListener("online", now);
window.addEventListener("offline", () => { online = false; show(); });
window.addEventListener("pageshow", now);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());
window.addEventListener("beforeunload", (event) => { if (list.length && box.keepsNothing()) event.preventDefault(); });
box.onChange(refresh);
online = navigator.onLine;
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = kit().dataset.style;
document.head.append(style);
// Retry entries that were refused for lack of rights: the user may have signed in or joined again.
await box.again((entry) => [403, 404, 410].includes(entry.needs));
document.documentElement.dataset.later = "on";
await refresh();
now();
keepPage().catch(() => {});

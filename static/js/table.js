// The score page and pages of entries: steppers, bonus-points known from how the hand was won, loading of the keypad and
// other scripts, and restoring an open sheet or form after a reload.
(() => {
  const bounded = (input, value) =>
    Math.min(Math.max(value, Number(input.dataset.min || 0)), Number(input.dataset.max || 999));

  const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = step.parentElement.querySelector("input");
    const value = Number.parseInt(input.value || input.dataset.known, 10) || 0;
    input.value = bounded(input, value + Number(step.dataset.step));
    changed(input);
  });

  // A new list may have rows of another height: keep the tapped row under the thumb.
  let height;
  const top = () => document.activeElement.getBoundingClientRect().top;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => { if (detail.target.id === "ticks") height = top(); });
  document.addEventListener("htmx:afterSettle", () => {
    const main = document.activeElement.closest("#ticks") && document.activeElement.closest(".sheet-main");
    if (main && height !== undefined) main.scrollTop += top() - height;
    height = undefined;
  });

  // A tap on "another number" focuses its field.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("label[for=points-other]")) return;
    const field = document.getElementsByName("points_other")[0];
    if (field) setTimeout(() => field.focus());
  });

  // The known bonus-points depend on how the hand was won: change a typed number by the difference.
  document.addEventListener("change", (event) => {
    const { form, name } = event.target;
    const fields = form && form.elements;
    if (!fields || !fields.bonus?.dataset || !["source", "how"].includes(name)) return;
    const source = form.querySelector("[name=source]:checked");
    if (!source) return;
    const sort = source.value === "wall" ? "wall" : "player";
    const way = form.querySelector(`[name=how][data-of=${sort}]:checked`);
    const known = Number(source.dataset.known) + (way ? Number(way.dataset.known) : 0);
    const difference = known - Number(fields.bonus.dataset.known);
    fields.bonus.dataset.known = fields.bonus.placeholder = known;
    if (difference && fields.bonus.value.trim()) {
      fields.bonus.value = bounded(fields.bonus, Number.parseInt(fields.bonus.value, 10) + difference);
    }
  });

  // Keys tapped before keypad.js has loaded are tapped again afterwards.
  const early = [];
  const keys = () => [...document.querySelectorAll("#pad button")];
  let coming = false;
  let ready = false;
  const loadKeypad = async (tries = 0) => {
    const pad = document.getElementById("pad");
    if (!pad || coming) return;
    coming = true;
    try {
      await import(pad.dataset.script + (tries ? `?${tries}` : "")); // some browsers cache a failed import
    } catch {
      setTimeout(() => { coming = false; loadKeypad(tries + 1); }, 3000);
      return;
    }
    ready = true;
    for (const place of early.splice(0)) keys()[place]?.click();
  };
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("#pad button");
    if (key && !ready) early.push(keys().indexOf(key));
  });
  document.addEventListener("htmx:afterSwap", () => loadKeypad());
  loadKeypad();
  // live.js is loaded after the page, and again if the network fails.
  const loadLive = () => {
    const script = document.createElement("script");
    script.src = document.body.dataset.awake;
    script.onerror = () => setTimeout(loadLive, 3000);
    document.head.append(script);
    script.remove(); // it still loads; in a stored copy of the page it would run twice
  };
  if (document.body.dataset.awake) loadLive();
  // What works without a network (later.js) is loaded last.
  const loadLater = async () => {
    try {
      const answer = await fetch(`${location.pathname}later/`);
      if (answer.status === 429 || answer.status > 499) throw new Error("trouble");
      if (!answer.ok) return;
      const text = await answer.text();
      if (!document.getElementById("later")) document.body.insertAdjacentHTML("beforeend", text);
      await import(document.getElementById("later").dataset.script);
    } catch {
      setTimeout(loadLater, 3000 * (0.75 + Math.random() / 2));
    }
  };
  if ("awake" in document.body.dataset) window.addEventListener("load", loadLater);
  // Stores an open sheet or entry form (data-keep) with its input, unless it has been sent, because the user may reload
  // the page, or the phone may unload it. A new visit shows the page as it is saved.
  const sheet = document.getElementById("sheet");
  const name = `sheet ${location.pathname}${location.search}`;
  let sent = false;
  const pageForm = () => document.querySelector("form[data-keep]");
  const entry = () => pageForm() || (sheet.querySelector("#sheet-bar") && !sheet.inert && sheet);
  const inputs = (box) => [...box.querySelectorAll("input, select")];
  const keepEntry = () => {
    const box = !sent && entry();
    try {
      if (box) sessionStorage.setItem(name, JSON.stringify([box.innerHTML, inputs(box).map(({ value, checked }) => ({ value, checked }))]));
      else sessionStorage.removeItem(name);
    } catch {
      // no storage
    }
  };
  const restoreEntry = () => {
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(name));
    } catch {
      return;
    }
    const [visit] = performance.getEntriesByType("navigation");
    const box = pageForm() || (document.querySelector("[hx-target='#sheet']") && sheet);
    if (!kept || visit?.type === "navigate" || !box) return;
    const [html, filled] = kept;
    box.innerHTML = html;
    inputs(box).forEach((input, place) => Object.assign(input, filled[place]));
    htmx.process(box);
    htmx.trigger(box, "htmx:afterSwap", { target: box });
    changed(box.querySelector("input"));
  };
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && detail.target.id === "main") sent = true;
  });
  document.addEventListener("submit", ({ target }) => {
    if (target === pageForm()) sent = true;
  });
  for (const on of ["htmx:afterRequest", "htmx:afterSwap"]) document.addEventListener(on, () => { sent = false; });
  sheet.addEventListener("close", keepEntry);
  window.addEventListener("pagehide", keepEntry);
  document.addEventListener("visibilitychange", keepEntry);
  restoreEntry();

  // The response to an earlier check would undo this change.
  document.addEventListener("input", (event) => {
    const check = event.target.form && event.target.form.querySelector("[hx-trigger^=input]");
    if (check) check.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  });
})();

// The table: steppers, the bonus-points that are known from how the hand was won, the keypad when a sheet
// shows one, the open sheet or form again after a reload.
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

  // A new list has other notes beside its rows. The row that was tapped stays under the thumb.
  let height;
  const top = () => document.activeElement.getBoundingClientRect().top;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => { if (detail.target.id === "ticks") height = top(); });
  document.addEventListener("htmx:afterSettle", () => {
    const main = document.activeElement.closest("#ticks") && document.activeElement.closest(".sheet-main");
    if (main && height !== undefined) main.scrollTop += top() - height;
    height = undefined;
  });

  // Whoever taps for another number wants to type it.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("label[for=points-other]")) return;
    const field = document.getElementsByName("points_other")[0];
    if (field) setTimeout(() => field.focus());
  });

  // The wall and a robbed kong add a bonus-point of their own: keep what was typed on top of it.
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

  // What is tapped before the keys have their script waits for it.
  const early = [];
  const keys = () => [...document.querySelectorAll("#pad button")];
  let coming = false;
  let ready = false;
  const bringKeypad = async (tries = 0) => {
    const pad = document.getElementById("pad");
    if (!pad || coming) return;
    coming = true;
    try {
      await import(pad.dataset.script + (tries ? `?${tries}` : "")); // some browsers remember what did not come
    } catch {
      setTimeout(() => { coming = false; bringKeypad(tries + 1); }, 3000);
      return;
    }
    ready = true;
    for (const place of early.splice(0)) keys()[place]?.click();
  };
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("#pad button");
    if (key && !ready) early.push(keys().indexOf(key));
  });
  document.addEventListener("htmx:afterSwap", () => bringKeypad());
  bringKeypad();
  // News of others may come a moment later than the page itself, and later still if the network goes meanwhile.
  const bringLive = () => {
    const script = document.createElement("script");
    script.src = document.body.dataset.awake;
    script.onerror = () => setTimeout(bringLive, 3000);
    document.head.append(script);
    script.remove(); // it comes all the same; the page that is kept for the time without a network has it once
  };
  if (document.body.dataset.awake) bringLive();
  // What the time without a network needs (later.js) comes when all else is there.
  const bringLater = async () => {
    try {
      const answer = await fetch(`${location.pathname}later/`);
      if (answer.status === 429 || answer.status > 499) throw new Error("trouble");
      if (!answer.ok) return;
      const text = await answer.text();
      if (!document.getElementById("later")) document.body.insertAdjacentHTML("beforeend", text);
      await import(document.getElementById("later").dataset.script);
    } catch {
      setTimeout(bringLater, 3000 * (0.75 + Math.random() / 2));
    }
  };
  if ("awake" in document.body.dataset) window.addEventListener("load", bringLater);
  // The page may be loaded again while a sheet or the form of an entry (data-keep) is open, by a finger or by a phone that
  // needs its memory: it is kept as it is, unless it has been sent. Whoever comes from elsewhere finds the page as it is saved.
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
      // nothing can be kept here
    }
  };
  const bringEntry = () => {
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
  bringEntry();

  // An answer that was asked for before this change would put the fields back as they were.
  document.addEventListener("input", (event) => {
    const check = event.target.form && event.target.form.querySelector("[hx-trigger^=input]");
    if (check) check.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  });
})();

// The table: steppers, the bonus-points that are known from how the hand was won, hurried fingers, a screen that
// stays on.
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

  // The wall and a robbed kong add a bonus-point of their own: keep what was typed on top of it.
  document.addEventListener("change", (event) => {
    const fields = event.target.form && event.target.form.elements;
    if (!fields || !fields.bonus || !["source", "robbed"].includes(event.target.name)) return;
    const source = event.target.form.querySelector("[name=source]:checked");
    if (!source) return;
    const robbed = fields.robbed.checked && source.value !== "wall" ? Number(fields.robbed.dataset.known) : 0;
    const known = Number(source.dataset.known) + robbed;
    const difference = known - Number(fields.bonus.dataset.known);
    fields.bonus.dataset.known = fields.bonus.placeholder = known;
    if (difference && fields.bonus.value.trim()) {
      fields.bonus.value = bounded(fields.bonus, Number.parseInt(fields.bonus.value, 10) + difference);
    }
  });

  // An answer that was asked for before this change would put the fields back as they were.
  document.addEventListener("input", (event) => {
    const check = event.target.form && event.target.form.querySelector("[hx-trigger^=input]");
    if (check) check.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  });

  // A hurried finger taps the same place again: what has come to be there meanwhile (the undo of the hand before,
  // a button under the sheet that closed) was not meant. Anything elsewhere or later is.
  const HURRY = 250;
  const NEAR = 24;
  let last = { at: -HURRY };
  let meant = true;
  const meaning = (node) => {
    const control = node.closest("a, button, label, input, summary");
    if (!control) return "";
    const key = control.form && control.form.elements.key;
    return [control.ariaLabel || control.textContent, key && key.value].join();
  };
  document.addEventListener(
    "pointerdown",
    (event) => {
      const { timeStamp: at, clientX: x, clientY: y } = event;
      const again = at - last.at < HURRY && Math.hypot(x - last.x, y - last.y) < NEAR;
      const on = meaning(event.target);
      meant = !again || on === last.on;
      last = { at, x, y, on: again ? last.on : on };
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      if (meant || !event.detail) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  const stayAwake = () => {
    if ("awake" in document.body.dataset && navigator.wakeLock && document.visibilityState === "visible") {
      navigator.wakeLock.request("screen").catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();

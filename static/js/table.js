// The table: steppers, the bonus-points that are known from how the hand was won, a screen that stays on.
(() => {
  const bounded = (input, value) =>
    Math.min(Math.max(value, Number(input.dataset.min || 0)), Number(input.dataset.max || 999));

  const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = step.parentElement.querySelector("input");
    const value = Number.parseInt(input.value, 10) || 0;
    input.value = bounded(input, value + Number(step.dataset.step));
    changed(input);
  });

  // The wall adds a bonus-point of its own: keep what was typed on top of it.
  document.addEventListener("change", (event) => {
    const chosen = event.target;
    const bonus = chosen.name === "source" && chosen.form && chosen.form.elements.bonus;
    if (!bonus) return;
    const difference = Number(chosen.dataset.known) - Number(bonus.dataset.known);
    bonus.dataset.known = chosen.dataset.known;
    if (difference && bonus.value.trim()) bonus.value = bounded(bonus, Number.parseInt(bonus.value, 10) + difference);
  });

  const stayAwake = () => {
    if ("awake" in document.body.dataset && navigator.wakeLock && document.visibilityState === "visible") {
      navigator.wakeLock.request("screen").catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();

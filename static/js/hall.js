// The big screen of a tournament: turns the pages of seats and those of standings at the same time.
(() => {
  const TURN = 12000; // ms for each page
  const main = document.getElementById("main");
  const still = document.getElementById("still");
  let turn = 0;
  let timer;

  const show = () => {
    for (const row of main.querySelectorAll("[data-turns]")) {
      const pages = [...row.querySelectorAll(":scope > .turn")];
      pages.forEach((page, no) => page.toggleAttribute("data-on", no === turn % pages.length));
    }
  };
  const run = () => {
    clearInterval(timer);
    if (still.getAttribute("aria-pressed") === "true") return;
    timer = setInterval(() => {
      turn += 1;
      show();
    }, TURN);
  };
  still.addEventListener("click", () => {
    still.setAttribute("aria-pressed", String(still.getAttribute("aria-pressed") !== "true"));
    run();
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    turn = Math.max(turn + step, 0);
    show();
    run();
  });
  document.body.addEventListener("live", show);
  turn = Number(new URLSearchParams(window.location.search).get("turn")) || 0;
  show();
  run();
})();

// A big screen: shows tables that don't fit page by page, and full screen if the browser can.
(() => {
  const TURN = 12000; // ms for each page
  const main = document.getElementById("main");
  const pause = document.getElementById("pause");
  const label = document.getElementById("pages");
  let page = 0;
  let timer;

  // Divides the cards into pages that fit the window. A phone has one page, which scrolls.
  const pages = (cards) => {
    for (const card of cards) card.hidden = false;
    if (window.innerWidth < 640) return [cards];
    const below = [...document.querySelectorAll(".big-bar, body > .lan")].reduce((sum, each) => sum + each.offsetHeight, 0);
    const room = window.innerHeight - cards[0].getBoundingClientRect().top - below;
    const found = [[]];
    let top = cards[0].getBoundingClientRect().top;
    for (const card of cards) {
      const box = card.getBoundingClientRect();
      if (found.at(-1).length && box.bottom - top > room) {
        found.push([]);
        top = box.top;
      }
      found.at(-1).push(card);
    }
    return found;
  };

  const show = () => {
    const cards = [...main.querySelectorAll("[data-pages] > *")];
    if (!label || !cards.length) return;
    window.scrollTo(0, 0);
    const all = pages(cards);
    page %= all.length;
    all.forEach((part, no) => part.forEach((card) => (card.hidden = no !== page)));
    label.hidden = pause.hidden = all.length < 2;
    label.textContent = `${page + 1} / ${all.length}`;
  };
  const turn = () => {
    page += 1;
    show();
  };
  const run = () => {
    clearInterval(timer);
    if (pause && pause.getAttribute("aria-pressed") !== "true") timer = setInterval(turn, TURN);
  };
  if (pause) {
    pause.addEventListener("click", () => {
      pause.setAttribute("aria-pressed", String(pause.getAttribute("aria-pressed") !== "true"));
      run();
    });
    document.body.addEventListener("live", show);
    window.addEventListener("resize", show);
    show();
    run();
  }

  for (const button of document.querySelectorAll("[data-full]")) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {});
    });
  }
})();

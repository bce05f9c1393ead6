// Live pages: polls the server with the version shown, shows what has changed and announces it once. Input in an open
// sheet is kept. Polls less often if nothing has changed for long, and not at all while the page is hidden.
(() => {
  const EVERY = 1500; // ms: what is saved elsewhere is shown within two seconds
  const QUIET = 10000; // nothing has changed for LONG
  const LONG = 30 * 60000;
  const RARELY = 30000; // the match is over, or requests fail
  const TIMEOUT = 10000;
  const main = document.getElementById("main");
  const sheet = document.getElementById("sheet");
  const state = document.getElementById("live");
  const shown = () => main.querySelector("[data-v]");
  let timer;
  let asking = null;
  let writing = 0;
  let failed = 0;
  let gone = 0;
  let heard = new Date();
  let changed = Date.now();
  let news = "";

  const pause = () => {
    if (failed) return Math.min(2000 * 2 ** (failed - 1), RARELY);
    if ("over" in shown().dataset) return RARELY;
    return Date.now() - changed > LONG ? QUIET : EVERY;
  };
  // At random, so that phones which lost the network together don't poll at the same moment.
  const schedule = () => {
    clearTimeout(timer);
    if (document.hidden || writing || !navigator.onLine || !shown()) return;
    timer = setTimeout(ask, pause() * (0.9 + Math.random() / 5));
  };
  const stop = () => {
    clearTimeout(timer);
    if (asking) asking.abort();
    asking = null;
  };
  const now = () => {
    stop();
    if (!document.hidden && !writing && shown()) ask();
  };

  const showOffline = () => {
    if (!state) return;
    const at = new Date(heard).toLocaleTimeString(document.documentElement.lang.replace(/^en$/, "en-GB"), { timeStyle: "short" });
    const said = state.dataset.away.replace("{time}", at);
    state.hidden = false;
    if (state.textContent !== said) state.textContent = said;
  };
  const showOnline = () => {
    failed = gone = 0;
    heard = new Date();
    if (state) state.hidden = true;
  };

  // Warns in an open sheet that somebody else has saved its hand: the sheet covers the table.
  const warn = () => {
    const asked = sheet.querySelector("[name=expected_seq]");
    let note = sheet.querySelector(".sheet-news");
    const late = news && asked && shown() && Number(asked.value) <= Number.parseInt(shown().dataset.v, 10);
    if (!late) {
      if (note) note.remove();
      return;
    }
    if (!note) {
      note = document.createElement("p");
      note.className = "notice sheet-news";
      note.setAttribute("role", "status");
      Object.assign(note.style, { flex: "none", paddingBlock: "12px", borderRadius: 0 }); // too rare for app.css
      sheet.prepend(note);
    }
    note.textContent = news;
  };

  const focusSelector = () => {
    const focus = document.activeElement;
    if (!main.contains(focus) || focus === main) return "";
    const href = focus.getAttribute("href");
    return href ? `a[href="${CSS.escape(href)}"]` : focus.matches(".ledger") ? ".ledger" : "";
  };
  const show = (text) => {
    const focus = focusSelector();
    const ledger = main.querySelector(".ledger");
    const [top, end] = ledger ? [ledger.scrollTop, ledger.scrollHeight] : [0, 0];
    htmx.swap(main, text, { swapStyle: "innerHTML", settleDelay: 20 }, { eventInfo: { target: main } });
    changed = Date.now();
    const told = document.getElementById("news");
    news = told ? told.textContent : "";
    warn();
    const rows = main.querySelector(".ledger");
    // The ledger's scrollTop is 0 at its end. If the user has scrolled up, keep the same rows in view.
    if (rows && top) rows.scrollTop = top - (rows.scrollHeight - end);
    const again = focus && main.querySelector(focus);
    if (again) again.focus({ preventScroll: true });
    main.dispatchEvent(new CustomEvent("live", { bubbles: true }));
  };

  const answered = (answer, text) => {
    if (answer.status === 404 || answer.status === 410) {
      gone += 1;
      // The third time it is no accident: the reloaded page says what has happened.
      if (gone > 2 && !sheet.open) window.location.reload();
    }
    if (answer.redirected || (answer.status !== 200 && answer.status !== 204)) return false;
    showOnline();
    if (answer.status === 200) show(text);
    else if (document.documentElement.dataset.kept) {
      // The page came from the cache (worker.js), and it is up to date.
      delete document.documentElement.dataset.kept;
      document.body.dispatchEvent(new Event("current"));
    }
    return true;
  };

  const ask = async () => {
    const mine = new AbortController();
    const limit = setTimeout(() => mine.abort(), TIMEOUT);
    asking = mine;
    let ok = false;
    try {
      const at = `${window.location.pathname}?v=${encodeURIComponent(shown().dataset.v)}`;
      const answer = await fetch(at, { headers: { "HX-Request": "true" }, signal: mine.signal, cache: "no-store" });
      const text = await answer.text();
      // A save has begun meanwhile: its response is newer.
      if (asking !== mine) return;
      ok = answered(answer, text);
    } catch {
      if (asking !== mine) return;
    } finally {
      clearTimeout(limit);
    }
    asking = null;
    if (!ok) {
      failed += 1;
      if (failed > 1) showOffline();
    }
    schedule();
  };

  // The response to a save brings the table: don't poll before it.
  const writes = (event) => event.detail.requestConfig && event.detail.requestConfig.verb !== "get";
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (!writes(event)) return;
    writing += 1;
    stop();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!writes(event)) return;
    writing = Math.max(writing - 1, 0);
    schedule();
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === sheet) warn();
    if (event.detail.target !== main) return;
    // A response to an earlier poll would be older than this table.
    stop();
    schedule();
  });
  document.body.addEventListener("outbox", ({ detail }) => {
    writing = Math.max(writing + detail, 0);
    if (detail > 0) stop();
    else schedule();
  });
  document.addEventListener("visibilitychange", now);
  window.addEventListener("online", now);
  const lost = () => {
    stop();
    failed = Math.max(failed, 1);
    showOffline();
  };
  window.addEventListener("offline", lost);
  if (navigator.onLine) schedule();
  else lost();

  // Keeps the screen on if the browser can, so that nobody must wake it before each hand. A switch turns that off.
  const switches = document.querySelectorAll("[data-keep]");
  let lock = null;
  const wanted = () => {
    try {
      return window.localStorage.getItem("keep") !== "off";
    } catch {
      return true; // no storage: on by default
    }
  };
  const stayAwake = async () => {
    for (const each of switches) {
      each.setAttribute("aria-pressed", String(wanted()));
      // For places where no style shows that it is pressed, such as the menu.
      each.textContent = each.textContent.replace(/\s✓$/, "") + (wanted() ? "\u00a0✓" : "");
    }
    // Without a switch, users couldn't turn it off; embedded pages, which have none, may not request it.
    if (!switches.length || !navigator.wakeLock || document.hidden) return;
    if (wanted() && !lock) {
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (lock) lock.addEventListener("release", () => (lock = null));
    } else if (!wanted() && lock) lock.release().catch(() => {});
  };
  for (const each of switches) {
    each.hidden = !navigator.wakeLock;
    each.addEventListener("click", () => {
      try {
        window.localStorage.setItem("keep", wanted() ? "off" : "on");
      } catch {
        return;
      }
      stayAwake();
    });
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();

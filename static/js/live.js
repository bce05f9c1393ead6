// A page that follows a match or a club's tables: asks for news with what it has, shows it and says it once. What is
// typed in an open sheet stays. Asks less when nothing has happened for long, not at all while nobody looks.
(() => {
  const EVERY = 1500; // ms: what is saved elsewhere is here within two seconds
  const QUIET = 10000;
  const LONG = 30 * 60000; // without news
  const RARELY = 30000; // the match is over, or nobody answers
  const PATIENCE = 10000;
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
  // No two phones at the same moment, even if all of them lost the network together.
  const later = () => {
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

  const away = () => {
    if (!state) return;
    const at = new Date(heard).toLocaleTimeString(document.documentElement.lang.replace(/^en$/, "en-GB"), { timeStyle: "short" });
    const said = state.dataset.away.replace("{time}", at);
    state.hidden = false;
    if (state.textContent !== said) state.textContent = said;
  };
  const back = () => {
    failed = gone = 0;
    heard = new Date();
    if (state) state.hidden = true;
  };

  // The hand for which a sheet is open has been saved by somebody else: said there, for the table lies behind it.
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
      Object.assign(note.style, { flex: "none", paddingBlock: "12px", borderRadius: 0 }); // seldom: no style for every page
      sheet.prepend(note);
    }
    note.textContent = news;
  };

  const held = () => {
    const focus = document.activeElement;
    if (!main.contains(focus) || focus === main) return "";
    const href = focus.getAttribute("href");
    return href ? `a[href="${CSS.escape(href)}"]` : focus.matches(".ledger") ? ".ledger" : "";
  };
  const show = (text) => {
    const focus = held();
    const ledger = main.querySelector(".ledger");
    const [top, end] = ledger ? [ledger.scrollTop, ledger.scrollHeight] : [0, 0];
    htmx.swap(main, text, { swapStyle: "innerHTML", settleDelay: 20 }, { eventInfo: { target: main } });
    changed = Date.now();
    const told = document.getElementById("news");
    news = told ? told.textContent : "";
    warn();
    const rows = main.querySelector(".ledger");
    // The ledger begins at its end, where 0 is; whoever has gone up stays at the rows that are in sight.
    if (rows && top) rows.scrollTop = top - (rows.scrollHeight - end);
    const again = focus && main.querySelector(focus);
    if (again) again.focus({ preventScroll: true });
    main.dispatchEvent(new CustomEvent("live", { bubbles: true }));
  };

  const answered = (answer, text) => {
    if (answer.status === 404 || answer.status === 410) {
      gone += 1;
      // Three times: it is no accident. The page itself then says what has become of it.
      if (gone > 2 && !sheet.open) window.location.reload();
    }
    if (answer.redirected || (answer.status !== 200 && answer.status !== 204)) return false;
    back();
    if (answer.status === 200) show(text);
    else if (document.documentElement.dataset.kept) {
      // The page came from this phone (static/js/worker.js), and stands as the match does.
      delete document.documentElement.dataset.kept;
      document.body.dispatchEvent(new Event("current"));
    }
    return true;
  };

  const ask = async () => {
    const mine = new AbortController();
    const limit = setTimeout(() => mine.abort(), PATIENCE);
    asking = mine;
    let well = false;
    try {
      const at = `${window.location.pathname}?v=${encodeURIComponent(shown().dataset.v)}`;
      const answer = await fetch(at, { headers: { "HX-Request": "true" }, signal: mine.signal, cache: "no-store" });
      const text = await answer.text();
      // A tap went out meanwhile: what it brings is newer.
      if (asking !== mine) return;
      well = answered(answer, text);
    } catch {
      if (asking !== mine) return;
    } finally {
      clearTimeout(limit);
    }
    asking = null;
    if (!well) {
      failed += 1;
      if (failed > 1) away();
    }
    later();
  };

  // What this phone sends brings the table with it: no news in between.
  const writes = (event) => event.detail.requestConfig && event.detail.requestConfig.verb !== "get";
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (!writes(event)) return;
    writing += 1;
    stop();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!writes(event)) return;
    writing = Math.max(writing - 1, 0);
    later();
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === sheet) warn();
    if (event.detail.target !== main) return;
    // What was asked for before is older than the table that has just come.
    stop();
    later();
  });
  document.body.addEventListener("outbox", ({ detail }) => {
    writing = Math.max(writing + detail, 0);
    if (detail > 0) stop();
    else later();
  });
  document.addEventListener("visibilitychange", now);
  window.addEventListener("online", now);
  const lost = () => {
    stop();
    failed = Math.max(failed, 1);
    away();
  };
  window.addEventListener("offline", lost);
  if (navigator.onLine) later();
  else lost();

  // A screen that stays on, where the browser can: a table must not wake it before each hand. A switch turns that off.
  const switches = document.querySelectorAll("[data-keep]");
  let lock = null;
  const wished = () => {
    try {
      return window.localStorage.getItem("keep") !== "off";
    } catch {
      return true; // no storage: never turned off
    }
  };
  const stayAwake = async () => {
    for (const each of switches) {
      each.setAttribute("aria-pressed", String(wished()));
      // Where no style shows what is pressed, as in the menu.
      each.textContent = each.textContent.replace(/\s✓$/, "") + (wished() ? "\u00a0✓" : "");
    }
    // Without a switch on the page there is nothing to turn it off by, and a frame of another site may not ask.
    if (!switches.length || !navigator.wakeLock || document.hidden) return;
    if (wished() && !lock) {
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (lock) lock.addEventListener("release", () => (lock = null));
    } else if (!wished() && lock) lock.release().catch(() => {});
  };
  for (const each of switches) {
    each.hidden = !navigator.wakeLock;
    each.addEventListener("click", () => {
      try {
        window.localStorage.setItem("keep", wished() ? "off" : "on");
      } catch {
        return;
      }
      stayAwake();
    });
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();

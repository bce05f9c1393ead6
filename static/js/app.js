// Every page: marks that scripts run, opens and closes the sheet, reports lost requests, shows times in the viewer's
// time zone, shares, copies and prints. Scoring works without this script.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const sheet = document.getElementById("sheet");
  const toasts = document.getElementById("toast");

  const openSheet = () => {
    sheet.inert = false;
    if (!sheet.open) sheet.showModal();
    const first = sheet.querySelector("[data-focus]");
    if (first) first.focus();
  };
  const closeSheet = () => {
    if (sheet.open) sheet.close();
    sheet.replaceChildren();
  };
  sheet.addEventListener("close", () => sheet.replaceChildren());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest("[data-close]")) {
      event.preventDefault();
      closeSheet();
    }
  });

  const say = (text, kind) => {
    const toast = document.createElement("div");
    toast.className = `toast ${kind || ""}`;
    toast.setAttribute("role", "status");
    const words = document.createElement("span");
    words.textContent = text;
    toast.append(words);
    toasts.replaceChildren(toast);
  };

  let fading;
  const fade = () => {
    clearTimeout(fading);
    fading = setTimeout(() => toasts.replaceChildren(), 5000);
  };

  const localTimes = (part) => {
    for (const time of part.querySelectorAll("time[data-time]")) {
      const at = new Date(time.dateTime);
      const today = at.toDateString() === new Date().toDateString();
      const dateStyle = today ? undefined : "medium";
      time.textContent = at.toLocaleString(root.lang.replace(/^en$/, "en-GB"), { dateStyle, timeStyle: "short" });
    }
  };

  // The sheet's request has succeeded: until the sheet closes, another tap must not send it again.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "main" && !event.detail.isError) sheet.inert = true;
  });
  // A double tap must not hit what has just appeared under the finger, such as the undo button of the previous hand. New
  // content ignores taps (.fresh) until there has been none for a moment; keys work.
  const TAP_DELAY = 300;
  let tapTimer;
  const ignoreTaps = (part) => {
    part.classList.add("fresh");
    clearTimeout(tapTimer);
    tapTimer = setTimeout(() => {
      for (const each of document.querySelectorAll(".fresh")) each.classList.remove("fresh");
    }, TAP_DELAY);
  };
  document.addEventListener("pointerdown", () => {
    const fresh = document.querySelector(".fresh");
    if (fresh) ignoreTaps(fresh);
  });

  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === sheet || event.detail.target.id === "main") ignoreTaps(event.detail.target);
    if (event.detail.target === sheet) openSheet();
    localTimes(event.detail.target);
  });
  document.body.addEventListener("saved", () => {
    closeSheet();
    // The button that was pressed is gone with the old table: keyboard users continue at the next question.
    const ask = document.getElementById("ask");
    if (ask && document.activeElement === document.body) {
      ask.tabIndex = -1;
      ask.focus({ preventScroll: true });
    }
    if (navigator.vibrate && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate(30);
    fade();
  });
  // The server may have got the request: don't say that it failed, and keep the form so that it can be sent again.
  for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.body.addEventListener(lost, (event) => {
      const { xhr: answer, requestConfig } = event.detail;
      if (requestConfig && requestConfig.verb === "get" && requestConfig.target !== sheet) return;
      if (answer && answer.status >= 400 && answer.status !== 500 && answer.status !== 502 && answer.status !== 504) return;
      say(toasts.dataset.lost, "toast-alert");
      if (sheet.open) sheet.append(toasts.firstElementChild);
    });
  }

  // Browsers copy only on HTTPS sites, and may refuse. Then the text is shown below the button, selected.
  const selectText = (button, text) => {
    for (const old of document.querySelectorAll(".copy-text")) old.remove();
    const box = document.createElement("textarea");
    box.className = "copy-text";
    box.readOnly = true;
    box.value = text;
    box.rows = Math.min(text.split("\n").length + 1, 10);
    box.setAttribute("aria-label", toasts.dataset.selected);
    const words = document.createElement("p");
    words.className = "help copy-text";
    words.textContent = toasts.dataset.selected;
    (button.closest("p") || button).after(words, box);
    box.focus();
    box.select();
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-print], [data-copy], [data-share]");
    if (!button) return;
    if ("print" in button.dataset) window.print();
    else if ("share" in button.dataset && navigator.share) {
      navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
    } else {
      const text = button.dataset.copy || button.dataset.share;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        selectText(button, text);
        return;
      }
      say(toasts.dataset.copied);
      fade();
    }
  });
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;

  if (navigator.serviceWorker) window.addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
  // A page from the back-forward cache may be out of date.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && "awake" in document.body.dataset) window.location.reload();
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
    }
  });
  localTimes(document);
  if (toasts.childElementCount) fade();
})();

// The clock of a round, and the time until its planned start. Counts down from the seconds that the server sends, so that
// a wrong clock on the phone doesn't matter. Sounds a gong when time is up, if a user has turned that on. Without this
// script the page shows when time is up.
(() => {
  const main = document.getElementById("main");
  const readings = new WeakMap(); // clock: the seconds that it had, and when
  // A cached page (later.js, worker.js) has the time when it was stored: the round has gone on since.
  const kept = () => Date.parse(document.documentElement.dataset.kept) || Date.now();
  let sound = null; // created by a tap, as browsers require

  const clocks = () => [...document.querySelectorAll("[data-clock]")];
  const left = (each) => {
    if (!readings.has(each)) readings.set(each, { had: Number(each.dataset.left), at: kept() });
    const { had, at } = readings.get(each);
    // A clock without an end is paused.
    return each.dataset.ends ? Math.max(0, had - Math.floor((Date.now() - at) / 1000)) : had;
  };
  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  // Three fading strokes, each with the tones of a bronze plate.
  const gong = () => {
    if (!sound) return;
    for (const stroke of [0, 1.6, 3.2]) {
      for (const [tone, loud] of [[110, 0.5], [164, 0.3], [233, 0.2], [311, 0.1]]) {
        const from = sound.currentTime + stroke;
        const wave = sound.createOscillator();
        const volume = sound.createGain();
        wave.frequency.value = tone;
        volume.gain.setValueAtTime(loud, from);
        volume.gain.exponentialRampToValueAtTime(0.001, from + 3);
        wave.connect(volume).connect(sound.destination);
        wave.start(from);
        wave.stop(from + 3);
      }
    }
  };

  const up = (each) => {
    each.classList.add("clock-up");
    for (const note of each.parentElement.querySelectorAll("[data-up]")) note.hidden = false;
    gong();
  };
  const tick = () => {
    for (const each of clocks()) {
      const now = left(each);
      if (each.textContent !== text(now)) [each.textContent, each.dataset.left] = [text(now), now]; // later.js stores both with the page
      if (now === 0 && each.dataset.ends && !each.classList.contains("clock-up")) up(each);
    }
    for (const each of document.querySelectorAll("[data-starts]")) tickStart(each);
  };
  // Intl formats the time until a planned start in the same words as the server.
  const inMinutes = new Intl.RelativeTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"), { style: "long" });
  const tickStart = (each) => {
    const now = left(each);
    each.dataset.left = now;
    const words = inMinutes.format(Math.ceil(now / 60), "minute");
    const shown = each.querySelector("[data-in]");
    if (now > 0 && shown.textContent !== words) shown.textContent = words;
    each.querySelector("[data-before]").hidden = now === 0;
    each.querySelector("[data-after]").hidden = now > 0;
  };
  const say = () => {
    for (const each of document.querySelectorAll("[data-gong]")) each.setAttribute("aria-pressed", String(sound !== null));
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-gong]") || !window.AudioContext) return;
    if (sound) {
      sound.close();
      sound = null;
    } else {
      sound = new AudioContext();
      gong(); // so that everybody hears how loud it is
    }
    say();
  });
  // New content has its own times, but its button doesn't know whether the gong is on.
  main.addEventListener("live", () => {
    say();
    tick();
  });
  tick();
  setInterval(tick, 250);
})();

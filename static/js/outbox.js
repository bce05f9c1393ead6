// The outbox of this phone: entries are kept here before they are sent, and until the server has said that they are
// saved. Knows no pages: later.js shows what becomes of them. An entry:
//   no      place in the queue; key, code, path: of the entry, its match, its address
//   fields  [name, value] of the form, without key, place and token; no names of players are among them
//   seq     the place in the log that it is for; entries that wait behind each other expect one more each
//   tries   how often it was sent: one that never was can be taken back here
//   needs   the status with which the server refused it; 0 while it only waits
//   aside   true when a person has let the entries behind it go first
const PATIENCE = 10000;
const MOST = 200;
// With these answers it is up to a person; after all others, and none at all, it is sent again.
const FOR_PEOPLE = [400, 403, 404, 409, 410, 413, 422];
// Of what else goes wrong again and again, a person is told after so many tries: it may never be taken.
const MOST_TRIES = 12;
// With these, or with no answer at all, no other match fares better.
const FOR_ALL = [429, 502, 503, 504];

const bytes = () => crypto.getRandomValues(new Uint8Array(16));
export const newKey = () => btoa(String.fromCharCode(...bytes())).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

// ── where entries are kept ──────────────────────────────────────────────────
// Where the phone keeps nothing, an array that lasts as long as the page.
let memory = null;
let known = [];
let opening = null;
const changed = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");

export const keepsNothing = () => memory !== null;
export const onChange = (tell) => changed && changed.addEventListener("message", tell);

const opened = () => {
  opening = opening || new Promise((good, bad) => {
    const asked = indexedDB.open("scorekeeper", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("outbox", { keyPath: "no" });
    asked.onsuccess = () => {
      const db = asked.result;
      // The storage is taken away. What it held is still here, and is kept again: under its key nothing counts twice.
      db.onversionchange = db.onclose = () => {
        const held = known;
        db.close();
        opening = null;
        if (held.length) setTimeout(() => update((list) => (list.length ? list : held)), 100);
      };
      good(db);
    };
    asked.onerror = asked.onblocked = () => bad(asked.error || new Error("blocked"));
    setTimeout(bad, 3000, new Error("no answer"));
  });
  return opening;
};

// `work` gets the entries in order and gives those that are to stand there: one transaction, on the disk when it ends.
const stored = async (work) => {
  const db = await opened();
  return new Promise((good, bad) => {
    const transaction = db.transaction("outbox", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("outbox");
    let after;
    const asked = store.getAll();
    asked.onsuccess = () => {
      try {
        after = work(asked.result);
      } catch (error) {
        transaction.abort();
        return bad(error);
      }
      const there = new Map(asked.result.map((entry) => [entry.no, JSON.stringify(entry)]));
      for (const entry of after) {
        if (there.get(entry.no) !== JSON.stringify(entry)) store.put(entry);
        there.delete(entry.no);
      }
      for (const no of there.keys()) store.delete(no);
    };
    transaction.oncomplete = () => good(after);
    transaction.onerror = transaction.onabort = () => bad(transaction.error || new Error("aborted"));
  });
};

const update = async (work) => {
  const before = JSON.stringify(known);
  for (let time = 0; !memory; time++) {
    try {
      known = await stored(work);
      break;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      opening = null; // closed under us, perhaps: once more
      if (time) memory = known;
    }
  }
  if (memory) known = memory = work(memory);
  if (changed && JSON.stringify(known) !== before) changed.postMessage(0);
  return known;
};

export const all = () => update((list) => list);

// Entries of the same match that wait behind `entry` and count on its place move with it.
const moved = (list, entry, by) =>
  list.map((each) => (each.code === entry.code && each.no > entry.no && each.seq > entry.seq ? { ...each, seq: each.seq + by } : each));

// Keep `entry`; the one with its key, or with the key `instead`, is changed and keeps its turn.
export const keep = (entry, instead) =>
  update((list) => {
    const old = list.find((each) => each.key === entry.key) || list.find((each) => each.key === instead);
    if (!old && list.length >= MOST) throw new RangeError("full");
    if (!old) return [...list, { ...entry, no: Math.max(0, ...list.map((each) => each.no)) + 1, tries: 0, needs: 0 }];
    return moved(list, old, entry.seq - old.seq).map((each) => (each.no === old.no ? { ...old, ...entry, needs: 0 } : each));
  });

// Done with it: `next` is the place that is free behind it now.
export const done = (key, next) =>
  update((list) => {
    const entry = list.find((each) => each.key === key);
    if (!entry) return list;
    return moved(list, entry, next - entry.seq - 1).filter((each) => each.key !== key);
  });

// Only what was never sent can be taken back here: what was may be saved already.
export const takeBack = (key) =>
  update((list) => {
    const entry = list.find((each) => each.key === key && !each.tries);
    return entry ? moved(list, entry, -1).filter((each) => each !== entry) : list;
  });

// Let those behind it go first: it keeps no place in the log.
export const putAside = (key) =>
  update((list) => {
    const entry = list.find((each) => each.key === key && each.needs && !each.aside);
    return entry ? moved(list, entry, -1).map((each) => (each === entry ? { ...each, aside: true } : each)) : list;
  });

// Send once more what was refused.
export const again = (which) => update((list) => list.map((each) => (each.needs && which(each) ? { ...each, needs: 0, aside: false } : each)));

const mark = (key, change) => update((list) => list.map((each) => (each.key === key ? { ...each, ...change(each) } : each)));

// ── sending ─────────────────────────────────────────────────────────────────
// The cookie is never out of date, as the token of a page that was opened long ago may be.
const token = () => (document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/) || [])[1];

export const patience = (times = 1) => (AbortSignal.timeout ? AbortSignal.timeout(times * PATIENCE) : undefined);

const post = async (entry) => {
  const body = new URLSearchParams([...entry.fields, ["key", entry.key], ["expected_seq", entry.seq]]);
  const headers = { "HX-Request": "true", "X-CSRFToken": token() || "" };
  const answer = await fetch(entry.path, { method: "POST", body, headers, signal: patience() });
  return { answer, html: await answer.text() };
};

// What became of it: saved under `seq`; refused with the status `needs`; or nobody knows, and it waits: `alone` where
// that, this status, may be for this entry only.
const send = async (entry, freshToken) => {
  try {
    if (!token()) await freshToken();
    let { answer, html } = await post(entry);
    if (answer.status === 403) {
      await freshToken();
      ({ answer, html } = await post(entry));
    }
    const [seq, key] = (answer.headers.get("Saved-As") || "").split(" ");
    if (answer.ok && key === entry.key) return { seq: Number(seq), html };
    // A sheet instead of a receipt: the server asks for something more.
    const asks = answer.ok && answer.headers.get("HX-Retarget") === "#sheet";
    if (asks || FOR_PEOPLE.includes(answer.status)) return { needs: answer.status, html };
    return { alone: FOR_ALL.includes(answer.status) ? 0 : answer.status };
  } catch (error) {
    if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
  }
  return {};
};

// Sends what waits, first in first out in each match, until all is saved, refused or the network fails. `told` hears
// what became of each. True if all had an answer.
const sendAll = async (told, freshToken) => {
  const failing = new Set();
  for (;;) {
    const list = await all();
    const stopped = new Set(list.filter((entry) => entry.needs && !entry.aside).map((entry) => entry.code));
    const entry = list.find((each) => !each.needs && !stopped.has(each.code) && !failing.has(each.code));
    if (!entry) return !failing.size;
    await mark(entry.key, ({ tries }) => ({ tries: tries + 1 }));
    const result = await send(entry, freshToken);
    if (result.alone && entry.tries + 1 >= MOST_TRIES) result.needs = result.alone;
    if (result.seq) await done(entry.key, result.seq + 1);
    else if (result.needs) await mark(entry.key, () => ({ needs: result.needs }));
    await told(entry, result);
    if (result.seq || result.needs) continue;
    if (!result.alone) return false;
    failing.add(entry.code);
  }
};

let waiting = null;
let last = Promise.resolve();

// One sender at a time, in this page and, where the browser has locks, in all of them. Who asks while one waits for its
// turn shares it.
export const flush = (told, freshToken) => {
  if (waiting) return waiting;
  const run = () => {
    waiting = null;
    return sendAll(told, freshToken);
  };
  // A tab that the phone has put to sleep may hold the lock for good. Two senders do no harm: the keys tell.
  const turn = async () => {
    if (!navigator.locks) return run();
    let begun = false;
    const held = () => {
      begun = true;
      return run();
    };
    try {
      return await navigator.locks.request("outbox", { signal: patience(2) }, held);
    } catch (error) {
      if (begun) throw error;
      return run();
    }
  };
  waiting = last = last.then(turn, turn);
  return last;
};

// The outbox: entries stored on this phone until the server confirms that they are saved. Knows nothing about pages:
// later.js shows its state. An entry:
//   no      position in the queue
//   key     idempotency key; code: the match; path: the URL to post to
//   fields  [name, value] of the form, without key, expected_seq and CSRF token; they contain no player names
//   seq     sequence number expected in the match's log; the next entry of the match expects one more
//   tries   how often it was sent; only an entry that was never sent can be withdrawn here
//   needs   status with which the server refused it, so that the user must decide; 0 otherwise
//   aside   true if the user has let the entries behind it go first
const TIMEOUT = 10000; // ms
const MAX_ENTRIES = 200;
// After these statuses the user must decide. After any other error, or no response, the entry is sent again.
const NEEDS_DECISION = [400, 403, 404, 409, 410, 413, 422];
// After this many tries with another error the user must decide too: the server may never accept the entry.
const MAX_TRIES = 12;
// With these statuses, or no response, entries of other matches would fail too.
const FOR_ALL = [429, 502, 503, 504];

const bytes = () => crypto.getRandomValues(new Uint8Array(16));
export const newKey = () => btoa(String.fromCharCode(...bytes())).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

// ── storage ─────────────────────────────────────────────────────────────────
// The entries, if IndexedDB doesn't work: they last as long as the page.
let memory = null;
let known = [];
let opening = null;
const changed = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");

export const keepsNothing = () => memory !== null;
export const onChange = (tell) => changed && changed.addEventListener("message", tell);

const opened = () => {
  opening = opening || new Promise((resolve, reject) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "no" });
    request.onsuccess = () => {
      const db = request.result;
      // The browser closes the database, perhaps to delete it: store the entries known here again. The server saves each
      // key only once.
      db.onversionchange = db.onclose = () => {
        const held = known;
        db.close();
        opening = null;
        if (held.length) setTimeout(() => update((list) => (list.length ? list : held)), 100);
      };
      resolve(db);
    };
    request.onerror = request.onblocked = () => reject(request.error || new Error("blocked"));
    setTimeout(reject, 3000, new Error("no answer"));
  });
  return opening;
};

// Replaces the stored entries with what `work` returns for them, in one transaction. Resolves when it is on disk.
const stored = async (work) => {
  const db = await opened();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction("outbox", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("outbox");
    let after;
    const request = store.getAll();
    request.onsuccess = () => {
      try {
        after = work(request.result);
      } catch (error) {
        transaction.abort();
        return reject(error);
      }
      const there = new Map(request.result.map((entry) => [entry.no, JSON.stringify(entry)]));
      for (const entry of after) {
        if (there.get(entry.no) !== JSON.stringify(entry)) store.put(entry);
        there.delete(entry.no);
      }
      for (const no of there.keys()) store.delete(no);
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onerror = transaction.onabort = () => reject(transaction.error || new Error("aborted"));
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
      opening = null; // the connection may have been closed: retry once
      if (time) memory = known;
    }
  }
  if (memory) known = memory = work(memory);
  if (changed && JSON.stringify(known) !== before) changed.postMessage(0);
  return known;
};

export const all = () => update((list) => list);

// Adds `by` to the sequence numbers of the entries behind `entry` in the same match.
const moved = (list, entry, by) =>
  list.map((each) => (each.code === entry.code && each.no > entry.no && each.seq > entry.seq ? { ...each, seq: each.seq + by } : each));

// Adds `entry`, or replaces the entry with its key or the key `instead`, which keeps its position in the queue.
export const keep = (entry, instead) =>
  update((list) => {
    const old = list.find((each) => each.key === entry.key) || list.find((each) => each.key === instead);
    if (!old && list.length >= MAX_ENTRIES) throw new RangeError("full");
    if (!old) return [...list, { ...entry, no: Math.max(0, ...list.map((each) => each.no)) + 1, tries: 0, needs: 0 }];
    return moved(list, old, entry.seq - old.seq).map((each) => (each.no === old.no ? { ...old, ...entry, needs: 0 } : each));
  });

// Removes an entry; `next` is now the next free sequence number.
export const done = (key, next) =>
  update((list) => {
    const entry = list.find((each) => each.key === key);
    if (!entry) return list;
    return moved(list, entry, next - entry.seq - 1).filter((each) => each.key !== key);
  });

// Withdraws an entry that was never sent. One that was sent may be saved already.
export const takeBack = (key) =>
  update((list) => {
    const entry = list.find((each) => each.key === key && !each.tries);
    return entry ? moved(list, entry, -1).filter((each) => each !== entry) : list;
  });

// Lets the entries behind a refused one go first, with the sequence numbers from its own on.
export const putAside = (key) =>
  update((list) => {
    const entry = list.find((each) => each.key === key && each.needs && !each.aside);
    return entry ? moved(list, entry, -1).map((each) => (each === entry ? { ...each, aside: true } : each)) : list;
  });

// Puts refused entries back into the queue.
export const again = (which) => update((list) => list.map((each) => (each.needs && which(each) ? { ...each, needs: 0, aside: false } : each)));

const mark = (key, change) => update((list) => list.map((each) => (each.key === key ? { ...each, ...change(each) } : each)));

// ── sending ─────────────────────────────────────────────────────────────────
// From the cookie, because the token in a page that was opened long ago may be out of date.
const token = () => (document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/) || [])[1];

export const patience = (times = 1) => (AbortSignal.timeout ? AbortSignal.timeout(times * TIMEOUT) : undefined);

const post = async (entry) => {
  const body = new URLSearchParams([...entry.fields, ["key", entry.key], ["expected_seq", entry.seq]]);
  const headers = { "HX-Request": "true", "X-CSRFToken": token() || "" };
  const answer = await fetch(entry.path, { method: "POST", body, headers, signal: patience() });
  return { answer, html: await answer.text() };
};

// Returns { seq, html } if the entry is saved, { needs, html } if it is refused with that status, and otherwise {} or
// { error }: it stays in the queue. `error` is the status of an error that may concern only this entry.
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
    // The response is a sheet instead of a confirmation: the server needs more input.
    const asks = answer.ok && answer.headers.get("HX-Retarget") === "#sheet";
    if (asks || NEEDS_DECISION.includes(answer.status)) return { needs: answer.status, html };
    return { error: FOR_ALL.includes(answer.status) ? 0 : answer.status };
  } catch (error) {
    if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
  }
  return {};
};

// Sends the queue, in order within each match, until all entries are saved or refused, or the network fails. Calls
// `onResult` for each. Returns true if no entry is left to be sent again.
const sendAll = async (onResult, freshToken) => {
  const failing = new Set();
  for (;;) {
    const list = await all();
    const stopped = new Set(list.filter((entry) => entry.needs && !entry.aside).map((entry) => entry.code));
    const entry = list.find((each) => !each.needs && !stopped.has(each.code) && !failing.has(each.code));
    if (!entry) return !failing.size;
    await mark(entry.key, ({ tries }) => ({ tries: tries + 1 }));
    const result = await send(entry, freshToken);
    if (result.error && entry.tries + 1 >= MAX_TRIES) result.needs = result.error;
    if (result.seq) await done(entry.key, result.seq + 1);
    else if (result.needs) await mark(entry.key, () => ({ needs: result.needs }));
    await onResult(entry, result);
    if (result.seq || result.needs) continue;
    if (!result.error) return false;
    failing.add(entry.code);
  }
};

let nextRun = null;
let last = Promise.resolve();

// Sends the queue. Only one run is active at a time: in this page and, if the browser has locks, in all its tabs. Calls
// that come before the next run has started share it.
export const flush = (onResult, freshToken) => {
  if (nextRun) return nextRun;
  const run = () => {
    nextRun = null;
    return sendAll(onResult, freshToken);
  };
  // A tab that the phone has suspended may never release the lock: run without it after 20 s. Two runs at a time do no
  // harm, as the server saves each key only once.
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
  nextRun = last = last.then(turn, turn);
  return last;
};

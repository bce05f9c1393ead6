// The keypad of tiles. The hand is stored in three text fields, tiles, melds and tile: each tap changes them with one
// input event, and the hand is drawn from them. The script knows no rules: the server writes into #tile-reading how the
// tiles are grouped, and which would complete them. Without the field tile, the hand has no winning tile: it has
// thirteen tiles (data-size), and a tap on one removes it. A joker is written as a mark and the tile it stands for, J3p;
// its key (data-mark) is a toggle, like those of sets. Another field of tiles is shown as buttons (data-picked), one of
// which makes the keys fill it. Markup: docs/look.md
(() => {
  const NEED = { pong: 3, kong: 4, ckong: 4 };
  const ORDER = ["p", "m", "s", "E", "S", "W", "N", "dR", "dG", "dW"];
  const past = new WeakMap(); // form: earlier values of its fields, for Back

  const plain = (tile) => tile.replace(/J/g, "");
  const marks = (text) => text.split("J").length - 1;
  const rank = (tile) => ORDER.indexOf(plain(tile).replace(/\d/, "")) * 10 + (Number.parseInt(plain(tile), 10) || 0);
  const parse = (text) =>
    [...text.matchAll(/(J?)(?:([1-9]+)([pms])|d[WGR]|[ESWN])/g)].flatMap(([word, mark, numbers, suit]) =>
      numbers ? [...numbers].map((number) => mark + number + suit) : word);
  const same = (tile, count) => Array(count).fill(tile);
  // `tiles` without `gone`, of which the last copies are removed; false if one is missing.
  const without = (tiles, gone) => {
    const rest = [...tiles];
    return gone.every((tile) => rest.includes(tile) && rest.splice(rest.lastIndexOf(tile), 1)) && rest;
  };

  // Name of the field that the keys fill instead of the hand, until the user turns to another control. The focus can't
  // tell, because not every browser focuses a button that is tapped.
  let aim = "";
  const aimed = (form) => (aim && form.elements[aim]) || null;
  const setAim = (name) => {
    if (name === aim) return;
    aim = name;
    start();
  };
  const clearAim = ({ target }) => {
    if (!target.closest("#pad, [data-picked]")) setAim("");
  };
  const fill = (field, tiles, said) => {
    field.value = tiles.join(" ");
    field.form.querySelector("#tile-said").textContent = said;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    start();
  };

  const fields = ({ elements }) => [elements.tiles, elements.melds, elements.tile].filter(Boolean);
  const read = (form) => {
    const [tiles, melds, tile = ""] = fields(form).map((field) => field.value.trim());
    const lying = melds.split(/\s+/).filter(Boolean).map((word) => word.split(":"));
    return { tiles: parse(tiles), melds: lying, tile, size: Number(form.querySelector("#pad").dataset.size) };
  };
  const write = ({ tiles, melds, tile }) => [
    tiles.join(" ").replace(/(J\d[pms] )|([pms]) (?=\d\2)/g, "$1"),
    melds.map((meld) => meld.join(":")).join(" "),
    tiles.includes(tile) ? tile : tiles.at(-1) || "",
  ];
  const held = (hand, tile) => hand.tiles.filter((other) => other === tile).length;
  const meldOf = (hand, tile) => hand.melds.find((meld) => plain(meld[1]) === tile) || [];
  const toGo = (hand) => hand.size - hand.tiles.length - 3 * hand.melds.length;

  const keyOf = (form, tile) => tile && form.querySelector(`[data-tile="${plain(tile)}"]`);
  const markKey = (form) => form.querySelector("[data-mark]");
  const nameOf = (form, tile) => (marks(tile) ? `${markKey(form).dataset.name} ` : "") + keyOf(form, tile).getAttribute("aria-label");
  const armed = (form) => form.querySelector("[data-meld][aria-pressed=true]");
  const count = (form, hand) =>
    form.querySelector("#tile-counts").children[Math.min(hand.size - toGo(hand), hand.size + 1)];

  // Joins two texts as the language does.
  const beside = (form, first, next) => form.querySelector("#pad").dataset.facts.replace("{first}", first).replace("{next}", next);

  const put = (form, texts, said) => {
    fields(form).forEach((field, index) => { field.value = texts[index]; });
    form.querySelector("#tile-said").textContent = [...said, count(form, read(form)).dataset.said].reduce((first, next) => beside(form, first, next));
    form.elements.tiles.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const change = (form, hand, said) => {
    const before = fields(form).map((field) => field.value);
    if (write(hand).slice(0, before.length).join() === before.join()) return paint(form);
    past.set(form, [...(past.get(form) || []), before]);
    put(form, write(hand), [said]);
  };
  const back = (form) => {
    const field = aimed(form);
    if (field) return fill(field, parse(field.value).slice(0, -1), "");
    const hand = read(form);
    (hand.tiles.length ? hand.tiles : hand.melds).pop();
    put(form, (past.get(form) || []).pop() || write({ ...hand, tile: "" }), []);
  };

  // The hand after a key: one more tile, or a set. A set uses tiles of the hand if two or more are equal to its own, or
  // if too few copies are left.
  const after = (hand, kind, tile, left) => {
    const have = held(hand, tile);
    const melds = hand.melds.map((meld) => [...meld]);
    if (kind === "mark") return { ...hand, tiles: [...hand.tiles, `J${tile}`], tile: `J${tile}` };
    if (!kind) return toGo(hand) > 0 ? { ...hand, tiles: [...hand.tiles, tile], tile } : { ...hand, tile };
    const lying = meldOf({ melds }, tile);
    const grows = kind === "kong" && lying[0] === "pong";
    const take = grows || have > 1 ? Math.min(have, NEED[kind]) : Math.max(0, have + NEED[kind] - left);
    if (grows) lying[0] = kind;
    else melds.push([kind, tile]);
    return { ...hand, tiles: without(hand.tiles, same(tile, take)), melds };
  };
  const fits = (hand, kind, tile, left, most) => {
    if (kind === "mark") return toGo(hand) > 0 && marks(write(hand).slice(0, 2).join()) < most;
    if (!kind && toGo(hand) < 1) return hand.tiles.includes(tile);
    const next = after(hand, kind, tile, left);
    const lying = next.melds.filter((meld) => plain(meld[1]) === tile)
      .reduce((sum, meld) => sum + NEED[meld[0]] - marks(meld[1]), 0);
    return toGo(next) >= 0 && held(next, tile) + lying <= left;
  };
  const tap = (form, { dataset: { tile, left } }) => {
    const field = aimed(form);
    if (field) return fill(field, [...parse(field.value), tile], nameOf(form, tile));
    const set = armed(form);
    if (set) set.ariaPressed = "false";
    const said = [set && set.dataset.name, nameOf(form, tile)].filter(Boolean).join(" ");
    change(form, after(read(form), set && set.dataset.meld, tile, Number(left)), said);
  };

  // The tiles of a set, jokers first.
  const pieces = (tile, count) => [...same(`J${plain(tile)}`, marks(tile)), ...same(plain(tile), count - marks(tile))];

  // A tap on the hand: marks the winning tile or removes a tile, exposes a triple, splits a pong, or conceals or exposes
  // a kong. In a full hand, the first tap on a triple marks its tile as the winning tile; the second exposes it and
  // restores the previous winning tile.
  const tapHand = (form, part) => {
    const hand = read(form);
    const { one, three, at, won } = part.dataset;
    const [kind, tile] = hand.melds[at] || [];
    const winning = won === undefined && form.elements.tile;
    const set = armed(form);
    if (kind && set && "mark" in set.dataset) {
      set.ariaPressed = "false";
      hand.melds[at][1] = marks(tile) < NEED[kind] ? `J${tile}` : plain(tile);
    } else if (one && winning) hand.tile = one;
    else if (one) Object.assign(hand, { tiles: without(hand.tiles, [one]), tile: "" });
    else if (three && !toGo(hand) && winning) hand.tile = three;
    else if (three) {
      if (!toGo(hand)) [, , hand.tile] = (past.get(form) || []).at(-1) || [];
      hand.tiles = without(hand.tiles, same(three, 3));
      hand.melds.push(["pong", three]);
    } else if (kind === "pong") {
      hand.melds.splice(at, 1);
      hand.tiles.push(...pieces(tile, 3));
    } else hand.melds[at][0] = kind === "kong" ? "ckong" : "kong";
    change(form, hand, part.ariaLabel);
  };

  // Divides sorted tiles into sets, a pair and neighbours, for display only: [worth, group, group, …].
  const SHAPES = [[3, 0, 0, 0], [3, 0, 1, 2], [2.2, 0, 0], [1.1, 0, 0], [1, 0, 1], [0.9, 0, 2], [0, 0]];
  const cut = (tiles, pair = true, known = new Map()) => {
    const id = `${tiles}${pair}`;
    if (!tiles.length || known.has(id)) return known.get(id) || [0];
    let best = [-1];
    for (const [worth, ...steps] of SHAPES) {
      const group = steps.map((step) => (step ? Number(tiles[0][0]) + step + tiles[0][1] : tiles[0]));
      const rest = (pair || worth !== 2.2) && without(tiles, group);
      const [more, ...groups] = rest ? cut(rest, pair && worth !== 2.2, known) : [-99];
      if (worth + more > best[0]) best = [worth + more, group, ...groups];
    }
    known.set(id, best);
    return best;
  };

  const make = (tag, className, children, data, label) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    Object.assign(element.dataset, data);
    if (label) Object.assign(element, { type: "button", ariaLabel: label });
    return element;
  };
  const face = (form, tile, hidden) => {
    const svg = keyOf(form, tile).firstElementChild.cloneNode(true);
    const use = svg.firstElementChild;
    svg.classList.add("tile-30");
    if (marks(tile)) {
      svg.classList.add("tile-mark");
      for (const picture of markKey(form).querySelectorAll("use")) {
        const corner = picture.cloneNode();
        for (const [name, share] of [["x", "50%"], ["width", "50%"], ["height", "50%"]]) corner.setAttribute(name, share);
        svg.append(corner);
      }
    }
    if (hidden) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#tile-back"));
    return svg;
  };
  const laid = (form, [kind, tile], at) => {
    const hidden = kind === "ckong";
    const { exposed, concealed } = form.querySelector("#pad").dataset;
    const word = form.querySelector(`[data-meld=${hidden ? "kong" : kind}]`).dataset.name;
    const caption = hidden ? concealed : exposed;
    const faces = pieces(tile, NEED[kind]).map((each, index) => face(form, each, hidden && index % 3 === 0));
    const parts = [make("span", "meld", faces), make("small", "", [caption])];
    return make("button", "set", parts, { at }, beside(form, `${word} ${nameOf(form, tile)}`, caption));
  };
  const grouped = (form, group) => {
    const three = group.length === 3 && group.every((tile) => tile === group[0]) && group[0];
    if (three) return make("button", "set meld", group.map((tile) => face(form, tile)), { three }, `3 × ${nameOf(form, three)}`);
    return make("span", "set meld", group.map((one) => make("button", "one", [face(form, one)], { one }, nameOf(form, one))));
  };

  // The instruction to show while the key of a set or a joker is pressed.
  const instruction = (form) => {
    const set = armed(form);
    return set && [form.querySelector("#pad").dataset.then.replace("{key}", set.dataset.name)];
  };

  // Shows another field: before its Add button, a button for each tile, which removes that tile.
  const paintPicked = (form) => {
    for (const area of form.querySelectorAll("[data-picked]")) {
      const { picked, remove } = area.dataset;
      const add = area.querySelector("[data-add]");
      const tiles = parse(form.elements[picked].value).map((tile, out) => keyOf(form, tile)
        && make("button", "step", [face(form, tile)], { out }, remove.replace("{tile}", nameOf(form, tile))));
      for (const old of area.querySelectorAll("[data-out]")) old.remove();
      add.before(...tiles.filter(Boolean));
      add.ariaPressed = String(picked === aim);
    }
  };
  const pick = (form, { dataset: { out }, parentElement: area }) => {
    const { picked } = area.dataset;
    const field = form.elements[picked];
    if (out) {
      fill(field, parse(field.value).filter((_, at) => at !== Number(out)), "");
      area.querySelector("[data-add]").focus();
    } else {
      setAim(picked === aim ? "" : picked);
      // Keyboard users continue at the keys.
      if (aim) form.querySelector("#pad button:enabled").focus({ preventScroll: true });
    }
  };

  const paintHand = (form, hand, groups) => {
    const area = form.querySelector("#tile-hand");
    const { wonOn, winning, hint } = form.querySelector("#pad").dataset;
    const full = toGo(hand) === 0;
    const buttons = () => [...area.querySelectorAll("button")];
    const focus = buttons().indexOf(document.activeElement);
    const won = full && keyOf(form, hand.tile) && [wonOn.replace("{tile}", nameOf(form, hand.tile))];
    const words = instruction(form) || won || count(form, hand).cloneNode(true).childNodes;
    const melds = hand.melds.map((meld, at) => keyOf(form, meld[1]) && NEED[meld[0]] && laid(form, meld, at));
    const slot = toGo(hand) > 0 ? [make("span", "slot", [])] : [];
    const tiles = groups.map((group) => grouped(form, group));
    const line = make("p", "go", words);
    area.replaceChildren(line, make("div", "", melds.filter(Boolean)), make("div", "", [...tiles, ...slot]));
    // The text is beside the melds, or below them if they fill the line.
    if (area.children[1].querySelectorAll(".tile").length > 7) area.children[1].after(line);
    if (!hand.tiles.length && !hand.melds.length) area.append(make("p", "help", [hint]));
    area.classList.toggle("full", full);
    // A hand with four kongs may be won without its last tile.
    area.classList.toggle("ready", full || (toGo(hand) === 1 && hand.melds.filter(([kind]) => kind !== "pong").length === 4));
    const main = area.closest(".sheet-main");
    if (main) main.scrollTop += Math.max(0, area.getBoundingClientRect().bottom - main.getBoundingClientRect().bottom);
    const winner = buttons().findLast(({ dataset }) => hand.tile && (dataset.one || dataset.three) === hand.tile);
    if (winner) Object.assign(winner, { ariaLabel: beside(form, winner.ariaLabel, winning) }).dataset.won = "";
    if (focus >= 0) (buttons()[focus] || buttons().at(-1) || form.querySelector("#pad button")).focus();
  };
  const paint = (form) => {
    if (!form.querySelector("#tile-reading")) return;
    const hand = read(form);
    const { of, groups, completes } = form.querySelector("#tile-reading").dataset;
    const current = of === fields(form).slice(0, 2).map((field) => field.value).join("|");
    const sorted = hand.tiles.filter((tile) => keyOf(form, tile)).sort((one, other) => rank(one) - rank(other));
    const real = sorted.filter((tile) => !marks(tile));
    const shown = current && groups ? groups.split(" ").map(parse) : [...cut(real).slice(1), ...sorted.filter(marks).map((tile) => [tile])];
    paintHand(form, hand, shown);
    const set = armed(form);
    const field = aimed(form);
    form.classList.toggle("aimed", Boolean(field));
    paintPicked(form);
    if (field) for (const part of [form.querySelector("#pad"), form.querySelector("[data-add][aria-pressed=true]")]) part.scrollIntoView({ block: "nearest" });
    for (const key of form.querySelectorAll("[data-meld]")) key.disabled = Boolean(field);
    for (const key of form.querySelectorAll("[data-tile]")) {
      const { tile, left } = key.dataset;
      key.disabled = !field && !fits(hand, set && set.dataset.meld, tile, Number(left), set && Number(set.dataset.mark));
      key.classList.toggle("key-wins", current && !field && !key.disabled && parse(completes).includes(tile));
    }
    for (const key of form.querySelectorAll("[data-back]")) key.disabled = field ? !field.value : !hand.tiles.length && !hand.melds.length;
  };

  const press = (form, button) => {
    const was = armed(form);
    if (was) was.ariaPressed = "false";
    button.ariaPressed = String(was !== button);
    form.querySelector("#tile-said").textContent = instruction(form) || "";
    paint(form);
  };
  const act = { tile: tap, meld: press, back, at: tapHand, one: tapHand, three: tapHand, out: pick, add: pick };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#pad button, #tile-hand button, [data-back], [data-picked] button");
    const form = button && button.form;
    // If the page moved under the finger, the click hits no control, and the keys keep their field.
    if (event.target.closest("a, button, input, label, select, summary")) clearAim(event);
    if (form) act[Object.keys(act).find((name) => name in button.dataset)](form, button);
  });
  const start = () => {
    const pad = document.getElementById("pad");
    if (pad) paint(pad.closest("form"));
  };
  // A pointer moves the focus before its click. If that cleared the aim, the page could move under the finger and the
  // click would be lost, so only focus from the keyboard does.
  let touched = false;
  document.addEventListener("pointerdown", () => { touched = true; });
  document.addEventListener("keydown", () => { touched = false; });
  document.addEventListener("focusin", (event) => { if (!touched) clearAim(event); });
  document.addEventListener("input", (event) => {
    if (["tiles", "melds", "tile"].includes(event.target.name)) start();
  });
  // Again after settling, because htmx then sets the classes of the response.
  for (const done of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(done, start);
  start();
})();

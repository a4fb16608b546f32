"use strict";
// The controls of a replay: steps, speed, rounds; beside the board the fighters, the bots' reasons
// and the story.

// Milliseconds for which an event is shown at normal speed.
const PACE = 1100;
const SPEEDS = [0.5, 1, 2, 4, 8];
// The looks of places that need an explanation.
const TONES = { hidden: "unknown", done: "done", special: "special", kind: "helps", dangerous: "harms" };

// All pictures of a game, the first before the first event. Pictures share the parts that do not
// change.
function picturesOf(data) {
  let now = { ...data.picture, throws: [], fresh: true, affected: [] };
  const all = [now];
  for (const { kind, changes, who, whom } of data.moments) {
    const next = { ...now, fresh: false };
    // Events without fighters, such as dice, belong to the fighters of the event before.
    if (who || whom || kind === "turn_begins" || kind === "round_begins") Object.assign(next, { acting: who, affected: whom ?? [] });
    for (const part of ["places", "pieces"]) {
      if (!changes[part]) continue;
      next[part] = [...now[part]];
      for (const [index, state] of Object.entries(changes[part])) next[part][index] = state;
    }
    if (changes.values) next.values = changes.values;
    if (changes.throws) Object.assign(next, { throws: changes.throws, fresh: true });
    // Dice lie on the table until the next turn.
    else if (kind === "turn_begins" || kind === "round_begins") next.throws = [];
    all.push(next);
    now = next;
  }
  return all;
}

// The sides of a game: which side a piece is on, and the colours and names of the sides.
class Sides {
  constructor({ opening, backdrop }) {
    this.ofSeat = new Map(opening.entrants.map(({ seat, side }) => [seat, side]));
    this.all = [...new Set(this.ofSeat.values())].sort((a, b) => a - b);
    this.members = (side) => opening.entrants.filter((entrant) => entrant.side === side);
    this.teams = this.all.length > 1 && this.all.some((side) => this.members(side).length > 1);
    // Pieces that stand at the place of their seat need no mark of their side.
    this.marked = this.teams && backdrop.places.every(({ seat }) => seat === undefined);
    this.sheets = backdrop.pieces;
  }

  of(sheet) {
    return String(this.ofSeat.get(sheet.seat) ?? "");
  }

  colour(sheet) {
    const side = this.ofSeat.get(sheet.seat);
    return this.marked && side !== undefined ? this.colourOf(side) : null;
  }

  colourOf(side) {
    const [only, ...more] = this.members(side);
    const sheet = this.sheets.find(({ key }) => key === only?.entrant);
    return more.length === 0 && sheet ? colourOf(sheet.colour) : SIDES[(side - 1) % SIDES.length];
  }

  name(side) {
    const members = this.members(side);
    const seats = new Set(members.map(({ seat }) => seat));
    if (this.all.length === 1) return members.length > 1 ? "The party" : members[0].name;
    if (members.length === 1) return members[0].name;
    return seats.size === 1 ? `Seat ${members[0].seat}` : `Side ${side}`;
  }
}

// The words about a moment. Events without words are named by their kind.
function wordsOf(moment) {
  const words = moment.words ?? moment.kind.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

// What happened in the end: the winners, or that nobody won.
function outcomeOf({ end, opening }) {
  if (!end) return "The game broke off, because a bot failed.";
  const names = opening.entrants.filter(({ entrant }) => end.winners.includes(entrant)).map(({ name }) => name);
  const rounds = `after ${end.rounds} ${end.rounds === 1 ? "round" : "rounds"}`;
  if (names.length === 0) return `Nobody wins ${rounds}.`;
  return `${new Intl.ListFormat("en").format(names)} ${names.length === 1 ? "wins" : "win"} ${rounds}.`;
}

const percent = (value) => `${Math.round(100 * value)} %`;

// The symbols of the buttons, as paths in a square of 20 units.
const SYMBOLS = {
  play: "M5 3L16 10L5 17z", pause: "M4.5 3h4v14h-4zM11.5 3h4v14h-4z",
  forward: "M4 3L13 10L4 17zM14 3h2.5v14H14z", back: "M16 3L7 10L16 17zM3.5 3H6v14H3.5z",
  roundForward: "M1 4L8 10L1 16zM8 4L15 10L8 16zM16 4h2.5v12H16z", roundBack: "M19 4L12 10L19 16zM12 4L5 10L12 16zM1.5 4H4v12H1.5z",
};

function symbol(name) {
  const svg = shape("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  shape("path", { d: SYMBOLS[name] }, svg);
  return svg;
}

function button(label, symbolName, keys, action) {
  const made = element("button", { type: "button", "aria-label": label, title: `${label} (${keys})` }, symbol(symbolName));
  made.addEventListener("click", action);
  return made;
}

class Player {
  constructor(root, data) {
    this.data = data;
    this.moments = data.moments;
    this.pictures = picturesOf(data);
    this.sides = new Sides(data);
    this.last = this.moments.length;
    // The first moment of each round.
    this.rounds = this.moments.flatMap((moment, at) => at === 0 || moment.round !== this.moments[at - 1].round ? [[at + 1, moment.round]] : []).filter(([, round]) => round > 0);
    this.names = new Map(data.backdrop.pieces.map(({ key, name }) => [key, name]));
    this.at = 0;
    this.build(root);
    this.listening = new AbortController();
    const listen = (name, action) => addEventListener(name, action, { signal: this.listening.signal });
    listen("keydown", (event) => this.press(event));
    listen("beforeprint", () => { this.stop(); this.printed = this.at; this.show(this.last); });
    listen("afterprint", () => this.show(this.printed));
    // The address may name a moment, so that a moment can be shared: #120.
    const named = Number(location.hash.slice(1));
    this.show(Number.isInteger(named) ? Math.min(this.last, Math.max(0, named)) : 0);
  }

  build(root) {
    const { opening, backdrop, picture } = this.data;
    const heading = element("header", { class: "replay-head" },
      element("p", { class: "over" }, `Game ${opening.game} of seed ${opening.seed}${opening.deal === opening.game ? "" : `, with the deal of game ${opening.deal}`}`),
      element("h1", {}, opening.scenario || opening.title));
    const table = element("div", { class: "table" });
    this.words = element("p", { class: "words", "aria-live": "polite" });
    this.meta = element("p", { class: "meta" });
    this.dice = element("div", { class: "dice" });
    this.values = element("p", { class: "totals" });
    const key = this.keyOfTones();
    const controls = this.controls();
    const stage = element("section", { class: "stage", "aria-label": "Board" }, element("div", { class: "told" }, this.meta, this.words), table, ...key, this.dice, this.values, controls);
    const chances = this.chancesSection();
    this.sheets = element("ul", { class: "sheets" });
    this.why = element("div", { class: "why" });
    this.story = element("ol", { class: "story", tabindex: 0, "aria-label": "Story" });
    this.fillStory();
    const fighters = element("section", { class: "fighters" }, element("h2", {}, "On the table"), this.sheets);
    const reasons = element("section", { class: "reasons" }, element("h2", {}, "Why"), this.why);
    const story = element("section", { class: "told-all" }, element("h2", {}, "Story"), this.story);
    // A long list of fighters stands below everything else.
    const many = this.pictures.some(({ pieces }) => pieces.filter(({ place }) => place !== undefined).length > 5);
    const aside = element("div", { class: "aside" }, ...(many ? [] : [fighters]), story, reasons);
    root.replaceChildren(heading, element("div", { class: "replay" }, element("div", { class: "main" }, stage, chances.section), aside, ...(many ? [fighters] : [])));
    const crowds = backdrop.places.map(() => 0);
    for (const { pieces } of this.pictures) {
      const now = crowds.map(() => 0);
      for (const { place } of pieces) if (place !== undefined) now[place] += 1;
      now.forEach((count, place) => { crowds[place] = Math.max(crowds[place], count); });
    }
    this.board = new Board(table, controls, backdrop, this.sides, crowds);
    chances.draw?.();
    this.panels = this.panelsOf(backdrop, picture);
  }

  // What the colours of places mean, if the game uses several.
  keyOfTones() {
    const used = new Set(this.pictures.flatMap(({ places }) => places.map(({ tone }) => tone)));
    const shown = Object.entries(TONES).filter(([tone]) => used.has(tone));
    const entry = ([tone, meaning]) => element("li", {}, element("span", { class: `tone ${tone}` }), meaning);
    return shown.length > 2 ? [element("ul", { class: "key" }, ...shown.map(entry))] : [];
  }

  controls() {
    const step = (by) => () => { this.stop(); this.show(this.next(by)); };
    const round = (by) => () => { this.stop(); this.show(this.round(by)); };
    this.playing = button("Play", "play", "space", () => this.toggle());
    this.playing.className = "play";
    this.slider = element("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": "Moment of the game" });
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    this.speed = element("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) => element("option", { value: speed }, `${speed}×`)));
    this.speed.value = "1";
    this.picker = element("select", { "aria-label": "Round" }, element("option", { value: 0 }, "Start"), ...this.rounds.map(([at, number]) => element("option", { value: at }, `Round ${number}`)), element("option", { value: this.last }, "End"));
    this.picker.addEventListener("change", () => { this.stop(); this.show(Number(this.picker.value)); });
    return element("div", { class: "controls", role: "group", "aria-label": "Controls of the replay" },
      element("div", { class: "buttons" },
        button("Round back", "roundBack", "page up", round(-1)), button("Step back", "back", "left arrow", step(-1)), this.playing,
        button("Step forward", "forward", "right arrow", step(1)), button("Round forward", "roundForward", "page down", round(1))),
      this.slider,
      element("div", { class: "pickers" }, element("label", {}, "Speed ", this.speed), element("label", {}, "Go to ", this.picker)));
  }

  // The section with the win probabilities; a sentence if no bot estimates them.
  chancesSection() {
    const estimates = new Map();
    this.moments.forEach(({ seat, thought }, at) => {
      if (thought?.estimate === undefined) return;
      const side = this.sides.ofSeat.get(seat);
      if (!estimates.has(side)) estimates.set(side, []);
      estimates.get(side).push([at + 1, thought.estimate]);
    });
    // A side whose pieces are all out cannot win any more.
    for (const [side, known] of estimates) {
      const keys = this.sides.members(side).map(({ entrant }) => entrant);
      const own = this.data.backdrop.pieces.flatMap(({ key }, index) => keys.includes(key) ? [index] : []);
      const gone = this.pictures.findIndex(({ pieces }) => own.length > 0 && own.every((index) => pieces[index].fate === "out"));
      if (gone > known.at(-1)[0]) known.push([gone, 0]);
    }
    const holder = element("div", { class: "chances-holder" });
    const section = element("section", { class: "chance" }, element("h2", {}, "Win probability"), holder);
    const series = this.sides.all.filter((side) => estimates.has(side)).map((side) => ({ name: this.sides.name(side), colour: this.sides.colourOf(side), estimates: estimates.get(side) }));
    if (series.length === 0) {
      holder.append(element("p", { class: "fine" }, "The bots of this game do not estimate their chances. Trained bots and searches do (--strategy)."));
      return { section };
    }
    section.append(element("p", { class: "fine" }, "Each bot’s own estimate at its decisions. Estimates of different bots need not add up to 100 %. Click to go to a moment."));
    return { section, draw: () => { this.chances = new Chances(holder, series, this.rounds, this.last, (at) => { this.stop(); this.show(at); }); } };
  }

  // One panel for each place of a seat, and one for each piece.
  panelsOf(backdrop, picture) {
    const panels = [];
    const panel = (group, name, colour, text) => {
      const dot = element("span", { class: "dot" });
      if (colour) dot.style.background = colour;
      const [gauges, marks, cards, note] = [element("div", { class: "gauges" }), element("p", { class: "marks" }), element("p", { class: "cards" }), element("span", { class: "note" }, text)];
      const item = element("li", { class: group }, element("p", { class: "who" }, ...(colour ? [dot] : []), element("strong", {}, name), " ", note), gauges, marks, cards);
      return { item, gauges, marks, cards, note };
    };
    const bot = (seat) => this.data.opening.entrants.find((entrant) => entrant.seat === seat)?.strategy ?? "";
    const owned = backdrop.places.some(({ seat }) => seat !== undefined);
    backdrop.places.forEach((place, index) => {
      if (place.seat === undefined) return;
      const made = panel("owner", place.name, null, "");
      panels.push({ ...made, index, of: "places", names: place.gauges });
    });
    const pieces = backdrop.pieces.map((sheet, index) => {
      const side = this.sides.marked ? `side ${this.sides.of(sheet)}` : "";
      const notes = [sheet.text, side, owned || !bot(sheet.seat) ? "" : `seat ${sheet.seat}, ${bot(sheet.seat)}`].filter(Boolean);
      return { ...panel("fighter", sheet.name, colourOf(sheet.colour), notes.join(" · ")), index, of: "pieces", names: sheet.gauges, sheet };
    });
    this.sheets.append(...panels.map(({ item }) => item), ...pieces.map(({ item }) => item));
    this.owned = owned;
    this.drawnPanels = new Map();
    return [...panels, ...pieces];
  }

  showPanels(picture, acting, affected, winners) {
    const order = [];
    for (const panel of this.panels) {
      const state = picture[panel.of][panel.index];
      const lit = panel.sheet && panel.sheet.key === acting ? " acting" : panel.sheet && affected.includes(panel.sheet.key) ? " affected" : panel.sheet && winners.includes(panel.sheet.key) ? " wins" : "";
      panel.item.className = `${panel.of === "places" ? "owner" : "fighter"} ${state.fate ?? state.tone}${lit}`;
      const owner = panel.of === "places" ? panel.index : state.place;
      order.push({ panel, group: this.owned ? owner ?? 99 : 0, first: panel.of === "places" ? 0 : 1 });
      if (this.drawnPanels.get(panel) === state) continue;
      this.drawnPanels.set(panel, state);
      if (panel.of === "places") panel.note.textContent = [state.label, `${(state.cards ?? []).reduce((sum, { count }) => sum + count, 0)} cards`].filter(Boolean).join(" · ");
      panel.gauges.replaceChildren(...panel.names.map((gauge, at) => this.gauge(gauge, state.values[at])));
      panel.marks.textContent = (state.marks ?? []).join(" · ");
      panel.cards.replaceChildren(...(state.cards ?? []).map((held) => this.card(held)));
    }
    if (!this.owned) return;
    // Pieces stand below the player who leads them; the list is sorted again only if one moved.
    const sorted = [...order].sort((a, b) => a.group - b.group || a.first - b.first);
    const key = sorted.map(({ panel }) => `${panel.of}${panel.index}`).join();
    if (key !== this.order) this.sheets.append(...sorted.map(({ panel }) => panel.item));
    this.order = key;
  }

  gauge({ name, most }, value) {
    const made = element("span", { class: most === undefined ? "number" : "bar" }, element("span", { class: "name" }, name), " ", element("b", {}, String(value)));
    if (most === undefined) return made;
    const fill = element("i");
    fill.style.width = percent(most > 0 ? Math.max(0, Math.min(1, value / most)) : 0).replace(" ", "");
    made.append(element("small", {}, ` of ${most}`), element("span", { class: "rail", "aria-hidden": "true" }, fill));
    return made;
  }

  card({ card, count, as }) {
    const { name, text } = this.data.backdrop.cards[card];
    const how = { chosen: "chosen: ", active: "plays: " }[as] ?? "";
    return element("span", { class: `card ${as}`, title: text }, how + name + (count > 1 ? ` ×${count}` : ""), ...(as !== "hand" && text ? [element("small", {}, text)] : []));
  }

  // The story as a list, which a click uses to go to an event.
  fillStory() {
    const items = [];
    this.items = new Map();
    this.moments.forEach((moment, index) => {
      if (moment.thought || !moment.words) return;
      const style = moment.kind === "round_begins" ? "round" : moment.kind === "turn_begins" || moment.turn === undefined ? "turn" : "step";
      const item = element("li", { class: style, "data-at": index + 1 }, wordsOf(moment));
      this.items.set(index + 1, item);
      items.push(item);
    });
    items.push(element("li", { class: "round", "data-at": this.last }, outcomeOf(this.data)));
    this.story.append(...items);
    this.story.addEventListener("click", (event) => {
      const item = event.target.closest("[data-at]");
      if (item) { this.stop(); this.show(Number(item.dataset.at)); }
    });
  }

  // The words of a moment, with the name of the fighter that acts.
  named({ who, words: told }, words) {
    const name = this.names.get(who);
    if (!name || words.includes(name)) return words;
    return /^[a-z]+s\b/.test(told ?? "") ? `${name} ${told}` : `${name}: ${told ?? words}`;
  }

  // The next moment with words or reasons, in one direction. What silent events change is seen
  // there.
  next(by) {
    let at = this.at + by;
    while (this.isSilent(at)) at += by;
    return Math.max(0, Math.min(this.last, at));
  }

  isSilent(at) {
    const moment = at < this.last ? this.moments[at - 1] : undefined;
    return moment !== undefined && !moment.words && !moment.thought;
  }

  // The beginning of the next round, or of the current or last one.
  round(by) {
    const starts = this.rounds.map(([at]) => at);
    return by > 0 ? starts.find((at) => at > this.at) ?? this.last : starts.findLast((at) => at < this.at) ?? 0;
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.last) this.show(0);
    this.playing.replaceChildren(symbol("pause"));
    this.playing.setAttribute("aria-label", "Pause");
    // Announcements would lag behind a game that plays by itself.
    this.words.setAttribute("aria-live", "off");
    const wait = () => {
      const thinks = this.moments[this.at]?.thought !== undefined;
      this.timer = setTimeout(() => {
        this.show(this.next(1));
        if (this.at === this.last) this.stop();
        else wait();
      }, PACE * (thinks ? 0.4 : 1) / Number(this.speed.value));
    };
    wait();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playing.replaceChildren(symbol("play"));
    this.playing.setAttribute("aria-label", "Play");
    this.words.setAttribute("aria-live", "polite");
  }

  // Stops the replay and its listeners, before its element is removed.
  close() {
    this.stop();
    this.listening.abort();
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("select, input:not([type=range]), textarea")) return;
    const onButton = event.target.closest?.("button");
    const actions = {
      ArrowRight: () => this.show(this.next(1)), ArrowLeft: () => this.show(this.next(-1)),
      PageDown: () => this.show(this.round(1)), PageUp: () => this.show(this.round(-1)),
      Home: () => this.show(0), End: () => this.show(this.last),
    };
    if (event.key === " " && !onButton) this.toggle();
    else if (actions[event.key]) { this.stop(); actions[event.key](); }
    else return;
    event.preventDefault();
  }

  // Shows the game after its first `at` moments, or after the next moment with words.
  show(at) {
    while (this.isSilent(at)) at += 1;
    const glides = Math.abs(this.next(1) - at) < 2 || Math.abs(this.next(-1) - at) < 2;
    this.at = at;
    const [moment, picture] = [this.moments[at - 1], this.pictures[at]];
    const over = at === this.last && !moment?.thought;
    const words = at === 0 ? "The game begins." : over ? outcomeOf(this.data) : wordsOf(moment);
    const { acting, affected } = over ? { affected: [] } : picture;
    const turn = moment?.turn ?? moment?.seat;
    this.meta.textContent = [moment?.round ? `Round ${moment.round}` : "Before the first round", turn ? `seat ${turn}` : "", `${at} of ${this.last}`].filter(Boolean).join(" · ");
    this.words.textContent = over || at === 0 ? words : this.named(moment, words);
    this.board.show(picture, acting, affected, this.words.textContent, turn, glides);
    this.showDice(picture);
    this.values.replaceChildren(...this.data.backdrop.gauges.map((gauge, index) => this.gauge(gauge, picture.values[index])));
    this.showPanels(picture, acting, affected, over ? this.data.end?.winners ?? [] : []);
    this.showWhy(at);
    this.showStory(at);
    this.chances?.show(at);
    this.shown?.(at);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `${this.meta.textContent}. ${words}`);
    this.picker.value = String(at === this.last ? this.last : this.rounds.findLast(([start]) => start <= at)?.[0] ?? 0);
  }

  showDice({ throws, fresh }) {
    this.dice.className = `dice${fresh ? "" : " old"}`;
    this.dice.replaceChildren(...throws.map(({ label, dice }) => element("p", {}, element("span", { class: "label" }, label), ...dice.map(({ face, hits }) => this.die(face, hits)))));
  }

  // A die: with pips for a number from 1 to 6, else with its face as text.
  die(face, hits) {
    const spots = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }[face];
    const made = element("span", { class: `die${hits ? " hits" : ""}${spots ? "" : " word"}`, role: "img", "aria-label": `${face}${hits ? ", counts" : ""}` });
    if (!spots) { made.textContent = face; return made; }
    const svg = shape("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" });
    for (const spot of spots) shape("circle", { cx: 7 + 8 * ((spot - 1) % 3), cy: 7 + 8 * Math.floor((spot - 1) / 3), r: 2.8 }, svg);
    made.append(svg);
    return made;
  }

  // The reasons of the last decision up to this moment.
  showWhy(at) {
    const index = this.moments.slice(0, at).findLastIndex(({ thought }) => thought);
    if (index === this.whyShown) return;
    this.whyShown = index;
    if (index < 0) return this.why.replaceChildren(element("p", { class: "fine" }, "No bot has decided yet."));
    const { words, thought } = this.moments[index];
    const number = (worth) => worth.length <= 8;
    const ranks = thought.options.map(({ rank }) => rank).filter((rank) => rank !== undefined);
    const [low, high] = [Math.min(...ranks, 0), Math.max(...ranks)];
    const option = ({ option: text, worth, rank, chosen }) => {
      const fill = element("i");
      fill.style.width = `${rank === undefined || high === low ? 0 : Math.round(100 * (rank - low) / (high - low))}%`;
      return element("li", { class: chosen ? "chosen" : "" }, element("span", { class: "option" }, chosen ? "→ " : "", text), element("span", { class: "rail", "aria-hidden": "true" }, fill), element("small", { class: number(worth) ? "" : "long" }, worth));
    };
    const chance = thought.estimate === undefined ? "" : ` Estimated win probability: ${percent(thought.estimate)}.`;
    this.why.replaceChildren(
      element("p", {}, element("strong", {}, words[0].toUpperCase() + words.slice(1))),
      element("p", { class: "fine" }, `Decided by ${thought.by}.${chance}`),
      element("ul", {}, ...thought.options.map(option)),
      ...(thought.others > 0 ? [element("p", { class: "fine" }, `${thought.others} further ${thought.others === 1 ? "option" : "options"}`)] : []));
  }

  showStory(at) {
    this.lit?.removeAttribute("aria-current");
    let key = at;
    while (key > 0 && !this.items.has(key)) key -= 1;
    this.lit = this.items.get(key);
    if (!this.lit) { this.story.scrollTop = 0; return; }
    this.lit.setAttribute("aria-current", "true");
    this.story.scrollTop = this.lit.offsetTop - this.story.offsetTop - this.story.clientHeight / 2;
  }
}

// Builds a replay inside an element, from the data of one game. A page that removes the replay
// calls `close` on the result.
function replay(root, data) {
  const player = new Player(root, data);
  link(player);
  return player;
}

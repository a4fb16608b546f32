"use strict";
// The drawing of a board as SVG: places, pieces and arrows. It knows no game; a backdrop and a
// picture say what stands where.

const SVG = "http://www.w3.org/2000/svg";

// Colours for sides, which colour-blind readers can distinguish.
const SIDES = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8A7F00", "#7F7F7F"];

// Width in pixels below which a rectangular place has small text in several lines.
const NARROW = 110;

// Height in pixels of a line of text below the pieces of a place.
const LINE = 11;

function shape(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes ?? {})) if (value !== undefined) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A colour of the form #RRGGBB, or a grey for any other text.
const colourOf = (text) => /^#[0-9A-Fa-f]{6}$/.test(text ?? "") ? text : "#7F7F7F";

// Black or white, whichever is easier to read on the colour.
function inkOn(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.32 ? "#1b1b1f" : "#fffffe";
}

// The first letters of a name: of its words, or of its only word.
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 1 ? words[0][0] + words[1][0].toUpperCase() : [...(words[0] ?? "?")].slice(0, 2).join("");
}

// The text shortened to a width in pixels, at a font size in pixels. The width of a letter is
// estimated.
function shortened(text, width, size) {
  const letters = Math.floor(width / (size * 0.56));
  const all = [...text];
  return all.length <= letters ? text : letters < 2 ? "" : all.slice(0, letters - 1).join("").trimEnd() + "…";
}

// The lines of a text, at most `most`, each shortened to a width in pixels.
function wrapped(text, width, size, most) {
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length + 1) * size * 0.54 <= width) lines[lines.length - 1] += " " + word;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] += " …";
  return shown.map((line) => shortened(line, width, size));
}

const heldCards = (cards, backdrop) => cards.map((held) => backdrop.cards[held.card].name + (held.count > 1 ? ` ×${held.count}` : ""));

// The drawing of one game's board. `controls` are at the bottom of the window, over the page.
// `crowds[i]` is the largest number of pieces that ever stand in place i.
class Board {
  constructor(holder, controls, backdrop, sides, crowds) {
    this.controls = controls;
    this.backdrop = backdrop;
    this.sides = sides;
    this.crowds = crowds;
    this.svg = shape("svg", { class: "board", role: "img" }, holder);
    this.caption = shape("title", {}, this.svg, "The board");
    this.holder = holder;
    this.shown = null;
    new ResizeObserver(() => requestAnimationFrame(() => this.layOut())).observe(holder);
    this.layOut();
  }

  // Places everything that stays the same, for the width of the page.
  layOut() {
    // The whole board is in sight between the words above it and the controls below it, unless the
    // window is very low.
    const top = this.holder.getBoundingClientRect().top + scrollY;
    const tallest = Math.max(360, innerHeight - top - this.controls.offsetHeight);
    const width = Math.max(280, Math.min(760, this.holder.clientWidth, Math.floor(tallest / this.backdrop.height)));
    if (width === this.width) return;
    this.width = width;
    this.radius = Math.max(15, Math.min(25, width / 26));
    this.height = width * this.backdrop.height;
    // A board without paths may be higher than its title says, to give crowded places room, if it
    // stays in sight.
    const free = this.backdrop.links.length === 0;
    while (free && this.height * 1.08 <= tallest && !this.fits()) this.height *= 1.08;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${Math.round(this.height)}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", Math.round(this.height));
    this.svg.replaceChildren(this.caption);
    const defs = shape("defs", {}, this.svg);
    const head = shape("marker", { id: "arrowhead", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" }, defs);
    shape("path", { d: "M0 0L10 5L0 10z", class: "arrowhead" }, head);
    const links = shape("g", { class: "links" }, this.svg);
    for (const [from, to] of this.backdrop.links) {
      const [a, b] = [from, to].map((index) => this.box(index));
      shape("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }, links);
    }
    this.places = this.backdrop.places.map((place, index) => this.drawPlace(place, index));
    this.arrows = shape("g", { class: "arrows" }, this.svg);
    this.pieces = this.backdrop.pieces.map((sheet) => this.drawPiece(sheet));
    if (this.shown) this.show(...this.shown);
  }

  // The centre and the size of a place in pixels.
  box(index) {
    const place = this.backdrop.places[index];
    return { x: place.x * this.width, y: place.y * this.height, width: place.width * this.width, height: place.height * this.height, round: place.shape === "ellipse" };
  }

  // True if every place has room for its largest crowd.
  fits() {
    return this.crowds.every((crowd, index) => crowd === 0 || this.grid(index, crowd, 1).scale >= 0.78);
  }

  // The part of a place in which its pieces stand, above `lines` lines of text.
  inside(index, lines) {
    const { x, y, width, height, round } = this.box(index);
    if (round) return { x, y: y + height * 0.04, width: width * 0.78, height: height * 0.66 };
    const least = this.backdrop.places[index].seat !== undefined ? 22 : 14;
    const [top, bottom] = [width < NARROW ? 28 : 24, Math.max(least, 3 + LINE * lines)];
    return { x, y: y + (top - bottom) / 2, width: width - 6, height: Math.max(10, height - top - bottom) };
  }

  // The lines of text below the pieces of a rectangular place.
  below(index, { marks = [], cards = [] }) {
    if (cards.length > 0) return [heldCards(cards, this.backdrop).join(", ")];
    const { width } = this.box(index);
    return width < NARROW ? marks.flatMap((mark) => wrapped(mark, width - 8, 9, 2)) : marks;
  }

  // The rows and columns in which pieces stand in a place above `lines` lines of text, with the
  // scale of the pieces that gives them room.
  grid(index, count, lines) {
    const inside = this.inside(index, lines);
    const named = inside.width / Math.max(1, Math.min(count, 5)) >= 62;
    const [cell, line] = [2 * this.radius + (named ? 16 : 5), 2 * this.radius + (named ? 20 : 7)];
    let best = { scale: 0 };
    for (let columns = 1; columns <= count; columns += 1) {
      const rows = Math.ceil(count / columns);
      const scale = Math.min(1, inside.width / (columns * cell), inside.height / (rows * line));
      if (scale > best.scale - 0.001) best = { columns, rows, scale, cell, line, inside, named };
    }
    return best;
  }

  drawPlace(place, index) {
    const { x, y, width, height, round } = this.box(index);
    const group = shape("g", { class: "place" }, this.svg);
    const title = shape("title", {}, group);
    const ground = round
      ? shape("ellipse", { cx: x, cy: y, rx: width / 2, ry: height / 2, class: "ground" }, group)
      : shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6, class: "ground" }, group);
    const words = shape("g", {}, group);
    return { group, title, ground, words, place, index };
  }

  drawPiece(sheet) {
    const [colour, r] = [colourOf(sheet.colour), this.radius];
    const group = shape("g", { class: "piece absent away" }, this.svg);
    const title = shape("title", {}, group);
    const body = shape("g", { class: "body" }, group);
    shape("circle", { r: r + 4, class: "halo" }, body);
    shape("circle", { r: r - 1, class: "track" }, body);
    const life = shape("circle", { r: r - 1, class: "life", pathLength: 100, transform: "rotate(-90)" }, body);
    shape("circle", { r: r - 3, class: "disc", fill: colour }, body);
    shape("text", { class: "initials", y: r * 0.1, "font-size": r * 0.72, fill: inkOn(colour) }, body, initials(sheet.name));
    const badge = shape("g", { class: "badge", transform: `translate(0 ${r * 0.86})` }, body);
    shape("rect", { x: -r * 0.46, y: -r * 0.34, width: r * 0.92, height: r * 0.68, rx: r * 0.3 }, badge);
    const number = shape("text", { y: r * 0.02, "font-size": r * 0.6 }, badge);
    const side = this.sides.colour(sheet);
    if (side) {
      const flag = shape("g", { class: "side", transform: `translate(${-r * 0.82} ${-r * 0.72})` }, body);
      shape("circle", { r: r * 0.38, fill: side }, flag);
      shape("text", { "font-size": r * 0.52, fill: inkOn(side), y: r * 0.02 }, flag, this.sides.of(sheet));
    }
    const tokens = shape("g", { class: "tokens" }, body);
    const name = shape("text", { class: "name", y: r + 15 }, group);
    return { group, title, body, life, number, tokens, name, sheet };
  }

  // Shows a picture. `acting` and `affected` are keys of pieces; `words` describe the moment for
  // screen readers; `seat` has the turn. Pieces glide to their places if `glides` is true.
  show(picture, acting, affected, words, seat, glides) {
    this.shown = [picture, acting, affected, words, seat, false];
    this.svg.classList.toggle("glides", Boolean(glides));
    this.caption.textContent = `The board. ${words}`;
    const standing = this.backdrop.places.map(() => []);
    picture.pieces.forEach((piece, index) => { if (piece.place !== undefined) standing[piece.place].push(index); });
    this.places.forEach((drawn, index) => this.showPlace(drawn, picture.places[index], standing[index].length, seat));
    const spots = new Map();
    standing.forEach((pieces, place) => {
      if (pieces.length === 0) return;
      const { columns, rows, scale, cell, line, inside, named } = this.grid(place, pieces.length, this.below(place, picture.places[place]).length);
      pieces.forEach((piece, at) => {
        const row = Math.floor(at / columns);
        const inRow = Math.min(columns, pieces.length - row * columns);
        const x = inside.x + (at % columns - (inRow - 1) / 2) * Math.min(cell * scale * 1.5, inside.width / columns);
        const y = inside.y + (row - (rows - 1) / 2) * line * scale - (named ? 6 * scale : 1);
        spots.set(piece, { x, y, scale, room: named ? Math.min(cell * 1.5, inside.width / columns / scale) - 4 : 0 });
      });
    });
    this.pieces.forEach((drawn, index) => this.showPiece(drawn, picture.pieces[index], spots.get(index), acting, affected));
    this.showArrows(spots, acting, affected);
  }

  showPlace(drawn, state, count, seat) {
    const { x, y, width, height, round } = this.box(drawn.index);
    const { place } = drawn;
    const marks = state.marks ?? [];
    drawn.group.setAttribute("class", `place ${state.tone}${count > 0 ? " busy" : ""}${place.seat !== undefined && place.seat === seat ? " turn" : ""}`);
    const values = place.gauges.map((gauge, at) => `${gauge.name} ${state.values[at]}`);
    const cards = heldCards(state.cards ?? [], this.backdrop);
    drawn.title.textContent = [place.name, state.label, ...values, ...marks, cards.join(", ")].filter(Boolean).join("; ");
    drawn.words.replaceChildren();
    const write = (text, [left, line], className, size, anchor) => {
      const made = shape("text", { x: left, y: line, class: className, "text-anchor": anchor }, drawn.words, text);
      made.style.fontSize = `${size}px`;
      return made;
    };
    if (round) {
      const small = width < 100 ? 9.5 : 11;
      const top = y - height / 2 + Math.max(13, height * 0.13);
      write(shortened(place.name, width * 0.62, small), [x, top], "place-name", small, "middle");
      if (state.label) write(shortened(state.label, width * 0.7, 11), [x, top + 13], "place-label", 11, "middle");
      marks.forEach((mark, at) => write(shortened(mark, width * 0.8, 11), [x, y + height * 0.36 - 13 * (marks.length - 1 - at)], "place-mark", 11, "middle"));
      return;
    }
    const [left, top, narrow] = [x - width / 2 + 5, y - height / 2 + 13, width < NARROW];
    const size = narrow ? 9 : 11.5;
    if (narrow) {
      const room = width - 8;
      wrapped(state.label || place.name, room, size, 2).forEach((line, at) => write(line, [left, top + 10.5 * at], state.label ? "place-label" : "place-name", size));
    } else {
      const name = write(place.name, [left + 3, top + 3], "place-name", size);
      const value = values.join(", ");
      const room = width - 32 - 7.5 * (place.name.length + value.length);
      if (state.label && (!value || shortened(state.label, room, 12) === state.label)) shape("tspan", { class: "place-label", dx: 6 }, name, shortened(state.label, room, 12));
      if (value) write(value, [x + width / 2 - 8, top + 3], "place-value", size, "end");
    }
    const below = this.below(drawn.index, state);
    below.forEach((text, at) => {
      const line = shortened(text, width - 10, size);
      write(line, [left + (narrow ? 0 : 3), y + height / 2 - 5 - LINE * (below.length - 1 - at)], cards.length > 0 ? "place-cards" : "place-mark", size);
    });
  }

  showPiece(drawn, piece, spot, acting, affected) {
    const { sheet } = drawn;
    const lit = `${acting === sheet.key ? " acting" : ""}${affected.includes(sheet.key) ? " affected" : ""}`;
    // A piece that comes onto the board does not glide from its old place.
    const comes = spot && drawn.group.classList.contains("away") ? " comes" : "";
    drawn.group.setAttribute("class", `piece ${piece.fate}${spot ? "" : " away"}${comes}${lit}`);
    if (spot) {
      drawn.group.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) scale(${spot.scale.toFixed(3)})`;
      const size = 11 / Math.max(0.75, spot.scale);
      drawn.name.textContent = spot.room ? shortened(sheet.name, spot.room, size) : "";
      drawn.name.setAttribute("font-size", size.toFixed(1));
    }
    const [gauge, value] = [sheet.gauges[0], piece.values[0] ?? 0];
    const part = gauge?.most ? Math.max(0, Math.min(1, value / gauge.most)) : 1;
    drawn.life.setAttribute("stroke-dasharray", `${(100 * part).toFixed(1)} 100`);
    drawn.life.setAttribute("class", `life${part <= 0.34 ? " low" : ""}`);
    drawn.number.textContent = String(value);
    const marks = piece.marks ?? [];
    drawn.tokens.replaceChildren();
    marks.slice(0, 4).forEach((mark, at) => {
      // Tokens stand around the piece, from the top right downwards.
      const angle = (at * 34 - 52) * Math.PI / 180;
      const token = shape("g", { transform: `translate(${this.radius * 1.02 * Math.cos(angle)} ${this.radius * 1.02 * Math.sin(angle)})` }, drawn.tokens);
      shape("circle", { r: this.radius * 0.29 }, token);
      shape("text", { "font-size": this.radius * 0.42, y: this.radius * 0.02 }, token, mark[0].toUpperCase());
    });
    const values = sheet.gauges.map((of, at) => `${of.name} ${piece.values[at]}`);
    drawn.title.textContent = [sheet.name, ...values, ...marks].join("; ");
  }

  // Draws an arrow from the piece that acts to each piece that it affects.
  showArrows(spots, acting, affected) {
    this.arrows.replaceChildren();
    const spotOf = (key) => spots.get(this.backdrop.pieces.findIndex((sheet, index) => sheet.key === key && spots.has(index)));
    const from = spotOf(acting);
    for (const key of affected) {
      const to = spotOf(key);
      if (!from || !to || from === to) continue;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const length = Math.hypot(dx, dy);
      const gap = (spot) => (this.radius * spot.scale + 5) / length;
      const [start, end] = [gap(from), 1 - gap(to)];
      if (end <= start) continue;
      shape("line", { x1: from.x + dx * start, y1: from.y + dy * start, x2: from.x + dx * end, y2: from.y + dy * end, "marker-end": "url(#arrowhead)" }, this.arrows);
    }
  }
}

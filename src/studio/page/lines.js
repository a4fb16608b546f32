// The line chart of a sweep, which grows with each value that has been played.

import { h } from "./dom.js";

const [WIDE, HIGH, LEFT, TOP, BELOW] = [640, 280, 70, 10, 46];
/** Maximum number of fighters with a line. */
const MOST = 10;

/** The marks of the lines, as paths. Each mark is filled or hollow, so that `MOST` lines differ. */
const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  "M-3.5 -3.5h7v7h-7z",
  "M0 -5l5 5l-5 5l-5 -5z",
  "M0 -4.5l4.8 8h-9.6z",
  "M0 4.5l4.8 -8h-9.6z",
];

function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The party of a cooperative game, as its rates name it. */
const PARTY = { key: null, name: "The party", colour: "var(--ink)" };

/** Draws the win rates of fighters at the finished points, with their confidence intervals. The lines
 * of the reference player are dashed, and a thin line marks the fair share. In a cooperative game,
 * the party has a line, and so have fighters that are not in every party. `words` names the value
 * that changes, and `now` is its value in the scenario. */
export function lines(points, fighters, { words, now }) {
  const own = points.filter((point) => !point.reference);
  const theirs = points.filter((point) => point.reference);
  const apart = (of) => own.some((point) => rate(point, of) && rate(point, of).win_rate !== rate(point, PARTY)?.win_rate);
  const party = own.some((point) => rate(point, PARTY)) ? [PARTY] : [];
  const played = [...party, ...fighters.filter(apart)];
  const moves = (of) => {
    const rates = own.map((point) => rate(point, of)?.win_rate).filter((share) => share !== undefined);
    return Math.max(...rates) - Math.min(...rates);
  };
  const shown = played.length > MOST ? played.toSorted((a, b) => (a === PARTY ? -1 : b === PARTY ? 1 : moves(b) - moves(a))).slice(0, MOST) : played;
  // Five lines of the grid stand at whole percents.
  const highest = Math.max(0.1, ...points.flatMap((point) => shown.map((of) => rate(point, of)?.ci_high ?? 0)));
  const top = Math.min(1, Math.ceil(5 * highest) / 5);
  const slots = Math.max(own[0].of, 2);
  const x = (at) => LEFT + 12 + ((WIDE - LEFT - 36) * at) / (slots - 1);
  const y = (share) => TOP + (HIGH - TOP - BELOW) * (1 - share / top);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => svg("g", {},
    svg("line", { x1: LEFT, x2: WIDE, y1: y(share * top), y2: y(share * top), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(share * top) + 4, "text-anchor": "end" }, `${Math.round(100 * share * top)} %`)));
  const value = (point, at) => svg("text", { x: x(at), y: HIGH - 26, "text-anchor": "middle", class: point.at === String(now) ? "now" : "" }, point.at);
  const fair = fairs(own, x, y);
  const name = svg("text", { x: (LEFT + WIDE) / 2, y: HIGH - 6, "text-anchor": "middle" }, words);
  const drawn = [own, theirs].flatMap((all) => shown.flatMap((of, i) => line(of, i, all, x, y)));
  const said = `Win rates by ${words}, at ${own.map((point) => point.at).join(", ")}`;
  const notes = [
    "vertical lines: 95 % confidence intervals",
    fair.length ? "dotted: the fair share" : null,
    played.length > shown.length ? `the ${MOST} that change most` : null,
    theirs.length ? "dashed: the reference player" : null,
    own.some((point) => point.at === String(now)) ? "bold: the value of the scenario" : null,
  ];
  return h("figure", { className: "lines" },
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": said }, ...grid, ...fair, ...own.map(value), name, ...drawn),
    h("figcaption", { className: "fine" },
      shown.map((of, i) => h("span", {}, sample(of, i), ` ${of.name}`)),
      notes.filter(Boolean).map((note) => h("span", {}, note))));
}

function rate(point, fighter) {
  return point.win_rates.find((of) => of.fighter === fighter.key);
}

/** The fair share: a level mark at each point, joined by lines. */
function fairs(points, x, y) {
  const places = points.map(({ fair_share }, at) => [x(at), fair_share]).filter(([, share]) => share !== null);
  if (places.length === 0) return [];
  const ends = places.flatMap(([at, share]) => [[at - 8, y(share)], [at + 8, y(share)]]);
  return [svg("polyline", { points: ends.map(String).join(" "), class: "fair" })];
}

/** The mark of line `i`. */
function mark(i, attributes, ...children) {
  const hollow = i >= MARKS.length ? " hollow" : "";
  return svg("path", { d: MARKS[i % MARKS.length], class: `mark${hollow}`, ...attributes }, ...children);
}

/** A short piece of line `i` with its mark, for the list of names. */
function sample({ colour }, i) {
  const made = svg("svg", { viewBox: "-12 -6 24 12", class: "sample", "aria-hidden": "true" }, svg("polyline", { points: "-12,0 12,0" }), mark(i, {}));
  made.style.setProperty("--colour", colour);
  return made;
}

function line(fighter, i, points, x, y) {
  const places = points.map((point, at) => [x(at), rate(point, fighter)]).filter(([, of]) => of);
  const path = svg("polyline", { points: places.map(([at, of]) => `${at},${y(of.win_rate)}`).join(" "), class: points[0]?.reference ? "theirs" : "own" });
  const size = points[0]?.reference ? 0.6 : 1;
  const dots = places.map(([at, of]) => mark(i, { transform: `translate(${at} ${y(of.win_rate)}) scale(${size})` }, svg("title", {}, fighter.name)));
  const spans = places.map(([at, of]) => svg("line", { x1: at, x2: at, y1: y(of.ci_low), y2: y(of.ci_high), class: "span" }));
  const all = [path, ...spans, ...dots];
  for (const element of all) element.style.setProperty("--colour", fighter.colour);
  return all;
}

// The line chart of a sweep, which grows with each value that has been played.

import { h } from "./dom.js";

const [WIDE, HIGH, LEFT, TOP, BELOW] = [640, 260, 44, 10, 28];

function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Draws the win rates of fighters at the finished points. The lines of the reference player are
 * dashed. */
export function lines(points, fighters) {
  const rates = points.flatMap((point) => point.win_rates.map(([, rate]) => rate));
  const top = Math.min(1, Math.ceil(10 * Math.max(0.1, ...rates)) / 10);
  const own = points.filter((point) => !point.reference);
  const slots = Math.max(own[0].of, 2);
  const x = (at) => LEFT + ((WIDE - LEFT - 12) * at) / (slots - 1);
  const y = (rate) => TOP + (HIGH - TOP - BELOW) * (1 - rate / top);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => svg("g", {},
    svg("line", { x1: LEFT, x2: WIDE, y1: y(share * top), y2: y(share * top), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(share * top) + 4, "text-anchor": "end" }, `${Math.round(100 * share * top)} %`)));
  const values = own.map((point, at) => svg("text", { x: x(at), y: HIGH - 8, "text-anchor": "middle" }, point.at));
  const drawn = [false, true].flatMap((reference) => fighters.map((fighter) => line(fighter, points.filter((of) => of.reference === reference), x, y, reference)));
  const names = fighters.filter((of) => own.some((point) => point.win_rates.some(([key]) => key === of.key)));
  const said = `Win rates at ${own.map((point) => point.at).join(", ")}`;
  return h("figure", { className: "lines" },
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": said }, ...grid, ...values, ...drawn.flat()),
    h("figcaption", { className: "fine" },
      names.map((of) => h("span", {}, h("span", { className: "disc", style: { "--colour": of.colour } }), ` ${of.name}`)),
      points.length > own.length ? h("span", {}, "dashed: the reference player") : null));
}

function line(fighter, points, x, y, reference) {
  const rate = (point) => point.win_rates.find(([key]) => key === fighter.key)?.[1];
  const places = points.map((point, at) => [x(at), rate(point)]).filter(([, of]) => of !== undefined).map(([at, of]) => [at, y(of)]);
  const stroke = fighter.colour;
  const path = svg("polyline", { points: places.map(String).join(" "), stroke, fill: "none", class: reference ? "theirs" : "own" });
  const dots = places.map(([cx, cy]) => svg("circle", { cx, cy, r: reference ? 2 : 3.5, fill: stroke }, svg("title", {}, fighter.name)));
  return [path, ...dots];
}

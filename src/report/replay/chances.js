"use strict";
// The win probability of each side along a game, as the bots estimated it. A click jumps to the
// moment.

class Chances {
  // `series` has for each side its name, its colour and its estimates [moment, probability];
  // `rounds` has [moment, number].
  constructor(holder, series, rounds, length, jump) {
    Object.assign(this, { holder, series, rounds, length, jump });
    this.svg = shape("svg", { class: "chances", role: "img" }, holder);
    this.legend = element("ul", { class: "legend" });
    holder.append(this.legend);
    this.entries = series.map(({ name, colour }) => {
      const value = element("output");
      const dot = element("span", { class: "dot" });
      dot.style.setProperty("--colour", colour);
      this.legend.append(element("li", {}, dot, name, " ", value));
      return value;
    });
    const seek = (event) => {
      const box = this.svg.getBoundingClientRect();
      const part = (event.clientX - box.left - this.left) / (box.width - this.left - this.right);
      jump(Math.round(Math.max(0, Math.min(1, part)) * length));
    };
    this.svg.addEventListener("pointerdown", (event) => { this.svg.setPointerCapture(event.pointerId); seek(event); });
    this.svg.addEventListener("pointermove", (event) => { if (event.buttons & 1) seek(event); });
    [this.left, this.right, this.height] = [42, 8, 150];
    new ResizeObserver(() => requestAnimationFrame(() => this.layOut())).observe(holder);
    this.layOut();
  }

  x(moment) {
    return this.left + (this.width - this.left - this.right) * moment / Math.max(1, this.length);
  }

  y(probability) {
    return 8 + (this.height - 28) * (1 - probability);
  }

  layOut() {
    const width = Math.max(280, this.holder.clientWidth);
    if (width === this.width) return;
    this.width = width;
    const { svg, height } = this;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.replaceChildren();
    shape("title", {}, svg, "Win probability of each side along the game, as the bots estimated it");
    for (const part of [0, 0.5, 1]) {
      shape("line", { x1: this.left, x2: width - this.right, y1: this.y(part), y2: this.y(part), class: "line" }, svg);
      shape("text", { x: this.left - 5, y: this.y(part) + 4, "text-anchor": "end" }, svg, `${100 * part} %`);
    }
    let free = -Infinity;
    for (const [moment, round] of this.rounds) {
      const x = this.x(moment);
      shape("line", { x1: x, x2: x, y1: this.y(1), y2: this.y(0), class: "round" }, svg);
      // A label at the right edge stands to the left of its line.
      const ends = x > width - 24;
      const start = ends ? x - 18 : x;
      if (start - free < 26) continue;
      shape("text", { x: x + 2, y: height - 5, "text-anchor": ends ? "end" : "start" }, svg, String(round));
      free = start;
    }
    for (const { estimates, colour } of this.series) {
      const last = this.length;
      const path = estimates.map(([moment, value], at) => {
        const until = estimates[at + 1]?.[0] ?? last;
        return `${at === 0 ? "M" : "L"}${this.x(moment).toFixed(1)} ${this.y(value).toFixed(1)}H${this.x(until).toFixed(1)}`;
      });
      const line = shape("path", { d: path.join(""), class: "estimate" }, svg);
      line.style.setProperty("--colour", colour);
    }
    this.cursor = shape("line", { y1: this.y(1), y2: this.y(0), class: "cursor" }, svg);
    this.show(this.now ?? 0);
  }

  show(now) {
    this.now = now;
    this.cursor.setAttribute("x1", this.x(now));
    this.cursor.setAttribute("x2", this.x(now));
    this.series.forEach(({ estimates }, at) => {
      const known = estimates.findLast(([moment]) => moment <= now);
      this.entries[at].textContent = known ? `${Math.round(100 * known[1])} %` : "–";
    });
  }
}

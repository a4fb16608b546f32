// The sheets: fighters as cards, and beside them the line-up, the bots and the rules.

import { $, h } from "./dom.js";
import { Field } from "./fields.js";

export class Sheets {
  /** `change(path, value)` asks for an edit. */
  constructor(sheet, change) {
    this.sheet = sheet;
    this.fields = new Map();
    /** The cards of the fighters, by key. */
    this.cards = new Map();
    const group = (whose) => (of) => {
      const fields = of.fields.map((field) => {
        const made = new Field(field, [whose, of.name].filter(Boolean).join(", "), change);
        this.fields.set(field.path, made);
        return made.element;
      });
      return h("div", { className: "group" }, of.name ? h("h4", {}, of.name) : null, fields);
    };
    const fighter = (of, open) => {
      const card = h("details", { className: "sheet", open, style: { "--colour": of.colour } },
        h("summary", {}, h("h3", {}, of.name), h("span", { className: "fine" })),
        h("div", {}, of.groups.map(group(of.name))));
      this.cards.set(of.key, card);
      return card;
    };
    const playing = sheet.fighters.filter((of) => of.plays);
    const away = sheet.fighters.filter((of) => !of.plays);
    const wide = matchMedia("(min-width: 64rem)").matches && playing.length <= 10;
    const open = (i) => wide || i === 0;
    $("sheets").replaceChildren(...playing.map((of, i) => fighter(of, open(i))), ...away.map((of) => fighter(of, false)));
    const many = sheet.fighter[1].replace(/^./, (letter) => letter.toUpperCase());
    for (const id of ["sheets-title", "sheets-way"]) $(id).textContent = many;
    $("many").textContent = `${many} with smaller differences, or differences within noise, are left out.`;
    this.seat(sheet);
    $("table").replaceChildren(
      h("h3", {}, "Line-up"), ...sheet.line_up.map(group("Line-up")),
      h("h3", {}, "Bots"), ...sheet.bots.map(group("Bots")));
    $("rules").className = "columned";
    $("rules").replaceChildren(...sheet.rules.map(group("Rules")));
    for (const part of [...this.cards.values(), $("table"), $("rules")]) roves(part);
  }

  /** Shows the line-up of a sheet, and who plays. */
  seat({ seating, fighters }) {
    $("seating").textContent = `Line-up: ${seating}`;
    for (const { key, plays } of fighters) {
      const card = this.cards.get(key);
      card?.classList.toggle("away", !plays);
      card?.querySelector("summary .fine").replaceChildren(plays ? "" : "does not play");
    }
  }

  /** Returns the words for a path, such as "Agaric, card 3, defense". */
  words(path) {
    const field = this.fields.get(path);
    return field ? `${field.whose}: ${field.field.label}` : path;
  }

  was(path) {
    return this.fields.get(path)?.field.value;
  }

  /** Shows the edits: a map from paths to values. */
  show(edits) {
    for (const [path, field] of this.fields) field.show(edits.get(path));
  }

  /** Marks the values that are refused: a map from paths to reasons. */
  refuse(reasons) {
    for (const [path, field] of this.fields) {
      const reason = reasons.get(path) ?? "";
      if (field.reason !== reason) field.describe({ reason });
    }
  }

  /** Colours values by their worth: a map from paths to shares, with what a hint says. */
  colour(worths) {
    const most = Math.max(...[...worths.values()].map((of) => Math.abs(of.by)), 1e-9);
    for (const [path, field] of this.fields) {
      const worth = worths.get(path);
      const element = field.element;
      if (worth) {
        element.dataset.worth = worth.said;
        element.style.setProperty("--heat", `${Math.round((100 * Math.abs(worth.by)) / most)}%`);
      } else {
        delete element.dataset.worth;
      }
      field.describe({ worth: worth?.said ?? "" });
    }
    $("uncolour").hidden = worths.size === 0;
  }
}

/** Gives a part of the sheets one tab stop: its value that had the focus last. The keys ← and → move
 * between the values. */
function roves(part) {
  const values = () => [...part.querySelectorAll(".value")];
  const stop = (at) => values().forEach((of) => (of.tabIndex = of === at ? 0 : -1));
  // The table and the rules stay when another scenario is opened.
  part.onfocusin = ({ target }) => target.matches(".value") && stop(target);
  part.onkeydown = (event) => {
    const { key, target } = event;
    const ends = { ArrowLeft: target.selectionStart ?? 0, ArrowRight: target.value?.length - (target.selectionEnd ?? target.value?.length) };
    const all = values();
    const next = all[all.indexOf(target) + (key === "ArrowLeft" ? -1 : 1)];
    if (ends[key] !== 0 || !next || !target.matches(".value") || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    next.focus();
    next.select?.();
  };
  stop(values()[0]);
}

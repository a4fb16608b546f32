// The sheets: fighters as cards, and beside them the line-up, the bots and the rules.

import { $, h } from "./dom.js";
import { Field } from "./fields.js";

export class Sheets {
  /** `change(path, value)` asks for an edit. */
  constructor(sheet, change) {
    this.sheet = sheet;
    this.fields = new Map();
    const group = (whose) => (of) => {
      const fields = of.fields.map((field) => {
        const made = new Field(field, [whose, of.name].filter(Boolean).join(", "), change);
        this.fields.set(field.path, made);
        return made.element;
      });
      return h("div", { className: "group" }, of.name ? h("h4", {}, of.name) : null, fields);
    };
    const fighter = (of, open) =>
      h("details", { className: of.plays ? "sheet" : "sheet away", open, style: { "--colour": of.colour } },
        h("summary", {}, h("h3", {}, of.name), h("span", { className: "fine" }, of.plays ? "" : "does not play")),
        h("div", {}, of.groups.map(group(of.name))));
    const playing = sheet.fighters.filter((of) => of.plays);
    const away = sheet.fighters.filter((of) => !of.plays);
    const wide = matchMedia("(min-width: 64rem)").matches && playing.length <= 10;
    const open = (i) => wide || i === 0;
    $("sheets").replaceChildren(...playing.map((of, i) => fighter(of, open(i))), ...away.map((of) => fighter(of, false)));
    const many = sheet.fighter[1].replace(/^./, (letter) => letter.toUpperCase());
    for (const id of ["sheets-title", "sheets-way"]) $(id).textContent = many;
    $("seating").textContent = `Line-up: ${sheet.seating}`;
    $("table").replaceChildren(
      ...sheet.line_up.map(group("Line-up")),
      h("h3", {}, "Bots"), ...sheet.bots.map(group("Bots")));
    $("rules").className = "columned";
    $("rules").replaceChildren(...sheet.rules.map(group("Rules")));
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

  /** Colours values by their worth: a map from paths to shares, with what a hint says. */
  colour(worths) {
    const most = Math.max(...[...worths.values()].map((of) => Math.abs(of.by)), 1e-9);
    for (const [path, field] of this.fields) {
      const worth = worths.get(path);
      const element = field.element;
      if (worth) {
        element.dataset.worth = worth.said;
        element.style.setProperty("--heat", `${Math.round((100 * Math.abs(worth.by)) / most)}%`);
        element.title = `${worth.said}. ${field.field.meaning}`;
      } else delete element.dataset.worth;
    }
    $("uncolour").hidden = worths.size === 0;
  }
}

// The input elements of values: numbers with − and +, lists of words, switches and texts.

import { $, h } from "./dom.js";
import { written } from "./edits.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const within = (value, { least, most }) => (least === null || value >= least) && (most === null || value <= most);

/** Shows the meaning of the value that has the focus at the bottom of the window. */
function tells(meaning) {
  $("meaning").hidden = meaning === "";
  $("meaning").textContent = meaning;
}

/** A value of a sheet with its input element. */
export class Field {
  /** `whose` begins the label for screen readers. `change(path, value)` asks for an edit. */
  constructor(field, whose, change) {
    this.field = field;
    this.whose = whose;
    this.change = (value) => change(field.path, same(value, field.value) ? undefined : value);
    this.input = this.#inputs();
    this.was = h("span", { className: "was", hidden: true });
    this.back = h("button", { className: "back", hidden: true, tabIndex: -1, title: "Reset", "aria-label": `Reset ${whose} ${field.label}`, onclick: () => this.change(field.value) }, "↺");
    const { least, most } = field.form;
    const range = least === undefined || least === null ? "" : ` (${least} to ${most ?? "…"})`;
    this.title = `${field.meaning}${range}`.trim();
    this.element = h("span", { className: `field ${field.provenance ?? ""}`, title: this.title, onfocusin: () => tells(this.element.title), onfocusout: () => tells("") },
      h("span", { className: "label" }, field.label), this.input.element, this.was, this.back);
    [this.reason, this.worth] = ["", ""];
    this.show(undefined);
  }

  /** Shows the value of an edit; undefined shows the scenario's own value. */
  show(edit) {
    // Most values stay as they are at an edit.
    if (this.shown && same(edit, this.edit)) return;
    [this.shown, this.edit] = [true, edit];
    const edited = edit !== undefined;
    if (!edited && document.activeElement === this.back) this.element.querySelector(".value").focus();
    this.input.show(edited ? edit : this.field.value);
    this.describe({});
    this.element.classList.toggle("edited", edited);
    this.was.hidden = this.back.hidden = !edited;
    this.was.textContent = edited ? shown(this.field.value) : "";
  }

  /** Sets the hint of the value: why it is refused, what it is worth, and its meaning. */
  describe({ reason = this.reason, worth = this.worth }) {
    [this.reason, this.worth] = [reason, worth];
    this.element.classList.toggle("refused", reason !== "");
    this.element.title = [reason, worth, this.title].filter(Boolean).join(". ");
    // The text of a hint is not read aloud.
    for (const input of this.element.querySelectorAll(".value")) {
      input.ariaInvalid = reason !== "";
      input.setAttribute("aria-description", [this.element.title, input.title].filter(Boolean).join("; "));
    }
    if (this.element.contains(document.activeElement)) tells(this.element.title);
  }

  #inputs() {
    const name = `${this.whose} ${this.field.label}`;
    switch (this.field.form.kind) {
      case "number":
        return number(name, this.field.form, (value) => this.change(value));
      case "numbers":
        return numbers(name, this.field.form, (value) => this.change(value));
      case "flag":
        return choice(name, ["true", "false"], (value) => this.change(value === "true"));
      case "name":
        return choice(name, this.field.form.names, (value) => this.change(value));
      default:
        return text(name, this.field.value, (value) => this.change(value));
    }
  }
}

function number(name, range, change) {
  let now = 0;
  const step = (by) => within(now + by, range) && change(now + by);
  const button = (by, sign, word) => h("button", { type: "button", tabIndex: -1, "aria-label": `${name}: ${word}`, onclick: () => step(by) }, sign);
  const [less, more] = [button(-1, "−", "one less"), button(1, "+", "one more")];
  // The studio says what is wrong with a text that is no number.
  const typed = () => {
    const text = input.value.trim();
    change(text !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
  };
  const input = h("input", { className: "value", inputMode: "numeric", "aria-label": name, onchange: typed, onkeydown: (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    }
  } });
  return {
    element: h("span", { className: "number" }, less, input, more),
    show(value) {
      now = value;
      input.value = String(value);
      for (const [button, by] of [[less, -1], [more, 1]]) {
        const ends = !within(value + by, range);
        // A disabled button would lose the focus.
        if (ends && document.activeElement === button) input.focus();
        button.disabled = ends;
      }
    },
  };
}

function numbers(name, range, change) {
  const element = h("span", { className: "numbers" });
  let now = [];
  let entries = [];
  const entry = (_, i) => number(`${name}, entry ${i + 1}`, range, (to) => change(now.with(i, to)));
  return {
    element,
    show(list) {
      now = list;
      // The entries stay, so that the focus stays.
      if (entries.length !== list.length) {
        entries = list.map(entry);
        element.replaceChildren(...entries.map((one, i) => h("span", { className: "entry" }, h("small", { "aria-hidden": "true" }, i + 1), one.element)));
      }
      entries.forEach((one, i) => one.show(list[i]));
    },
  };
}

function choice(name, names, change) {
  const element = h("select", { className: "value", "aria-label": name, onchange: () => change(element.value) });
  return {
    element,
    show(value) {
      const now = String(value);
      const all = names.includes(now) ? names : [now, ...names];
      element.replaceChildren(...all.map((one) => h("option", { value: one, selected: one === now }, one)));
    },
  };
}

/** The forms of values that are typed as text: how a value is written, and how it is read. */
const TYPED = {
  word: { write: String, read: (text) => text, how: "" },
  words: { write: (list) => list.join(", "), read: (text) => split(text, ","), how: "Names with commas between them" },
  groups: {
    write: (lists) => lists.map((list) => list.join(", ")).join(" / "),
    read: (text) => split(text, "/").map((part) => split(part, ",")),
    how: "Names with commas between them, and / between groups",
  },
  other: {
    write: written,
    read: (text) => {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    },
    how: "As in the command line",
  },
};

const split = (text, sign) => text.split(sign).map((part) => part.trim()).filter(Boolean);
const all = (kind) => (list) => Array.isArray(list) && list.every(kind);
const word = (value) => typeof value === "string";

function typedAs(value) {
  if (word(value)) return TYPED.word;
  if (all(word)(value)) return TYPED.words;
  return all(all(word))(value) ? TYPED.groups : TYPED.other;
}

/** Writes a value for readers: names with commas between them, no quotes. */
export function shown(value) {
  return typedAs(value).write(value) || "–";
}

function text(name, was, change) {
  const { write, read, how } = typedAs(was);
  const input = h("input", { className: "value text", "aria-label": name, title: how, onchange: () => change(read(input.value)) });
  return {
    element: input,
    show(value) {
      // An edit may have another form than the value of the scenario.
      input.value = typedAs(value) === typedAs(was) ? write(value) : written(value);
    },
  };
}

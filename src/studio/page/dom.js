// Builds elements. Text is always set as text, never as markup.

/** Creates an element with properties and children; null children are left out. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "style") for (const [at, to] of Object.entries(value)) element.style.setProperty(at, to);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Splits a text, so that no line breaks inside the name of a flag. */
export function flagged(text) {
  return text.split(/(?<![^\s(])(--[\w-]+)/).map((part) => (part.startsWith("--") ? h("span", { className: "flag" }, part) : part));
}

export const $ = (id) => document.getElementById(id);

/** Makes a link scroll to a part of the page. The address stays, because it names the scenario. */
export function jumps(link) {
  link.onclick = (event) => {
    event.preventDefault();
    const part = $(link.hash.slice(1));
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  };
  return link;
}

/** The element that had the focus when the message was shown. */
let focused = null;

/** Shows messages of faults at the top of the page until they are closed, with a button that mends
 * them; or hides them. */
export function tell(messages, mend = "") {
  const list = [messages ?? []].flat();
  const inside = $("message").contains(document.activeElement);
  if (!inside) focused = document.activeElement;
  const close = h("button", { onclick: () => tell() }, "Close");
  $("message").hidden = list.length === 0;
  $("message").replaceChildren(list.join("\n"), " ", mend, " ", close);
  // The focus stays where the keyboard was.
  if (inside) (list.length ? close : focused?.isConnected ? focused : $("rates")).focus({ preventScroll: true });
}

/** Creates a table of an answer. */
export function table(of) {
  const head = of.columns.map((column) => h("th", { className: column.numeric ? "n" : "", scope: "col" }, column.name));
  const row = (cells, i) =>
    h("tr", { className: of.marked[i] ? "out" : "" }, cells.map((cell, c) => h(c ? "td" : "th", { className: of.columns[c].numeric ? "n" : "" }, cell)));
  return h("div", {},
    h("h3", {}, of.title),
    h("p", { className: "caption" }, of.meaning),
    h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": of.title },
      h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, of.rows.map(row)))));
}

/** Makes a button that copies a text. */
export function copies(button, text) {
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    } catch {
      tell("The browser does not allow copying: select the command instead.");
    }
  };
}

/** A command, with words before it and a button that copies it. */
export function commandLine(words, command) {
  const copy = h("button", { className: "copy" }, "Copy");
  copies(copy, () => command);
  return h("div", { className: "command" }, words, h("code", {}, flagged(command)), " ", copy);
}

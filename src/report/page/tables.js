"use strict";
// The tables of a page: sorting by a heading, a filter for long tables, and copies as TSV and CSV.

// Tables with more rows than this have a filter.
const SHORT = 12;

// Sorts numbers from the largest and words from A; a second click reverses the order.
function makeSortable(table) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => heading.firstElementChild.addEventListener("click", () => {
    const numeric = heading.classList.contains("n");
    const before = heading.getAttribute("aria-sort");
    const descending = before ? before === "ascending" : numeric;
    const body = table.tBodies[0];
    const key = (row) => row.cells[column].dataset.sort;
    const compare = numeric
      ? (a, b) => (key(a) === "" ? -Infinity : Number(key(a))) - (key(b) === "" ? -Infinity : Number(key(b))) || 0
      : (a, b) => key(a).localeCompare(key(b), "en", { numeric: true });
    const rows = [...body.rows].sort((a, b) => descending ? compare(b, a) : compare(a, b));
    body.append(...rows);
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  }));
}

// A number as a spreadsheet reads it: without the commas between thousands, with a plain minus. An
// interval in brackets stays a text.
const plainNumber = (text) => {
  if (text.startsWith("[")) return text;
  return text === "–" ? "" : text.replaceAll(",", "").replace("−", "-");
};

// Puts an apostrophe before a text that a spreadsheet would take for a formula, as the CSV files of
// a report do.
const defused = (text) => /^[=+\-@\t\r\n＝＋－＠]/.test(text) && Number.isNaN(Number(text)) ? "'" + text : text;

// The visible rows in their order: lists of cells, the headings first.
function cellsOf(table) {
  const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const rows = [...table.tBodies[0].rows];
  const named = headings.map((heading, column) => heading === "±" ? `${headings[column - 1]} ±` : heading);
  const lines = rows.filter((row) => !row.hidden).map((row) => [...row.cells].map((cell) => {
    const text = cell.textContent.trim();
    return cell.classList.contains("n") ? plainNumber(text) : defused(text);
  }));
  return [named.map(defused), ...lines];
}

const quoted = (cell) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (table) => cellsOf(table).map((cells) => cells.map(quoted).join(",")).join("\r\n") + "\r\n";
const tsv = (table) => cellsOf(table).map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n") + "\n";

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A browser that grants no clipboard to a local file still copies a selection.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function button(words, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

// The tools above a table. Without scripts there are none, and the table is whole.
function addTools(table) {
  const rows = [...table.tBodies[0].rows];
  const title = table.caption?.textContent ?? "table";
  const tools = document.createElement("div");
  tools.className = "tools";
  const state = document.createElement("output");
  if (rows.length > SHORT) {
    const filter = document.createElement("input");
    filter.type = "search";
    filter.placeholder = `Filter ${rows.length} rows`;
    filter.setAttribute("aria-label", `Filter the rows of: ${title}`);
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      state.value = words.length ? `${shown} of ${rows.length} rows` : "";
    });
    tools.append(filter);
  }
  const name = `${table.id.replace(/^table-/, "")}.csv`;
  tools.append(
    button("Copy", () => copyText(tsv(table)).then(() => { state.value = "Copied"; })),
    button("CSV", () => { download(name, csv(table)); state.value = `Saved as ${name}`; }),
    state,
  );
  for (const made of tools.querySelectorAll("button")) made.setAttribute("aria-label", `${made.textContent}: ${title}`);
  table.parentElement.before(tools);
}

for (const table of document.querySelectorAll("table")) {
  makeSortable(table);
  addTools(table);
}

// Charts that are taller than this, in units of a drawing, are printed in parts.
// Each part but the first begins with the bold name of a group of rows.
const TALL = 1000;

function printInParts(svg) {
  const box = svg.viewBox.baseVal;
  const unit = box.height / svg.height.baseVal.value;
  const names = [...svg.querySelectorAll("text[font-weight=bold]")].map((text) => text.y.baseVal[0].value - 16 * unit);
  const cuts = [0];
  let end = 0;
  for (const place of [...names, box.height]) {
    if (place - cuts.at(-1) > TALL * unit && end > cuts.at(-1)) cuts.push(end);
    end = place;
  }
  if (cuts.length === 1) return;
  for (const [i, from] of cuts.entries()) {
    const part = svg.cloneNode(true);
    const height = (cuts[i + 1] ?? box.height) - from;
    part.setAttribute("viewBox", `0 ${from} ${box.width} ${height}`);
    part.setAttribute("height", height / unit);
    part.removeAttribute("aria-labelledby");
    for (const named of part.querySelectorAll("[id]")) named.remove();
    part.classList.add("part");
    svg.before(part);
  }
  svg.classList.add("in-parts");
}

// Prints what matters although it is folded.
addEventListener("beforeprint", () => {
  for (const svg of document.querySelectorAll("figure > .chart > svg")) printInParts(svg);
  for (const fold of document.querySelectorAll("details.prints:not([open])")) {
    fold.open = true;
    fold.dataset.folded = "";
  }
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("svg.part")) part.remove();
  for (const svg of document.querySelectorAll("svg.in-parts")) svg.classList.remove("in-parts");
  for (const fold of document.querySelectorAll("details[data-folded]")) {
    fold.open = false;
    delete fold.dataset.folded;
  }
});
// A link into what is folded unfolds it.
const unfold = () =>
  document.getElementById(location.hash.slice(1))?.closest("section")?.querySelector(":scope > details.whole")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
unfold();

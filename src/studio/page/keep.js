// Keeps what was found: a scenario file, the values as CSV, a summary on paper.

import { $, h, tell } from "./dom.js";
import { post } from "./api.js";
import { written } from "./edits.js";

export function keep(studio) {
  $("save").onsubmit = async (event) => {
    event.preventDefault();
    tell();
    $("saved").replaceChildren();
    try {
      const { path } = await post("/api/save", { scenario: studio.path, edits: studio.edits.settings, name: $("name").value });
      $("saved").replaceChildren(`Saved as ${path}. `, h("button", { type: "button", onclick: () => studio.open(path) }, "Open it"));
      studio.listed(path);
    } catch (error) {
      tell(error.faults ?? error.message);
    }
  };
  $("csv").onclick = async () => (await studio.current()) && download(`${stem(studio.path)}.csv`, csv(studio));
  $("print").onclick = () => print();
  addEventListener("beforeprint", () => {
    $("dated").textContent = `${studio.path}, ${new Date().toISOString().slice(0, 10)}`;
  });
}

const stem = (path) => path.split("/").pop().replace(/\.toml$/, "");

/** Quotes a cell; a text that a spreadsheet could read as a formula gets an apostrophe. */
function cell(value) {
  const text = typeof value === "number" ? String(value) : written(value ?? "");
  const safe = typeof value !== "number" && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv(studio) {
  const rows = [["path", "of", "value_name", "value", "edited", "value_before", "source"]];
  for (const [path, { field, whose }] of studio.sheets.fields) {
    const edit = studio.edits.now.get(path);
    rows.push([path, whose, field.label, edit ?? field.value, edit === undefined ? "no" : "yes", field.value, field.provenance ?? ""]);
  }
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(link.href);
}

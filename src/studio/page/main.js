// The studio: opens scenarios, and connects edits, sheets, win rates and questions.

import { $, h, jumps, tell } from "./dom.js";
import { get, post } from "./api.js";
import { Edits, read } from "./edits.js";
import { shown } from "./fields.js";
import { Sheets } from "./sheets.js";
import { Rates } from "./rates.js";
import { Ask } from "./ask.js";
import { Games } from "./games.js";
import { choose } from "./choose.js";
import { keep } from "./keep.js";

class Studio {
  path = "";
  edits = null;
  sheets = null;
  games = new Games(this);
  rates = new Rates(this);
  ask = new Ask(this);
  #folder = "";
  /** Number of the last change; answers to earlier changes are ignored. */
  #change = 0;
  /** The edits of the line-up that is shown. */
  #lineUp = "";
  /** Number of the last opening; answers to earlier openings are ignored. */
  #opening = 0;

  async start() {
    const found = await get("/api/start");
    const { given, jobs } = found;
    this.#folder = found.folder;
    choose(this, found);
    $("all").onclick = () => this.#chooseAgain();
    const asked = decoded(location.hash.slice(1));
    const first = asked || given || "";
    if (given) this.listed(given);
    $("choose").hidden = first !== "";
    this.ask.jobs = jobs;
    if (first) await this.open(first);
  }

  /** Shows what can be opened, above the open scenario; hides it when it is shown. */
  async #chooseAgain() {
    const hide = !$("choose").hidden;
    $("choose").hidden = hide;
    if (hide) return;
    try {
      choose(this, await get("/api/start"));
    } catch (error) {
      $("choose").hidden = true;
      tell(error.faults ?? error.message);
      return;
    }
    this.listed(this.path);
    $("scenario").value = this.path;
    $("choose").scrollIntoView({ block: "nearest" });
  }

  /** Adds a scenario to the list, if it is missing. */
  listed(path) {
    if (![...$("scenario").options].some((of) => of.value === path)) $("scenario").append(h("option", { value: path }, path));
  }

  /** Opens a scenario with the remembered edits. Returns whether the scenario is open. */
  async open(path) {
    const number = ++this.#opening;
    tell();
    let sheet;
    try {
      sheet = await post("/api/sheet", { scenario: path });
    } catch (error) {
      if (number === this.#opening) this.#unopened(error);
      return false;
    }
    if (number !== this.#opening) return false;
    this.path = path;
    this.listed(path);
    $("scenario").value = path;
    history.replaceState(null, "", `#${encodeURIComponent(path)}`);
    document.title = `${sheet.title} · gong studio`;
    $("game").textContent = `${sheet.game} ${path}`;
    $("title").textContent = sheet.title;
    $("about").textContent = sheet.description;
    $("choose").hidden = true;
    for (const id of ["all", "undoing", "scenarios"]) $(id).hidden = false;
    $("scenario-page").hidden = false;
    this.edits = new Edits(this.#folder, path, () => this.changed());
    this.sheets = new Sheets(sheet, (at, value) => this.edits.change([[at, value]]));
    $("uncolour").hidden = true;
    this.#lineUp = "";
    this.rates.open(sheet, `${this.#folder} ${path}`);
    this.ask.open();
    this.games.open();
    scrollTo(0, 0);
    $("title").focus({ preventScroll: true });
    await this.changed();
    return number === this.#opening;
  }

  /** Says why nothing was opened; the open scenario stays open. */
  #unopened(error) {
    tell(error.faults ?? error.message);
    $("scenario").value = this.path;
    $("choose").hidden = this.path !== "";
  }

  /** Opens the scenario of a report as it was played: its scenario file, and edits if it differs. */
  async openReport(folder) {
    const number = ++this.#opening;
    tell();
    let found;
    try {
      found = await post("/api/report", { folder });
    } catch (error) {
      if (number === this.#opening) this.#unopened(error);
      return;
    }
    const { scenario, edits, player, seed } = found;
    if (number !== this.#opening || !(await this.open(scenario))) return;
    this.rates.choose(player ?? "", seed);
    if (String(edits) !== String(this.edits.settings)) this.edits.replace(edits.map(read));
    const made = edits.length ? `, with ${edits.length} ${edits.length === 1 ? "edit" : "edits"} to the file of today` : "";
    const page = `/api/report.html?asked=${encodeURIComponent(JSON.stringify({ folder }))}`;
    $("opened").replaceChildren(`This is the scenario of ${folder} as it was played${made}. `, h("a", { href: page, target: "_blank", rel: "noopener" }, "Open the report"));
  }

  /** Shows the edits, checks them, and plays games with them. Refused edits stay, with the reasons. */
  async changed() {
    const number = ++this.#change;
    const opening = this.#opening;
    this.rates.stop();
    $("opened").textContent = "";
    this.#show();
    const asked = { scenario: this.path, edits: this.edits.settings };
    try {
      await this.#check();
    } catch (error) {
      if (number === this.#change) this.#unplayed(error);
      return;
    }
    if (number !== this.#change) return;
    // A message about another scenario or report stays.
    if (opening === this.#opening) tell();
    this.rates.watch({ ...asked, sheet: this.sheets.sheet });
    await this.#seat(asked, number);
  }

  /** Shows who plays after edits of the line-up. */
  async #seat(asked, number) {
    const lineUp = String(asked.edits.filter((edit) => edit.startsWith("line-up.")));
    if (lineUp === this.#lineUp) return;
    const sheet = lineUp ? await post("/api/sheet", asked).catch(() => null) : this.sheets.sheet;
    if (!sheet || number !== this.#change) return;
    this.#lineUp = lineUp;
    this.sheets.seat(sheet);
  }

  #check() {
    return post("/api/check", { scenario: this.path, edits: this.edits.settings, version: this.sheets.sheet.version });
  }

  /** Says why the edits are not played. */
  #unplayed(error) {
    tell(error.faults ?? error.message, this.#also(error.joint));
    this.rates.stop("No games are played: see the message.");
    this.#list(error);
  }

  /** A button for further edits, with which refused edits are accepted; empty without any. */
  #also(joint = []) {
    const pairs = joint.map(read);
    const words = pairs.map(([path, value]) => `${this.sheets.words(path)} to ${shown(value)}`).join(", and ");
    return pairs.length ? h("button", { onclick: () => this.edits.change(pairs) }, `Also set ${words}`) : "";
  }

  /** Returns whether the files are those that the sheets show, and the edits are accepted. Says what
   * is wrong if not. */
  async current() {
    if (!this.path) return false;
    try {
      await this.#check();
    } catch (error) {
      if (error.faults) this.#unplayed(error);
      else tell(error.message);
      return false;
    }
    return true;
  }

  #show() {
    const { edits, sheets } = this;
    sheets.show(edits.now);
    this.games.edited();
    this.ask.edited();
    $("undo").disabled = !edits.canUndo;
    $("redo").disabled = !edits.canRedo;
    $("reset").disabled = edits.now.size === 0;
    $("no-edits").hidden = edits.now.size > 0;
    this.#list({});
  }

  /** Lists the edits, with the reasons of those that are refused, and with further edits that make
   * all of them acceptable. */
  #list({ refused = [], joint }) {
    const { edits, sheets } = this;
    const reasons = new Map();
    for (const [edit, reason] of refused) reasons.set(read(edit)[0], [reasons.get(read(edit)[0]), reason].filter(Boolean).join("; "));
    sheets.refuse(reasons);
    const item = ([path, value]) =>
      h("li", {}, `${sheets.words(path)}: ${shown(sheets.was(path) ?? "–")} → `, h("b", {}, shown(value)), " ",
        h("button", { "aria-label": `Reset ${sheets.words(path)}`, onclick: () => edits.change([[path, undefined]]) }, "Reset"),
        reasons.has(path) ? h("span", { className: "refusal" }, ` ${reasons.get(path)}`) : null);
    if ($("joint").contains(document.activeElement)) $("edited").focus();
    $("joint").replaceChildren(this.#also(joint));
    const buttons = () => [...$("edits").querySelectorAll("button")];
    const focused = buttons().indexOf(document.activeElement);
    $("edits").replaceChildren(...[...edits.now].map(item));
    if (focused >= 0) (buttons()[focused] ?? buttons().at(-1) ?? $("edited")).focus();
  }
}

/** Decodes a part of an address; empty if it is malformed. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

const studio = new Studio();
$("undo").onclick = () => studio.edits?.undo();
$("redo").onclick = () => studio.edits?.redo();
$("reset").onclick = () => studio.edits?.reset();
$("uncolour").onclick = () => studio.sheets?.colour(new Map());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell();
  // In a field for text, these keys undo what was typed.
  const typing = event.target.matches?.("input:not(.field .number input, [type=checkbox], [type=range]), textarea");
  if (!(event.ctrlKey || event.metaKey) || typing || !studio.edits) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) studio.edits.undo();
  else if (key === "y" || key === "z") studio.edits.redo();
  else return;
  event.preventDefault();
});
document.querySelectorAll(".ways a, .skip").forEach(jumps);
keep(studio);
addEventListener("storage", ({ key }) => studio.edits?.take(key));
// A file may have been changed in another window.
addEventListener("focus", () => studio.current());
studio.start().catch((error) => tell(error.faults ?? error.message));

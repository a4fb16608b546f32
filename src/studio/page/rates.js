// The win rates before and after the edits, while games are played.

import { $, copies, h, table, tell } from "./dom.js";
import { listen } from "./api.js";

/** Time after which an unseen page stops playing. */
const UNSEEN = 30_000;

const ENDED = {
  precise: "The precision is reached.",
  complete: "All games of the default number are played.",
  paused: "Paused after five minutes.",
};
const grouped = (number) => number.toLocaleString("en");

export class Rates {
  #end = null;
  #asked = null;
  #ended = null;
  #games = 0;
  #unseen = 0;

  /** `winners` takes the winners of the games before and after the edits. */
  constructor(winners) {
    this.winners = winners;
    $("pause").onclick = () => (this.#end ? this.#pause("Paused.") : this.#play());
    for (const id of ["precision", "seed"]) $(id).onchange = () => this.#asked && this.watch({ ...this.#asked });
    copies($("command").querySelector("button"), () => $("command").querySelector("code").textContent);
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#unseen);
      if (document.hidden) this.#unseen = setTimeout(() => this.#end && this.#pause(""), UNSEEN);
      else if (this.#asked && !this.#end && !this.#ended) this.#play();
    });
  }

  /** Begins to play games of a scenario before and after edits; ends what was played before. */
  watch(asked) {
    this.#asked = { ...asked, seed: Math.max(0, Math.floor(Number($("seed").value) || 0)) };
    this.#games = 0;
    this.winners([]);
    this.#play();
  }

  #play() {
    this.#end?.();
    this.#ended = null;
    const { scenario, edits, seed } = this.#asked;
    const precision = $("precision").value === "" ? null : Number($("precision").value);
    const asked = encodeURIComponent(JSON.stringify({ scenario, edits, seed, precision }));
    $("state").textContent = "Games begin…";
    this.#end = listen(`/api/live?asked=${asked}`, {
      step: (step) => this.#step(step),
      fault: (faults) => {
        this.#pause("");
        tell(faults);
      },
      broken: () => this.#pause("Not connected: the studio has ended, or cannot play this."),
    });
    this.#buttons();
  }

  #pause(said) {
    this.#end?.();
    this.#end = null;
    this.#ended = said;
    if (said) $("state").textContent = said;
    this.#buttons();
  }

  #buttons() {
    $("pause").disabled = !this.#asked;
    $("pause").textContent = this.#end ? "Pause" : "Play on";
  }

  #step(step) {
    if (step.ended) this.#pause("");
    this.#ended = step.ended;
    // After a pause the same games are played again, up to those that are already shown.
    if (step.games < this.#games) return;
    const first = this.#games === 0;
    this.#games = step.games;
    const edited = this.#asked.edits.length > 0;
    const state = `${grouped(step.games)} games${edited ? " before and after" : ""}. ${ENDED[step.ended] ?? "More games are being played…"}`;
    $("state").textContent = state;
    document.body.dataset.games = step.games;
    this.#show(step);
    this.winners(step.winners);
    // Screen readers hear the first and the last numbers only.
    if (step.ended || first) $("announced").textContent = `${state} ${$("headline").textContent}`;
  }

  #show({ answer, differences, command }) {
    const edited = this.#asked.edits.length > 0;
    $("headline").textContent = edited ? this.#headline(answer.headline) : "Win rates as they are";
    const shown = edited ? [...answer.warnings, ...answer.verdict] : answer.warnings;
    $("verdict").replaceChildren(...shown.map((sentence) => h("li", {}, sentence)));
    $("legend").hidden = !edited;
    this.#bars(differences.filter((row) => row.measure === "win_rate"), answer, edited);
    $("tables").replaceChildren(...answer.tables.filter((of) => of.id !== "changed-1" && of.id !== "watch").map(table));
    $("command").hidden = false;
    $("command").querySelector("code").textContent = command;
    const watch = answer.tables.find((of) => of.id === "watch");
    if (watch && edited) $("tables").append(table(watch));
  }

  /** Returns the headline without the edits at its beginning, which the page lists elsewhere. */
  #headline(said) {
    const edits = this.#asked.edits.join(", ");
    if (!said.startsWith(edits)) return said;
    const rest = said.slice(edits.length);
    return rest.startsWith(": ") ? rest.slice(2).replace(/^./, (letter) => letter.toUpperCase()) : `The variant${rest}`;
  }

  #bars(rows, answer, edited) {
    const cells = answer.tables.find((of) => of.id === "fighters")?.rows ?? [];
    const most = Math.max(0.05, ...rows.flatMap((row) => [row.mean, row.mean_variant])) * 1.12;
    const scale = Math.min(1, Math.ceil(most * 20) / 20);
    const at = (share) => `${(100 * Math.min(Math.max(share, 0), scale)) / scale}%`;
    const people = new Map(this.#asked.sheet.fighters.map((of) => [of.key, of]));
    const several = (row) => rows.filter((other) => other.entrant === row.entrant).length > 1;
    // The party of a cooperative game comes first, and then the fighters that are edited.
    const rank = (row) => (row.entrant === null ? 0 : this.#asked.edits.some((edit) => edit.startsWith(`fighters.${row.entrant}.`)) ? 1 : 2);
    const made = rows.toSorted((a, b) => rank(a) - rank(b)).map((row) => {
      const person = people.get(row.entrant) ?? { name: "The party", colour: "" };
      const bot = several(row) ? row.strategy : "";
      const said = cells.find(([label]) => label.startsWith(person.name) && label.includes(bot)) ?? [];
      return this.#bar(row, { ...person, bot }, said, at, edited);
    });
    const axis = h("div", { className: "axis", "aria-hidden": true }, ...[0, 0.5, 1].map((of) => h("span", {}, `${Math.round(100 * of * scale)} %`)));
    $("bars").replaceChildren(axis, ...made);
    $("bars").setAttribute("aria-label", cells.map((row) => row.slice(0, edited ? 6 : 2).join(" ")).join("; "));
  }

  #bar(row, person, [, before, after, difference, half, verdict], at, edited) {
    const sure = row.significant_in_family;
    const faint = edited && !sure ? " faint" : "";
    const low = row.mean + (row.ci_low ?? 0);
    const high = row.mean + (row.ci_high ?? 0);
    const place = (left, more = {}) => ({ left, ...more });
    const marks = !edited
      ? [h("span", { className: "disc", style: place(at(row.mean)) })]
      : [
          row.ci_low === null ? null : h("span", { className: `interval${faint}`, style: place(at(low), { width: `calc(${at(high)} - ${at(low)})` }) }),
          h("span", { className: `ring${faint}`, style: place(at(row.mean)) }),
          h("span", { className: `disc${faint}`, style: place(at(row.mean_variant)) }),
        ];
    const direction = !sure ? "" : row.difference > 0 ? "up" : "down";
    const said = !edited
      ? [h("b", {}, `${before ?? ""} %`)]
      : [h("span", { className: direction }, `${difference ?? ""} ± ${half ?? ""}`), h("small", {}, `${before} → ${after} %`)];
    return h("div", { className: "rate", "data-key": row.entrant ?? "", title: edited ? verdict : "", style: { "--colour": person.colour || "var(--muted)" } },
      h("span", { className: "who" }, h("span", { className: "dot", style: { background: person.colour } }), person.name, person.bot ? h("small", {}, person.bot) : null),
      h("div", { className: "track moves" }, h("span", { className: "line" }), marks),
      h("span", { className: "shift" }, said));
  }
}

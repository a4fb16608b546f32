// The win rates before and after the edits, while games are played. The scenario's own bots play
// first, then the reference player.

import { $, copies, flagged, h, table, tell } from "./dom.js";
import { listen } from "./api.js";
import { grouped, percent } from "./numbers.js";

/** Time after which an unseen page stops playing. */
const UNSEEN = 30_000;

const ENDED = {
  precise: "The precision is reached.",
  complete: "All games of the default number are played.",
  caught_up: "The reference player has played all games of the scenario’s own bots.",
  paused: "Paused after five minutes.",
};
const WAITING = {
  here: "Three other windows of this browser play: games begin here when one of them has ended, or when you click into this window.",
  elsewhere: "Four other windows play: games begin here when one of them has ended.",
};
/** The seed that is played if none is given, as on the command line. */
const FIRST_SEED = 1;
/** Where the browser remembers that the reference player is switched off. */
const NO_REFERENCE = "gong studio: no reference player";
/** Maximum number of rows in a summary. */
const MANY = 12;
/** The party of a cooperative game, as the table `results` names it. */
const PARTY = "The party";

/** The seed and the bot of all games: the bot is null if the scenario's own bots play. */
export function chosen() {
  const typed = $("seed").value.trim() === "" ? FIRST_SEED : Number($("seed").value);
  const seed = Math.min(Math.max(0, Math.floor(typed)), Number.MAX_SAFE_INTEGER);
  return { seed, player: $("player").value || null };
}

export class Rates {
  #end = null;
  #asked = null;
  #ended = null;
  /** Number of games that are shown, of the own bots and of the reference player. */
  #games = 0;
  #searched = 0;
  #unseen = 0;
  /** The numbers of games in words, of the own bots and of the reference player; empty without games. */
  #counts = ["", ""];
  /** Reason for which the own bots play no more games. */
  #settled = null;
  /** Where the browser remembers who plays the open scenario. */
  #playerKey = "";
  /** Fills the tables, which are built only while they are open. */
  #fill = () => {};

  /** `studio` has the games that are shown, and checks the edits when the seed or the bot changes. */
  constructor(studio) {
    this.studio = studio;
    $("pause").onclick = () => (this.#end ? this.#pause("Paused.") : this.#play());
    $("numbers").ontoggle = () => $("numbers").open && this.#fill();
    const again = () => this.#asked && this.watch({ ...this.#asked });
    $("precision").onchange = again;
    $("seed").onchange = () => {
      $("seed").value = chosen().seed;
      studio.changed();
    };
    $("player").onchange = () => {
      remember(this.#playerKey, $("player").value || null);
      studio.changed();
    };
    $("reference").checked = remembered(NO_REFERENCE) === null;
    $("reference").onchange = () => {
      remember(NO_REFERENCE, $("reference").checked ? null : "off");
      again();
    };
    for (const id of ["command", "reference-command"]) copies($(id).querySelector("button"), () => $(id).querySelector("code").textContent);
    document.addEventListener("visibilitychange", () => {
      this.#endUnseen();
      if (!document.hidden && this.#asked && !this.#end && !this.#ended) this.#play();
    });
  }

  /** Ends the games of an unseen page after some time. */
  #endUnseen() {
    clearTimeout(this.#unseen);
    if (document.hidden) this.#unseen = setTimeout(() => this.#end && this.#pause(""), UNSEEN);
  }

  /** Chooses who plays with which seed, as a report says, until the scenario is opened again. */
  choose(player, seed) {
    $("seed").value = seed;
    $("player").value = player;
    this.studio.changed();
  }

  /** Removes what was played in the scenario that was open, and offers the bots of this one. */
  open(sheet, scenario) {
    this.#playerKey = `gong studio: who plays ${scenario}`;
    this.stop();
    this.#empty();
    const option = (of) => h("option", { value: of.name, title: of.description }, `${of.name}: ${of.description}`);
    $("player").replaceChildren(h("option", { value: "" }, "the scenario’s own bots"), ...sheet.players.map(option));
    const player = remembered(this.#playerKey);
    if (sheet.players.some((of) => of.name === player)) $("player").value = player;
  }

  /** Removes all numbers. */
  #empty() {
    this.#counts = ["", ""];
    this.#fill = () => {};
    for (const id of ["bars", "verdict", "tables"]) $(id).replaceChildren();
    for (const id of ["headline", "sure", "reference-state", "reference-name", "announced"]) $(id).textContent = "";
    for (const id of ["legend", "reference-legend", "fair", "command", "reference-command"]) $(id).hidden = true;
    $("bars").setAttribute("aria-label", "");
  }

  /** Ends what is played, because the edits or the scenario change, and marks the numbers as old. */
  stop(said = "Games begin when the edits are checked.") {
    this.#asked = null;
    if ($("results").contains(document.activeElement)) $("rates").focus({ preventScroll: true });
    $("results").inert = true;
    this.#counts = ["", ""];
    this.#pause(said);
  }

  /** Begins to play games of a scenario before and after edits; ends what was played before. */
  watch(asked) {
    this.#asked = { ...asked, ...chosen() };
    this.#games = this.#searched = 0;
    this.#counts = ["", ""];
    this.#settled = null;
    this.studio.games.offer([]);
    this.#play();
    // An edit in another window begins games here.
    this.#endUnseen();
  }

  #play() {
    this.#end?.();
    this.#ended = null;
    const { scenario, edits, seed, player } = this.#asked;
    const precision = $("precision").value === "" ? null : Number($("precision").value);
    const reference = $("reference").checked;
    const asked = encodeURIComponent(JSON.stringify({ scenario, edits, seed, player, precision, reference }));
    this.#say("Games begin…");
    if (!this.#searched) $("reference-state").textContent = "";
    this.#end = listen(`/api/live?asked=${asked}`, {
      step: (step) => this.#step(step),
      searching: (of) => this.#searching(of),
      waiting: (here) => ($("state").textContent = `${this.#counts[0]} ${here ? WAITING.here : WAITING.elsewhere}`.trim()),
      fault: (faults) => {
        if (!this.#games) this.#empty();
        this.#pause("The games have ended with a fault: see the message.");
        tell(faults);
      },
      broken: (reason) => {
        if (!this.#games) this.#empty();
        this.#pause("Not connected: see the message.");
        tell(reason);
      },
    });
    this.#buttons();
  }

  #pause(said) {
    this.#end?.();
    this.#end = null;
    this.#ended = said;
    const [own, theirs] = this.#counts;
    if (said) this.#say(`${own} ${said}`.trim());
    // The first games of the reference player begin again after a pause.
    $("reference-state").textContent = theirs;
    this.#buttons();
  }

  /** Says what is played, and whether the numbers below are old. */
  #say(state) {
    const old = $("results").inert && $("bars").hasChildNodes();
    $("state").textContent = old ? `${state} The numbers below are those of earlier edits.` : state;
  }

  #buttons() {
    $("pause").disabled = !this.#asked;
    $("pause").textContent = this.#end ? "Pause" : "Play on";
  }

  /** The reference player plays its first games, which are too few for numbers. */
  #searching({ name, games }) {
    if (!this.#searched) $("reference-state").textContent = `The reference player ${name} plays its first games: ${grouped(games)}…`;
  }

  #step(step) {
    if (step.ended) this.#pause("");
    this.#ended = step.ended;
    const searched = step.reference?.games ?? 0;
    // After a pause the same games are played again, up to those that are already shown.
    if (step.games < this.#games || searched < this.#searched) {
      const [again, before] = step.games < this.#games ? [step.games, this.#games] : [searched, this.#searched];
      const goes = ENDED[step.ended] ?? "More games are being played…";
      $("state").textContent = `The games so far are played again: ${grouped(again)} of ${grouped(before)}. ${goes}`;
      return;
    }
    const first = this.#games === 0;
    [this.#games, this.#searched] = [step.games, searched];
    const pairs = this.#asked.edits.length ? " before and after" : "";
    const goes = (reason) => ENDED[reason] ?? "More games are being played…";
    const bots = [...new Set(step.results.filter((row) => row.subject_kind === "fighter").flatMap((row) => row.player.split(" → ")))];
    const count = (name, games) => `${name}: ${grouped(games)} games${pairs}.`;
    const [own, theirs] = [count(bots.join(", "), step.games), searched ? count(step.reference.name, searched) : ""];
    this.#counts = [own, theirs];
    const state = `${own} ${goes(step.settled)}`;
    $("state").textContent = state;
    const most = step.ended ? "" : ` At most ${grouped(step.games)} are played.${pairs ? " Until then, its verdicts are provisional." : ""}`;
    if (searched) $("reference-state").textContent = `${theirs} ${goes(step.ended)}${most}`;
    else $("reference-state").textContent = step.settled && !step.ended ? "The reference player begins…" : "";
    document.body.dataset.games = step.games;
    document.body.dataset.searched = searched;
    this.#show(step);
    $("sure").textContent = this.#sure(step, bots, pairs);
    this.studio.games.offer(step.winners);
    // Screen readers hear the first and the last numbers of each player only.
    const settled = step.settled && !this.#settled;
    this.#settled = step.settled;
    if (step.ended || first || settled) $("announced").textContent = `${state} ${$("headline").textContent}`;
  }

  /** Says for the summary how sure the numbers are: players, games, widths of intervals. */
  #sure({ games, results, reference }, bots, pairs) {
    const widest = (rows) => {
      const halves = rows.filter((row) => row.measure === "win_rate" && row.change_low !== null).map((row) => (row.change_high - row.change_low) / 2);
      return halves.length && pairs ? `, intervals of at most ± ${percent(Math.max(...halves))} points` : "";
    };
    const players = [`the bot ${bots.join(", ")} (${grouped(games)} games${pairs}${widest(results)})`];
    if (reference) players.push(`the reference player ${reference.name} (${grouped(reference.games)} games${pairs}${widest(reference.results)})`);
    const same = pairs ? " Both variants have the same dice in each game. An interval is the 95 % confidence interval of a difference. A difference is within noise if its interval includes zero." : "";
    return `Who plays: ${players.join(", and ")}. Seed ${this.#asked.seed}.${same} Other players may have other win rates.`;
  }

  #show(step) {
    const { answer, results, command, reference, fair_share } = step;
    $("results").inert = false;
    const edited = this.#asked.edits.length > 0;
    const soFar = edited && provisional(step);
    $("headline").textContent = edited ? `${soFar ? "So far: " : ""}${this.#headline(answer.headline)}` : "Win rates as they are";
    const shown = edited ? [...answer.warnings, ...answer.verdict] : answer.warnings;
    $("verdict").replaceChildren(...shown.map((sentence) => h("li", {}, flagged(sentence))));
    $("legend").hidden = !edited;
    $("reference-legend").hidden = !reference;
    for (const of of document.querySelectorAll(".of-edits")) of.hidden = !edited;
    $("reference-name").textContent = reference?.name ?? "";
    // The sides of a game with teams are in the table below.
    const rates = (rows) => rows.filter((row) => row.measure === "win_rate" && (row.subject_kind === "fighter" || row.subject === PARTY));
    $("fair").hidden = fair_share === null;
    $("fair-share").textContent = `${percent(fair_share)} %`;
    this.#bars(rates(results), rates(reference?.results ?? []), answer, { fair: fair_share, edited, soFar });
    this.#fill = () => $("tables").replaceChildren(...answer.tables.filter((of) => of.id !== "changed-1").map(table));
    if ($("numbers").open) this.#fill();
    const commands = { command, "reference-command": reference?.command };
    for (const [id, line] of Object.entries(commands)) {
      $(id).hidden = !line;
      $(id).querySelector("code").replaceChildren(...flagged(line ?? ""));
    }
  }

  /** Returns the headline without the edits at its beginning, which the page lists elsewhere. */
  #headline(said) {
    const edits = this.#asked.edits.join(", ");
    if (!edits || !said.startsWith(edits)) return said;
    const rest = said.slice(edits.length);
    return rest.startsWith(": ") ? rest.slice(2).replace(/^./, (letter) => letter.toUpperCase()) : `The variant${rest}`;
  }

  /** Draws a row for each row of `rows`, with the mark of the reference player's row in `theirs`. */
  #bars(rows, theirs, answer, { fair, edited, soFar }) {
    const cells = answer.tables.find((of) => of.id === "fighters")?.rows ?? [];
    const most = Math.max(0.05, fair ?? 0, ...[...rows, ...theirs].flatMap((row) => [row.base, row.value])) * 1.12;
    const scale = Math.min(1, Math.ceil(most * 10) / 10);
    const at = (share) => `${(100 * Math.min(Math.max(share, 0), scale)) / scale}%`;
    const people = new Map(this.#asked.sheet.fighters.map((of) => [of.key, of]));
    const several = (row) => rows.filter((other) => other.subject === row.subject).length > 1;
    // The party of a cooperative game comes first, and then the fighters that are edited.
    const rank = (row) => (row.subject === PARTY ? 0 : this.#asked.edits.some((edit) => edit.startsWith(`fighters.${row.subject}.`)) ? 1 : 2);
    const summed = edited ? summary(rows, rank) : rows;
    const made = rows.toSorted((a, b) => rank(a) - rank(b)).map((row) => {
      const person = people.get(row.subject) ?? { name: PARTY, colour: "" };
      const bot = row.subject !== PARTY && (row.player.includes(" → ") || several(row)) ? row.player : "";
      // The label of the row in the table of the command line.
      const label = bot ? `${person.name} (bot ${bot})` : person.name;
      const found = cells.find(([of]) => of === label) ?? [];
      // The difference of the reference player comes first in the table.
      const said = theirs.length ? [found[0], ...found.slice(3), found[1], found[2]] : found;
      const their = theirs.find((of) => of.subject === row.subject);
      return this.#bar(row, their, { ...person, bot }, said, at, { fair, edited, soFar, summed: summed.includes(row) });
    });
    const axis = h("div", { className: "axis", "aria-hidden": true }, ...[0, 0.5, 1].map((of) => h("span", {}, `${Math.round(100 * of * scale)} %`)));
    $("bars").replaceChildren(axis, ...made);
    const spoken = (row) => [...row.querySelectorAll(".name, small, .shift > span, .shift > b")].map((of) => of.textContent).join(" ");
    $("bars").setAttribute("aria-label", made.map(spoken).join("; ").replaceAll("◆", "with the reference player"));
  }

  #bar(row, their, person, [, before, after, difference, width, verdict, theirDifference, theirWidth], at, { fair, edited, soFar, summed }) {
    const sure = isSure(row);
    const faint = edited && !sure ? " faint" : "";
    const theirFaint = edited && !(their && isSure(their)) ? " faint" : "";
    const marks = [...shapes(row, at, edited, faint), ...(their ? shapes(their, at, edited, ` theirs${theirFaint}`) : [])];
    const direction = !sure ? "" : row.change > 0 ? "up" : "down";
    const rate = (share) => `${percent(share)} %`;
    const half = (of) => percent(plusMinus(of));
    const said = !edited
      ? [h("b", {}, `${before ?? ""} %`), " ", h("small", {}, `± ${half(row)}`), their ? h("small", { className: "their" }, `◆ ${rate(their.base)} ± ${half(their)}`) : null]
      : [
          h("span", { className: direction }, `${difference ?? ""} ${around(width)}`),
          h("small", {}, `${before} → ${after} %`),
          their ? h("small", { className: "their", title: `${rate(their.base)} → ${rate(their.value)}` }, `◆ ${theirDifference} ${around(theirWidth)}`) : null,
        ];
    return h("div", { className: `rate${their ? " checked" : ""}${summed ? "" : " left-out"}`, "data-key": row.subject === PARTY ? "" : row.subject, style: { "--colour": person.colour || "var(--muted)" } },
      h("span", { className: "who" },
        h("span", { className: "dot", style: { background: person.colour } }), h("span", { className: "name" }, person.name),
        person.bot ? h("small", {}, person.bot) : null, edited && verdict ? h("small", { className: "judged" }, `${verdict}${soFar ? " so far" : ""}`) : null),
      h("div", { className: "track moves" }, h("span", { className: "line" }), fair === null ? null : h("span", { className: "fair", style: { left: at(fair) } }), marks),
      h("span", { className: "shift" }, said));
  }
}

/** The margin of error of a difference for the place after the difference; an interval in brackets
 * has no "±". */
const around = (width = "") => width.startsWith("[") ? width : `± ${width}`;

/** Whether the change of a row is significant. */
function isSure({ changes }) {
  return changes === "above" || changes === "below";
}

/** Whether more games can change the verdicts. */
function provisional({ ended }) {
  return !ended || ended === "paused";
}

/** The rows of a summary, which fits on a page. Of many rows, it has the party, the edited fighters,
 * and the largest differences whose intervals exclude zero. */
function summary(rows, rank) {
  if (rows.length <= MANY) return rows;
  const counts = (row) => rank(row) < 2 || row.change_low > 0 || row.change_high < 0;
  return rows.filter(counts).sort((a, b) => rank(a) - rank(b) || Math.abs(b.change) - Math.abs(a.change)).slice(0, MANY);
}

/** The ends of the 95 % confidence interval of a win rate (Wilson), as shares. */
function ends({ base, games }) {
  const z = 1.96;
  const scale = 1 + z ** 2 / games;
  const middle = (base + z ** 2 / (2 * games)) / scale;
  const half = (z / scale) * Math.sqrt((base * (1 - base)) / games + z ** 2 / (4 * games ** 2));
  return [middle - half, middle + half];
}

/** The number after "±" of a win rate, as a share: half of the width of its interval, or the distance
 * to the farther end if the interval is very asymmetric, as in reports. */
function plusMinus(row) {
  const [low, high] = ends(row);
  const [near, far] = [row.base - low, high - row.base].toSorted((a, b) => a - b);
  return far > 1.5 * near ? far : (high - low) / 2;
}

/** The marks of a row: the win rates before and after, and the interval of their difference; without
 * edits, the win rate and its interval. */
function shapes(row, at, edited, more) {
  const interval = (low, high) => h("span", { className: `interval${more}`, style: { left: at(low), width: `calc(${at(high)} - ${at(low)})` } });
  const mark = (kind, share) => h("span", { className: `${kind}${more}`, style: { left: at(share) } });
  if (!edited) return [interval(...ends(row)), mark("disc", row.base)];
  return [
    row.change_low === null ? null : interval(row.base + row.change_low, row.base + row.change_high),
    mark("ring", row.base),
    mark("disc", row.value),
  ];
}

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser without storage forgets the choice at a reload.
  }
}

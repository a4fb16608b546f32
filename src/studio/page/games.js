// Shows games on a drawn board: any game before or after the edits, games whose winner the edits
// changed, the closest game, and the greatest comeback.

import { $, commandLine, h, tell } from "./dom.js";
import { post } from "./api.js";
import { percent } from "./numbers.js";
import { pair } from "./pair.js";
import { chosen } from "./rates.js";

/** Maximum number of games that are offered because the edits changed their winner. */
const MOST_CHANGED = 6;

const TITLES = { before: "Before the edits", after: "After the edits" };

export class Games {
  /** The offered games, as text. */
  #offered = "";
  /** What the games that are shown were played with, and whether that includes the edits. */
  #played = null;
  /** Number of the last request; answers to earlier requests are ignored. */
  #request = 0;

  /** `studio` has the scenario, the edits and the sheets. */
  constructor(studio) {
    this.studio = studio;
    $("show").onsubmit = (event) => {
      event.preventDefault();
      this.#show(Number($("game-number").value), $("which").value);
    };
    $("find").onclick = () => this.#find();
  }

  /** Removes the games of the scenario that was open. */
  open() {
    this.#request += 1;
    this.#played = null;
    for (const id of ["shown", "together"]) $(id).replaceChildren();
  }

  /** The edits, if they are played, the seed and the bot, as text. */
  #with(edited) {
    return JSON.stringify([edited ? this.studio.edits.settings : [], chosen()]);
  }

  /** Adapts the panel to new edits, another seed or another bot. */
  edited() {
    const { settings } = this.studio.edits;
    const none = settings.length === 0;
    if (none) $("which").value = "before";
    else if ($("which").disabled) $("which").value = "both";
    $("which").disabled = none;
    const { edited, text } = this.#played ?? {};
    $("stale").hidden = !this.#played || text === this.#with(edited);
    this.offer([]);
    $("found").replaceChildren();
  }

  /** Offers games whose winner the edits changed: rows with winners, number of games and first game. */
  offer(rows) {
    const changed = rows.filter((row) => row.winner !== row.winner_variant).sort((a, b) => b.games - a.games).slice(0, MOST_CHANGED);
    const text = JSON.stringify(changed);
    // A button that has the focus or the pointer stays, unless its game no longer exists.
    if (text === this.#offered || (changed.length && ($("changed").contains(document.activeElement) || $("changed").matches(":hover")))) return;
    this.#offered = text;
    $("changed").hidden = changed.length === 0;
    const button = (row) =>
      this.#button(row.first_game, "both", `Game ${row.first_game}: ${this.#winner(row.winner)} before, ${this.#winner(row.winner_variant)} after`,
        `The first game with this change of the winner; ${row.games} in all`, [row.winner, row.winner_variant]);
    $("changed-games").replaceChildren(...changed.map(button));
  }

  /** A button that shows a game. */
  #button(game, which, words, title, winners) {
    return h("button", { type: "button", title, onclick: () => {
      $("game-number").value = game;
      $("which").value = which;
      this.#show(game, which, winners);
    } }, words);
  }

  /** Finds the closest game and the greatest comeback, after the edits if there are any. */
  async #find() {
    const { path, edits } = this.studio;
    const { settings } = edits;
    const which = settings.length && $("which").value !== "before" ? "after" : "before";
    const asked = this.#with(true);
    const current = () => path === this.studio.path && asked === this.#with(true);
    tell();
    $("found").replaceChildren(h("p", { className: "fine" }, "Games are being played…"));
    try {
      const { games, closest, comeback } = await post("/api/striking", { scenario: path, edits: which === "after" ? settings : [], ...chosen() });
      if (!current()) return;
      const share = (value) => `${percent(value)} %`;
      $("found").replaceChildren(
        h("p", { className: "fine" }, `Of the first ${games} games${settings.length ? ` ${which} the edits` : ""}, by the bots' estimates:`),
        closest ? this.#button(closest.game, which, `Game ${closest.game}: the closest`, `The lead before the last round is ${share(closest.value)}.`) : "",
        comeback ? this.#button(comeback.game, which, `Game ${comeback.game}: the greatest comeback`, `The winner's win probability is once ${share(comeback.value)}.`) : "");
    } catch (error) {
      if (!current()) return;
      $("found").replaceChildren();
      tell(error.faults ?? error.message);
    }
  }

  /** The name of a winner: a fighter, a faction such as "heroes", or words such as "team 1". */
  #winner(key) {
    const fighter = this.studio.sheets.sheet.fighters.find((of) => of.key === key);
    return fighter?.name ?? (this.#faction(key) ?? key).replace(/^./, (letter) => letter.toUpperCase());
  }

  /** The faction of a team, a plural such as "heroes", if no other team belongs to the faction. */
  #faction(key) {
    const { factions } = this.studio.sheets.sheet;
    const faction = factions[/^team (\d+)$/.exec(key)?.[1] - 1];
    return factions.filter((of) => of === faction).length === 1 ? faction : undefined;
  }

  /** Shows a game before or after the edits, or both, with the winners if they are known. */
  async #show(game, which, winners) {
    const request = ++this.#request;
    const { path, edits } = this.studio;
    const { settings } = edits;
    const parts = which === "both" ? ["before", "after"] : [which];
    const edited = parts.includes("after");
    const played = { edited, text: this.#with(edited) };
    const asked = parts.map((part) => ({ scenario: path, edits: part === "after" ? settings : [], ...chosen(), game }));
    tell();
    try {
      const answers = await Promise.all(asked.map((of) => post("/api/game", of)));
      if (request !== this.#request) return;
      this.#played = played;
      $("stale").hidden = played.text === this.#with(edited);
      const title = (part, i) => (settings.length ? TITLES[part] : "The scenario") + (winners ? `: ${this.#winner(winners[i])} ${this.#faction(winners[i]) ? "win" : "wins"}` : "");
      const shown = parts.map((part, i) => this.#frame(title(part, i), asked[i], answers[i].command));
      const frames = shown.map((of) => of.querySelector("iframe"));
      $("shown").replaceChildren(...shown);
      $("together").replaceChildren(...(frames.length > 1 ? [pair(frames)] : []));
      $(frames.length > 1 ? "together" : "shown").scrollIntoView();
    } catch (error) {
      if (request === this.#request) tell(error.faults ?? error.message);
    }
  }

  /** One game in a frame of its own, with the command that shows the same game. */
  #frame(title, asked, command) {
    const state = h("p", { className: "fine", role: "status" }, "The game is being played…");
    const src = `/api/game.html?asked=${encodeURIComponent(JSON.stringify(asked))}`;
    const frame = h("iframe", { title: `${title}: game ${asked.game} of seed ${asked.seed}`, src, onload: () => {
      // The frame names the game; only screen readers need the words.
      state.className = "unseen";
      state.textContent = `Game ${asked.game} of seed ${asked.seed} is shown.`;
    } });
    return h("div", { className: "game" }, h("h3", {}, title), state, frame,
      commandLine("The same game on the command line: ", command));
  }
}

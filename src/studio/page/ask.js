// Questions that play for longer: their forms, progress, and answers.

import { $, commandLine, flagged, h, jumps, table, tell } from "./dom.js";
import { get, poll, post } from "./api.js";
import { read, written } from "./edits.js";
import { lines } from "./lines.js";
import { percent } from "./numbers.js";
import { chosen } from "./rates.js";

/** How far the sliders of a sweep reach from the value of today. */
const REACH = 10;

export class Ask {
  /** The questions that were asked, the last one at the end. */
  jobs = [];
  /** Ends listening to a question. */
  #end = () => {};
  /** The question that is shown, and the note that its answer is about other edits. */
  #shown = null;
  #note = h("p", { className: "warning", role: "status", hidden: true }, "The edits or the bot have changed since this question was asked: ask it again for the answer of today.");
  /** The question whose answer colours the sheets. */
  #coloured = null;
  /** Functions that adapt the buttons "Accept" of the answer to the edits. */
  #accepts = [];

  /** `studio` has the scenario, the edits and the sheets. */
  constructor(studio) {
    this.studio = studio;
  }

  /** Builds the forms for the scenario that is open, and shows the last question about this scenario. */
  open() {
    this.#end();
    this.#shown = this.#coloured = null;
    $("job").replaceChildren();
    $("job-announced").textContent = "";
    const games = () => h("label", {}, "Games", h("input", { name: "games", inputMode: "numeric", placeholder: "default", pattern: "[0-9]+[km]?" }));
    const form = (question, title, about, ...inputs) =>
      h("form", { "data-question": question, onsubmit: (event) => {
        event.preventDefault();
        this.#ask(question, new FormData(event.target));
      } }, h("h3", {}, title), h("p", { className: "fine" }, about), inputs, question === "skill" ? null : games(), h("button", {}, "Ask"));
    const check = (name, words) => h("label", {}, h("input", { type: "checkbox", name }), words);
    const rules = () => check("rules", "the rules as well");
    const { sheet } = this.studio.sheets;
    const [one, many] = sheet.fighter;
    const vary = this.#varied();
    const values = sheet.fighters.flatMap((of) => of.groups.flatMap((group) => group.fields));
    const value = values.find((of) => of.form.kind === "number")?.path.split(".").at(-1);
    const examples = [sheet.fighters[0]?.key, value].filter(Boolean).join(" or ");
    $("questions").replaceChildren(
      form("sensitivity", "Which number matters?", `What one step of each value does to the win rates. The answer colours the sheets.`, rules()),
      form("tune", "Make it fair", "The fewest and smallest edits that bring the win rates to a target. Accept them one by one.",
        h("label", { className: "wide" }, "Target", h("input", { name: "target", required: sheet.cooperative, placeholder: sheet.cooperative ? "50%" : "fair" })),
        h("p", { className: "fine" }, sheet.cooperative ? `The win rate of each ${one}’s parties, such as 50%.` : `fair, a win rate such as 25%, or one ${one}: ${sheet.fighters[0]?.key}=25%`),
        h("label", {}, "At most", h("input", { name: "edits", type: "number", min: 1, max: 8, placeholder: "6" }), "edits"),
        h("label", { className: "wide" }, "Only", h("input", { name: "only", placeholder: "all values" })),
        h("p", { className: "fine" }, `A ${one}, a value such as ${examples}; or printed, reconstructed, own`), rules()),
      ...(vary ? [form("sweep", "This value or that?", "The win rates for each value of a rule or a number.", ...vary)] : []),
      form("pairings", "Which teams?", `How ${many} do together.`, h("label", {}, "Team size", h("input", { name: "team-size", type: "number", min: 2, max: 8, placeholder: "default" })),
        h("label", { className: "wide" }, "Only", h("input", { name: "fighters", placeholder: `all ${many}` })), h("p", { className: "fine" }, `Keys of ${many} with commas: ${sheet.fighters.slice(0, 2).map((of) => of.key).join(",")}`)),
      form("skill", "For whom?", "The balance at several levels of play."));
    this.#followLast();
  }

  /** Adapts the answer to new edits or another bot: says whether it is about others. */
  edited() {
    const now = ({ edits, player }) => JSON.stringify([edits, player]);
    const today = now({ edits: this.studio.edits.settings, player: chosen().player });
    const stale = (job) => job?.scenario === this.studio.path && now(job) !== today;
    this.#note.hidden = !stale(this.#shown);
    for (const adapt of this.#accepts) adapt();
    $("uncolour").textContent = `Remove the colours of the sensitivity${stale(this.#coloured) ? " with earlier edits" : ""}`;
  }

  /** Shows the last question about the scenario that is open. */
  #followLast() {
    const last = this.jobs.findLast((job) => job.scenario === this.studio.path);
    if (last) this.#follow(last);
  }

  /** The inputs of a sweep: a value, and its range. */
  #varied() {
    const numbers = [...this.studio.sheets.fields.values()].filter((of) => of.field.form.kind === "number");
    if (!numbers.length) return null;
    numbers.sort((a, b) => a.field.path.startsWith("fighters") - b.field.path.startsWith("fighters"));
    const select = h("select", { name: "path", "aria-label": "Value" }, numbers.map((of) => h("option", { value: of.field.path }, `${of.whose}: ${of.field.label}`)));
    const rounds = numbers.find((of) => of.field.path === "rules.rounds");
    if (rounds) select.value = rounds.field.path;
    const bounds = ["from", "to"].map((name) => {
      const number = h("input", { name, type: "number", required: true });
      const slider = h("input", { type: "range", "aria-label": `${name}, as a slider` });
      slider.oninput = () => (number.value = slider.value);
      number.oninput = () => (slider.value = number.value);
      return { name, number, slider };
    });
    const fill = () => {
      const { field } = this.studio.sheets.fields.get(select.value);
      const now = [this.studio.edits.now.get(field.path), field.value].find(Number.isFinite);
      const within = (value) => Math.min(Math.max(value, field.form.least ?? value), field.form.most ?? value);
      for (const [at, { number, slider }] of bounds.entries()) {
        slider.min = within(now - REACH);
        slider.max = within(now + REACH);
        number.value = slider.value = within(at ? now + 2 : now - 2);
      }
    };
    select.onchange = fill;
    fill();
    return [select, ...bounds.map(({ name, number, slider }) => h("label", { className: "bound" }, name, number, slider))];
  }

  async #ask(question, data) {
    const text = (name) => String(data.get(name) ?? "").trim();
    const flags = ["games", "target", "edits", "only", "team-size", "fighters"].filter((name) => text(name) !== "").map((name) => [name, text(name)]);
    if (data.get("rules")) flags.push(["rules", ""]);
    if (question === "sweep") flags.push(["vary", `${text("path")}=${text("from")}..${text("to")}`]);
    const { seed, player } = chosen();
    if (seed !== 1) flags.push(["seed", String(seed)]);
    tell();
    this.#end();
    const asked = h("p", { className: "fine" }, "The question is being sent…");
    $("job").replaceChildren(h("h3", {}, "Answer"), asked);
    $("job").scrollIntoView({ block: "nearest" });
    try {
      const job = await post("/api/ask", { question, scenario: this.studio.path, edits: this.studio.edits.settings, player, flags });
      this.jobs.push(job);
      if (job.scenario === this.studio.path) this.#follow(job);
      $("job").scrollIntoView({ block: "nearest" });
    } catch (error) {
      asked.textContent = "The question was not asked.";
      tell(error.faults ?? error.message);
      await this.#followPlaying();
    }
  }

  /** Shows the question that plays, also if it is about another scenario or was asked in another
   * window; if none plays, the last question about this scenario. */
  async #followPlaying() {
    try {
      this.jobs = (await get("/api/start")).jobs;
    } catch {
      // The message about the refused question stays.
      return;
    }
    const playing = this.jobs.find((job) => job.state === "playing");
    if (playing) this.#follow(playing);
    else this.#followLast();
  }

  /** Shows the progress of a question until it ends, and then its answer. */
  #follow(job) {
    this.#end();
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const stage = h("span", { className: "fine" }, "begins…");
    const cancel = h("button", { onclick: () => {
      cancel.disabled = true;
      cancel.textContent = "Cancelling…";
      post(`/api/jobs/${job.id}/cancel`).catch((error) => tell(error.message));
    } }, "Cancel");
    const chart = h("div", {});
    const known = h("ul", { className: "fine" });
    const body = h("div", {}, h("div", { className: "tools" }, bar, stage, cancel), known);
    const own = job.scenario === this.studio.path;
    this.#accepts = [];
    this.#shown = job;
    this.edited();
    $("job").replaceChildren(h("h3", {}, own ? "Answer" : `Answer about ${job.scenario}`), this.#note, commandLine("The same question on the command line: ", job.command), chart, body);
    // Screen readers hear the start and the end only.
    $("job-announced").textContent = "The question is being played.";
    let current = true;
    let drawn = 0;
    const draw = (points) => chart.replaceChildren(lines(points, this.studio.sheets.sheet.fighters, this.#swept(job.command)));
    const end = poll(`/api/jobs/${job.id}`, {
      progress: async (state) => {
        bar.value = state.share;
        stage.textContent = `${state.stage} ${Math.round(100 * state.share)} %${left(state)}`;
        if (own && state.points.length !== drawn) draw(state.points);
        drawn = state.points.length;
        if (state.known.length !== known.childElementCount) known.replaceChildren(...state.known.map((sentence) => h("li", {}, flagged(sentence))));
        if (state.state === "playing") return;
        end();
        body.replaceChildren();
        $("job-announced").textContent = `The question has ended: ${state.state}.`;
        if (state.state === "failed") body.append(h("p", { className: "warning" }, state.told.join("\n") || "The command failed."));
        if (state.state === "cancelled") body.append(h("p", { className: "warning" }, ["Cancelled.", ...state.told.map((line) => line.replace(/^error: /, ""))].join(" ")));
        if (state.state === "done") {
          body.append(h("p", { className: "fine" }, "The answer is being read…"));
          try {
            const found = await get(`/api/jobs/${job.id}/answer`);
            if (!current) return;
            body.replaceChildren();
            this.#answer(job, found, body);
          } catch (error) {
            if (current) tell(error.message);
          }
        }
      },
      broken: (reason) => (stage.textContent = reason),
    });
    this.#end = () => {
      current = false;
      end();
    };
  }

  /** The value that a sweep changes: its words, and its value in the scenario. */
  #swept(command) {
    const path = command.match(/--vary ([\w.-]+)=/)?.[1] ?? "";
    const { sheets, edits } = this.studio;
    return { words: sheets.words(path), now: edits.now.get(path) ?? sheets.was(path) };
  }

  #answer(job, { answer, steps, solutions, edits }, body) {
    body.append(
      h("p", { className: "finding" }, answer.headline),
      h("ul", { className: "verdict" }, [...answer.warnings, ...answer.verdict].map((sentence) => h("li", {}, flagged(sentence)))),
      ...answer.next.map((command) => commandLine("Next: ", command)),
      h("p", {}, h("a", { href: `/api/jobs/${job.id}/report.html`, target: "_blank", rel: "noopener" }, "Open the report in a tab of its own")));
    // The sheets are those of the scenario that is open.
    const own = job.scenario === this.studio.path;
    if (own && steps) {
      body.append(this.#worths(steps));
      this.#coloured = job;
      this.edited();
    }
    if (own && solutions) body.append(...this.#solutions(solutions, edits));
    const report = h("iframe", { title: "The report", loading: "lazy", src: `/api/jobs/${job.id}/report.html` });
    body.append(h("details", {}, h("summary", {}, "The report with its charts"), report));
    body.append(h("details", { open: !steps && !solutions }, h("summary", {}, "Tables"), answer.tables.map(table)));
  }

  /** Colours the sheets by the worth of each value, and lists the values that matter most. */
  #worths(rows) {
    const worths = new Map();
    for (const row of rows) {
      const by = row.change;
      if (by === null) continue;
      const list = row.field.replace(/\.\d+$/, "");
      const path = this.studio.sheets.fields.has(list) ? list : row.field;
      if (Math.abs(by) > Math.abs(worths.get(path)?.by ?? 0)) {
        const points = `${by < 0 ? "−" : "+"}${percent(Math.abs(by))} points`;
        worths.set(path, { by, sure: row.changes === "above" || row.changes === "below", words: `${this.#owner(row)}${row.words}`, said: `${row.now} to ${row.to}: ${points}${row.changes === "near" || row.changes === "open" ? ", not significant" : ""}` });
      }
    }
    // Only effects beyond noise have a colour.
    this.studio.sheets.colour(new Map([...worths].filter(([, worth]) => worth.sure)));
    const ranked = [...worths].sort(([, a], [, b]) => Math.abs(b.by) - Math.abs(a.by)).slice(0, 20);
    const item = ([, worth]) => h("li", {}, `${worth.words}, ${worth.said}`);
    const legend = h("p", { className: "fine" }, "On the sheets, a value has a darker colour if one step of it has a larger effect; effects within noise have no colour.");
    return h("details", { open: true }, h("summary", {}, "The values that matter most"), legend, h("ol", { className: "ranked" }, ranked.map(item)));
  }

  /** Lists sets of edits, each of which can be accepted as a whole or in part. */
  #solutions(solutions, edits) {
    return solutions.filter((of) => of.edits > 0).map((of) => {
      const own = edits.filter((edit) => edit.solution === of.solution);
      const all = own.flatMap((edit) => edit.settings);
      const item = (edit) =>
        h("li", {}, h("span", {}, `${this.#owner(edit)}${edit.words}: ${edit.from} → ${edit.to}`), this.#accept("Accept", edit.settings));
      return h("div", { className: "solution" },
        h("b", {}, `${of.edits} ${of.edits === 1 ? "edit" : "edits"}: largest distance from the target ${percent(of.distance)} points${of.certified ? ", certified" : ""}`),
        h("ul", {}, own.map(item)), own.length > 1 ? this.#accept("Accept all", all) : null);
    });
  }

  /** A button that adds settings to the edits, and a link that appears when the edits have them. */
  #accept(word, settings) {
    const { edits } = this.studio;
    const pairs = settings.map(read);
    const button = h("button", { className: "accept", disabled: pairs.length === 0, onclick: () => edits.change(pairs) }, word);
    const link = jumps(h("a", { href: "#rates", className: "fine" }, "see the win rates"));
    const adapt = () => {
      const accepted = pairs.length > 0 && pairs.every(([path, value]) => edits.now.has(path) && written(edits.now.get(path)) === written(value));
      button.textContent = accepted ? "Accepted" : word;
      link.hidden = !accepted;
    };
    adapt();
    this.#accepts.push(adapt);
    return [button, link];
  }

  #owner(edit) {
    const fighter = this.studio.sheets.sheet.fighters.find((of) => of.key === edit.fighter);
    return fighter ? `${fighter.name}, ` : "";
  }
}

/** Estimates the time that is left, from the share that is done; empty at the beginning. */
function left({ state, share, elapsed }) {
  if (state !== "playing" || share < 0.05) return "";
  const seconds = (elapsed * (1 - share)) / share;
  return seconds < 90 ? `, about ${Math.ceil(seconds / 5) * 5} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

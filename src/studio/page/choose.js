// What can be opened: the scenarios and the reports of the folder, and new scenarios.

import { $, h, tell } from "./dom.js";
import { post } from "./api.js";

/** Marks the values of reports in the list. */
const REPORT = "report ";

/** Fills the list of the header and the panel of the first screen. */
export function choose(studio, { folder, scenarios, reports, games, shipped }) {
  const groups = Map.groupBy(scenarios, (of) => of.game);
  const option = (of) => h("option", { value: of.path }, `${of.path}: ${of.title}`);
  $("scenario").replaceChildren(h("option", { value: "" }, "…"), ...[...groups].map(([game, all]) => h("optgroup", { label: game }, all.map(option))));
  const report = (of) => h("option", { value: REPORT + of.path }, `${of.path}: ${of.title} (${of.kind})`);
  if (reports.length) $("scenario").append(h("optgroup", { label: "Reports" }, reports.map(report)));
  $("scenario").onchange = () => {
    const value = $("scenario").value;
    if (value.startsWith(REPORT)) studio.openReport(value.slice(REPORT.length));
    else if (value) studio.open(value);
  };

  const create = async (asked) => {
    tell();
    try {
      const { path } = await post("/api/new", asked);
      await studio.open(path);
    } catch (error) {
      tell(error.faults ?? error.message);
    }
  };
  const about = (game) => games.find((of) => of.name === game)?.about ?? game;
  const item = (open) => (of) => h("li", {}, h("button", { type: "button", onclick: () => open(of) }, of.title, h("span", { className: "fine" }, of.description ?? [of.kind, of.path].filter(Boolean).join(", "))));
  const items = (all, open) => h("ul", {}, all.map(item(open)));
  const list = (title, all, open) => h("section", {}, h("h2", {}, title), items(all, open));
  const ready = [...Map.groupBy(shipped, (of) => of.game)].map(([game, all]) =>
    h("details", { open: !scenarios.length && game === shipped[0].game }, h("summary", {}, about(game)), items(all, (of) => create({ game, name: of.name, like: of.name }))));
  $("offered").replaceChildren(
    ...[...groups].map(([game, all]) => list(about(game), all, (of) => studio.open(of.path))),
    reports.length ? list("Scenarios of reports, as they were played", reports, (of) => studio.openReport(of.path)) : "");
  if (!scenarios.length) $("offered").prepend(h("p", {}, `There are no scenario files in ${folder}. Begin with a ready-made or a new one:`));
  $("ready").replaceChildren(...ready);
  $("ready-made").hidden = shipped.length === 0;
  $("new-game").replaceChildren(...games.map((of) => h("option", { value: of.name }, of.about)));
  $("new").onsubmit = (event) => {
    event.preventDefault();
    create({ game: $("new-game").value, name: $("new-name").value });
  };
}

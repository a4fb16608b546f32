// What can be opened: the scenarios and the reports of the folder, and new scenarios.

import { $, h, tell } from "./dom.js";
import { post } from "./api.js";

/** Marks the values of reports in the list. */
const REPORT = "report ";

/** Fills the list of the header and the panel of the first screen. */
export function choose(studio, { folder, scenarios, reports, games }) {
  const groups = Map.groupBy(scenarios, (of) => of.game);
  const option = (of) => h("option", { value: of.path }, `${of.title} (${of.path})`);
  $("scenario").append(...[...groups].map(([game, all]) => h("optgroup", { label: game }, all.map(option))));
  const report = (of) => h("option", { value: REPORT + of.path }, `${of.title} (${of.path})`);
  if (reports.length) $("scenario").append(h("optgroup", { label: "Reports" }, reports.map(report)));
  $("scenario").onchange = () => {
    const value = $("scenario").value;
    if (value.startsWith(REPORT)) studio.openReport(value.slice(REPORT.length));
    else if (value) studio.open(value);
  };

  const item = (open) => (of) => h("li", {}, h("button", { type: "button", onclick: () => open(of.path) }, of.title, h("span", { className: "fine" }, of.path)));
  const list = (title, all, open) => h("section", {}, h("h3", {}, title), h("ul", {}, all.map(item(open))));
  $("offered").replaceChildren(
    ...[...groups].map(([game, all]) => list(games.find((of) => of.name === game)?.about ?? game, all, (path) => studio.open(path))),
    reports.length ? list("Scenarios of reports, as they were played", reports, (path) => studio.openReport(path)) : "");
  if (!scenarios.length) $("offered").prepend(h("p", {}, `There are no scenario files in ${folder}. Begin with a new one:`));
  $("new-game").replaceChildren(...games.map((of) => h("option", { value: of.name }, of.about)));
  $("new").onsubmit = async (event) => {
    event.preventDefault();
    tell();
    try {
      const { path } = await post("/api/new", { game: $("new-game").value, name: $("new-name").value });
      await studio.open(path);
    } catch (error) {
      tell(error.faults ?? error.message);
    }
  };
}

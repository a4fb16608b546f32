// Moves the replays of two games together, and finds the moment at which the games begin to differ.

import { h } from "./dom.js";

/** Ends listening to the pair that was shown last. */
let forget = () => {};

/** Returns the controls of two frames with replays. */
export function pair(frames) {
  forget();
  const together = h("input", { type: "checkbox", checked: true });
  const said = h("span", { className: "fine", role: "status" });
  const button = h("button", { type: "button", hidden: true }, "Go to the first difference");
  /** The moments of both games; the differing moment, from 1. */
  const moments = [null, null];
  let differs = 0;
  const go = (at, moment) => frames[at].contentWindow?.postMessage({ go: moment }, "*");
  button.onclick = () => [0, 1].forEach((at) => go(at, differs));
  const compare = () => {
    differs = 1 + first(...moments);
    button.hidden = differs > Math.max(...moments.map((all) => all.length));
    const [round] = moments[0][differs - 1] ?? moments[1][differs - 1] ?? [];
    const where = round ? `in round ${round}` : "before the first round";
    said.textContent = button.hidden ? "Both games are the same to the end." : `The games begin to differ ${where}.`;
  };
  const listen = ({ source, data }) => {
    const from = frames.findIndex((frame) => frame.contentWindow === source);
    if (from < 0) return;
    if (Array.isArray(data?.moments)) {
      moments[from] = data.moments;
      if (moments.every(Boolean)) compare();
    }
    if (!Number.isInteger(data?.at)) return;
    frames[from].dataset.at = data.at;
    if (data.follows || !together.checked || !moments.every(Boolean)) return;
    const other = 1 - from;
    go(other, counterpart(moments[from], moments[other], data.at, differs));
  };
  addEventListener("message", listen);
  forget = () => removeEventListener("message", listen);
  return h("div", { className: "tools" }, h("label", {}, together, "move both games together"), button, said);
}

/** Number of moments at the beginning that are the same in two games. */
function first(ours, theirs) {
  const at = ours.findIndex(([round, text], i) => theirs[i]?.[0] !== round || theirs[i]?.[1] !== text);
  return at < 0 ? ours.length : at;
}

/** The moment of the other game that corresponds to moment `at` of this game: the same one while the
 * games are the same, and then the moment with the same number in the same round. */
function counterpart(ours, theirs, at, differs) {
  if (at <= differs) return Math.min(at, theirs.length);
  if (at === ours.length) return theirs.length;
  const round = ours[at - 1][0];
  const begin = (moments) => moments.findIndex(([of]) => of === round);
  if (begin(theirs) < 0) return theirs.length;
  const end = theirs.findLastIndex(([of]) => of === round) + 1;
  return Math.min(begin(theirs) + at - begin(ours), end);
}

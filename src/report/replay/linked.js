"use strict";
// Links a replay to the page whose frame shows it, so that the page can move two replays together.
// Messages to this page: { moments } once, a round and a text for each moment; then { at, follows }
// after each step, where `follows` says that the page asked for the step. Message from this page:
// { go }, a moment.

// What happens at a moment, as a text that is the same in two games that are the same so far. Of a
// decision, only the chosen option counts, because estimates may differ before the games do. Words
// count without numbers, because an edit changes values, such as life, before the games differ.
function textOf({ kind, seat, who, whom, words, thought, changes }) {
  const faces = changes?.throws?.map(({ dice }) => dice.map(({ face }) => face));
  if (!thought) return JSON.stringify([kind, seat, who, whom, words?.replace(/\b\d+\b/g, "#"), faces]);
  return JSON.stringify([kind, who, thought.options.filter(({ chosen }) => chosen).map(({ option }) => option)]);
}

function link(player) {
  if (parent === window) return;
  // The page is from another origin as far as this frame knows. A message holds only the game.
  const tell = (message) => parent.postMessage(message, "*");
  let follows = false;
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !Number.isInteger(data?.go)) return;
    player.stop();
    // A silent moment shows the moment before, which has words. The next one may be in another
    // round.
    let at = Math.min(player.last, Math.max(0, data.go));
    while (player.isSilent(at)) at -= 1;
    follows = true;
    player.show(at);
    follows = false;
  }, { signal: player.listening.signal });
  player.shown = (at) => tell({ at, follows });
  tell({ moments: player.moments.map((moment) => [moment.round, textOf(moment)]) });
}

//! gong: a balance lab for tabletop games. Bots play many games, and reports show how often each
//! fighter wins.
//!
//! Data flows from the top of this list to the bottom; no module should use a module above it:
//!
//! - [`cli`]: the program: parses the command line and runs the command that it names
//! - [`studio`]: the live page of `gong studio`, which asks the questions from a browser
//! - [`questions`]: the commands that answer designers' questions, such as `run` and `tune`, one
//!   folder per command; all share one way from flags to report
//! - [`session`]: what the commands that play share: flags, files, shards, checkpoints, progress
//! - [`report`]: tables, charts and pages, in forms that all commands and games share
//! - [`analysis`]: series of games, and the comparison of their results, that several questions use
//! - [`scenario`]: turns TOML files into a checked `Scenario`; the title of the game defines what
//!   the files may contain
//! - [`games`]: one folder per game. In that folder, `title` describes the game to the modules
//!   above, and `setup` or `staged` connects the game to [`simulate`]
//! - [`simulate`]: plays game `i` of a scenario and records the result, in parallel. The record is
//!   the same on any number of threads, machines and shards
//! - [`strategies`]: the bots, which decide for the players
//! - [`game`]: the traits of a game, which bots and runs are written against
//! - [`stats`]: records, tallies, confidence intervals and tests, for the entrants and measures of
//!   any game
//!
//! Three modules serve all others: [`engine`] identifies the version of the game code, [`words`]
//! reads and formats names, and [`shell`] writes commands to be copied.
//!
//! # Glossary
//!
//! - *game*: a set of rules that the program can play ([`game::Game`]), or one play of these
//!   rules; *title*: a game that a scenario can name; *family*: the titles that share one engine.
//! - *fighter*: a character of a roster, whatever the game calls its characters; *thing*: an object
//!   that a fighter plays with, such as a card.
//! - *entity*: an object of a game that scripts can read, such as a fighter, a card or a tile. Each
//!   game lists its sorts of entities.
//! - *entrant*: the unit of the statistics: a fighter played by one strategy; at most 64 in a game.
//! - *seat*: a place at which one player decides, at most 8; *side*: the fighters that win or lose
//!   together; *slot*: a position in the line-up, from 0.
//! - *player*: the one that decides at a seat; in a record, one fighter of the game. The *reference
//!   player* is a bot that plays better than the command's bot, and checks its results. *Worker*:
//!   the object that plays games on one thread.
//! - *faction*: the game's name for a kind of side, such as all sides that play heroes.
//! - *line-up*: the fighters of a game with their teams and seats, as a scenario writes them;
//!   *seating*: the same information for code that is independent of the game; *contender*: one
//!   fighter of a line-up in one game, with the bot that plays the fighter.
//! - *place*: the final rank in a game, 1 for the first; *location*: the position of an error in a
//!   file.
//! - *measure*: a quantity that a game declares for the statistics; *record*: the measured values
//!   of one finished game; *tally*: the sums over many records.
//! - *table*: rows and columns in a file or on a page, or a TOML or Luau table.
//! - *question*: a command that plays games and answers a question of a designer; *ladder*: games
//!   between bots, which rate the bots.
//! - *plan*: what a question plays: checked scenarios and resolved defaults; *found*: the counts
//!   that its games give; *answer*: headline, verdict, tables and charts, made of plan and found.
//! - *picture*: what a drawn board shows at one moment of a game; *backdrop*: the parts of the
//!   board that never change; *moment*: an event or a decision in a *replay*, the drawn form of a
//!   story.
//! - *kind*: the value of the field `kind` in a file: the type of bot in a strategy file, the
//!   command that was run in a manifest.
//! - *level*: a level of play is the bot that plays all seats (`gong skill`); the level of an
//!   interval is its coverage probability.
//! - *variant*: a scenario with changes; *point*: one variant of a sweep.
//! - *deal*: a line-up with everything that is drawn before the first decision; in a ladder, the
//!   games that share line-up and dice.
//! - *lot*: games of a command that are counted together; *stretch*: a range of consecutive games
//!   of a lot; *shard*: part K of N of the games of all lots.
//! - *ledger*: the counts of stretches, with all settings that determine these counts;
//!   *checkpoint*: the ledger of an unfinished command.
//! - *knob*: a value of a fighter or a rule that an analysis can change; *step*: one change of a
//!   knob, by 1 if its value is a number; *worth*: the change of a win rate that one step causes. A
//!   worth is *screened* over many rosters near the scenario's roster, or *measured* in the
//!   scenario itself.
//! - *edit*: a change of one value; in tuning also a swap of two values; *solution*: a set of edits
//!   with its result.
//! - *bot*: a program that decides; its *definition*: its kind with its settings; *strategy*: the
//!   name or file that selects a bot; *script*: a bot written in Luau; *style*: a way to play,
//!   independent of playing strength.
//! - *option*: one of the alternatives of a decision; *choice*: the option that was chosen;
//!   *decision*: a choice between at least two options.

// `include!` below counts as a macro that defines the exported macros.
#![cfg_attr(test, allow(macro_expanded_macro_exports_accessed_by_absolute_paths))]

pub mod cli;
pub mod questions;
pub mod report;
pub mod session;
pub mod studio;

// The rooms that play are a package of their own (src/play), which is optimized, unlike the rooms
// above them. The unit tests of all rooms are one program of this package.
#[cfg(not(test))]
pub use gong_play::*;
#[cfg(test)]
include!("play.rs");

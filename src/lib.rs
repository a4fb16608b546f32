//! gong, the balance lab for tabletop games.
//!
//! The data goes one way, from top to bottom; nothing below knows what stands above:
//!
//! - [`cli`]: one file per subcommand: flags in, a typed request out
//! - [`report`]: tables, charts, pages: forms that every command and every game share
//! - [`analysis`]: runs asked in a certain order, and their comparison
//! - [`scenario`]: TOML files become a checked `Scenario`; it asks the game's title what its files may hold
//! - [`games`]: what is played: the traits, and one folder per game. A game's `title` says to all above what it is, its `staged` is put on a stage
//! - [`simulate`]: game i of a scenario becomes a record, in parallel, the same on any number of threads, machines and shards
//! - [`strategies`]: who plays
//! - [`stats`]: records, tallies, intervals, tests; knows entrants and measures, no game
//!
//! Beside them, [`engine`] says which engine plays, [`words`] how names are read, and [`shell`] how
//! commands are written.
//!
//! # Words
//!
//! - *game*: what is played, by its rules ([`games::Game`]); a *title* is one that scenarios can name; titles of one *family* share an engine.
//! - *fighter*: one of a roster, whatever the game calls it; *thing*: what it plays with, such as a card.
//! - *entity*: a fighter, a thing or whatever else scripts see of a game, by the sorts that the game lists.
//! - *entrant*: whom the statistics are about: a fighter in the hands of one strategy, 64 at most in a game.
//! - *seat*: who decides, 8 at most; *side*: who wins together; *slot*: a position of the line-up, from 0.
//! - *line-up*: who meets whom, as a scenario writes it; *seating*: the same for those who know no game; *contender*: a fighter of a line-up and the
//!   bot that plays it, in one game.
//! - *place*: the position at the end of a game, 1 for the first; where a fault stands in a file is its *location*.
//! - *measure*: what a game declares to be counted; *record*: one finished game; *tally*: the counters of many.
//! - *table*: rows and columns, in a file or on a page, or in TOML and Luau what they call so; never what people sit at.
//! - *facts*: what a page is made of, read back from the tables of a report.
//! - *kind*: what a file's field of that name says: of a strategy file which bot it is, of a manifest which command made it.
//! - *level*: of play, a bot that plays everybody (`gong skill`); of an interval, how often it holds.
//! - *variant*: a scenario with changes; *point*: a variant of a sweep; *deal*: the games of a ladder that share line-up and dice.
//! - *lot*: games of a command that are counted together; *stretch*: some of them, one after the other; *shard*: the K-th of N parts of all lots' games.
//! - *ledger*: what was counted of stretches, with all that decides them; *checkpoint*: the ledger of a command that is not at its end.
//! - *knob*: a value of a fighter or a rule that can be turned; *step*: one way to turn it, by one where it is a number; *worth*: what a step does to a win rate,
//!   *screened* over rosters around the scenario's own or *measured* in that itself.
//! - *edit*: one value made another; of a tuning also two that change places; *solution*: a set of them, and what it comes to.
//! - *bot*: a program that decides; *strategy*: the name or file by which one asks for it; *script*: a bot in Luau;
//!   *style*: how a bot plays, which says nothing of how well.
//! - *option*: what may be chosen; *choice*: what was; *decision*: choosing among two options or more.

pub mod analysis;
pub mod cli;
pub mod engine;
pub mod games;
pub mod report;
pub mod scenario;
pub mod shell;
pub mod simulate;
pub mod stats;
pub mod strategies;
pub mod words;

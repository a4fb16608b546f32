//! The results of `gong run`, in the form that the report's page, charts and sentences need.

use std::collections::{BTreeMap, BTreeSet};

use super::games::{Counts, Games};
use super::rows::Meeting;
use crate::questions::facts::Fact;
use crate::questions::judge::{Judged, judge};
use crate::questions::tally_facts::{WinRates, sides};
use crate::report::Manifest;
use crate::report::measured::MeasureNote;
use crate::report::people::{self, People, Person};
use crate::report::shared::{Wins, WithoutLuck, descending};
use crate::report::words::capital;
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::luck::FITTED;
use crate::stats::members::Won;

pub struct RunFacts {
    /// The games of the run's own bots.
    pub own: Games,
    /// How often each group wins: the factions, such as heroes and villains, or the party of a
    /// cooperative game; empty if the game has neither.
    pub groups: Vec<GroupFacts>,
    /// The win rate of a fighter of average strength, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
    pub people: People,
    /// The entrants that played at least one game, in the order of the tables.
    pub entrants: Vec<EntrantFacts>,
    /// The pairs of opponents, see [`Games::meetings`].
    pub meetings: Vec<(Meeting, Vec<u64>)>,
    /// Name of the reference player, which plays the first games of the run again, and number of
    /// its games; `None` without a reference player.
    pub reference: Option<(String, u64)>,
    /// Names of the bots that played in the run.
    pub bots: Vec<String>,
    /// True if different bots play in the run, so that win rates also differ because of the bots.
    pub different_bots: bool,
    pub commands: Commands,
}

/// The scenario of the run and its flags, as arguments of the commands that the page suggests.
#[derive(Debug, Clone, Default)]
pub struct Commands {
    /// Arguments with which `gong watch` shows games of this run.
    pub watch: String,
    /// Arguments with which `gong skill` plays the run's scenario; they leave out the bots of the
    /// run.
    pub skill: String,
}

/// The results of one entrant: a fighter played by one bot.
pub struct EntrantFacts {
    /// Index of the entrant in the cast.
    pub index: usize,
    /// Entrants of one side win together in every game.
    pub side: usize,
    pub who: Person,
    /// Name of the fighter, followed by the bot's name if different bots play in the run.
    pub label: String,
    /// True if the scenario's designer has set or changed values of the fighter.
    pub own_values: bool,
    /// The win rate with the run's bot, without the adjustment for luck.
    pub wins: Wins,
    /// Luck-adjusted win rate (the luck of the dice removed); `None` if luck was not measured.
    pub adjusted: Option<WithoutLuck>,
    /// The win rate, with the run's bot and with the reference player.
    pub judged: Judged,
    /// Things, such as cards, that the entrant used.
    pub things: Vec<ThingUses>,
}

/// Uses of one thing by one entrant, over all rounds.
pub struct ThingUses {
    pub name: String,
    /// Description of the thing, such as the numbers on a card; empty if unknown.
    pub about: String,
    /// Mean number of uses per game.
    pub per_game: f64,
    /// Mean round of use.
    pub round: f64,
    /// For each measure of things, such as the damage done: the mean per use.
    pub means: Vec<f64>,
}

/// How often a group of fighters wins: a faction, or the party.
pub struct GroupFacts {
    pub label: String,
    pub colour: String,
    pub judged: Judged,
}

/// Returns the judged facts of one player's games.
fn judged(player: &str, games: &Games, manifest: &Manifest) -> WinRates {
    let counts = (&games.cast, &games.tally);
    let WinRates { groups, fighters } =
        WinRates::new(player, counts, &manifest.factions, games.level);
    let first_fighter = groups.len();
    let facts = groups.into_iter().chain(fighters);
    let mut facts: Vec<Fact> = facts.map(|fact| fact.with_p(Won::p_value)).collect();
    for (fact, entrant) in facts[first_fighter..].iter_mut().zip(games.entrants()) {
        // The luck of the dice is removed where it was measured.
        let Some(adjusted) = games.adjusted(entrant) else {
            continue;
        };
        let half_width = (adjusted.ci_high - adjusted.ci_low) / 2.0;
        let p = |share: f64| {
            let errors = (adjusted.adjusted - share) * intervals::z(games.level) / half_width;
            intervals::p_of_errors(errors, fact.row.games, FITTED)
        };
        fact.row.p = fact.row.fair.map(p);
        fact.row.value = Some(adjusted.adjusted);
        fact.row.ci_low = Some(adjusted.ci_low);
        fact.row.ci_high = Some(adjusted.ci_high);
    }
    judge(&mut facts, |_| (), 0.0, games.level);
    let fighters = facts.split_off(first_fighter);
    WinRates { groups: facts, fighters }
}

impl RunFacts {
    /// Judges the games of the run's own bots, and those of the reference player with its name.
    pub fn new(
        own: Games,
        reference: Option<(&str, &Games)>,
        commands: Commands,
        manifest: &Manifest,
    ) -> RunFacts {
        let people = People::of(manifest);
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let rates = judged(&bots.join(", "), &own, manifest);
        let theirs = reference.map(|(name, games)| judged(name, games, manifest));
        let (their_groups, theirs) = theirs.map(|of| (of.groups, of.fighters)).unwrap_or_default();
        let group = |(i, judged): (usize, Judged)| GroupFacts {
            label: capital(&judged.own.row.subject),
            colour: judged.own.row.fair.map_or(String::new(), |_| people::of(None, i)),
            judged,
        };
        let groups = Judged::pairs(rates.groups, &their_groups).into_iter().enumerate();
        let groups: Vec<GroupFacts> = groups.map(group).collect();
        let played = rates.fighters.iter().filter(|of| of.row.games > 0);
        let different_bots = played.map(|of| &of.row.player).collect::<BTreeSet<_>>().len() > 1;
        let sides = sides(&own.cast, &own.tally);
        let entrant = |(index, judged): (usize, Judged)| {
            let key = &judged.own.row.subject;
            let note = manifest.fighters.iter().find(|note| note.key == *key);
            let none = BTreeMap::new();
            let who = people.get(key);
            EntrantFacts {
                index,
                side: sides[index],
                label: who.label(&judged.own.row.player, different_bots),
                who,
                own_values: note.is_some_and(|note| !note.own.is_empty()),
                wins: Wins::of(&own.tally.won(index), own.level),
                adjusted: own.adjusted(index),
                things: things(&own, index, note.map_or(&none, |note| &note.things)),
                judged,
            }
        };
        let entrants = Judged::pairs(rates.fighters, &theirs).into_iter().enumerate().map(entrant);
        RunFacts {
            groups: descending(groups, |of| of.judged.leading().off().unwrap_or(0.0)),
            fair: own.cast.fair_share(),
            entrants: entrants.filter(|of| of.wins.games > 0).collect(),
            meetings: own.meetings(),
            reference: reference.map(|(name, games)| (name.to_owned(), games.tally.games())),
            bots,
            different_bots,
            people,
            commands,
            own,
        }
    }

    /// Returns all judged facts, those of the groups first.
    pub fn judged(&self) -> impl Iterator<Item = &Fact> {
        let groups = self.groups.iter().map(|of| &of.judged);
        let all = groups.chain(self.entrants.iter().map(|of| &of.judged));
        all.flat_map(Judged::facts)
    }

    /// Number of games that the run played.
    pub fn games(&self) -> u64 {
        self.own.tally.games()
    }

    /// Returns the party of a cooperative game; `None` in another game.
    pub fn party(&self) -> Option<&GroupFacts> {
        self.groups.first().filter(|_| self.fair.is_none())
    }

    /// Returns the values of a measure of an entrant.
    pub fn counts(&self, entrant: &EntrantFacts, measure: usize) -> Counts<'_> {
        self.own.counts(entrant.index, measure)
    }

    /// Returns the entrants in descending order of the win rate on which the headline is based (see
    /// [`Judged::leading`]).
    pub fn by_leading_wins(&self) -> Vec<&EntrantFacts> {
        descending(&self.entrants, |of| of.judged.leading().row.value.unwrap_or(f64::NEG_INFINITY))
    }

    /// Returns the measures of entrants that have this form, each with its index among all measures
    /// of entrants.
    pub fn of_form(&self, form: Form) -> impl Iterator<Item = (usize, &MeasureNote)> {
        let all = self.own.measured.entrants.iter().enumerate();
        all.filter(move |(_, measure)| measure.form == form)
    }

    /// Returns whether a single fighter plays each game.
    pub fn plays_alone(&self) -> bool {
        self.entrants.iter().map(|of| of.wins.games).sum::<u64>() == self.games()
    }

    /// Returns whether every entrant plays in every game and always at the same seat, so that its
    /// win rate includes the advantage of the seat. False in a cooperative game, and with so few
    /// games that seats may be the same by chance.
    pub fn fixed_seats(&self) -> bool {
        let fixed = |of: &EntrantFacts| {
            self.own.seats(of.index).len() == 1 && of.wins.games == self.games()
        };
        let compared = self.fair.is_some() && self.entrants.len() > 1 && self.games() >= 20;
        compared && self.entrants.iter().all(fixed)
    }
}

/// Sums the uses of each thing of an entrant over all rounds. `about` maps names of things to their
/// descriptions.
fn things(own: &Games, entrant: usize, about: &BTreeMap<String, String>) -> Vec<ThingUses> {
    let mut things = vec![];
    for (t, name) in own.cast.entrants[entrant].things.iter().enumerate() {
        let (mut plays, mut rounds, mut sums) = (0, 0, vec![0; own.measured.things.len()]);
        for (round, used) in own.tally.uses(entrant, t) {
            plays += used.plays;
            rounds += u64::from(round) * used.plays;
            sums.iter_mut().zip(used.sums).for_each(|(all, of)| *all += of);
        }
        let mean = |sum: u64| sum as f64 / plays as f64;
        things.extend((plays > 0).then(|| ThingUses {
            name: name.clone(),
            about: about.get(name).cloned().unwrap_or_default(),
            per_game: plays as f64 / own.tally.won(entrant).games().max(1) as f64,
            round: mean(rounds),
            means: sums.into_iter().map(mean).collect(),
        }));
    }
    things
}

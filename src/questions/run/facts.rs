//! The results of `gong run`, in the form that the report's page, charts and sentences need.

use std::collections::BTreeSet;

use super::games::{Counts, Games};
use crate::questions::facts::Fact;
use crate::questions::judge::{Judged, judge};
use crate::questions::players::rates;
use crate::questions::tally_facts::WinRates;
use crate::report::Manifest;
use crate::report::measured::MeasureNote;
use crate::report::people::People;
use crate::report::shared::descending;
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::luck::FITTED;
use crate::stats::members::Won;

pub struct RunFacts {
    /// The games of the run's own bots.
    pub own: Games,
    /// The factions, such as heroes and villains, or the party of a cooperative game; empty if the
    /// game has neither.
    pub groups: Vec<Line>,
    /// The entrants (fighters with their bots) that played at least one game, in the order of the
    /// tables.
    pub entrants: Vec<Line>,
    /// The win rate of a fighter of average strength, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
    pub people: People,
    /// Name of the reference player, which plays the first games of the run again, and number of
    /// its games; `None` without a reference player.
    pub reference: Option<(String, u64)>,
    /// Names of the bots that played in the run.
    pub bots: Vec<String>,
    /// True if different bots play in the run, so that win rates also differ because of the bots.
    pub different_bots: bool,
}

/// A row of a table or a chart: an entrant, or a group of fighters.
pub struct Line {
    /// Index of the entrant in the cast; `None` for a group.
    pub entrant: Option<usize>,
    /// Name of the group, or of the fighter; with the bot's name if different bots play in the run.
    pub label: String,
    pub colour: String,
    /// True if a short table prefers the row: that of a group, or of a fighter whose values the
    /// scenario's designer has set or changed.
    pub is_preferred: bool,
    /// The win rate, with the run's bot and with the reference player.
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
    pub fn new(own: Games, reference: Option<(&str, &Games)>, manifest: &Manifest) -> RunFacts {
        let people = People::of(manifest);
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let rates = judged(&bots.join(", "), &own, manifest);
        let theirs = reference.map(|(name, games)| judged(name, games, manifest));
        let (their_groups, theirs) = theirs.map(|of| (of.groups, of.fighters)).unwrap_or_default();
        let groups = Judged::pairs(rates.groups, &their_groups).into_iter().enumerate();
        let groups = groups.map(|(i, judged)| {
            let (label, colour) = rates::group(&judged.own, i);
            Line { entrant: None, label, colour, is_preferred: true, judged }
        });
        let played = rates.fighters.iter().filter(|of| of.row.games > 0);
        let different_bots = played.map(|of| &of.row.player).collect::<BTreeSet<_>>().len() > 1;
        let entrants = Judged::pairs(rates.fighters, &theirs).into_iter().enumerate();
        let entrants = entrants.map(|(i, judged)| {
            let row = &judged.own.row;
            let mut notes = manifest.fighters.iter();
            let note = notes.find(|note| note.key == row.subject);
            let who = people.get(&row.subject);
            Line {
                entrant: Some(i),
                label: who.label(&row.player, different_bots),
                colour: who.colour,
                is_preferred: note.is_some_and(|note| !note.own.is_empty()),
                judged,
            }
        });
        RunFacts {
            groups: descending(groups, |of| of.judged.leading().off().unwrap_or(0.0)),
            fair: own.cast.fair_share(),
            entrants: entrants.filter(|of| of.judged.own.row.games > 0).collect(),
            reference: reference.map(|(name, games)| (name.to_owned(), games.tally.games())),
            bots,
            different_bots,
            people,
            own,
        }
    }

    /// Returns all judged facts, those of the groups first.
    pub fn judged(&self) -> impl Iterator<Item = &Fact> {
        self.groups.iter().chain(&self.entrants).flat_map(|of| of.judged.facts())
    }

    /// Number of games that the run played.
    pub fn games(&self) -> u64 {
        self.own.tally.games()
    }

    /// Returns the party of a cooperative game; `None` in another game.
    pub fn party(&self) -> Option<&Line> {
        self.groups.first().filter(|_| self.fair.is_none())
    }

    /// Returns the groups, and then the entrants in descending order of the win rate on which the
    /// headline is based (see [`Judged::leading`]).
    pub fn lines(&self) -> Vec<&Line> {
        let value = |of: &&Line| of.judged.leading().row.value.unwrap_or(f64::NEG_INFINITY);
        self.groups.iter().chain(descending(&self.entrants, value)).collect()
    }

    /// Returns the win rates of a line: that with the reference player if it plays, and that with
    /// the run's bot.
    pub fn rates<'a>(&self, line: &'a Line) -> Vec<Option<&'a Fact>> {
        let reference = self.reference.as_ref().map(|_| line.judged.reference.as_ref());
        reference.into_iter().chain([Some(&line.judged.own)]).collect()
    }

    /// Returns the values of a measure of an entrant; `None` for a group.
    pub fn counts(&self, line: &Line, measure: usize) -> Option<Counts<'_>> {
        Some(self.own.counts(line.entrant?, measure))
    }

    /// Returns the measures of entrants that have this form, each with its index among all measures
    /// of entrants.
    pub fn of_form(&self, form: Form) -> impl Iterator<Item = (usize, &MeasureNote)> {
        let all = self.own.measured.entrants.iter().enumerate();
        all.filter(move |(_, measure)| measure.form == form)
    }

    /// Returns whether every entrant plays in every game and always at the same seat, so that its
    /// win rate includes the advantage of the seat. False in a cooperative game, and with so few
    /// games that seats may be the same by chance.
    pub fn has_fixed_seats(&self) -> bool {
        let fixed = |of: &Line| {
            let seats = of.entrant.map(|entrant| self.own.seats(entrant).len());
            seats == Some(1) && of.judged.own.row.games == self.games()
        };
        let compared = self.fair.is_some() && self.entrants.len() > 1 && self.games() >= 20;
        compared && self.entrants.iter().all(fixed)
    }
}

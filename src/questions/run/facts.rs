//! The results of `gong run`, in the form that the report's page, charts and sentences need.

use std::collections::{BTreeMap, BTreeSet};

use super::agreement::{ReferenceFacts, WithReference};
use super::row_types::{Length, SummaryRow, TimeRow, WinRate};
use super::rows::{EntrantRows, MeasureRows, Meeting, RunRows, UseRow};
use crate::report::factions::{self, Faction};
use crate::report::measured::{GameMeasures, MeasureNote};
use crate::report::people::{People, Person};
use crate::report::sentences::Standing;
use crate::report::shared::{Wins, WithoutLuck, descending};
use crate::report::{FighterNote, Manifest};
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::members::Won;
use crate::stats::order::{Order, Rate};

pub struct RunFacts {
    /// Number of games that the run played.
    pub games: u64,
    /// Win rates of the factions (such as heroes and villains); empty if the game has no factions.
    pub factions: Vec<Faction>,
    /// Confidence level of all intervals in the report, 0 to 1.
    pub level: f64,
    /// The win rate of a fighter of average strength, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
    /// Number of tests of win rates against the fair share; 0 in a cooperative game.
    pub tests: usize,
    pub measured: GameMeasures,
    pub people: People,
    /// All fighters that played, each once, even if several bots play a fighter.
    pub fighters: Vec<Person>,
    /// The entrants that played at least one game, in the order of the tables.
    pub entrants: Vec<EntrantFacts>,
    /// Results of each pair of fighters that met as opponents.
    pub meetings: Vec<Meeting>,
    /// The values of each measure of the game as a whole, as opposed to measures of single
    /// fighters.
    pub game: Vec<MeasureRows>,
    pub lengths: Vec<Length>,
    /// Results of the reference player, which plays the first games of the run again; `None`
    /// without a reference player.
    pub reference: Option<ReferenceFacts>,
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
    pub who: Person,
    /// Name of the fighter, followed by the bot's name if different bots play in the run.
    pub label: String,
    /// True if the scenario's designer has set or changed values of the fighter.
    pub own_values: bool,
    /// Win rate of the entrant over all its games.
    pub all: WinRate,
    /// Luck-adjusted win rate (the luck of the dice removed); `None` if luck was not measured.
    pub adjusted: Option<WithoutLuck>,
    /// Win rate of the fighter if the reference player plays; `None` without a reference player.
    pub reference: Option<WithReference>,
    /// Win rates of the entrant by team and seat at the table.
    pub seats: Vec<WinRate>,
    /// True if the entrant's win rate differs significantly from that of an average entrant, with
    /// Holm's correction for the number of tests (see [`significant`]).
    pub significant: bool,
    /// The values of each measure for this entrant.
    pub values: Vec<MeasureRows>,
    /// Share of the entrant's games by place, beginning with place 1.
    pub places: Vec<f64>,
    /// Things, such as cards, that the entrant used, in the order of the tables.
    pub things: Vec<ThingUses>,
    /// The games and wins by the member of a panel that played.
    pub won: Won,
}

/// Uses of one thing by one entrant, over all rounds.
pub struct ThingUses {
    pub name: String,
    /// Description of the thing, such as the numbers on a card; empty if unknown.
    pub about: String,
    /// Number of times that the thing was used.
    pub plays: u64,
    /// Sum of the round numbers over all uses; divided by the number of uses, it is the mean round
    /// of use.
    pub rounds: u64,
    /// For each measure of things, such as the damage done: the sum over all uses.
    pub sums: Vec<u64>,
}

impl RunFacts {
    pub fn new(rows: RunRows, commands: Commands, manifest: &Manifest) -> RunFacts {
        let people = People::of(manifest);
        let seats = rows.entrants.iter().flat_map(|of| &of.seats);
        let sides = &manifest.factions;
        let mut factions = factions::of(sides, &rows.teams, manifest.level);
        let bots = seats.map(|seat| (seat.team, &seat.who.strategy));
        factions::add_bots(&mut factions, sides, bots);
        let mut fighters: Vec<Person> = vec![];
        for of in &rows.entrants {
            let key = &of.all.who.entrant;
            if fighters.iter().all(|known| known.key != *key) {
                fighters.push(people.get(key));
            }
        }
        let played = rows.entrants.iter().filter(|of| of.all.wins.games > 0);
        let bots: BTreeSet<&String> = played.map(|of| &of.all.who.strategy).collect();
        let different_bots = bots.len() > 1;
        let entrant = |of: EntrantRows| {
            let key = &of.all.who.entrant;
            let note = manifest.fighters.iter().find(|note| note.key == *key);
            let who = people.get(key);
            EntrantFacts::new(of, who, different_bots, note)
        };
        let entrants = rows.entrants.into_iter().map(entrant);
        let mut facts = RunFacts {
            games: manifest.games,
            factions,
            level: manifest.level,
            fair: rows.fair,
            tests: 0,
            measured: rows.measured,
            fighters,
            entrants: entrants.filter(|of| of.all.wins.games > 0).collect(),
            meetings: rows.meetings,
            game: rows.game,
            lengths: rows.lengths,
            reference: None,
            bots: (manifest.strategies.iter()).map(|bot| bot.name.clone()).collect(),
            different_bots,
            people,
            commands,
        };
        if let Some(fair) = facts.fair {
            let test = |of: &EntrantFacts| {
                let Wins { games, wins, .. } = of.all.wins;
                FairTest {
                    p: {
                        let p = intervals::p_value(wins, games, fair);
                        of.won.between().p_value(of.all.wins.rate() - fair, p)
                    },
                    team: of.all.team,
                    games,
                    wins,
                }
            };
            let tests: Vec<FairTest> = facts.entrants.iter().map(test).collect();
            let (holds, count) = significant(&tests, facts.games, facts.level);
            facts.tests = count;
            for (entrant, holds) in facts.entrants.iter_mut().zip(holds) {
                entrant.significant = holds;
            }
        }
        let reference = rows
            .reference
            .map(|rows| ReferenceFacts::new(rows, &mut facts.entrants, facts.fair, manifest));
        facts.reference = reference;
        facts
    }

    /// Returns the names of the things that some entrant uses at least 0.05 times per 100 games.
    pub fn things_used(&self) -> BTreeSet<&String> {
        let shows = |(of, thing): &(&EntrantFacts, &ThingUses)| of.use_of(thing) >= 0.0005;
        let all = self.entrants.iter();
        let all = all.flat_map(|of| of.things.iter().map(move |thing| (of, thing)));
        all.filter(shows).map(|(_, thing)| &thing.name).collect()
    }

    /// Number of rounds of the longest game of the run.
    pub fn longest(&self) -> u16 {
        self.lengths.last().map_or(0, |length| length.rounds)
    }

    /// Returns the entrants in descending order of the number that `number` returns; entrants
    /// without a number come last.
    pub fn sorted_by(&self, number: impl Fn(&EntrantFacts) -> Option<f64>) -> Vec<&EntrantFacts> {
        descending(&self.entrants, |of| number(of).unwrap_or(f64::NEG_INFINITY))
    }

    pub fn by_wins(&self) -> Vec<&EntrantFacts> {
        self.sorted_by(|of| of.all.wins.win_rate)
    }

    /// Returns the entrants in descending order of the win rate on which the headline is based (see
    /// [`EntrantFacts::leading`]).
    pub fn by_leading_wins(&self) -> Vec<&EntrantFacts> {
        self.sorted_by(EntrantFacts::leading)
    }

    /// Returns the measures of entrants that have this form, each with its index among all measures
    /// of entrants.
    pub fn of_form(&self, form: Form) -> impl Iterator<Item = (usize, &MeasureNote)> {
        let all = self.measured.entrants.iter().enumerate();
        all.filter(move |(_, measure)| measure.form == form)
    }

    /// Returns whether any entrant plays in a team.
    pub fn has_teams(&self) -> bool {
        let mut seats = self.entrants.iter().flat_map(|of| &of.seats);
        seats.any(|seat| seat.team.is_some())
    }

    /// Returns whether a single fighter plays each game.
    pub fn plays_alone(&self) -> bool {
        let games = self.entrants.iter().map(|of| of.all.wins.games);
        games.sum::<u64>() == self.games
    }

    /// Returns whether every entrant plays in every game and always at the same seat, so that its
    /// win rate includes the advantage of the seat. False in a cooperative game, and with so few
    /// games that seats may be the same by chance.
    pub fn fixed_seats(&self) -> bool {
        let fixed = |of: &EntrantFacts| of.seats.len() == 1 && of.all.wins.games == self.games;
        let compared = self.fair.is_some() && self.entrants.len() > 1 && self.games >= 20;
        compared && self.entrants.iter().all(fixed)
    }

    /// Returns how often all players together win.
    pub fn together(&self) -> Wins {
        Wins::of_party(self.games, self.entrants.iter().map(|of| &of.won), self.level)
    }

    /// Tests the differences between the win rates of the entrants in `of`, and returns the order
    /// of the entrants as far as it is significant.
    pub fn order(&self, of: &[&EntrantFacts]) -> Order {
        let rate = |of: &&EntrantFacts| {
            let (wins, games) = of.won.effective(self.level);
            Rate { wins, games }
        };
        let rates: Vec<Rate> = of.iter().map(rate).collect();
        // Fighters of one side win together, so that their win rates differ less than the win rates
        // of opponents.
        let shared = |a: usize, b: usize| {
            let (one, other) = (&of[a].who.key, &of[b].who.key);
            let same = |of: &&Meeting| of.met.entrant == *one && of.met.opponent == *other;
            let met = self.meetings.iter().find(same).map_or(0, |of| of.met.games);
            // As large a part of the effective games as of all games.
            let played = of[a].won.games().min(of[b].won.games()).max(1);
            let effective = rates[a].games.min(rates[b].games);
            (u128::from(met) * u128::from(effective) / u128::from(played)) as u64
        };
        Order::of_rates(&rates, shared, 1.0 - self.level)
    }
}

/// The test of one entrant's win rate against the fair share.
#[derive(Debug, Clone, Copy)]
pub struct FairTest {
    pub p: f64,
    /// The entrant's team; `None` if the entrant has no team or has played for several teams.
    pub team: Option<u8>,
    pub games: u64,
    pub wins: u64,
}

/// Returns which of the entrants' win rates differ significantly from the fair share, with Holm's
/// correction, and the number of tests.
///
/// Entrants that play for the same team in each of `games` games win together, so they are one
/// test. If two teams or entrants remain, of which one wins each game, their win rates are
/// complementary, so they are one test as well.
pub fn significant(tests: &[FairTest], games: u64, level: f64) -> (Vec<bool>, usize) {
    let together = |a: &FairTest, b: &FairTest| {
        let always = a.games == games && b.games == games;
        a.team.is_some() && a.team == b.team && always && a.wins == b.wins
    };
    let mut sides: Vec<&FairTest> = vec![];
    let mut side_of = vec![];
    for test in tests {
        let known = sides.iter().position(|side| together(side, test));
        side_of.push(known.unwrap_or(sides.len()));
        if known.is_none() {
            sides.push(test);
        }
    }
    let always_one = sides.iter().all(|side| side.games == games)
        && sides.iter().map(|side| side.wins).sum::<u64>() == games;
    if sides.len() == 2 && always_one {
        sides.truncate(1);
        side_of.fill(0);
    }
    let p: Vec<f64> = sides.iter().map(|side| side.p).collect();
    let holds = intervals::holm(&p, 1.0 - level);
    let each = side_of.into_iter().map(|side| holds[side]);
    (each.collect(), sides.len())
}

impl WinRate {
    /// Returns the entrant's win rate minus the fair share (the win rate of an average entrant).
    pub fn off(&self) -> Option<f64> {
        Some(self.wins.win_rate? - self.fair_share?)
    }
}

impl ThingUses {
    /// Mean of a measure per use of the thing; `sum` is the measure's sum over all uses.
    pub fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.plays.max(1) as f64
    }

    /// Sums the uses of each thing over all rounds. `about` maps names of things to their
    /// descriptions.
    fn all(uses: &[UseRow], about: &BTreeMap<String, String>) -> Vec<ThingUses> {
        let mut things: Vec<ThingUses> = vec![];
        for UseRow { used, sums } in uses {
            let known = things.iter().position(|thing| thing.name == used.thing);
            let at = known.unwrap_or(things.len());
            if known.is_none() {
                things.push(ThingUses {
                    about: about.get(&used.thing).cloned().unwrap_or_default(),
                    name: used.thing.clone(),
                    plays: 0,
                    rounds: 0,
                    sums: vec![0; sums.len()],
                });
            }
            let thing = &mut things[at];
            thing.plays += used.plays;
            thing.rounds += u64::from(used.round) * used.plays;
            thing.sums.iter_mut().zip(sums).for_each(|(all, of)| *all += of);
        }
        things
    }
}

impl EntrantFacts {
    fn new(
        rows: EntrantRows,
        who: Person,
        different_bots: bool,
        note: Option<&FighterNote>,
    ) -> EntrantFacts {
        let none = BTreeMap::new();
        let about = note.map_or(&none, |note| &note.things);
        EntrantFacts {
            label: who.label(&rows.all.who.strategy, different_bots),
            own_values: note.is_some_and(|note| !note.own.is_empty()),
            who,
            all: rows.all,
            adjusted: rows.adjusted.map(|row| row.of),
            reference: None,
            seats: rows.seats,
            significant: false,
            values: rows.values,
            places: rows.placements.iter().map(|row| row.share).collect(),
            things: ThingUses::all(&rows.uses, about),
            won: rows.won,
        }
    }

    /// Returns whether the entrant's win rate is significantly above or below its fair share;
    /// `Open` if the difference is not significant.
    pub fn standing(&self) -> Standing {
        Standing::of(self.significant, self.all.off() > Some(0.0))
    }

    /// Mean number of times that the entrant uses a thing per game.
    pub fn use_of(&self, thing: &ThingUses) -> f64 {
        thing.plays as f64 / self.all.wins.games.max(1) as f64
    }

    pub fn summary(&self, measure: usize) -> Option<&SummaryRow> {
        self.values.get(measure)?.summary()
    }

    pub fn mean(&self, measure: usize) -> Option<f64> {
        self.summary(measure)?.mean
    }

    /// Returns how many games had the event in each round, and the share of games without the
    /// event. `measure` is the index of a time.
    pub fn time(&self, measure: usize) -> Option<(&[TimeRow], f64)> {
        self.values.get(measure)?.time()
    }

    /// Returns the number of games in which the event occurred; `measure` is the index of a time.
    pub fn games_with_event(&self, measure: usize) -> u64 {
        let rounds = self.time(measure).map_or(&[][..], |(rounds, _)| rounds);
        rounds.iter().map(|row| row.games).sum()
    }

    /// Returns the mean round in which the event occurred; `None` if it never occurred. `measure`
    /// is the index of a time.
    pub fn mean_round(&self, measure: usize) -> Option<f64> {
        let (rounds, _) = self.time(measure)?;
        let sum = |row: &TimeRow| u64::from(row.round.unwrap_or(0)) * row.games;
        let games = self.games_with_event(measure);
        (games > 0).then(|| rounds.iter().map(sum).sum::<u64>() as f64 / games as f64)
    }
}

//! The results of `gong run`, in the form that the report's page, charts and sentences need.

use std::collections::{BTreeMap, BTreeSet};

use super::row_types::{Length, SummaryRow, TimeRow, WinRate};
use super::rows::{EntrantRows, MeasureRows, Meeting, RunRows, UseRow};
use crate::questions::facts::{Fact, SubjectKind, one_side_of_two};
use crate::questions::judge::{Judged, judge};
use crate::report::measured::{GameMeasures, MeasureNote};
use crate::report::people::{self, People, Person};
use crate::report::shared::{WithoutLuck, descending};
use crate::report::words::capital;
use crate::report::{FighterNote, Manifest};
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::luck::FITTED;
use crate::stats::members::Won;

pub struct RunFacts {
    /// Number of games that the run played.
    pub games: u64,
    /// How often each group wins: the factions, such as heroes and villains, or the party of a
    /// cooperative game; empty if the game has neither.
    pub groups: Vec<GroupFacts>,
    /// Confidence level of all intervals in the report, 0 to 1.
    pub level: f64,
    /// The win rate of a fighter of average strength, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
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
    pub who: Person,
    /// Name of the fighter, followed by the bot's name if different bots play in the run.
    pub label: String,
    /// True if the scenario's designer has set or changed values of the fighter.
    pub own_values: bool,
    /// Win rate of the entrant over all its games.
    pub all: WinRate,
    /// Luck-adjusted win rate (the luck of the dice removed); `None` if luck was not measured.
    pub adjusted: Option<WithoutLuck>,
    /// The win rate, with the run's bot and with the reference player.
    pub judged: Judged,
    /// Win rates of the entrant by team and seat at the table.
    pub seats: Vec<WinRate>,
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

/// How often a group of fighters wins: a faction, or the party.
pub struct GroupFacts {
    pub label: String,
    pub colour: String,
    pub judged: Judged,
}

/// The games of the reference player.
pub struct ByReference {
    pub strategy: String,
    pub games: u64,
    pub rows: RunRows,
}

/// Returns the judged facts of one player's games: those of the groups, and those of the entrants.
fn facts_of(rows: &RunRows, player: &str, manifest: &Manifest) -> (Vec<Fact>, Vec<Fact>) {
    let (level, entrants) = (manifest.level, rows.entrants.len());
    let games = rows.lengths.iter().map(|of| of.games).sum();
    let teams = (manifest.factions.as_slice(), rows.teams.as_slice());
    let mut facts = Fact::groups(player, rows.party, teams, games, entrants, level);
    let groups = facts.len();
    let together = |a: &EntrantRows, b: &EntrantRows| {
        let always = [a, b].iter().all(|of| of.won.games() == games);
        a.all.team.is_some() && a.all.team == b.all.team && always && a.won.wins() == b.won.wins()
    };
    let first = |of: &EntrantRows| rows.entrants.iter().position(|other| together(of, other));
    let sides = rows.entrants.iter().enumerate().map(|(i, of)| first(of).unwrap_or(i));
    let won: Vec<Won> = rows.entrants.iter().map(|of| of.won).collect();
    let sides = one_side_of_two(sides.collect(), &won, games);
    for (of, side) in rows.entrants.iter().zip(sides) {
        let who = &of.all.who;
        let about = (who.strategy.as_str(), SubjectKind::Fighter, who.entrant.as_str());
        let mut fact = Fact::wins(about, of.won, rows.fair, side, level);
        fact.row.team = of.all.team;
        facts.push(fact);
    }
    let mut facts: Vec<Fact> = facts.into_iter().map(|fact| fact.with_p(Won::p_value)).collect();
    for (fact, of) in facts[groups..].iter_mut().zip(&rows.entrants) {
        // The luck of the dice is removed where it was measured.
        let Some(adjusted) = of.adjusted.as_ref().map(|row| &row.of) else {
            continue;
        };
        let half_width = (adjusted.ci_high - adjusted.ci_low) / 2.0;
        let p = |share: f64| {
            let errors = (adjusted.adjusted - share) * intervals::z(level) / half_width;
            intervals::p_of_errors(errors, of.won.games(), FITTED)
        };
        fact.row.value = Some(adjusted.adjusted);
        fact.row.ci_low = Some(adjusted.ci_low);
        fact.row.ci_high = Some(adjusted.ci_high);
        fact.row.p = fact.row.fair.map(p);
    }
    judge(&mut facts, |_| (), 0.0, level);
    let entrants = facts.split_off(groups);
    (facts, entrants)
}

impl RunFacts {
    pub fn new(
        rows: RunRows,
        reference: Option<ByReference>,
        commands: Commands,
        manifest: &Manifest,
    ) -> RunFacts {
        let people = People::of(manifest);
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
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let (groups, own) = facts_of(&rows, &bots.join(", "), manifest);
        let theirs = reference.as_ref().map(|of| facts_of(&of.rows, &of.strategy, manifest));
        let (their_groups, theirs) = theirs.unwrap_or_default();
        let group = |(i, judged): (usize, Judged)| GroupFacts {
            label: capital(&judged.own.row.subject),
            colour: match judged.own.row.fair {
                Some(_) => people::of(None, i),
                None => String::new(),
            },
            judged,
        };
        let groups = Judged::pairs(groups, &their_groups).into_iter().enumerate();
        let groups: Vec<GroupFacts> = groups.map(group).collect();
        let entrant = |(of, judged): (EntrantRows, Judged)| {
            let key = &of.all.who.entrant;
            let note = manifest.fighters.iter().find(|note| note.key == *key);
            let who = people.get(key);
            EntrantFacts::new(of, who, judged, different_bots, note)
        };
        let entrants = rows.entrants.into_iter().zip(Judged::pairs(own, &theirs)).map(entrant);
        RunFacts {
            games: manifest.games,
            groups: descending(groups, |of| of.judged.leading().off().unwrap_or(0.0)),
            level: manifest.level,
            fair: rows.fair,
            measured: rows.measured,
            fighters,
            entrants: entrants.filter(|of| of.all.wins.games > 0).collect(),
            meetings: rows.meetings,
            game: rows.game,
            lengths: rows.lengths,
            reference: reference.map(|of| (of.strategy, of.games)),
            bots,
            different_bots,
            people,
            commands,
        }
    }

    /// Returns all judged facts, those of the groups first.
    pub fn judged(&self) -> impl Iterator<Item = &Fact> {
        let groups = self.groups.iter().map(|of| &of.judged);
        let all = groups.chain(self.entrants.iter().map(|of| &of.judged));
        all.flat_map(Judged::facts)
    }

    /// Returns the party of a cooperative game; `None` in another game.
    pub fn party(&self) -> Option<&GroupFacts> {
        self.groups.first().filter(|_| self.fair.is_none())
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
    /// [`Judged::leading`]).
    pub fn by_leading_wins(&self) -> Vec<&EntrantFacts> {
        self.sorted_by(|of| of.judged.leading().row.value)
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
        judged: Judged,
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
            judged,
            seats: rows.seats,
            values: rows.values,
            places: rows.placements.iter().map(|row| row.share).collect(),
            things: ThingUses::all(&rows.uses, about),
            won: rows.won,
        }
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

//! `gong compare`: the same games in several variants, paired game by game.
//!
//! Game i of every variant has the same line-up and the same dice, since these are keyed by seed, game and purpose alone. So the
//! variants are played together, one game of each after the other, and what is counted are pairs: (as in the first, as in the other).

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{GamePlayer, Plan, Simulation};
use crate::stats::sequential::{games_at, level_at};
use crate::stats::{Pairs, Player, Record, SURVIVED, intervals};

/// What is compared of every fighter, in this order.
pub const MEASURES: usize = 3;
/// Won: 0 or 1.
pub const WON: usize = 0;
/// The game's score.
pub const SCORE: usize = 1;
/// The round of elimination. A survivor counts as falling in the round after the game's last: it is known to have lived through that.
pub const ROUND: usize = 2;

/// A fighter in a comparison of two variants, with whoever plays it in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The fighter's key.
    pub fighter: String,
    /// The strategy's name in the first variant, and in the other.
    pub strategies: [String; 2],
}

/// How often one side won in the first variant where another did in the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Change {
    pub games: u64,
    /// The first such game, if there is one.
    pub first_game: u64,
}

/// Two variants, pair by pair: exact, and of a size that does not depend on the number of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairTally {
    /// Whom it is about. With teams, the sides are teams and not these.
    pub subjects: Vec<Subject>,
    /// Of each subject, [`MEASURES`] of them.
    pub measures: Vec<[Pairs; MEASURES]>,
    /// Rounds of the games.
    pub length: Pairs,
    /// The sides that can win are teams.
    pub teams: bool,
    /// How many there are of them: teams, or if everyone is alone subjects.
    pub sides: usize,
    /// By side that wins in the first variant and side that wins in the other, row by row.
    pub winners: Vec<Change>,
}

impl PairTally {
    /// Adds the games of another tally of the same variants.
    pub fn merge(&mut self, other: &PairTally) {
        let mine = self.measures.iter_mut().flatten();
        mine.zip(other.measures.iter().flatten())
            .for_each(|(a, b)| a.merge(b));
        self.length.merge(&other.length);
        for (a, b) in self.winners.iter_mut().zip(&other.winners) {
            a.first_game = match (a.games, b.games) {
                (0, _) => b.first_game,
                (_, 0) => a.first_game,
                _ => a.first_game.min(b.first_game),
            };
            a.games += b.games;
        }
    }

    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        let of = |(i, change): (usize, &Change)| {
            (i / self.sides != i % self.sides).then_some(change.games)
        };
        self.winners.iter().enumerate().filter_map(of).sum()
    }

    /// The widest half-width among the differences of win rates, a share. Where no game differed, it is that of a share of 0
    /// (Wilson): games that have not been seen may differ.
    pub fn widest(&self, level: f64) -> f64 {
        let half_width = |won: &Pairs| {
            let unseen = intervals::wilson(won.changed, won.games, level).half_width();
            match won.interval(level) {
                Some(interval) if won.changed > 0 => interval.half_width(),
                _ => unseen,
            }
        };
        self.measures
            .iter()
            .map(|of| half_width(&of[WON]))
            .fold(0.0, f64::max)
    }

    fn clear(&mut self) {
        self.measures.fill([Pairs::default(); MEASURES]);
        self.length = Pairs::default();
        self.winners.fill(Change::default());
    }
}

/// Counts pairs of records of two simulations with the same fighters in the same places.
#[derive(Debug, Clone)]
struct Pairing {
    tally: PairTally,
    /// By entrant of the first and entrant of the other: the subject.
    subject_of: Vec<u16>,
    /// Entrants of the other.
    others: usize,
    /// The side of a slot, if there are teams.
    team_of: Option<Vec<u8>>,
}

impl Pairing {
    fn new(first: &Simulation, other: &Simulation) -> Pairing {
        let casts = [first.cast(), other.cast()];
        let others = casts[1].entrants.len();
        let mut subjects = vec![];
        let mut subject_of = vec![u16::MAX; casts[0].entrants.len() * others];
        for (a, b) in first.meetings(other) {
            let known = &mut subject_of[usize::from(a) * others + usize::from(b)];
            if *known == u16::MAX {
                *known = subjects.len() as u16;
                let entrants = [
                    &casts[0].entrants[usize::from(a)],
                    &casts[1].entrants[usize::from(b)],
                ];
                subjects.push(Subject {
                    fighter: entrants[0].fighter.clone(),
                    strategies: entrants.map(|entrant| entrant.strategy.clone()),
                });
            }
        }
        let teams: Option<Vec<u8>> = casts[0].slots.iter().map(|slot| slot.team).collect();
        let sides = if teams.is_some() {
            casts[0].teams
        } else {
            subjects.len()
        };
        Pairing {
            tally: PairTally {
                measures: vec![[Pairs::default(); MEASURES]; subjects.len()],
                subjects,
                length: Pairs::default(),
                teams: teams.is_some(),
                sides,
                winners: vec![Change::default(); sides * sides],
            },
            subject_of,
            others,
            team_of: teams,
        }
    }

    /// Counts one game of both. Allocates nothing.
    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        let mut won = [usize::MAX; 2];
        for first in &a.players {
            // Fighters are in the order of their sizes, which a variant may change: the slot is who they are.
            let same = |player: &&Player| player.slot == first.slot;
            let other = b.players.iter().find(same).expect("the same line-up");
            let known = usize::from(first.entrant) * self.others + usize::from(other.entrant);
            let subject = usize::from(self.subject_of[known]);
            let side = match &self.team_of {
                Some(teams) => usize::from(teams[usize::from(first.slot)]) - 1,
                None => subject,
            };
            let measures = &mut self.tally.measures[subject];
            measures[WON].add(u16::from(first.won), u16::from(other.won));
            measures[SCORE].add(first.score, other.score);
            measures[ROUND].add(fall(first, a), fall(other, b));
            for (won, player) in won.iter_mut().zip([first, other]) {
                if player.won {
                    *won = side;
                }
            }
        }
        self.tally
            .length
            .add(u16::from(a.rounds), u16::from(b.rounds));
        let change = &mut self.tally.winners[won[0] * self.tally.sides + won[1]];
        if change.games == 0 || game < change.first_game {
            change.first_game = game;
        }
        change.games += 1;
    }
}

/// The round in which a player fell; of a survivor, the one after the last.
fn fall(player: &Player, record: &Record) -> u16 {
    match player.round_eliminated {
        SURVIVED => u16::from(record.rounds) + 1,
        round => u16::from(round),
    }
}

/// What was played: games 0 to `games - 1` of each variant.
#[derive(Debug, Clone)]
pub struct Compared {
    /// The first variant against each other.
    pub pairs: Vec<PairTally>,
    pub games: u64,
    /// It was interrupted.
    pub partial: bool,
    /// With a precision to reach: looks taken at the results, and whether it was reached.
    pub looks: u32,
    pub reached: bool,
    pub seconds: f64,
}

/// Plays the games of the plan in each of the variants, two or more, which have the same fighters in the same places. The plan's precision is that of the differences
/// of win rates. `told` hears of games that are done, each counted once.
///
/// # Errors
/// If threads cannot be had.
pub fn compare(
    variants: &[Simulation],
    plan: &Plan,
    stop: &AtomicBool,
    told: impl Fn(u64) + Sync,
) -> anyhow::Result<Compared> {
    let (first, others) = variants.split_first().expect("two variants or more");
    let empty: Vec<Pairing> = others
        .iter()
        .map(|other| Pairing::new(first, other))
        .collect();
    let mut batches = Batches::new(plan.threads, batches::LARGEST, || Together {
        players: variants.iter().map(Simulation::player).collect(),
        seed: plan.seed,
        pairings: empty.clone(),
    })?;
    let mut done = Compared {
        pairs: empty.iter().map(|pairing| pairing.tally.clone()).collect(),
        games: 0,
        partial: false,
        looks: 0,
        reached: false,
        seconds: 0.0,
    };
    let begin = Instant::now();
    while done.games < plan.games && !done.reached {
        let look = plan.precision.map(|_| games_at(done.looks + 1));
        let end = plan.games.min(look.unwrap_or(u64::MAX));
        if !batches.play(end, stop, &told) {
            done.partial = true;
            break;
        }
        for worker in batches.workers() {
            for (sum, pairing) in done.pairs.iter_mut().zip(&mut worker.pairings) {
                sum.merge(&pairing.tally);
                pairing.tally.clear();
            }
        }
        done.games = batches.played();
        if let Some(precision) = plan.precision
            && Some(done.games) == look
        {
            done.looks += 1;
            let level = level_at(done.looks, precision.level);
            let widest = done.pairs.iter().map(|pairs| pairs.widest(level));
            done.reached = widest.fold(0.0, f64::max) < precision.target;
        }
    }
    done.seconds = begin.elapsed().as_secs_f64();
    Ok(done)
}

/// Plays all variants, game by game.
struct Together<'a> {
    players: Vec<GamePlayer<'a>>,
    seed: u64,
    /// Of each variant but the first.
    pairings: Vec<Pairing>,
}

impl Worker for Together<'_> {
    fn play(&mut self, game: u64) {
        let (first, others) = self
            .players
            .split_first_mut()
            .expect("two variants or more");
        let record = first.play(self.seed, game);
        for (other, pairing) in others.iter_mut().zip(&mut self.pairings) {
            pairing.add(game, record, other.play(self.seed, game));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use std::path::Path;

    fn simulation(sets: &[&str]) -> Simulation {
        let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        Simulation::new(&Scenario::load(path, &sets).unwrap())
    }

    fn play(variants: &[&[&str]], games: u64, threads: usize) -> Compared {
        let variants: Vec<Simulation> = variants.iter().map(|sets| simulation(sets)).collect();
        let plan = Plan {
            seed: 1,
            games,
            precision: None,
            threads,
            records: false,
        };
        compare(&variants, &plan, &AtomicBool::new(false), |_| ()).unwrap()
    }

    #[test]
    fn identical_variants_differ_by_exactly_nothing() {
        let done = play(&[&[], &[]], 60, 2);
        let pairs = &done.pairs[0];
        assert_eq!(
            (done.games, pairs.changed(), pairs.length.changed),
            (60, 0, 0)
        );
        assert_eq!(pairs.subjects.len(), 8);
        for of in pairs.measures.iter().flatten() {
            assert_eq!((of.games, of.changed, of.difference()), (30, 0, Some(0.0)));
            let interval = of.interval(0.95).unwrap();
            assert_eq!((interval.low, interval.high, of.p_value()), (0.0, 0.0, 1.0));
        }
    }

    /// Games of each seed by themselves, so that nothing is shared: whatever is called here is a false alarm.
    #[test]
    fn a_thousand_comparisons_of_nothing_stay_at_the_promised_rate() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-fixed-4.toml");
        let simulation =
            Simulation::new(&Scenario::load(path, &["strategy=random".to_owned()]).unwrap());
        let empty = Pairing::new(&simulation, &simulation);
        let (mut first, mut other) = (simulation.player(), simulation.player());
        let mut alarms = 0;
        for comparison in 0..1_000 {
            let mut pairing = empty.clone();
            for game in 0..30 {
                pairing.add(
                    game,
                    first.play(2 * comparison, game),
                    other.play(2 * comparison + 1, game),
                );
            }
            let tally = &pairing.tally;
            let all = tally.measures.iter().flatten().chain([&tally.length]);
            let p: Vec<f64> = all.map(Pairs::p_value).collect();
            alarms += usize::from(intervals::holm(&p, 0.05).contains(&true));
        }
        // At most 5 %; 50 of 1,000, with a standard deviation of 7.
        assert!(
            alarms <= 71,
            "{alarms} of 1,000 comparisons of nothing raised an alarm"
        );
        assert!(
            alarms >= 5,
            "{alarms} of 1,000: a test that never speaks proves nothing"
        );
    }

    /// One card of one fighter rolls one die more.
    #[test]
    fn the_same_dice_halve_the_variance_of_a_small_change() {
        for change in [
            "fighters.agaric.cards.3.shooting=4",
            "fighters.zamioculcas.cards.1.melee=7",
        ] {
            let done = play(&[&[], &[change]], 1_200, 2);
            let variances = done.pairs[0]
                .measures
                .iter()
                .map(|of| of[WON].variances().unwrap());
            let (apart, together) =
                variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
            assert!(
                together > 0.0 && apart / together > 2.0,
                "{change}: {apart} to {together}"
            );
        }
    }

    #[test]
    fn threads_decide_nothing() {
        let variants: &[&[&str]] = &[&["strategy=random"], &["strategy=random", "rules.rounds=9"]];
        let one = play(variants, 300, 1);
        for threads in [2, 7] {
            assert_eq!(
                play(variants, 300, threads).pairs,
                one.pairs,
                "{threads} threads"
            );
        }
    }

    #[test]
    fn an_unfair_change_is_called() {
        let unfair = &["strategy=random", "fighters.agaric.size=12"];
        let done = play(&[&["strategy=random"], unfair], 800, 2);
        let pairs = &done.pairs[0];
        let all = || pairs.measures.iter().flatten();
        let p: Vec<f64> = all().map(Pairs::p_value).collect();
        let called = intervals::holm(&p, 0.05);
        let agaric = pairs
            .subjects
            .iter()
            .position(|of| of.fighter == "agaric")
            .unwrap();
        for measure in [WON, ROUND] {
            let difference = pairs.measures[agaric][measure].difference().unwrap();
            assert!(
                called[agaric * MEASURES + measure] && difference > 0.0,
                "{measure}"
            );
        }
    }

    /// A size moves a fighter in the order of the state; its line-up slot is what pairs it with itself.
    #[test]
    fn a_fighter_is_paired_with_itself_whatever_its_size() {
        let done = play(
            &[&[], &["fighters.agaric.size=20", "strategy=random"]],
            40,
            1,
        );
        let games: Vec<u64> = done.pairs[0]
            .measures
            .iter()
            .map(|of| of[WON].games)
            .collect();
        assert_eq!(games, [20; 8]);
        let strategies = &done.pairs[0].subjects[0].strategies;
        assert_eq!(strategies, &["balanced", "random"]);
    }

    #[test]
    fn one_game_whose_winner_changed_is_kept() {
        let done = play(
            &[
                &["strategy=random"],
                &["strategy=random", "rules.rounds=12"],
            ],
            100,
            2,
        );
        let pairs = &done.pairs[0];
        let total: u64 = pairs.winners.iter().map(|change| change.games).sum();
        assert_eq!(total, 100);
        assert!(pairs.changed() > 0);
        let simulations = [
            simulation(&["strategy=random"]),
            simulation(&["strategy=random", "rules.rounds=12"]),
        ];
        let fighter = |of: &Simulation, game| {
            let mut player = of.player();
            let winner = player
                .play(1, game)
                .players
                .iter()
                .find(|p| p.won)
                .unwrap()
                .entrant;
            of.cast().entrants[usize::from(winner)].fighter.clone()
        };
        let found = pairs
            .winners
            .iter()
            .enumerate()
            .filter(|(_, change)| change.games > 0);
        for (i, change) in found {
            let [from, to] = [i / pairs.sides, i % pairs.sides].map(|s| &pairs.subjects[s].fighter);
            assert_eq!(&fighter(&simulations[0], change.first_game), from);
            assert_eq!(&fighter(&simulations[1], change.first_game), to);
        }
    }

    #[test]
    fn a_precision_stops_at_a_look() {
        let variants = [
            simulation(&["strategy=random"]),
            simulation(&["strategy=random", "rules.rounds=8"]),
        ];
        let precision = crate::simulate::Precision {
            target: 0.1,
            level: 0.95,
        };
        let plan = Plan {
            seed: 1,
            games: 50_000,
            precision: Some(precision),
            threads: 2,
            records: false,
        };
        let done = compare(&variants, &plan, &AtomicBool::new(false), |_| ()).unwrap();
        assert_eq!((done.games, done.looks, done.reached), (1_000, 1, true));
        // That no game differed yet is no proof that none will.
        let mut nothing = done.pairs[0].clone();
        nothing.clear();
        nothing.measures.iter_mut().for_each(|of| of[WON].add(1, 1));
        assert!(nothing.widest(0.95) > 0.3);
    }
}

//! Measures the result of an option: the average over all possible dice throws of the engine.

use crate::game::chance::EnumeratedChance;
use crate::game::{FeatureRow, Game, MAX_FEATURES, Observer, Options};
use crate::games::arena::board::{Fighters, members};
use crate::games::arena::features::FEATURES;
use crate::games::arena::state::{AttackStage, Phase, State};
use crate::games::arena::{Arena, Choice, Event, Scoring};

/// Returns the position of the feature with this name in a feature row.
pub fn at(name: &str) -> usize {
    let found = FEATURES.iter().position(|feature| feature.name == name);
    found.unwrap_or_else(|| panic!("there is a feature {name}"))
}

/// Returns all options of a decision with their features.
pub fn features(arena: &Arena, state: &State) -> (Options<Choice>, Vec<FeatureRow>) {
    let mut options = Options::new();
    arena.options(state, &mut options);
    let mut rows = vec![[0.0; MAX_FEATURES]; options.len()];
    arena.features(arena.view(state), &options, &mut rows);
    (options, rows)
}

/// The expected result of an option, measured by playing the option in the engine with all dice.
pub struct Measured {
    pub row: [f64; MAX_FEATURES],
    /// Number of fighters that the attack's dice may wound; rocks of the crowd do not count.
    pub targets: u32,
}

/// Plays an attack with every possible throw of the dice until it is resolved, including rocks.
/// Returns `None` if there are more than `most` possible results.
///
/// No fighter uses its lucky charm. Further targets of a bowling strike or a Strike are chosen by
/// ascending defense, and a Strike uses all dice that hit. If `choice` is such a further target,
/// only its own die is measured for a Strike. A thrown target goes to the zone with the best
/// features.
pub fn measure(arena: &Arena, state: &State, choice: Choice, most: usize) -> Option<Measured> {
    let mut chance = EnumeratedChance::new();
    let mut measured = [0.0; MAX_FEATURES];
    let mut met = 0;
    for _ in 0..most {
        let mut now = *state;
        let mut ledger = Ledger::new(arena, state);
        arena.play(&mut now, choice, &mut chance, &mut ledger);
        loop {
            let answer = match now.phase {
                Phase::Charm => {
                    if now.clash.stage != AttackStage::Rocks {
                        ledger.may_answer |= 1 << now.clash.target;
                    }
                    Choice::Keep
                }
                Phase::Ordering
                    if matches!(choice, Choice::Next(_))
                        && now.clash.stage == AttackStage::Splinters =>
                {
                    Choice::EndTurn
                }
                Phase::Ordering => softest(arena, &now),
                Phase::Throwing => best_landing(arena, &now),
                _ => break,
            };
            arena.play(&mut now, answer, &mut chance, &mut ledger);
        }
        // A fighter counts once, even if it may use a charm against both the dice of a net and the
        // dice that follow.
        ledger.add("answers", f64::from(ledger.may_answer.count_ones()));
        let probability = chance.probability();
        for (sum, came) in measured.iter_mut().zip(ledger.row) {
            *sum += probability * came;
        }
        met |= ledger.met;
        if !chance.advance() {
            return Some(Measured { row: measured, targets: met.count_ones() });
        }
    }
    None
}

fn softest(arena: &Arena, state: &State) -> Choice {
    let mut options = Options::new();
    arena.options(state, &mut options);
    let softness = |choice: &&Choice| {
        let Choice::Next(target) = **choice else {
            assert_eq!(**choice, Choice::EndTurn);
            return (i8::MAX, u8::MAX);
        };
        if state.clash.stage == AttackStage::Splinters {
            return (state.clash.splinters[usize::from(target)].1, target);
        }
        let rolled = state.rolled_defense >> target & 1 == 1;
        let net = ((state.netted >> target & 1) * arena.rules.bramble_defense) as i8;
        let defense = if rolled { 64 - net } else { state.defense[usize::from(target)] };
        (defense, target)
    };
    *options.iter().min_by_key(softness).expect("an option")
}

fn best_landing(arena: &Arena, state: &State) -> Choice {
    let (options, rows) = features(arena, state);
    let worth = |row: &FeatureRow| row[at("points")] - 2.0 * row[at("friends")];
    let mut best = 0;
    for (option, row) in rows.iter().enumerate() {
        if worth(row) > worth(&rows[best]) {
            best = option;
        }
    }
    options[best]
}

/// Sums of the results of an attack in the engine, by feature.
struct Ledger<'a> {
    arena: &'a Arena,
    before: &'a State,
    row: [f64; MAX_FEATURES],
    met: Fighters,
    /// Fighters that may use their lucky charm against the attack.
    may_answer: Fighters,
}

impl<'a> Ledger<'a> {
    fn new(arena: &'a Arena, before: &'a State) -> Self {
        Ledger { arena, before, row: [0.0; MAX_FEATURES], met: 0, may_answer: 0 }
    }

    fn add(&mut self, feature: &str, amount: f64) {
        self.row[at(feature)] += amount;
    }

    fn is_mate(&self, fighter: u8) -> bool {
        self.before.team[usize::from(self.before.actor)] >> fighter & 1 == 1
    }

    /// Returns a fighter's popularity points divided by the points of the leading opponent.
    fn rival(&self, fighter: u8) -> f64 {
        let mates = self.before.team[usize::from(self.before.actor)];
        let points = |fighter: u8| f64::from(self.before.points[usize::from(fighter)]);
        let all = members(self.before.alive & !mates).map(points);
        points(fighter) / all.fold(1.0, f64::max)
    }

    /// Returns the trophy points for eliminating a fighter.
    fn trophy(&self, fighter: u8) -> f64 {
        let f = usize::from(fighter);
        let inherited = if self.arena.rules.inherit_trophies { self.before.points[f] } else { 0 };
        f64::from(inherited) + f64::from(self.before.size[f])
    }
}

impl Observer<Event> for Ledger<'_> {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        let trophies = self.arena.rules.scoring == Scoring::Trophies;
        match event {
            Event::Rolls { by: Some(_), target, .. } => self.met |= 1 << target,
            Event::Wounds { by: Some(_), target, wounds, pp, drained } => {
                self.met |= 1 << target;
                let wounds = f64::from(wounds);
                self.add("wounds", wounds);
                if self.is_mate(target) {
                    self.add("friends", wounds);
                } else {
                    self.add("rival", wounds * self.rival(target));
                }
                let size = f64::from(self.before.size[usize::from(target)]);
                let points =
                    if trophies { wounds * self.trophy(target) / size } else { f64::from(pp) };
                self.add("points", points);
                if drained {
                    self.add("life", wounds);
                }
            }
            Event::Wounds { by: None, wounds, .. } => self.add("rocks", f64::from(wounds)),
            Event::Eliminated { fighter, by: Some(_), points } if !self.is_mate(fighter) => {
                self.add("kills", 1.0);
                if trophies {
                    self.add("trophies", f64::from(points));
                }
            }
            Event::Regains { lp, .. } => self.add("life", f64::from(lp)),
            Event::Shocks { .. } | Event::Netted { .. } => self.add("hinder", 1.0),
            _ => {}
        }
    }
}

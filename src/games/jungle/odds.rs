//! Tables of exact probabilities for the features of bots, computed once per process: pairs among
//! the action dice (rules J-3.2 and J-3.3), and the result of a fight (rule J-5).

use std::sync::OnceLock;

/// All tables of probabilities that the features of bots use.
#[derive(Debug, Clone)]
pub struct Odds {
    pub dice: DiceOdds,
    pub fights: FightOdds,
}

impl Odds {
    /// Returns the tables of probabilities for missions with `dice` action dice, 2 to 6. The tables
    /// are computed at the first call with this number of dice.
    pub fn of(dice: u8) -> &'static Odds {
        static TABLES: [OnceLock<Odds>; MOST_DICE + 1] = [const { OnceLock::new() }; MOST_DICE + 1];
        TABLES[usize::from(dice)]
            .get_or_init(|| Odds { dice: DiceOdds::new(dice), fights: FightOdds::new() })
    }
}

/// Maximum number of action dice that a hero throws (the setting `rules.dice`).
const MOST_DICE: usize = 6;
/// Maximum number of throws of the action dice after the first one (`rules.rolls` and J-A8).
const MOST_THROWS: usize = 8;
/// The values of each possible set of action dice: the expected value for each of three goals. The
/// indices are the numbers of dice that show a chosen face, an alarm, and any other face.
type ByDice = [[[[f32; 3]; MOST_DICE + 1]; MOST_DICE + 1]; MOST_DICE + 1];

/// Expected results of keeping some action dice and throwing the others again.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Chances {
    /// Probability that the final dice have at least one pair of a chosen face and no alarm, if all
    /// further throws maximise this probability.
    pub one: f32,
    /// Expected number of pairs of a chosen face on the final dice (0 with an alarm), if all
    /// further throws maximise this number.
    pub pairs: f32,
    /// Probability that the final dice show an alarm, if all further throws minimise this
    /// probability.
    pub alarm: f32,
}

/// Expected results for every set of kept action dice, by number of throws left.
#[derive(Debug, Clone)]
pub struct DiceOdds {
    all: Box<[ByDice; MOST_THROWS + 1]>,
}

/// Iterates over the results of a throw of `dice` dice: the number of dice that show a chosen face,
/// the number of alarms, and the probability.
fn throws(dice: usize) -> impl Iterator<Item = (usize, usize, f64)> {
    let ways = |of: usize, among: usize| -> f64 {
        (0..of).fold(1.0, |ways, at| ways * (among - at) as f64 / (at + 1) as f64)
    };
    (0..=dice).flat_map(move |face| {
        (0..=dice - face).map(move |alarms| {
            let others = dice - face - alarms;
            let orders = ways(face, dice) * ways(alarms, dice - face);
            let each = (1.0f64 / 6.0).powi((face + alarms) as i32);
            (face, alarms, orders * each * (4.0f64 / 6.0).powi(others as i32))
        })
    })
}

/// Writes the value of every set of kept dice under optimal play for the goal with this index, by
/// number of throws left. `end` returns the value of the final dice.
fn solve_dice(
    kept: &mut [ByDice; MOST_THROWS + 1],
    goal: usize,
    dice: usize,
    end: impl Fn(usize, usize) -> f64,
) {
    // Values of a complete set of dice, by the number of dice with the chosen face and the number
    // of alarms.
    let mut lying = [[0.0; MOST_DICE + 1]; MOST_DICE + 1];
    for left in 0..=MOST_THROWS {
        let of_kept = |face: usize, alarms: usize, others: usize| -> f64 {
            let free = dice - face - alarms - others;
            if free == 0 || left == 0 {
                return end(face, alarms);
            }
            throws(free)
                .map(|(more, rung, chance)| chance * lying[face + more][alarms + rung])
                .sum()
        };
        let mut exact = [[[0.0; MOST_DICE + 1]; MOST_DICE + 1]; MOST_DICE + 1];
        for face in 0..=dice {
            for alarms in 0..=dice - face {
                for others in 0..=dice - face - alarms {
                    let worth = of_kept(face, alarms, others);
                    exact[face][alarms][others] = worth;
                    kept[left][face][alarms][others][goal] = worth as f32;
                }
            }
        }
        for (face, row) in lying.iter_mut().enumerate().take(dice + 1) {
            for (alarms, most) in row.iter_mut().enumerate().take(dice + 1 - face) {
                let parts = (0..=face).flat_map(|face| (0..=alarms).map(move |rung| (face, rung)));
                let parts = parts.flat_map(|(kept, rung)| {
                    (0..=dice - face - alarms).map(move |others| (kept, rung, others))
                });
                let worth = parts.map(|(face, rung, others)| exact[face][rung][others]);
                *most = match left {
                    0 => end(face, alarms),
                    _ => worth.fold(f64::NEG_INFINITY, f64::max),
                };
            }
        }
    }
}

/// The action dice that a hero keeps, and the number of throws left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptDice {
    pub throws: u8,
    /// Number of kept dice, including alarms.
    pub dice: u8,
    pub alarms: u8,
}

impl DiceOdds {
    /// Computes the tables of probabilities for `dice` action dice, 2 to 6.
    pub fn new(dice: u8) -> DiceOdds {
        let dice = usize::from(dice);
        let no_alarm = |alarms: usize| if alarms == 0 { 1.0 } else { 0.0 };
        let pair = |face: usize| if face >= 2 { 1.0 } else { 0.0 };
        let mut all = Box::new([ByDice::default(); MOST_THROWS + 1]);
        solve_dice(&mut all, 0, dice, |face, alarms| pair(face) * no_alarm(alarms));
        solve_dice(&mut all, 1, dice, |face, alarms| (face / 2) as f64 * no_alarm(alarms));
        solve_dice(&mut all, 2, dice, |_, alarms| no_alarm(alarms));
        DiceOdds { all }
    }

    /// Returns the expected results for a chosen face of the dice. `face` is the number of kept
    /// dice that show it.
    #[inline]
    pub fn of(&self, kept: KeptDice, face: u8) -> Chances {
        let throws = usize::from(kept.throws).min(MOST_THROWS);
        let others = kept.dice.saturating_sub(face + kept.alarms);
        let of_face = &self.all[throws][usize::from(face)];
        let [one, pairs, quiet] = of_face[usize::from(kept.alarms)][usize::from(others)];
        Chances { one, pairs, alarm: 1.0 - quiet }
    }
}

/// Size of the table: the maximum number of hits after which a foe is beaten, equal to the maximum
/// life of a rebel. For a Boss that needs more hits, this number is used.
const MOST_FOE: usize = 20;
/// Size of the table: the maximum number of hits after which a hero is dead. For a hero that
/// survives more hits, this number is used.
const MOST_HERO: usize = 40;

/// The values that determine a fight between a hero and a rebel to its end. All strikes of a side
/// are equal, no hit is cancelled, and the hero does not flee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duel {
    /// Number of faces of the hero's die, of six, that hit the rebel.
    pub hits: u8,
    /// Number of faces of the rebel's die, of six, that hit the hero.
    pub foe_hits: u8,
    /// Number of hits after which the rebel is beaten; 0 if it is already beaten.
    pub foe: u8,
    /// Number of hits after which the hero is dead; 0 if it is already dead.
    pub hero: u8,
    /// True if a hit costs the hero its next strike (rule J-R3).
    pub bolas: bool,
}

/// Expected result of a fight between a hero and a rebel.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    /// Probability that the rebel is beaten.
    pub win: f32,
    /// Expected number of hits that the hero takes.
    pub hurt: f32,
}

impl Prospect {
    /// Returns the average of two results: this result with weight `chance`, and the result `other`
    /// with weight `1 - chance`.
    pub fn or(self, chance: f32, other: Prospect) -> Prospect {
        let mix = |one: f32, two: f32| chance * one + (1.0 - chance) * two;
        Prospect { win: mix(self.win, other.win), hurt: mix(self.hurt, other.hurt) }
    }
}

/// Expected results of fights. The indices are the numbers of hits after which the rebel is beaten
/// and after which the hero is dead.
type ByHits = [[Prospect; MOST_HERO + 1]; MOST_FOE + 1];

/// Expected results of all fights in which the rebel strikes next.
#[derive(Debug, Clone)]
pub struct FightOdds {
    /// One table for each combination of three values: whether the rebel has bolas, and the numbers
    /// of die faces with which the hero and the rebel hit.
    all: Box<[ByHits]>,
}

impl FightOdds {
    pub fn new() -> FightOdds {
        let kinds = [false, true].into_iter().flat_map(|bolas| {
            (0..=6).flat_map(move |hits| (0..=6).map(move |foe_hits| (bolas, hits, foe_hits)))
        });
        FightOdds {
            all: kinds.map(|(bolas, hits, foe_hits)| solve(bolas, hits, foe_hits)).collect(),
        }
    }

    /// Returns the expected result of a fight if the rebel strikes next.
    #[inline]
    pub fn struck(&self, duel: Duel) -> Prospect {
        let kind = usize::from(duel.bolas) * 49 + usize::from(duel.hits * 7 + duel.foe_hits);
        let foe = usize::from(duel.foe).min(MOST_FOE);
        self.all[kind][foe][usize::from(duel.hero).min(MOST_HERO)]
    }

    /// Returns the expected result of a fight if the hero strikes next.
    #[inline]
    pub fn strikes(&self, duel: Duel) -> Prospect {
        self.strikes_once(duel, duel.hits, duel.foe.saturating_sub(1))
    }

    /// Returns the expected result of a fight if the hero strikes next and its first strike differs
    /// from later ones. In the first strike, `hits` of the six faces hit. After this hit, `foe`
    /// more hits beat the rebel.
    #[inline]
    pub fn strikes_once(&self, duel: Duel, hits: u8, foe: u8) -> Prospect {
        let hit = self.struck(Duel { foe, ..duel });
        hit.or(f32::from(hits) / 6.0, self.struck(duel))
    }
}

/// Computes the expected results of fights as values of a Markov chain. `p` is the probability that
/// a strike of the hero hits, and `q` the probability that a strike of the rebel hits.
///
/// The value before the rebel's strike is `b = q x + (1 - q) a`, where `x` is the value after a hit
/// on the hero. The value before the hero's strike is `a = p y + (1 - p) b`, where `y` is the value
/// after a hit on the rebel.
fn solve(bolas: bool, hits: u8, foe_hits: u8) -> ByHits {
    let (p, q) = (f64::from(hits) / 6.0, f64::from(foe_hits) / 6.0);
    let mut exact = [[[0.0f64; 2]; MOST_HERO + 1]; MOST_FOE + 1];
    exact[0] = [[1.0, 0.0]; MOST_HERO + 1];
    for foe in 1..=MOST_FOE {
        exact[foe][0] = [0.0, 0.0];
        for hero in 1..=MOST_HERO {
            let less = exact[foe - 1][hero];
            let hit = exact[foe][hero - 1];
            let after = match (hero, bolas) {
                (1, _) | (_, true) => hit,
                _ => {
                    let won = exact[foe - 1][hero - 1];
                    [0, 1].map(|of| p * won[of] + (1.0 - p) * hit[of])
                }
            };
            // If neither side can hit, the fight has no winner.
            let stays = (1.0 - p) * (1.0 - q);
            if stays < 1.0 {
                let win = q * after[0] + (1.0 - q) * p * less[0];
                let hurt = q * (1.0 + after[1]) + (1.0 - q) * p * less[1];
                exact[foe][hero] = [win / (1.0 - stays), hurt / (1.0 - stays)];
            }
        }
    }
    exact.map(|row| row.map(|[win, hurt]| Prospect { win: win as f32, hurt: hurt as f32 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(throws: u8, dice: u8, alarms: u8) -> KeptDice {
        KeptDice { throws, dice, alarms }
    }

    fn near(one: f32, other: f64) {
        assert!((f64::from(one) - other).abs() < 1e-5, "{one}, not {other}");
    }

    #[test]
    fn dice_that_lie_are_worth_what_they_show() {
        let odds = DiceOdds::new(4);
        near(odds.of(kept(2, 4, 0), 2).one, 1.0);
        near(odds.of(kept(2, 4, 1), 2).one, 0.0);
        near(odds.of(kept(2, 4, 0), 4).pairs, 2.0);
        near(odds.of(kept(2, 4, 0), 0).alarm, 0.0);
        near(odds.of(kept(2, 4, 1), 0).alarm, 1.0);
    }

    #[test]
    fn with_one_throw_left_chances_are_those_of_the_dice() {
        let odds = DiceOdds::new(4);
        // Two dice must show one more of the face and no alarm: 16 outcomes contain neither the
        // face nor an alarm.
        near(odds.of(kept(1, 2, 0), 1).one, (25.0 - 16.0) / 36.0);
        near(odds.of(kept(1, 2, 0), 2).one, 25.0 / 36.0);
        near(odds.of(kept(1, 2, 0), 2).pairs, (25.0 + 1.0) / 36.0);
        near(odds.of(kept(1, 2, 0), 0).alarm, 11.0 / 36.0);
        near(odds.of(kept(1, 3, 1), 0).alarm, 1.0);
    }

    #[test]
    fn throws_that_are_left_are_used_as_well_as_can_be() {
        let odds = DiceOdds::new(2);
        // Both dice may be thrown twice to get a pair. The first throw shows the face on both dice,
        // on one die (which is kept), or on none.
        let (both, single, none) = (1.0 / 36.0, 10.0 / 36.0, 25.0 / 36.0);
        near(odds.of(kept(2, 0, 0), 0).one, both + single * (1.0 / 6.0) + none * both);
        near(odds.of(kept(2, 0, 0), 0).alarm, 1.0 - (35.0f64 / 36.0).powi(2));
    }

    fn duel(hits: u8, foe_hits: u8, foe: u8, hero: u8) -> Duel {
        Duel { hits, foe_hits, foe, hero, bolas: false }
    }

    #[test]
    fn who_hits_first_wins_where_one_hit_is_enough() {
        let odds = FightOdds::new();
        let even = duel(3, 3, 1, 1);
        near(odds.strikes(even).win, 2.0 / 3.0);
        near(odds.struck(even).win, 1.0 / 3.0);
        near(odds.struck(even).hurt, 2.0 / 3.0);
        near(odds.strikes(duel(6, 6, 2, 2)).win, 1.0);
        near(odds.strikes(duel(6, 6, 2, 1)).win, 0.0);
        near(odds.strikes(duel(0, 0, 1, 1)).win, 0.0);
    }

    #[test]
    fn a_strike_that_is_lost_costs_a_round() {
        let odds = FightOdds::new();
        let bolas = |hero| Duel { bolas: true, ..duel(6, 6, 1, hero) };
        near(odds.struck(bolas(3)).win, 0.0);
        near(odds.struck(duel(6, 6, 1, 3)).win, 1.0);
        near(odds.strikes(bolas(1)).win, 1.0);
    }

    #[test]
    fn another_first_strike_counts_once() {
        let odds = FightOdds::new();
        let fight = duel(3, 3, 3, 2);
        let grenade = odds.strikes_once(fight, 3, 1);
        let hit = odds.struck(duel(3, 3, 1, 2));
        near(grenade.win, 0.5 * f64::from(hit.win) + 0.5 * f64::from(odds.struck(fight).win));
    }
}

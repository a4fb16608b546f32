//! Exact chances behind the features, worked out once a game: of pairs among the action dice (J-3.2, J-3.3), and of a fight to its end (J-5).

/// All of them.
#[derive(Debug, Clone)]
pub struct Odds {
    pub dice: DiceOdds,
    pub fights: FightOdds,
}

impl Odds {
    /// Those of missions with so many action dice, 2 to 6.
    pub fn new(dice: u8) -> Odds {
        Odds {
            dice: DiceOdds::new(dice),
            fights: FightOdds::new(),
        }
    }
}

/// The most action dice (`rules.dice`).
const MOST_DICE: usize = 6;
/// The most throws that can be left: `rules.rolls` and J-A8, the first aside.
const MOST_THROWS: usize = 8;
/// By dice of a face, alarms and other dice that lie.
type ByDice = [[[f32; MOST_DICE + 1]; MOST_DICE + 1]; MOST_DICE + 1];

/// What may come of dice that are kept while the others are thrown again.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Chances {
    /// The chance that in the end there is a pair of a face and no alarm, if one throws for that alone.
    pub one: f32,
    /// The pairs of a face that are expected in the end (none with an alarm), if one throws for these alone.
    pub pairs: f32,
    /// The chance of an alarm in the end, if one throws against that alone.
    pub alarm: f32,
}

/// All of these, by throws left.
#[derive(Debug, Clone)]
pub struct DiceOdds {
    all: Box<[[[[Chances; MOST_DICE + 1]; MOST_DICE + 1]; MOST_DICE + 1]; MOST_THROWS + 1]>,
}

/// Of so many dice that are thrown: how many show the face, how many an alarm, and how likely that is.
fn throws(dice: usize) -> impl Iterator<Item = (usize, usize, f64)> {
    let ways = |of: usize, among: usize| -> f64 {
        (0..of).fold(1.0, |ways, at| ways * (among - at) as f64 / (at + 1) as f64)
    };
    (0..=dice).flat_map(move |face| {
        (0..=dice - face).map(move |alarms| {
            let others = dice - face - alarms;
            let orders = ways(face, dice) * ways(alarms, dice - face);
            let each = (1.0f64 / 6.0).powi((face + alarms) as i32);
            (
                face,
                alarms,
                orders * each * (4.0f64 / 6.0).powi(others as i32),
            )
        })
    })
}

/// The worth of what is kept, by throws left, if one goes on for the most worth; `end` says what dice are worth at last.
fn best(dice: usize, end: impl Fn(usize, usize) -> f64) -> [ByDice; MOST_THROWS + 1] {
    let mut kept = [ByDice::default(); MOST_THROWS + 1];
    // Of all dice as they lie, by the face and by alarms.
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
                    kept[left][face][alarms][others] = worth as f32;
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
    kept
}

/// Dice that are kept, and the throws that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    pub throws: u8,
    /// How many dice are kept, alarms included.
    pub dice: u8,
    pub alarms: u8,
}

impl DiceOdds {
    /// The chances with so many action dice, 2 to 6.
    pub fn new(dice: u8) -> DiceOdds {
        let dice = usize::from(dice);
        let no_alarm = |alarms: usize| if alarms == 0 { 1.0 } else { 0.0 };
        let pair = |face: usize| if face >= 2 { 1.0 } else { 0.0 };
        let one = best(dice, |face, alarms| pair(face) * no_alarm(alarms));
        let pairs = best(dice, |face, alarms| (face / 2) as f64 * no_alarm(alarms));
        let quiet = best(dice, |_, alarms| no_alarm(alarms));
        let mut all = Box::new([[[[Chances::default(); _]; _]; _]; _]);
        for (left, by_face) in all.iter_mut().enumerate() {
            for (face, by_alarms) in by_face.iter_mut().enumerate() {
                for (alarms, by_others) in by_alarms.iter_mut().enumerate() {
                    for (others, chances) in by_others.iter_mut().enumerate() {
                        *chances = Chances {
                            one: one[left][face][alarms][others],
                            pairs: pairs[left][face][alarms][others],
                            alarm: 1.0 - quiet[left][face][alarms][others],
                        };
                    }
                }
            }
        }
        DiceOdds { all }
    }

    /// The chances of a face that so many kept dice show.
    #[inline]
    pub fn of(&self, kept: Kept, face: u8) -> Chances {
        let throws = usize::from(kept.throws).min(MOST_THROWS);
        let others = kept.dice.saturating_sub(face + kept.alarms);
        let of_face = &self.all[throws][usize::from(face)];
        of_face[usize::from(kept.alarms)][usize::from(others)]
    }
}

/// The most hits that a rebel takes: as much life as one can have.
const MOST_FOE: usize = 20;
/// The most hits of a hero that are told apart.
const MOST_HERO: usize = 40;

/// A fight to its end between a hero and a rebel, each strike the same; nothing is annulled, nobody flees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duel {
    /// Of six faces of the hero's die: those that hit, and of the rebel's.
    pub hits: u8,
    pub foe_hits: u8,
    /// Hits that the rebel can take before it is beaten, and the hero before it is dead: 0 if they are.
    pub foe: u8,
    pub hero: u8,
    /// Does a hit cost the hero its next strike (J-R3)?
    pub bolas: bool,
}

/// How a fight ends.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    /// The chance that the rebel is beaten.
    pub win: f32,
    /// How often the hero is hit, expected.
    pub hurt: f32,
}

impl Prospect {
    /// This with a chance, and else the other.
    pub fn or(self, chance: f32, other: Prospect) -> Prospect {
        let mix = |one: f32, two: f32| chance * one + (1.0 - chance) * two;
        Prospect {
            win: mix(self.win, other.win),
            hurt: mix(self.hurt, other.hurt),
        }
    }
}

/// By the hits that the rebel and the hero can take.
type ByHits = [[Prospect; MOST_HERO + 1]; MOST_FOE + 1];

/// How fights end, by their numbers; the rebel strikes next.
#[derive(Debug, Clone)]
pub struct FightOdds {
    /// By bolas, the hero's and the rebel's faces that hit.
    all: Box<[ByHits]>,
}

impl FightOdds {
    pub fn new() -> FightOdds {
        let kinds = [false, true].into_iter().flat_map(|bolas| {
            (0..=6).flat_map(move |hits| (0..=6).map(move |foe_hits| (bolas, hits, foe_hits)))
        });
        FightOdds {
            all: kinds
                .map(|(bolas, hits, foe_hits)| solve(bolas, hits, foe_hits))
                .collect(),
        }
    }

    /// The rebel strikes next.
    #[inline]
    pub fn struck(&self, duel: Duel) -> Prospect {
        let kind = usize::from(duel.bolas) * 49 + usize::from(duel.hits * 7 + duel.foe_hits);
        let foe = usize::from(duel.foe).min(MOST_FOE);
        self.all[kind][foe][usize::from(duel.hero).min(MOST_HERO)]
    }

    /// The hero strikes next.
    #[inline]
    pub fn strikes(&self, duel: Duel) -> Prospect {
        self.strikes_once(duel, duel.hits, duel.foe.saturating_sub(1))
    }

    /// The hero strikes next, and this once otherwise: with so many faces that hit, after which the rebel takes so many more hits of the others.
    #[inline]
    pub fn strikes_once(&self, duel: Duel, hits: u8, foe: u8) -> Prospect {
        let hit = self.struck(Duel { foe, ..duel });
        hit.or(f32::from(hits) / 6.0, self.struck(duel))
    }
}

/// The chain of a fight: `b` is before the rebel's strike, `a` before the hero's.
///
/// `b = q x + (1 - q) a` and `a = p b' + (1 - p) b`, where `b'` has a hit more on the rebel and `x` is after a hit of the hero.
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
            // Where nobody ever hits nobody wins.
            let stays = (1.0 - p) * (1.0 - q);
            if stays < 1.0 {
                let win = q * after[0] + (1.0 - q) * p * less[0];
                let hurt = q * (1.0 + after[1]) + (1.0 - q) * p * less[1];
                exact[foe][hero] = [win / (1.0 - stays), hurt / (1.0 - stays)];
            }
        }
    }
    exact.map(|row| {
        row.map(|[win, hurt]| Prospect {
            win: win as f32,
            hurt: hurt as f32,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(throws: u8, dice: u8, alarms: u8) -> Kept {
        Kept {
            throws,
            dice,
            alarms,
        }
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
        // One more of the face, and no alarm, of two dice: 16 sides without either of the two.
        near(odds.of(kept(1, 2, 0), 1).one, (25.0 - 16.0) / 36.0);
        near(odds.of(kept(1, 2, 0), 2).one, 25.0 / 36.0);
        near(odds.of(kept(1, 2, 0), 2).pairs, (25.0 + 1.0) / 36.0);
        near(odds.of(kept(1, 2, 0), 0).alarm, 11.0 / 36.0);
        near(odds.of(kept(1, 3, 1), 0).alarm, 1.0);
    }

    #[test]
    fn throws_that_are_left_are_used_as_well_as_can_be() {
        let odds = DiceOdds::new(2);
        // Both dice, twice, for a pair: two of the face at once, or one that is kept, or none.
        let (both, single, none) = (1.0 / 36.0, 10.0 / 36.0, 25.0 / 36.0);
        near(
            odds.of(kept(2, 0, 0), 0).one,
            both + single * (1.0 / 6.0) + none * both,
        );
        near(
            odds.of(kept(2, 0, 0), 0).alarm,
            1.0 - (35.0f64 / 36.0).powi(2),
        );
    }

    fn duel(hits: u8, foe_hits: u8, foe: u8, hero: u8) -> Duel {
        Duel {
            hits,
            foe_hits,
            foe,
            hero,
            bolas: false,
        }
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
        let bolas = |hero| Duel {
            bolas: true,
            ..duel(6, 6, 1, hero)
        };
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
        near(
            grenade.win,
            0.5 * f64::from(hit.win) + 0.5 * f64::from(odds.struck(fight).win),
        );
    }
}

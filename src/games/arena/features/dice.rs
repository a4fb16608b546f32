//! Probabilities of dice rolls that are computed when needed, not looked up: the dice of a bowling
//! strike from target to target, the second phase of a Strike, and whether a target is thrown.

use arrayvec::ArrayVec;

use super::{DiceIndex, Expected, MAX_DICE, Needed, Odds, ROLLED, TargetIndex};
use crate::games::arena::MAX_FIGHTERS;

/// Number of different dice counts that can occur, from 0 to `MAX_DICE`.
const COUNTS: usize = MAX_DICE + 1;

/// Iterates over the possible values of the lowest face that wounds, 1 to 7 (7: no face wounds),
/// each with its probability. A fixed defense has one such value; a rolled defense has six.
fn faces(needed: Needed) -> impl Iterator<Item = (usize, f32)> {
    let rolled = needed > 32;
    let ways: i8 = if rolled { 6 } else { 1 };
    (0..ways).map(move |way| {
        let face = if rolled { needed - ROLLED + way + 1 } else { needed };
        (face.clamp(1, 7) as usize, 1.0 / f32::from(ways))
    })
}

/// Binomial coefficients: entry `[n][k]` is n over k.
const CHOOSE: [[f32; COUNTS]; COUNTS] = {
    let mut choose = [[0.0; COUNTS]; COUNTS];
    let mut n = 0;
    while n < COUNTS {
        choose[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The probability distribution of a bowling strike's dice. Dice that have missed all targets so
/// far are left for the next target.
pub(super) struct Bowl<'a> {
    odds: &'a Odds,
    dice: usize,
    /// Entry `f`: probability that the dice left for the next target are exactly those that show
    /// less than `f`. Before the first target, all dice are left, so entry 7 is 1.
    below: [f32; 8],
    /// Entry `f`: probability that only one die is left, that it shows `f`, and that it is left
    /// because a wearer of a blinding suit ignored it.
    spared: [f32; 8],
    first: bool,
}

impl<'a> Bowl<'a> {
    /// Creates the distribution of a bowling strike's dice before the first target. `dice` is the
    /// number of dice, without the die that a blinding suit of the first target costs.
    pub fn new(odds: &'a Odds, dice: u8) -> Self {
        let mut below = [0.0; 8];
        below[7] = 1.0;
        Bowl { odds, dice: usize::from(dice).min(MAX_DICE), below, spared: [0.0; 8], first: true }
    }

    /// Returns the expected result of a bowling strike against its next target, and removes the
    /// dice that hit.
    pub fn meet(&mut self, needed: Needed, suit: bool, lp: u8) -> Expected {
        // The number of dice already lacks the die that a suit of the first target costs.
        let first = std::mem::take(&mut self.first);
        let suit = suit && !first;
        let mut sum = Expected::default();
        let (mut below, mut spared) = ([0.0; 8], [0.0; 8]);
        for (face, way) in faces(needed) {
            for (top, &chance) in self.below.iter().enumerate().skip(1) {
                let chance = way * chance;
                if chance > 0.0 {
                    sum.add(chance, self.hits(face, top, lp));
                    below[top.min(face)] += chance;
                    if suit {
                        self.spare(&mut sum, &mut spared, chance, face, top, lp);
                    }
                }
            }
            for (last, &chance) in self.spared.iter().enumerate() {
                let chance = way * chance;
                if !suit && last >= face {
                    sum.add(chance, &Expected::one_wound(lp));
                } else {
                    spared[last] += chance;
                }
            }
        }
        (self.below, self.spared) = (below, spared);
        sum
    }

    /// Returns the expected result against a target with `lp` life points, if the dice left are
    /// those that show less than `top`. A die hits if it shows at least `face`.
    fn hits(&self, face: usize, top: usize, lp: u8) -> &Expected {
        let needed = 7 - top.saturating_sub(face) as Needed;
        let dice = DiceIndex::of(self.dice as u8);
        self.odds.against(dice, TargetIndex::new(lp, false), needed)
    }

    /// Corrects the expected result of a bowling strike against a wearer of a blinding suit, who
    /// ignores the lowest die left. The correction matters only if all dice hit. Then only the
    /// ignored die is left for the next target.
    fn spare(
        &self,
        sum: &mut Expected,
        spared: &mut [f32; 8],
        chance: f32,
        face: usize,
        top: usize,
        lp: u8,
    ) {
        let share = |faces: usize, dice: usize| (faces as f32 / 6.0).powi(dice as i32);
        let ways = CHOOSE[self.dice].iter().enumerate();
        for (hits, ways) in ways.take(self.dice + 1).skip(1) {
            let gone = self.dice - hits;
            let so_many =
                chance * ways * share(top.saturating_sub(face), hits) * share(7 - top, gone);
            let lp = usize::from(lp);
            sum.wounds -= if hits <= lp { so_many } else { 0.0 };
            sum.any -= if hits == 1 { so_many } else { 0.0 };
            sum.kill -= if hits == lp { so_many } else { 0.0 };
        }
        for (last, spared) in spared.iter_mut().enumerate().take(top).skip(face) {
            *spared += chance * (share(7 - last, self.dice) - share(6 - last, self.dice));
        }
    }
}

/// Returns the probability that a Strike's second phase wounds each of the other opponents.
/// `needed` is the result that a die must show to hit each of them. The opponent with the lowest
/// defense takes the lowest die that hits it, then the opponent with the next defense takes one of
/// the remaining dice, and so on. Dice that show `spent` or more are not available, because they
/// have hit the first target; 7 means that all dice are available.
pub(super) fn splinters(needed: &[Needed], dice: u8, spent: Needed) -> [f32; MAX_FIGHTERS] {
    let mut defenses = ArrayVec::<Needed, MAX_FIGHTERS>::new();
    defenses.extend(needed.iter().copied());
    let mut chances = [0.0; MAX_FIGHTERS];
    for (top, way) in faces(spent) {
        roll_defenses(&mut defenses, 0, (dice, top), way, &mut chances);
    }
    chances
}

/// Computes the probabilities of hits in a Strike's second phase by recursion over all results of
/// the rolled defenses, from index `next` on. Adds them, weighted, to `chances`.
fn roll_defenses(
    defenses: &mut ArrayVec<Needed, MAX_FIGHTERS>,
    next: usize,
    dice: (u8, usize),
    way: f32,
    chances: &mut [f32; MAX_FIGHTERS],
) {
    let Some(rolled) = (next..defenses.len()).find(|&i| defenses[i] > 32) else {
        return share_out(defenses, dice, way, chances);
    };
    let needed = defenses[rolled];
    for face in 1..=6 {
        defenses[rolled] = needed - ROLLED + face;
        roll_defenses(defenses, rolled + 1, dice, way / 6.0, chances);
    }
    defenses[rolled] = needed;
}

/// Adds the probabilities of hits in a Strike's second phase for fixed defenses to `chances`. Each
/// die, lowest first, goes to the first free opponent by ascending defense that it hits. Therefore
/// the opponents that are hit are always those with the lowest defenses.
fn share_out(
    defenses: &[Needed],
    (dice, top): (u8, usize),
    way: f32,
    chances: &mut [f32; MAX_FIGHTERS],
) {
    let mut line: ArrayVec<usize, MAX_FIGHTERS> = (0..defenses.len()).collect();
    line.sort_unstable_by_key(|&i| (defenses[i], i));
    // Probabilities by the number of dice with higher faces and by the number of opponents hit.
    let dice = usize::from(dice).min(MAX_DICE);
    let mut now = [[0.0f32; MAX_FIGHTERS + 1]; COUNTS];
    now[dice][0] = way;
    for face in 1..=6 {
        let in_reach = match face as usize >= top {
            true => 0,
            false => line.iter().take_while(|&&i| defenses[i] <= face).count(),
        };
        let mut then = [[0.0; MAX_FIGHTERS + 1]; COUNTS];
        let shows = 1.0 / f32::from(7 - face);
        for left in 0..=dice {
            for (hit, &chance) in now[left].iter().enumerate() {
                if chance == 0.0 {
                    continue;
                }
                for show in 0..=left {
                    let others = (1.0 - shows).powi((left - show) as i32);
                    let share = CHOOSE[left][show] * shows.powi(show as i32) * others;
                    let hit = (hit + show).min(in_reach.max(hit));
                    then[left - show][hit] += chance * share;
                }
            }
        }
        now = then;
    }
    for (hit, chance) in now[0].iter().enumerate() {
        for &i in &line[..hit.min(line.len())] {
            chances[i] += chance;
        }
    }
}

/// Returns the probability that an attack throws its target: the dice sum to at least `size`, and
/// the target stays alive.
pub(super) fn flight(odds: &Odds, dice: u8, size: u8, needed: Needed, lp: u8) -> f32 {
    if lp > dice {
        return odds.sum_at_least(dice, size);
    }
    faces(needed).map(|(face, way)| way * flight_over(dice, size, face, lp)).sum()
}

fn flight_over(dice: u8, size: u8, face: usize, lp: u8) -> f32 {
    const MOST: usize = 6 * MAX_DICE;
    let (dice, size, lp) = (usize::from(dice).min(MAX_DICE), usize::from(size), usize::from(lp));
    // Probabilities by the sum of the dice and by the number of hits, if the target survives.
    let mut ways = [[0.0f32; COUNTS]; MOST + 1];
    ways[0][0] = 1.0;
    for thrown in 0..dice {
        for sum in (thrown..=6 * thrown).rev() {
            for hits in (0..=thrown.min(lp - 1)).rev() {
                let way = std::mem::take(&mut ways[sum][hits]) / 6.0;
                for shows in 1..=6 {
                    let hits = hits + usize::from(shows >= face);
                    if hits < lp {
                        ways[sum + shows][hits] += way;
                    }
                }
            }
        }
    }
    let high = ways.iter().skip(size);
    high.map(|by_hits| by_hits[..lp.min(COUNTS)].iter().sum::<f32>()).sum()
}

//! Values of the zones of the board for the features of placements (rule) and of moves:
//! opponents near the zone, and the danger by their attacks.

use wide::f32x4;

use super::super::board::PerZone;
use super::danger::{DangerousFoe, Guard, per_life, write_danger};
use super::{F, NOTHING, one_if};
use crate::games::arena::{Choice, FeatureRow, Fighters, Options, View, Zone, ZoneSet, members};

/// For each zone: the wounds that the deciding fighter would have to expect there, and the
/// opponents near the zone.
#[derive(Default)]
pub(super) struct Ground {
    danger: PerZone,
    /// Four bits for each zone of the board: twice the number of opponents in the zone, plus the
    /// number of opponents in adjacent zones.
    company: u64,
    centre: Zone,
}

impl Ground {
    /// Computes the values of all zones of the board with regard to these opponents. Each opponent
    /// is expected to act `actions` times before the deciding fighter's next action, plus once if
    /// it has not acted in this round.
    #[inline]
    pub fn new(view: View<'_>, opponents: Fighters, guard: &Guard, actions: f32) -> Self {
        let board = view.board();
        let mut ground = Ground { centre: board.centre(), ..Ground::default() };
        for fighter in members(opponents) {
            let foe = DangerousFoe::new(view, fighter);
            let actions = actions + f32::from(view.waiting() >> fighter & 1);
            let [here, near, far] = foe.dangers(actions, guard);
            let [at, beside, beyond] = board.at_distance(foe.zone);
            for (four, danger) in ground.danger.iter_mut().enumerate() {
                *danger += at[four] * here + beside[four] * near + beyond[four] * far;
            }
            ground.company += board.around(foe.zone);
        }
        ground
    }

    /// Writes those features of an option that describe the zone to which it leads.
    #[inline]
    pub fn write_place(&self, row: &mut FeatureRow, zone: Zone) {
        let halves = (self.company >> (4 * zone) & 15) as u8;
        row[F::Company as usize] = 0.5 * f32::from(halves);
        row[F::Centre as usize] = one_if(zone == self.centre);
    }

    /// Returns the smallest expected number of wounds among these zones.
    #[inline]
    pub fn danger(&self, zones: ZoneSet) -> f32 {
        // Zones outside the set get infinite danger. All zones are handled at once, because a loop
        // over the set would be hard to predict for the processor.
        let least = |four: usize| {
            self.danger[four].fast_max(OUTSIDE[usize::from(zones >> (4 * four)) % 16])
        };
        let [first, second, third]: PerZone = std::array::from_fn(least);
        let [a, b, c, d] = first.fast_min(second).fast_min(third).to_array();
        lesser(lesser(a, c), lesser(b, d))
    }
}

/// Writes the features of the options when a fighter is placed on the board.
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    // Opponents that are placed later may choose any zone, so their positions do not count.
    let placed = view.enemies(view.me()) & ((1 << view.me()) - 1);
    let ground = Ground::new(view, placed, &Guard::now(view), 1.0);
    let per_life = per_life(view);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        if let Choice::Place(zone) = *choice {
            write_danger(row, ground.danger(1 << zone), per_life);
            ground.write_place(row, zone);
        }
    }
}

/// Table for masking four zones at once: 0 for a zone in the set, infinity for a zone outside. The
/// index has one bit for each of the four zones.
static OUTSIDE: [f32x4; 16] = {
    let mut outside = [f32x4::ZERO; 16];
    let mut set = 0;
    while set < outside.len() {
        let mut four = [f32::INFINITY; 4];
        let mut zone = 0;
        while zone < 4 {
            if set >> zone & 1 == 1 {
                four[zone] = 0.0;
            }
            zone += 1;
        }
        outside[set] = f32x4::new(four);
        set += 1;
    }
    outside
};

/// Returns the smaller of two numbers. Compiles to one instruction, unlike `f32::min`, which
/// handles NaN.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arena::board::MAX_ZONES;

    #[test]
    fn the_least_danger_of_any_zones() {
        let dangers = [2.5, 0.0, 1.5, 3.0, 0.5, 0.25, 4.0, 1.0, 0.75];
        let mut ground = Ground::default();
        for (zone, danger) in dangers.into_iter().enumerate() {
            ground.danger[zone / 4].as_mut_array()[zone % 4] = danger;
        }
        for zones in 1..(1 as ZoneSet) << MAX_ZONES {
            let each = members(zones).map(|zone| dangers[usize::from(zone)]);
            let least = each.min_by(f32::total_cmp).expect("one zone at least");
            assert_eq!(ground.danger(zones), least, "zones {zones:b}");
        }
    }
}

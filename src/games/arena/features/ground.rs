//! The arena's ground as an option leads to it: who is near, and how dangerous it is to stand there.

use wide::f32x4;

use super::super::View;
use super::super::board::{Fighters, PerZone, ZONE_FOURS, Zone, Zones, members};
use super::{F, one_if};
use super::danger::{Foe, Guard};
use crate::games::FeatureRow;

/// Danger and company of every zone.
pub(super) struct Ground<'a> {
    view: View<'a>,
    danger: [[f32; 4]; ZONE_FOURS],
    /// Four bits for each zone: twice the opponents on it, and those next to it.
    company: u64,
}

impl<'a> Ground<'a> {
    /// Among these opponents, each with so many actions before the fighter's next, and one more if it has yet to act.
    #[inline]
    pub fn new(view: View<'a>, opponents: Fighters, guard: &Guard, actions: f32) -> Self {
        let board = view.board();
        let mut ground = Ground {
            view,
            danger: Default::default(),
            company: 0,
        };
        let mut danger = PerZone::default();
        for fighter in members(opponents) {
            let foe = Foe::new(view, fighter);
            let actions = actions + f32::from(view.waiting() >> fighter & 1);
            let [here, near, far] = foe.dangers(actions, guard);
            let [at, beside, beyond] = board.at_distance(foe.zone);
            for (four, danger) in danger.iter_mut().enumerate() {
                *danger += at[four] * here + beside[four] * near + beyond[four] * far;
            }
            ground.company += board.around(foe.zone);
        }
        ground.danger = danger.map(f32x4::to_array);
        ground
    }

    /// What there is of the zone that an option leads to.
    #[inline]
    pub fn write_place(&self, row: &mut FeatureRow, zone: Zone) {
        let halves = (self.company >> (4 * zone) & 15) as u8;
        row[F::Company as usize] = 0.5 * f32::from(halves);
        row[F::Centre as usize] = one_if(zone == self.view.board().centre());
    }

    /// The danger of the least dangerous of these zones.
    #[inline]
    pub fn danger(&self, zones: Zones) -> f32 {
        members(zones).fold(f32::INFINITY, |least, zone| {
            let danger = self.danger.as_flattened()[usize::from(zone)];
            // One instruction, where `f32::min` minds numbers that are none.
            if danger < least { danger } else { least }
        })
    }
}

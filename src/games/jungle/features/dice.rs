//! Computes the features of options about action dice: which dice to keep, and which pairs to use
//! (rules J-3.2 and J-3.3).

use super::{Index, Writer};
use crate::game::{FeatureRow, MAX_FEATURES};
use crate::games::jungle::kinds::Face;
use crate::games::jungle::odds::KeptDice;
use crate::games::jungle::state::{Dice, members};

/// Features of the actions that pairs of dice allow in the current position. They are used to judge
/// which dice to keep.
pub(super) struct ForDice {
    /// True if the hero's stress allows it to use an explore pair of dice.
    explores: bool,
    /// The features of the fight that a fight pair of dice starts; all 0 if no fight is possible.
    fight: FeatureRow,
    /// The features of the rest that a rest pair of dice allows.
    rest: FeatureRow,
}

impl<'a, 'r> Writer<'a, 'r> {
    pub(super) fn for_dice(&self) -> &'r ForDice {
        let eyes = self.eyes;
        self.dice.get_or_init(|| {
            let place = eyes.hero.place;
            let still = eyes.hero.stress >= eyes.sheet.still;
            // A hero can take a free step to a neighbouring tile on which a fight can break out.
            let near = match still {
                true => 1 << place,
                false => 1 << place | eyes.state.neighbours(place) & eyes.state.revealed,
            };
            let (mut fight, mut rest) = ([0.0; MAX_FEATURES], [0.0; MAX_FEATURES]);
            if near & eyes.fights != 0 {
                self.on(&mut fight).fights(1.0, &eyes.fight_on(place));
            }
            self.on(&mut rest).rests();
            ForDice { explores: !still, fight, rest }
        })
    }

    /// Sets the features of the option to keep `dice` and throw the other action dice again (rule
    /// J-3.2).
    pub(super) fn keeps(&mut self, dice: Dice) {
        let (eyes, good) = (self.eyes, self.for_dice());
        let kept = KeptDice {
            throws: eyes.sheet.rolls.saturating_sub(eyes.state.turn.throws),
            dice: dice.len(),
            alarms: dice.count(Face::Alarm),
        };
        let of = |face: Face| eyes.game.odds.dice.of(kept, dice.count(face));
        let explore = of(Face::Explore);
        self.add_row(of(Face::Fight).one, &good.fight);
        self.add_row(of(Face::Rest).one, &good.rest);
        self.add(Index::Alarm, explore.alarm);
        if good.explores {
            self.add(Index::Explore, explore.pairs);
        }
        self.add(Index::Cards, of(Face::Search).pairs);
    }

    /// Adds the features of the actions that the given explore, fight, search and rest pairs of
    /// dice allow.
    pub(super) fn pairs(&mut self, pairs: [u8; 4]) {
        let good = self.for_dice();
        if good.explores {
            self.add(Index::Explore, pairs[Face::Explore as usize].into());
        }
        if pairs[Face::Fight as usize] > 0 {
            self.add_row(1.0, &good.fight);
        }
        self.add(Index::Cards, pairs[Face::Search as usize].into());
        if pairs[Face::Rest as usize] > 0 {
            self.add_row(1.0, &good.rest);
        }
    }

    /// Adds the expected effects of a hero's rest to the features of an option (rules J-3.3c and
    /// J-A3).
    pub(super) fn rests(&mut self) {
        let (eyes, heals) = (self.eyes, self.eyes.sheet.heals);
        self.outlook(1.0, &eyes.strain(-2));
        if heals > 0 {
            self.add(Index::Life, eyes.part(eyes.heals(heals, true)));
            for mate in members(eyes.view.mates(eyes.me)) {
                let (hero, sheet) = (eyes.view.hero(mate), eyes.view.sheet(mate));
                let healed = heals.min(sheet.life.saturating_sub(hero.life));
                self.add(Index::Mates, f32::from(healed) / f32::from(sheet.life));
            }
        }
    }
}

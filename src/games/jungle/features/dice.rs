//! What dice that are kept promise, and pairs (J-3.2, J-3.3).

use super::{Index, Writer};
use crate::games::jungle::eyes::Outlook;
use crate::games::jungle::kinds::Face;
use crate::games::jungle::odds::Kept;
use crate::games::jungle::state::{Dice, members};

/// What action dice are good for at the moment.
pub(super) struct ForDice {
    /// Is there somewhere to go?
    explores: bool,
    /// What comes of a fight pair; nothing if it is void.
    fight: Option<Outlook>,
    rest: Outlook,
    /// Life of mates that a rest gives.
    mates: f32,
}

impl<'a, 'r> Writer<'a, 'r> {
    pub(super) fn for_dice(&self) -> &'r ForDice {
        let eyes = self.eyes;
        self.dice.get_or_init(|| {
            let place = eyes.hero.place;
            let still = eyes.hero.stress >= eyes.sheet.still;
            // A step to where a fight can break out is free.
            let near = match still {
                true => 1 << place,
                false => 1 << place | eyes.state.neighbours(place) & eyes.state.revealed,
            };
            let fights = near & eyes.fights != 0;
            let mates = members(eyes.view.mates(eyes.me)).map(|mate| {
                let (hero, sheet) = (eyes.view.hero(mate), eyes.view.sheet(mate));
                let healed = eyes.sheet.heals.min(sheet.life.saturating_sub(hero.life));
                f32::from(healed) / f32::from(sheet.life)
            });
            let mut rest = eyes.strain(-2);
            rest.life = eyes.part(eyes.heals(eyes.sheet.heals, true));
            ForDice {
                explores: !still,
                fight: fights.then(|| eyes.fight_on(place)),
                rest,
                mates: match eyes.sheet.heals {
                    0 => 0.0,
                    _ => mates.sum(),
                },
            }
        })
    }

    /// J-3.2: dice are kept, the others thrown again.
    pub(super) fn keeps(&mut self, dice: Dice) {
        let (eyes, good) = (self.eyes, self.for_dice());
        let odds = &eyes.game.odds.dice;
        let kept = Kept {
            throws: eyes.sheet.rolls.saturating_sub(eyes.state.turn.throws),
            dice: dice.len(),
            alarms: dice.count(Face::Alarm),
        };
        self.add(Index::Alarm, odds.alarm(kept));
        if good.explores {
            self.add(Index::Explore, odds.pairs(kept, dice.count(Face::Explore)));
        }
        if let Some(fight) = &good.fight {
            self.fights(odds.one(kept, dice.count(Face::Fight)), fight);
        }
        self.add(Index::Cards, odds.pairs(kept, dice.count(Face::Search)));
        self.rests(odds.one(kept, dice.count(Face::Rest)));
    }

    /// Pairs that count.
    pub(super) fn pairs(&mut self, pairs: [u8; 4]) {
        let good = self.for_dice();
        if good.explores {
            self.add(Index::Explore, pairs[Face::Explore as usize].into());
        }
        if let Some(fight) = &good.fight
            && pairs[Face::Fight as usize] > 0
        {
            self.fights(1.0, fight);
        }
        self.add(Index::Cards, pairs[Face::Search as usize].into());
        if pairs[Face::Rest as usize] > 0 {
            self.rests(1.0);
        }
    }

    pub(super) fn rests(&mut self, chance: f32) {
        let good = self.for_dice();
        self.outlook(chance, &good.rest);
        self.add(Index::Mates, chance * good.mates);
    }
}

//! The lucky charm (rule ), with which the target of an attack flips or rerolls dice that hit
//! it.

use super::choice::list;
use super::state::{AttackStage, Clash, State};
use super::table::Table;
use super::{Arena, Choice, Event};
use crate::game::{Chance, Options, chance::Throw};

impl Arena {
    /// Returns true if at least one die hits the target and the target may use a lucky charm (rule
    ///
    pub(super) fn charm_is_asked(&self, state: &State) -> bool {
        let Clash { stage, target, throw, needed, .. } = state.clash;
        state.charm >> target & 1 == 1
            && throw.at_least(needed) > 0
            && (stage != AttackStage::Rocks || self.rules.rocks_charm)
    }

    /// Lists the options of a fighter with a lucky charm (rule ): keep the charm; flip one die
    /// that hits; or reroll up to `rules.charm_rerolls` dice that hit. There is one flip for each
    /// different face that hits. Of the dice of a card effect, those above 3 may be flipped and
    /// those above 1 rerolled, highest first.
    pub(super) fn charms(&self, state: &State, options: &mut Options<Choice>) {
        let Clash { stage, throw, needed, .. } = state.clash;
        let (flipped, rerolled) = if is_effects(stage) { (4, 2) } else { (needed, needed) };
        options.push(Choice::Keep);
        list(options, throw.shown() & (!0 << flipped.clamp(1, 7)), Choice::Flip);
        let most = throw.at_least(rerolled).min(self.rules.charm_rerolls);
        list(options, (2 << most) - 2, Choice::Reroll);
    }

    pub(super) fn use_charm(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        let Clash { stage, target, thrower, mut throw, needed, .. } = state.clash;
        let of_effect = is_effects(stage);
        let (mut lifted, mut fresh) = (Throw::default(), Throw::default());
        match choice {
            Choice::Keep => {}
            Choice::Flip(face) => {
                throw.remove(face);
                throw.add(7 - face);
            }
            Choice::Reroll(count) => {
                for _ in 0..count {
                    let face = match of_effect {
                        true => throw.highest(),
                        false => throw.lowest(needed),
                    };
                    let face = face.expect("no more dice are rerolled than count");
                    throw.remove(face);
                    lifted.add(face);
                }
                fresh = table.dice().throw(usize::from(thrower), count);
                throw.add_all(fresh);
            }
            _ => unreachable!("a charm is decided about, not {choice:?}"),
        }
        if choice != Choice::Keep {
            match &mut state.more_charms[usize::from(target)] {
                0 => state.charm &= !(1 << target),
                more => *more -= 1,
            }
            state.clash.throw = throw;
            let event = Event::UsesCharm { fighter: target, choice, lifted, fresh, throw };
            table.tell(event, state);
        }
        if of_effect {
            return self.take_effect(state, table);
        }
        self.settle(state, table);
        self.resolve(state, table);
    }
}

/// Returns true if the current dice belong to an effect of the card, not to the attack itself. Such
/// dice do not wound.
pub(super) fn is_effects(stage: AttackStage) -> bool {
    matches!(stage, AttackStage::Net | AttackStage::Count)
}

//! The lucky charm (rule ), with which the target of an attack flips or rerolls dice that hit
//! it.

use super::{Arena, AttackStage, Chance, Choice, Clash, Event, Options, State, Table, Throw, list};

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
    /// different face that hits. Of the dice of a card effect, dice above 3 may be flipped, and
    /// dice above 1 may be rerolled, the highest dice first.
    pub(super) fn charms(&self, state: &State, options: &mut Options<Choice>) {
        let Clash { stage, throw, needed, .. } = state.clash;
        let (flipped, rerolled) = if is_effects(stage) { (4, 2) } else { (needed, needed) };
        options.push(Choice::Keep);
        list(options, throw.shown() & (!0 << flipped.clamp(1, 7)), Choice::Flip);
        let most = throw.at_least(rerolled).min(self.rules.charm_rerolls);
        list(options, (2 << most) - 2, Choice::Reroll);
    }

    pub(super) fn use_charm(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        let Clash { stage, target, thrower, .. } = state.clash;
        if let Some((mut throw, lifted)) = dice_after_charm(&state.clash, choice) {
            let mut fresh = Throw::default();
            if let Choice::Reroll(count) = choice {
                fresh = table.dice().throw(usize::from(thrower), count);
                throw.add_all(fresh);
            }
            match &mut state.more_charms[usize::from(target)] {
                0 => state.charm &= !(1 << target),
                more => *more -= 1,
            }
            state.clash.throw = throw;
            let event = Event::UsesCharm { fighter: target, choice, lifted, fresh, throw };
            table.tell(event, state);
        }
        if is_effects(stage) {
            return self.take_effect(state, table);
        }
        self.settle(state, table);
        self.resolve(state, table);
    }
}

/// Returns the dice that a use of a lucky charm leaves on the table, with a flipped die, and the
/// dice that are rerolled. Returns `None` if the charm is kept.
pub(super) fn dice_after_charm(clash: &Clash, choice: Choice) -> Option<(Throw, Throw)> {
    let (mut throw, mut lifted) = (clash.throw, Throw::default());
    match choice {
        Choice::Flip(face) => {
            throw.remove(face);
            throw.add(7 - face);
        }
        Choice::Reroll(count) => {
            for _ in 0..count {
                let face = match is_effects(clash.stage) {
                    true => throw.highest(),
                    false => throw.lowest(clash.needed),
                };
                let face = face.expect("no more dice are rerolled than count");
                throw.remove(face);
                lifted.add(face);
            }
        }
        _ => return None,
    }
    Some((throw, lifted))
}

/// Returns true if the current dice belong to an effect of the card, not to the attack itself. Such
/// dice do not wound.
pub(super) fn is_effects(stage: AttackStage) -> bool {
    matches!(stage, AttackStage::Net | AttackStage::Count)
}

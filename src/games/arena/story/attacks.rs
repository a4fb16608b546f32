//! Writes the prose of a story about attacks (rules ): dice, defenses, lucky charms, wounds
//! and eliminations.

use super::{Open, Story, dice_count, signed};
use crate::game::chance::Face;
use crate::game::story::LineStyle;
use crate::games::arena::{
    AttackStage, Choice, FighterIndex, Fighters, Manner, NO_CARD, Reach, State, Throw, is_effects,
    members, share_of,
};
use crate::words::{counted, list};

impl Story<'_> {
    pub(super) fn tell_attack(&mut self, choice: Choice, targets: Fighters) {
        let (slot, names) = (self.slot(), self.names(targets));
        let first = targets.trailing_zeros() as FighterIndex;
        let whom = match choice {
            Choice::Area { zone, .. } => format!("everyone in {}: {names}", self.zone(zone)),
            Choice::Pair { .. } => format!("{names} at once"),
            Choice::Split { dice, .. } => {
                format!("{} with {}", self.whom(first), dice_count(share_of(dice, first)))
            }
            _ if targets.is_power_of_two() => self.whom(first),
            _ => {
                let zone = self.zone(self.now.zone[usize::from(first)]);
                format!("{names} in {zone}, one after the other")
            }
        };
        let verb = if slot.reach == Reach::Melee { "strikes" } else { "shoots at" };
        let holders = self.before.skull.map(|givers| givers >> self.now.actor & 1 == 1);
        let is_held = members(targets).any(|target| holders[usize::from(target)]);
        let skull = if is_held { ", taking back the skull" } else { "" };
        self.line(LineStyle::Step, format!("{verb} {whom}{skull}"));
        if targets.is_power_of_two() && slot.manner != Manner::Area {
            self.open = Open::Attack;
        }
    }

    /// Returns the name of an attack's target, with its zone if the target stands in another zone
    /// than the attacker.
    pub(super) fn whom(&self, target: FighterIndex) -> String {
        let [zone, here] = [target, self.now.actor].map(|f| self.now.zone[usize::from(f)]);
        match zone == here {
            true => self.name(target).to_owned(),
            false => format!("{} in {}", self.name(target), self.zone(zone)),
        }
    }

    /// Returns the sum of dice and its comparison with the target's size as text, such as
    /// `3 + 5 + 6 = 14 against size 9: caught`.
    pub(super) fn sum_against_size(&self, target: FighterIndex, throw: Throw) -> String {
        let (sum, size) = (throw.sum(), self.now.size[usize::from(target)]);
        let caught = if sum >= u16::from(size) { "caught" } else { "not caught" };
        format!("{} = {sum} against size {size}: {caught}", faces(throw, " + ", |_| false))
    }

    pub(super) fn tell_dice(&mut self, target: FighterIndex, throw: Throw, needed: i8) {
        let (clash, name) = (self.now.clash, self.name(target));
        let splinter = clash.stage == AttackStage::Splinters;
        let shown = hitting(throw, needed);
        let suit = self.now.die_less >> target & 1 == 1 && clash.stage != AttackStage::Rocks;
        let fewer = suit.then(|| format!(" (1 die fewer: {})", self.effect_of(target)));
        let fewer = fewer.unwrap_or_default();
        let rolled = format!("rolls {shown}{fewer}");
        let rolls = if shown.is_empty() { "not a die to roll" } else { rolled.as_str() };
        let dice = match self.slot().manner {
            _ if splinter => format!("its {shown} also hits {name},"),
            _ if self.open == Open::Attack => format!(": {rolls}"),
            Manner::Bowling if clash.faced > 1 => {
                format!("{name}: the dice that are left, {shown},")
            }
            Manner::Area => format!("{name}: {shown}{fewer}"),
            _ => format!("{}: {rolls}", self.whom(target)),
        };
        let hits = self.hits(target, throw, needed);
        let text = format!("{dice} against {}{hits}", self.reasons(target, needed));
        match self.open {
            Open::Attack => self.pages.go_on(&text),
            _ => self.pages.line(LineStyle::Detail, text),
        }
        self.open = Open::Nothing;
    }

    /// Returns the number of dice that hit as text, if it is 0 or exceeds the target's life points.
    /// Otherwise it equals the number of wounds, which is written next.
    fn hits(&self, target: FighterIndex, throw: Throw, needed: i8) -> String {
        match throw.at_least(needed) {
            0 => ", no wound".into(),
            hits if hits > self.now.lp[usize::from(target)] => {
                format!(", {}", counted(hits.into(), "hit"))
            }
            _ => String::new(),
        }
    }

    /// Returns the lowest face that wounds the target, with the defense and its modifiers, as text:
    /// `5 (defense 4, far shot +1)`.
    fn reasons(&self, target: FighterIndex, needed: i8) -> String {
        let (now, t, slot) = (&self.now, usize::from(target), self.slot());
        let net = self.arena.defense_netted(now, target);
        let (stage, effect) = (now.clash.stage, self.effect_of(now.actor));
        let snare = if stage == AttackStage::Targets { now.clash.netted } else { 0 };
        let attack = i8::from(matches!(stage, AttackStage::Targets | AttackStage::Splinters));
        let bonus = attack * slot.bonus_against(now.lp[t]);
        let far = bonus - attack * self.arena.modifier(now, slot, target);
        let changes = [
            (effect.as_str(), -snare),
            ("net", -net),
            (effect.as_str(), -bonus),
            ("far shot", far),
        ];
        let defense = needed - changes.iter().map(|(_, change)| change).sum::<i8>();
        let rolled = now.rolled_defense >> target & 1 == 1;
        debug_assert!(rolled || defense == now.defense[t] + net, "the story knows why");
        let base = if rolled { self.effect_of(target) + " rolls" } else { "defense".into() };
        let nonzero = changes.iter().filter(|(_, change)| *change != 0);
        let reasons: String =
            nonzero.map(|(name, change)| format!(", {name} {}", signed(*change))).collect();
        match rolled || !reasons.is_empty() {
            true => format!("{needed} ({base} {defense}{reasons})"),
            false => needed.to_string(),
        }
    }

    /// Writes how a lucky charm changed dice. `dice` has the dice that were rerolled, their new
    /// faces, and all dice after this.
    pub(super) fn tell_charm(&mut self, target: FighterIndex, choice: Choice, dice: [Throw; 3]) {
        let [lifted, fresh, throw] = dice;
        let clash = self.before.clash;
        let hits = clash.throw.at_least(clash.needed);
        // If more dice hit than the target has life points, the line of the dice has already given
        // the number of hits.
        if !is_effects(clash.stage) && hits <= self.now.lp[usize::from(target)] {
            self.pages.go_on(&format!(", {}", counted(hits.into(), "hit")));
        }
        let does = match choice {
            Choice::Flip(face) => format!("flips the {face} to a {}", 7 - face),
            _ => {
                let lifted = list(lifted.faces().map(|face| format!("the {face}")));
                format!("has {lifted} rerolled: {}", faces(fresh, " ", |_| false))
            }
        };
        let outcome = match clash.stage {
            AttackStage::Count => dice_count(throw.sum() as u8),
            AttackStage::Net => self.sum_against_size(target, throw),
            _ => {
                let hits = self.hits(target, throw, clash.needed);
                format!("{} against {}{hits}", hitting(throw, clash.needed), clash.needed)
            }
        };
        let name = self.name(target);
        self.line(LineStyle::Detail, format!("{name}'s lucky charm {does}; now {outcome}"));
    }

    pub(super) fn tell_wounds(
        &mut self,
        by: Option<FighterIndex>,
        target: FighterIndex,
        wounds: u8,
        drained: bool,
    ) {
        let (before, now, t) = (&self.before, &self.now, usize::from(target));
        let (wounds, name) = (counted(wounds.into(), "wound"), self.name(target));
        let mut text = format!(", {wounds}: {name} {} → {} LP", before.lp[t], now.lp[t]);
        if let Some(by) = by
            && (drained || self.by_popularity())
        {
            let (b, name) = (usize::from(by), self.name(by));
            let gain =
                |state: &State| if drained { u16::from(state.lp[b]) } else { state.points[b] };
            let unit = if drained { "LP" } else { "PP" };
            let first = if before.first[t] > 0 { " (first wound)" } else { "" };
            text += &format!(", {name} {} → {} {unit}{first}", gain(before), gain(now));
        }
        self.pages.go_on(&text);
    }

    pub(super) fn tell_fall(&mut self, fighter: FighterIndex, by: Option<FighterIndex>) {
        let (before, now, f) = (&self.before, &self.now, usize::from(fighter));
        let mut text = format!("{} is eliminated", self.name(fighter));
        // A dragon has not chosen a card.
        if before.waiting >> fighter & 1 == 1 && now.chosen[f] != NO_CARD {
            text += &format!(" before it can play {}", self.card_name(fighter, now.chosen[f]));
        }
        match by {
            Some(by) => {
                text += &format!("; {} takes the trophy", self.name(by));
                let inherited = before.trophies[f] & !now.trophies[f];
                if inherited != 0 {
                    text += &format!(", and {} with it", self.names(inherited));
                }
                if !self.by_popularity() {
                    let [old, new] = [before, now].map(|state| state.points[usize::from(by)]);
                    text += &format!(": {old} → {new} {}", self.unit());
                }
            }
            None => text += " by the rocks; nobody takes the trophy",
        }
        self.line(LineStyle::Fall, text);
    }

    pub(super) fn tell_shock(&mut self, fighter: FighterIndex, target: FighterIndex, shift: i8) {
        let (now, name) = (&self.now, self.name(target));
        let initiative = now.initiative[usize::from(target)];
        let shocked = match (now.alive >> target & 1, now.waiting >> target & 1) {
            (0, _) => String::new(),
            (_, 1) => format!("{name} now acts at initiative {initiative}, "),
            _ => format!("{name} {} initiative in its next action, ", signed(-shift)),
        };
        let (effect, name) = (self.effect_of(fighter), self.name(fighter));
        let text = format!("{effect}: {shocked}{name} {} in its next action", signed(shift));
        self.line(LineStyle::Detail, text);
    }
}

/// Returns the faces of dice in ascending order as text, with brackets around those that `marked`
/// accepts.
fn faces(throw: Throw, between: &str, marked: impl Fn(Face) -> bool) -> String {
    let face = |face| if marked(face) { format!("[{face}]") } else { face.to_string() };
    throw.faces().map(face).collect::<Vec<_>>().join(between)
}

/// Returns the faces of dice as text, with brackets around those that wound: `2 [4] [6]`.
fn hitting(throw: Throw, needed: i8) -> String {
    faces(throw, " ", |face| face as i8 >= needed)
}

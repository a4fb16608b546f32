//! Writes the prose of a story about attacks (rules ): dice, defenses, lucky charms,
//! wounds, eliminations and rocks.

use super::words::{self, count, signed};
use super::{Open, Story};
use crate::game::chance::{Face, Throw};
use crate::game::story::LineStyle;
use crate::games::arena::board::{Fighters, Zone};
use crate::games::arena::cards::{AttackSlot, Manner, PlayCard, Reach};
use crate::games::arena::state::FighterIndex;
use crate::games::arena::{Choice, dragon};

impl Story<'_> {
    pub(super) fn tell_attack(&mut self, choice: Choice, targets: Fighters) {
        let slot = self.scene.clash.slot.expect("an attack has a slot");
        let verb = match slot.reach {
            Reach::Melee => "strikes",
            Reach::Shot => "shoots at",
        };
        let mut text = match choice {
            Choice::Area { zone, .. } => {
                let zone = self.scene.zone(zone);
                format!("{verb} everyone in {zone}: {}", self.scene.names(targets))
            }
            Choice::Pair { .. } => format!("{verb} {} at once", self.scene.names(targets)),
            Choice::Split { dice, .. } => {
                let target = targets.trailing_zeros() as FighterIndex;
                let dice = dragon::share_of(dice, target);
                let (whom, dice) = (self.whom(target), words::dice_count(dice));
                format!("{verb} {whom} with {dice}")
            }
            _ if slot.manner == Manner::Bowling && !targets.is_power_of_two() => {
                let zone = self.scene.figure(targets.trailing_zeros() as FighterIndex).zone;
                let (names, zone) = (self.scene.names(targets), self.scene.zone(zone));
                format!("{verb} {names} in {zone}, one after the other")
            }
            _ => format!("{verb} {}", self.whom(targets.trailing_zeros() as FighterIndex)),
        };
        let holders = self.scene.skull_holders(targets);
        if holders != 0 {
            text += ", taking back the skull";
        }
        self.line(LineStyle::Step, text);
        if targets.is_power_of_two() && slot.manner != Manner::Area {
            self.open = Open::Attack;
        }
    }

    /// Returns the name of an attack's target, with its zone if the target stands in another zone
    /// than the attacker.
    fn whom(&self, target: FighterIndex) -> String {
        let name = self.scene.name(target);
        let zone = self.scene.figure(target).zone;
        if zone == self.scene.figure(self.scene.turn.actor).zone {
            name.to_owned()
        } else {
            format!("{name} in {}", self.scene.zone(zone))
        }
    }

    pub(super) fn tell_skull(&mut self, giver: FighterIndex, holder: FighterIndex) {
        let text = format!(
            "gives the skull to {}, who cannot attack {} in its next action",
            self.whom(holder),
            self.scene.name(giver)
        );
        self.line(LineStyle::Step, text);
    }

    /// Adds the die that determines an attack's number of dice to the prose of the story.
    pub(super) fn tell_dice_count(&mut self, face: Face) {
        let dice = words::dice_count(face);
        self.pages.go_on(&format!(" with {dice} (a first die shows {face})"));
    }

    /// Adds dice that are compared with the target's size, such as those of a net, to the prose of
    /// the story.
    pub(super) fn tell_net(&mut self, target: FighterIndex, throw: Throw, caught: bool) {
        let sum = self.net_sum(target, throw, caught);
        let nets =
            |slot: AttackSlot| slot.snare.is_some() || slot.on_wound.is_some_and(|so| so.net);
        match self.scene.clash.slot.is_some_and(nets) {
            true => self.pages.go_on(&format!(", casting the net ({sum})")),
            false => self.pages.go_on(&format!(" ({sum})")),
        }
    }

    /// Returns the sum of dice and its comparison with the target's size as text, such as
    /// `3 + 5 + 6 = 14 against size 9: caught`.
    fn net_sum(&self, target: FighterIndex, throw: Throw, caught: bool) -> String {
        let faces: Vec<String> = throw.faces().map(|face| face.to_string()).collect();
        format!(
            "{} = {} against size {}: {}",
            faces.join(" + "),
            throw.sum(),
            self.scene.figure(target).size,
            if caught { "caught" } else { "not caught" },
        )
    }

    /// Writes the rolled defense of a whirling spear, if the attack is a Strike in its second
    /// phase. In that phase the defense is rolled even if no die is left to hit the fighter.
    pub(super) fn tell_defense(&mut self, fighter: FighterIndex, face: Face) {
        if self.scene.clash.second_phase() {
            let text = format!(
                "{}'s {} rolls defense {face}",
                self.scene.name(fighter),
                self.effect_of(fighter)
            );
            self.line(LineStyle::Detail, text);
        }
    }

    /// Returns the name of the effect of a fighter's active card; empty if the card has no effect.
    fn effect_of(&self, fighter: FighterIndex) -> &str {
        self.scene.active(fighter).map_or("", |(_, words)| words.effect.as_str())
    }

    pub(super) fn tell_dice(&mut self, target: FighterIndex, throw: Throw, needed: i8) {
        let against = self.against(target, needed);
        let shown = words::dice(throw, needed);
        let name = self.scene.name(target);
        let clash = self.scene.clash;
        let rolls = match throw.faces().count() {
            0 => "not a die to roll".to_owned(),
            _ => format!("rolls {shown}{}", self.fewer(target)),
        };
        if clash.second_phase() {
            let text = format!("its {shown} also hits {name}, against {against}");
            self.line(LineStyle::Detail, text);
        } else if self.open == Open::Attack {
            self.pages.go_on(&format!(": {rolls} against {against}"));
        } else {
            let text = match clash.slot.map(|slot| slot.manner) {
                Some(Manner::Bowling) if clash.faced != 0 => {
                    format!("{name}: the dice that are left, {shown}, against {against}")
                }
                Some(Manner::Area) => {
                    format!("{name}: {shown}{} against {against}", self.fewer(target))
                }
                _ => format!("{}: {rolls} against {against}", self.whom(target)),
            };
            self.line(LineStyle::Detail, text);
        }
        self.open = Open::Nothing;
        self.tell_hits(throw, needed, target);
    }

    /// Adds the number of dice that hit to the story, if it is 0 or exceeds the target's life
    /// points. Otherwise it equals the number of wounds, which is written next.
    fn tell_hits(&mut self, throw: Throw, needed: i8, target: FighterIndex) {
        let hits = throw.at_least(needed);
        if hits == 0 {
            self.pages.go_on(", no wound");
        } else if hits > self.scene.figure(target).lp {
            self.pages.go_on(&format!(", {}", count(hits, "hit")));
        }
    }

    /// Returns a note that the target's blinding suit removes a die of the attack, or an empty
    /// string.
    fn fewer(&self, target: FighterIndex) -> String {
        let clash = self.scene.clash;
        let suit = |(card, _): (&PlayCard, _)| card.lasting.die_less;
        let has_suit = self.scene.active(target).is_some_and(suit);
        if clash.slot.is_none() || clash.second_phase() || !has_suit {
            return String::new();
        }
        format!(" (1 die fewer: {})", self.effect_of(target))
    }

    /// Returns the lowest face that wounds the target, with the defense and its modifiers, as text:
    /// `5 (defense 4, far shot +1)`.
    fn against(&self, target: FighterIndex, needed: i8) -> String {
        let clash = self.scene.clash;
        let figure = self.scene.figure(target);
        let sheet = &self.scene.arena.sheets[figure.sheet];
        let defense =
            self.scene.active(target).map_or(sheet.defense, |(card, _)| card.defense) as i8;
        let mut reasons = Vec::new();
        let mut reckoned = match clash.defense[usize::from(target)] {
            Some(face) => {
                reasons.push(format!("{} rolls {face}", self.effect_of(target)));
                face as i8
            }
            None => defense,
        };
        let mut add = |name: &str, change: i8| {
            if change != 0 {
                if reasons.is_empty() {
                    reasons.push(format!("defense {defense}"));
                }
                reasons.push(format!("{name} {}", signed(change)));
                reckoned += change;
            }
        };
        let actor = self.scene.turn.actor;
        add(self.effect_of(actor), -clash.netted);
        if figure.netted {
            add("net", -(self.scene.arena.rules.bramble_defense as i8));
        }
        if let Some(slot) = clash.slot.filter(|_| !clash.landing) {
            add(self.effect_of(actor), -slot.bonus_against(figure.lp));
        }
        if self.scene.is_far(target) {
            add("far shot", self.scene.arena.rules.far_shot_penalty as i8);
        }
        debug_assert_eq!(reckoned, needed, "the story knows why");
        match reasons.is_empty() {
            true => needed.to_string(),
            false => format!("{needed} ({})", reasons.join(", ")),
        }
    }

    pub(super) fn tell_charm(&mut self, fighter: FighterIndex, choice: Choice, throw: Throw) {
        let clash = self.scene.clash;
        let hits = clash.throw.at_least(clash.needed);
        // If more dice hit than the target has life points, the line of the dice has already given
        // the number of hits.
        if !clash.of_effect && hits <= self.scene.figure(fighter).lp {
            self.pages.go_on(&format!(", {}", count(hits, "hit")));
        }
        let does = match choice {
            Choice::Flip(face) => format!("flips the {face} to a {}", 7 - face),
            Choice::Reroll(dice) => {
                let (mut kept, mut lifted, mut fresh) = (clash.throw, Throw::default(), throw);
                for _ in 0..dice {
                    let face = match clash.of_effect {
                        true => kept.highest(),
                        false => kept.lowest(clash.needed),
                    };
                    let face = face.expect("dice that count are rerolled");
                    kept.remove(face);
                    lifted.add(face);
                }
                kept.faces().for_each(|face| fresh.remove(face));
                let fresh: Vec<String> = fresh.faces().map(|face| face.to_string()).collect();
                format!("has {} rerolled: {}", words::the_faces(lifted), fresh.join(" "))
            }
            _ => unreachable!("a charm is used, not {choice:?}"),
        };
        let now = if !clash.of_effect {
            let dice = words::dice(throw, clash.needed);
            format!("{dice} against {}", clash.needed)
        } else if clash.counts {
            words::dice_count(throw.sum() as u8)
        } else {
            self.net_sum(fighter, throw, self.scene.is_caught(fighter, throw))
        };
        let name = self.scene.name(fighter);
        let text = format!("{name}'s lucky charm {does}; now {now}");
        self.line(LineStyle::Detail, text);
        if !clash.of_effect {
            self.tell_hits(throw, clash.needed, fighter);
        }
    }

    pub(super) fn tell_wounds(
        &mut self,
        by: Option<FighterIndex>,
        target: FighterIndex,
        wounds: u8,
        pp: u16,
        drained: bool,
    ) {
        let struck = self.scene.figure(target);
        let first = match struck.first {
            0 => "",
            _ => " (first wound)",
        };
        let mut text = format!(
            ", {}: {} {} → {} LP",
            count(wounds, "wound"),
            struck.name,
            struck.lp,
            struck.lp - wounds
        );
        match by.map(|by| self.scene.figure(by)) {
            Some(gainer) if drained => {
                let lp = gainer.lp.saturating_add(wounds);
                text += &format!(", {} {} → {lp} LP{first}", gainer.name, gainer.lp);
            }
            Some(gainer) if self.scene.by_popularity() => {
                text += &format!(
                    ", {} {} → {} PP{first}",
                    gainer.name,
                    gainer.points,
                    gainer.points + pp
                );
            }
            _ => {}
        }
        self.pages.go_on(&text);
    }

    pub(super) fn tell_fall(
        &mut self,
        fighter: FighterIndex,
        by: Option<FighterIndex>,
        points: u16,
    ) {
        let figure = self.scene.figure(fighter);
        let mut text = format!("{} is eliminated", figure.name);
        // A dragon has not chosen a card.
        if let Some(card) = figure.cards.get(usize::from(figure.chosen))
            && figure.waiting
        {
            text += &format!(" before it can play {}", card.name);
        }
        text += &match by {
            Some(by) => {
                let gainer = self.scene.figure(by);
                let mut text = format!("; {} takes the trophy", gainer.name);
                if self.scene.arena.rules.inherit_trophies && figure.trophies != 0 {
                    text += &format!(", and {} with it", self.scene.names(figure.trophies));
                }
                if !self.scene.by_popularity() {
                    let (before, unit) = (gainer.points, self.scene.unit());
                    text += &format!(": {before} → {} {unit}", before + points);
                }
                text
            }
            None => " by the rocks; nobody takes the trophy".into(),
        };
        self.line(LineStyle::Fall, text);
    }

    pub(super) fn tell_shock(&mut self, fighter: FighterIndex, target: FighterIndex, shift: i8) {
        let shocked = self.scene.figure(target);
        let mut text = format!("{}: ", self.effect_of(fighter));
        if shocked.alive {
            text += &match shocked.waiting {
                true => format!(
                    "{} now acts at initiative {}, ",
                    shocked.name,
                    shocked.initiative.saturating_sub(shift)
                ),
                false => {
                    format!("{} {} initiative in its next action, ", shocked.name, signed(-shift))
                }
            };
        }
        text += &format!("{} {} in its next action", self.scene.name(fighter), signed(shift));
        self.line(LineStyle::Detail, text);
    }

    /// Writes that the attacker ended the second phase of a Strike although dice could hit further
    /// targets.
    pub(super) fn tell_spared(&mut self, others: Fighters) {
        let text = match others.is_power_of_two() {
            true => format!("spares {}, whom a die could also hit", self.scene.names(others)),
            false => format!("spares {}, whom its dice could also hit", self.scene.names(others)),
        };
        self.line(LineStyle::Detail, text);
    }

    /// Writes how many life points a fighter regains because it eliminated another fighter.
    pub(super) fn tell_regained(&mut self, fighter: FighterIndex, lp: u8) {
        let figure = self.scene.figure(fighter);
        let text = format!(
            "{} regains {}: {} → {} LP",
            figure.name,
            count(lp, "life point"),
            figure.lp,
            figure.lp + lp
        );
        self.line(LineStyle::Detail, text);
    }

    /// Writes that a sandal threw the target of the attack to another zone.
    pub(super) fn tell_flight(&mut self, target: FighterIndex, to: Zone, dice: u8) {
        let thrown = self.scene.figure(target);
        let mut text = format!(
            "{} flies into {} (the dice sum to {}, its size is {})",
            thrown.name,
            self.scene.zone(to),
            self.scene.clash.throw.sum(),
            thrown.size
        );
        let anybody = self.scene.figures.iter().any(|f| f.alive && f.zone == to);
        if anybody && dice > 0 {
            text += &format!(" and lands with {}", words::dice_count(dice));
        }
        self.line(LineStyle::Detail, text);
    }

    /// Writes the number of rocks (dice) that the crowd throws at a fighter (rule ).
    pub(super) fn tell_rocks(&mut self, target: FighterIndex, dice: u8) {
        let rocks = count(dice, "rock");
        let text = format!("the crowd throws {rocks} at {}", self.scene.name(target));
        self.line(LineStyle::Step, text);
        self.open = Open::Attack;
    }
}

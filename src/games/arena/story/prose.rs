//! Writes the prose of a story: one sentence for each event, and further events on the same line
//! where they belong together.

use super::{Open, Story, dice_count};
use crate::game::story::LineStyle;
use crate::games::arena::{AttackStage, CardIndex, Compulsory, Event, FighterIndex};
use crate::words::{counted, list};

impl Story<'_> {
    /// Adds the text of an event to the prose of the story.
    pub(super) fn prose(&mut self, event: Event) {
        let (before, now) = (self.before, self.now);
        match event {
            Event::Placed { fighter, zone } => {
                let (name, zone) = (self.name(fighter), self.zone(zone));
                let text = format!("{name} starts in {zone}");
                self.join(Open::Placements, LineStyle::Plain, text, format!(", {name} in {zone}"));
            }
            Event::RoundBegins { round } => {
                let rounds = self.arena.rules.rounds;
                self.pages.heading(format!("Round {round} of {rounds}, cards chosen in secret"));
                self.tell_standing();
            }
            Event::TakesBack { fighter, cards } => {
                let (name, keys) = (self.name(fighter), self.card_keys(fighter, cards));
                let cards = if keys.len() == 1 { "card" } else { "cards" };
                let text = format!("{name} has no card left and takes back {cards} {}", list(keys));
                self.line(LineStyle::Plain, text);
            }
            Event::Chooses { .. } => self.tell_standing(),
            Event::TurnBegins { fighter, card } => self.tell_turn(fighter, card),
            Event::Moves { to, .. } => {
                let zone = self.zone(to);
                let text = format!("moves to {zone}");
                self.join(Open::Moves, LineStyle::Step, text, format!(", then to {zone}"));
            }
            Event::Attacks { choice, targets, .. } => self.tell_attack(choice, targets),
            Event::GivesSkull { fighter, target } => {
                let (name, whom) = (self.name(fighter), self.whom(target));
                let why = format!("who cannot attack {name} in its next action");
                self.line(LineStyle::Step, format!("gives the skull to {whom}, {why}"));
            }
            Event::RollsDiceCount { face, .. } => {
                self.pages.go_on(&format!(" with {} (a first die shows {face})", dice_count(face)));
            }
            Event::RollsNet { target, throw, .. } => {
                let (slot, sum) = (self.slot(), self.sum_against_size(target, throw));
                let nets = slot.snare.is_some() || slot.on_wound.is_some_and(|so| so.net);
                let casts = if nets { ", casting the net" } else { "" };
                self.pages.go_on(&format!("{casts} ({sum})"));
            }
            // Otherwise the lowest face that wounds, which is told next, includes the roll.
            Event::RollsDefense { fighter, face } if now.clash.stage == AttackStage::Splinters => {
                let (name, effect) = (self.name(fighter), self.effect_of(fighter));
                self.line(LineStyle::Detail, format!("{name}'s {effect} rolls defense {face}"));
            }
            Event::Rolls { target, throw, needed, .. } => self.tell_dice(target, throw, needed),
            Event::UsesCharm { fighter, choice, lifted, fresh, throw } => {
                self.tell_charm(fighter, choice, [lifted, fresh, throw]);
            }
            Event::Wounds { by, target, wounds, drained, .. } => {
                self.tell_wounds(by, target, wounds, drained);
            }
            Event::Eliminated { fighter, by, .. } => self.tell_fall(fighter, by),
            Event::Netted { .. } => self.pages.go_on(", netted"),
            Event::ShedsNet { fighter } => {
                let text = match self.arena.net_falls_off(&now, fighter) {
                    true => format!("the net falls off {}", self.name(fighter)),
                    false => "sheds the net".to_owned(),
                };
                self.line(LineStyle::Step, text);
            }
            Event::Spares { targets, .. } => {
                let dice = if targets.is_power_of_two() { "a die" } else { "its dice" };
                let text = format!("spares {}, whom {dice} could also hit", self.names(targets));
                self.line(LineStyle::Detail, text);
            }
            Event::Regains { fighter, lp } => {
                let (name, points) = (self.name(fighter), counted(lp.into(), "life point"));
                let [old, new] = [before, now].map(|state| state.lp[usize::from(fighter)]);
                self.line(LineStyle::Detail, format!("{name} regains {points}: {old} → {new} LP"));
            }
            Event::Throws { target, to, dice, .. } => {
                let (name, zone, sum) = (self.name(target), self.zone(to), now.clash.throw.sum());
                let size = now.size[usize::from(target)];
                let mut text =
                    format!("{name} flies into {zone} (the dice sum to {sum}, its size is {size})");
                if now.at[usize::from(to)] & !(1 << target) != 0 && dice > 0 {
                    text += &format!(" and lands with {}", dice_count(dice));
                }
                self.line(LineStyle::Detail, text);
            }
            Event::Shocks { fighter, target, shift } => self.tell_shock(fighter, target, shift),
            Event::Rocks { target, dice } => {
                let (rocks, name) = (counted(dice.into(), "rock"), self.name(target));
                self.line(LineStyle::Step, format!("the crowd throws {rocks} at {name}"));
                self.open = Open::Attack;
            }
            Event::TurnEnds { fighter } => self.tell_end_of_turn(fighter),
            Event::Revealed { .. } | Event::RollsDefense { .. } | Event::Over { .. } => {}
        }
    }

    /// Writes a text on a line of its own, or appends the text `more` if the last line is of the
    /// same kind.
    fn join(&mut self, kind: Open, style: LineStyle, text: String, more: String) {
        match self.open == kind {
            true => self.pages.go_on(&more),
            false => self.pages.line(style, text.as_str()),
        }
        self.pages.reword(text);
        self.open = kind;
    }

    /// Writes which card a fighter plays in its turn, with the card's effective initiative (rule
    ///
    fn tell_turn(&mut self, fighter: FighterIndex, card: CardIndex) {
        let (f, now, sheet) = (usize::from(fighter), &self.now, self.sheet(fighter));
        let (initiative, skulls) = (now.initiative[f], now.skull[f]);
        let values = self.card(fighter, card).values();
        let name = self.card_name(fighter, card);
        let mut text = format!("{} plays {name} ({values})", self.name(fighter));
        let printed = match sheet.dragon {
            true => self.arena.rules.dragon_initiative(now.round),
            false => sheet.cards[usize::from(card)].initiative,
        };
        if initiative != printed as i8 {
            let shocked = (self.before.shift[f] != 0).then_some("shocked");
            let netted = (now.netted >> fighter & 1 == 1).then_some("netted");
            let how = list(shocked.into_iter().chain(netted));
            text += &format!(", initiative {printed}, {how} to {initiative}");
        }
        self.line(LineStyle::Turn, format!("{initiative:>2}  {text}"));
        self.pages.reword(text);
        if skulls != 0 {
            let givers = self.names(skulls);
            let text = format!("holds the skull of {givers} and cannot attack its giver");
            self.line(LineStyle::Step, text);
        }
    }

    /// Writes which moves and attacks of its card a fighter has not made in its turn (rule ).
    fn tell_end_of_turn(&mut self, fighter: FighterIndex) {
        let (now, rules) = (&self.now, &self.arena.rules);
        if now.alive >> fighter & 1 == 0 {
            return;
        }
        let card = self.arena.active_card(now);
        let mut unmade = Vec::new();
        if now.turn.moves > 0 {
            let farther = if now.turn.moves < card.movement { " farther" } else { "" };
            unmade.push(format!("cannot move{farther}"));
        }
        let left: u8 = now.turn.left.iter().sum();
        if left > 0 {
            let made = left < card.slots.iter().map(|slot| slot.uses).sum::<u8>();
            let optional = rules.second_attack_optional && card.distinct && made;
            let other = if made { " else" } else { "" };
            unmade.push(match optional || rules.compulsory == Compulsory::Never {
                true => format!("attacks nobody{other}"),
                false => format!("finds nobody{other} to attack"),
            });
        }
        if !unmade.is_empty() {
            self.line(LineStyle::Step, unmade.join(" and "));
        } else if self.pages.last().map(|line| line.style) == Some(LineStyle::Turn) {
            self.line(LineStyle::Step, "stays where it is");
        }
    }
}

//! Rounds, the throws of a turn, the fate die and the Boss die in the model, a second
//! implementation of the rules (J-3.1 to J-3.4, J-3.7 and J-3.8).

use super::words::{FACES, Name, Seat};
use super::world::{Step, World};
use super::{Choice, Model, Question, Turn};
use crate::game::chance::Owner;

impl Model {
    /// Plays a round (rule J-3.1).
    pub fn a_round(&mut self, world: &mut World) -> Step {
        self.round += 1;
        for seat in 0..self.heroes.len() {
            if self.in_play(seat) {
                self.a_turn(seat, world)?;
            }
        }
        self.turn = None;
        self.boss_die(world)?;
        // The clocks advance (rule J-3.8).
        self.clocks(self.party(), 1, world)?;
        self.looks_for_causes()?;
        self.looks_for_boss(world)?;
        self.looks_at_rounds()
    }

    /// Plays a turn (rule J-3.2).
    fn a_turn(&mut self, seat: Seat, world: &mut World) -> Step {
        self.note(format!("round {}: turn of {seat}", self.round));
        self.turn = Some(Turn {
            seat,
            dice: [0; 6],
            throws: 0,
            pairs: [0; 4],
            steps: 1 + self.ability(seat, "stride"),
            exchanges: 0,
            flights: 0,
            effect: false,
        });
        let lurking = self.places[self.heroes[seat].tile].lurking.as_ref();
        if lurking.is_some_and(|rebel| rebel.fled != Some(seat)) {
            self.meets_who_lurks(seat, world)?;
        }
        if self.in_play(seat) {
            self.throws_action_dice(seat, world);
        }
        if self.settings.is("free_before_fate") {
            while self.in_play(seat) && self.acts(seat, true, world)? {}
        }
        if self.in_play(seat) {
            self.fate_die(seat, world)?;
        }
        while self.in_play(seat) && self.acts(seat, false, world)? {}
        Ok(())
    }

    pub fn this_turn(&mut self) -> &mut Turn {
        self.turn.as_mut().expect("somebody's turn")
    }

    /// Throws the action dice (rules J-3.2 and J-3.3a).
    fn throws_action_dice(&mut self, seat: Seat, world: &mut World) {
        let most = self.settings.number("rolls") + self.ability(seat, "deft");
        let all = self.settings.number("dice");
        let mut kept = [0; 6];
        for throw in 1..=most {
            let mut dice = kept;
            for _ in 0..all - kept.iter().sum::<u32>() {
                dice[world.draw(Owner::Player(seat), 6)] += 1;
            }
            let turn = self.this_turn();
            (turn.dice, turn.throws) = (dice, throw);
            if throw < most {
                let options = parts(dice).into_iter().map(Choice::Keep).collect();
                let Choice::Keep(these) = self.asks(seat, Question::Keep, options, world) else {
                    panic!("dice are kept")
                };
                kept = these;
                if kept == dice {
                    break;
                }
            }
        }
        let dice = self.this_turn().dice;
        let mut pairs = [0, 1, 2, 3].map(|face| dice[face] / 2);
        let alarms = dice[4];
        assert_eq!(FACES[4], "alarm");
        if alarms > 0 && pairs != [0; 4] && !self.annuls(seat, Question::Alarm, world) {
            pairs = [0; 4];
        }
        self.this_turn().pairs = pairs;
    }

    /// Throws the fate die (rule J-3.4).
    fn fate_die(&mut self, seat: Seat, world: &mut World) -> Step {
        let faces = [("stress", "fate_stress"), ("alert", "fate_alert")];
        let faces = faces.map(|(what, name)| (what, self.settings.number(name)));
        let face = world.draw(Owner::Player(seat), 6);
        match face_of(face, &faces) {
            Some("stress") if self.heroes[seat].stress == 99 => Ok(()),
            Some("alert") if !self.alerts.has_any() => Ok(()),
            Some("stress") if !self.annuls(seat, Question::Fate, world) => {
                self.more_stress(seat, 1);
                Ok(())
            }
            Some("alert") if !self.annuls(seat, Question::Fate, world) => self.alert(seat, world),
            _ => Ok(()),
        }
    }

    /// Throws the Boss die (rule J-3.7).
    fn boss_die(&mut self, world: &mut World) -> Step {
        let faces = ["stress", "hour", "wound", "theft"];
        let faces = faces.map(|what| (what, self.settings.number(&format!("boss_die.{what}"))));
        let face = world.draw(Owner::Game, 6);
        let Some(what) = face_of(face, &faces) else {
            return Ok(());
        };
        self.note(format!("Boss die: {what}"));
        let mut party = self.party();
        match what {
            "stress" => party.retain(|&seat| self.heroes[seat].stress < 99),
            "theft" => party.retain(|&seat| !self.heroes[seat].held.cards.is_empty()),
            _ => {}
        }
        if party.is_empty() {
            return Ok(());
        }
        for seat in self.party() {
            if self.annuls(seat, Question::BossDie, world) {
                return Ok(());
            }
        }
        if what == "hour" {
            return self.clocks(party, 1, world);
        }
        let victim = match self.settings.text("boss_picks") {
            "random" => party[world.draw(Owner::Game, party.len())],
            _ => {
                let options = party.into_iter().map(Choice::Hero).collect();
                let picked = self.asks(self.party()[0], Question::Victim, options, world);
                let Choice::Hero(victim) = picked else { panic!("a hero is picked") };
                victim
            }
        };
        match what {
            "stress" => self.more_stress(victim, 1),
            "wound" => self.loses_life(victim, 1, world)?,
            _ => self.loses_a_card(victim, world),
        }
        Ok(())
    }
}

/// Returns the symbol on the face with number `face` (from 0) of a die. `faces` has each symbol
/// with its number of faces: the first faces have the first symbol, the next faces the second
/// symbol, and so on; all other faces are empty.
fn face_of(face: usize, faces: &[(Name, u32)]) -> Option<Name> {
    let mut first = 0;
    for &(what, count) in faces {
        if face < first + count as usize {
            return Some(what);
        }
        first += count as usize;
    }
    None
}

/// Returns all subsets of these action dice, in the order of rule J-3.2.
pub fn parts(dice: [u32; 6]) -> Vec<[u32; 6]> {
    let mut parts = vec![[0; 6]];
    for face in (0..6).rev() {
        let mut more = Vec::new();
        for count in (0..=dice[face]).rev() {
            for part in &parts {
                let mut part = *part;
                part[face] = count;
                more.push(part);
            }
        }
        parts = more;
    }
    assert_eq!(parts[0], dice, "all of them first");
    parts
}

#[test]
fn parts_in_order() {
    let all = parts([1, 0, 2, 0, 0, 0]);
    let short: Vec<_> = all.iter().map(|part| (part[0], part[2])).collect();
    assert_eq!(short, [(1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)]);
}

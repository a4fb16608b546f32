//! The actions of the active hero and their effects in the model (a second implementation of the
//! rules), in the order of rule J-3.5.

use super::words::{EQUIPMENT, Name, Seat, Tile};
use super::world::{Step, World};
use super::{Choice, Model, Question, Turn};

const EXPLORE: usize = 0;
const FIGHT: usize = 1;
const SEARCH: usize = 2;
const REST: usize = 3;

impl Model {
    /// Plays one action of the active hero. `early` is true before the fate die. Returns true if
    /// another action may follow.
    pub fn acts(&mut self, seat: Seat, early: bool, world: &mut World) -> Step<bool> {
        let choice = self.asks(seat, Question::Act, self.acts_open(seat, early), world);
        let tile = self.heroes[seat].tile;
        match choice {
            Choice::Explore(to) => {
                self.this_turn().pairs[EXPLORE] -= 1;
                self.places[to].revealed = true;
                self.comes(seat, to, world)?;
            }
            Choice::ExploreTwo(one, other) => {
                self.this_turn().pairs[EXPLORE] -= 1;
                self.places[one].revealed = true;
                self.places[other].revealed = true;
                let options = vec![Choice::To(one), Choice::To(other)];
                let to = self.asks(seat, Question::Onto, options, world);
                self.comes(seat, to.tile(), world)?;
            }
            Choice::Move(to) => {
                self.this_turn().pairs[EXPLORE] -= 1;
                self.comes(seat, to, world)?;
            }
            Choice::Fight => {
                self.this_turn().pairs[FIGHT] -= 1;
                self.encounter(seat, world)?;
            }
            Choice::Search => {
                self.this_turn().pairs[SEARCH] -= 1;
                self.draws_equipment(seat, 1, world);
            }
            Choice::Rest => {
                self.this_turn().pairs[REST] -= 1;
                self.rests(seat);
            }
            Choice::Step(to) => {
                self.this_turn().steps -= 1;
                self.comes(seat, to, world)?;
            }
            Choice::Use(card) => self.uses(seat, card),
            Choice::Scan(to) => {
                self.discards(seat, "scanner");
                self.places[to].revealed = true;
            }
            Choice::Convert => self.converts(seat),
            Choice::Effect => self.tile_effect(seat, world)?,
            Choice::Collect => {
                self.collects(seat, tile);
                self.looks_for_boss(world)?;
            }
            Choice::Give(mate) => self.hostage_goes(seat, mate, world)?,
            Choice::Take(mate) => self.hostage_goes(mate, seat, world)?,
            Choice::Hand(card, mate) => {
                self.this_turn().exchanges += 1;
                self.hands(seat, card, mate);
            }
            Choice::End => return Ok(false),
            other => panic!("{other:?} is no act"),
        }
        Ok(true)
    }

    fn hostage_goes(&mut self, from: Seat, to: Seat, world: &mut World) -> Step {
        self.this_turn().exchanges += 1;
        self.heroes[from].hostages -= 1;
        self.heroes[to].hostages += 1;
        self.looks_for_boss(world)
    }

    fn turn_now(&self) -> &Turn {
        self.turn.as_ref().expect("somebody's turn")
    }

    /// Lists the possible actions of the active hero (rule J-3.5).
    fn acts_open(&self, seat: Seat, early: bool) -> Vec<Choice> {
        let hero = &self.heroes[seat];
        let pairs = match early {
            true => [0; 4],
            false => self.turn_now().pairs,
        };
        let mut acts = Vec::new();
        if pairs[EXPLORE] > 0 {
            acts.extend(self.explorings(seat));
        }
        if pairs[FIGHT] > 0 && self.may_encounter(hero.tile) {
            acts.push(Choice::Fight);
        }
        if pairs[SEARCH] > 0 && self.equipment.has_any() {
            acts.push(Choice::Search);
        }
        if pairs[REST] > 0 && self.would_rest(seat) {
            acts.push(Choice::Rest);
        }
        let must_apply = !acts.is_empty();
        if self.turn_now().steps > 0 && !self.must_stay(seat) {
            acts.extend(self.steps_open(seat).into_iter().map(Choice::Step));
        }
        for card in &EQUIPMENT[..6] {
            acts.extend(self.uses_open(seat, card));
        }
        if self.may_convert(seat) {
            acts.push(Choice::Convert);
        }
        if self.may_use_tile(seat) {
            acts.push(Choice::Effect);
        }
        let here = &self.places[hero.tile];
        if here.hostages > 0 || !here.held.cards.is_empty() {
            acts.push(Choice::Collect);
        }
        acts.extend(self.exchanges_open(seat));
        if !must_apply {
            acts.push(Choice::End);
        }
        acts
    }

    /// Lists the possible ways to reveal tiles with an explore pair (rule J-3.3b).
    fn explorings(&self, seat: Seat) -> Vec<Choice> {
        if self.must_stay(seat) {
            return vec![];
        }
        let tile = self.heroes[seat].tile;
        let hidden = self.face_down(tile);
        let mut options = Vec::new();
        if self.jet && hidden.len() >= 2 {
            for (index, &one) in hidden.iter().enumerate() {
                for &other in &hidden[index + 1..] {
                    options.push(Choice::ExploreTwo(one, other));
                }
            }
        } else {
            options.extend(hidden.into_iter().map(Choice::Explore));
        }
        let mut reached = self.revealed_neighbours(tile);
        if self.jet {
            for between in reached.clone() {
                reached.extend(self.revealed_neighbours(between));
            }
        }
        reached.sort();
        reached.dedup();
        reached.retain(|&to| to != tile && self.has_room(to));
        options.extend(reached.into_iter().map(Choice::Move));
        options
    }

    /// Lists the possible uses of one kind of equipment, each of which would change a value.
    fn uses_open(&self, seat: Seat, card: Name) -> Vec<Choice> {
        let hero = &self.heroes[seat];
        if !hero.held.cards.contains(&card) {
            return vec![];
        }
        let of_use = match card {
            "potion" | "first-aid" => hero.life < self.most_life(seat),
            "capsule" => hero.hour > 0,
            "tonic" => hero.stress > 0,
            "scanner" => {
                let hidden = self.face_down(hero.tile).into_iter();
                return hidden.map(Choice::Scan).collect();
            }
            "medal" => false,
            other => panic!("{other} is not used in a turn"),
        };
        if of_use { vec![Choice::Use(card)] } else { vec![] }
    }

    /// Lists the uses of equipment that are also allowed in a fight (rule J-5.4 (c)).
    pub fn uses_in_fight(&self, seat: Seat) -> Vec<Choice> {
        let mut uses = self.uses_open(seat, "potion");
        if self.settings.is("capsules_in_fights") {
            uses.extend(self.uses_open(seat, "capsule"));
        }
        uses.extend(self.uses_open(seat, "first-aid"));
        if self.may_convert(seat) {
            uses.push(Choice::Convert);
        }
        uses
    }

    pub fn uses(&mut self, seat: Seat, card: Name) {
        self.discards(seat, card);
        let amount = self.settings.of("equipment", card, "amount");
        match card {
            "potion" | "first-aid" => self.gains_life(seat, amount),
            "capsule" => self.clock_back(seat, amount),
            "tonic" => self.less_stress(seat, amount),
            other => panic!("{other} is not used"),
        }
    }

    fn may_convert(&self, seat: Seat) -> bool {
        let hero = &self.heroes[seat];
        hero.energy > 0 && hero.life < self.most_life(seat)
    }

    pub fn converts(&mut self, seat: Seat) {
        self.heroes[seat].energy -= 1;
        self.gains_life(seat, 1);
    }

    fn would_rest(&self, seat: Seat) -> bool {
        let heals = self.ability(seat, "healer") > 0;
        let mut healed = self.mates(seat);
        healed.push(seat);
        let wounded = |&one: &Seat| self.heroes[one].life < self.heroes[one].hero.life;
        self.heroes[seat].stress > 0 || (heals && healed.iter().any(wounded))
    }

    /// Applies the rest of a hero (rules J-3.3c and J-A3).
    fn rests(&mut self, seat: Seat) {
        self.less_stress(seat, 2);
        let n = self.ability(seat, "healer");
        let mut healed = self.mates(seat);
        healed.push(seat);
        for one in healed {
            self.regains_life(one, n);
        }
    }

    fn exchanges_open(&self, seat: Seat) -> Vec<Choice> {
        let mates = self.mates(seat);
        let mut options = Vec::new();
        if self.turn_now().exchanges >= self.settings.number("exchanges") {
            return options;
        }
        if self.heroes[seat].hostages > 0 {
            options.extend(mates.iter().map(|&mate| Choice::Give(mate)));
        }
        let holding = |mate: &&Seat| self.heroes[**mate].hostages > 0;
        options.extend(mates.iter().filter(holding).map(|&mate| Choice::Take(mate)));
        for card in EQUIPMENT {
            if self.heroes[seat].held.cards.contains(&card) {
                options.extend(mates.iter().map(|&mate| Choice::Hand(card, mate)));
            }
        }
        options
    }
}

impl Choice {
    pub fn tile(&self) -> Tile {
        match *self {
            Choice::To(tile) => tile,
            ref other => panic!("{other:?} is no tile"),
        }
    }
}

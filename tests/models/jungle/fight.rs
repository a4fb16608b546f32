//! Fights in the model, a second implementation of the rules: heroes and order, fleeing and victory
//! (rules J-5.1 to J-5.3 and J-5.7 to J-5.9).

use super::words::{Name, Seat, Tile};
use super::world::{Step, World};
use super::{Choice, Fight, Fighter, Model, Question, Rebel};

impl Fight {
    pub fn new(tile: Tile, rebel: Rebel, heroes: Vec<Seat>) -> Fight {
        Fight { tile, rebel, heroes, order: vec![], struck: None, bolas: Default::default() }
    }
}

impl Model {
    pub fn under_way(&mut self) -> &mut Fight {
        self.fight.as_mut().expect("there is a fight")
    }

    /// Returns true if a fight may break out on a tile (rule J-5.1).
    fn may_break_out(&self, tile: Tile) -> bool {
        let quiet = self.settings.text("cleared") == "quiet";
        !(quiet && self.places[tile].cleared)
    }

    /// Returns true if a fight pair could be used on this tile.
    pub fn may_encounter(&self, tile: Tile) -> bool {
        let somebody = self.places[tile].lurking.is_some() || self.encounters.has_any();
        self.may_break_out(tile) && somebody
    }

    /// Handles the encounter of a hero with the lurking rebel of its tile (rule J-5.3), or gives
    /// the hero the things that lie on the tile (rule J-4.1).
    pub fn meets_who_lurks(&mut self, seat: Seat, world: &mut World) -> Step {
        if self.settings.text("remains") == "free" {
            self.collects(seat, self.heroes[seat].tile);
        }
        self.encounter(seat, world)
    }

    /// Starts a fight of a hero with the lurking rebel of its tile, or otherwise with a drawn rebel
    /// (rule J-5.3).
    pub fn encounter(&mut self, seat: Seat, world: &mut World) -> Step {
        assert!(self.fight.is_none());
        let tile = self.heroes[seat].tile;
        if !self.may_break_out(tile) {
            return Ok(());
        }
        let mut rebel = match self.places[tile].lurking.take() {
            Some(rebel) => rebel,
            None => match self.draws_encounter(world) {
                Some(kind) => Rebel { kind, life: self.rebel(kind, "life"), fled: None },
                None => return Ok(()),
            },
        };
        self.note(format!("{seat} meets {rebel:?}"));
        if self.must_flee(seat) {
            rebel.fled = Some(seat);
            self.places[tile].lurking = Some(rebel);
            return match self.flees(seat, world)? {
                Some(to) => self.comes(seat, to, world),
                None => Ok(()),
            };
        }
        self.fight = Some(Fight::new(tile, rebel, vec![seat]));
        self.mates_join(seat, world);
        self.puts_in_order(seat, world);
        self.strikes_go_round(world)?;
        self.fight_is_over(world)
    }

    pub fn rebel(&self, kind: Name, column: &str) -> u32 {
        match kind {
            "boss" => self.settings.number(&format!("boss.{column}")),
            kind => self.settings.of("rebels", kind, column),
        }
    }

    /// Asks the other heroes on the tile to join the fight, in turn order after the hero (rule
    /// J-5.2).
    fn mates_join(&mut self, seat: Seat, world: &mut World) {
        let mates = self.mates(seat);
        let (before, after): (Vec<_>, Vec<_>) = mates.into_iter().partition(|&mate| mate < seat);
        for mate in after.into_iter().chain(before) {
            if !self.must_flee(mate) {
                let options = vec![Choice::Join, Choice::Stay];
                if self.asks(mate, Question::Join, options, world) == Choice::Join {
                    // A hero that joins the fight has met the rebel that lurks on its tile (rule
                    // J-5.3).
                    self.heroes[mate].waits = false;
                    let heroes = &mut self.under_way().heroes;
                    heroes.push(mate);
                    heroes.sort();
                }
            }
        }
    }

    fn puts_in_order(&mut self, seat: Seat, world: &mut World) {
        let fight = self.under_way();
        let ambush = fight.rebel.kind == "sniper";
        let mut all: Vec<_> = fight.heroes.iter().copied().map(Fighter::Hero).collect();
        let order = match (ambush, all.len()) {
            (false, 1) => vec![Fighter::Hero(seat), Fighter::Rebel],
            (false, _) => {
                all.push(Fighter::Rebel);
                self.drawn_order(all, world)
            }
            (true, _) => {
                let mut order = vec![Fighter::Rebel];
                order.extend(self.drawn_order(all, world));
                order
            }
        };
        self.under_way().order = order;
    }

    /// Plays strikes until the rebel is beaten, no hero fights any more, or each fighter has had 50
    /// strikes (rule J-5.9).
    pub fn strikes_go_round(&mut self, world: &mut World) -> Step {
        for _ in 0..50 {
            for who in self.under_way().order.clone() {
                match who {
                    Fighter::Rebel => self.rebel_strikes(world)?,
                    Fighter::Hero(seat) if self.under_way().heroes.contains(&seat) => {
                        if !self.under_way().bolas.remove(&seat) {
                            self.hero_strikes(seat, world)?;
                        }
                    }
                    Fighter::Hero(_) => {}
                }
                if self.under_way().heroes.is_empty() || self.under_way().rebel.life == 0 {
                    return Ok(());
                }
            }
        }
        self.note("broken off");
        Ok(())
    }

    /// Ends a fight: the rebel is beaten (rule J-5.8) or lurks on the tile. Then plays the steps
    /// that were postponed until the end of the fight.
    fn fight_is_over(&mut self, world: &mut World) -> Step {
        if self.under_way().rebel.life == 0 {
            self.victory(world);
        }
        let fight = self.fight.take().expect("it is over just now");
        if fight.rebel.life > 0 {
            self.places[fight.tile].lurking = Some(fight.rebel);
        }
        self.looks_who_leaves(&fight.heroes, world)?;
        self.looks_for_causes()?;
        self.all_meet(world)
    }

    /// Applies the victory over a rebel (rule J-5.8).
    fn victory(&mut self, world: &mut World) {
        let fight = self.under_way();
        let (tile, kind) = (fight.tile, fight.rebel.kind);
        let winner = fight.struck.expect("somebody struck it");
        self.note(format!("{winner} beats {kind}"));
        self.encounters.discards(kind);
        self.heroes[winner].hostages += 1;
        self.freed += 1;
        self.places[tile].cleared = true;
        let counted = match self.settings.text("surplus") {
            "freed" => self.freed,
            _ => self.hostages_left(),
        };
        if counted > self.needed {
            self.draws_equipment(winner, 1, world);
        }
        self.draws_equipment(winner, self.ability(winner, "scavenger"), world);
    }

    /// Lets a hero flee from the current fight (rule J-5.7).
    pub fn flees_fight(&mut self, seat: Seat, world: &mut World) -> Step {
        let fight = self.under_way();
        fight.heroes.retain(|&other| other != seat);
        fight.rebel.fled = Some(seat);
        if let Some(to) = self.flees(seat, world)? {
            self.note(format!("{seat} comes to {to} and waits"));
            self.arrives(seat, to);
        }
        Ok(())
    }

    /// Takes the cost of fleeing from a hero. Returns the tile to which the hero steps, or `None`
    /// (rule J-5.7).
    fn flees(&mut self, seat: Seat, world: &mut World) -> Step<Option<Tile>> {
        self.note(format!("{seat} flees"));
        self.this_turn().flights += 1;
        self.less_life(seat, self.settings.number("flight_life"));
        self.heroes[seat].hour += self.settings.number("flight_hours");
        self.looks_who_leaves(&[seat], world)?;
        let stays = self.must_stay(seat) || self.this_turn().flights >= 20;
        if self.this_turn().flights == 20 {
            self.note("the 20th flight");
        }
        if !self.in_play(seat) || stays {
            return Ok(None);
        }
        let steps = self.steps_open(seat);
        let options: Vec<_> = steps.into_iter().map(Choice::To).collect();
        let asked = !options.is_empty();
        Ok(asked.then(|| self.asks(seat, Question::Flight, options, world).tile()))
    }
}

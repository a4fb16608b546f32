//! Creates positions in the middle of a game, which tests play with scripted random draws.
//!
//! Characters are numbered in the order in which they are given. Players with even numbers lead
//! villains, players with odd numbers lead heroes. By default it is the turn of player 0 in round
//! 5, the first character of each team leads, every player has 20 energy and no cards, and the
//! piles are full.

use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::game::{Game, Options, Turn};
use crate::games::Provenance;
use crate::games::battle_cards::roster::{Character as Card, Kind, Power, Roster};
use crate::games::battle_cards::state::{CharacterIndex, Phase, State, bit};
use crate::games::battle_cards::{Action, BattleCards, Choice, Event, Rules};
use crate::games::tests::Events;
use crate::simulate::{Seated, Staged};

/// Creates the card of a character with these dice, life and power. The character brings 2 energy.
pub fn who(dice: u8, life: u8, power: Power) -> Card {
    Card {
        name: "somebody".into(),
        colour: "#000000".into(),
        kind: Kind::Villain,
        energy: 2,
        dice,
        life,
        power,
        nemesis: None,
        printed: vec![],
    }
}

/// A power without effect in these tests: it needs a target with 1 life, and no test has one.
pub const IDLE: Power = Power::Finisher(1);

/// Creates the card of a character with two dice, three life and a power that never takes effect.
pub fn plain() -> Card {
    who(2, 3, IDLE)
}

#[derive(Default)]
pub struct Given {
    teams: Vec<Vec<Card>>,
    rules: Rules,
    sides: bool,
    calm: bool,
    stock: [usize; 2],
}

pub fn given(teams: impl IntoIterator<Item = Vec<Card>>) -> Given {
    Given { teams: teams.into_iter().collect(), ..Given::default() }
}

/// Creates a game of two players with these numbers of characters, all without special powers.
pub fn duel(ours: usize, theirs: usize) -> Given {
    given([vec![plain(); ours], vec![plain(); theirs]])
}

impl Given {
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Given {
        change(&mut self.rules);
        self
    }

    /// Puts all villains on one side and all heroes on the other.
    pub fn sides(mut self) -> Given {
        self.sides = true;
        self
    }

    /// Removes all events.
    pub fn calm(mut self) -> Given {
        self.calm = true;
        self
    }

    /// Adds villains and heroes that belong to no team. Their numbers follow those of all other
    /// characters.
    pub fn stock(mut self, villains: usize, heroes: usize) -> Given {
        self.stock = [villains, heroes];
        self
    }

    pub fn game(&self) -> BattleCards {
        let mut roster = Roster {
            name: "given".into(),
            source: String::new(),
            unlisted: Provenance::Own,
            fighters: Default::default(),
        };
        let mut add = |mut card: Card, kind| {
            card.kind = kind;
            let key = format!("c{:02}", roster.fighters.len());
            roster.fighters.insert(key, card);
        };
        for (player, team) in self.teams.iter().enumerate() {
            let kind = [Kind::Villain, Kind::Hero][player % 2];
            team.iter().for_each(|card| add(card.clone(), kind));
        }
        for (count, kind) in self.stock.into_iter().zip([Kind::Villain, Kind::Hero]) {
            (0..count).for_each(|_| add(plain(), kind));
        }
        BattleCards::new(&self.rules, &roster)
    }

    pub fn seated(&self) -> Vec<Seated> {
        let mut seated = vec![];
        for (player, team) in (0u8..).zip(&self.teams) {
            for _ in team {
                seated.push(Seated {
                    fighter: seated.len() as u8,
                    seat: player,
                    team: if self.sides { player % 2 } else { player },
                });
            }
        }
        seated
    }

    /// Returns the game before its first decision. `falls` has the random draws of the set-up.
    pub fn dealt(self, falls: impl IntoIterator<Item = PrescribedFall>) -> Played {
        let game = self.game();
        let mut chance = ScriptedChance::new(falls);
        let mut state = game.deal(&self.seated(), &mut chance);
        chance.assert_all_used();
        if self.calm {
            state.events = Default::default();
        }
        Played { game, state, events: vec![], seen: vec![] }
    }

    /// Returns the position in the middle of a game that the comment of this module describes.
    pub fn start(mut self) -> Played {
        let hand = std::mem::take(&mut self.rules.hand);
        let mut played = self.dealt([]);
        played.game.rules.hand = hand;
        let state = &mut played.state;
        for player in 0..usize::from(state.players) {
            state.leader[player] = state.team[player].trailing_zeros() as u8;
            state.energy[player] = 20;
        }
        state.round = 5;
        state.phase = Phase::Acting;
        state.attacks_left = 2;
        played
    }
}

/// A game in progress that a test plays.
pub struct Played {
    pub game: BattleCards,
    pub state: State,
    pub events: Vec<Event>,
    /// The events with the states after them.
    pub seen: Vec<(Event, State)>,
}

pub fn dice(faces: &[u8]) -> Vec<PrescribedFall> {
    faces.iter().map(|&face| PrescribedFall::Die(face)).collect()
}

pub fn attack(attacker: CharacterIndex, target: CharacterIndex) -> Choice {
    Choice::Attack { attacker, target }
}

impl Played {
    /// Gives cards from the pile to a player.
    pub fn hand(mut self, player: usize, cards: &[Action]) -> Played {
        for &card in cards {
            assert!(self.state.pile.remove(card as usize), "{card:?} is there");
            self.state.hand[player].add(card as usize);
        }
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Played {
        change(&mut self.state);
        self
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.game.options(&self.state, &mut options);
        options.to_vec()
    }

    pub fn decider(&self) -> Option<usize> {
        match self.game.turn(&self.state) {
            Turn::Decision(player) => Some(player),
            Turn::Over => None,
        }
    }

    /// Plays an option of the decision. `falls` has exactly the random draws that the option needs.
    #[track_caller]
    pub fn play(&mut self, choice: Choice, falls: &[PrescribedFall]) -> &mut Played {
        let options = self.options();
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut chance = ScriptedChance::new(falls.iter().copied());
        let mut seen = Events::<BattleCards>(vec![]);
        self.game.play(&mut self.state, choice, &mut chance, &mut seen);
        self.events.extend(seen.0.iter().map(|(event, _)| event));
        self.seen.extend(seen.0);
        chance.assert_all_used();
        self
    }

    /// Plays an attack with dice. `faces` has the dice of the attack, then the dice of the dodge.
    #[track_caller]
    pub fn strike(
        &mut self,
        attacker: CharacterIndex,
        target: CharacterIndex,
        faces: &[u8],
    ) -> &mut Played {
        self.play(attack(attacker, target), &dice(faces))
    }

    pub fn life(&self, character: CharacterIndex) -> u8 {
        self.state.life[usize::from(character)]
    }

    pub fn lives(&self, character: CharacterIndex) -> bool {
        self.state.team.iter().any(|team| team & bit(character) != 0)
    }

    /// Returns the attacks with dice among the options: attacker and target.
    pub fn attacks(&self) -> Vec<(CharacterIndex, CharacterIndex)> {
        let attack = |choice| match choice {
            Choice::Attack { attacker, target } => Some((attacker, target)),
            _ => None,
        };
        self.options().into_iter().filter_map(attack).collect()
    }
}

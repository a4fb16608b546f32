//! Computes the features of each option: numbers from which bots choose an option.
//!
//! For a mission with a single hero, probabilities are exact under two assumptions. Further throws
//! of the action dice aim at one face only. A fight continues to its end, and the hero suffers
//! every hit.

mod dice;
mod fate;
mod fight;
mod goods;
mod way;

use std::cell::OnceCell;

use self::dice::ForDice;
use super::clash::Clash;
use super::eyes::{Eyes, Outlook};
use super::state::Phase;
use super::{Choice, View};
use crate::game::{Feature, FeatureRow, Options};

features! {
    Explore "explore" "expected explore pairs if the dice are thrown only for them; 0 if the hero cannot move",
    Win "win" "probability of a fight, times the probability of winning it if it is fought to the end",
    Lose "lose" "probability of a fight, times the probability of not winning it",
    Death "death" "probability of leaving play or of losing the mission, other than by a fight",
    Life "life" "expected change of life, as a share of the hero’s life at the start",
    Hours "hours" "expected gain of hours, sum of all heroes",
    Calm "calm" "expected decrease of stress, sum of all heroes",
    Able "able" "limits of stress that the hero drops below, minus those that it reaches",
    Energy "energy" "K-energy gained, minus K-energy spent",
    Cards "cards" "expected equipment cards drawn, minus those lost",
    Used "used" "expected equipment cards used up; half a card for one use of a suit",
    Hostages "hostages" "expected hostages gained, minus those lost; only needed hostages count",
    Alarm "alarm" "probability of an alarm if the dice are thrown only to avoid it",
    Exit "exit" "steps towards exfiltration, when there are enough hostages",
    Drift "drift" "steps towards exfiltration, while hostages are missing",
    Hunt "hunt" "steps towards a tile where a fight can begin, while hostages are missing",
    Reveal "reveal" "number of tiles that are revealed",
    Boss "boss" "if the option makes the Boss appear: minus the probability of losing to it, times the share of hours left to the latest hero",
    Damage "damage" "expected life that the strike takes from the foe, divided by 5",
    Kill "kill" "probability that the strike beats the foe",
    First "first" "1 for actions that cost nothing if they come first: search, rest, and collecting what lies on the tile",
    Mates "mates" "1 for joining a teammate’s fight; for life given to teammates: its share of their life at the start",
    Safer "safer" "days left to the receiver of a hostage, minus days left to its giver",
    Stop "stop" "1 for ending the turn",
}

/// Writes the features of each option to its row, in the order of [`FEATURES`].
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let eyes = Eyes::new(view);
    let clash = OnceCell::new();
    let dice = OnceCell::new();
    for (&choice, row) in options.iter().zip(rows) {
        row[..FEATURES.len()].fill(0.0);
        let mut writer = Writer { eyes: &eyes, clash: &clash, dice: &dice, row };
        writer.option(choice);
    }
}

struct Writer<'a, 'r> {
    eyes: &'r Eyes<'a>,
    /// The fighting values in the current fight, computed at most once per decision.
    clash: &'r OnceCell<Clash<'a>>,
    dice: &'r OnceCell<ForDice>,
    row: &'r mut FeatureRow,
}

impl<'a, 'r> Writer<'a, 'r> {
    #[inline]
    fn add(&mut self, feature: Index, value: f32) {
        self.row[feature as usize] += value;
    }

    /// Adds another feature row to this row, weighted with probability `chance`.
    #[inline]
    fn add_row(&mut self, chance: f32, other: &FeatureRow) {
        for (value, &other) in self.row.iter_mut().zip(other) {
            *value += chance * other;
        }
    }

    /// Returns a writer that adds features of the same decision to another feature row.
    fn on<'o>(&self, row: &'o mut FeatureRow) -> Writer<'a, 'o>
    where
        'r: 'o,
    {
        Writer { row, ..*self }
    }

    fn option(&mut self, choice: Choice) {
        let eyes = self.eyes;
        match choice {
            Choice::Begin | Choice::Stay => {}
            Choice::Keep(kept) => self.keeps(kept),
            Choice::Annul => {
                self.add(Index::Energy, -1.0);
                if eyes.view.phase() == Phase::Alarm {
                    self.pairs(eyes.state.turn.dice.pairs());
                }
                self.strikes_next(|hero| hero.energy -= 1);
            }
            Choice::Accept => match eyes.view.phase() {
                Phase::Alarm => self.add(Index::Alarm, 1.0),
                Phase::Fate if !eyes.state.turn.alert => self.outlook(1.0, &eyes.strain(1)),
                Phase::Fate => self.alert(),
                _ => self.boss_die(eyes.me, true),
            },
            Choice::Pick(hero) => self.boss_die(hero, false),
            Choice::Explore(tile) => {
                self.add(Index::Reveal, 1.0);
                self.goes_to(tile);
            }
            Choice::ExploreTwo(one, other) => {
                self.add(Index::Reveal, 2.0);
                let nearer = if self.lead(other) > self.lead(one) { other } else { one };
                self.goes_to(nearer);
            }
            Choice::Move(tile) | Choice::Step(tile) | Choice::Onto(tile) => self.goes_to(tile),
            Choice::Fight => {
                let outlook = eyes.fight_on(eyes.hero.place);
                self.fights(1.0, &outlook);
            }
            Choice::Search => {
                self.add(Index::Cards, 1.0);
                self.add(Index::First, 1.0);
            }
            Choice::Rest => {
                self.rests();
                self.add(Index::First, 1.0);
            }
            Choice::Use(kind) => self.uses(kind),
            Choice::Scan(_) => {
                self.add(Index::Reveal, 1.0);
                self.add(Index::Used, 1.0);
            }
            Choice::Convert => {
                self.add(Index::Energy, -1.0);
                self.add(Index::Life, eyes.part(1));
                self.strikes_next(|hero| {
                    hero.energy -= 1;
                    hero.life += 1;
                });
            }
            Choice::Tile => self.effect(eyes.hero.place),
            Choice::Collect => self.collects(),
            Choice::Give(to) => self.gives(eyes.me, to),
            Choice::Take(from) => self.gives(from, eyes.me),
            Choice::Hand(..) => {}
            Choice::Stop => self.add(Index::Stop, 1.0),
            Choice::Join => self.joins(),
            Choice::Suit => {
                let damage = eyes.game.suit_damage(eyes.state, eyes.me);
                self.add(Index::Used, 0.5);
                self.strikes(6, damage);
            }
            Choice::Attack { first, second, missile } => self.attacks((first, second), missile),
            Choice::Flee => self.outlook(1.0, &eyes.flight()),
            Choice::Sacrifice => {
                self.gives_up();
                self.strikes_next(|_| {});
            }
            Choice::Suffer => self.suffers(),
            Choice::GiveUp => self.add(Index::Used, 1.0),
            Choice::Medal => self.comes_back(eyes.sheet.life, true),
            Choice::Revive => self.comes_back(eyes.hero.energy, false),
            Choice::Neither => self.add(Index::Death, 1.0),
        }
    }

    /// Adds expected consequences to the feature row, weighted with probability `chance`.
    #[inline]
    fn outlook(&mut self, chance: f32, outlook: &Outlook) {
        self.add(Index::Win, chance * outlook.win);
        self.add(Index::Lose, chance * outlook.lose);
        self.add(Index::Death, chance * outlook.death);
        self.add(Index::Life, chance * outlook.life);
        self.add(Index::Hours, chance * outlook.hours);
        self.add(Index::Calm, chance * outlook.calm);
        self.add(Index::Able, chance * outlook.able);
    }

    /// Adds the expected consequences of a fight to the feature row, and the gains from a victory
    /// over a rebel. The consequences are weighted with probability `chance`.
    #[inline]
    fn fights(&mut self, chance: f32, outlook: &Outlook) {
        self.outlook(chance, outlook);
        let (hostages, cards) = self.eyes.spoils();
        self.add(Index::Hostages, chance * outlook.win * hostages);
        self.add(Index::Cards, chance * outlook.win * cards);
    }
}

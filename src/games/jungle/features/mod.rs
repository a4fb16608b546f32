//! The features of an option that bots weigh.
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
    Explore "explore" "explore pairs that are expected, if the dice are thrown for them alone; 0 where there is nowhere to go",
    Win "win" "the chance of a fight, times that of winning it if it goes on to its end",
    Lose "lose" "the chance of a fight, times that of not winning it",
    Death "death" "the chance of leaving play, or of losing the mission, but by a fight",
    Life "life" "life that is expected to be gained, less what is lost, as part of what the hero began with",
    Hours "hours" "hours that are expected to be won, less those that are lost, of all heroes",
    Calm "calm" "stress that is expected to go, less what comes, of all heroes",
    Able "able" "limits of stress that the hero comes below, less those that it reaches",
    Energy "energy" "K-energy that is gained, less what is spent",
    Cards "cards" "equipment cards that are expected to be drawn, less those that are lost",
    Used "used" "equipment cards that are expected to be used up; a suit by halves",
    Hostages "hostages" "hostages that are expected to be won, less those that are lost, as far as they are needed",
    Alarm "alarm" "the chance of an alarm, if the dice are thrown against it alone",
    Exit "exit" "steps nearer to exfiltration, once there are hostages enough",
    Drift "drift" "steps nearer to exfiltration, before that",
    Hunt "hunt" "steps nearer to a tile where a fight can break out, while hostages are missing",
    Reveal "reveal" "tiles that are revealed",
    Boss "boss" "as the Boss appears by it: the chance of losing to it, times the part of its hours that the latest hero has left; below 0",
    Damage "damage" "life that the strike is expected to take of the foe, in fives",
    Kill "kill" "the chance that the foe is beaten by the strike",
    First "first" "1 for what loses nothing by being done before all else: search, rest, and what lies about",
    Mates "mates" "1 for joining a mate in its fight; and life that mates are given, as part of what they began with",
    Safer "safer" "days that who gets a hostage has left, less those of who gives it",
    Stop "stop" "1 for ending the turn",
}

/// Fills one row per option; the columns follow [`FEATURES`].
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let eyes = Eyes::new(view);
    let clash = OnceCell::new();
    let dice = OnceCell::new();
    for (&choice, row) in options.iter().zip(rows) {
        row[..FEATURES.len()].fill(0.0);
        let mut writer = Writer {
            eyes: &eyes,
            clash: &clash,
            dice: &dice,
            row,
        };
        writer.option(choice);
    }
}

struct Writer<'a, 'r> {
    eyes: &'r Eyes<'a>,
    /// The values of the current fight, computed at most once per decision.
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

    /// Returns a writer that adds features of the same decision to another row.
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
                match eyes.view.phase() {
                    Phase::Alarm => self.pairs(eyes.state.turn.dice.pairs()),
                    Phase::Struck => {
                        let mut clash = *self.clash();
                        clash.hero.energy -= 1;
                        self.goes_on(&clash, clash.strikes());
                    }
                    _ => {}
                }
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
                let nearer = if self.lead(other) > self.lead(one) {
                    other
                } else {
                    one
                };
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
                if eyes.view.phase() == Phase::Striking {
                    let mut clash = *self.clash();
                    clash.hero.energy -= 1;
                    clash.hero.life += 1;
                    self.goes_on(&clash, clash.strikes());
                }
            }
            Choice::Tile => self.effect(eyes.hero.place),
            Choice::Collect => self.collects(),
            Choice::Give(to) => self.gives(eyes.me, to),
            Choice::Take(from) => self.gives(from, eyes.me),
            Choice::Hand(..) => {}
            Choice::End => self.add(Index::Stop, 1.0),
            Choice::Join => self.joins(),
            Choice::Suit => {
                let damage = eyes.game.suit_damage(eyes.state, eyes.me);
                self.add(Index::Used, 0.5);
                self.strikes(6, damage);
            }
            Choice::Attack {
                first,
                second,
                missile,
            } => self.attacks((first, second), missile),
            Choice::Flee => self.outlook(1.0, &eyes.flight()),
            Choice::Sacrifice => {
                self.gives_up();
                let clash = *self.clash();
                self.goes_on(&clash, clash.strikes());
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

    /// Adds expected consequences of a fight to the feature row, and the gains from a victory over
    /// a rebel.
    #[inline]
    fn fights(&mut self, chance: f32, outlook: &Outlook) {
        self.outlook(chance, outlook);
        let (hostages, cards) = self.eyes.spoils();
        self.add(Index::Hostages, chance * outlook.win * hostages);
        self.add(Index::Cards, chance * outlook.win * cards);
    }
}

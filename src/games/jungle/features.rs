//! What bots weigh of an option.
//!
//! Chances are exact for a hero that is alone, as the options go: dice are thrown on for one thing alone; a fight goes on to its end, every hit suffered.

use std::cell::OnceCell;

use super::clash::{Clash, Ending, Enemy};
use super::eyes::{Eyes, Outlook};
use super::kinds::{Equipment, Face, Tile, Weapon};
use super::odds::Kept;
use super::state::{BossFace, Dice, Foe, Phase, members};
use super::{Choice, View, Weapons};
use crate::games::{Feature, FeatureRow, Options};

macro_rules! features {
    ($($constant:ident $name:literal $meaning:literal),* $(,)?) => {
        /// Indices of [`FEATURES`].
        #[derive(Clone, Copy)]
        enum Index { $($constant),* }

        pub const FEATURES: &[Feature] = &[$(Feature { name: $name, meaning: $meaning }),*];
    };
}

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

/// A row for each option, in the order of [`FEATURES`].
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

/// What action dice are good for at the moment.
struct ForDice {
    /// Is there somewhere to go?
    explores: bool,
    /// What comes of a fight pair; nothing if it is void.
    fight: Option<Outlook>,
    rest: Outlook,
    /// Life of mates that a rest gives.
    mates: f32,
}

struct Writer<'a, 'r> {
    eyes: &'r Eyes<'a>,
    /// The fight under way.
    clash: &'r OnceCell<Clash<'a>>,
    dice: &'r OnceCell<ForDice>,
    row: &'r mut FeatureRow,
}

impl<'a, 'r> Writer<'a, 'r> {
    #[inline]
    fn add(&mut self, feature: Index, value: f32) {
        self.row[feature as usize] += value;
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
                self.rests(1.0);
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
                let amount = eyes.tables.equipment[Equipment::Suit as usize].amount;
                self.add(Index::Used, 0.5);
                self.strikes(6, amount);
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

    /// What may be expected, by its chance.
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

    /// The same, with what a victory over a rebel brings.
    #[inline]
    fn fights(&mut self, chance: f32, outlook: &Outlook) {
        self.outlook(chance, outlook);
        let (hostages, cards) = self.eyes.spoils();
        self.add(Index::Hostages, chance * outlook.win * hostages);
        self.add(Index::Cards, chance * outlook.win * cards);
    }

    fn for_dice(&self) -> &'r ForDice {
        let eyes = self.eyes;
        self.dice.get_or_init(|| {
            let place = eyes.hero.place;
            let still = eyes.hero.stress >= eyes.sheet.still;
            // A step to where a fight can break out is free.
            let near = match still {
                true => 1 << place,
                false => 1 << place | eyes.state.neighbours(place) & eyes.state.revealed,
            };
            let fights = near & eyes.fights != 0;
            let mates = members(eyes.view.mates(eyes.me)).map(|mate| {
                let (hero, sheet) = (eyes.view.hero(mate), eyes.view.sheet(mate));
                let healed = eyes.sheet.heals.min(sheet.life.saturating_sub(hero.life));
                f32::from(healed) / f32::from(sheet.life)
            });
            let mut rest = eyes.strain(-2);
            rest.life = eyes.part(eyes.heals(eyes.sheet.heals, true));
            ForDice {
                explores: !still,
                fight: fights.then(|| eyes.fight_on(place)),
                rest,
                mates: match eyes.sheet.heals {
                    0 => 0.0,
                    _ => mates.sum(),
                },
            }
        })
    }

    /// J-3.2: dice are kept, the others thrown again.
    fn keeps(&mut self, dice: Dice) {
        let (eyes, good) = (self.eyes, self.for_dice());
        let odds = &eyes.game.odds.dice;
        let kept = Kept {
            throws: eyes.sheet.rolls.saturating_sub(eyes.state.turn.throws),
            dice: dice.len(),
            alarms: dice.count(Face::Alarm),
        };
        self.add(Index::Alarm, odds.alarm(kept));
        if good.explores {
            self.add(Index::Explore, odds.pairs(kept, dice.count(Face::Explore)));
        }
        if let Some(fight) = &good.fight {
            self.fights(odds.one(kept, dice.count(Face::Fight)), fight);
        }
        self.add(Index::Cards, odds.pairs(kept, dice.count(Face::Search)));
        self.rests(odds.one(kept, dice.count(Face::Rest)));
    }

    /// Pairs that count.
    fn pairs(&mut self, pairs: [u8; 4]) {
        let good = self.for_dice();
        if good.explores {
            self.add(Index::Explore, pairs[Face::Explore as usize].into());
        }
        if let Some(fight) = &good.fight
            && pairs[Face::Fight as usize] > 0
        {
            self.fights(1.0, fight);
        }
        self.add(Index::Cards, pairs[Face::Search as usize].into());
        if pairs[Face::Rest as usize] > 0 {
            self.rests(1.0);
        }
    }

    fn rests(&mut self, chance: f32) {
        let good = self.for_dice();
        self.outlook(chance, &good.rest);
        self.add(Index::Mates, chance * good.mates);
    }

    /// How much nearer a tile is to where the hero wants to go.
    #[inline]
    fn lead(&self, tile: u8) -> i8 {
        let (eyes, here) = (self.eyes, self.eyes.hero.place);
        let exit = eyes.to_exit(here) - eyes.to_exit(tile);
        if eyes.missing > 0 {
            3 * (eyes.to_fight(here) - eyes.to_fight(tile)) + exit
        } else {
            exit
        }
    }

    /// The hero comes to a tile.
    fn goes_to(&mut self, tile: u8) {
        let (eyes, here) = (self.eyes, self.eyes.hero.place);
        let exit = f32::from(eyes.to_exit(here) - eyes.to_exit(tile));
        self.add(
            if eyes.enough {
                Index::Exit
            } else {
                Index::Drift
            },
            exit,
        );
        if eyes.missing > 0 {
            let hunt = eyes.to_fight(here) - eyes.to_fight(tile);
            self.add(Index::Hunt, hunt.into());
        }
        let outlook = eyes.comes_to(tile);
        self.fights(1.0, &outlook);
        if let Some(kind) = eyes.view.tile(tile) {
            if !kind.is_compulsory() && !eyes.state.turn.tile && eyes.hero.had >> tile & 1 == 0 {
                self.effect(tile);
            }
            if kind == Tile::Exfiltration && eyes.enough {
                self.brings_boss();
            }
        }
    }

    /// J-6.1: the Boss appears if this hero is the last to come.
    fn brings_boss(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let there = state.on(state.exfiltration) | 1 << eyes.me;
        if there == state.in_play {
            let left = |hero| {
                let (clock, hours) = (eyes.view.hero(hero).clock, eyes.view.sheet(hero).hours);
                f32::from(hours.saturating_sub(clock)) / f32::from(hours.max(1))
            };
            let latest = members(state.in_play).map(left).fold(1.0, f32::min);
            let lost = 1.0 - eyes.game.boss_odds(state);
            self.add(Index::Boss, -lost * latest);
        }
    }

    /// The effect of a tile that is not compulsory, J-T4 to J-T12.
    fn effect(&mut self, tile: u8) {
        let eyes = self.eyes;
        let Some(kind) = eyes.view.tile(tile) else {
            return;
        };
        let amount = eyes.tables.tiles[kind as usize].amount;
        match kind {
            Tile::Nanopharmacy => self.add(Index::Cards, 1.0),
            Tile::Airfield => self.flies(tile),
            Tile::CryoSleep => self.add(Index::Hours, amount.min(eyes.hero.clock).into()),
            Tile::RobotSurgeons => self.add(Index::Life, eyes.part(eyes.heals(amount, true))),
            Tile::Armoury => self.add(Index::Cards, amount.into()),
            Tile::Dwelling => self.outlook(1.0, &eyes.strain(-(amount as i8))),
            Tile::Viewpoint => {
                let hidden = eyes.state.neighbours(tile) & !eyes.state.revealed;
                self.add(Index::Reveal, hidden.count_ones() as f32);
            }
            Tile::Cells if eyes.fights_on(tile) => {
                let outlook = eyes.fight_on(tile);
                self.fights(1.0, &outlook);
            }
            Tile::Temple => {
                self.add(Index::Energy, amount.into());
                self.outlook(1.0, &eyes.strain(1));
            }
            _ => {}
        }
    }

    /// J-T5: a flight to the best tile.
    fn flies(&mut self, from: u8) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let others = members(state.revealed & !(1 << from));
        let exit = |tile| eyes.to_exit(from) - eyes.to_exit(tile);
        let hunt = |tile| eyes.to_fight(from) - eyes.to_fight(tile);
        if eyes.enough {
            let most = others.map(exit).max().unwrap_or(0).max(0);
            self.add(Index::Exit, most.into());
        } else if eyes.missing > 0 {
            let most = others.map(hunt).max().unwrap_or(0).max(0);
            self.add(Index::Hunt, most.into());
        }
    }

    fn uses(&mut self, kind: Equipment) {
        let eyes = self.eyes;
        let amount = eyes.tables.equipment[kind as usize].amount;
        self.add(Index::Used, 1.0);
        match kind {
            Equipment::Potion | Equipment::FirstAid => {
                let life = eyes.heals(amount, eyes.view.rules().life_cap);
                self.add(Index::Life, eyes.part(life));
                if eyes.view.phase() == Phase::Striking {
                    let mut clash = *self.clash();
                    clash.hero.life += life;
                    self.goes_on(&clash, clash.strikes());
                }
            }
            Equipment::Capsule => {
                self.add(Index::Hours, amount.min(eyes.hero.clock).into());
            }
            Equipment::Tonic => self.outlook(1.0, &eyes.strain(-(amount as i8))),
            _ => {}
        }
    }

    /// J-4.1: what the dead have left.
    fn collects(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let here = |&hero: &u8| eyes.view.hero(hero).place == eyes.hero.place;
        for hero in members(state.dead).filter(here) {
            let left = eyes.view.hero(hero);
            self.add(Index::Hostages, left.hostages.into());
            self.add(Index::Cards, left.bag.kinds().count() as f32);
        }
        self.add(Index::First, 1.0);
    }

    fn gives(&mut self, from: u8, to: u8) {
        let view = self.eyes.view;
        let days = |hero: u8| {
            let left = view.sheet(hero).hours.saturating_sub(view.hero(hero).clock);
            f32::from(left) / 24.0
        };
        self.add(Index::Safer, days(to) - days(from));
    }

    /// The fight under way, in the hero's eyes.
    fn clash(&self) -> &'r Clash<'a> {
        let (eyes, state) = (self.eyes, self.eyes.state);
        self.clash.get_or_init(|| match &state.fight {
            Some(fight) => {
                let enemy = Enemy::of(eyes.game, state, fight.foe, fight.life);
                let fighters = fight.fighters.count_ones() as u8;
                eyes.fighter().against(enemy, fighters)
            }
            None => {
                let enemy = Enemy::of(eyes.game, state, Foe::Boss, 1);
                eyes.fighter().against(enemy, 1)
            }
        })
    }

    /// The fight goes on, and ends so.
    fn goes_on(&mut self, clash: &Clash<'_>, ending: Ending) {
        let outlook = self.eyes.fight(clash.enemy, ending);
        match clash.enemy.rebel {
            Some(_) => self.fights(1.0, &outlook),
            None => self.outlook(1.0, &outlook),
        }
    }

    fn joins(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        self.add(Index::Mates, 1.0);
        if let Some(fight) = &state.fight {
            let enemy = Enemy::of(eyes.game, state, fight.foe, fight.life);
            let fighters = 1 + fight.fighters.count_ones() as u8;
            let clash = eyes.fighter().against(enemy, fighters);
            self.goes_on(&clash, clash.breaks_out());
        }
    }

    fn attacks(&mut self, weapons: Weapons, missile: bool) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let Some(fight) = &state.fight else {
            return;
        };
        let attack = eyes.game.attack(state, eyes.me, fight, weapons, missile);
        let single = u8::from(weapons.0 == Weapon::Grenade)
            + u8::from(weapons.1 == Some(Weapon::Grenade))
            + u8::from(missile);
        let chance = f32::from(attack.hits) / 6.0;
        self.add(Index::Used, f32::from(single) * chance);
        self.strikes(attack.hits, attack.damage);
    }

    fn strikes(&mut self, hits: u8, damage: u8) {
        let clash = *self.clash();
        let (chance, life) = (f32::from(hits) / 6.0, clash.enemy.life);
        self.add(Index::Damage, 0.2 * chance * f32::from(damage.min(life)));
        if damage >= life {
            self.add(Index::Kill, chance);
        }
        self.goes_on(&clash, clash.strikes_with(hits, damage));
    }

    /// J-5.6: a hostage is lost, and with it perhaps the mission (J-1.2).
    fn gives_up(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        if eyes.missing >= 0 {
            self.add(Index::Hostages, -1.0);
        }
        let left = (state.all_tiles() & !state.cleared).count_ones() as i16;
        let quiet = eyes.view.rules().cleared == super::rules::Cleared::Quiet;
        if quiet && eyes.missing + 1 > left {
            self.add(Index::Death, 1.0);
        }
    }

    /// J-5.6, or J-L2.
    fn suffers(&mut self) {
        let eyes = self.eyes;
        if eyes.view.phase() == Phase::Gas {
            return self.gas();
        }
        let mut clash = *self.clash();
        let wound = eyes.wound(clash.damage);
        self.add(
            Index::Life,
            -f32::from(clash.damage) / f32::from(eyes.sheet.life),
        );
        if wound.death > 0.0 {
            self.add(Index::Lose, 1.0);
            return;
        }
        clash.hero.life -= clash.damage.min(clash.hero.life);
        let mut ending = match clash.enemy.rebel {
            Some(super::Rebel::Cook) => clash.struck(),
            _ => clash.strikes(),
        };
        ending.hits += 1.0;
        self.goes_on(&clash, ending);
    }

    /// J-L2.
    fn gas(&mut self) {
        let eyes = self.eyes;
        let gas = &eyes.tables.alerts[super::Alert::Gas as usize];
        let mut outlook = eyes.wound(gas.amount);
        outlook.add(1.0, &eyes.late(gas.hours));
        outlook.death = outlook.death.min(1.0);
        self.outlook(1.0, &outlook);
    }

    /// J-4.1.
    fn comes_back(&mut self, life: u8, medal: bool) {
        let eyes = self.eyes;
        self.add(Index::Life, eyes.part(life));
        let mut hero = *eyes.hero;
        hero.life = life;
        if medal {
            hero.bag.remove(Equipment::Medal);
            self.add(Index::Used, 1.0);
        } else {
            self.add(Index::Energy, -f32::from(hero.energy));
            hero.energy = 0;
        }
        let fights = |fight: &super::Fight| fight.fighters >> eyes.me & 1 == 1;
        if let Some(fight) = eyes.state.fight.as_ref().filter(|&fight| fights(fight)) {
            let mut clash = *self.clash();
            clash.hero = hero;
            let bound = fight.bound >> eyes.me & 1 == 1
                || fight.power && clash.enemy.rebel == Some(super::Rebel::Cook);
            let mut ending = if bound {
                clash.struck()
            } else {
                clash.strikes()
            };
            ending.hits += f32::from(u8::from(fight.power));
            self.goes_on(&clash, ending);
        }
    }

    /// J-3.4: an alert that nobody knows yet.
    fn alert(&mut self) {
        use super::Alert;
        let eyes = self.eyes;
        let left = eyes.view.alerts_left();
        let counts = match left.iter().any(|&count| count > 0) {
            true => &left,
            false => eyes.state.alerts.discards(),
        };
        let all: u16 = counts.iter().map(|&count| u16::from(count)).sum();
        let party = eyes.state.in_play.count_ones() as f32;
        for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let chance = f32::from(count) / f32::from(all);
            let numbers = &eyes.tables.alerts[kind];
            let amount = numbers.amount;
            match Alert::of(kind) {
                Alert::FalseAlarm => {}
                Alert::Gas if eyes.hero.bag.has(Equipment::FirstAid) => {
                    self.add(Index::Used, chance);
                }
                Alert::Gas => {
                    let mut outlook = eyes.wound(amount);
                    outlook.add(1.0, &eyes.late(numbers.hours));
                    outlook.death = outlook.death.min(1.0);
                    self.outlook(chance, &outlook);
                }
                Alert::Snare => self.outlook(chance, &eyes.wound(amount)),
                Alert::Patrol => {
                    if eyes.fights_on(eyes.hero.place) {
                        let outlook = eyes.fight_on(eyes.hero.place);
                        self.fights(chance, &outlook);
                    }
                }
                Alert::Detour => self.outlook(chance, &eyes.late(amount)),
                Alert::Howl => self.outlook(chance, &eyes.strain(amount as i8)),
                Alert::Siren => {
                    self.outlook(chance, &eyes.strain(amount as i8));
                    self.add(Index::Calm, -chance * (party - 1.0) * f32::from(amount));
                }
                Alert::Thief => {
                    let robbed = !eyes.hero.bag.is_empty();
                    self.add(Index::Cards, -chance * f32::from(u8::from(robbed)));
                }
                Alert::Storm => {
                    self.outlook(chance, &eyes.late(amount));
                    self.add(Index::Hours, -chance * (party - 1.0) * f32::from(amount));
                }
                Alert::Drain => {
                    let lost = amount.min(eyes.hero.energy);
                    self.add(Index::Energy, -chance * f32::from(lost));
                }
            }
        }
    }

    /// J-3.7, for this hero; where it is not said who, for the one that is asked.
    fn boss_die(&mut self, hero: u8, asked: bool) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let (board, sheet) = (eyes.view.hero(hero), eyes.view.sheet(hero));
        match state.boss_die {
            BossFace::Nothing => {}
            BossFace::Stress => {
                let reached = [sheet.flee, sheet.still].map(|limit| board.stress + 1 == limit);
                let limits = u8::from(reached[0]) + u8::from(reached[1]);
                self.add(Index::Calm, -1.0);
                self.add(Index::Able, -f32::from(limits));
            }
            BossFace::Hour => self.add(Index::Hours, -(state.in_play.count_ones() as f32)),
            BossFace::Wound => {
                self.add(Index::Life, -1.0 / f32::from(sheet.life));
                let back = board.energy > 0 || board.bag.has(Equipment::Medal);
                if board.life == 1 && !back && !(asked && state.in_play.count_ones() > 1) {
                    self.add(Index::Death, 1.0);
                }
            }
            BossFace::Theft => self.add(Index::Cards, -1.0),
        }
    }
}

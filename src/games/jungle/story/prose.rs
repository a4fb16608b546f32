//! Describes the options and events of a mission in prose: one text per option or event.

use super::map::tile_name;
use super::{Story, strikers};
use crate::game::story::LineStyle::{self, Detail, Fall, Step, Turn};
use crate::games::jungle::event::{Act, AttackThrow, Cause, Event, What};
use crate::games::jungle::state::{Dice, End, FOE, Foe, HeroState, MissionFailure, Next};
use crate::games::jungle::{Choice, Equipment, Face, Weapon, Weapons};
use crate::words::counted;

impl Story<'_> {
    /// Returns a short text that describes an option of a decision.
    pub(super) fn option_words(&self, choice: Choice) -> String {
        let tile = |tile| tile_name(&self.state, tile);
        let name = |hero| self.name(hero);
        match choice {
            Choice::Begin => "begin".into(),
            Choice::Keep(dice) => format!("keep {}", faces(dice)),
            Choice::Annul => "spend 1 K-energy".into(),
            Choice::Accept => "accept".into(),
            Choice::Explore(to) => format!("explore {}", tile(to)),
            Choice::ExploreTwo(one, other) => format!("explore {} and {}", tile(one), tile(other)),
            Choice::Move(to) => format!("move to {}", tile(to)),
            Choice::Fight => "fight".into(),
            Choice::Search => "search".into(),
            Choice::Rest => "rest".into(),
            Choice::Step(to) => format!("step to {}", tile(to)),
            Choice::Use(equipment) => format!("use {}", equipment.name()),
            Choice::Scan(at) => format!("scan {}", tile(at)),
            Choice::Convert => "turn K-energy into life".into(),
            Choice::Tile => "effect of the tile".into(),
            Choice::Collect => "collect what lies here".into(),
            Choice::Give(to) => format!("give a hostage to {}", name(to)),
            Choice::Take(from) => format!("take a hostage from {}", name(from)),
            Choice::Hand(equipment, to) => format!("hand {} to {}", equipment.name(), name(to)),
            Choice::Stop if self.state.next == Next::FreeActions => "throw the fate die".into(),
            Choice::Stop => "end the turn".into(),
            Choice::Onto(to) => format!("go onto {}", tile(to)),
            Choice::Join => "join the fight".into(),
            Choice::Stay => "stay out of the fight".into(),
            Choice::Suit => "strike with the suit".into(),
            Choice::Attack { first, second, missile } => {
                format!("attack with {}", weapons((first, second), missile))
            }
            Choice::Flee => "flee".into(),
            Choice::Sacrifice => "give up a hostage".into(),
            Choice::Suffer => "suffer it".into(),
            Choice::GiveUp => "give up a first-aid kit".into(),
            Choice::Medal => "come back by the medal".into(),
            Choice::Revive => "come back by K-energy".into(),
            Choice::Neither => "die".into(),
            Choice::Pick(hero) => format!("it is for {}", name(hero)),
        }
    }

    /// Returns the sentence about an event, or `None` if the story does not mention the event.
    /// `who` is the name of the hero that acts, `whom` the name of the hero that is affected.
    pub(super) fn sentence(
        &self,
        event: Event,
        who: &str,
        whom: &str,
    ) -> Option<(LineStyle, String)> {
        let state = &self.state;
        let tile = |tile| tile_name(state, tile);
        let why = |cause: Cause| -> &str { cause.into() };
        Some(match event {
            Event::TurnBegins { hero } => {
                let (at, seat) = (state.hero(hero), hero + 1);
                (Turn, format!("seat {seat}, {who} on {}: {}", tile(at.place), board(at)))
            }
            Event::Throws { dice, throw, .. } => (Step, format!("throw {throw}: {}", faces(dice))),
            Event::Keeps { dice, .. } => (Detail, format!("keeps {}", faces(dice))),
            Event::Pairs { alarm: true, .. } => (Detail, "alarm: the dice do nothing".into()),
            Event::Pairs { .. } if state.turn.pairs == [0; 4] => (Detail, "no pairs".into()),
            Event::Pairs { .. } => {
                let pairs: Vec<&str> = named(state.turn.pairs).collect();
                (Detail, format!("may {}", pairs.join(" and ")))
            }
            Event::Annuls { what, .. } => {
                let what = ["alarm", "fate die", "Boss die", "hit"][what as usize];
                (Detail, format!("{who} annuls the {what} by K-energy"))
            }
            Event::Fate { face, .. } => {
                let face = ["nothing", "stress", "an alert"][face as usize];
                (Step, format!("fate: {face}"))
            }
            Event::Alerts { alert, .. } => (Step, format!("alert: {}", alert.name())),
            Event::Acts { act, .. } => match act {
                Act::Explore => (Step, "explores".into()),
                Act::Fight => (Step, "looks for a fight".into()),
                Act::Search => (Step, "searches".into()),
                Act::Rest => (Step, "rests".into()),
                // The hero enters a tile next.
                Act::Move | Act::Step => return None,
            },
            Event::Draws { equipment, .. } => (Detail, format!("{who} draws {}", equipment.name())),
            Event::Gets { equipment, .. } => (Detail, format!("{who} has {}", equipment.name())),
            Event::Uses { equipment, .. } => (Step, format!("{who} uses {}", equipment.name())),
            Event::Loses { equipment, cause, .. } => {
                (Detail, format!("{who} loses {} ({})", equipment.name(), why(cause)))
            }
            Event::Hands { equipment, .. } => {
                (Step, format!("{who} hands {} to {whom}", equipment.name()))
            }
            Event::Gives { .. } => (Step, format!("{who} gives a hostage to {whom}")),
            Event::Collects { .. } => (Step, format!("{who} collects what {whom} left")),
            Event::Reveals { tile: at, .. } => (Detail, format!("turns up {}", tile(at))),
            Event::Enters { tile: at, .. } => (Step, format!("{who} comes to {}", tile(at))),
            Event::Effect { tile_kind, .. } => {
                (Step, format!("{who} has the effect of {}", tile_kind.name()))
            }
            Event::Meets { rebel, life, lurking, .. } => {
                let lurks = if lurking { ", who lurked here" } else { "" };
                (Step, format!("{who} meets a {} of {life} life{lurks}", rebel.name()))
            }
            Event::BossAppears { life } => (Turn, format!("the Big Boss appears with {life} life")),
            Event::Joins { .. } => (Detail, format!("{who} fights")),
            Event::Stays { .. } => (Detail, format!("{who} stays out of it")),
            Event::Order => {
                let name = |&at: &u8| if at == FOE { "the foe" } else { self.name(at) };
                let names: Vec<&str> = strikers(state).iter().map(name).collect();
                (Detail, format!("order: {}", names.join(", ")))
            }
            Event::Strikes { weapons: with, missile, throw, .. } => {
                let (with, result) = (weapons(with, missile), attack(throw));
                (Detail, format!("{who} strikes with {with}: {result}"))
            }
            Event::FoeStrikes { foe, throw, .. } => {
                (Detail, format!("the {} strikes {whom}: {}", foe_name(foe), attack(throw)))
            }
            Event::Suits { damage, .. } => {
                (Detail, format!("{who} strikes out of its suit for {damage}"))
            }
            Event::FoeLoses { foe, left: 0, .. } => {
                (Detail, format!("the {} is beaten", foe_name(foe)))
            }
            Event::FoeLoses { foe, left, .. } => {
                (Detail, format!("the {} has {left} life left", foe_name(foe)))
            }
            Event::Sacrifices { .. } => (Detail, format!("{who} gives up a hostage")),
            Event::Bound { .. } => (Detail, format!("{who} is bound by bolas")),
            Event::LosesStrike { .. } => (Detail, format!("{who} cannot strike")),
            Event::Flees { rebel, forced, .. } => {
                let how = if forced { "has to flee" } else { "flees" };
                (Step, format!("{who} {how} from the {}", rebel.name()))
            }
            Event::FightEnds { foe: Foe::Rebel(rebel), tile: at, beaten_by: None } => {
                (Detail, format!("the {} lurks on {}", rebel.name(), tile(at)))
            }
            Event::Frees { held, .. } => {
                (Step, format!("{who} frees a hostage: {held} of {}", self.game.needed(state)))
            }
            Event::Changes { what, by, now, cause, .. } => {
                (Detail, format!("{who} {}", change(what, by, now, cause)?))
            }
            Event::Revives { medal, life, .. } => {
                let how = if medal { "the medal" } else { "K-energy" };
                (Detail, format!("{who} comes back by {how} with {life} life"))
            }
            Event::Dies { cause, .. } => (Fall, format!("{who} dies ({})", why(cause))),
            Event::Out { .. } => (Fall, format!("{who} has run out of time")),
            Event::BossDie { face } => (Turn, format!("Boss die: {}", face.name())),
            Event::Picked { .. } => (Step, format!("it is for {who}")),
            Event::Over { outcome: End::Won } => (Step, ending(End::Won)),
            Event::Over { outcome } => (Fall, ending(outcome)),
            _ => return None,
        })
    }
}

/// Returns a text that describes a change of a value on a hero's board. Returns `None` if another
/// sentence contains the change.
fn change(what: What, by: i8, now: u8, cause: Cause) -> Option<String> {
    let (size, why): (u8, &str) = (by.unsigned_abs(), cause.into());
    let hostages = counted(size.into(), "hostage");
    Some(match (what, by > 0) {
        // The line about the hero's return to life contains its new life.
        (What::Life, _) if matches!(cause, Cause::Revival | Cause::Equipment(Equipment::Medal)) => {
            return None;
        }
        // All clocks advance together, and the first line of each turn contains the current hours.
        (What::Hours, _) if cause == Cause::Clock => return None,
        (What::Energy, _) if cause == Cause::Annul => return None,
        (What::Hostages, _) if matches!(cause, Cause::Foe(_) | Cause::Exchange) => return None,
        (What::Life, true) => format!("regains {size} life ({why}): {now}"),
        (What::Life, false) => format!("loses {size} life ({why}): {now} left"),
        (What::Hours, true) => format!("loses {size} h ({why}): {now} h"),
        (What::Hours, false) => format!("wins {size} h ({why}): {now} h"),
        (What::Stress, true) => format!("has {size} stress more ({why}): {now}"),
        (What::Stress, false) => format!("has {size} stress less ({why}): {now}"),
        (What::Energy, true) => format!("gains {size} K-energy ({why}): {now}"),
        (What::Energy, false) => format!("loses {size} K-energy ({why}): {now} left"),
        (What::Hostages, true) => format!("takes {hostages}: {now}"),
        (What::Hostages, false) => format!("loses {hostages}: {now}"),
    })
}

/// Returns the values on a hero's board as text.
pub fn board(hero: &HeroState) -> String {
    let HeroState { life, clock, stress, energy, hostages, .. } = *hero;
    let hostages = counted(hostages.into(), "hostage");
    format!("{life} life, {clock} h, {stress} stress, {energy} K-energy, {hostages}")
}

/// Returns a short text that describes the end of a mission.
pub fn ending(end: End) -> String {
    let why = match end {
        End::Won => return "the mission is won".into(),
        End::Lost(MissionFailure::Boss) => "the Big Boss has beaten all",
        End::Lost(MissionFailure::Death) => "nobody is left, the last one died",
        End::Lost(MissionFailure::Time) => "nobody is left, the last one ran out of time",
        End::Lost(MissionFailure::Hostages) => "too few hostages can still be had",
        End::Lost(MissionFailure::Rounds) => "rounds have run out",
    };
    format!("the mission is lost: {why}")
}

/// Returns the name of a foe in prose.
pub fn foe_name(foe: Foe) -> &'static str {
    if foe == Foe::Boss { "Big Boss" } else { foe.name() }
}

/// Returns the faces of action dice as text: one name per die, separated by spaces.
pub fn faces(dice: Dice) -> String {
    if dice.is_empty() {
        return "nothing".into();
    }
    named(dice.counts()).collect::<Vec<_>>().join(" ")
}

/// Iterates over the names of faces, each one as often as it is counted.
pub fn named(counts: impl IntoIterator<Item = u8>) -> impl Iterator<Item = &'static str> {
    let counts = Face::NAMES.iter().zip(counts);
    counts.flat_map(|(name, count)| std::iter::repeat_n(*name, count.into()))
}

/// Returns a text that names the weapons of an attack.
pub fn weapons((first, second): Weapons, missile: bool) -> String {
    let name = |weapon: Weapon| if weapon == Weapon::Own { "own weapon" } else { weapon.name() };
    let names = [Some(name(first)), second.map(name), missile.then_some("missile")];
    names.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Returns the result of an attack as text, such as "4 + 1 = 5 against 4, hits for 2".
fn attack(AttackThrow { die, score, defense, hits, damage }: AttackThrow) -> String {
    let sum = match score - die as i8 {
        0 => die.to_string(),
        bonus @ 1.. => format!("{die} + {bonus} = {score}"),
        malus => format!("{die} - {} = {score}", -malus).replace('-', "−"),
    };
    let outcome = if hits { format!("hits for {damage}") } else { "misses".into() };
    format!("{sum} against {defense}, {outcome}")
}

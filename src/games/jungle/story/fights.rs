//! Describes the events of fights in prose, for the story of a mission.

use super::Story;
use super::options::weapons;
use crate::game::story::LineStyle;
use crate::games::jungle::event::Event;
use crate::games::jungle::state::{FOE, Foe};

fn foe(foe: Foe) -> &'static str {
    match foe {
        Foe::Rebel(rebel) => rebel.name(),
        Foe::Boss => "Big Boss",
    }
}

/// Returns the result of an attack die as text, with the bonus and the sum if the bonus is not 0.
fn sum(die: u8, score: i8) -> String {
    let text = match score - die as i8 {
        0 => die.to_string(),
        bonus @ 1.. => format!("{die} + {bonus} = {score}"),
        malus => format!("{die} - {} = {score}", -malus),
    };
    text.replace('-', "−")
}

/// Returns the outcome of an attack as text, as in "hits for 2".
fn outcome(hits: bool, damage: u8) -> String {
    match hits {
        true => format!("hits for {damage}"),
        false => "misses".into(),
    }
}

impl Story<'_> {
    pub(super) fn of_fight(&self, event: Event) -> Option<(LineStyle, String)> {
        let name = |hero| self.name(hero);
        let step = |text: String| Some((LineStyle::Step, text));
        let detail = |text: String| Some((LineStyle::Detail, text));
        match event {
            Event::Meets { hero, rebel, life, lurking, .. } => {
                let lurks = if lurking { ", who lurked here" } else { "" };
                let text = format!("{} meets a {} of {life} life{lurks}", name(hero), rebel.name());
                step(text)
            }
            Event::BossAppears { life } => {
                let text = format!("the Big Boss appears with {life} life");
                Some((LineStyle::Turn, text))
            }
            Event::Joins { hero, .. } => detail(format!("{} fights", name(hero))),
            Event::Stays { hero } => detail(format!("{} stays out of it", name(hero))),
            Event::Order { order, strikers } => {
                let striker = |&place: &u8| match place {
                    FOE => "the foe",
                    hero => name(hero),
                };
                let order = order.iter().take(strikers.into()).map(striker);
                let order = order.collect::<Vec<_>>().join(", ");
                detail(format!("order: {order}"))
            }
            Event::Strikes { hero, first, second, missile, die, score, defense, hits, damage } => {
                let with = weapons(first, second, missile);
                let score = sum(die, score);
                let outcome = outcome(hits, damage);
                let text = format!(
                    "{} strikes with {with}: {score} against {defense}, {outcome}",
                    name(hero)
                );
                detail(text)
            }
            Event::Suits { hero, damage } => {
                detail(format!("{} strikes out of its suit for {damage}", name(hero)))
            }
            Event::FoeLoses { foe: of, left, .. } => {
                let left = match left {
                    0 => "is beaten".into(),
                    left => format!("has {left} life left"),
                };
                detail(format!("the {} {left}", foe(of)))
            }
            Event::FoeStrikes { foe: of, target, die, score, defense, hits, damage } => {
                let score = sum(die, score);
                let outcome = outcome(hits, damage);
                let text = format!(
                    "the {} strikes {}: {score} against {defense}, {outcome}",
                    foe(of),
                    name(target)
                );
                detail(text)
            }
            Event::Sacrifices { hero } => detail(format!("{} gives up a hostage", name(hero))),
            Event::Bound { hero } => detail(format!("{} is bound by bolas", name(hero))),
            Event::LosesStrike { hero } => detail(format!("{} cannot strike", name(hero))),
            Event::Flees { hero, rebel, forced } => {
                let how = if forced { "has to flee" } else { "flees" };
                step(format!("{} {how} from the {}", name(hero), rebel.name()))
            }
            Event::FightEnds { foe: Foe::Rebel(rebel), tile, beaten_by: None } => {
                detail(format!("the {} lurks on {}", rebel.name(), self.map.name(tile)))
            }
            Event::Frees { hero, held, .. } => {
                let text = format!("{} frees a hostage: {held} of {}", name(hero), self.needed);
                step(text)
            }
            _ => None,
        }
    }
}

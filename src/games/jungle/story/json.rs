//! Events of a story as JSON objects. Tiles are numbered from 1.

use serde_json::{Map as Object, Value as Json, json};

use super::Story;
use super::prose::cause_words;
use crate::games::jungle::event::{Act, Annulled, Event, Fate, What};
use crate::games::jungle::kinds::Face;
use crate::games::jungle::state::{BossFace, Dice, End, FOE, Failure, Foe};

fn dice(dice: Dice) -> Json {
    let faces = Face::ALL.iter();
    let there = faces.filter(|&&face| dice.count(face) > 0);
    let counts = there.map(|&face| (face.name().to_owned(), Json::from(dice.count(face))));
    Json::Object(counts.collect::<Object<_, _>>())
}

fn foe(foe: Foe) -> &'static str {
    match foe {
        Foe::Rebel(rebel) => rebel.name(),
        Foe::Boss => "boss",
    }
}

fn what(what: What) -> &'static str {
    match what {
        What::Life => "life",
        What::Hours => "hours",
        What::Stress => "stress",
        What::Energy => "energy",
        What::Hostages => "hostages",
    }
}

impl Story<'_> {
    pub(super) fn object(&self, event: Event) -> Json {
        let seat = |hero: u8| self.seat(hero);
        match event {
            Event::RoundBegins { round } => json!({ "round": round }),
            Event::TurnBegins { hero } => {
                json!({ "seat": seat(hero) })
            }
            Event::TurnEnds { hero } => json!({ "seat": seat(hero) }),
            Event::Throws {
                hero,
                dice: lie,
                throw,
            } => {
                json!({ "seat": seat(hero), "throw": throw, "dice": dice(lie) })
            }
            Event::Keeps { hero, kept } => {
                json!({ "seat": seat(hero), "dice": dice(kept) })
            }
            Event::Lies { hero, dice: lie } => {
                json!({ "seat": seat(hero), "dice": dice(lie) })
            }
            Event::Pairs { hero, pairs, alarm } => {
                let [explore, fight, search, rest] = pairs;
                json!({ "seat": seat(hero), "explore": explore, "fight": fight,
                    "search": search, "rest": rest, "alarm": alarm })
            }
            Event::Annuls { hero, what } => {
                let what = match what {
                    Annulled::Alarm => "alarm",
                    Annulled::Fate => "fate",
                    Annulled::BossDie => "boss die",
                    Annulled::Hit => "hit",
                };
                json!({ "seat": seat(hero), "what": what })
            }
            Event::Fate { hero, fate } => {
                let fate = match fate {
                    Fate::Nothing => "nothing",
                    Fate::Stress => "stress",
                    Fate::Alert => "alert",
                };
                json!({ "seat": seat(hero), "face": fate })
            }
            Event::Alerts { hero, alert } => {
                json!({ "seat": seat(hero), "alert": alert.name() })
            }
            Event::Acts { hero, act } => {
                let act = match act {
                    Act::Explore => "explore",
                    Act::Move => "move",
                    Act::Fight => "fight",
                    Act::Search => "search",
                    Act::Rest => "rest",
                    Act::Step => "step",
                };
                json!({ "seat": seat(hero), "act": act })
            }
            Event::Draws { hero, equipment } => {
                json!({ "seat": seat(hero), "equipment": equipment.name() })
            }
            Event::Gets { hero, equipment } => {
                json!({ "seat": seat(hero), "equipment": equipment.name() })
            }
            Event::Uses { hero, equipment } => {
                json!({ "seat": seat(hero), "equipment": equipment.name() })
            }
            Event::Loses {
                hero,
                equipment,
                cause,
            } => {
                json!({ "seat": seat(hero), "equipment": equipment.name(),
                    "cause": cause_words(cause) })
            }
            Event::Hands {
                from,
                to,
                equipment,
            } => {
                json!({ "seat": seat(from), "whom": [self.key(to)], "equipment": equipment.name() })
            }
            Event::Gives { from, to } => {
                json!({ "seat": seat(from), "whom": [self.key(to)] })
            }
            Event::Collects {
                hero,
                from,
                hostages,
            } => {
                json!({ "seat": seat(hero), "whom": [self.key(from)], "hostages": hostages })
            }
            Event::Reveals { hero, tile, kind } => {
                json!({ "seat": seat(hero), "tile": tile + 1, "tile_kind": kind.name() })
            }
            Event::Enters {
                hero,
                from,
                tile,
                kind,
            } => {
                json!({ "seat": seat(hero), "from": from + 1, "tile": tile + 1,
                    "tile_kind": kind.name() })
            }
            Event::Effect { hero, tile, kind } => {
                json!({ "seat": seat(hero), "tile": tile + 1, "tile_kind": kind.name() })
            }
            Event::Over { end } => {
                let end = match end {
                    End::Won => "won",
                    End::Lost(cause) => Failure::NAMES[cause as usize],
                };
                json!({ "outcome": end })
            }
            Event::Changes {
                hero,
                what: number,
                by,
                now,
                cause,
            } => {
                json!({ "seat": seat(hero), "what": what(number), "by": by, "now": now,
                    "cause": cause_words(cause) })
            }
            Event::Revives { hero, medal, life } => {
                json!({ "seat": seat(hero), "medal": medal, "life": life })
            }
            Event::Dies { hero, tile, cause } => {
                json!({ "seat": seat(hero), "tile": tile + 1, "cause": cause_words(cause) })
            }
            Event::Out { hero } => json!({ "seat": seat(hero) }),
            Event::BossDie { face } => {
                json!({ "face": BossFace::NAMES[face as usize] })
            }
            Event::Picked { hero } => json!({ "seat": seat(hero) }),
            event => self.fight_object(event),
        }
    }

    fn fight_object(&self, event: Event) -> Json {
        let seat = |hero: u8| self.seat(hero);
        match event {
            Event::Meets {
                hero,
                tile,
                rebel,
                life,
                lurking,
            } => {
                json!({ "seat": seat(hero), "tile": tile + 1, "rebel": rebel.name(),
                    "life": life, "lurking": lurking })
            }
            Event::BossAppears { life } => json!({ "life": life }),
            Event::Joins { hero, foe: with } => {
                json!({ "seat": seat(hero), "foe": foe(with) })
            }
            Event::Stays { hero } => json!({ "seat": seat(hero) }),
            Event::Order { order, strikers } => {
                let striker = |&place: &u8| match place {
                    FOE => Json::from("foe"),
                    hero => Json::from(seat(hero)),
                };
                let order = order.iter().take(strikers.into()).map(striker);
                json!({ "order": order.collect::<Vec<_>>() })
            }
            Event::Strikes {
                hero,
                first,
                second,
                missile,
                die,
                score,
                defense,
                hits,
                damage,
            } => {
                let weapons = [Some(first), second].into_iter().flatten();
                let weapons: Vec<&str> = weapons.map(|weapon| weapon.name()).collect();
                json!({ "seat": seat(hero), "weapons": weapons, "missile": missile,
                    "die": die, "score": score, "defense": defense, "hits": hits, "damage": damage })
            }
            Event::Suits { hero, damage } => {
                json!({ "seat": seat(hero), "damage": damage })
            }
            Event::FoeLoses {
                hero,
                foe: of,
                life,
                left,
            } => {
                json!({ "seat": seat(hero), "foe": foe(of), "life": life, "left": left })
            }
            Event::FoeStrikes {
                foe: of,
                target,
                die,
                score,
                defense,
                hits,
                damage,
            } => {
                json!({ "foe": foe(of), "whom": [self.key(target)], "die": die,
                    "score": score, "defense": defense, "hits": hits, "damage": damage })
            }
            Event::Sacrifices { hero } => json!({ "seat": seat(hero) }),
            Event::Bound { hero } => json!({ "seat": seat(hero) }),
            Event::LosesStrike { hero } => json!({ "seat": seat(hero) }),
            Event::Flees {
                hero,
                rebel,
                forced,
            } => {
                json!({ "seat": seat(hero), "rebel": rebel.name(), "forced": forced })
            }
            Event::Leaves { hero, foe: of } => {
                json!({ "seat": seat(hero), "foe": foe(of) })
            }
            Event::FightEnds {
                foe: of,
                tile,
                beaten_by,
            } => {
                json!({ "foe": foe(of), "tile": tile + 1, "beaten_by": beaten_by.map(seat) })
            }
            Event::Frees { hero, tile, held } => {
                json!({ "seat": seat(hero), "tile": tile + 1, "held": held })
            }
            _ => json!({}),
        }
    }
}

//! The prose of every kind of event, line by line.

use super::table::{
    CENTRE, Guest, Playing, Table, area, card, fighter, melee, pair, roster, shot, table,
};
use crate::games::arena::story::{Playbill, Prose, Role, Scene};
use crate::games::arena::{Choice, Compulsory, Effect, Event, Fighter, Rules};
use crate::games::dice::ScriptedDice;
use crate::games::{Face, Game, Observer, Options, Turn};

const NAMES: [&str; 4] = ["Ant", "Bee", "Cat", "Dog"];

/// Plays the steps, each with exactly its dice; decisions without a choice of their own are forced or the first of their options.
/// Gives all lines after the line-up.
fn story_of(guests: Vec<Guest>, playing: Playing, steps: &[(Choice, &[Face])]) -> Vec<String> {
    let named = guests.iter().zip(NAMES).map(|(guest, name)| Fighter {
        name: name.into(),
        ..guest.entry()
    });
    let roles: Vec<Role> = (1..)
        .zip(&guests)
        .map(|(seat, guest)| Role {
            seat,
            team: guest.team,
            strategy: "hand".into(),
        })
        .collect();
    let bill = Playbill {
        title: "Test".into(),
        seed: 7,
        game: 3,
    };
    let Playing {
        arena,
        mut state,
        events,
        ..
    } = playing;
    let scene = Scene::new(&arena, &roster(named), &state, &roles);
    let mut prose = Prose::new(scene, &bill);
    let opening = prose.lines().len();
    for event in events {
        prose.see(event);
    }
    let mut steps = steps.iter();
    let mut options = Options::new();
    while let Turn::Decision(_) = arena.turn(&state) {
        arena.options(&state, &mut options);
        let card = match options[0] {
            // Everybody plays the card `p`, the first unless it holds others.
            Choice::Card(_) => Some(options[0]),
            _ => None,
        };
        let (choice, faces): (Choice, &[Face]) = match card {
            Some(card) => (card, &[]),
            None => match steps.next() {
                Some((choice, faces)) => (*choice, faces),
                None => break,
            },
        };
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut dice = ScriptedDice::new(faces.iter().copied());
        arena.play(&mut state, choice, &mut dice, &mut prose);
        dice.assert_all_used();
    }
    assert_eq!(steps.next(), None, "the game is over before");
    let over = arena.turn(&state) == Turn::Over;
    let lines = if over {
        prose.finish(&state)
    } else {
        prose.lines().to_vec()
    };
    lines[opening..].iter().map(ToString::to_string).collect()
}

fn told(table: Table, steps: &[(Choice, &[Face])]) -> Vec<String> {
    let guests = table.guests.clone();
    story_of(guests, table.choosing(), steps)
}

/// Asserts that the story goes on with these lines after the first that begins with `from`.
#[track_caller]
fn assert_lines(story: &[String], from: &str, expected: &[&str]) {
    let start = story
        .iter()
        .position(|line| line.trim_start().starts_with(from));
    let start = start.unwrap_or_else(|| panic!("no line begins with {from:?}: {story:#?}"));
    let told: Vec<&str> = story[start..]
        .iter()
        .map(String::as_str)
        .take(expected.len())
        .collect();
    assert_eq!(told, expected, "{story:#?}");
}

/// Ant next to Bee on zone 1, Cat on zone 3; `change` is made to Ant's guest and Bee's.
fn duel(ant: Guest, bee: Guest) -> Table {
    table([ant.at(0), bee.at(0), fighter(9).at(2)])
}

#[test]
fn a_round_begins_with_how_everybody_stands() {
    let guests = [
        fighter(5).lp(3).pp(4).charm(),
        fighter(7)
            .plays(card(6).item(Effect::GhostRing))
            .trophies(0b1000),
        fighter(10).at(CENTRE),
        fighter(12).fell(1),
    ];
    assert_lines(
        &told(table(guests), &[]),
        "Round",
        &[
            "Round 4 of 7, cards chosen in secret",
            "  Ant   3 LP  4 PP  charm  zone 1      card p",
            "  Bee   7 LP  0 PP         zone 2      card p, ghost ring  (trophy: Dog)",
            "  Cat  10 LP  0 PP         the centre  card p",
            "   6  Bee plays card p, ghost ring (defense 4)",
            "      stays where it is",
            "   1  Ant plays card p (defense 4)",
        ],
    );
}

#[test]
fn placements_share_a_line() {
    let laid = table([fighter(5), fighter(7)]);
    let guests = laid.guests.clone();
    let places: [(Choice, &[Face]); 2] = [(Choice::Place(2), &[]), (Choice::Place(5), &[])];
    let story = story_of(guests, laid.unplaced(), &places);
    assert_lines(
        &story,
        "Placement",
        &[
            "Placement",
            "  Ant starts in zone 3, Bee in zone 6",
            "",
            "Round 1 of 7, cards chosen in secret",
        ],
    );
}

#[test]
fn moves_share_a_line_and_what_comes_to_nothing_is_told() {
    let laid = table([
        fighter(5).plays(card(6).moves(2).melee(2)),
        fighter(7).at(4).active(card(3).item(Effect::PeacePipe)),
    ]);
    assert_lines(
        &told(laid, &[(Choice::Move(1), &[]), (Choice::Move(2), &[])]),
        "6",
        &[
            "   6  Ant plays card p (movement 2, melee 2, defense 4)",
            "      moves to zone 2, then to zone 3",
            "      finds nobody to attack",
        ],
    );
}

#[test]
fn an_attack_with_wounds_and_one_without() {
    let ant = || fighter(5).plays(card(6).melee(3));
    assert_lines(
        &told(duel(ant(), fighter(7).pp(1)), &[(melee(1), &[2, 6, 4])]),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 wounds: Bee 7 → 5 LP, Ant 0 → 4 PP (first wound)",
        ],
    );
    assert_lines(
        &told(
            duel(ant().pp(2), fighter(7).lp(6)),
            &[(melee(1), &[4, 2, 3])],
        ),
        "strikes",
        &["      strikes Bee: rolls 2 3 [4] against 4, 1 wound: Bee 6 → 5 LP, Ant 2 → 3 PP"],
    );
    assert_lines(
        &told(duel(ant(), fighter(7)), &[(melee(1), &[3, 1, 3])]),
        "strikes",
        &["      strikes Bee: rolls 1 3 3 against 4, no wound"],
    );
}

#[test]
fn an_elimination_with_a_trophy_before_the_victims_turn() {
    let ant = fighter(5).plays(card(6).melee(3));
    assert_lines(
        &told(duel(ant, fighter(7).lp(1)), &[(melee(1), &[5, 6, 4])]),
        "strikes",
        &[
            "      strikes Bee: rolls [4] [5] [6] against 4, 3 hits, 1 wound: Bee 1 → 0 LP, Ant 0 → 1 PP",
            "      Bee is eliminated before it can play card p; Ant takes the trophy",
            "   1  Cat plays card p (defense 4)",
        ],
    );
}

#[test]
fn rocks_fly_at_an_early_eliminator_and_may_kill_it() {
    let rocky = |ant: Guest| duel(ant.plays(card(6).melee(1)), fighter(7).lp(1)).round(1);
    assert_lines(
        &told(rocky(fighter(5)), &[(melee(1), &[4, 1, 5, 2])]),
        "the crowd",
        &["      the crowd throws 3 rocks at Ant: rolls 1 2 [5] against 4, 1 wound: Ant 5 → 4 LP"],
    );
    let end = told(
        rocky(fighter(5).lp(1).charm()),
        &[(melee(1), &[4, 1, 5, 2]), (Choice::Reroll(1), &[6])],
    );
    assert_lines(
        &end,
        "the crowd",
        &[
            "      the crowd throws 3 rocks at Ant: rolls 1 2 [5] against 4, 1 hit",
            "        Ant's lucky charm has the 5 rerolled: 6; now 1 2 [6] against 4, 1 wound: Ant 1 → 0 LP",
            "      Ant is eliminated by the rocks; nobody takes the trophy",
            "",
            "After round 1: Cat wins: nobody else is left",
            "  place  fighter  PP  LP  fell                      trophies",
            "      1  Cat       0   9  -                         -",
            "      2  Ant       1   0  in round 1, to the rocks  Bee",
            "      3  Bee       0   0  in round 1, to Ant        -",
        ],
    );
}

#[test]
fn a_lucky_charm_flips_or_rerolls() {
    let laid = || duel(fighter(5).plays(card(6).melee(3)), fighter(7).charm());
    assert_lines(
        &told(laid(), &[(melee(1), &[6, 2, 4]), (Choice::Flip(6), &[])]),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 hits",
            "        Bee's lucky charm flips the 6 to a 1; now 1 2 [4] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
    assert_lines(
        &told(
            laid(),
            &[(melee(1), &[6, 2, 4]), (Choice::Reroll(2), &[3, 1])],
        ),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 hits",
            "        Bee's lucky charm has the 4 and the 6 rerolled: 1 3; now 1 2 3 against 4, no wound",
        ],
    );
    assert_lines(
        &told(laid(), &[(melee(1), &[6, 2, 4]), (Choice::Keep, &[])]),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 wounds: Bee 7 → 5 LP, Ant 0 → 4 PP (first wound)",
        ],
    );
}

#[test]
fn far_shots_and_armour_are_reckoned_up() {
    let far = table([
        fighter(5).plays(card(6).shoots(2).item(Effect::EnergyArmour { bonus: 1 })),
        fighter(7).at(3),
    ]);
    assert_lines(
        &told(far, &[(shot(1), &[4, 3])]),
        "shoots",
        &[
            "      shoots at Bee in zone 4: rolls 3 [4] against 4 (defense 4, energy armour −1, far shot +1), 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
}

#[test]
fn nets_sticks_and_claymores_show_all_their_dice() {
    let net = Effect::EvilNet {
        dice: 3,
        penalty: 2,
    };
    let netted = duel(fighter(5).plays(card(6).melee(2).item(net)), fighter(7));
    assert_lines(
        &told(netted, &[(melee(1), &[1, 2, 4, 1, 2])]),
        "strikes",
        &[
            "      strikes Bee, casting the net (1 + 2 + 4 = 7 against size 7: caught): rolls 1 [2] against 2 (defense 4, evil net −2), 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
    let vampire = duel(
        fighter(5).plays(card(6).melee(1).item(Effect::VampiricSticks)),
        fighter(7),
    );
    assert_lines(
        &told(vampire, &[(melee(1), &[4])]),
        "strikes",
        &[
            "      strikes Bee: rolls [4] against 4, 1 wound: Bee 7 → 6 LP, Ant 5 → 6 LP (first wound)",
        ],
    );
    let claymore = table([
        fighter(5).plays(card(6).item(Effect::ElectricClaymore)),
        fighter(7),
    ]);
    assert_lines(
        &told(claymore, &[(shot(1), &[2, 1, 5])]),
        "shoots",
        &[
            "      shoots at Bee in zone 2 with 2 dice (a first die shows 2): rolls 1 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
}

#[test]
fn spears_roll_the_defense_and_suits_take_a_die() {
    let ant = || fighter(5).plays(card(6).melee(2));
    let spear = fighter(7).active(card(3).melee(2).technique(Effect::WhirlingSpear));
    assert_lines(
        &told(duel(ant(), spear), &[(melee(1), &[5, 2, 3])]),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [5] against 3 (whirling spear rolls 3), 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
    let suit = || fighter(7).active(card(3).item(Effect::BlindingSuit));
    assert_lines(
        &told(duel(ant(), suit()), &[(melee(1), &[2])]),
        "strikes",
        &["      strikes Bee: rolls 2 (1 die fewer: blinding suit) against 4, no wound"],
    );
    let alone = fighter(5).plays(card(6).melee(1));
    assert_lines(
        &told(duel(alone, suit()), &[(melee(1), &[])]),
        "strikes",
        &["      strikes Bee: not a die to roll against 4, no wound"],
    );
}

#[test]
fn barrels_and_bows_tell_each_target_on_its_own_line() {
    let barrel = table([
        fighter(5).plays(card(6).shoots(2).technique(Effect::PowderBarrel)),
        fighter(7).at(1),
        fighter(9).at(1),
    ]);
    assert_lines(
        &told(barrel, &[(area(1), &[2, 5])]),
        "shoots",
        &[
            "      shoots at everyone in zone 2: Bee and Cat",
            "        Bee: 2 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
            "        Cat: 2 [5] against 4, 1 wound: Cat 9 → 8 LP, Ant 3 → 6 PP (first wound)",
        ],
    );
    let bow = table([
        fighter(5).plays(card(6).shoots(1).technique(Effect::DoubleBow)),
        fighter(7).at(1),
        fighter(9).at(2),
    ]);
    assert_lines(
        &told(bow, &[(pair(1, 2), &[4, 4])]),
        "shoots",
        &[
            "      shoots at Bee and Cat at once",
            "        Bee in zone 2: rolls [4] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
            "        Cat in zone 3: rolls 4 against 5 (defense 4, far shot +1), no wound",
        ],
    );
}

#[test]
fn a_strikes_dice_hit_others_too() {
    let strike = table([
        fighter(5).plays(card(6).shoots(2).technique(Effect::Strike)),
        fighter(7).at(1),
        fighter(9).at(1),
        fighter(11)
            .at(1)
            .active(card(3).technique(Effect::WhirlingSpear)),
    ]);
    assert_lines(
        &told(strike, &[(shot(1), &[3, 5, 6])]),
        "shoots",
        &[
            "      shoots at Bee in zone 2: rolls 3 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
            "        Dog's whirling spear rolls defense 6",
            "        its [5] also hits Cat, against 4, 1 wound: Cat 9 → 8 LP, Ant 3 → 6 PP (first wound)",
        ],
    );
}

#[test]
fn an_electroshock_moves_initiative() {
    let shock = || {
        card(6)
            .melee(1)
            .technique(Effect::Electroshock { shift: 2 })
    };
    let waiting = duel(fighter(5).plays(shock()), fighter(7).plays(card(5)));
    let story = told(waiting, &[(melee(1), &[4])]);
    assert_lines(
        &story,
        "electroshock",
        &["        electroshock: Bee now acts at initiative 3, Ant +2 in its next action"],
    );
    assert_lines(
        &story,
        "3",
        &[
            "   3  Bee plays card p (defense 4), initiative 5, shocked to 3",
            "      stays where it is",
        ],
    );
    let acted = duel(fighter(5).plays(shock()), fighter(7).plays(card(8)));
    assert_lines(
        &told(acted, &[(melee(1), &[4])]),
        "electroshock",
        &["        electroshock: Bee −2 initiative in its next action, Ant +2 in its next action"],
    );
    let fallen = duel(fighter(5).plays(shock()), fighter(7).lp(1));
    assert_lines(
        &told(fallen, &[(melee(1), &[4])]),
        "electroshock",
        &["        electroshock: Ant +2 in its next action"],
    );
}

#[test]
fn a_skull_is_given_held_and_taken_back() {
    let given = table([
        fighter(5).plays(card(6).item(Effect::MysticalSkull)),
        fighter(7).plays(card(4).melee(1)),
    ]);
    let story = told(given, &[(Choice::Attack { slot: 1, target: 1 }, &[])]);
    assert_lines(
        &story,
        "gives",
        &[
            "      gives the skull to Bee in zone 2, who cannot attack Ant in its next action",
            "   4  Bee plays card p (melee 1, defense 4)",
            "      holds the skull of Ant and cannot attack its giver",
            "      finds nobody to attack",
        ],
    );
    let taken = duel(fighter(5).plays(card(6).melee(1)), fighter(7)).skull(0, 1);
    assert_lines(
        &told(taken, &[(melee(1), &[1])]),
        "strikes",
        &["      strikes Bee, taking back the skull: rolls 1 against 4, no wound"],
    );
}

#[test]
fn a_hand_is_taken_back() {
    let laid = table([
        fighter(5).active(card(3)).spent(card(2)).spent(card(5)),
        fighter(7),
    ]);
    let guests = laid.guests.clone();
    let mut playing = laid.choosing();
    // Nothing but the card that it is about to play: with that gone too, the round begins with an empty hand.
    playing.state.hand[0] = 0;
    playing.state.round = 3;
    let mut told = Vec::new();
    struct Seen<'a>(&'a mut Vec<Event>);
    impl Observer<Event> for Seen<'_> {
        fn see(&mut self, event: Event) {
            self.0.push(event);
        }
    }
    let dice = &mut ScriptedDice::default();
    playing
        .arena
        .begin_round(&mut playing.state, dice, &mut Seen(&mut told));
    playing.events = told;
    assert_lines(
        &story_of(guests, playing, &[]),
        "Ant has",
        &["  Ant has no card left and takes back cards s1, s0 and p"],
    );
}

#[test]
fn the_end_says_what_decided_it() {
    let last = |[ant, bee]: [Guest; 2]| told(table([ant, bee, fighter(9).fell(1)]).round(7), &[]);
    let head = |story: Vec<String>| {
        story
            .into_iter()
            .find(|line| line.starts_with("After"))
            .unwrap()
    };
    let (ant, bee) = (|| fighter(5).pp(4), || fighter(7).pp(4));
    assert_eq!(
        head(last([ant(), bee().pp(6)])),
        "After round 7: Bee wins with 6 PP, the most of those left"
    );
    assert_eq!(
        head(last([ant(), bee().trophies(0b100)])),
        "After round 7: Bee wins: 4 PP like Ant, but more trophies (1)"
    );
    assert_eq!(
        head(last([ant(), bee()])),
        "After round 7: Ant wins: 4 PP and 0 trophies like Bee, but smaller"
    );
    let team = table([ant().team(1), bee().team(2), fighter(9).team(1)]).round(7);
    let story = told(team, &[]);
    assert_eq!(
        head(story.clone()),
        "After round 7: Ant and Cat win: 4 PP and 0 trophies like Bee, but smaller"
    );
    assert_lines(
        &story,
        "place",
        &[
            "  place  fighter          PP  LP  fell  trophies",
            "      1  Ant      team 1   4   5  -     -",
        ],
    );
}

#[test]
fn what_need_not_be_attacked_is_told_as_a_choice() {
    let free = |rules: &mut Rules| rules.compulsory = Compulsory::Never;
    let laid = duel(fighter(5).plays(card(6).melee(2)), fighter(7)).rules(free);
    assert_lines(
        &told(laid, &[(Choice::EndTurn, &[])]),
        "attacks",
        &["      attacks nobody"],
    );
}

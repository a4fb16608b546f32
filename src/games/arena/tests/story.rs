//! Tests of the prose of stories: a told game, and the sentences that need a special position.

use super::given::{CENTRE, Given, Guest, Playing, area, card, fighter, given, melee, shot};
use crate::game::chance::ScriptedChance;
use crate::game::story::{EndLine, Playbill, Role, Telling};
use crate::game::{Face, Game, Observer, Options, Turn};
use crate::games::arena::story::Story;
use crate::games::arena::{Arena, Choice, Effect, Rules};

/// The choices of a test, each with exactly its dice.
type Steps<'a> = &'a [(Choice, &'a [Face])];

/// Returns the prose of a game in which each fighter plays the first card in its hand, and the
/// choices `steps` follow. It has all lines after the line-up, and the outcome if the game ends.
fn prose(guests: &[Guest], playing: Playing, steps: Steps<'_>) -> String {
    let roles = (1..).zip(guests).map(|(seat, guest)| Role {
        seat,
        team: guest.team,
        strategy: "hand".into(),
    });
    let bill = Playbill { roles: roles.collect(), ..Playbill::default() };
    let Playing { arena, mut state, events, .. } = playing;
    let teller = Story::new(&arena, &state, &bill.roles);
    let mut story = Telling::<Arena, _>::new(teller, &state, 0, &bill);
    let opening = story.prose().len();
    for event in events {
        story.see(event, &state);
    }
    let mut steps = steps.iter();
    let mut options = Options::new();
    while let Turn::Decision(_) = arena.turn(&state) {
        arena.options(&state, &mut options);
        let (choice, faces): (Choice, &[Face]) = match options[0] {
            card @ Choice::Card(_) => (card, &[]),
            _ => match steps.next() {
                Some((choice, faces)) => (*choice, faces),
                None => break,
            },
        };
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut dice = ScriptedChance::faces(faces.iter().copied());
        arena.play(&mut state, choice, &mut dice, &mut story);
        dice.assert_all_used();
    }
    assert_eq!(steps.next(), None, "the game is over before");
    let over = arena.turn(&state) == Turn::Over;
    let lines = story.finish(over.then(|| (&state, EndLine::default()))).lines;
    let lines: Vec<String> = lines[opening..].iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Asserts that these lines follow each other in the prose of a game.
#[track_caller]
fn told(given: Given, steps: Steps<'_>, lines: &[&str]) {
    let guests = given.guests.clone();
    let prose = prose(&guests, given.choosing(), steps);
    assert!(prose.contains(&lines.join("\n")), "{}\n\nin\n\n{prose}", lines.join("\n"));
}

/// Creates a game with fighters Ant and Bee in zone 1 and Cat in zone 3. Zones are numbered as in
/// stories.
fn duel(ant: Guest, bee: Guest) -> Given {
    given([ant.at(0), bee.at(0), fighter(9).at(2)])
}

#[test]
fn a_round_with_a_charm_an_elimination_and_rocks_to_the_end_of_the_game() {
    let guests = [
        fighter(5).lp(3).pp(4).plays(card(6).moves(2).melee(3)).charm(),
        fighter(7).at(1).lp(1).plays(card(3).item(Effect::GhostRing)).charm(),
        fighter(10).at(CENTRE).trophies(0b1000).plays(card(8)),
        fighter(12).fell(1),
    ];
    let rocks = |rules: &mut Rules| (rules.rounds, rules.rocks) = (4, vec![3; 4]);
    told(
        given(guests).rules(rocks),
        &[
            (Choice::Move(1), &[]),
            (melee(1), &[6, 2, 4]),
            (Choice::Reroll(2), &[3, 5, 1, 2, 6]),
            (Choice::Flip(6), &[]),
            (Choice::Move(2), &[]),
        ],
        &[
            "Round 4 of 4, cards chosen in secret",
            "  Ant   3 LP  4 PP  charm  zone 1      card p",
            "  Bee   1 LP  0 PP  charm  zone 2      card p, ghost ring",
            "  Cat  10 LP  0 PP         the centre  card p              (trophy: Dog)",
            "   8  Cat plays card p (defense 4)",
            "      stays where it is",
            "   6  Ant plays card p (movement 2, melee 3, defense 4)",
            "      moves to zone 2",
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 hits",
            "        Bee's lucky charm has the 4 and the 6 rerolled: 3 5; now 2 3 [5] against 4, 1 \
             wound: Bee 1 → 0 LP, Ant 4 → 5 PP",
            "      Bee is eliminated before it can play card p, ghost ring; Ant takes the trophy",
            "      the crowd throws 3 rocks at Ant: rolls 1 2 [6] against 4, 1 hit",
            "        Ant's lucky charm flips the 6 to a 1; now 1 1 2 against 4, no wound",
            "      moves to zone 3",
            "",
            "After round 4: Ant wins with 5 PP, the most of those left",
            "  place  fighter  PP  LP  fell                      trophies",
            "      1  Ant       5   3  -                         Bee",
            "      2  Cat       0  10  -                         Dog",
            "      3  Bee       0   0  in round 4, to the rocks  -",
            "      4  Dog       0   0  in round 0, to the rocks  -",
        ],
    );
}

#[test]
fn a_turn_of_mad_arena_with_inherited_trophies() {
    let guests = [
        fighter(5).plays(card(6).moves(1).melee(2)),
        fighter(7).at(0).lp(1).trophies(0b1000).pp(12),
        fighter(9).at(2),
        fighter(12).fell(1),
    ];
    told(
        given(guests).mad(),
        &[(melee(1), &[4, 1])],
        &[
            "      strikes Bee: rolls 1 [4] against 4, 1 wound: Bee 1 → 0 LP",
            "      Bee is eliminated before it can play card p; Ant takes the trophy, and Dog with \
             it: 0 → 19 TP",
        ],
    );
}

#[test]
fn placements_share_a_line() {
    let game = given([fighter(5), fighter(7)]);
    let guests = game.guests.clone();
    let steps: Steps<'_> = &[(Choice::Place(2), &[]), (Choice::Place(5), &[])];
    let prose = prose(&guests, game.unplaced(), steps);
    let lines = "  Ant starts in zone 3, Bee in zone 6\n\nRound 1 of 7, cards chosen in secret\n";
    assert!(prose.starts_with(lines), "{prose}");
}

#[test]
fn sentences_about_rounds_and_turns() {
    let laid = given([fighter(5).active(card(3)).spent(card(2)), fighter(7)]);
    told(laid, &[], &["  Ant has no card left and takes back cards a and s0"]);
    let peace = fighter(7).at(4).active(card(3).item(Effect::PeacePipe));
    told(
        given([fighter(5).plays(card(6).moves(2).melee(2)), peace]),
        &[(Choice::Move(1), &[]), (Choice::Move(2), &[])],
        &["      moves to zone 2, then to zone 3", "      finds nobody to attack"],
    );
    let skull = card(6).item(Effect::MysticalSkull);
    told(
        given([fighter(5).plays(skull), fighter(7).plays(card(4).melee(1))]),
        &[(shot(1), &[])],
        &[
            "      gives the skull to Bee in zone 2, who cannot attack Ant in its next action",
            "   4  Bee plays card p (melee 1, defense 4)",
            "      holds the skull of Ant and cannot attack its giver",
            "      finds nobody to attack",
        ],
    );
    let shock = card(6).melee(1).technique(Effect::Electroshock { shift: 2 });
    told(
        duel(fighter(5).plays(shock).at(0), fighter(7).plays(card(5))),
        &[(melee(1), &[4])],
        &[
            "        electroshock: Bee now acts at initiative 3, Ant +2 in its next action",
            "   3  Bee plays card p (defense 4), initiative 5, shocked to 3",
        ],
    );
}

#[test]
fn sentences_about_dice() {
    let armour = card(6).shoots(2).item(Effect::EnergyArmour { bonus: 1 });
    told(
        given([fighter(5).plays(armour), fighter(7).at(3)]),
        &[(shot(1), &[4, 3])],
        &["      shoots at Bee in zone 4: rolls 3 [4] against 4 (defense 4, energy armour −1, \
            far shot +1), 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)"],
    );
    let early = |plays, zone| {
        given([fighter(5).at(0).plays(plays), fighter(7).at(zone).charm(), fighter(9).at(3)])
            .rules(|rules| rules.charm_effect_dice = true)
    };
    told(
        early(card(6).melee(2).item(Effect::EvilNet { dice: 3, penalty: 2 }), 0),
        &[(melee(1), &[1, 4, 6]), (Choice::Reroll(2), &[3, 3, 4, 2])],
        &[
            "      strikes Bee, casting the net (1 + 4 + 6 = 11 against size 7: caught)",
            "        Bee's lucky charm has the 4 and the 6 rerolled: 3 3; now 1 + 3 + 3 = 7 \
             against size 7: caught",
            "        Bee: rolls [2] [4] against 2 (defense 4, evil net −2), 2 wounds: Bee 7 → 5 \
             LP, Ant 0 → 4 PP (first wound)",
        ],
    );
    told(
        early(card(6).item(Effect::ElectricClaymore), 1),
        &[(shot(1), &[5]), (Choice::Flip(5), &[1, 3])],
        &[
            "      shoots at Bee in zone 2 with 5 dice (a first die shows 5)",
            "        Bee's lucky charm flips the 5 to a 2; now 2 dice",
            "        Bee in zone 2: rolls 1 3 against 4, no wound",
        ],
    );
    let suit = fighter(7).active(card(3).item(Effect::BlindingSuit));
    told(
        duel(fighter(5).plays(card(6).melee(2)), suit),
        &[(melee(1), &[2])],
        &["      strikes Bee: rolls 2 (1 die fewer: blinding suit) against 4, no wound"],
    );
    told(
        given([
            fighter(5).plays(card(6).shoots(2).technique(Effect::PowderBarrel)),
            fighter(7).at(1),
            fighter(9).at(1),
        ]),
        &[(area(1), &[2, 5])],
        &[
            "      shoots at everyone in zone 2: Bee and Cat",
            "        Bee: 2 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
            "        Cat: 2 [5] against 4, 1 wound: Cat 9 → 8 LP, Ant 3 → 6 PP (first wound)",
        ],
    );
    told(
        given([
            fighter(5).plays(card(6).shoots(3).technique(Effect::Strike)),
            fighter(7).at(1),
            fighter(9).at(1),
            fighter(11).at(1).active(card(3).technique(Effect::WhirlingSpear)),
        ])
        .rules(|rules| rules.strike_optional = true),
        &[(shot(1), &[3, 5, 6, 4]), (Choice::Next(3), &[]), (Choice::EndTurn, &[])],
        &[
            "      shoots at Bee in zone 2: rolls 3 [5] [6] against 4, 2 wounds: Bee 7 → 5 LP, Ant \
             0 → 4 PP (first wound)",
            "        Dog's whirling spear rolls defense 4",
            "        its [5] also hits Dog, against 4 (whirling spear rolls 4), 1 wound: Dog 11 → \
             10 LP, Ant 4 → 7 PP (first wound)",
            "        spares Cat, whom a die could also hit",
        ],
    );
}

#[test]
fn the_end_says_what_decided_it() {
    let (ant, bee) = (|| fighter(5).pp(4), || fighter(7).pp(4));
    let ends = |[ant, bee]: [Guest; 2], words: &str| {
        let head = format!("After round 7: {words}");
        told(given([ant, bee, fighter(9).fell(1)]).round(7), &[], &[&head]);
    };
    ends([ant(), bee().pp(6)], "Bee wins with 6 PP, the most of those left\n");
    ends([ant(), bee().trophies(0b100)], "Bee wins: 4 PP like Ant, but more trophies (1)\n");
    ends([ant(), bee()], "Ant wins: 4 PP and 0 trophies like Bee, but smaller\n");
    let teams = given([ant().team(1), bee().team(2), fighter(9).team(1)]).round(7);
    told(
        teams,
        &[],
        &[
            "After round 7: Ant and Cat win: 4 PP and 0 trophies like Bee, but smaller",
            "  place  fighter          PP  LP  fell  trophies",
            "      1  Ant      team 1   4   5  -     -",
        ],
    );
}

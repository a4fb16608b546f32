//! Tests of the prose about attacks, line by line: dice, charms, wounds, eliminations, rocks and
//! every effect.

use super::given::{Guest, area, card, fighter, given, melee, pair, shot};
use super::storyteller::{assert_lines, duel, told};
use crate::games::arena::{Choice, Effect};

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
        &told(duel(ant().pp(2), fighter(7).lp(6)), &[(melee(1), &[4, 2, 3])]),
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
        &told(laid(), &[(melee(1), &[6, 2, 4]), (Choice::Reroll(2), &[3, 1])]),
        "strikes",
        &[
            "      strikes Bee: rolls 2 [4] [6] against 4, 2 hits",
            "        Bee's lucky charm has the 4 and the 6 rerolled: 1 3; now 1 2 3 against 4, no wound",
        ],
    );
    // If more dice hit than the target has life points, the number of hits appears only once.
    let last = duel(fighter(5).plays(card(6).melee(3)), fighter(7).lp(1).charm());
    assert_lines(
        &told(last, &[(melee(1), &[6, 2, 4]), (Choice::Reroll(2), &[3, 1])]),
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
    let far = given([
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
    let net = Effect::EvilNet { dice: 3, penalty: 2 };
    let netted = duel(fighter(5).plays(card(6).melee(2).item(net)), fighter(7));
    assert_lines(
        &told(netted, &[(melee(1), &[1, 2, 4, 1, 2])]),
        "strikes",
        &[
            "      strikes Bee, casting the net (1 + 2 + 4 = 7 against size 7: caught): rolls 1 [2] against 2 (defense 4, evil net −2), 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
    let vampire = duel(fighter(5).plays(card(6).melee(1).item(Effect::VampiricSticks)), fighter(7));
    assert_lines(
        &told(vampire, &[(melee(1), &[4])]),
        "strikes",
        &[
            "      strikes Bee: rolls [4] against 4, 1 wound: Bee 7 → 6 LP, Ant 5 → 6 LP (first wound)",
        ],
    );
    let claymore = given([fighter(5).plays(card(6).item(Effect::ElectricClaymore)), fighter(7)]);
    assert_lines(
        &told(claymore, &[(shot(1), &[2, 1, 5])]),
        "shoots",
        &[
            "      shoots at Bee in zone 2 with 2 dice (a first die shows 2): rolls 1 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
}

#[test]
fn charms_may_answer_the_dice_of_nets_and_claymores() {
    let table = |plays, zone| {
        let bee = fighter(7).at(zone).charm();
        given([fighter(5).at(0).plays(plays), bee, fighter(9).at(3)])
            .rules(|rules| rules.charm_effect_dice = true)
    };
    let net = card(6).melee(2).item(Effect::EvilNet { dice: 3, penalty: 2 });
    let steps: [(Choice, &[u8]); 2] = [(melee(1), &[1, 4, 6]), (Choice::Reroll(2), &[3, 3, 4, 2])];
    assert_lines(
        &told(table(net, 0), &steps),
        "strikes",
        &[
            "      strikes Bee, casting the net (1 + 4 + 6 = 11 against size 7: caught)",
            "        Bee's lucky charm has the 4 and the 6 rerolled: 3 3; now 1 + 3 + 3 = 7 against size 7: caught",
            "        Bee: rolls [2] [4] against 2 (defense 4, evil net −2), 2 wounds: Bee 7 → 5 LP, Ant 0 → 4 PP (first wound)",
        ],
    );
    let claymore = card(6).item(Effect::ElectricClaymore);
    let steps: [(Choice, &[u8]); 2] = [(shot(1), &[5]), (Choice::Flip(5), &[1, 5])];
    assert_lines(
        &told(table(claymore, 1), &steps),
        "shoots",
        &[
            "      shoots at Bee in zone 2 with 5 dice (a first die shows 5)",
            "        Bee's lucky charm flips the 5 to a 2; now 2 dice",
            "        Bee in zone 2: rolls 1 [5] against 4, 1 wound: Bee 7 → 6 LP, Ant 0 → 3 PP (first wound)",
        ],
    );
    let bramble = card(6).melee(3).technique(Effect::BrambleNet);
    let steps: [(Choice, &[u8]); 2] = [(melee(1), &[1, 1, 6]), (Choice::Flip(6), &[])];
    assert_lines(
        &told(table(bramble, 0), &steps),
        "strikes",
        &[
            "      strikes Bee, casting the net (1 + 1 + 6 = 8 against size 7: caught)",
            "        Bee's lucky charm flips the 6 to a 1; now 1 + 1 + 1 = 3 against size 7: not caught",
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
    let barrel = given([
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
    let bow = given([
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
    let strike = given([
        fighter(5).plays(card(6).shoots(2).technique(Effect::Strike)),
        fighter(7).at(1),
        fighter(9).at(1),
        fighter(11).at(1).active(card(3).technique(Effect::WhirlingSpear)),
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
fn a_strike_that_may_stop_says_whom_it_spares() {
    let strike = given([
        fighter(5).plays(card(6).shoots(3).technique(Effect::Strike)),
        fighter(7).at(1),
        fighter(9).at(1),
        fighter(11).at(1),
    ])
    .rules(|rules| rules.strike_optional = true);
    let steps: [(Choice, &[u8]); 3] =
        [(shot(1), &[3, 5, 6]), (Choice::Next(3), &[]), (Choice::EndTurn, &[])];
    assert_lines(
        &told(strike, &steps),
        "shoots",
        &[
            "      shoots at Bee in zone 2: rolls 3 [5] [6] against 4, 2 wounds: Bee 7 → 5 LP, Ant 0 → 4 PP (first wound)",
            "        its [5] also hits Dog, against 4, 1 wound: Dog 11 → 10 LP, Ant 4 → 7 PP (first wound)",
            "        spares Cat, whom a die could also hit",
        ],
    );
}

#[test]
fn an_electroshock_moves_initiative() {
    let shock = || card(6).melee(1).technique(Effect::Electroshock { shift: 2 });
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

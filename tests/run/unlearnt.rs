//! Tests of bots in scenarios that they have not learnt: no command gives a verdict from their
//! games, and a stand-in (a bot of weights) plays the same games.

use std::fs;

use gong::report::Manifest;

use crate::common::world::World;

/// A scenario for two players that the bot `trained` has learnt.
pub const DUEL: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/scenarios/ultimate-warriorz/tribal-rumble-fixed-2.toml"
);
/// A scenario with fighters from which teams can be formed.
pub const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/scenarios/ultimate-warriorz/tribal-rumble.toml"
);
/// Arguments with a rule that the bot `trained` has not learnt.
pub const STRANGE: [&str; 2] = ["--set", "rules.rounds=9"];
const HEADLINE: &str = "No verdict: the bot “trained” has not learnt this scenario";

/// Plays a command; returns its terminal output.
pub fn play(world: &World, command: &[&str], out: &str) -> String {
    let all = [command, &["--out", out]].concat();
    String::from_utf8(world.gong(&all, 0).stdout).unwrap()
}

fn page(world: &World, out: &str) -> String {
    fs::read_to_string(world.path(out).join("report.html")).unwrap()
}

#[test]
fn a_rule_without_effect_is_noted_in_the_report() {
    let world = World::new();
    let command = ["run", "jungle.toml", "--games", "20"];
    let told = play(&world, &command, "plain");
    assert!(!told.contains("Note: "), "{told}");
    let set = ["--set", "rules.hostages.three=8"];
    let told = play(&world, &[&command[..], &set].concat(), "idle");
    let note = "rules.hostages.three: changes nothing here: there are 2 heroes";
    assert!(told.contains(&format!("\nNote: {note}.\n")), "{told}");
    assert!(page(&world, "idle").contains(note));
    let manifest = world.manifest("idle");
    assert_eq!(manifest.idle, [note]);
    assert!(manifest.warnings.contains(&format!("Note: {note}.")));
}

#[test]
fn no_question_has_a_verdict_outside_of_what_its_bot_has_learnt() {
    let world = World::new();
    let fighters = ["--fighters", "agaric,cactus,baobab,bonzai"];
    for (kind, command) in [
        (
            "run",
            [&["run", DUEL, "--games", "40"], &STRANGE[..]].concat(),
        ),
        (
            "compare",
            [&["compare", DUEL, "--games", "40"], &STRANGE[..]].concat(),
        ),
        (
            "pairings",
            [
                &["pairings", TABLE, "--games", "10"],
                &STRANGE[..],
                &fighters,
            ]
            .concat(),
        ),
        (
            "sensitivity",
            [
                &["sensitivity", DUEL, "--games", "2", "--fighter", "cactus"],
                &STRANGE[..],
            ]
            .concat(),
        ),
        (
            "tune",
            [
                &[
                    "tune",
                    DUEL,
                    "--games",
                    "8",
                    "--edits",
                    "1",
                    "--only",
                    "cactus.size",
                ],
                &STRANGE[..],
            ]
            .concat(),
        ),
    ] {
        let told = play(&world, &command, "out");
        let mut lines = told.lines().filter(|line| !line.is_empty());
        lines
            .find(|line| line.contains(" a second)"))
            .expect("what was played");
        assert_eq!(lines.next(), Some(HEADLINE), "{kind:?}: {told}");
        let warning = lines.next().unwrap_or_default();
        let wanted = "Not learnt: trained has not learnt rounds = 9 (only 7).";
        assert!(warning.starts_with(wanted), "{kind:?}: {told}");
        let advice = " With --adapt 20000, the bot first learns it in training games.";
        assert!(warning.ends_with(advice), "{kind:?}: {told}");
        let lines: Vec<&str> = lines.collect();
        let position = |wanted: &str| lines.iter().position(|line| line.starts_with(wanted));
        let beside = position("Measured with the bot “balanced”:").expect("a stand-in");
        let marked =
            position("Measured with the bot “trained”, which has not learnt this scenario:")
                .expect("a mark");
        assert!(beside < marked, "{kind:?}: {told}");
        if kind == "pairings" {
            // The rows of the bot that has not learnt the scenario have no verdicts on fairness.
            let own = lines.iter().filter(|line| line.ends_with("  not learnt"));
            let own: Vec<&&str> = own.collect();
            let judged = |line: &&&str| line.contains("fair  ") || line.contains("close to call");
            assert!(!own.is_empty() && !own.iter().any(judged), "{told}");
        }
        assert!(
            told.contains("\n- Measured with the bot “balanced” instead. "),
            "{kind:?}: {told}"
        );

        let manifest = world.manifest("out");
        assert_eq!(
            (manifest.kind.as_str(), manifest.headline.as_str()),
            (kind, HEADLINE)
        );
        assert!(
            manifest
                .warnings
                .iter()
                .any(|of| of.starts_with("Not learnt: ")),
            "{kind:?}: {:?}",
            manifest.warnings
        );
        let stand_in = manifest
            .stand_in
            .as_deref()
            .expect("the stand-in's manifest");
        assert!(
            stand_in.command.contains("--strategy balanced"),
            "{}",
            stand_in.command
        );
        let page = page(&world, "out");
        let place = |wanted: &str| {
            page.find(wanted)
                .unwrap_or_else(|| panic!("{kind:?}: {wanted}"))
        };
        assert!(
            place("<strong>Not learnt:") < place("<li>Measured with the bot “balanced” instead. ")
        );
        assert!(
            place("Measured with the bot “balanced”: ") < place("(trained, not learnt)</h3>"),
            "{kind:?}"
        );
        // The titles of all other charts must not claim a finding.
        for chart in &manifest.charts {
            let svg = fs::read_to_string(world.path("out").join(format!("charts/{chart}.svg")));
            let svg = svg.unwrap();
            let (_, title) = svg.split_once("-title\">").unwrap();
            let said = if chart.starts_with("stand_in_") {
                "Measured with the bot “balanced”: "
            } else {
                "Measured with the bot “trained”, which has not learnt this scenario. "
            };
            assert!(
                title.starts_with(said),
                "{kind:?}, {chart}: {}",
                &title[..80]
            );
        }
    }
}

#[test]
fn a_stand_in_finds_what_its_own_command_finds() {
    let world = World::new();
    let command = [&["compare", DUEL, "--games", "60"], &STRANGE[..]].concat();
    play(&world, &command, "out");
    let manifest = world.manifest("out");
    let stand_in = manifest.stand_in.clone().unwrap();
    play(
        &world,
        &[&command[..], &["--strategy", "balanced"]].concat(),
        "alone",
    );
    let alone = world.manifest("alone");
    assert!(alone.stand_in.is_none() && alone.unlearnt.is_empty());
    assert_eq!(stand_in.results, alone.results);
    assert_eq!(stand_in.games, alone.games);
    // Charts and page are drawn again from the stored data, without remains of another run.
    let before = page(&world, "out");
    world.gong(&["report", "out"], 0);
    assert_eq!(page(&world, "out"), before);
    play(
        &world,
        &[
            "compare",
            DUEL,
            "--games",
            "20",
            "--set",
            "fighters.cactus.size=9",
        ],
        "out",
    );
    let names = |folder: &str| {
        let entries = fs::read_dir(world.path("out").join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<String>>()
    };
    for folder in ["tables", "charts"] {
        let names = names(folder);
        assert!(
            !names.iter().any(|name| name.starts_with("stand_in_")),
            "{names:?}"
        );
    }
    assert!(!world.manifest("out").headline.starts_with("No verdict"));
}

#[test]
fn shards_and_reports_have_a_stand_in_too() {
    let world = World::new();
    let command = [&["run", DUEL, "--games", "60"], &STRANGE[..]].concat();
    play(&world, &command, "whole");
    for shard in ["1/2", "2/2"] {
        let out = ["--shard", shard, "--out", "shards"];
        world
            .command(&[&command[..], &out].concat())
            .output()
            .unwrap();
    }
    world.gong(&["merge", "shards", "--out", "merged"], 0);
    let of = |out: &str| -> (String, String) {
        let Manifest {
            results, stand_in, ..
        } = world.manifest(out);
        (results, stand_in.unwrap().results)
    };
    assert_eq!(of("merged"), of("whole"));
    world.gong(&["rerun", "whole"], 0);

    play(&world, &["run", DUEL, "--games", "60"], "usual");
    play(&world, &["compare", "usual", "whole"], "out");
    let manifest = world.manifest("out");
    assert_eq!(manifest.headline, HEADLINE);
    assert!(manifest.stand_in.is_some());
}

#[test]
fn a_sweep_has_no_verdict_outside_of_what_its_bot_has_learnt() {
    let world = World::new();
    let command = ["sweep", DUEL, "--games", "20", "--vary", "rules.rounds=7,9"];
    let told = play(&world, &command, "out");
    assert!(told.contains(HEADLINE), "{told}");
    assert_eq!(world.manifest("out").headline, HEADLINE);
    assert!(page(&world, "out").contains("trained, not learnt"));
    // The bot has learnt the other value.
    let marked = told.lines().filter(|line| line.ends_with(" not learnt"));
    let marked: Vec<&str> = marked.collect();
    let of_value = |line: &&str| line.contains("rules.rounds=9");
    assert!(!marked.is_empty() && marked.iter().all(of_value), "{told}");
}

#[test]
fn a_level_and_a_bot_among_others_are_marked_by_name() {
    let world = World::new();
    let levels = ["skill", DUEL, "--levels", "balanced:60,trained:60"];
    let told = play(&world, &[&levels[..], &STRANGE].concat(), "out");
    assert!(told.contains(HEADLINE), "{told}");
    assert!(told.contains("trained (not learnt)"), "{told}");
    let manifest = world.manifest("out");
    assert!(manifest.stand_in.is_none(), "balanced is a level");
    assert!(!told.contains("The fair share is "), "no verdict: {told}");
    assert!(!page(&world, "out").contains("trained, not learnt"));

    let bots = [
        "run",
        DUEL,
        "--games",
        "60",
        "--strategy",
        "trained,aggressive",
    ];
    let told = play(&world, &[&bots[..], &STRANGE].concat(), "out");
    assert!(
        told.contains(HEADLINE) && told.contains("trained (not learnt)"),
        "{told}"
    );
    assert!(
        told.contains("Measured with the bot “balanced” instead. "),
        "{told}"
    );
    // With rules that the bot has learnt, the output has no warning.
    let told = play(&world, &bots, "out");
    assert!(!told.contains("No verdict"), "{told}");
}

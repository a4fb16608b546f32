//! The results of `gong compare`, grouped by variant, for the report's page, charts and sentences.

use anyhow::Result;

use super::counts::{VariantCounts, uncounted};
use super::plan::ComparePlan;
use super::tables::{self, Winner};
use crate::analysis::pairs::{GroupPairs, Subject};
use crate::questions::experiment::{Arm, CellCounts, Player};
use crate::questions::facts::{Fact, SubjectKind, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::Manifest;
use crate::report::measured::MeasureNote;
use crate::report::people::{PARTY, People};
use crate::report::shared::descending;
use crate::simulate::Simulation;
use crate::stats::PairKind::{self, Amounts as AMOUNTS, Shares as SHARES};
use crate::stats::{Apart, Cast, Compared, Entrant, Measure, Pairs};

/// Name of the measure of a game's length in rounds.
const ROUNDS: &str = "rounds";

/// The results of a comparison of several variants of a scenario.
pub struct CompareFacts<'a> {
    pub plan: &'a ComparePlan,
    /// Number of games that each variant of the scenario played.
    pub games: u64,
    /// Confidence level of all intervals in the report, 0 to 1.
    pub level: f64,
    /// The measures of the game that are compared in addition to the win rate.
    pub measures: Vec<MeasureNote>,
    /// Names of the bots that play the first variant.
    pub bots: Vec<String>,
    /// The reference player and the number of its games of each variant; `None` without a reference
    /// player.
    pub reference: Option<(String, u64)>,
    /// The results of every variant except the first, each compared with the first variant.
    pub variants: Vec<VariantFacts<'a>>,
    pub judged: Vec<Judged>,
    pub people: People,
}

/// The results of one variant, compared with the first variant.
pub struct VariantFacts<'a> {
    pub arm: &'a Arm,
    /// The factions; empty if the game has none, and if games are not paired.
    pub factions: Vec<ChangeLine>,
    /// The party of a cooperative game; `None` in another game.
    pub party: Option<ChangeLine>,
    /// The fighters in descending order of the change in win rate, the largest gain first.
    pub fighters: Vec<ChangeLine>,
    /// The change of the number of rounds per game.
    pub length: Fact,
    /// The rows of the table `winners`; empty if the games are not paired.
    pub winners: Vec<Winner>,
    /// True if every game has the same winners, length and measured values in the two variants.
    pub is_identical: bool,
    /// Names of the fighters that only one of the two variants has; `None` if the games of the
    /// variants are paired.
    pub apart: Option<Vec<String>>,
    /// Win rates of equally strong sides in the first variant and in this one, 0 to 1; `None` in a
    /// cooperative game.
    pub fair: Option<[f64; 2]>,
}

/// The results of one fighter in two variants of a scenario, or of a group of fighters that win
/// together.
pub struct ChangeLine {
    /// The name of the fighter or the group on the page, such as "heroes". The bot's name is added
    /// if the bots differ or if several bots play the fighter.
    pub label: String,
    /// The fighter's colour; empty for a group.
    pub colour: String,
    /// The change of the win rate.
    pub wins: Judged,
    /// The changes of the other measures.
    values: Vec<Fact>,
}

impl<'a> CompareFacts<'a> {
    /// Judges the counts of each variant except the first, and groups them.
    ///
    /// # Errors
    /// Fails if the counts do not belong to the scenarios of the plan.
    pub fn new(
        plan: &'a ComparePlan,
        found: &[CellCounts],
        manifest: &Manifest,
    ) -> Result<CompareFacts<'a>> {
        let simulations = plan.experiment.players.iter().map(Player::simulations);
        let simulations: Vec<Vec<Simulation>> = simulations.take(found.len()).collect();
        let restored =
            |(of, counts): (&Vec<Simulation>, &CellCounts)| counts.restored(uncounted(of));
        let counts = simulations.iter().zip(found).map(restored);
        let counts: Vec<Vec<VariantCounts>> = counts.collect::<Result<_>>()?;
        let reference = plan.experiment.reference().zip(found.get(1));
        let reference = reference.map(|(of, counts)| (of.name().to_owned(), counts.games));
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let own = player_facts(plan, &counts[0], (&bots.join(", "), false), manifest);
        let theirs = reference
            .as_ref()
            .map_or(vec![], |(name, _)| player_facts(plan, &counts[1], (name, true), manifest));
        let judged = Judged::pairs(own, &theirs);
        let people = People::of(manifest);
        let casts: Vec<&Cast> = simulations[0].iter().map(|of| of.cast()).collect();
        let variants = plan.others().iter().zip(&casts[1..]).zip(&counts[0]);
        let variants = variants.map(|((arm, cast), counts)| {
            VariantFacts::new(arm, [casts[0], cast], counts, &judged, &people)
        });
        let is_compared =
            |of: &&MeasureNote| judged.iter().any(|fact| fact.own.row.measure == of.name);
        Ok(CompareFacts {
            plan,
            games: manifest.games,
            level: manifest.level,
            measures: manifest.measured.entrants.iter().filter(is_compared).cloned().collect(),
            bots,
            reference,
            variants: variants.collect(),
            judged,
            people,
        })
    }

    /// Returns the variant with which all others are compared.
    pub fn first(&self) -> &Arm {
        &self.plan.experiment.arms[0]
    }

    /// Returns all facts: those of the command's own bots, then those of the reference player.
    pub fn all(&self) -> impl Iterator<Item = &Fact> {
        let own = self.judged.iter().map(|of| &of.own);
        own.chain(self.judged.iter().filter_map(|of| of.reference.as_ref()))
    }
}

/// Returns the judged facts of one player, variant after variant. Three families of tests: the win
/// rates of fighters and of the party, those of factions, and everything else.
fn player_facts(
    plan: &ComparePlan,
    counts: &[VariantCounts],
    (player, is_reference): (&str, bool),
    manifest: &Manifest,
) -> Vec<Fact> {
    let variants = plan.others().iter().zip(counts);
    let facts = variants
        .flat_map(|(arm, counts)| variant_facts(arm, counts, (player, is_reference), manifest));
    let mut facts: Vec<Fact> = facts.collect();
    if plan.growing[usize::from(is_reference)] {
        facts.iter_mut().for_each(Fact::repeat_test);
    }
    let family = |of: &Fact| {
        let row = &of.row;
        let is_faction = row.subject_kind == SubjectKind::Group && row.subject != PARTY;
        (is_faction, row.measure == WIN_RATE)
    };
    judge(&mut facts, family, 0.0, manifest.level);
    facts
}

fn variant_facts(
    arm: &Arm,
    counts: &VariantCounts,
    (player, is_reference): (&str, bool),
    manifest: &Manifest,
) -> Vec<Fact> {
    let level = manifest.level;
    let fact = |player: &str, kind, subject: &str, measure, of| {
        Fact::change(&arm.name, (player, kind, subject), measure, of)
    };
    let (factions, party, length, fighters) = match counts {
        VariantCounts::Paired(of) => {
            let of = &of.tally;
            let compared = |of: &Pairs, values| of.compared(values, level);
            let fighters = each(&of.subjects, &of.compared, of.pooled(), compared);
            let (party, length) = (of.party.map(|of| compared(&of, SHARES)), &of.length);
            (of.factions(&manifest.factions), party, compared(length, AMOUNTS), fighters)
        }
        VariantCounts::Apart(of) => {
            let compared = |of: &Apart, values| of.compared(values, level);
            let fighters = each(&of.subjects, &of.compared, of.pooled(), compared);
            let party = of.party.map(|of| compared(&of, SHARES));
            (vec![], party, compared(&of.length, AMOUNTS), fighters)
        }
    };
    // Of two factions, one wins the games that the other loses.
    let sum: f64 = factions.iter().map(GroupPairs::difference).sum();
    let side = if factions.len() == 2 && sum == 0.0 { 0 } else { usize::MAX };
    let faction = |of: &GroupPairs| {
        let compared = of.pairs.compared(SHARES, level);
        Fact { side, ..fact(player, SubjectKind::Group, &of.name, WIN_RATE, compared) }
    };
    let party = party.map(|of| fact(player, SubjectKind::Group, PARTY, WIN_RATE, of));
    let fighters = fighters.into_iter().map(|(subject, measure, of)| {
        let bots = player_of(subject);
        let player = if is_reference { player } else { &bots };
        fact(player, SubjectKind::Fighter, &subject.fighter, measure, of)
    });
    let length = fact(player, SubjectKind::Game, "", ROUNDS, length);
    factions.iter().map(faction).chain(party).chain(fighters).chain([length]).collect()
}

/// Returns each fighter with its measures, the win rate first, compared between the variants.
fn each<'a, T>(
    subjects: &'a [Subject],
    measures: &[Measure],
    counted: Vec<Vec<T>>,
    compared: impl Fn(&T, PairKind) -> Compared,
) -> Vec<(&'a Subject, &'static str, Compared)> {
    let names = measures.iter().map(|of| (of.name, PairKind::from(of.form)));
    let names: Vec<_> = [(WIN_RATE, SHARES)].into_iter().chain(names).collect();
    let mut all = vec![];
    for (subject, counted) in subjects.iter().zip(counted) {
        let measures = names.iter().zip(counted);
        all.extend(measures.map(|((name, kind), of)| (subject, *name, compared(&of, *kind))));
    }
    all
}

/// Returns the bot that plays a fighter, as in "random → balanced" if it differs between the
/// variants.
fn player_of(subject: &Subject) -> String {
    match &subject.strategies {
        [before, after] if before == after => before.clone(),
        [before, after] => format!("{before} → {after}"),
    }
}

impl<'a> VariantFacts<'a> {
    fn new(
        arm: &'a Arm,
        casts: [&Cast; 2],
        counts: &VariantCounts,
        judged: &[Judged],
        people: &People,
    ) -> VariantFacts<'a> {
        let own = judged.iter().filter(|of| of.own.row.arm.as_deref() == Some(&arm.name));
        let own: Vec<&Judged> = own.collect();
        let length = own.iter().find(|of| of.own.row.measure == ROUNDS);
        let lines = |kind: SubjectKind| {
            let of_kind = own.iter().filter(move |of| of.own.row.subject_kind == kind);
            let wins = of_kind.filter(|of| of.own.row.measure == WIN_RATE);
            wins.map(|wins| ChangeLine::new(wins, &own, people))
        };
        let (party, factions): (Vec<ChangeLine>, _) =
            lines(SubjectKind::Group).partition(|of| of.label == PARTY);
        let fighters = lines(SubjectKind::Fighter);
        let plays = |cast: &Cast, key: &str| cast.entrants.iter().any(|of| of.fighter == key);
        let in_one = |of: &&Entrant| !casts.iter().all(|cast| plays(cast, &of.fighter));
        let alone = casts.iter().flat_map(|cast| &cast.entrants).filter(in_one);
        let mut alone: Vec<String> = alone.map(|of| people.get(&of.fighter).name).collect();
        alone.dedup();
        let [before, after] = casts.map(Cast::fair_share);
        let (is_identical, apart) = match counts {
            VariantCounts::Apart(_) => (false, Some(alone)),
            VariantCounts::Paired(of) => {
                let of = &of.tally;
                let mut all = of.measures.iter().flatten().chain(&of.party).chain([&of.length]);
                (all.all(|of| of.changed == 0), None)
            }
        };
        VariantFacts {
            arm,
            factions,
            party: party.into_iter().next(),
            fighters: descending(fighters, |of| of.wins.leading().off().unwrap_or(0.0)),
            length: length.expect("every game has a length").own.clone(),
            winners: tables::winners(&arm.name, counts),
            is_identical,
            apart,
            fair: before.zip(after).map(|(before, after)| [before, after]),
        }
    }

    /// Returns the results of the party (all players of a cooperative game), followed by the
    /// results of the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &ChangeLine> + Clone {
        self.party.iter().chain(&self.fighters)
    }

    /// Returns the counts of games whose winner differs between the two variants; `None` if the
    /// games are not paired.
    pub fn other_winners(&self) -> Option<impl Iterator<Item = &Winner>> {
        let changed = self.winners.iter().filter(|row| row.winner != row.winner_variant);
        self.apart.is_none().then_some(changed)
    }
}

impl ChangeLine {
    /// Collects the other measures of the fighter (or group) of a win rate from `all` facts of the
    /// variant.
    fn new(wins: &Judged, all: &[&Judged], people: &People) -> ChangeLine {
        let row = &wins.own.row;
        let same = || all.iter().map(|of| &of.own).filter(|of| of.row.subject == row.subject);
        let several = same().filter(|of| of.row.measure == WIN_RATE).count() > 1;
        let values = same().filter(|of| of.row.measure != WIN_RATE && of.row.player == row.player);
        let who = people.get(&row.subject);
        let is_group = row.subject_kind == SubjectKind::Group;
        ChangeLine {
            label: who.label(&row.player, several || row.player.contains(" → ")),
            colour: if is_group { String::new() } else { who.colour },
            wins: wins.clone(),
            values: values.cloned().collect(),
        }
    }

    /// Returns the change of a measure; `None` if the variant does not have the measure.
    pub fn value(&self, measure: &MeasureNote) -> Option<&Fact> {
        self.values.iter().find(|of| of.row.measure == measure.name)
    }

    /// Returns the largest absolute value in the confidence interval of the change in win rate with
    /// the command's own bots; `None` with too few games.
    pub fn at_most(&self) -> Option<f64> {
        let row = &self.wins.own.row;
        Some(row.change_low?.abs().max(row.change_high?.abs()))
    }
}

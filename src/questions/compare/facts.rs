//! The results of `gong compare`, grouped by variant, for the report's page, charts and sentences.

use anyhow::Result;

use super::counts::{VariantCounts, uncounted};
use super::plan::ComparePlan;
use super::tables::{self, Winner};
use crate::analysis::pairs::GroupPairs;
use crate::questions::changes::Change;
use crate::questions::experiment::{Arm, CellCounts};
use crate::questions::facts::{Fact, SubjectKind, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::Manifest;
use crate::report::people::{PARTY, People};
use crate::report::shared::descending;
use crate::stats::Cast;
use crate::stats::PairKind::{self, Shares as SHARES};

/// Name of the measure of a game's length in rounds.
pub const ROUNDS: &str = "rounds";

/// The results of a comparison of several variants of a scenario.
pub struct CompareFacts<'a> {
    pub plan: &'a ComparePlan,
    /// Confidence level of all intervals in the report, 0 to 1.
    pub level: f64,
    /// Names of the bots that play the first variant.
    pub bots: Vec<String>,
    /// Name of the reference player; `None` without one.
    pub reference: Option<String>,
    /// The results of every variant except the first, each compared with the first variant.
    pub variants: Vec<VariantFacts<'a>>,
    /// All judged facts.
    judged: Vec<Judged>,
    pub people: People,
}

/// The results of one variant, compared with the first variant.
pub struct VariantFacts<'a> {
    pub arm: &'a Arm,
    /// The changes in descending order, the largest gain first.
    changes: Vec<Change>,
    /// The rows of the table `winners`; empty if the games are not paired.
    pub winners: Vec<Winner>,
    /// Win rates of equally strong sides in the first variant and in this one, 0 to 1, if they
    /// differ.
    pub fair: Option<(f64, f64)>,
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
        let players = plan.experiment.players.iter().zip(found);
        let counts = players.map(|(of, counts)| counts.restored(uncounted(&of.simulations())));
        let counts: Vec<Vec<VariantCounts>> = counts.collect::<Result<_>>()?;
        let reference = plan.experiment.reference().filter(|_| counts.len() > 1);
        let reference = reference.map(|player| player.name().to_owned());
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let people = People::of(manifest);
        let simulations = plan.experiment.own().simulations();
        let casts: Vec<&Cast> = simulations.iter().map(|of| of.cast()).collect();
        let in_teams = casts[0].slots.iter().all(|slot| slot.team.is_some());
        let factions = if in_teams { &manifest.factions[..] } else { &[] };
        let factions = (factions, manifest.level);
        let own = judged_facts(plan, &counts[0], (&bots.join(", "), false), factions);
        let theirs = reference.as_ref();
        let theirs = theirs.map(|name| judged_facts(plan, &counts[1], (name, true), factions));
        let judged = Judged::pairs(own, &theirs.unwrap_or_default());
        let variants = plan.others().iter().zip(&casts[1..]).zip(&counts[0]);
        let variants = variants.map(|((arm, cast), counts)| {
            VariantFacts::new(arm, [casts[0], cast], counts, &judged, &people)
        });
        Ok(CompareFacts {
            plan,
            level: manifest.level,
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

/// Returns the judged facts of one player, variant after variant. `factions` names the faction of
/// each team. Three families of tests: the win rates of fighters and of the party, those of
/// factions, and everything else.
fn judged_facts(
    plan: &ComparePlan,
    counts: &[VariantCounts],
    player: (&str, bool),
    (factions, level): (&[String], f64),
) -> Vec<Fact> {
    let facts = plan.others().iter().zip(counts);
    let facts =
        facts.flat_map(|(arm, counts)| variant_facts(arm, counts, player, (factions, level)));
    let mut facts: Vec<Fact> = facts.collect();
    if plan.growing[usize::from(player.1)] {
        facts.iter_mut().for_each(Fact::repeat_test);
    }
    let family = |of: &Fact| {
        let row = &of.row;
        let is_faction = row.subject_kind == SubjectKind::Group && row.subject != PARTY;
        (is_faction, row.measure == WIN_RATE)
    };
    judge(&mut facts, family, 0.0, level);
    facts
}

/// Returns the facts of one player in one variant, before they are judged.
fn variant_facts(
    arm: &Arm,
    counts: &VariantCounts,
    (player, is_reference): (&str, bool),
    (factions, level): (&[String], f64),
) -> Vec<Fact> {
    let fact = |player: &str, kind, subject: &str, measure, of| {
        Fact::change(&arm.name, (player, kind, subject), measure, of)
    };
    let (factions, party, fighters, length) = match counts {
        VariantCounts::Paired(pairing) => {
            let of = &pairing.tally;
            let measures = of.compared.iter().map(|of| (of.name, PairKind::from(of.form)));
            let measures: Vec<_> = [(WIN_RATE, SHARES)].into_iter().chain(measures).collect();
            let fighters = of.subjects.iter().zip(of.pooled()).flat_map(|(subject, counted)| {
                let counted = measures.iter().zip(counted);
                counted.map(move |((name, kind), of)| (subject, *name, of.compared(*kind, level)))
            });
            let party = of.party.map(|of| of.compared(SHARES, level));
            let length = of.length.compared(PairKind::Amounts, level);
            (of.factions(factions), party, fighters.collect(), Some(length))
        }
        VariantCounts::Apart(of) => {
            let (party, fighters) = of.compared(level);
            let fighters = of.subjects.iter().zip(fighters);
            let fighters = fighters.map(|(subject, won)| (subject, WIN_RATE, won));
            (vec![], party, fighters.collect::<Vec<_>>(), None)
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
        let bots = match &subject.strategies {
            _ if is_reference => player.to_owned(),
            [before, after] if before == after => before.clone(),
            [before, after] => format!("{before} → {after}"),
        };
        fact(&bots, SubjectKind::Fighter, &subject.fighter, measure, of)
    });
    let length = length.map(|of| fact(player, SubjectKind::Game, "", ROUNDS, of));
    factions.iter().map(faction).chain(party).chain(fighters).chain(length).collect()
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
        let changes = own.iter().map(|of| change(of, &own, people));
        let [before, after] = casts.map(Cast::fair_share);
        VariantFacts {
            arm,
            changes: descending(changes, |of| of.judged.leading().off().unwrap_or(0.0)),
            winners: tables::winners(&arm.name, counts),
            fair: before.zip(after).filter(|(before, after)| before != after),
        }
    }

    /// Returns the changes of a measure.
    pub fn of_measure<'b>(&'b self, name: &'b str) -> impl Iterator<Item = &'b Change> + Clone {
        self.changes.iter().filter(move |of| of.row().measure == name)
    }

    fn wins_of(&self, kind: SubjectKind) -> impl Iterator<Item = &Change> + Clone {
        self.of_measure(WIN_RATE).filter(move |of| of.row().subject_kind == kind)
    }

    /// Returns the changes of the fighters' win rates.
    pub fn fighters(&self) -> impl Iterator<Item = &Change> + Clone {
        self.wins_of(SubjectKind::Fighter)
    }

    /// Returns the changes of the win rates of the party or of the factions; none if the game has
    /// neither, and for factions if games are not paired.
    pub fn groups(&self) -> impl Iterator<Item = &Change> + Clone {
        self.wins_of(SubjectKind::Group)
    }

    /// Returns the change of the win rate of the party; `None` if the game is not cooperative.
    pub fn party(&self) -> Option<&Change> {
        self.groups().find(|of| of.row().subject == PARTY)
    }

    /// Returns the changes of all win rates: those of the groups, then those of the fighters.
    pub fn wins(&self) -> impl Iterator<Item = &Change> {
        self.groups().chain(self.fighters())
    }

    /// Returns whether the games of the variants cannot be paired.
    pub fn is_apart(&self) -> bool {
        self.winners.is_empty()
    }

    /// Returns the counts of games whose winner differs between the two variants.
    pub fn other_winners(&self) -> impl Iterator<Item = &Winner> {
        self.winners.iter().filter(|row| row.winner != row.winner_variant)
    }
}

/// Gives a fact its label and colour. The label of a fighter has the bot's name if the bots differ
/// or if several bots play the fighter in `all` facts of the variant.
fn change(judged: &Judged, all: &[&Judged], people: &People) -> Change {
    let row = &judged.own.row;
    let is_new_bot = row.player.contains(" → ");
    let same =
        |of: &&&Judged| (&of.own.row.subject, &of.own.row.measure) == (&row.subject, &row.measure);
    let who = people.get(&row.subject);
    let (label, colour) = match row.subject_kind {
        SubjectKind::Fighter => {
            let several = is_new_bot || all.iter().filter(same).count() > 1;
            (who.label(&row.player, several), who.colour)
        }
        SubjectKind::Group if row.subject != PARTY => (row.subject.clone(), String::new()),
        SubjectKind::Group => ("the party".to_owned(), String::new()),
        _ => ("the game".to_owned(), String::new()),
    };
    Change { label, colour, judged: judged.clone() }
}

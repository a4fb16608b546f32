//! The facts of an answer: one for every number that somebody judges. Tables, charts and findings
//! are views of them.

use crate::report::people::PARTY;
use crate::report::shared::known_margin_of_error;
use crate::report::standing::{Standing, is_felt};
use crate::report::table::{Row, Table, Unit, named, row};
use crate::report::words::{decimals, the_bots};
use crate::stats::Compared;
use crate::stats::intervals::Interval;
use crate::stats::members::Won;
use crate::stats::sequential::always_valid;

/// Name of the measure that is 1 in a won game and 0 in another.
pub const WIN_RATE: &str = "win_rate";

named! {
    /// What a fact is about.
    pub enum SubjectKind {
        /// A fighter, by its key.
        Fighter = "fighter",
        /// Fighters that win together: a faction, a team of a line-up, or all players of a
        /// cooperative game.
        Group = "group",
        /// A bot, by its name.
        Bot = "bot",
        /// A pair of fighters, by their keys: `agaric+baobab`; or a pair of bots, by their names.
        Pair = "pair",
        /// The game as a whole.
        Game = "game",
    }
}

#[expect(clippy::derivable_impls, reason = "the macro that declares the enum marks no default")]
impl Default for SubjectKind {
    fn default() -> SubjectKind {
        SubjectKind::Game
    }
}

named! {
    /// How the verdicts of all players on one subject go together.
    pub enum Agreement {
        /// All players have the same significant verdict.
        Same = "same",
        /// At least two players have different significant verdicts.
        Depends = "depends",
        /// No two significant verdicts differ, but some verdicts are not significant.
        Open = "open",
        /// The reference player and the fast player have the same significant verdict.
        Confirmed = "confirmed",
        /// Only the verdict of the reference player is significant.
        ReferenceOnly = "reference only",
        /// Both have significant verdicts, which are opposite.
        Opposite = "opposite",
        /// Only the verdict of the fast player is significant.
        Undecided = "undecided",
    }
}

row! {
    /// One row per player, subject and measure: every number that the report judges.
    #[derive(Default)]
    pub struct ResultRow in "results" {
        /// The variant of the scenario, the point of a grid (or two values of a setting, as in
        /// `rules.rounds=5 to 9`), the step, or the line-up; null if the report has only one.
        arm: Option<String> [Unit::Word],
        /// The bot that plays all seats; of a trained bot, its opponent.
        player: String [Unit::Word],
        /// What the row is about: a `fighter`, a `group` of fighters that win together, a `bot`, a
        /// `pair` of fighters or bots, or the `game` as a whole.
        subject_kind: SubjectKind [Unit::Word],
        /// The fighter’s key, the group’s or the bot’s name, or the keys of a pair or team, as
        /// `agaric+baobab`; empty for the game as a whole.
        subject: String [Unit::Word],
        /// The fighter’s team; null if it has none or has played for several.
        team: Option<u8> [Unit::Ordinal],
        /// The measure: `win_rate`, `rounds` (the length of the game), `strength` or `synergy`
        /// (what a fighter or a pair adds to a win rate), `rating` (of a bot, in points of Elo’s
        /// scale), a measure of `shape` (see its page), or a measure of the game (its mean, or the
        /// share of games). Of the round of an event: games without the event count as one round
        /// more than they lasted; `skill` and `sweep` have the share of games without the event.
        measure: String [Unit::Word],
        /// Number of games; of a pair of bots, the games that one of the two won.
        games: u64 [Unit::Count],
        /// Number of games won (by the first bot of a pair); null for a change and for another
        /// measure.
        wins: Option<u64> [Unit::Count],
        /// The value of the measure; null without games.
        value: Option<f64> [Unit::Number(4, "")],
        /// The lower end of the value’s confidence interval, which holds for another training.
        ci_low: Option<f64> [Unit::Number(4, "")],
        /// The upper end of the value’s confidence interval.
        ci_high: Option<f64> [Unit::Number(4, "")],
        /// The win rate of equally strong sides, or the target of a tuning; null in a cooperative
        /// game without a target, and for other measures. Of a trained bot, the win rate of a bot
        /// as strong as its opponent.
        fair: Option<f64> [Unit::Share(1)],
        /// The value from which the change is counted: that of the first variant, of the first of
        /// two values of a setting, with the player before, of the average or the least successful
        /// party, of the second bot of a pair, or without the fighter or the synergy; null without
        /// one.
        base: Option<f64> [Unit::Number(4, "")],
        /// The value minus the base.
        change: Option<f64> [Unit::Signed(4, "")],
        /// The lower end of the change’s confidence interval.
        change_low: Option<f64> [Unit::Signed(4, "")],
        /// The upper end of the change’s confidence interval.
        change_high: Option<f64> [Unit::Signed(4, "")],
        /// P-value of the hypothesis that the win rate is the fair share, or that nothing changes;
        /// without correction for other tests. Null if the test has a margin.
        p: Option<f64> [Unit::Number(4, "0…1")],
        /// The verdict on the change, with Holm’s correction for its family of tests: significantly
        /// `above` or `below` zero; otherwise `near` if the interval contains zero, or `open`.
        changes: Option<Standing> [Unit::Word],
        /// The verdict on the win rate: significantly `above` or `below` the fair share, `near` it
        /// (significantly within the margin), or `open`; with Holm’s correction for its family of
        /// tests.
        standing: Option<Standing> [Unit::Word],
        /// How the verdicts of the players on the subject (on its change, if the report has several
        /// variants) go together. Of several equal players:
        /// `same`, `depends` or `open`. Of a fast and a reference player: `confirmed`, `reference
        /// only`, `opposite`, or `undecided` (only the fast one has a significant verdict).
        players: Option<Agreement> [Unit::Word],
    }
}

/// One fact, with the counts that its tests need.
#[derive(Debug, Clone)]
pub struct Fact {
    pub row: ResultRow,
    /// The games and wins, whose rate is tested against its fair share; `None` for another fact.
    pub won: Option<Won>,
    /// Subjects of the same side win together in every game, so that they need one test.
    pub side: usize,
    /// Share of the variance that more games would not reduce, 0 to 1.
    pub of_trainings: f64,
}

impl Agreement {
    /// Compares the verdict of the fast player with that of the reference player; `None` if neither
    /// is significant.
    pub fn of_two(own: Standing, theirs: Standing) -> Option<Agreement> {
        match (own.is_significant(), theirs.is_significant()) {
            (false, false) => None,
            (false, true) => Some(Agreement::ReferenceOnly),
            (true, false) => Some(Agreement::Undecided),
            (true, true) if own == theirs => Some(Agreement::Confirmed),
            (true, true) => Some(Agreement::Opposite),
        }
    }

    /// Returns whether the answer of the reference player leads.
    pub fn reference_leads(self) -> bool {
        self != Agreement::Undecided
    }

    /// Returns who plays in the leading answer, as in "with “mcts-fast”", see
    /// [`Agreement::own_player`].
    pub fn leading_player(self, bots: &[String], reference: &str) -> String {
        match self.reference_leads() {
            true => format!("with “{reference}”"),
            false => self.own_player(bots, reference),
        }
    }

    /// Returns who plays in the answer of the own bots, with the verdict of the reference player:
    /// "with the bot “trained” (undecided with “mcts-fast”)".
    pub fn own_player(self, bots: &[String], reference: &str) -> String {
        format!("with {} ({} with “{reference}”)", the_bots(bots), self.name())
    }
}

impl Fact {
    /// Creates the fact of a win rate, before it is judged.
    pub fn wins(
        (player, kind, subject): (&str, SubjectKind, &str),
        won: Won,
        fair: Option<f64>,
        side: usize,
        level: f64,
    ) -> Fact {
        let played = won.games() > 0;
        let interval = won.interval(level);
        Fact {
            row: ResultRow {
                games: won.games(),
                wins: Some(won.wins()),
                value: played.then(|| won.rate()),
                ci_low: Some(interval.low),
                ci_high: Some(interval.high),
                fair,
                ..ResultRow::of((player, kind, subject), WIN_RATE)
            },
            won: Some(won),
            side,
            of_trainings: won.share_of_trainings(),
        }
    }

    /// Creates the fact of a change between the first variant of a scenario and the variant `arm`,
    /// before it is judged.
    pub fn change(
        arm: &str,
        about: (&str, SubjectKind, &str),
        measure: &str,
        of: Compared,
    ) -> Fact {
        let [base, value] = of.means;
        Fact {
            row: ResultRow {
                arm: Some(arm.to_owned()),
                games: of.games,
                value,
                base,
                change: of.difference,
                change_low: of.interval.map(|of| of.low),
                change_high: of.interval.map(|of| of.high),
                p: Some(of.p),
                ..ResultRow::of(about, measure)
            },
            won: None,
            side: usize::MAX,
            of_trainings: of.of_trainings,
        }
    }

    /// Replaces the p-value by one that stays valid if the test is repeated while the games grow.
    pub fn repeat_test(&mut self) {
        self.row.p = self.row.p.map(|p| always_valid(p, self.row.games));
    }

    /// Creates the fact of any measure, with its confidence interval if there is one.
    pub fn measured(
        about: (&str, SubjectKind, &str),
        measure: &str,
        games: u64,
        value: Option<(f64, Option<Interval>)>,
    ) -> Fact {
        let interval = value.and_then(|(_, interval)| interval);
        let row = ResultRow {
            games,
            value: value.map(|(value, _)| value),
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
            ..ResultRow::of(about, measure)
        };
        Fact { row, won: None, side: usize::MAX, of_trainings: 0.0 }
    }

    /// Creates the facts of groups of fighters, before they are judged: the party of a cooperative
    /// game, or the factions. `factions` names the faction of each team; `games` is the number of
    /// all games. The groups have sides from `side` on.
    pub fn groups(
        player: &str,
        party: Option<Won>,
        (factions, teams): (&[String], &[Won]),
        games: u64,
        side: usize,
        level: f64,
    ) -> Vec<Fact> {
        let fact = |name: &str, won, fair, side| {
            Fact::wins((player, SubjectKind::Group, name), won, fair, side, level)
        };
        if let Some(party) = party {
            return vec![fact(PARTY, party, None, side)];
        }
        let mut names: Vec<&String> = factions.iter().collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 || teams.len() != factions.len() {
            return vec![];
        }
        let of = |name: &&String| {
            let own = factions.iter().zip(teams).filter(|(of, _)| of == name);
            let own: Vec<Won> = own.map(|(_, won)| *won).collect();
            let fair = own.len() as f64 / factions.len() as f64;
            // All sides play the same games, and at most one of them wins.
            (own.into_iter().reduce(Won::or).unwrap_or_default(), fair)
        };
        let all: Vec<(Won, f64)> = names.iter().map(of).collect();
        let won: Vec<Won> = all.iter().map(|(won, _)| *won).collect();
        let sides = one_side_of_two((side..side + all.len()).collect(), &won, games);
        let facts = names.iter().zip(all).zip(sides);
        facts.map(|((name, (won, fair)), side)| fact(name, won, Some(fair), side)).collect()
    }

    /// Sets the variant of the scenario.
    pub fn of_arm(mut self, arm: &str) -> Fact {
        self.row.arm = Some(arm.to_owned());
        self
    }

    /// Adds the p-value of the plain test against the fair share, which has no margin.
    pub fn with_p(mut self, p: impl FnOnce(&Won, f64) -> f64) -> Fact {
        self.row.p = self.won.zip(self.row.fair).map(|(won, fair)| p(&won, fair));
        self
    }

    /// Returns the verdict: on the win rate, or else on the change; open without one.
    pub fn standing(&self) -> Standing {
        self.row.standing.or(self.row.changes).unwrap_or(Standing::Open)
    }

    /// Returns what the verdict is about: the win rate minus the fair share, or else the change.
    pub fn off(&self) -> Option<f64> {
        match self.won {
            Some(_) => Some(self.row.value? - self.row.fair?),
            None => self.row.change,
        }
    }

    /// Returns the number after "±" of what the verdict is about; half of the whole range without
    /// an interval.
    pub fn margin_of_error(&self) -> f64 {
        let ResultRow { value, ci_low, ci_high, change, change_low, change_high, .. } = self.row;
        let known = match self.won {
            Some(_) => known_margin_of_error(value, ci_low, ci_high),
            None => known_margin_of_error(change, change_low, change_high),
        };
        known.unwrap_or(0.5)
    }

    /// Returns whether players notice what the verdict is about, see [`is_felt`].
    pub fn is_felt(&self) -> bool {
        self.off().is_some_and(|off| is_felt(off, decimals(self.margin_of_error())))
    }

    /// Returns the value; 0 without games.
    pub fn value(&self) -> f64 {
        self.row.value.unwrap_or(0.0)
    }

    /// Returns whether the fact is about another fact's variant, subject and measure.
    pub fn same_subject(&self, other: &Fact) -> bool {
        self.about() == other.about()
    }

    /// Returns the variant, the subject and the measure of the fact.
    pub fn about(&self) -> (Option<&str>, &'static str, &str, &str) {
        let ResultRow { arm, subject_kind, subject, measure, .. } = &self.row;
        (arm.as_deref(), subject_kind.name(), subject, measure)
    }
}

impl ResultRow {
    /// Creates a row without numbers.
    fn of((player, subject_kind, subject): (&str, SubjectKind, &str), measure: &str) -> ResultRow {
        let [player, subject, measure] = [player, subject, measure].map(str::to_owned);
        ResultRow { player, subject_kind, subject, measure, ..ResultRow::default() }
    }
}

/// If there are two sides, and one of them wins every game, the win rate of one follows from the
/// other: then gives both the same side.
pub fn one_side_of_two(sides: Vec<usize>, won: &[Won], games: u64) -> Vec<usize> {
    let mut firsts: Vec<usize> = vec![];
    for (i, side) in sides.iter().enumerate() {
        if sides[..i].iter().all(|other| other != side) {
            firsts.push(i);
        }
    }
    let always = won.iter().all(|of| of.games() == games);
    match firsts.as_slice() {
        [a, b] if always && won[*a].wins() + won[*b].wins() == games => {
            vec![sides[*a]; sides.len()]
        }
        _ => sides,
    }
}

/// Returns the table of all facts.
pub fn table<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Table {
    ResultRow::table(facts.into_iter().map(|fact| fact.row.clone()).collect())
}

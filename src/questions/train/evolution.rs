//! Tables and chart of a greedy bot with trained weights: the changes of its weights, and its
//! results in the final test (the gate).

use super::plan::Parent;
use super::play::Evolution;
use crate::analysis::learning::greedy::Moved;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow as Line, Reference, Rows};
use crate::report::chart::scale::AxisUnit as Axis;
use crate::report::shared::{descending, known_margin_of_error, share};
use crate::report::table::{Table, Unit, row};
use crate::report::words::signed;
use crate::stats::Pairs;
use crate::stats::intervals::Interval;

row! {
    /// One row per feature of the game, for a bot with trained weights (`--kind greedy`).
    pub struct WeightRow in "weights" {
        /// The name of the feature.
        feature: String [Unit::Word],
        /// The weight of the feature in the bot that training started from.
        before: f64 [Unit::Number(3, "")],
        /// The weight of the feature after training.
        after: f64 [Unit::Number(3, "")],
        /// Standard deviation of the weight among the candidates of the next generation. It shows
        /// how far the search is from convergence and is not a confidence interval. Null if the
        /// weight was not trained, because the feature was equal for all options.
        spread: Option<f64> [Unit::Number(3, "")],
        /// Standard deviation of the feature between options, in the kind of decision where it is
        /// greatest.
        size: f64 [Unit::Number(3, "")],
        /// Influence of the feature before training: weight times `size`, divided by the sum of the
        /// absolute values of this product over all features.
        counts_before: f64 [Unit::Points(1)],
        /// Influence of the feature after training, computed with the same `size` as before
        /// training.
        counts_after: f64 [Unit::Points(1)],
    }
}

row! {
    /// One row per scenario and opponent, and one row for all together. In each test game, the
    /// tested bot plays one side and the opponent all others. The original and the trained bot play
    /// the same games. The trained weights are kept if they win at least as many (`--kind greedy`).
    pub struct HeldRow in "gate" {
        /// The scenario’s title; null for all scenarios together.
        scenario: Option<String> [Unit::Word],
        /// The bot that plays the other sides in the test; null for all opponents together.
        opponent: Option<String> [Unit::Word],
        /// Number of test games.
        games: u64 [Unit::Count],
        /// Number of test games that the original bot won.
        wins_before: u64 [Unit::Count],
        /// Win rate of the original bot in the test games.
        win_rate_before: Option<f64> [Unit::Share(1)],
        /// Number of test games that the trained bot won.
        wins_after: u64 [Unit::Count],
        /// Win rate of the trained bot in the test games.
        win_rate_after: Option<f64> [Unit::Share(1)],
        /// Win rate of the trained bot minus that of the original; null with too few games.
        difference: Option<f64> [Unit::Points(2)],
        /// Lower end of the confidence interval of the difference between the win rates, from
        /// paired games.
        ci_low: Option<f64> [Unit::Points(2)],
        /// Upper end of the confidence interval of the difference between the win rates, from
        /// paired games.
        ci_high: Option<f64> [Unit::Points(2)],
    }
}

impl WeightRow {
    /// Makes a table row for each feature of the game, with its weights before and after training.
    pub fn rows_of(of: &Evolution) -> Vec<WeightRow> {
        let sum = |weight: fn(&Moved) -> f64| -> f64 {
            let counts = of.weights.iter().map(|of| (weight(of) * of.size).abs());
            counts.sum::<f64>().max(f64::MIN_POSITIVE)
        };
        let (before, after) = (sum(|of| of.before), sum(|of| of.after));
        let weight = |moved: &Moved| WeightRow {
            feature: moved.feature.clone(),
            before: moved.before,
            after: moved.after,
            spread: moved.spread,
            size: moved.size,
            // Adding 0 turns −0 into 0.
            counts_before: moved.before * moved.size / before + 0.0,
            counts_after: moved.after * moved.size / after + 0.0,
        };
        of.weights.iter().map(weight).collect()
    }

    /// Change of the feature's influence on the bot's decisions by the training.
    fn change(&self) -> f64 {
        self.counts_after - self.counts_before
    }

    /// Returns whether the feature's influence changed by more than the search's uncertainty. The
    /// uncertainty is the standard deviation of the weight among the next candidates.
    pub fn moved(&self) -> bool {
        // The standard deviation of the weight, converted to influence.
        let spread = self.spread.map(|of| of * self.counts_after / self.after);
        spread.is_some_and(|spread| self.change().abs() > spread.abs())
    }

    fn verdict(&self) -> &'static str {
        match (self.spread, self.moved()) {
            (None, _) => "no effect here",
            (_, false) => "within the spread",
            _ if self.before * self.after < 0.0 => "changed its sign",
            _ if self.counts_after.abs() > self.counts_before.abs() => "counts more",
            _ => "counts less",
        }
    }

    /// Formats the feature's influence on the bot's decisions before and after the training, as
    /// text.
    fn words(&self) -> String {
        let [before, after] =
            [self.counts_before, self.counts_after].map(|of| signed(of * 100.0, 1));
        format!("{before} to {after}")
    }
}

impl HeldRow {
    /// Makes a table row for each part of the final test, and one for all parts together. Returns
    /// no rows if there was no test.
    pub fn rows_of(of: &Evolution, level: f64) -> Vec<HeldRow> {
        let Some(gate) = &of.gate else {
            return vec![];
        };
        let each = gate.trials.iter().map(|trial| {
            let names = [&trial.scenario, &trial.opponent].map(|name| Some(name.clone()));
            HeldRow::new(names, &trial.wins, level)
        });
        let all = HeldRow::new([None, None], &gate.all(), level);
        each.chain([all]).collect()
    }

    fn new([scenario, opponent]: [Option<String>; 2], wins: &Pairs, level: f64) -> HeldRow {
        let interval = wins.shares().interval(level);
        HeldRow {
            scenario,
            opponent,
            games: wins.games,
            wins_before: wins.a,
            win_rate_before: share(wins.a, wins.games),
            wins_after: wins.b,
            win_rate_after: share(wins.b, wins.games),
            difference: wins.difference(),
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
        }
    }

    /// Returns the number after "±" of the difference, see [`known_margin_of_error`]; `None` with
    /// too few games.
    pub fn margin_of_error(&self) -> Option<f64> {
        known_margin_of_error(self.difference, self.ci_low, self.ci_high)
    }
}

/// The results of training a greedy bot.
pub struct Evolved {
    /// Name of the bot that training started from.
    pub parent: String,
    /// Size of the random part (`whim`) in the decisions of a greedy bot, which training does not
    /// change.
    whim: String,
    /// True if the trained bot was written to its file.
    pub kept: bool,
    /// Name of the trained bot.
    bot: String,
    /// The weights, those with the largest changes of influence first.
    pub weights: Vec<WeightRow>,
    /// The results of the final test, with the total of all tests last.
    pub gate: Vec<HeldRow>,
}

impl Evolved {
    pub fn new(
        parent: &Parent,
        bot: &str,
        of: &Evolution,
        (weights, gate): (Vec<WeightRow>, Vec<HeldRow>),
    ) -> Evolved {
        Evolved {
            parent: parent.name.clone(),
            whim: parent.weights.whim.to_string(),
            kept: of.kept(),
            bot: bot.to_owned(),
            weights: descending(weights, |of| of.change().abs()),
            gate,
        }
    }

    /// Builds the report's table of weights that changed by the training.
    pub fn weights_table(&self) -> Table {
        let parent = &self.parent;
        Table::new(
            "weights",
            "Changes of the weights",
            format!(
                "“Counted %” and “Counts %”: influence of a feature before and after the \
            training. The influence is the weight times the feature’s standard deviation \
            between options, in % of the sum over all features. “Spread”: standard deviation of \
            the weight among the next candidates. The spread shows how far the search was from \
            its end, and is not a confidence interval. Marked rows: the influence changed by \
            more than the spread. The random part of all choices (whim) stays as in the bot \
            “{parent}”: {}.",
                self.whim
            ),
        )
        .of(&self.weights)
        .word("Feature", |of| &of.feature)
        .with(parent.clone(), Unit::Number(3, ""), |of| of.before)
        .with(self.bot.clone(), Unit::Number(3, ""), |of| of.after)
        .with("Spread", Unit::Number(3, ""), |of| of.spread)
        .with("Counted %", Unit::Points(1), |of| of.counts_before)
        .with("Counts %", Unit::Points(1), |of| of.counts_after)
        .with("Change", Unit::Points(1), WeightRow::change)
        .word("Verdict", WeightRow::verdict)
        .marked(WeightRow::moved)
    }

    /// Builds the report's table of the final test, which compares the trained bot with the
    /// original bot.
    pub fn gate_table(&self) -> Table {
        let parent = &self.parent;
        let of = |name: &Option<String>| name.clone().unwrap_or_else(|| "all".to_owned());
        Table::new(
            "gate",
            "The gate",
            format!(
                "Win rates in % of games that were not used for training. Each game is played \
            twice: the bot “{parent}” or the trained bot plays one side, and the row’s bot \
            plays all other sides. The trained bot is kept if it wins at least as many games in \
            total as the bot “{parent}”. Marked rows: the difference is significant."
            ),
        )
        .of(&self.gate)
        .word("Scenario", |held| of(&held.scenario))
        .word("Against", |held| of(&held.opponent))
        .with(format!("{parent} %"), Unit::Share(1), |of| of.win_rate_before)
        .with(format!("{} %", self.bot), Unit::Share(1), |of| of.win_rate_after)
        .with("Difference", Unit::Points(2), |of| of.difference)
        .plus_minus(HeldRow::margin_of_error)
        .with("Games", Unit::Count, |of| of.games)
        .marked(|of| {
            let ends = of.ci_low.zip(of.ci_high);
            ends.is_some_and(|(low, high)| Interval { low, high }.excludes_zero())
        })
    }

    /// Draws the chart of each feature's influence before and after the training.
    pub fn chart(&self) -> Option<Chart> {
        let row = |of: &WeightRow| {
            let marks = [of.counts_before, of.counts_after].map(|value| Some(Mark::at(value)));
            let cell = Cell::of(Plot::Change(marks), of.words());
            Line::of(&of.feature, COLD, cell.faint(!of.moved()))
        };
        let rows: Vec<Line> =
            (self.weights.iter()).filter(|of| of.spread.is_some()).map(row).collect();
        if rows.is_empty() {
            return None;
        }
        let (parent, zero) = (&self.parent, Some(Reference::zero()));
        let form = Rows::column("influence, % of all features", Axis::Points, zero, rows)
            .before_after(parent, &self.bot);
        let title = match self.weights.iter().find(|of| of.moved()) {
            Some(most) => format!(
                "Largest change: {}, from {} % of the total influence",
                most.feature,
                most.words()
            ),
            None => {
                "No weight changed by more than its spread among the last candidates".to_owned()
            }
        };
        let subtitle = format!(
            "Influence: weight times the feature’s standard deviation between options, in % of \
             the sum over all features. Rings (hollow points): the bot “{parent}”. Discs (solid \
             points): the bot “{}”. Faint marks: the weight changed by less than its spread among \
             the last candidates.",
            self.bot
        );
        let note = "Only the ratios between weights matter, except for random choices (whim). The \
                    effect of a weight depends on all other weights, so one of these changes \
                    alone may have no effect.";
        Some(Chart::new("weights", title, subtitle, form).presented("Changes of the weights", note))
    }
}

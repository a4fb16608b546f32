//! The findings of all questions: each variant is one plain sentence with typed numbers. Headline,
//! findings and cautions read the same in terminal, page, manifest and studio.

pub mod compare;
mod off;
pub mod pairings;
pub mod sensitivity;
pub mod sweep;
pub mod tune;

use std::fmt::{self, Display, Formatter};

use super::facts::Fact;
use crate::report::shared::part_of;
use crate::report::standing::Standing;
use crate::report::words::{
    capital, counted, either, level, list, measured, percent, points_plus_minus, signed, the_bots,
    with_sign,
};
use crate::stats::intervals::Interval;

pub use self::off::{Labelled, Off, Subjects, leading, off};

/// Maximum number of names in a headline; if there are more, it gives their number.
const NAMED: usize = 4;

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A single player of several has played.
    OnePlayer,
    /// How often a group wins with each player.
    GroupByPlayer {
        group: String,
        rates: Vec<Rate>,
    },
    /// Whether subjects are strong depends on who plays.
    Depends {
        subjects: Subjects,
        on: &'static str,
    },
    /// No two players have different significant verdicts.
    NothingDepends {
        subjects: Subjects,
        on: &'static str,
    },
    /// The verdicts of all players on one subject.
    Verdicts {
        subject: String,
        by: Vec<(Standing, Vec<Rate>)>,
    },
    /// Subjects with the same verdict wherever it is significant.
    Throughout {
        standing: Standing,
        subjects: Subjects,
    },
    /// No player has a significant verdict on these subjects.
    Open {
        subjects: Subjects,
    },
    NoGames,
    /// A single side plays.
    OnlySide {
        subject: String,
        rate: Rate,
    },
    /// Who is strong and who is weak (or: who gains and who loses), with the same player.
    StrongAndWeak(Vec<Off>),
    /// Nobody is strong or weak. `with` names the players.
    NobodyOff {
        subjects: Subjects,
        with: String,
    },
    /// How often the factions win, with one player; `sure` if they differ from their fair shares.
    Factions {
        rates: Vec<(String, Rate, f64)>,
        sure: bool,
        with: String,
    },
    /// Verdicts that the headline does not have.
    Also(Off),
    /// The win rates of these subjects are within noise of the fair share.
    WithinNoise {
        subjects: Subjects,
        fair: f64,
    },
    /// In a cooperative game: the highest and the lowest win rate of a subject.
    BestAndWorst {
        best: String,
        worst: String,
        rates: [Rate; 2],
    },
    /// Different bots play in the same games.
    DifferentBots,
    /// Each subject always plays at the same seat.
    FixedSeats {
        word: String,
    },
    /// What the win rates were measured with.
    MeasuredWith {
        reference: Option<(String, u64)>,
        bots: Vec<String>,
        games: u64,
    },
    /// The games of a ladder are too few for ratings.
    UnratedBots,
    /// Bots in descending order of their ratings; true if the next one is significantly weaker.
    BotsByStrength(Vec<(String, bool)>),
    /// The strongest and the weakest of many bots; `None` if they do not differ.
    BestAndWorstBots {
        all: usize,
        ends: Option<[Vec<String>; 2]>,
    },
    /// How much stronger a bot is than the next one, in Elo points, and its share of the games that
    /// one of the two wins.
    StrongerBot {
        bot: String,
        next: String,
        points: f64,
        margin_of_error: f64,
        share: f64,
    },
    /// Number of pairs of bots that differ significantly.
    PairsDiffer {
        differ: usize,
        pairs: usize,
    },
    /// A training was interrupted before its first trial.
    NoTrial {
        bot: String,
    },
    /// Whether a trained bot is stronger than its opponents. `together` is true if parties are
    /// compared; `verdicts` has for each opponent: stronger, weaker, or open.
    Trials {
        bot: String,
        together: bool,
        verdicts: Vec<(String, Standing)>,
    },
    /// Against whom a trained bot wins most and least often.
    BestAndWorstOpponent {
        bot: String,
        scenario: Option<String>,
        opponents: [Rate; 2],
    },
    /// The largest difference between the win rates with two bots.
    Shift {
        subjects: usize,
        all: usize,
        words: String,
        subject: String,
        change: f64,
        margin_of_error: f64,
        bots: [String; 2],
    },
    /// The strength against other bots or people is unknown.
    OnlyTrials,
    /// The same command resumes a training.
    Resumes,
    /// No side won any game.
    NobodyWon,
    /// In which round of how many games are decided (medians), and how often the winner once had a
    /// win probability below a tenth.
    Decided {
        round: f64,
        rounds: f64,
        games: u64,
        comeback: f64,
    },
    /// How many games are decided only in the last round, the mean lead before it, and the mean
    /// number of lead changes.
    DecidedLast {
        share: f64,
        lead: Option<f64>,
        changes: Option<f64>,
    },
    /// The seat that waits longest for the end, and its mean share of all rounds.
    Waits {
        seat: u64,
        share: f64,
    },
    /// How much the dice explain of who wins.
    Luck {
        share: f64,
        interval: Interval,
        level: f64,
    },
    /// How much a stronger bot in one seat wins more.
    BetterPlay {
        bot: String,
        change: f64,
        interval: Interval,
        level: f64,
    },
    /// How often a player without a chance could have changed who wins.
    Kingmaking {
        share: f64,
        interval: Interval,
        level: f64,
    },
    /// The largest significant change from one player to the next.
    Change {
        subject: String,
        from: String,
        to: String,
        change: f64,
        margin_of_error: f64,
    },
}

/// A win rate with one player.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    pub player: String,
    pub value: f64,
    pub margin_of_error: f64,
}

impl Rate {
    fn measured(&self) -> String {
        measured(self.value, self.margin_of_error)
    }

    pub fn of(fact: &Fact) -> Rate {
        Rate {
            player: fact.row.player.clone(),
            value: fact.value(),
            margin_of_error: fact.margin_of_error(),
        }
    }
}

/// Returns the word for a verdict, such as "strong" for a win rate above its fair share.
pub fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Above => "strong",
        Standing::Below => "weak",
        Standing::WithinNoise => "fair",
        Standing::Open => "open",
    }
}

/// Says in which variant something is found.
pub fn within(variant: &str, finding: &impl Display) -> String {
    format!("{variant}: {finding}")
}

/// Formats a share for a sentence: without decimals if it is large.
fn rough(share: f64) -> String {
    with_sign(share, if share == 0.0 || share >= 0.1 { 0 } else { 1 })
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::OnePlayer => write!(to, "Only one bot has played, so nothing is compared"),
            Finding::GroupByPlayer { group, rates } => {
                let told = rates.iter().map(|of| format!("{} with “{}”", of.measured(), of.player));
                write!(to, "{group} wins {}", list(told.collect::<Vec<_>>()))
            }
            Finding::Depends { subjects, on } => match subjects.names.len() > NAMED {
                true => {
                    let part = part_of(subjects.names.len(), subjects.all, &subjects.words[1]);
                    write!(to, "Who is strong depends on {on}, for {part}")
                }
                false => {
                    let (names, is) = (list(&subjects.names), subjects.is());
                    write!(to, "Whether {names} {is} strong, fair or weak depends on {on}")
                }
            },
            Finding::NothingDepends { subjects, on } => {
                write!(to, "No verdict on a {} depends significantly on {on}", subjects.words[0])?;
                match subjects.names.len() {
                    0 => write!(to, ": all are the same"),
                    open => {
                        let part = part_of(open, subjects.all, &subjects.words[1]);
                        write!(to, "; {part} {} uncertain with a bot or more", subjects.is())
                    }
                }
            }
            Finding::Verdicts { subject, by } => {
                let told = by.iter().map(|(standing, rates)| {
                    let with = rates.iter().map(|of| match standing {
                        Standing::Open => format!("“{}”", of.player),
                        _ => format!("“{}” ({})", of.player, with_sign(of.value, 1)),
                    });
                    format!("{} with {}", word(*standing), list(with.collect::<Vec<_>>()))
                });
                write!(to, "{subject} is {}.", told.collect::<Vec<_>>().join(", "))
            }
            Finding::Throughout { standing, subjects } => write!(
                to,
                "{} {} {} with every bot whose verdict is significant.",
                subjects.named(12),
                subjects.is(),
                word(*standing)
            ),
            Finding::Open { subjects } => write!(
                to,
                "No bot shows whether {} {} strong, weak or fair; more games may.",
                match subjects.names.len() {
                    0..=NAMED => either(&subjects.names),
                    _ => subjects.named(12),
                },
                subjects.is()
            ),
            Finding::NoGames => write!(to, "No games were played"),
            Finding::OnlySide { subject, rate } => {
                write!(to, "{subject} wins {} of the games", rate.measured())
            }
            Finding::StrongAndWeak(groups) => {
                let told: Vec<String> = groups.iter().map(|of| of.said(NAMED - 1)).collect();
                let with = groups.first().map_or("", |of| &of.with);
                write!(to, "{} {with}", capital(&told.join(" and ")))
            }
            Finding::NobodyOff { subjects, with } => {
                write!(to, "No {} is measurably strong or weak {with}", subjects.words[0])
            }
            Finding::Factions { rates, sure, with } => {
                let names = rates.iter().map(|(name, ..)| name);
                match rates.as_slice() {
                    [(first, rate, fair), others @ ..] if *sure => write!(
                        to,
                        "{} win more often than {}: {} of the games {with}, where {} would be fair",
                        capital(first),
                        list(others.iter().map(|(name, ..)| name)),
                        rate.measured(),
                        with_sign(*fair, 1)
                    ),
                    _ => {
                        let told = rates.iter().map(|(name, rate, fair)| {
                            let (rate, fair) = (rate.measured(), with_sign(*fair, 1));
                            format!("{name} {rate}, fair {fair}")
                        });
                        let told = told.collect::<Vec<_>>().join("; ");
                        write!(to, "No measurable advantage for {} {with}: {told}", either(names))
                    }
                }
            }
            Finding::Also(of) => write!(to, "{} {}.", capital(&of.said(12)), of.with),
            Finding::WithinNoise { subjects, fair } => write!(
                to,
                "{} {} within noise of the fair {}.",
                capital(&subjects.named(12)),
                subjects.is(),
                with_sign(*fair, 1)
            ),
            Finding::BestAndWorst { best, worst, rates: [most, least] } => write!(
                to,
                "The games with {best} are won most often ({}), those with {worst} least often \
                 ({}); the others who play in them differ, too.",
                most.measured(),
                least.measured()
            ),
            Finding::DifferentBots => write!(
                to,
                "Different bots play in these games: the differences between win rates include the \
                 differences between the bots."
            ),
            Finding::FixedSeats { word } => write!(
                to,
                "Each {word} always plays at the same seat, so the win rates include any advantage \
                 of the seats."
            ),
            Finding::MeasuredWith { reference, bots, games } => {
                let own = format!("{} ({})", the_bots(bots), counted(*games, "game"));
                match reference {
                    Some((reference, played)) => write!(
                        to,
                        "Measured with the reference player “{reference}” ({}) and with {own}.",
                        counted(*played, "game")
                    ),
                    None => write!(to, "Measured with {own}: a stronger player may disagree."),
                }
            }
            Finding::UnratedBots => {
                write!(to, "Too few games to rate the bots: play more (--games)")
            }
            Finding::BotsByStrength(bots) => match bots.as_slice() {
                [(first, true), (second, _)] => {
                    write!(to, "The bot “{first}” is stronger than the bot “{second}”")
                }
                [(first, false), (second, _)] => {
                    let bots = capital(&the_bots([first, second]));
                    write!(to, "{bots} do not differ significantly in strength")
                }
                bots => {
                    let sign = |certain: &bool| if *certain { " > " } else { " ≥ " };
                    let last = bots.len().saturating_sub(1);
                    let told = bots.iter().enumerate().map(|(i, (bot, certain))| {
                        format!("“{bot}”{}", if i < last { sign(certain) } else { "" })
                    });
                    write!(to, "Bots by strength: {}", told.collect::<String>())
                }
            },
            Finding::BestAndWorstBots { all, ends: None } => {
                write!(to, "The strongest and the weakest of {all} bots cannot be determined")
            }
            Finding::BestAndWorstBots { all, ends: Some(ends) } => {
                let [best, worst] = ends.each_ref().map(|names| {
                    let mut names: Vec<String> =
                        names.iter().map(|name| format!("“{name}”")).collect();
                    if names.len() > NAMED {
                        let more = names.len() + 1 - NAMED;
                        names.truncate(NAMED - 1);
                        names.push(format!("one of {more} others"));
                    }
                    either(names)
                });
                write!(to, "Strongest of {all} bots: {best}; weakest: {worst}")
            }
            Finding::StrongerBot { bot, next, points, margin_of_error, share } => write!(
                to,
                "The bot “{bot}” is {points:.0} Elo points (± {margin_of_error:.0}) stronger than \
                 the bot “{next}”: it wins {} of the games that one of the two wins.",
                with_sign(*share, 0)
            ),
            Finding::PairsDiffer { differ, pairs } => write!(
                to,
                "{} differ significantly in strength; the table “Bot against bot” has every pair.",
                match differ {
                    0 => "No two bots".to_owned(),
                    some => format!("{some} of all {} of bots", counted(*pairs as u64, "pair")),
                }
            ),
            Finding::NoTrial { bot } => {
                write!(to, "The training of the bot “{bot}” was interrupted before the first trial")
            }
            Finding::Trials { bot, together, verdicts } => {
                let (who, better, worse) = match together {
                    true => (
                        format!("A party of the bot “{bot}”"),
                        "wins more games",
                        "wins fewer games",
                    ),
                    false => (format!("The bot “{bot}”"), "is stronger", "is weaker"),
                };
                let of = |wanted| verdicts.iter().filter(|(_, of)| *of == wanted).count();
                let all = verdicts.len();
                match (verdicts.as_slice(), of(Standing::Above), of(Standing::Below)) {
                    ([(other, Standing::Above)], ..) => write!(to, "{who} {better} than “{other}”"),
                    ([(other, Standing::Below)], ..) => write!(to, "{who} {worse} than “{other}”"),
                    ([(other, _)], ..) => {
                        write!(to, "{who} and “{other}” do not differ significantly")
                    }
                    (_, _, weaker) if weaker == all => {
                        write!(to, "{who} {worse} than its opponent in each of {all} trials")
                    }
                    (_, 0, _) => write!(
                        to,
                        "{who} {better} than its opponent in none of {all} trials, as far as is \
                         significant"
                    ),
                    (_, more, _) => {
                        let more = if more == all { "each".to_owned() } else { more.to_string() };
                        write!(to, "{who} {better} than its opponent in {more} of {all} trials")
                    }
                }
            }
            Finding::BestAndWorstOpponent { bot, scenario, opponents: [best, worst] } => {
                let place =
                    scenario.as_ref().map_or("The".to_owned(), |of| format!("In {of}, the"));
                write!(
                    to,
                    "{place} bot “{bot}” wins most against “{}” ({}) and least against “{}” ({}).",
                    best.player,
                    best.measured(),
                    worst.player,
                    worst.measured()
                )
            }
            Finding::Shift { subjects, all, words, subject, change, margin_of_error, bots } => {
                write!(
                    to,
                    "If one bot plays all seats, the win rates of {} differ significantly between {}; \
                 most of all {subject}’s: {} points with the bot “{}”.",
                    part_of(*subjects, *all, words),
                    the_bots(bots),
                    points_plus_minus(*change, *margin_of_error),
                    bots[0]
                )
            }
            Finding::OnlyTrials => write!(
                to,
                "The bot was tested only in the scenarios and against the bots that it trained \
                 with: its strength against others is unknown."
            ),
            Finding::Resumes => {
                write!(to, "The training so far is saved: the same command resumes the training.")
            }
            Finding::NobodyWon => {
                write!(to, "No side won any game: the shape cannot be measured")
            }
            Finding::Decided { round, rounds, games, comeback } => {
                let when = match *round {
                    0.0 => format!("before the first of {rounds:.0} rounds"),
                    round if round >= *rounds => format!("by their last round, round {rounds:.0}"),
                    round => format!("in round {round:.0} of {rounds:.0}"),
                };
                if *games == 1 {
                    return write!(to, "Only one game was won: it is decided {when}");
                }
                let often = match *comeback {
                    share if (0.02..0.4).contains(&share) => {
                        format!("one of {:.0} games", 1.0 / share)
                    }
                    share => format!("{} of the games", with_sign(share, 1)),
                };
                write!(
                    to,
                    "Games are decided {when} (median); in {often}, the winner once had a win \
                     probability below {}",
                    with_sign(0.1, 0)
                )
            }
            Finding::DecidedLast { share, lead, changes } => {
                write!(to, "{} of the games are decided only in the last round", rough(*share))?;
                if let Some(lead) = lead {
                    let lead = percent(*lead, 0);
                    write!(to, "; before it, the leader is {lead} points ahead on average")?;
                }
                match changes {
                    Some(changes) => write!(to, ". The lead changes {changes:.1} times per game."),
                    None => write!(to, "."),
                }
            }
            Finding::Waits { seat, share } => write!(
                to,
                "Seat {seat} waits longest: after its last decision, for {} of all rounds on \
                 average.",
                with_sign(*share, 1)
            ),
            Finding::Luck { share, interval: Interval { low, high }, level: at } => {
                let range = format!("{} to {}", percent(*low, 0), with_sign(*high, 0));
                let at = level(*at);
                match *low < 0.005 {
                    true => write!(
                        to,
                        "Luck: these games do not show how much the dice explain of who wins ({at} \
                         interval: {range})."
                    ),
                    false => write!(
                        to,
                        "Luck: the dice explain at least {} of who wins ({at} interval: {range}).",
                        with_sign(*share, 0)
                    ),
                }
            }
            Finding::BetterPlay { bot, change, interval: Interval { low, high }, level: at } => {
                let points = |of: f64| signed(of * 100.0, 1);
                let (what, judged) = match (*low > 0.0, *high < 0.0) {
                    (true, _) => ("Better", "significant"),
                    (_, true) => ("Weaker", "this bot is weaker here"),
                    _ => ("Better", "not significant"),
                };
                write!(
                    to,
                    "{what} play: if the bot “{bot}” plays one seat, this seat’s win rate changes by \
                     {} points ({} interval: {} to {}): {judged}.",
                    points(*change),
                    level(*at),
                    points(*low),
                    points(*high)
                )
            }
            Finding::Kingmaking { share, interval: Interval { low, high }, level: at } => write!(
                to,
                "Kingmaking: in {} of games ({} interval: {} to {}), a player with hardly a chance \
                 could have changed which of the other sides wins.",
                with_sign(*share, 1),
                level(*at),
                percent(*low, 1),
                with_sign(*high, 1)
            ),
            Finding::Change { subject, from, to: next, change, margin_of_error } => write!(
                to,
                "The largest change: from “{from}” to “{next}”, the win rate of {subject} changes \
                 by {} points.",
                points_plus_minus(*change, *margin_of_error)
            ),
        }
    }
}

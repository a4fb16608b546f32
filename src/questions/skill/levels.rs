//! Parses the argument of the flag `--levels` of `gong skill`.

use crate::scenario::is_file;
use crate::session::numbers::count;

/// An argument of the flag `--levels`: a bot as in `balanced`, or with a number of games as in
/// `balanced:20k`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFlag {
    /// The name or the file of the bot that plays at this skill level.
    pub bot: String,
    /// Number of games of the skill level; `None` for the default.
    pub games: Option<u64>,
}

/// Parses one skill level in the argument of the flag `--levels`, as in `balanced:20k`.
pub fn level(text: &str) -> Result<LevelFlag, String> {
    let (bot, games) = with_count(text.trim());
    if bot.is_empty() {
        return Err("wants a strategy's name or file, optionally with a number of games, as in \
                    balanced or balanced:20k"
            .into());
    }
    let games = games.map(count).transpose();
    let games = games.map_err(|what| format!("the games of {bot}: {what}"))?;
    Ok(LevelFlag { bot: bot.to_owned(), games })
}

/// Default number of games of a skill level whose bot has the cost 1, such as a weight-based bot
/// (see [`BotDefinition::cost`](crate::strategies::BotDefinition::cost)).
const GAMES: f64 = 100_000.0;

/// Returns the default number of games of a skill level whose bot has the cost `cost`.
///
/// A level whose games take *c* times as long plays √c times fewer games. For a given total time,
/// these numbers of games minimize the sum of the variances of all levels' win rates. (J. Neyman,
/// 1934, J. Royal Stat. Soc. 97, 558–625: sample sizes in proportion to σ/√c; the standard
/// deviation σ is about equal for all levels.) The number is rounded down to 1, 2 or 5 times a
/// power of ten for readability.
pub fn games(cost: u64) -> u64 {
    let most = GAMES / (cost as f64).sqrt();
    let steps = (0..6).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    steps.take_while(|&step| step as f64 <= most).last().unwrap_or(1)
}

/// Splits a skill level such as `balanced:20k` into the bot (a name or a file) and the number of
/// games, if given. The colon in `C:/mine.toml` belongs to the file name.
fn with_count(level: &str) -> (&str, Option<&str>) {
    match level.rsplit_once(':') {
        Some((bot, games)) if !is_file(games) => (bot, Some(games)),
        _ => (level, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_names_with_games_if_one_likes() {
        let of = |bot: &str, games| {
            let bot = bot.to_owned();
            Ok(LevelFlag { bot, games })
        };
        assert_eq!(level("balanced"), of("balanced", None));
        assert_eq!(level("balanced:20k"), of("balanced", Some(20_000)));
        assert_eq!(level("a/mine.toml:1_000"), of("a/mine.toml", Some(1_000)));
        assert_eq!(level("C:/mine.toml"), of("C:/mine.toml", None));
        for (wrong, said) in [
            ("", "wants a strategy's name"),
            (":50", "wants a strategy's name"),
            ("balanced:0", "the games of balanced: wants at least 1"),
            ("balanced:", "wants a whole number"),
            ("balanced:many", "wants a whole number"),
        ] {
            let told = level(wrong).unwrap_err();
            assert!(told.contains(said), "{wrong}: {told}");
        }
    }

    #[test]
    fn games_are_few_where_they_cost_much_and_legible() {
        assert_eq!([1, 10, 2_000, 20_000].map(games), [100_000, 20_000, 2_000, 500]);
        assert_eq!(games(u64::MAX), 1);
    }
}

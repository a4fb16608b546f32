//! Parses the arguments of the flags `--levels` and `--budget` of `gong skill`.

use std::time::Duration;

use crate::scenario::is_file;
use crate::session::numbers::count;

/// An argument of the flag `--levels`: a bot as in `balanced`, or with a number of games as in
/// `balanced:20k`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFlag {
    /// The name or the file of the bot that plays at this skill level.
    pub bot: String,
    /// Number of games of the skill level; `None` if the budget decides.
    pub games: Option<u64>,
}

/// The budget of games or time for the skill levels for which the user gave no number of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Number of games of a skill level whose games have the relative duration 1; levels with
    /// slower bots play fewer.
    Games(u64),
    /// Maximum time for the games of all skill levels and of the mixed table (all bots together).
    Time(Duration),
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
    Ok(LevelFlag {
        bot: bot.to_owned(),
        games: games.map_err(|what| format!("the games of {bot}: {what}"))?,
    })
}

/// Splits a skill level such as `balanced:20k` into the bot (a name or a file) and the number of
/// games, if given. The colon in `C:/mine.toml` belongs to the file name.
fn with_count(level: &str) -> (&str, Option<&str>) {
    match level.rsplit_once(':') {
        Some((bot, games)) if !is_file(games) => (bot, Some(games)),
        _ => (level, None),
    }
}

/// Returns the bots in the argument of the flag `--levels`. The bots identify the report of `gong
/// skill`; the numbers of games do not.
pub fn bots(levels: &str) -> Vec<&str> {
    levels.split(',').map(|level| with_count(level).0).collect()
}

/// Units of time that a budget may have, each with its length in seconds.
const UNITS: [(&str, f64); 4] = [("min", 60.0), ("sec", 1.0), ("s", 1.0), ("h", 3600.0)];

/// Parses a budget of games: a number of games, or a time.
pub fn budget(text: &str) -> Result<Budget, String> {
    let lower = text.trim().to_ascii_lowercase();
    for (unit, seconds) in UNITS {
        let number = lower.strip_suffix(unit).map(|number| number.trim().parse::<f64>());
        if let Some(Ok(number)) = number {
            let time = number * seconds;
            return match (1.0..=30.0 * 86_400.0).contains(&time) {
                true => Ok(Budget::Time(Duration::from_secs_f64(time))),
                false => Err("wants a time of 1s to 720h".into()),
            };
        }
    }
    count(&lower).map(Budget::Games).map_err(|what| match lower.parse::<f64>() {
        Ok(number) if number <= 0.0 => "wants at least 1".to_owned(),
        _ if what.contains("whole number") => {
            "wants games, as in 100k, or a time, as in 90s, 10min or 2h".to_owned()
        }
        _ => what,
    })
}

/// Parses a number of games that may be 0.
pub fn count_or_none(text: &str) -> Result<u64, String> {
    match text.trim() {
        "0" => Ok(0),
        some => count(some),
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
    fn the_bots_of_levels_identify_a_report() {
        let found = bots("random:5,C:/mine.toml,a/mine.toml:9");
        assert_eq!(found, ["random", "C:/mine.toml", "a/mine.toml"]);
    }

    #[test]
    fn budgets_are_games_or_a_time() {
        let time = |seconds| Ok(Budget::Time(Duration::from_secs(seconds)));
        assert_eq!(budget("2000"), Ok(Budget::Games(2_000)));
        assert_eq!(budget("2m"), Ok(Budget::Games(2_000_000)));
        for (text, seconds) in [("90s", 90), ("10min", 600), ("1.5 h", 5_400), ("30SEC", 30)] {
            assert_eq!(budget(text), time(seconds), "{text}");
        }
        for (wrong, said) in [
            ("0", "wants at least 1"),
            ("-5", "wants at least 1"),
            ("0min", "wants a time of 1s to 720h"),
            ("nanmin", "wants a time of 1s to 720h"),
            ("ten", "wants games, as in 100k, or a time"),
            ("", "wants games, as in 100k, or a time"),
            ("10minutes", "wants games, as in 100k, or a time"),
        ] {
            let told = budget(wrong).unwrap_err();
            assert!(told.contains(said), "{wrong}: {told}");
        }
        assert_eq!(count_or_none("0"), Ok(0));
        assert_eq!(count_or_none("5k"), Ok(5_000));
        assert!(count_or_none("-1").is_err());
    }
}

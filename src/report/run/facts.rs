//! The facts of a run, read back from its tables and its manifest as plain numbers: what charts, words and page are made from.

use crate::stats::intervals::Interval;

/// All that a run has to say.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Games played.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// The share of games that an entrant of average strength wins.
    pub fair: f64,
    /// What the score is called as a unit ("PP").
    pub score: String,
    /// The score's name in full.
    pub score_long: String,
    /// Who eliminates when no opponent does.
    pub nobody: String,
    /// The fighters that played, in the order of the tables.
    pub fighters: Vec<Fighter>,
    /// The entrants that played, in the order of the tables.
    pub entrants: Vec<Entrant>,
    /// Who met whom, by index into `fighters`.
    pub meetings: Vec<Meeting>,
    /// Games by their number of rounds.
    pub lengths: Vec<(u8, u64)>,
}

/// How a fighter is shown.
#[derive(Debug, Clone)]
pub struct Fighter {
    /// Its key in the tables.
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    pub colour: String,
}

/// One fighter in the hands of one strategy.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// Index into [`Facts::fighters`].
    pub fighter: usize,
    /// Its strategy's name.
    pub strategy: String,
    /// The name to show: the fighter's, and the strategy's where a fighter has several.
    pub label: String,
    /// Its team, if it played for one alone.
    pub team: Option<u8>,
    /// All its games.
    pub all: Outcome,
    /// Its games by team and seat.
    pub seats: Vec<(Option<u8>, u8, Outcome)>,
    /// Its win rate differs from the fair share, also after allowing for as many tests as there are entrants (Holm).
    pub significant: bool,
    /// Games by score.
    pub scores: Vec<(u16, u64)>,
    /// Mean score.
    pub mean: f64,
    /// Standard deviation of the score.
    pub sd: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile of the score.
    pub percentiles: [u16; 5],
    /// (round, games, share, hazard, survival), from round 1.
    pub falls: Vec<Fall>,
    /// The share of games it survived.
    pub survived: f64,
    /// The share of games by place, from place 1.
    pub places: Vec<f64>,
    /// Its cards, in the order of the tables; only those it played.
    pub cards: Vec<Card>,
}

/// Games, wins and what they say of the win rate.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// The share of games won.
    pub rate: f64,
    /// The interval of the win rate.
    pub interval: Interval,
}

/// How often an entrant fell in a round.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    /// The round, from 1.
    pub round: u8,
    /// Games in which it fell in this round.
    pub games: u64,
    /// The share of the games in which it began the round.
    pub hazard: f64,
    /// The share of all its games in which it still stood after the round.
    pub survival: f64,
}

/// What a card did, over all rounds.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Times played.
    pub plays: u64,
    /// Of these, in games that its player won.
    pub wins: u64,
    /// Wounds dealt.
    pub dealt: u64,
    /// Wounds taken while it was active.
    pub taken: u64,
    /// The mean round in which it was played.
    pub round: f64,
}

/// What one fighter made of another.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// Index of the fighter into [`Facts::fighters`].
    pub a: usize,
    /// Index of the opponent.
    pub b: usize,
    /// Games of both as opponents.
    pub games: u64,
    /// In how many `a` finished ahead.
    pub ahead: u64,
    /// In how many `a` eliminated `b`.
    pub eliminated: u64,
    /// Score that `a` took from `b` per game.
    pub taken: f64,
}

impl Facts {
    /// The longest game's rounds.
    pub fn longest(&self) -> u8 {
        self.lengths
            .iter()
            .map(|length| length.0)
            .max()
            .unwrap_or(0)
    }

    /// The colour of an entrant: its fighter's.
    pub fn colour(&self, entrant: &Entrant) -> &str {
        &self.fighters[entrant.fighter].colour
    }

    /// Whether anyone plays in a team.
    pub fn has_teams(&self) -> bool {
        self.entrants
            .iter()
            .any(|entrant| entrant.seats.iter().any(|seat| seat.0.is_some()))
    }

    /// The entrants in descending order of a measure.
    pub fn sorted_by(&self, measure: impl Fn(&Entrant) -> f64) -> Vec<&Entrant> {
        let mut sorted: Vec<&Entrant> = self.entrants.iter().collect();
        sorted.sort_by(|a, b| measure(b).total_cmp(&measure(a)));
        sorted
    }
}

impl Entrant {
    /// Times per game that it played a card.
    pub fn use_of(&self, card: &Card) -> f64 {
        card.plays as f64 / self.all.games.max(1) as f64
    }

    /// The mean round of its elimination in the games in which it was eliminated; `None` if it never was.
    pub fn mean_fall(&self) -> Option<f64> {
        let games: u64 = self.falls.iter().map(|fall| fall.games).sum();
        let rounds: u64 = self
            .falls
            .iter()
            .map(|fall| u64::from(fall.round) * fall.games)
            .sum();
        (games > 0).then(|| rounds as f64 / games as f64)
    }

    /// Games in which it was eliminated.
    pub fn eliminated(&self) -> u64 {
        self.falls.iter().map(|fall| fall.games).sum()
    }
}

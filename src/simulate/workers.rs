//! Threads to play on. Each keeps its player, and so its bots, from one call to the next.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{GamePlayer, Simulation};

/// Most games that a thread takes at a time; few games are shared out more finely.
const LARGEST_CHUNK: u64 = 32;

/// Threads, and a player for each.
pub struct Workers<'a> {
    threads: rayon::ThreadPool,
    players: Vec<Mutex<GamePlayer<'a>>>,
}

impl<'a> Workers<'a> {
    /// So many threads, at least 1.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn new(simulation: &'a Simulation, threads: usize) -> anyhow::Result<Workers<'a>> {
        Ok(Workers {
            threads: rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()?,
            players: (0..threads)
                .map(|_| Mutex::new(simulation.player()))
                .collect(),
        })
    }

    /// Has `play` play every game of `games`, and gives what it has counted: one count for each thread, which begins as `empty`. Which games a
    /// thread plays is left to chance, so counts must add up to the same however they are shared out.
    ///
    /// `None` if `stop` was set: then some games were not played. `played` is told of so many more, from any thread.
    pub fn play<C: Send>(
        &self,
        games: Range<u64>,
        stop: &AtomicBool,
        empty: impl Fn() -> C + Sync,
        play: impl Fn(&mut GamePlayer<'a>, u64, &mut C) + Sync,
        played: impl Fn(u64) + Sync,
    ) -> Option<Vec<C>> {
        let share = (games.end - games.start) / (8 * self.players.len() as u64);
        let chunk = share.clamp(1, LARGEST_CHUNK);
        let next = AtomicU64::new(games.start);
        let counts = self.threads.broadcast(|context| {
            let mut player = self.players[context.index()]
                .lock()
                .expect("no worker has panicked");
            let mut count = empty();
            loop {
                let first = next.fetch_add(chunk, Ordering::Relaxed);
                if first >= games.end {
                    return count;
                }
                let last = games.end.min(first + chunk);
                for game in first..last {
                    if stop.load(Ordering::Relaxed) {
                        return count;
                    }
                    play(&mut player, game, &mut count);
                }
                played(last - first);
            }
        });
        (!stop.load(Ordering::Relaxed)).then_some(counts)
    }

    /// The players, for what they have kept.
    pub fn players(self) -> impl Iterator<Item = GamePlayer<'a>> {
        let player = |player: Mutex<GamePlayer<'a>>| player.into_inner();
        self.players
            .into_iter()
            .map(move |one| player(one).expect("no worker has panicked"))
    }
}

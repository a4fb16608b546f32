//! Bounds the number of connections whose requests have not had the key of the studio. If there are
//! more, the oldest of them is closed, so that other programs cannot keep the page waiting.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::task::AbortHandle;

/// Maximum number of open connections without the key.
const MOST_STRANGERS: usize = 64;

/// The tasks of connections without the key, by number, the oldest first.
#[derive(Clone, Default)]
pub struct Strangers(Arc<Mutex<VecDeque<(u64, AbortHandle)>>>);

/// An open connection.
#[derive(Clone)]
pub struct Connection {
    pub number: u64,
    pub strangers: Strangers,
}

impl Strangers {
    fn all(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        self.0.lock().expect("no thread panics while it holds the connections")
    }

    /// Adds the task of a new connection. If there are too many, closes the oldest connection.
    pub fn admit(&self, number: u64, task: AbortHandle) {
        let mut all = self.all();
        all.retain(|(_, task)| !task.is_finished());
        all.push_back((number, task));
        if all.len() > MOST_STRANGERS
            && let Some((_, oldest)) = all.pop_front()
        {
            oldest.abort();
        }
    }
}

impl Connection {
    /// Keeps the connection open from now on, because a request of it has had the key.
    pub fn trust(&self) {
        let mut all = self.strangers.all();
        all.retain(|(number, _)| *number != self.number);
    }
}

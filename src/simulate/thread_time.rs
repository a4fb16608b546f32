//! The time for which this thread has computed, whatever else the machine does meanwhile.

use std::sync::LazyLock;

/// Nanoseconds that this thread has computed since some moment.
#[cfg(unix)]
pub fn now() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Nanoseconds since some moment: elsewhere there is but the wall clock.
#[cfg(not(unix))]
pub fn now() -> u64 {
    static BEGIN: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed().as_nanos() as u64
}

/// Nanoseconds that seem to pass from one reading to the next: asking a thread's clock takes longer than a quick bot thinks.
pub fn of_reading() -> u64 {
    const READINGS: usize = 2_001;
    static TAKES: LazyLock<u64> = LazyLock::new(|| {
        let passed = |_| {
            let begin = now();
            now() - begin
        };
        // The median: a mean would take a reading that the machine interrupted for what all of them take.
        let mut readings: Vec<u64> = (0..READINGS).map(passed).collect();
        *readings.select_nth_unstable(READINGS / 2).1
    });
    *TAKES
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_thread_that_sleeps_does_not_compute() {
        let begin = now();
        std::thread::sleep(Duration::from_millis(100));
        assert!(now() - begin < 50_000_000);
    }
}

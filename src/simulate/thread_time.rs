//! CPU time of the current thread, independent of other load on the machine.

use std::sync::LazyLock;

/// Returns the CPU time of the current thread in nanoseconds, counted from an arbitrary start.
#[cfg(unix)]
pub fn now() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Returns the wall-clock time in nanoseconds, counted from an arbitrary start. Used on systems
/// other than Unix, where CPU time is not available.
#[cfg(not(unix))]
pub fn now() -> u64 {
    static BEGIN: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed().as_nanos() as u64
}

/// Returns the time that one reading of the thread's clock takes, in nanoseconds. Measurements
/// subtract this time, because a fast bot decides in less time than a reading of the clock takes.
pub fn of_reading() -> u64 {
    const READINGS: usize = 2_001;
    static TAKES: LazyLock<u64> = LazyLock::new(|| {
        let passed = |_| {
            let begin = now();
            now() - begin
        };
        // Uses the median, because the mean would include readings that the system interrupted.
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

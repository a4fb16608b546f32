//! Determines the free memory of the machine.

use std::path::Path;

use crate::scenario::read_text;

/// Returns the free memory in bytes: the smaller value of the machine's and of the control group's
/// free memory. Returns `None` if both are unknown.
pub fn free() -> Option<u64> {
    let read = |path: &str| read_text(Path::new(path)).ok();
    let machine = read("/proc/meminfo").as_deref().and_then(available);
    let number = |text: String| text.trim().parse::<u64>().ok();
    let group = |file: &str| read(&format!("/sys/fs/cgroup/memory.{file}")).and_then(number);
    let group = group("max").zip(group("current"));
    let group = group.map(|(most, used)| most.saturating_sub(used));
    [machine, group].into_iter().flatten().min()
}

/// Returns the value of `MemAvailable` in the text of `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let mut lines = meminfo.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_what_is_available() {
        let told = "MemTotal:       16303428 kB\nMemAvailable:   12 kB\nBuffers: 3 kB\n";
        assert_eq!(available(told), Some(12 << 10));
        assert_eq!(available("MemTotal: 3 kB\n"), None);
    }
}

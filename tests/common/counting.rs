//! An allocator that counts the allocations of the current thread and the maximum memory of all
//! threads.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Counting;

thread_local! {
    /// Number of allocations of this thread. The counter is constant-initialised and has no
    /// destructor, so that access to it never allocates memory.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Number of bytes that the process holds now.
static HELD: AtomicUsize = AtomicUsize::new(0);
/// Maximum number of bytes held since the last [`peak_of`] began.
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    ASKED.with(|asked| asked.set(asked.get() + 1));
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

fn gave(bytes: usize) {
    HELD.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call is passed to the system's allocator with unchanged arguments, and its result
// is returned unchanged. So callers that keep the contract of this trait keep the contract of the
// system's allocator, and it keeps its own. The counting uses only a cell of the thread and two
// atomics; it neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of this function, which is the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: the caller keeps the contract of this function, which is the system allocator's.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of this function, which is the system allocator's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        gave(layout.size());
        took(size);
        // SAFETY: the caller keeps the contract of this function, which is the system allocator's.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// Returns the number of allocations of this thread while `what` runs.
pub fn allocations_of(what: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    what();
    ASKED.get() - before
}

/// Returns the maximum number of bytes held while `what` runs, minus the bytes held before. All
/// threads count, so nothing else may run.
pub fn peak_of(what: impl FnOnce()) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    what();
    PEAK.load(Ordering::Relaxed) - before
}

//! An allocator that counts: how often the current thread asks for memory, and how much all threads hold at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Counting;

thread_local! {
    /// Allocations of this thread. Constant and without a destructor: to touch it allocates nothing, at any time.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that are held now, and the most that were since the last [`peak_of`] began.
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    ASKED.with(|asked| asked.set(asked.get() + 1));
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

fn gave(bytes: usize) {
    HELD.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call is passed on to the system's allocator with the very arguments that were given, and its answer is
// given back unchanged, so that whoever keeps this trait's promises to us keeps them to it, and it keeps its own to them.
// Counting beside that touches only a cell of the thread and two atomics: it neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        gave(layout.size());
        took(size);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// How often this thread asked for memory while it did this.
pub fn allocations_of(what: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    what();
    ASKED.get() - before
}

/// The most bytes that were held while this was done, beyond those held before. All threads count: nothing else may be going on.
pub fn peak_of(what: impl FnOnce()) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    what();
    PEAK.load(Ordering::Relaxed) - before
}

//! The studio: who may talk to its server, and its page in a real browser.

mod asks;
#[path = "../page/browser.rs"]
#[allow(dead_code)]
mod browser;
mod devtools;
mod latency;
mod opens;
mod page;
mod program;
mod reference;
mod running;
mod security;
#[path = "../common/signals.rs"]
#[cfg(unix)]
mod signals;
mod titles;

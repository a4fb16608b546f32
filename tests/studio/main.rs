//! The studio: who may talk to its server, and its page in a real browser.

#[path = "../page/browser.rs"]
#[allow(dead_code)]
mod browser;
mod devtools;
mod page;
mod running;
mod security;

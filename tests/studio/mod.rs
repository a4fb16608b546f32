//! The studio: who may talk to its server, and its page in a real browser.

mod asks;
mod edits;
mod files;
mod keys;
mod latency;
mod opens;
mod page;
mod program;
mod reference;
mod rows;
mod running;
mod security;
mod server;
mod titles;

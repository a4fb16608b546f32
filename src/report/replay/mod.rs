//! The page of a replay: one HTML file that opens without a network and draws one game, event by
//! event.
//!
//! The files of this folder are plain scripts without dependencies, and a style sheet. The function
//! `replay(root, data)` builds the controls and the drawing inside an element; `data` is a
//! [`Replay`] as JSON. Other pages can use the same files.

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use minijinja::context;
use minijinja::value::Value;

use super::page::templates;
use crate::game::story::Replay;

/// The script that draws a board: places, pieces, dice.
const BOARD: &str = include_str!("board.js");
/// The script that draws the win probabilities along a game.
const CHANCES: &str = include_str!("chances.js");
/// The script that links a replay to the page whose frame shows it.
const LINKED: &str = include_str!("linked.js");
/// The script with the controls of a replay.
const PLAYER: &str = include_str!("player.js");
/// The style sheet of the drawing and its controls.
const STYLE: &str = include_str!("replay.css");

/// Returns a replay as JSON, compressed by zlib and encoded in Base64. The page of a long game is
/// then about a tenth as large.
fn packed(replay: &Replay) -> Result<String> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut packer, replay)?;
    Ok(BASE64_STANDARD.encode(packer.finish()?))
}

/// Renders the page of a replay as HTML.
///
/// # Errors
/// Fails if the page cannot be rendered.
pub fn page(replay: &Replay) -> Result<String> {
    let mut environment = templates()?;
    environment.add_template("replay.html", include_str!("replay.html"))?;
    let page = environment.get_template("replay.html")?;
    Ok(page.render(context! {
        title => replay.opening.heading(),
        version => env!("CARGO_PKG_VERSION"),
        style => Value::from_safe_string(STYLE.to_owned()),
        scripts => [BOARD, CHANCES, LINKED, PLAYER].map(|text| Value::from_safe_string(text.to_owned())),
        data => Value::from_safe_string(packed(replay)?),
    })?)
}

//! Identity of the game engine (the code that decides games), so that results of different engine
//! versions are not mixed.

use sha2::{Digest, Sha256};

use crate::games::Title;
use crate::words::hex;

/// Returns the identity of the code that decides the results of a game: 64 hexadecimal digits.
///
/// The identity changes whenever this code changes, including the libraries that it uses. Equal
/// sources give the same identity in every build and on every machine. For a game from outside this
/// package, the identity also covers [`Facts::edition`](crate::games::Facts::edition).
pub fn identity(title: &dyn Title) -> String {
    let here = env!("GONG_ENGINE");
    match title.edition() {
        "" => here.to_owned(),
        edition => hex(&Sha256::digest(format!("{here} {edition}"))),
    }
}

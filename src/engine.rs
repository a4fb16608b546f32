//! Identity of the engine: results of different engines must not be mixed.

use sha2::{Digest, Sha256};

use crate::games::Title;
use crate::words::hex;

/// Returns the identity of the engine that plays a game: 64 hexadecimal digits.
///
/// The identity changes whenever code that decides a game changes, including the libraries that
/// this code uses. Equal sources give the same identity in every build and on every machine. For a
/// game from outside this package, the identity also covers [`Title::edition`].
pub fn identity(title: &dyn Title) -> String {
    let here = env!("GONG_ENGINE");
    match title.edition() {
        "" => here.to_owned(),
        edition => hex(&Sha256::digest(format!("{here} {edition}"))),
    }
}

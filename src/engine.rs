//! Which engine plays: results that another one played are not mixed with this one's.

use sha2::{Digest, Sha256};

use crate::games::Title;
use crate::words::hex;

/// Names the engine that plays a game: 64 hexadecimal digits, others whenever any of the code that decides a game is, its libraries included.
///
/// It is the same for every build of the same sources, on any machine. Of a game that is not of this house it also holds what that says of itself by
/// [`Title::edition`].
pub fn identity(title: &dyn Title) -> String {
    let here = env!("GONG_ENGINE");
    match title.edition() {
        "" => here.to_owned(),
        edition => hex(&Sha256::digest(format!("{here} {edition}"))),
    }
}

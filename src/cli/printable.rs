//! Filters everything that gong prints, so that no control characters reach a terminal.

use std::io::{self, Write};

use crate::words::unprintable;

/// A writer that passes text on and escapes unprintable characters, as in `\u{1b}`, except tabs and
/// newlines.
pub struct Printable<W> {
    out: W,
    /// The first bytes of a character whose remaining bytes have not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> Printable<W> {
    pub fn new(out: W) -> Printable<W> {
        Printable { out, begun: vec![] }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        let odd = |c: char| unprintable(c) && !"\n\t".contains(c);
        for part in text.split_inclusive(odd) {
            let plain = part.strip_suffix(odd).unwrap_or(part);
            self.out.write_all(plain.as_bytes())?;
            if let Some(odd) = part[plain.len()..].chars().next() {
                write!(self.out, "{}", odd.escape_unicode())?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        match std::str::from_utf8(&all) {
            Ok(text) => self.show(text)?,
            Err(error) if error.error_len().is_none() => {
                self.begun = all.split_off(error.valid_up_to());
                self.show(&String::from_utf8_lossy(&all))?;
            }
            Err(_) => self.show(&String::from_utf8_lossy(&all))?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_passes_and_what_moves_a_terminal_is_shown() {
        let mut out = Printable::new(vec![]);
        let odd = "x\r\u{1b}[2J\u{202e}y";
        writeln!(out, "a\tb\nBonzaï: {odd}").unwrap();
        // The first byte of a character without the rest, then a byte that belongs to no character.
        for byte in "ï\u{9b}".bytes() {
            assert_eq!(out.write(&[byte]).unwrap(), 1);
        }
        out.write_all(b"\xff.").unwrap();
        let told = String::from_utf8(out.out).unwrap();
        assert_eq!(told, "a\tb\nBonzaï: x\\u{d}\\u{1b}[2J\\u{202e}y\nï\\u{9b}\u{fffd}.");
    }
}

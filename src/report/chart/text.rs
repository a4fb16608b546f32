//! Text in charts: estimates widths, and fits text into a width by shrinking, cutting or breaking
//! it.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Once};

use ab_glyph::{Font, FontRef};
use epaint_default_fonts::UBUNTU_LIGHT;
use plotters::style::{FontStyle, TextStyle, register_font};

use crate::words::shown_width;

/// The font family of texts in charts. Bitmaps use an embedded font; an SVG uses the reader's font.
pub const FAMILY: &str = "sans-serif";

/// Font size, as given to the crate plotters, at which one em is 1 canvas unit.
pub const EM: f64 = 1.24;

/// Estimates the width of a text, in canvas units. The estimate is generous, because the fonts with
/// which readers see an SVG differ.
///
/// The width of a character that the embedded font lacks, such as a Chinese one, is estimated from
/// its columns in a terminal.
pub fn text_width(text: &str, size: f64) -> f64 {
    prepare_font();
    let (others, known): (String, String) = text.chars().partition(|letter| is_missing(*letter));
    let others = shown_width(&others) as u32 * 60;
    let (width, _) = TextStyle::from((FAMILY, 100.0 * EM))
        .font
        .box_size(&known)
        .unwrap_or((known.len() as u32 * 60, 100));
    f64::from(width + others) * size / 100.0 * 1.06
}

/// Estimates the width of a bold text, in canvas units; bold letters are wider.
#[cfg(test)]
pub fn bold_width(text: &str, size: f64) -> f64 {
    text_width(text, size) * 1.15
}

/// Returns the width of the widest of some texts, in canvas units.
pub fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    texts.into_iter().map(|text| text_width(text, size)).fold(0.0, f64::max)
}

/// Shortens a text so that it fits into a width.
pub fn fit(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let letters: Vec<char> = text.chars().collect();
    let short = |count: usize| {
        let start: String = letters[..count].iter().collect();
        format!("{}…", start.trim_end())
    };
    // Finds the longest prefix that fits by bisection, because width grows with the number of
    // letters.
    let (mut fits, mut too_long) = (0, letters.len());
    while fits + 1 < too_long {
        let middle = fits.midpoint(too_long);
        if text_width(&short(middle), size) <= width {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    short(fits)
}

/// Returns the largest font size, up to `size`, at which a text fits into a width; at least 9,
/// because smaller text is unreadable.
pub fn shrink(text: &str, size: f64, width: f64) -> f64 {
    (size * width / text_width(text, size) * 0.99).clamp(9.0, size)
}

/// Breaks a text at spaces into at most `most` lines. Cuts off the end of the text if it does not
/// fit, and the end of any word that is wider than a line.
pub fn wrap(text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let mut line = word.to_owned();
        if lines.len() + 1 == most {
            for word in words.by_ref() {
                line.push(' ');
                line.push_str(word);
            }
        }
        while let Some(next) =
            words.next_if(|next| text_width(&format!("{line} {next}"), size) <= width)
        {
            line.push(' ');
            line.push_str(next);
        }
        lines.push(fit(&line, size, width));
    }
    lines
}

/// Registers the embedded font; repeated calls do nothing. Without the font, bitmaps could show no
/// text, and no text could be measured.
pub fn prepare_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for style in [FontStyle::Normal, FontStyle::Bold] {
            // Registration cannot fail unnoticed: without the font, every test with a chart fails.
            let _ = register_font(FAMILY, style, UBUNTU_LIGHT);
        }
    });
}

/// Returns the characters that the embedded font lacks. Bitmaps show boxes in their place.
pub fn missing(letters: impl Iterator<Item = char>) -> BTreeSet<char> {
    letters.filter(|letter| is_missing(*letter)).collect()
}

/// Returns whether the embedded font lacks a character.
fn is_missing(letter: char) -> bool {
    static FONT: LazyLock<Option<FontRef<'static>>> =
        LazyLock::new(|| FontRef::try_from_slice(UBUNTU_LIGHT).ok());
    let lacks = |font: &FontRef<'_>| font.glyph_id(letter).0 == 0;
    !letter.is_ascii() && !letter.is_whitespace() && FONT.as_ref().is_some_and(lacks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_european_letters_and_no_others() {
        let lacks = |text: &str| missing(text.chars()).into_iter().collect::<String>();
        assert_eq!(lacks("Żółć & Бук, Άλφα: “25.0 % ± 0.3” − ≥ …"), "");
        assert_eq!(lacks("Agaric 巴拉巴 🌵"), "巴拉🌵");
    }

    #[test]
    fn long_texts_are_cut_to_fit() {
        assert_eq!(fit("Agaric", 14.0, 200.0), "Agaric");
        let cut = fit("a very long name of a card indeed", 14.0, 80.0);
        assert!(cut.ends_with('…') && text_width(&cut, 14.0) <= 80.0);
        assert!(text_width(&format!("{}m…", cut.trim_end_matches('…')), 14.0) > 80.0);
        assert_eq!(fit("Agaric", 14.0, 0.0), "…");
        // A Chinese character or an emoji is at least as wide as the font size, an accent is not.
        for (wide, em) in [("巴拉巴", 3.0), ("🌵", 1.0), ("e\u{301}", 0.5)] {
            let width = text_width(wide, 10.0) / 10.0;
            assert!(width >= em && width < em * 1.4, "{wide}: {width}");
        }
    }

    #[test]
    fn texts_are_wrapped_into_lines_that_fit() {
        let text = "the quick brown fox jumps over the lazy dog";
        let lines = wrap(text, 14.0, 120.0, 9);
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 1 && lines.iter().all(|line| text_width(line, 14.0) <= 120.0));
        let two = wrap(text, 14.0, 120.0, 2);
        assert!(two.len() == 2 && two[1].ends_with('…') && text_width(&two[1], 14.0) <= 120.0);
        assert!(wrap("", 14.0, 120.0, 2).is_empty());
    }
}

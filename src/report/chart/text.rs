//! Text in charts: estimates widths, and fits text into a width by shrinking, cutting or breaking
//! it.

use std::sync::Once;

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
/// The width of a wide character, such as a Chinese one, is estimated from its columns in a
/// terminal, because the embedded font lacks such characters.
pub fn text_width(text: &str, size: f64) -> f64 {
    prepare_font();
    let is_wide = |letter: &char| shown_width(letter.encode_utf8(&mut [0; 4])) > 1;
    let (wide, narrow): (String, String) = text.chars().partition(is_wide);
    let style = TextStyle::from((FAMILY, 100.0 * EM));
    let fallback = (narrow.len() as u32 * 60, 100);
    let (width, _) = style.font.box_size(&narrow).unwrap_or(fallback);
    f64::from(width + shown_width(&wide) as u32 * 60) * size / 100.0 * 1.06
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
    let short = |count: usize| {
        let start: String = text.chars().take(count).collect();
        format!("{}…", start.trim_end())
    };
    let fits = |count: &usize| text_width(&short(*count), size) <= width;
    let counts: Vec<usize> = (1..text.chars().count()).collect();
    short(counts.partition_point(fits))
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
    for word in text.split_whitespace() {
        let full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if full || text_width(&format!("{line} {word}"), size) <= width => {
                *line = format!("{line} {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| fit(line, size, width)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_fit() {
        assert_eq!(fit("Agaric", 14.0, 200.0), "Agaric");
        let cut = fit("a very long name of a card indeed", 14.0, 80.0);
        assert!(cut.ends_with('…') && text_width(&cut, 14.0) <= 80.0);
        assert!(text_width(&format!("{}m…", cut.trim_end_matches('…')), 14.0) > 80.0);
        assert_eq!(fit("Agaric", 14.0, 0.0), "…");
        // A Chinese character or an emoji is at least as wide as the font size.
        for (wide, em) in [("巴拉巴", 3.0), ("🌵", 1.0)] {
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

//! Collects the lines of a game's story in prose.

use super::{LineStyle, StoryLine};

/// The lines of a game's story in prose, with the texts of the current event.
#[derive(Debug, Clone, Default)]
pub struct Pages {
    lines: Vec<StoryLine>,
    /// Index of the last line of the story that describes an event.
    last: usize,
    /// The texts that the current event has added to the story so far.
    words: Vec<String>,
}

impl Pages {
    /// Adds a line to the story, with a text that describes the current event.
    pub fn line(&mut self, style: LineStyle, text: impl Into<String>) {
        let text = text.into();
        self.last = self.lines.len();
        self.words.push(text.clone());
        self.aside(style, text);
    }

    /// Adds a line to the story that is not part of an event, such as a row of a table.
    pub fn aside(&mut self, style: LineStyle, text: impl Into<String>) {
        let text = text.into();
        self.lines.push(StoryLine { style, text });
    }

    /// Adds a heading to the story, after an empty line unless the heading is the first line.
    pub fn heading(&mut self, text: impl Into<String>) {
        if !self.lines.is_empty() {
            self.aside(LineStyle::Blank, "");
        }
        self.line(LineStyle::Heading, text);
    }

    /// Appends a text about the current event to the story's last line that describes an event.
    pub fn go_on(&mut self, text: &str) {
        if let Some(line) = self.lines.get_mut(self.last) {
            line.text.push_str(text);
        }
        match self.words.last_mut() {
            Some(words) => words.push_str(text),
            None => {
                let start = text.trim_start_matches([',', ':', ' ']);
                self.words.push(start.to_owned());
            }
        }
    }

    /// Replaces the text that the JSON story has for the current event. Used for events whose text
    /// in prose depends on earlier lines.
    pub fn reword(&mut self, words: String) {
        self.words = vec![words];
    }

    pub fn lines(&self) -> &[StoryLine] {
        &self.lines
    }

    /// Returns the last line of the story that describes an event.
    pub fn last(&self) -> Option<&StoryLine> {
        self.lines.get(self.last)
    }

    /// Returns the texts about the current event in one string, and begins a new event. Returns
    /// `None` if the event has no text.
    pub(super) fn take_words(&mut self) -> Option<String> {
        let words = std::mem::take(&mut self.words);
        (!words.is_empty()).then(|| words.join("; "))
    }

    pub(super) fn into_lines(self) -> Vec<StoryLine> {
        self.lines
    }
}

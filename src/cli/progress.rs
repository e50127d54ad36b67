//! How far a run is.

use super::terminal::{self, Terminal};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar on stderr, only where a person looks at it. It goes away when dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for that many frames.
    pub fn new(terminal: &Terminal, name: &str, frames: u32) -> Self {
        Self::of(terminal, name, frames, "frames")
    }

    /// A bar for that many of something.
    pub fn of(terminal: &Terminal, name: &str, count: u32, what: &str) -> Self {
        if !terminal.is_animated() {
            return Self(ProgressBar::hidden());
        }
        let bar = if terminal::is_colored() { "{bar:32.cyan/dim}" } else { "{bar:32}" };
        let template = format!("{{prefix}}  {bar} {{pos}}/{{len}} {what}  {{msg}}  {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let progress = ProgressBar::new(count.into()).with_style(style.progress_chars("━━─"));
        Self(progress.with_prefix(name.to_string()))
    }

    /// A bar for that many runs of the scorecard.
    pub fn cells(terminal: &Terminal, count: u32) -> Self {
        Self::of(terminal, "validate", count, "runs")
    }

    /// A bar for that many pictures.
    pub fn drawing(terminal: &Terminal, count: u32) -> Self {
        let progress = Self::new(terminal, "drawing", count);
        if count < 2 { Self(ProgressBar::hidden()) } else { progress }
    }

    /// What is being done.
    pub fn say(&self, what: &str) {
        self.0.set_message(what.to_string());
    }

    /// One more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// A frame is done that took this long per step [ms].
    pub fn frame(&self, ms_per_step: f64) {
        self.0.set_message(format!("{ms_per_step:.2} ms/step"));
        self.0.inc(1);
    }

    /// A bar for work that is measured in parts of itself; what is being done stands beside it.
    pub fn work(terminal: &Terminal, parts: u64) -> Self {
        if !terminal.is_animated() {
            return Self(ProgressBar::hidden());
        }
        let bar = if terminal::is_colored() { "{bar:32.cyan/dim}" } else { "{bar:32}" };
        let template = format!("{bar} {{percent:>3}} %  {{elapsed}} gone, about {{eta}} left  {{msg}}");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(ProgressBar::new(parts).with_style(style.progress_chars("━━─")))
    }

    /// So many parts are done.
    pub fn place(&self, parts: u64) {
        self.0.set_position(parts);
    }

    /// Hides the bar while something is written above it.
    pub fn aside(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

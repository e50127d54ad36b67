//! How a run compares with a baseline, and what is measured once more for it.

use super::baseline::{Change, case_of, changes};
use super::results::Results;
use super::session::Session;
use crate::cli::terminal::Terminal;
use crate::error::Result;
use std::time::Instant;

/// How a run compares with a baseline.
pub struct Comparison {
    /// What may be slower by, as a share.
    pub fail_above: f64,
    /// The command that made the baseline.
    pub baseline: String,
    /// Where the baseline was measured and where this run was, if not on the same.
    adapters: Option<[String; 2]>,
    /// All that both have measured.
    pub changes: Vec<Change>,
    /// What is slower; once confirmed, what was so twice.
    pub slower: Vec<Change>,
}

impl Comparison {
    /// Of this run with an earlier one.
    pub fn new(before: &Results, now: &Results, fail_above: f64) -> Self {
        let name = |results: &Results| results.adapter.clone().unwrap_or("the CPU alone".into());
        let changes = changes(&before.cases, &now.cases);
        Self {
            fail_above,
            baseline: before.command.clone(),
            adapters: (before.adapter != now.adapter).then(|| [name(before), name(now)]),
            slower: changes.iter().filter(|c| c.is_slower(fail_above)).cloned().collect(),
            changes,
        }
    }

    /// Says what a person should know before trusting it.
    pub fn say(&self, terminal: &Terminal) {
        if let Some([before, now]) = &self.adapters {
            terminal.warning(format!("the baseline was measured on {before}, this run on {now}"));
        }
    }

    /// Measures once more what seems slower: a moment in which the machine was busy does not come back at the same place.
    /// At `end` it is over.
    pub fn confirm(
        &mut self,
        before: &Results,
        session: &mut Session,
        terminal: &Terminal,
        end: Instant,
    ) -> Result<()> {
        if self.slower.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.slower.iter().map(|change| change.name.as_str()).collect();
        terminal.note(format!("measured once more, for it seems slower: {}", names.join(", ")));
        session.again(|case| names.iter().any(|name| case_of(name) == case));
        super::measure(session, terminal, end)?;
        let again = changes(&before.cases, &session.measured());
        let is_slower = |name: &str| again.iter().any(|a| a.name == name && a.is_slower(self.fail_above));
        self.slower.retain(|change| is_slower(&change.name));
        Ok(())
    }
}

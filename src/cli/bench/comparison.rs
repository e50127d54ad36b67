//! How a run compares with a baseline, and what is measured once more for it.

use super::baseline::{Change, case_of, changes};
use super::results::Results;
use crate::cli::terminal::Terminal;
use crate::error::Result;

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

    /// Whether something was found to be slower.
    pub fn is_slower(&self, change: &Change) -> bool {
        self.slower.iter().any(|slower| slower.name == change.name)
    }

    /// Whether something is as it was: within both spreads, and not found to be slower.
    pub fn agrees(&self, change: &Change) -> bool {
        change.agrees() && !self.is_slower(change)
    }

    /// Says what a person should know before trusting it.
    pub fn say(&self, terminal: &Terminal) {
        if let Some([before, now]) = &self.adapters {
            terminal.warning(format!("the baseline was measured on {before}, this run on {now}"));
        }
    }

    /// Keeps of what seems slower what has grown as much once more, in results that `again` measures on the executors of these cases.
    pub fn confirm(
        &mut self,
        before: &Results,
        terminal: &Terminal,
        again: impl FnOnce(&[&str]) -> Result<Results>,
    ) -> Result<()> {
        if self.slower.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.slower.iter().map(|change| change.name.as_str()).collect();
        terminal.note(format!("measured once more, for it seems slower: {}", names.join(", ")));
        let cases: Vec<&str> = names.into_iter().map(case_of).collect();
        let again = changes(&before.cases, &again(&cases)?.cases);
        let has_grown = |name: &str| again.iter().any(|a| a.name == name && a.has_grown(self.fail_above));
        self.slower.retain(|change| has_grown(&change.name));
        Ok(())
    }
}

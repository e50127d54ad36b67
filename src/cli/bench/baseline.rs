//! This run against an earlier one, by ratios to the reference of each.

use super::results::{Measured, Results, SCHEMA};
use super::spread::Spread;
use crate::error::{Error, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Something that both runs have measured.
#[derive(Debug, Clone, Serialize)]
pub struct Change {
    /// The case, or the case and the kernel.
    pub name: String,
    /// Its ratio to the reference then.
    pub before: Spread,
    /// The same now.
    pub after: Spread,
    /// What the median has grown by, as a share of what it was.
    pub change: f64,
}

impl Change {
    fn new(name: String, before: Spread, after: Spread) -> Self {
        let change = after.median / before.median - 1.0;
        Self { name, before, after, change }
    }

    /// Whether it has grown by more than this share: in the median, and in the best rounds, in which the machine did little else. A busy
    /// machine moves medians first.
    pub fn has_grown(&self, by: f64) -> bool {
        self.change.min(self.after.low / self.before.low - 1.0) > by
    }

    /// Whether it is slower by more than this share, and by more than what lay between the median and the best rounds of before. What
    /// lies above the median says little: a busy moment makes a range as long as it likes.
    pub fn is_slower(&self, fail_above: f64) -> bool {
        let Spread { median, low, .. } = self.before;
        self.has_grown(fail_above) && self.after.median > median + (median - low)
    }

    /// Whether the two differ by no more than their spreads: their ranges have something in common.
    pub fn agrees(&self) -> bool {
        self.after.low <= self.before.high && self.before.low <= self.after.high
    }

    /// Whether the spreads hide a change of this share.
    pub fn is_vague(&self, fail_above: f64) -> bool {
        self.before.relative() + self.after.relative() > fail_above
    }
}

/// Reads a file that `toile bench --json` wrote.
pub fn load(path: &Path) -> Result<Results> {
    let advice = "give a file that `toile bench --json` wrote";
    let wrong = |what: String| Error::input(path.display().to_string(), what, advice);
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let results: Results = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if results.schema == SCHEMA {
        Ok(results)
    } else {
        Err(wrong(format!("has schema `{}`", results.schema)))
    }
}

/// What both have measured: cases, and the kernels that can be judged in one of the two.
pub fn changes(before: &[Measured], after: &[Measured]) -> Vec<Change> {
    let (before, after) = (ratios(before), ratios(after));
    let both = after.into_iter().filter_map(|(name, (after, judged_after))| {
        let (before, judged_before) = *before.get(&name)?;
        (judged_before || judged_after).then(|| Change::new(name, before, after))
    });
    both.collect()
}

/// The ratios of cases and kernels, and whether they can be judged.
fn ratios(cases: &[Measured]) -> BTreeMap<String, (Spread, bool)> {
    let mut ratios = BTreeMap::new();
    for case in cases {
        let Some(numbers) = &case.numbers else { continue };
        ratios.insert(case.name.clone(), (numbers.ratio, true));
        for kernel in &numbers.kernels {
            ratios.insert(format!("{} {}", case.name, kernel.kernel), (kernel.ratio, kernel.is_judged));
        }
    }
    ratios
}

/// The case of a name that may have a kernel behind it.
pub fn case_of(name: &str) -> &str {
    name.split_once(' ').map_or(name, |(case, _)| case)
}

/// A sentence that names what is slower.
pub fn sentence(slower: &[&Change]) -> String {
    let one = |c: &&Change| format!("{} by {:.0} %", c.name, 100.0 * c.change);
    slower.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: [f64; 3], after: [f64; 3]) -> Change {
        let spread = |[low, median, high]: [f64; 3]| Spread { median, low, high };
        Change::new("a".into(), spread(before), spread(after))
    }

    #[test]
    fn only_what_exceeds_limit_and_spreads_is_slower() {
        let clear = change([0.98, 1.0, 1.02], [1.28, 1.3, 1.32]);
        assert!(clear.is_slower(0.15) && !clear.is_slower(0.35) && !clear.agrees());
        let noisy = change([0.8, 1.0, 1.2], [1.1, 1.3, 1.5]);
        assert!(noisy.is_slower(0.15) && noisy.agrees() && noisy.is_vague(0.15) && !clear.is_vague(0.15));
        let noisier = change([0.6, 1.0, 1.4], [0.9, 1.3, 1.7]);
        assert!(!noisier.is_slower(0.15) && !change([0.9, 1.0, 1.1], [0.95, 1.3, 1.7]).is_slower(0.15));
        // Two runs of one program on a machine that was busier in the second.
        let busier = change([821.0, 920.0, 1228.0], [932.0, 1313.0, 1495.0]);
        assert!(busier.change > 0.4 && !busier.has_grown(0.15) && !busier.is_slower(0.15));
        assert!(noisier.has_grown(0.15));
        // A kernel made slower by 1.35, and a baseline with some busy rounds.
        assert!(change([85.0, 94.0, 137.0], [129.0, 139.0, 149.0]).is_slower(0.15));
        let same = change([0.96, 1.0, 1.04], [1.01, 1.03, 1.05]);
        assert!(!same.is_slower(0.0) && same.agrees());
        let little = change([0.98, 1.0, 1.02], [1.01, 1.03, 1.05]);
        assert!(little.is_slower(0.0) && !little.is_slower(0.05) && little.agrees());
        let faster = change([0.98, 1.0, 1.02], [0.6, 0.61, 0.62]);
        assert!(!faster.is_slower(0.0) && !faster.agrees());
        assert_eq!(sentence(&[&clear]), "a by 30 %");
        assert_eq!([case_of("m/x/gpu cg/turn"), case_of("m/x/gpu")], ["m/x/gpu"; 2]);
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        for text in ["", "{}", "{\"schema\": \"toile/run/1\"}"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(load(&path).unwrap_err().exit_code(), 4);
        }
        assert_eq!(load(&folder.path().join("none.json")).unwrap_err().exit_code(), 4);
    }
}

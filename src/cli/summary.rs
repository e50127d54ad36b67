//! What a run tells people when it has ended.

use super::report::{Pass, Report};
use super::run::End;
use super::terminal::Terminal;
use crate::scene::Scene;
use std::path::PathBuf;

/// How many files are named one by one.
const NAMED: usize = 3;

/// A few lines on how a run went.
pub fn print(terminal: &Terminal, report: &Report, scene: &Scene, end: &End, files: &[PathBuf]) {
    let Report { backend, frames, steps, vertices, seconds, metrics, .. } = report;
    terminal.item("scene", format!("{}: {}", report.scene, scene.about).trim_end_matches(": "));
    let adapter = report.adapter.as_deref().map(|name| format!(", {name}")).unwrap_or_default();
    terminal.item("backend", format!("{backend}{adapter}"));
    let simulated = *steps as f64 * scene.solver.dt;
    terminal.item("run", format!("{vertices} vertices, {frames} frames, {simulated:.2} s in {seconds:.2} s"));
    if let Some(ms) = report.ms_per_step {
        terminal.item("speed", format!("{ms:.2} ms per step, {steps} steps"));
    }
    if let Some(mean) = metrics.stretch.mean().filter(|mean| mean.is_finite()) {
        terminal.item("stretch", format!("{} mean, {} largest", percent(mean), percent(metrics.stretch.max)));
    }
    let finite = match metrics.non_finite {
        0 => "all finite".to_string(),
        count => format!("{count} of {vertices} vertices not finite"),
    };
    terminal.item("state", format!("{finite}, hash {}", report.state_hash));
    match end {
        End::AtRest => terminal.item("at rest", format!("after {simulated:.2} s")),
        End::Interrupted => terminal.item("stopped", format!("after frame {frames} of {}", scene.frames)),
        End::Complete | End::Broken(_) => {}
    }
    if !files.is_empty() {
        terminal.item("files", list(files));
    }
    if let Some(passes) = &report.passes {
        print_passes(terminal, passes);
    }
}

/// The table of `--profile`.
fn print_passes(terminal: &Terminal, passes: &[Pass]) {
    let total: f64 = passes.iter().map(|pass| pass.seconds).sum();
    let width = passes.iter().map(|pass| pass.label.len()).max().unwrap_or(0).max(4);
    terminal.note(format!("\n{:<width$}  {:>9}  {:>11}  {:>6}", "pass", "calls", "ms", "share"));
    for Pass { label, calls, seconds } in passes {
        let share = percent(seconds / total.max(f64::MIN_POSITIVE));
        terminal.note(format!("{label:<width$}  {calls:>9}  {:>11.3}  {share:>6}", 1e3 * seconds));
    }
}

fn percent(share: f64) -> String {
    let digits = if share < 0.1 { 2 } else { 1 };
    format!("{:.digits$} %", 100.0 * share)
}

/// The files' names; of many only the first and the last.
fn list(files: &[PathBuf]) -> String {
    let name = |path: &PathBuf| path.display().to_string();
    match files {
        [first, .., last] if files.len() > NAMED => {
            format!("{} … {} ({} files)", name(first), name(last), files.len())
        }
        few => few.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_are_not_all_named() {
        let files: Vec<PathBuf> = ["a", "b", "c", "d"].map(PathBuf::from).to_vec();
        assert_eq!(list(&files[..2]), "a, b");
        assert_eq!(list(&files), "a … d (4 files)");
        assert_eq!(percent(0.0123), "1.23 %");
    }
}

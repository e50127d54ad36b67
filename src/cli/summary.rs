//! What a run tells people when it has ended.

use super::report::{Pass, Report};
use super::run::End;
use super::terminal::Terminal;
use crate::methods::Solves;
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
    if let Some(solves) = metrics.solves.filter(|solves| solves.count > 0) {
        terminal.item("solver", solver(&solves));
        if solves.unconverged > 0 {
            terminal.warning(unconverged(&solves));
        }
        if solves.floored > 0 {
            let Solves { count, floored, .. } = solves;
            terminal.item("floor", format!("{floored} of {count} solves ended at the floor of f32"));
        }
    }
    if let (Some(before), Some(after)) = (metrics.length_error, metrics.length_error_after_contact) {
        let apart = metrics.ghost_error.map_or(0.0, |ghost| ghost.max);
        let contact = match apart {
            0.0 => String::new(),
            _ => format!(", {:.1e} after contact, the ghost mesh {apart:.1e} m from it", after.max),
        };
        terminal.item("lengths", format!("{:.1e} off at most{contact}", before.max));
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

/// How many iterations and Newton steps a solve took, and what was left.
fn solver(solves: &Solves) -> String {
    let Solves { iterations, most, residual_sum, residual_max, newton, newton_most, .. } = solves;
    let count = solves.count as f64;
    let (mean, residual) = (*iterations as f64 / count, residual_sum / count);
    let digits = if mean < 10.0 { 1 } else { 0 };
    let steps = match newton {
        0 => String::new(),
        _ => format!("{:.1} Newton steps (max {newton_most}) and ", *newton as f64 / count),
    };
    format!(
        "{steps}{mean:.digits$} iterations per solve (max {most}), residual {residual:.1e} (max {residual_max:.1e})"
    )
}

/// How many solves did not come to their end.
fn unconverged(solves: &Solves) -> String {
    let Solves { count, unconverged, negative, .. } = solves;
    let text = format!("{unconverged} of {count} solves ended above the tolerance, or with a limit not kept");
    match negative {
        0 => text,
        _ => format!("{text}, {negative} of them by negative curvature"),
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

    #[test]
    fn solves_are_summed_up() {
        let mut solves = Solves {
            count: 300,
            iterations: 11_400,
            most: 61,
            residual_sum: 300.0 * 8.3e-5,
            residual_max: 2e-3,
            unconverged: 12,
            ..Solves::default()
        };
        assert_eq!(solver(&solves), "38 iterations per solve (max 61), residual 8.3e-5 (max 2.0e-3)");
        assert_eq!(
            unconverged(&solves),
            "12 of 300 solves ended above the tolerance, or with a limit not kept"
        );
        (solves.negative, solves.iterations) = (3, 1000);
        assert!(solver(&solves).starts_with("3.3 iterations"));
        (solves.newton, solves.newton_most) = (690, 7);
        assert!(
            solver(&solves).starts_with("2.3 Newton steps (max 7) and 3.3 iterations per solve (max 61),")
        );
        assert!(unconverged(&solves).ends_with("not kept, 3 of them by negative curvature"));
    }
}

//! The measurements as tables.

use super::baseline::Change;
use super::comparison::Comparison;
use super::plan::Group;
use super::results::{Copied, KernelTime, Measured, Numbers, Results};
use super::spread::Spread;
use crate::cli::info::bytes;
use crate::document::{Cell, Mark, Table};

/// What is said of a copy.
pub fn copied(copied: &Copied) -> String {
    let speed = copied.bytes_per_second.times(1e-9);
    let dispatch = spread(copied.dispatch_seconds.times(1e6));
    format!(
        "{}: a copy of 64 MB reads and writes {} GB/s; a dispatch with next to nothing to do takes {dispatch} µs",
        copied.executor,
        spread(speed)
    )
}

/// All steps, and what has changed, for a terminal.
pub fn plain(results: &Results, comparison: Option<&Comparison>) -> String {
    let mut lines = vec![results.adapter.clone().unwrap_or("CPU alone".into())];
    lines.extend(results.copies.iter().map(copied));
    lines.push(String::new());
    lines.push(steps(results.cases.iter()).plain());
    if let Some(comparison) = comparison {
        lines.push(String::new());
        lines.push(verdict(comparison));
        let shown = changes(comparison, |change| !comparison.agrees(change));
        if !shown.rows.is_empty() {
            lines.push(shown.plain());
        }
    }
    lines.join("\n")
}

/// A row for each case.
pub fn steps<'a>(cases: impl Iterator<Item = &'a Measured>) -> Table {
    let mut table = Table::new([
        "case",
        "vertices",
        "substeps",
        "ms per step",
        "by reference",
        "iterations",
        "µs/iteration",
        "M proj./s",
        "dispatches",
        "of copy",
        "memory",
    ]);
    for case in cases {
        let name = Cell::from(format!("`{}`", case.name));
        match &case.numbers {
            Some(numbers) => table.row([name].into_iter().chain(cells(case, numbers))),
            None => {
                let problem = case.problem.clone().unwrap_or("was not measured".into());
                table.row([name, Cell::default(), Cell::default(), Cell::new(problem, Mark::Bad)]);
            }
        }
    }
    without_empty(table)
}

/// The table without the columns that apply to none of its rows.
fn without_empty(mut table: Table) -> Table {
    let applies =
        |column: usize| table.rows.iter().any(|row| !["", "–"].contains(&row[column].text.as_str()));
    let keep: Vec<bool> = (0..table.header.len()).map(applies).collect();
    let kept = |column: usize| keep[column];
    let pick = |row: Vec<Cell>| {
        row.into_iter().enumerate().filter(|(column, _)| kept(*column)).map(|(_, cell)| cell).collect()
    };
    let header = table.header.into_iter().enumerate().filter(|(column, _)| kept(*column));
    table.header = header.map(|(_, name)| name).collect();
    table.rows = table.rows.into_iter().map(pick).collect();
    table
}

fn cells(case: &Measured, n: &Numbers) -> Vec<Cell> {
    let or_dash = |text: Option<String>| text.unwrap_or("–".into());
    let iterations = or_dash(n.iterations.map(|count| count.to_string()));
    let iterations = match n.unconverged {
        0 => Cell::from(iterations),
        _ => Cell::new(format!("{iterations}, not converged"), Mark::Bad),
    };
    vec![
        n.vertices.to_string().into(),
        case.substeps.to_string().into(),
        spread(n.step_seconds.times(1e3)).into(),
        spread(n.ratio).into(),
        iterations,
        or_dash(n.iteration_seconds.map(|s| digits(1e6 * s.median))).into(),
        or_dash(n.projections_per_second.map(|p| digits(1e-6 * p))).into(),
        or_dash(n.dispatches.map(|count| count.to_string())).into(),
        or_dash(n.of_copy.map(percent)).into(),
        bytes(n.buffer_bytes).into(),
    ]
}

/// A row for each kernel that takes a share of the step worth looking at.
pub fn kernels(numbers: &Numbers) -> Table {
    const LEAST: f64 = 0.005;
    let mut table =
        Table::new(["kernel", "calls", "ms per step", "µs per call", "share", "MB moved", "GB/s", "of copy"]);
    for k in numbers.kernels.iter().filter(|k| k.share >= LEAST) {
        let KernelTime { kernel, calls, seconds, share, moved_bytes, of_copy, .. } = k;
        table.row([
            format!("`{kernel}`"),
            calls.to_string(),
            spread(seconds.times(1e3)),
            digits(1e6 * seconds.median / *calls as f64),
            percent(*share),
            digits(1e-6 * moved_bytes),
            digits(1e-9 * moved_bytes / seconds.median),
            percent(*of_copy),
        ]);
    }
    table
}

/// A row for each kernel, a column for each case of one method.
pub fn kernels_over_sizes(cases: &[&Measured]) -> Table {
    const LEAST: f64 = 0.02;
    let times = |case: &Measured| case.numbers.clone().map(|n| n.kernels).unwrap_or_default();
    let all: Vec<Vec<KernelTime>> = cases.iter().map(|case| times(case)).collect();
    let mut names: Vec<&str> = Vec::new();
    // The largest case says what is first.
    for k in all.iter().rev().flatten().filter(|k| k.share >= LEAST) {
        if !names.contains(&k.kernel.as_str()) {
            names.push(&k.kernel);
        }
    }
    let mut table = Table::new(
        ["kernel".into()].into_iter().chain(cases.iter().map(|c| format!("{}² {}", c.at, c.executor))),
    );
    for name in names {
        let time = |kernels: &Vec<KernelTime>| {
            let found = kernels.iter().find(|k| k.kernel == name);
            found.map_or("–".into(), |k| digits(1e3 * k.seconds.median))
        };
        table.row([format!("`{name}`")].into_iter().chain(all.iter().map(time)));
    }
    table
}

/// One sentence on the comparison.
pub fn verdict(comparison: &Comparison) -> String {
    let Comparison { changes, slower, fail_above, baseline, .. } = comparison;
    let count = |is: &dyn Fn(&Change) -> bool| changes.iter().filter(|c| is(c)).count();
    format!(
        "{} of {} cases and kernels agree with the baseline (`{baseline}`) within both spreads; {} slower by more than {limit}, in the median and in \
         the best tenth of rounds, and by more than the two were apart; {} too much here to tell {limit}.",
        count(&|c| comparison.agrees(c)),
        changes.len(),
        number(slower.len(), "none is", "one is", "are"),
        number(count(&|c| c.is_vague(*fail_above)), "none varies", "one varies", "vary"),
        limit = percent(*fail_above),
    )
}

fn number(count: usize, none: &str, one: &str, many: &str) -> String {
    match count {
        0 => none.into(),
        1 => one.into(),
        count => format!("{count} {many}"),
    }
}

/// A row for each change that `shown` wants.
pub fn changes(comparison: &Comparison, shown: impl Fn(&Change) -> bool) -> Table {
    let mut table = Table::new(["case, kernel", "baseline", "now", "change"]);
    for change in comparison.changes.iter().filter(|change| shown(change)) {
        let text = format!("{:+.1} %", 100.0 * change.change);
        table.row([
            Cell::from(format!("`{}`", change.name)),
            spread(change.before).into(),
            spread(change.after).into(),
            if comparison.is_slower(change) { Cell::new(text, Mark::Bad) } else { text.into() },
        ]);
    }
    table
}

/// A group's name.
pub fn group_name(group: Group) -> &'static str {
    match group {
        Group::Methods => "methods",
        Group::Bodies => "bodies",
        Group::Iterations => "iterations",
    }
}

/// What varies in a group, for tables and axes.
pub fn what_varies(group: Group) -> &'static str {
    match group {
        Group::Methods => "vertices",
        Group::Bodies => "bodies",
        Group::Iterations => "iterations",
    }
}

/// A median with its spread.
fn spread(spread: Spread) -> String {
    // Spaces that do not break: a cell is one line.
    format!("{} ± {}", digits(spread.median), percent(spread.relative())).replace(' ', "\u{a0}")
}

/// A number with three digits that count.
pub fn digits(value: f64) -> String {
    let size = value.abs();
    match size {
        0.0 => "0".into(),
        _ if !(1e-3..1e6).contains(&size) => format!("{value:.2e}"),
        _ => format!("{:.*}", (2.0 - size.log10().floor()).clamp(0.0, 5.0) as usize, value),
    }
}

/// A share for people.
pub fn percent(share: f64) -> String {
    if share.abs() < 0.0995 { format!("{:.1} %", 100.0 * share) } else { format!("{:.0} %", 100.0 * share) }
}

/// A time for people [s].
pub fn duration(seconds: f64) -> String {
    if seconds < 100.0 { format!("{seconds:.0} s") } else { format!("{:.1} min", seconds / 60.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        let texts = [0.0, 0.01234, 1.0, 9.994, 99.96, 1234.5, 1e7].map(digits);
        assert_eq!(texts, ["0", "0.0123", "1.00", "9.99", "100.0", "1234", "1.00e7"]);
        assert_eq!([0.012, 0.0996, 1.5].map(percent), ["1.2 %", "10 %", "150 %"]);
        assert_eq!([42.4, 240.0].map(duration), ["42 s", "4.0 min"]);
    }
}

//! The measurements as a document with tables and plots.

use super::comparison::Comparison;
use super::plan::Group;
use super::results::{Measured, Numbers, Results};
use super::spread::Line;
use super::tables::{self, digits, duration};
use crate::document::{Axis, Document, Plot, Series, Table};
use crate::scene::MethodName;

/// The whole document.
pub fn document(results: &Results, comparison: Option<&Comparison>) -> Document {
    let mut document = Document::new("What toile costs");
    let adapter = results.adapter.as_deref().unwrap_or("no GPU: the CPU executor alone");
    let took = duration(results.seconds);
    document.text(format!("toile {}, {adapter}. Measured in {took} by:", results.version));
    document.code(&*results.command);
    results.copies.iter().for_each(|copied| document.text(tables::copied(copied) + "."));
    document.text(HOW);
    if let Some(comparison) = comparison {
        document.heading("Against the baseline");
        document.text(tables::verdict(comparison));
        let differ = tables::changes(comparison, |change| !comparison.agrees(change));
        if !differ.rows.is_empty() {
            document.text("The others, by their ratios to the reference:");
            document.table(differ);
        }
    }
    methods(&mut document, results);
    counted(&mut document, results, Group::Bodies, "Bodies", BODIES);
    counted(&mut document, results, Group::Iterations, "Iterations", ITERATIONS);
    kernels(&mut document, results);
    document
}

const HOW: &str = "Times are medians over rounds in which all cases take turns, of the fastest of a few steps in each; behind ± is \
half the range that eight in ten of these lie in. Every measured step starts from the same state, the one after the warm-up, and does the same \
work; its time ends when the host knows that it is done. `by reference` is the time of a step by that of a copy in its shadow, the same dispatches on the same \
executor with a copy in the place of each kernel, measured in turns with it: that is what two runs are compared by. `of copy` is how many bytes a step moves at least per \
second, by what a copy of 64 MB reaches at its best: each buffer that a dispatch binds counts once, in part where the dispatch projects a part of \
the constraints. What fits a cache may be faster than the copy. `memory` is that of all buffers. Dispatches after the end of a solve \
count as dispatches, but move nothing.";

const BODIES: &str =
    "A sheet of masses and springs, held at its corners, lies on so many balls. The host's part is in it.";

const ITERATIONS: &str = "A sheet under triangle bending, with so many iterations in a step.";

fn of_group(results: &Results, group: Group) -> impl Iterator<Item = &Measured> + Clone {
    results.cases.iter().filter(move |case| case.group == group)
}

/// Time per step [ms] over what varies.
fn points<'a>(
    cases: impl Iterator<Item = &'a Measured>,
    x: impl Fn(&Measured, &Numbers) -> f64,
) -> Vec<[f64; 2]> {
    let point = |case: &Measured| {
        let numbers = case.numbers.as_ref()?;
        Some([x(case, numbers), 1e3 * numbers.step_seconds.median])
    };
    cases.filter_map(point).collect()
}

fn methods(document: &mut Document, results: &Results) {
    let cases = of_group(results, Group::Methods);
    if cases.clone().next().is_none() {
        return;
    }
    document.heading("Methods over sizes");
    document.text(
        "The scene `sheet` under each method, in steps of 1/300 s, with the substeps that the method needs.",
    );
    document.table(tables::steps(cases.clone()));
    let mut growth = Table::new(["method", "executor", "grows with vertices to the power"]);
    for executor in executors(results) {
        let caption = format!("Time per step against vertices, {executor} executor");
        let mut plot = Plot::new(caption, Axis::log("vertices"), Axis::log("time per step [ms]"));
        for (color, method) in MethodName::ALL.into_iter().enumerate() {
            let own = cases.clone().filter(|case| case.method == method && case.executor == executor);
            let points = points(own, |_, numbers| numbers.vertices as f64);
            if let Some(power) = Line::power(&points) {
                growth.row([method.to_string(), executor.to_string(), format!("{power:.2}")]);
            }
            if !points.is_empty() {
                plot = plot.with(Series::both(method.name(), points).colored(color));
            }
        }
        document.plot(format!("vertices-{executor}"), &plot);
    }
    document.table(growth);
}

/// A group whose cost should be a line over what varies.
fn counted(document: &mut Document, results: &Results, group: Group, title: &str, about: &str) {
    let cases = of_group(results, group);
    if cases.clone().next().is_none() {
        return;
    }
    let what = tables::what_varies(group);
    document.heading(title);
    document.text(about);
    document.table(tables::steps(cases.clone()));
    let caption = format!("Time per step against {what}");
    let mut plot = Plot::new(caption, Axis::linear(what), Axis::linear("time per step [ms]"));
    for executor in executors(results) {
        let own = cases.clone().filter(|case| case.executor == executor);
        let points = points(own, |case, _| f64::from(case.at));
        if let Some(line) = Line::through(&points) {
            let (start, slope) = (digits(line.start), digits(line.slope));
            document.text(format!("{executor}: {start} ms, and {slope} ms for each of the {what}."));
        }
        plot = plot.with(Series::both(executor, points));
    }
    document.plot(what, &plot);
}

fn kernels(document: &mut Document, results: &Results) {
    let timed = |case: &&Measured| case.numbers.as_ref().is_some_and(|n| !n.kernels.is_empty());
    if !results.cases.iter().any(|case| timed(&case)) {
        return;
    }
    document.heading("Kernels");
    document.text(
        "A step with its passes timed one by one: on a GPU by timestamps, which adds to each what beginning and ending a pass costs. \
         Kernels that take less than half a per cent of a step are left out here; the JSON and the CSV have all.",
    );
    for method in MethodName::ALL {
        let own: Vec<&Measured> =
            of_group(results, Group::Methods).filter(|c| c.method == method).filter(timed).collect();
        if own.is_empty() {
            continue;
        }
        document.subheading(method.name());
        for executor in executors(results) {
            let last = own.iter().rfind(|case| case.executor == executor);
            let numbers = last.and_then(|case| Some((case, case.numbers.as_ref()?)));
            if let Some((case, numbers)) = numbers {
                document.text(format!("`{}`:", case.name));
                document.table(tables::kernels(numbers));
            }
        }
        document.text("Milliseconds per step over sizes:");
        document.table(tables::kernels_over_sizes(&own));
    }
}

/// The executors that were measured.
fn executors(results: &Results) -> Vec<&str> {
    results.copies.iter().map(|copied| copied.executor.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    #[test]
    fn the_document_has_command_adapter_cases_and_problems() {
        let text = document(&results(), None).markdown();
        for part in [
            "toile bench --quick",
            "a GPU",
            "methods/mass-spring/10/gpu",
            "**vertex 7 is lost** ✗",
            "`forces/springs`",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
    }
}

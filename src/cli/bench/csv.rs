//! The measurements as comma-separated values.

use super::results::{Measured, Numbers, Results};
use super::spread::Spread;

const HEADER: &str = "case,kernel,group,at,method,executor,substeps,vertices,rounds,seconds,seconds_low,seconds_high,\
ratio,ratio_low,ratio_high,iterations,unconverged,projections_per_second,dispatches,moved_bytes,of_copy,buffer_bytes,problem";

/// A line per case, and one per kernel of a case; what does not apply is empty.
pub fn lines(results: &Results) -> String {
    let mut text = format!("{HEADER}\n");
    for case in &results.cases {
        let Some(n) = &case.numbers else {
            let problem = case.problem.clone().unwrap_or_default().replace(['"', '\n'], " ");
            text += &format!("{}{}\"{problem}\"\n", start(case, ""), ",".repeat(15));
            continue;
        };
        let of_step = [
            or_empty(n.iterations),
            n.unconverged.to_string(),
            or_empty(n.projections_per_second),
            or_empty(n.dispatches),
            or_empty(n.moved_bytes),
            or_empty(n.of_copy),
            n.buffer_bytes.to_string(),
        ];
        text += &line(case, "", n, n.step_seconds, n.ratio, of_step);
        for k in &n.kernels {
            let empty = String::new;
            let [calls, moved, share] =
                [k.calls.to_string(), k.moved_bytes.to_string(), k.of_copy.to_string()];
            text += &line(
                case,
                &k.kernel,
                n,
                k.seconds,
                k.ratio,
                [empty(), empty(), empty(), calls, moved, share, empty()],
            );
        }
    }
    text
}

fn start(case: &Measured, kernel: &str) -> String {
    let group = super::tables::group_name(case.group);
    let Measured { name, at, method, executor, substeps, .. } = case;
    format!("{name},{kernel},{group},{at},{method},{executor},{substeps},")
}

fn line(
    case: &Measured,
    kernel: &str,
    n: &Numbers,
    seconds: Spread,
    ratio: Spread,
    rest: [String; 7],
) -> String {
    let spreads = [seconds, ratio].map(|s| format!("{},{},{}", s.median, s.low, s.high)).join(",");
    format!("{}{},{},{spreads},{},\n", start(case, kernel), n.vertices, n.rounds, rest.join(","))
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    #[test]
    fn every_line_has_as_many_fields() {
        let text = lines(&results());
        let counts: Vec<usize> = text.lines().map(|line| line.matches(',').count()).collect();
        assert_eq!(counts, vec![HEADER.matches(',').count(); 4], "{text}");
        assert!(
            text.contains(
                "methods/mass-spring/10/gpu,forces/springs,methods,10,mass-spring,gpu,4,100,5,0.001,"
            )
        );
        assert!(text.ends_with(",\"vertex 7 is lost\"\n"), "{text}");
    }
}

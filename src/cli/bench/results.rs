//! What was measured, as it is written and read back.

use super::case::Case;
use super::plan::Group;
use super::spread::Spread;
use crate::scene::MethodName;
use serde::{Deserialize, Serialize};

/// The name and version of this layout.
pub const SCHEMA: &str = "toile/bench/2";

/// All measurements of one run. The names of the fields are the interface: changing one needs another schema.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Results {
    /// The name and version of this layout.
    pub schema: String,
    /// The version of toile.
    pub version: String,
    /// What was typed.
    pub command: String,
    /// The GPU's name and driver; none where only the CPU was measured.
    pub adapter: Option<String>,
    /// How long it took, building included [s].
    pub seconds: f64,
    /// What a copy of 64 MB reaches on each executor.
    pub copies: Vec<Copied>,
    /// The cases.
    pub cases: Vec<Measured>,
}

/// What a large copy reaches on an executor.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Copied {
    /// `gpu` or `cpu`.
    pub executor: String,
    /// Bytes read and written per second [bytes/s].
    pub bytes_per_second: Spread,
    /// Time of a dispatch that has next to nothing to do [s].
    pub dispatch_seconds: Spread,
}

/// A case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// What varies in its group.
    pub group: Group,
    /// The value of what varies: vertices along a side, bodies or iterations.
    pub at: u32,
    /// The method.
    pub method: MethodName,
    /// `gpu` or `cpu`.
    pub executor: String,
    /// Substeps in a step.
    pub substeps: u32,
    /// Why there are no numbers; none where there are.
    pub problem: Option<String>,
    /// The numbers.
    #[serde(flatten)]
    pub numbers: Option<Numbers>,
}

/// The numbers of a case, all of one step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Numbers {
    /// Vertices of the cloth.
    pub vertices: usize,
    /// Rounds.
    pub rounds: usize,
    /// Time of a step and of the wait for its end [s].
    pub step_seconds: Spread,
    /// Time of the reference, a copy as large as a dispatch of the step [s]: the mean over its shadow.
    pub reference_seconds: Spread,
    /// Time of the step in reference copies of the same round: by its dispatches, how much more one costs than a copy.
    pub ratio: Spread,
    /// Iterations; none for a method without any.
    pub iterations: Option<u64>,
    /// Time of the step by its iterations [s].
    pub iteration_seconds: Option<Spread>,
    /// Solves that did not converge.
    pub unconverged: u64,
    /// Constraint projections per second; none for a method without any.
    pub projections_per_second: Option<f64>,
    /// Dispatches; none where the adapter cannot time passes.
    pub dispatches: Option<u64>,
    /// What the passes have to move at least [bytes].
    pub moved_bytes: Option<f64>,
    /// The same per second, as a share of what a large copy reaches.
    pub of_copy: Option<f64>,
    /// Bytes of all buffers [bytes].
    pub buffer_bytes: u64,
    /// The kernels, the longest first; empty where passes were not timed.
    pub kernels: Vec<KernelTime>,
}

/// A kernel in a step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KernelTime {
    /// Its name.
    pub kernel: String,
    /// Dispatches in the step.
    pub calls: u64,
    /// Time of all of them [s].
    pub seconds: Spread,
    /// The same in copies of one size, of which those steps have one behind each dispatch.
    pub ratio: Spread,
    /// Share of the time of all passes.
    pub share: f64,
    /// Whether it takes enough of the step that two runs are compared by it.
    pub is_judged: bool,
    /// What they have to move at least [bytes].
    pub moved_bytes: f64,
    /// The same per second, as a share of what a large copy reaches.
    pub of_copy: f64,
}

impl Measured {
    /// A case without numbers yet.
    pub fn new(spec: &super::plan::Spec, executor: &str) -> Self {
        Self {
            name: format!("{}/{executor}", spec.name),
            group: spec.group,
            at: spec.at,
            method: spec.scene.method,
            executor: executor.into(),
            substeps: spec.scene.solver.substeps,
            problem: None,
            numbers: None,
        }
    }
}

impl Numbers {
    /// Of a case whose samples are all there, by what a copy reaches on its executor.
    pub fn of(case: &Case, copied: &Copied) -> Option<Self> {
        let copy = copied.bytes_per_second.high;
        let (facts, samples) = (&case.facts, &case.samples);
        let step_seconds = Spread::of(samples.iter().map(|s| s.step))?;
        let moved_bytes = facts.passes.as_ref().map(|p| p.moved.values().sum());
        let iteration = |n: &u64| (*n > 0).then(|| step_seconds.times(1.0 / *n as f64));
        Some(Self {
            vertices: facts.vertices,
            rounds: samples.len(),
            step_seconds,
            reference_seconds: Spread::of(samples.iter().map(|s| s.reference))?,
            ratio: Spread::of(samples.iter().map(|s| s.step / s.reference))?.at_least(BETWEEN_RUNS),
            iterations: facts.iterations,
            iteration_seconds: facts.iterations.as_ref().and_then(iteration),
            unconverged: facts.unconverged,
            projections_per_second: facts.projections.map(|p| p as f64 / step_seconds.median),
            dispatches: facts.passes.as_ref().map(|p| p.calls.values().sum()),
            moved_bytes,
            of_copy: moved_bytes.map(|bytes: f64| bytes / step_seconds.median / copy),
            buffer_bytes: facts.bytes,
            kernels: kernels(case, copied),
        })
    }
}

/// What two runs of one program may differ by without either seeing it: of sixty cases and kernels on the CPU, none or three did by
/// more than twice this in three pairs of runs.
const BETWEEN_RUNS: f64 = 0.03;
/// Share of a step below which a kernel is not judged: it could double, and no step would be slower by as much.
const JUDGED_SHARE: f64 = 0.05;

/// The kernels of a case, the longest first.
fn kernels(case: &Case, copied: &Copied) -> Vec<KernelTime> {
    let Some(passes) = &case.facts.passes else { return Vec::new() };
    let mut kernels = Vec::new();
    for (&kernel, &calls) in &passes.calls {
        let parts: Vec<_> = case.samples.iter().filter_map(|sample| sample.kernels.get(kernel)).collect();
        let seconds = Spread::of(parts.iter().map(|part| part.seconds));
        let ratio = Spread::of(parts.iter().map(|part| part.ratio));
        let Some((seconds, ratio)) = seconds.zip(ratio) else { continue };
        let ratio = ratio.at_least(BETWEEN_RUNS);
        let moved_bytes = passes.moved[kernel];
        let of_copy = moved_bytes / seconds.median.max(f64::MIN_POSITIVE) / copied.bytes_per_second.high;
        kernels.push(KernelTime {
            kernel: kernel.into(),
            calls,
            seconds,
            ratio,
            share: 0.0,
            is_judged: false,
            moved_bytes,
            of_copy,
        });
    }
    let all: f64 = kernels.iter().map(|k| k.seconds.median).sum();
    for k in &mut kernels {
        k.share = k.seconds.median / all.max(f64::MIN_POSITIVE);
        k.is_judged = k.share >= JUDGED_SHARE;
    }
    kernels.sort_by(|a, b| b.seconds.median.total_cmp(&a.seconds.median));
    kernels
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::plan::Spec;
    use super::*;
    use crate::scene::Scene;

    /// A case with a kernel, and one that could not be measured.
    pub fn results() -> Results {
        let mut scene = Scene { method: MethodName::MassSpring, ..Scene::default() };
        scene.solver.substeps = 4;
        let spec = |at| Spec {
            group: Group::Methods,
            at,
            name: format!("methods/mass-spring/{at}"),
            scene: scene.clone(),
        };
        let spread = |median: f64| Spread { median, low: 0.5 * median, high: 2.0 * median };
        let springs = KernelTime {
            kernel: "forces/springs".into(),
            calls: 4,
            seconds: spread(1e-3),
            ratio: spread(7.0),
            share: 1.0,
            is_judged: true,
            moved_bytes: 1e5,
            of_copy: 0.5,
        };
        let mut good = Measured::new(&spec(10), "gpu");
        good.numbers = Some(Numbers {
            vertices: 100,
            rounds: 5,
            step_seconds: spread(2e-3),
            reference_seconds: spread(1.4e-4),
            ratio: spread(14.0),
            iterations: None,
            iteration_seconds: None,
            unconverged: 0,
            projections_per_second: None,
            dispatches: Some(4),
            moved_bytes: Some(1e5),
            of_copy: Some(0.25),
            buffer_bytes: 4096,
            kernels: vec![springs],
        });
        let mut bad = Measured::new(&spec(20), "gpu");
        bad.problem = Some("vertex 7 is lost".into());
        let copied =
            Copied { executor: "gpu".into(), bytes_per_second: spread(1e9), dispatch_seconds: spread(1e-5) };
        Results {
            schema: SCHEMA.into(),
            version: "0".into(),
            command: "toile bench --quick".into(),
            adapter: Some("a GPU".into()),
            seconds: 1.0,
            copies: vec![copied],
            cases: vec![good, bad],
        }
    }

    #[test]
    fn results_survive_json() {
        let text = serde_json::to_string(&results()).unwrap();
        let again: Results = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text);
        assert!(again.cases[1].numbers.is_none() && again.cases[0].numbers.is_some(), "{text}");
    }
}

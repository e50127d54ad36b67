//! Mi: the derivatives of discrete shells, against differences in f64.

mod printed;

use super::context::Context;
use super::experiment::{Experiment, MI};
use super::finding::{Finding, Row};
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::model::Model;
use crate::model::members::{Members, vector};
use crate::real::{Dual, V3};
use crate::scene::{MethodName, Pattern, Scene};

/// Its checks.
pub fn list() -> Vec<Experiment> {
    vec![
        Experiment {
            name: "mi-derivatives",
            paper: &MI,
            about: "Derivatives of toile: lengths, areas and angles",
            seconds: [1, 1],
            run: ours,
        },
        Experiment {
            name: "mi-printed",
            paper: &MI,
            about: "Derivatives as printed: lengths, areas and angles",
            seconds: [1, 1],
            run: printed::check,
        },
    ]
}

/// What the derivatives of smooth functions may be off by, in differences of f64.
const TOLERANCE: f64 = 1e-6;
/// Members of a shell, by the place of their kind in the list.
const KINDS: [&str; 3] = ["angles (bending)", "areas", "lengths"];

type Field = Vec<V3<f64>>;

/// Numbers between −1 and 1, the same on every machine (SplitMix64).
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        2.0 * ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64 - 1.0
    }

    fn vector(&mut self) -> V3<f64> {
        V3(self.number(), self.number(), self.number())
    }
}

fn dot(a: &Field, b: &Field) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}

fn norm(a: &Field) -> f64 {
    dot(a, a).sqrt()
}

fn plus(a: &Field, b: &Field, factor: f64) -> Field {
    a.iter().zip(b).map(|(a, b)| *a + *b * factor).collect()
}

/// Members of one kind, a shape and directions to go from it.
struct Probe {
    members: Members,
    at: Field,
    ways: [Field; 2],
}

impl Probe {
    /// Of an irregular sheet of 7 × 7 vertices and 1 m, shaken by up to `by` [m].
    fn new(kind: usize, by: f64, seed: u64) -> Result<Self> {
        let mut scene = Scene { method: MethodName::DiscreteShells, seed, ..Scene::default() };
        (scene.mesh.pattern, scene.mesh.rows, scene.mesh.columns) = (Pattern::Irregular, 7, 7);
        let m = &mut scene.material;
        // As thick as stiff, with areas that resist.
        (m.young, m.poisson, m.gauge) = (1e5, 0.45, 0.1);
        let model = Model::new(&scene)?;
        let mut members = Members::new(&scene, &model);
        let ends = [0, members.hinges, members.hinges + members.faces, members.list.len() as u32];
        let range = ends[kind] as usize..ends[kind + 1] as usize;
        let others = members.list.iter_mut().enumerate().filter(|(i, _)| !range.contains(i));
        others.for_each(|(_, member)| member.stiffness = 0.0);
        let mut random = Random(seed);
        let at = model.mesh.positions.iter().map(|p| vector(*p) + random.vector() * by).collect();
        let way = |random: &mut Random| model.mesh.positions.iter().map(|_| random.vector()).collect();
        let ways = [way(&mut random), way(&mut random)];
        Ok(Self { members, at, ways })
    }

    /// How far the gradient is from the difference of energies over ±h, relative to its size.
    fn gradient(&self, h: f64) -> f64 {
        let [u, _] = &self.ways;
        let energy = |s: f64| self.members.energy(&plus(&self.at, u, s));
        let g = self.members.gradient(&self.at);
        ((energy(h) - energy(-h)) / (2.0 * h) - dot(&g, u)).abs() / (norm(&g) * norm(u))
    }

    /// The product of the second derivatives with a direction, by dual numbers.
    fn product(&self, u: &Field) -> Field {
        let dual = |value: f64, slope: f64| Dual { value, slope };
        let along: Vec<V3<Dual>> =
            self.at.iter().zip(u).map(|(x, u)| V3(dual(x.0, u.0), dual(x.1, u.1), dual(x.2, u.2))).collect();
        self.members.gradient(&along).iter().map(|g| V3(g.0.slope, g.1.slope, g.2.slope)).collect()
    }

    /// How far it is from the difference of gradients over ±h, relative to its size.
    fn second(&self, h: f64) -> f64 {
        let [u, _] = &self.ways;
        let found = self.product(u);
        let gradient = |s: f64| self.members.gradient(&plus(&self.at, u, s));
        let change = plus(&gradient(h), &gradient(-h), -1.0).iter().map(|c| *c * (0.5 / h)).collect();
        norm(&plus(&change, &found, -1.0)) / norm(&found)
    }

    /// How far the second derivatives are from symmetric.
    fn asymmetry(&self) -> f64 {
        let [u, v] = &self.ways;
        let (there, back) = (self.product(u), self.product(v));
        (dot(v, &there) - dot(u, &back)).abs() / (norm(&there) * norm(v))
    }
}

/// toile's derivatives.
fn ours(context: &Context) -> Result<Finding> {
    const STEP: f64 = 1e-6;
    let seeds = context.pick(4, 16);
    context.plan(3 * seeds);
    let mut finding = Finding::new(format!(
        "Mi derives gradients and second derivatives by hand; toile has gradients by hand and products with second derivatives by the same functions \
         on dual numbers. Here both are held against central differences over ±{STEP:.0e} in f64, on {seeds} irregular sheets of 7 × 7 vertices, \
         shaken by up to an edge's length, one kind of member at a time; the worst of all sheets is shown, relative to the derivative's size."
    ));
    for (kind, name) in KINDS.iter().enumerate() {
        let mut worst = [0f64; 3];
        for seed in 0..seeds {
            let probe = Probe::new(kind, [0.02, 0.05, 0.1, 0.15][seed as usize % 4], seed)?;
            let found = [probe.gradient(STEP), probe.second(STEP), probe.asymmetry()];
            for (worst, found) in worst.iter_mut().zip(found) {
                // `max` would drop a NaN.
                *worst = if found > *worst || found.is_nan() { found } else { *worst };
            }
            context.tick()?;
        }
        let whats = ["gradient − Δ energy", "product of second derivatives − Δ gradient", "asymmetry"];
        for ((what, value), bound) in whats.iter().zip(worst).zip([TOLERANCE, TOLERANCE, 1e-12]) {
            finding.row(
                Row::new(format!("{name}: {what}"), value, format!("{value:.1e}"))
                    .paper("0: derivatives are exact")
                    .agrees_if(format!("below {bound:.0e}"), value < bound),
            );
        }
    }
    finding.sentence = if finding.agrees() {
        "All first and second derivatives of lengths, areas and angles are those of their energies, to what differences in f64 can show.".into()
    } else {
        "Some derivatives are not those of their energies.".into()
    };
    let steps: Vec<f64> = (4..=44).map(|i| 10f64.powf(-f64::from(i) / 4.0)).collect();
    let probe = Probe::new(0, 0.05, 1)?;
    let curve = |f: &dyn Fn(f64) -> f64| steps.iter().map(|&h| [h, f(h)]).collect::<Vec<_>>();
    finding.plot(
        Plot::new(
            "Angles: derivatives against differences, by the step of the differences. To the right the differences' own error, which falls with the square of the step; to the left rounding.",
            Axis::log("step [m]"),
            Axis::log("relative error"),
        )
        .with(Series::both("gradient against energies", curve(&|h| probe.gradient(h))))
        .with(Series::both("product against gradients", curve(&|h| probe.second(h)))),
    );
    finding.command("toile repro --only mi-derivatives");
    finding.command("cargo test --test physics shell_energies -- --nocapture");
    Ok(finding)
}

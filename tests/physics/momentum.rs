//! No projection changes linear or angular momentum, whatever the masses.

use crate::constraints::{Case, Visitor, all};
use crate::support::Random;
use std::cell::RefCell;
use std::fmt::Debug;
use toile::engine::cpu::Bindings;
use toile::kernels::common::{Range, Sim};
use toile::kernels::constraints::Constraint;
use toile::kernels::constraints::triangle_bending::PRINTED;
use toile::kernels::constraints::yarn::{self, Yarn};
use toile::real::{Real, V3};

/// Σ m Δx and Σ m x × Δx, each relative to the sum of its terms' lengths. Summed in f64.
pub fn momenta(positions: &[V3<f64>], masses: &[f64], moves: &[V3<f64>]) -> [f64; 2] {
    let (mut linear, mut angular, mut sizes) = (V3::zero(), V3::zero(), [0.0; 2]);
    for ((x, m), dx) in positions.iter().zip(masses).zip(moves) {
        linear += *dx * *m;
        angular += x.cross(*dx) * *m;
        sizes[0] += m * dx.length();
        sizes[1] += m * x.length() * dx.length();
    }
    [linear.length() / sizes[0].max(1e-30), angular.length() / sizes[1].max(1e-30)]
}

struct Conserved {
    worst: [f64; 2],
}

impl Conserved {
    fn check<R: Real, const N: usize, C: Constraint<N>>(
        case: &Case<N, C>,
        w: [f64; N],
        wide: fn(R) -> f64,
    ) -> [f64; 2] {
        // The masses that the projection is told, as it is told them.
        let weights = w.map(R::of);
        let masses = weights.map(|w| 1.0 / wide(w));
        let points = case.points::<R>();
        let moves = case.constraint.project(points, weights, &case.context());
        let widen = |v: V3<R>| V3(wide(v.0), wide(v.1), wide(v.2));
        momenta(&points.map(widen), &masses, &moves.map(widen))
    }
}

impl Visitor for Conserved {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        let w = random.inverse_masses();
        // The formula itself: only f64's rounding is left. A wing's share near flat or folded is the difference of
        // products, hence not 1e-16.
        let exact = Self::check(case, w, |r: f64| r);
        assert!(exact.iter().all(|m| *m < 1e-12), "{case:?} {w:?}: {exact:?}");
        // As the kernel runs it: some roundings of 6e-8 per term.
        let single = Self::check(case, w, |r: f32| f64::from(r));
        assert!(single.iter().all(|m| *m < 1e-5), "{case:?} {w:?}: {single:?}");
        self.worst = [self.worst[0].max(single[0]), self.worst[1].max(single[1])];
    }
}

#[test]
fn every_projection_conserves_linear_and_angular_momentum() {
    let mut conserved = Conserved { worst: [0.0; 2] };
    all(&mut conserved);
    println!(
        "momentum in f32: linear {:.1e}, angular {:.1e} of the terms",
        conserved.worst[0], conserved.worst[1]
    );
}

/// The momenta that a yarn of eight random particles gains by one pass of its kernel.
fn gained_by_a_yarn(seed: u64, mode: u32) -> [f64; 2] {
    let mut random = Random::new(seed);
    let lengths: Vec<_> = (0..7).map(|i| (i != 3).then(|| random.between(0.2, 1.0) as f32)).collect();
    let yarn = Yarn::new(&[3, 1, 4, 0, 5, 7, 2, 6], &lengths);
    let weights: [f64; 8] = random.inverse_masses();
    let before: Vec<[f32; 4]> = weights
        .iter()
        .map(|w| {
            let [x, y, z] = random.point().map(|c| c as f32);
            [x, y, z, *w as f32]
        })
        .collect();
    let sim = Sim { stretch: 0.9, bending: 0.7, ..Sim::default() };
    let range = Range { first: 0, count: 1, mode, sweeps: 1 };
    let words = |bytes: &[u8]| RefCell::new(bytemuck::pod_collect_to_vec::<u8, u32>(bytes));
    let sim = words(bytemuck::bytes_of(&sim));
    let (yarns, p) = (words(bytemuck::bytes_of(&yarn)), words(bytemuck::cast_slice(&before)));
    (yarn::KERNEL.cpu)(1, &Bindings::new(vec![&sim, &yarns, &p], bytemuck::bytes_of(&range)));
    let after = p.borrow();
    let after: &[[f32; 4]] = bytemuck::cast_slice(&after);
    let x: Vec<V3<f64>> = before.iter().map(|p| V3::of(*p)).collect();
    let moves: Vec<V3<f64>> = x.iter().zip(after).map(|(x, p)| V3::of(*p) - *x).collect();
    let masses: Vec<f64> = before.iter().map(|p| 1.0 / f64::from(p[3])).collect();
    assert!(moves.iter().all(|m| m.length() > 0.0));
    momenta(&x, &masses, &moves)
}

#[test]
fn a_yarn_conserves_linear_momentum_in_every_projection() {
    let mut worst = 0.0f64;
    for seed in 0..200 {
        for mode in [0, PRINTED] {
            // Thirteen projections in a row, each of which rounds two or three positions by 6e-8. Angular momentum is
            // that of each projection about where it started, which the sum over all of them does not show.
            let [linear, _] = gained_by_a_yarn(seed, mode);
            assert!(linear < 1e-5, "seed {seed}: {linear:e}");
            worst = worst.max(linear);
        }
    }
    println!("momentum by a yarn in f32: linear {worst:.1e} of the terms");
}

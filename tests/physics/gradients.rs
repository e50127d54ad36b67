//! A projection goes along the gradient of its constraint, taken by dual numbers and by differences in f64.

use crate::constraints::{Case, Visitor, all};
use crate::support::Random;
use std::fmt::Debug;
use toile::kernels::constraints::Constraint;
use toile::kernels::constraints::triangle_bending::PRINTED;
use toile::real::{Dual, Real, V3};

/// ∂C/∂x of every particle, by dual numbers.
fn by_dual<const N: usize, C: Constraint<N>>(case: &Case<N, C>) -> [V3<f64>; N] {
    let slope = |i: usize, axis: usize| {
        let mut points = case.points::<Dual>();
        let p = &mut points[i];
        [&mut p.0, &mut p.1, &mut p.2][axis].slope = 1.0;
        case.constraint.value(points, &case.context()).slope
    };
    std::array::from_fn(|i| V3(slope(i, 0), slope(i, 1), slope(i, 2)))
}

/// The same by central differences.
fn by_differences<const N: usize, C: Constraint<N>>(case: &Case<N, C>) -> [V3<f64>; N] {
    // The error is h² times the third derivative plus 1e-16/h: 1e-10 and 1e-11 here.
    const H: f64 = 1e-5;
    let value = |i: usize, axis: usize, by: f64| {
        let mut case = *case;
        case.positions[i][axis] += by;
        case.constraint.value(case.points::<f64>(), &case.context())
    };
    let slope = |i, axis| (value(i, axis, H) - value(i, axis, -H)) / (2.0 * H);
    std::array::from_fn(|i| V3(slope(i, 0), slope(i, 1), slope(i, 2)))
}

/// The largest difference of two lists of vectors, relative to the longest of the first.
fn apart<const N: usize>(a: &[V3<f64>; N], b: &[V3<f64>; N]) -> f64 {
    let longest = a.iter().map(|v| v.length()).fold(0.0, f64::max);
    (0..N).map(|i| (a[i] - b[i]).length()).fold(0.0, f64::max) / longest
}

#[derive(Default)]
struct AlongGradient {
    worst: [f64; 2],
}

impl Visitor for AlongGradient {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        let gradient = by_dual(case);
        let difference = apart(&gradient, &by_differences(case));
        // Near flat and near folded the angle is |θ| at θ = 2e-3 rad, and differences of 1e-5 do not cross its corner;
        // its higher derivatives there are as elsewhere. 1e-6 is far above the error of the differences.
        assert!(difference < 1e-6, "{case:?}: {difference}");
        // Equal weights where the printed shares are meant: they follow the gradient only then.
        let w = if case.mode & PRINTED != 0 && case.name == "printed" {
            [0.7; N]
        } else {
            random.inverse_masses()
        };
        let value = case.constraint.value(case.points::<f64>(), &case.context());
        let sum: f64 = (0..N).map(|i| w[i] * gradient[i].dot(gradient[i])).sum();
        let expected: [V3<f64>; N] = std::array::from_fn(|i| gradient[i] * (-value * w[i] / sum));
        let moves = case.constraint.project(case.points(), w, &case.context());
        let off = apart(&expected, &moves);
        assert!(off < 1e-6, "{case:?} {w:?}: {off}");
        self.worst = [self.worst[0].max(difference), self.worst[1].max(off)];
    }
}

#[test]
fn projections_follow_the_gradient() {
    let mut visitor = AlongGradient::default();
    all(&mut visitor);
    let [differences, projections] = visitor.worst;
    println!("gradients: dual numbers against differences {differences:.1e}, projections {projections:.1e}");
}

#[test]
fn dual_numbers_know_the_gradients_of_the_paper() {
    // ∂C/∂v = 2n/3, ∂C/∂b = −n/3.
    use toile::kernels::constraints::triangle_bending::height;
    let [b0, b1, v] = [V3(0.1, 0.2, -0.3), V3(1.0, 0.1, 0.2), V3(0.4, 0.9, 0.5)];
    let d = height(b0, b1, v);
    let n = d * (1.0 / d.length());
    let lift = |p: V3<f64>, slope: f64| V3(Dual { value: p.0, slope }, Dual::of(p.1), Dual::of(p.2));
    let along_v = height(lift(b0, 0.0), lift(b1, 0.0), lift(v, 1.0)).length().slope;
    let along_b = height(lift(b0, 1.0), lift(b1, 0.0), lift(v, 0.0)).length().slope;
    assert!((along_v - 2.0 * n.0 / 3.0).abs() < 1e-14 && (along_b + n.0 / 3.0).abs() < 1e-14);
}

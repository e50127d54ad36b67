//! One projection of one constraint meets it, whatever the masses.

use crate::constraints::{Case, Visitor, dihedrals, distances, edges, printed, triangles};
use crate::support::Random;
use std::fmt::Debug;
use toile::kernels::constraints::triangle_bending::{INEQUALITY, TriangleBending};
use toile::kernels::constraints::{Constraint, Context};
use toile::real::{Real, V3};

/// C before and after one projection.
fn projected<const N: usize, C: Constraint<N>, R: Real>(case: &Case<N, C>, w: [f64; N]) -> [R; 2] {
    let (points, context) = (case.points::<R>(), case.context::<R>());
    let moves = case.constraint.project(points, w.map(R::of), &context);
    let after = std::array::from_fn(|i| points[i] + moves[i]);
    [case.constraint.value(points, &context), case.constraint.value(after, &context)]
}

/// Heights are at least 0.1 of coordinates up to 1, which f32 knows to 6e-8: some ten roundings of 6e-8 against 0.1
/// are 6e-6 of the height.
const EXACT: f64 = 1e-5;

/// Constraints that one projection meets exactly.
struct Exact {
    count: usize,
}

impl Visitor for Exact {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        for w in [random.inverse_masses(), random.pinned()] {
            let [before, after] = projected::<N, C, f32>(case, w);
            assert!(f64::from(before.abs()) > 0.0, "{} is not violated", case.name);
            assert!(f64::from(after.abs()) < EXACT * case.scale, "{case:?} {w:?}: {before} became {after}");
            self.count += 1;
        }
    }
}

#[test]
fn gradient_weights_meet_a_constraint_at_once_for_any_masses() {
    let mut exact = Exact { count: 0 };
    distances(&mut exact);
    triangles(&mut exact);
    edges(&mut exact);
    assert!(exact.count > 3000);
}

/// Whether a particle moves depends on its mass alone.
struct Pins;

impl Visitor for Pins {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        let w: [f64; N] = random.pinned();
        let moves = case.constraint.project(case.points::<f64>(), w, &case.context());
        for i in 0..N {
            assert_eq!(w[i] == 0.0, moves[i] == V3::zero(), "{case:?} {w:?}");
        }
        let held = case.constraint.project(case.points::<f64>(), [0.0; N], &case.context());
        assert_eq!(held, [V3::zero(); N], "{}: everything is pinned", case.name);
    }
}

#[test]
fn pinned_particles_stay_and_free_ones_move() {
    crate::constraints::all(&mut Pins);
}

/// The share of C that is left over, by who is pinned: the weights as printed.
struct Printed;

impl Visitor for Printed {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        let w = random.between(0.1, 10.0);
        for (pinned, left) in
            [([1.0, 1.0, 1.0], 0.0), ([1.0, 1.0, 0.0], 1.0 / 3.0), ([0.0, 0.0, 1.0], -1.0 / 3.0)]
        {
            let w = std::array::from_fn(|i| w * pinned[i]);
            let [before, after] = projected::<N, C, f64>(case, w);
            // A correction of 4/3 of a height that shrinks to less than a third of its violation goes through zero,
            // where C, which has no sign, turns round.
            let expected = if before * left < -case.scale {
                before * left.abs() - 2.0 * case.scale
            } else {
                before * left
            };
            assert!(
                (after - expected).abs() < 1e-9 * case.scale,
                "{case:?} {pinned:?}: {before} became {after}"
            );
        }
    }
}

#[test]
fn printed_weights_leave_a_third_where_the_tip_or_the_base_is_pinned() {
    printed(&mut Printed);
}

/// The angle is not linear in the positions: what one projection leaves is of second order.
struct SecondOrder {
    violation: f64,
    worst: f64,
}

impl Visitor for SecondOrder {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random) {
        let [before, after] = projected::<N, C, f64>(case, random.pinned());
        // The rest angle is rounded to f32, so the violation is what was asked for to 1e-7 rad.
        assert!((before - self.violation).abs() < 2e-7, "{before}");
        self.worst = self.worst.max(after.abs() / (before * before));
    }
}

#[test]
fn a_dihedral_projection_leaves_a_violation_of_second_order() {
    let worst = |violation| {
        let mut visitor = SecondOrder { violation, worst: 0.0 };
        dihedrals(violation, &mut visitor);
        println!(
            "dihedral: after a projection of {violation:.0e} rad at most {:.2} times its square is left",
            visitor.worst
        );
        visitor.worst
    };
    // The second derivative of an angle is about the square of (edge / height), 25 at most for these hinges; what is
    // left divided by the square of the violation stays below that, however small the violation.
    assert!(worst(1e-3) < 25.0 && worst(5e-4) < 25.0);
}

#[test]
fn an_inequality_that_is_met_does_nothing() {
    let constraint = TriangleBending { b0: 0, b1: 1, v: 2, rest_height: 0.1, share: 1.0 };
    let p = [V3(0.0, 0.0, 0.0), V3(1.0, 0.0, 0.0), V3(0.5, 0.6, 0.0)];
    let normal = V3(0.0, 0.0, 1.0);
    let context = Context { stiffness: 1.0, kappa: 0.0, mode: INEQUALITY, normal };
    assert_eq!(constraint.project(p, [1.0; 3], &context), [V3::<f64>::zero(); 3]);
    assert_eq!(constraint.value(p, &context), 0.0);
    let tighter = Context { kappa: 0.5, ..context };
    assert!(constraint.value(p, &tighter) < 0.0);
    assert!(constraint.project(p, [1.0; 3], &tighter)[2].1 > 0.0);
}

#[test]
fn a_flat_neighbourhood_is_bent_along_the_normal() {
    let p = [V3(-1.0, 0.0, 0.0), V3(1.0, 0.0, 0.0), V3(0.0, 0.0, 0.0)];
    let constraint = TriangleBending { b0: 0, b1: 1, v: 2, rest_height: 0.0, share: 1.0 };
    let context = Context { stiffness: 1.0, kappa: 0.0, mode: 0, normal: V3(0.0, 0.3, 0.0) };
    assert_eq!(constraint.project(p, [1.0; 3], &context), [V3::<f64>::zero(); 3]);
    let bent = constraint.project(p, [1.0; 3], &Context { kappa: 0.2, ..context });
    let after = std::array::from_fn(|i| p[i] + bent[i]);
    assert!(bent[2].1 > 0.0 && bent[2].0 == 0.0);
    assert!(constraint.value(after, &Context { kappa: 0.2, ..context }).abs() < 1e-15);
}

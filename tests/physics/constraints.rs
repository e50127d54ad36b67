//! Random violated constraints of every kind, for the tests that hold for all of them.

use crate::support::{Random, vector};
use std::fmt::Debug;
use toile::kernels::constraints::dihedral::Dihedral;
use toile::kernels::constraints::distance::{Distance, STICK};
use toile::kernels::constraints::triangle_bending::{INEQUALITY, PRINTED, TriangleBending, height};
use toile::kernels::constraints::triangle_bending_edge::TriangleBendingEdge;
use toile::kernels::constraints::triangle_bending_signed::TriangleBendingSigned;
use toile::kernels::constraints::{Constraint, Context};
use toile::real::{Real, V3};

/// How many random cases of each kind.
const ROUNDS: u64 = 200;

/// A constraint in a state that violates it.
#[derive(Debug, Clone, Copy)]
pub struct Case<const N: usize, C> {
    pub name: &'static str,
    pub constraint: C,
    pub positions: [[f64; 3]; N],
    pub kappa: f64,
    pub mode: u32,
    pub normal: [f64; 3],
    /// What C is compared with: the length that the constraint asks for [m], or 1 rad.
    pub scale: f64,
}

impl<const N: usize, C: Constraint<N>> Case<N, C> {
    /// The positions in any kind of number.
    pub fn points<R: Real>(&self) -> [V3<R>; N] {
        self.positions.map(vector)
    }

    /// The context in any kind of number, of full stiffness.
    pub fn context<R: Real>(&self) -> Context<R> {
        Context {
            stiffness: R::of(1.0),
            kappa: R::of(self.kappa),
            mode: self.mode,
            normal: vector(self.normal),
        }
    }
}

/// What is done with each case; `random` gives masses.
pub trait Visitor {
    fn visit<const N: usize, C: Constraint<N> + Debug>(&mut self, case: &Case<N, C>, random: &mut Random);
}

/// Distances: stretch and sticks.
pub fn distances(visitor: &mut impl Visitor) {
    for seed in 0..ROUNDS {
        let random = &mut Random::new(seed);
        let positions = [random.point(), random.point()];
        let scale = random.between(0.1, 1.0);
        let constraint = Distance { i: 0, j: 1, rest_length: scale as f32, share: 1.0 };
        for (name, mode) in [("stretch", 0), ("stick", STICK)] {
            let case = Case { name, constraint, positions, kappa: 0.0, mode, normal: [0.0; 3], scale };
            visitor.visit(&case, random);
        }
    }
}

/// A random triangle whose height has a direction, and that height [m].
fn triangle(random: &mut Random) -> ([[f64; 3]; 3], V3<f64>) {
    loop {
        let positions = [random.point(), random.point(), random.point()];
        let [b0, b1, v] = positions.map(vector);
        let d = height(b0, b1, v);
        if d.length() > 0.1 {
            return (positions, d);
        }
    }
}

/// Triangle bending: equality, inequality and signed, on both sides; weights from the gradient.
pub fn triangles(visitor: &mut impl Visitor) {
    for seed in 0..ROUNDS {
        let random = &mut Random::new(1000 + seed);
        let (positions, d) = triangle(random);
        let (rest, kappa) = (random.between(0.1, 0.7), random.between(0.0, 0.1));
        let normal = [d.0, d.1, d.2];
        let scale = rest + kappa;
        let of = |rest: f64| TriangleBending { b0: 0, b1: 1, v: 2, rest_height: rest as f32, share: 1.0 };
        let equality =
            Case { name: "triangle", constraint: of(rest), positions, kappa, mode: 0, normal, scale };
        visitor.visit(&equality, random);
        let above = d.length() + rest;
        let violated = Case {
            name: "triangle-inequality",
            constraint: of(above),
            mode: INEQUALITY,
            scale: above + kappa,
            ..equality
        };
        visitor.visit(&violated, random);
        for (name, side, facing) in [
            ("triangle-signed", 1.0, 1.0),
            ("triangle-signed, behind", -1.0, -1.0),
            ("triangle-signed, wrong side", 1.0, -1.0),
            ("triangle-signed, wrong side, behind", -1.0, 1.0),
        ] {
            let constraint = TriangleBendingSigned {
                b0: 0,
                b1: 1,
                v: 2,
                rest_height: rest as f32,
                side,
                ..Default::default()
            };
            let normal = normal.map(|n| n * facing);
            visitor.visit(&Case { name, constraint, positions, kappa, mode: 0, normal, scale }, random);
        }
    }
}

/// Triangle bending with the weights that the paper prints.
pub fn printed(visitor: &mut impl Visitor) {
    for seed in 0..ROUNDS {
        let random = &mut Random::new(2000 + seed);
        let (positions, d) = triangle(random);
        // As the constraint knows it, in f32.
        let rest = f64::from(random.between(0.1, 0.7) as f32);
        let constraint = TriangleBending { b0: 0, b1: 1, v: 2, rest_height: rest as f32, share: 1.0 };
        let normal = [d.0, d.1, d.2];
        let case =
            Case { name: "printed", constraint, positions, kappa: 0.0, mode: PRINTED, normal, scale: rest };
        visitor.visit(&case, random);
    }
}

/// Triangle bending across edges.
pub fn edges(visitor: &mut impl Visitor) {
    for seed in 0..ROUNDS {
        let random = &mut Random::new(3000 + seed);
        let positions = [random.point(), random.point(), random.point(), random.point()];
        let (rest, kappa) = (random.between(0.1, 0.7), random.between(0.0, 0.1));
        let constraint = TriangleBendingEdge {
            p1: 0,
            p2: 1,
            p3: 2,
            p4: 3,
            rest_height: rest as f32,
            ..Default::default()
        };
        let normal = random.point();
        let scale = rest + kappa;
        visitor.visit(
            &Case { name: "triangle-edge", constraint, positions, kappa, mode: 0, normal, scale },
            random,
        );
    }
}

/// A hinge anywhere in space with the angle φ [rad] between its wings, bent to one side or the other.
pub fn hinge(random: &mut Random, phi: f64, side: f64) -> [[f64; 3]; 4] {
    let length = random.between(0.5, 1.5);
    let (a, b) = (length * random.between(-0.3, 1.3), length * random.between(-0.3, 1.3));
    let (h3, h4) = (random.between(0.3, 1.0), random.between(0.3, 1.0));
    let local = [[0.0; 3], [length, 0.0, 0.0], [a, h3, 0.0], [b, h4 * phi.cos(), side * h4 * phi.sin()]];
    let x = vector::<f64>(random.point());
    let x = x * (1.0 / x.length());
    let y = x.cross(vector(random.point()));
    let y = y * (1.0 / y.length());
    let (z, at) = (x.cross(y), vector::<f64>(random.point()));
    local.map(|p| at + x * p[0] + y * p[1] + z * p[2]).map(|p| [p.0, p.1, p.2])
}

/// Dihedral bending: on both sides, in the middle of the range, near flat and near folded; `violation` is how far the
/// rest angle is from the angle [rad].
pub fn dihedrals(violation: f64, visitor: &mut impl Visitor) {
    use std::f64::consts::PI;
    for seed in 0..ROUNDS {
        let random = &mut Random::new(4000 + seed);
        for (name, phi) in [
            ("dihedral", random.between(0.5, 2.6)),
            ("dihedral, near flat", PI - random.between(2e-3, 1e-2)),
            ("dihedral, near folded", random.between(2e-3, 1e-2)),
        ] {
            for side in [1.0, -1.0] {
                let positions = hinge(random, phi, side);
                let rest_angle = (phi - violation) as f32;
                let constraint = Dihedral { p1: 0, p2: 1, p3: 2, p4: 3, rest_angle, ..Default::default() };
                let normal = [0.0; 3];
                visitor.visit(
                    &Case { name, constraint, positions, kappa: 0.0, mode: 0, normal, scale: 1.0 },
                    random,
                );
            }
        }
    }
}

/// Every kind.
pub fn all(visitor: &mut impl Visitor) {
    distances(visitor);
    triangles(visitor);
    printed(visitor);
    edges(visitor);
    dihedrals(1e-3, visitor);
}

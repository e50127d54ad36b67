//! How stiff the springs of a scene are: by its numbers, or by its material.

use crate::model::Model;
use crate::scene::{Material, MethodName, Scene, SpringBending};

/// The radius of curvature, in edges, at which bending springs store the energy of the material that they stand for.
const BENDING_RADIUS: f64 = 10.0;

/// How stiff the springs of a scene are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stiffness {
    /// Of the structural springs [N/m].
    pub stretch: f64,
    /// Of the shear springs [N/m].
    pub shear: f64,
    /// Of the bending springs [N/m]; none where the places that bend have their own, from the material.
    pub bending: Option<f64>,
    /// Damping of every spring along its length [N·s/m].
    pub damping: f64,
}

impl Stiffness {
    /// As the scene's method has them, or its material.
    pub(super) fn of(scene: &Scene, model: &Model, is_grid: bool) -> Self {
        let (m, c) = (&scene.mass_spring, &scene.implicit_cg);
        let (stretch, shear, bending, damping, kind) = match scene.method {
            MethodName::ImplicitCg | MethodName::DiscreteShells => {
                (c.stretch, c.shear, c.bending, c.spring_damping, c.bending_model)
            }
            MethodName::MassSpring | MethodName::TriangleBending => {
                (m.stretch, m.shear, m.bending, m.spring_damping, m.bending_model)
            }
        };
        if scene.material.young == 0.0 || scene.method == MethodName::DiscreteShells {
            return Self { stretch, shear, bending: Some(bending), damping };
        }
        let springs = Self { damping, ..Self::of_material(&scene.material, edge_length(model), is_grid) };
        if kind == SpringBending::Quadratic { Self { bending: None, ..springs } } else { springs }
    }

    /// Springs as stiff as a material, with structural ones of length `edge` [m].
    ///
    /// A square cell with stretch k and shear s along both diagonals has per area ½ k (εx² + εy²) + ½ s (εx + εy)² + ½ s γ². So s is
    /// the shear stiffness G t, and k such that a strip along the threads has E t: with c = k + s, c − s²/c = E t. At ν = 1/3 the
    /// sheet is isotropic, with k = ¾ E t; otherwise its Poisson's ratio is s/c. A lattice of equilateral triangles has
    /// k = √3/2 E t and ν = 1/3, whatever the material says.
    ///
    /// A bending spring of length 2 a shortens by κ² a³/4 where the cloth has the curvature κ: its energy k κ⁴ a⁴/32 per area is of
    /// the fourth order, that of a sheet, ½ D κ², of the second. They are made the same at a radius of [`BENDING_RADIUS`] edges; at r
    /// times that radius the springs are r² times too soft. Along their length they add 4 k to the stretch, which is little while the
    /// gauge is below a hundredth of an edge.
    fn of_material(material: &Material, edge: f64, is_grid: bool) -> Self {
        let tensile = material.stretching_stiffness();
        let shear = tensile / (2.0 * (1.0 + material.poisson));
        let whole = f64::midpoint(tensile, tensile.hypot(2.0 * shear));
        let stretch = if is_grid { whole - shear } else { 0.75f64.sqrt() * tensile };
        let bending = 16.0 * material.bending_stiffness() * (BENDING_RADIUS / edge).powi(2);
        Self { stretch, shear, bending: Some(bending), damping: 0.0 }
    }
}

/// The mean length of a model's structural springs at rest [m].
fn edge_length(model: &Model) -> f64 {
    let rest = |v: u32| model.mesh.positions[v as usize].as_dvec3();
    let edges = model.topology.edges.iter().filter(|e| !e.diagonal).map(|e| e.vertices);
    let (count, sum) =
        edges.fold((0u32, 0.0), |(count, sum), [a, b]| (count + 1, sum + rest(a).distance(rest(b))));
    sum / f64::from(count.max(1))
}

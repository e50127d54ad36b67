//! The one table of every number in a scene: its unit, its range and what it is.

use super::{BODY_LIMIT, tree};

/// A number of a scene, or several that share a unit and a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// Dotted path; `N` stands for the index of a pin, a body, a load or a seam, and a vector is one field.
    pub path: &'static str,
    /// SI unit; empty for a plain number.
    pub unit: &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value; infinite where the value itself may be.
    pub max: f64,
    /// Whether keyframes over time may stand for the number.
    pub varies: bool,
    /// What it is.
    pub about: &'static str,
}

impl Field {
    const fn new(path: &'static str, unit: &'static str, min: f64, max: f64, about: &'static str) -> Self {
        Self { path, unit, min, max, varies: false, about }
    }

    /// The same, as a [`super::Track`].
    const fn over_time(self) -> Self {
        Self { varies: true, ..self }
    }

    /// The field that the number at `path` belongs to; indices are taken out of the path.
    pub fn find(path: &str) -> Option<&'static Field> {
        let mut plain = String::with_capacity(path.len());
        for segment in path.split('.') {
            let index = segment.parse::<usize>().is_ok();
            if index && !tree::LISTS.iter().any(|list| list.name == plain) {
                continue;
            }
            if !plain.is_empty() {
                plain.push('.');
            }
            plain.push_str(if index { "N" } else { segment });
        }
        FIELDS.iter().find(|field| field.path == plain)
    }

    /// Whether the field may have the value.
    pub fn allows(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// The range in words: `0 to 10 m`, `0 s or more`.
    pub fn range(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        if self.max.is_infinite() {
            return format!("{}{unit} or more", self.min);
        }
        format!("{} to {}{unit}", self.min, self.max)
    }
}

/// The largest integer that both TOML and JSON readers keep exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Farthest coordinate [m].
const FAR: f64 = 1e6;

/// Every number of a scene.
pub const FIELDS: &[Field] = &[
    Field::new("seed", "", 0.0, EXACT, "seed of everything random"),
    Field::new("frames", "", 0.0, 1e6, "length of a run in frames"),
    Field::new("frame_time", "s", 1e-4, 10.0, "simulated time per frame"),
    Field::new("gravity", "m/s²", -1000.0, 1000.0, "acceleration of gravity along x, y and z"),
    Field::new(
        "gamma",
        "",
        0.0,
        1e9,
        "weight of a sheet by its bending stiffness, which then sizes gravity; 0 for none",
    ),
    Field::new("tilt", "degrees", -90.0, 90.0, "angle by which gravity leans towards +x"),
    Field::new("mesh.rows", "", 2.0, 4096.0, "vertices along the height"),
    Field::new("mesh.columns", "", 2.0, 4096.0, "vertices along the width"),
    Field::new("mesh.width", "m", 1e-4, 1000.0, "extent along x, or diameter of round shapes"),
    Field::new(
        "mesh.height",
        "m",
        1e-4,
        1000.0,
        "extent along y, depth of a bowl, or diameter of a torus's tube",
    ),
    Field::new("mesh.taper", "", 0.01, 100.0, "diameter of a cylinder at its top by that at its bottom"),
    Field::new("mesh.roll", "turns", -1.0, 1.0, "how far a sheet is rolled about its own x axis at rest"),
    Field::new("mesh.level", "", 0.0, 8.0, "levels of refinement of an icosphere"),
    Field::new("mesh.scale", "", 1e-9, 1e9, "factor on a file's coordinates"),
    Field::new("mesh.copies", "", 1.0, 64.0, "how many copies of the shape there are"),
    Field::new("mesh.spacing", "m", -1000.0, 1000.0, "from one copy to the next, before rotation"),
    Field::new("mesh.rotation", "degrees", -360.0, 360.0, "rotation about x, then y, then z"),
    Field::new("mesh.position", "m", -FAR, FAR, "translation after rotation"),
    Field::new(
        "start.roll",
        "turns",
        -50.0,
        50.0,
        "how far a sheet is rolled up about its own x axis at the start",
    ),
    Field::new("start.crumple", "", 0.0, 10.0, "random displacement as a share of the mean edge length"),
    Field::new("start.fold", "degrees", -180.0, 180.0, "angle of a fold through the middle"),
    Field::new("start.dent", "", 0.0, 1.0, "height, as a share, above which the cap is mirrored inwards"),
    Field::new("material.density", "kg/m²", 1e-6, 1e6, "mass per area"),
    Field::new(
        "material.thickness",
        "m",
        0.0,
        1.0,
        "distance that the cloth keeps from the ground and from bodies",
    ),
    Field::new(
        "material.young",
        "Pa",
        0.0,
        1e13,
        "Young's modulus, which stiffness then comes from; 0 where the method's own numbers give it",
    ),
    Field::new("material.poisson", "", 0.0, 0.499, "Poisson's ratio"),
    Field::new("material.gauge", "m", 1e-7, 1.0, "thickness that the stiffness comes from"),
    Field::new("material.damping", "1/s", 0.0, 1000.0, "rate at which velocities decay"),
    Field::new("solver.dt", "s", 1e-6, 1.0, "time step"),
    Field::new("solver.substeps", "", 1.0, 1000.0, "substeps per step"),
    Field::new("solver.iterations", "", 0.0, 10_000.0, "solver iterations per substep"),
    Field::new("triangle_bending.stretch", "", 0.0, 1.0, "stiffness of the stretch constraints"),
    Field::new(
        "triangle_bending.k",
        "",
        0.0,
        1.0,
        "stiffness of the bending constraints, unless material.young gives it",
    )
    .over_time(),
    Field::new("triangle_bending.kappa", "m", 0.0, 10.0, "global bending parameter κ").over_time(),
    Field::new("triangle_bending.volume", "", 0.0, 1.0, "stiffness of the volume constraint"),
    Field::new("triangle_bending.pressure", "", 0.0, 100.0, "volume aimed at, by the rest volume")
        .over_time(),
    Field::new("triangle_bending.sweeps", "", 1.0, 64.0, "sweeps over a yarn each time it is visited"),
    Field::new("mass_spring.stretch", "N/m", 0.0, 1e9, "stiffness of the structural springs"),
    Field::new("mass_spring.shear", "N/m", 0.0, 1e9, "stiffness of the shear springs"),
    Field::new("mass_spring.bending", "N/m", 0.0, 1e9, "stiffness of the bending springs"),
    Field::new("mass_spring.spring_damping", "N·s/m", 0.0, 1e6, "damping of every spring along its length"),
    Field::new("implicit_cg.stretch", "N/m", 0.0, 1e9, "stiffness of the structural springs"),
    Field::new("implicit_cg.shear", "N/m", 0.0, 1e9, "stiffness of the shear springs"),
    Field::new("implicit_cg.bending", "N/m", 0.0, 1e9, "stiffness of the bending springs"),
    Field::new("implicit_cg.spring_damping", "N·s/m", 0.0, 1e6, "damping of every spring along its length"),
    Field::new("implicit_cg.pressure", "Pa", -1e6, 1e6, "pressure on the back of every triangle").over_time(),
    Field::new(
        "implicit_cg.strain_limit",
        "",
        0.0,
        1.0,
        "largest strain of the structural springs; 0 for none",
    ),
    Field::new("implicit_cg.limit_stiffness", "N/m", 1.0, 1e9, "stiffness beyond the limit"),
    Field::new("implicit_cg.interval", "", 1.0, 1000.0, "iterations between two looks at the constraints"),
    Field::new("implicit_cg.tolerance", "", 1e-7, 0.5, "relative residual at which the solver ends"),
    Field::new("implicit_cg.iterations", "", 1.0, 100_000.0, "iterations at which the solver gives up"),
    Field::new("discrete_shells.newton", "", 1.0, 100.0, "Newton steps per substep at most"),
    Field::new(
        "discrete_shells.stretch_damping",
        "s",
        0.0,
        10.0,
        "damping of lengths and areas, by their stiffness",
    ),
    Field::new("discrete_shells.bending_damping", "s", 0.0, 10.0, "damping of angles, by their stiffness"),
    Field::new(
        "discrete_shells.interval",
        "",
        1.0,
        1000.0,
        "iterations between two looks at the constraints",
    ),
    Field::new("discrete_shells.tolerance", "", 1e-7, 0.5, "relative residual at which the solver ends"),
    Field::new("discrete_shells.iterations", "", 1.0, 100_000.0, "iterations at which the solver gives up"),
    Field::new("wind.velocity", "m/s", -1000.0, 1000.0, "velocity of the air along x, y and z").over_time(),
    Field::new("wind.density", "kg/m³", 0.0, 1e6, "density of the air times the drag coefficient"),
    Field::new("wind.lift", "", 0.0, 100.0, "lift coefficient over drag coefficient"),
    Field::new("ground.height", "m", -FAR, FAR, "height of the ground along y"),
    Field::new("ground.friction", "", 0.0, 10.0, "coefficient of friction"),
    Field::new("body.N.radius", "m", 0.0, 1000.0, "radius of a round body, or of a torus's circle"),
    Field::new("body.N.tube", "m", 0.0, 1000.0, "radius of a torus's tube"),
    Field::new("body.N.length", "m", 0.0, 1000.0, "height of a cylinder, or distance of a capsule's centres"),
    Field::new("body.N.size", "m", 0.0, 1000.0, "edges of a box"),
    Field::new("body.N.scale", "", 1e-9, 1e9, "factor on a mesh's coordinates"),
    Field::new("body.N.cell", "m", 0.0, 1000.0, "distance of a mesh's field samples; 0 to choose it"),
    Field::new("body.N.thickness", "m", 0.0, 10.0, "half the thickness that an open mesh is given"),
    Field::new("body.N.density", "kg/m³", 0.0, 1e6, "mass per volume"),
    Field::new("body.N.mass", "kg", 0.0, 1e9, "mass; 0 to take it from the density"),
    Field::new("body.N.friction", "", 0.0, 10.0, "coefficient of friction"),
    Field::new("body.N.restitution", "", 0.0, 1.0, "share of its speed that a body keeps when it bounces"),
    Field::new("body.N.position", "m", -FAR, FAR, "where the body starts"),
    Field::new("body.N.rotation", "degrees", -360.0, 360.0, "rotation at the start about x, then y, then z"),
    Field::new("body.N.velocity", "m/s", -1000.0, 1000.0, "velocity of a dynamic body at the start"),
    Field::new("body.N.spin", "rad/s", -1000.0, 1000.0, "angular velocity of a dynamic body at the start"),
    Field::new("body.N.path", "m", -1000.0, 1000.0, "displacement of a kinematic body").over_time(),
    Field::new("body.N.turn", "degrees", -360_000.0, 360_000.0, "rotation of a kinematic body").over_time(),
    Field::new("rain.count", "", 0.0, BODY_LIMIT as f64, "how many random bodies there are"),
    Field::new("rain.corners", "m", -FAR, FAR, "two corners of the box that they start in"),
    Field::new("rain.size", "m", 0.0, 1000.0, "smallest and largest radius of a sphere around one"),
    Field::new("rain.speed", "m/s", 0.0, 1000.0, "largest speed along each axis at the start"),
    Field::new("rain.density", "kg/m³", 1e-3, 1e6, "mass per volume"),
    Field::new("rain.friction", "", 0.0, 10.0, "coefficient of friction"),
    Field::new("contact.radius", "m", 0.0, 10.0, "distance from a body at which alleviation begins"),
    Field::new("pin.N.vertices", "", 0.0, u32::MAX as f64, "indices of the vertices that are held"),
    Field::new("pin.N.corners", "m", -FAR, FAR, "two corners of the box of select = \"box\""),
    Field::new("pin.N.motion", "m", -1000.0, 1000.0, "displacement along x, y and z").over_time(),
    Field::new("pin.N.slide", "", -1000.0, 1000.0, "direction of the line that the vertices slide on"),
    Field::new("pin.N.until", "s", 0.0, f64::INFINITY, "when the vertices are let go"),
    Field::new("load.N.vertices", "", 0.0, u32::MAX as f64, "indices of the vertices that it acts on"),
    Field::new("load.N.corners", "m", -FAR, FAR, "two corners of the box of select = \"box\""),
    Field::new("load.N.force", "N", -1e6, 1e6, "force on all of its vertices together"),
    Field::new("load.N.moment", "N·m", -1e6, 1e6, "moment on the boundary edges between them together"),
    Field::new("load.N.ramp", "s", 0.0, 1e6, "time in which it grows"),
    Field::new("load.N.until", "s", 0.0, f64::INFINITY, "when it ends"),
    Field::new("seam.N.copies", "", 0.0, 63.0, "which two copies of the mesh, from 0"),
    Field::new("seam.N.points", "", 2.0, 100_000.0, "pairs of points along the sides"),
    Field::new("seam.N.stiffness", "N/m", 0.0, 1e9, "stiffness of each pair's spring"),
    Field::new("seam.N.damping", "N·s/m", 0.0, 1e6, "damping of each pair's spring"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Load, Pin, Scene, Seam, tree};
    use std::collections::BTreeSet;

    #[test]
    fn every_number_has_an_entry_and_every_entry_a_number() {
        // One vertex, so that no numeric field of the scene is an empty list.
        let pin = Pin { vertices: vec![0], ..Pin::default() };
        let (pin, body, seam) = (vec![pin], vec![Body::default()], vec![Seam::default()]);
        let load = vec![Load { vertices: vec![0], ..Load::default() }];
        let scene = Scene { pin, body, load, seam, ..Scene::default() };
        let mut found = BTreeSet::new();
        tree::visit(&tree::of(&scene).unwrap(), &mut |path, value| {
            let number = |v: &toml::Value| v.is_integer() || v.is_float();
            let inner = value.as_array().and_then(|a| a.first());
            let deeper = inner.and_then(|v| v.as_array()).and_then(|a| a.first());
            if number(value) || inner.is_some_and(number) || deeper.is_some_and(number) {
                let field = Field::find(path).unwrap_or_else(|| panic!("{path} has no entry in FIELDS"));
                found.insert(field.path);
            }
        });
        let listed: BTreeSet<_> = FIELDS.iter().map(|field| field.path).collect();
        assert_eq!(found, listed);
        assert_eq!(listed.len(), FIELDS.len(), "an entry appears twice");
    }

    #[test]
    fn indices_do_not_matter() {
        for path in ["pin.12.motion", "pin.12.motion.1", "pin.0.motion"] {
            assert_eq!(Field::find(path).unwrap().path, "pin.N.motion");
        }
        for path in ["body.0.path", "body.1023.path.2"] {
            assert_eq!(Field::find(path).unwrap().path, "body.N.path");
        }
        assert_eq!(Field::find("seam.3.copies.1").unwrap().path, "seam.N.copies");
        assert_eq!(Field::find("gravity.1").unwrap().path, "gravity");
        assert_eq!(Field::find("rain.corners.1.2").unwrap().path, "rain.corners");
        for path in ["pin.until", "body.mass", "rain.0", ""] {
            assert!(Field::find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn ranges_read_well() {
        assert_eq!(Field::find("triangle_bending.k").unwrap().range(), "0 to 1");
        assert_eq!(Field::find("pin.0.until").unwrap().range(), "0 s or more");
        assert_eq!(Field::find("body.0.mass").unwrap().range(), "0 to 1000000000 kg");
        assert_eq!(Field::find("rain.count").unwrap().range(), "0 to 1024");
        assert!(FIELDS.iter().all(|f| f.min < f.max && !f.about.is_empty()));
    }
}

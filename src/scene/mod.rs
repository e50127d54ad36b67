//! What the user asks for: a mesh, a material, pins, loads and a method, in SI units.
//!
//! A [`Scene`] comes from a TOML file ([`file`]), from the built-in ones ([`catalog`]) or from code; [`set`]
//! changes single fields of it. [`FIELDS`] has the unit and the range of every number in it.

mod body;
pub mod catalog;
mod contact;
mod discrete_shells;
mod effect;
mod explain;
mod fabrics;
mod fields;
pub mod file;
mod implicit_cg;
mod load;
mod locate;
mod mass_spring;
mod material;
mod mesh_spec;
mod nearest;
mod nonconforming;
mod pin;
mod seam;
pub mod set;
pub mod track;
mod tree;
mod triangle_bending;
mod validate;
mod validate_body;
mod validate_cloth;
mod validate_shell;

use crate::error::{Error, Result};
pub use crate::mesh::shapes::Pattern;
pub use body::{BODY_LIMIT, Body, BodyKind, BodyShape, Rain};
pub use contact::{Contact, Estimate, Falloff, Part, Switch};
pub use discrete_shells::{DiscreteShells, ShellIntegrator};
pub use effect::Effect;
pub use fabrics::{FABRICS, Fabric};
pub use fields::{FIELDS, Field};
pub use implicit_cg::{CgSolver, Compressed, Derivative, ImplicitCg, Interleaving, Preconditioner};
pub use load::{Load, Tie};
pub use mass_spring::{Integrator, MassSpring, SpringBending};
pub use material::{Ground, Material, Solver, Wind};
pub use mesh_spec::{MeshSpec, Shape, Start};
pub use nonconforming::{DevelopableIntegrator, DevelopablePreconditioner, ElementKind, Nonconforming};
pub use pin::{Pin, Select, Selection};
pub use seam::{Edge, Seam};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
pub use track::Track;
pub use triangle_bending::{BendingModel, Schedule, TriangleBending, Weights};

/// A scene as its TOML file has it; every field has a default, unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scene {
    /// Name in the catalogue.
    pub name: String,
    /// One sentence on what one sees.
    pub about: String,
    /// The method that simulates it.
    pub method: MethodName,
    /// Seed of everything random.
    pub seed: u64,
    /// Length of a run [frames].
    pub frames: u32,
    /// Whether a run ends as soon as the cloth is at rest.
    pub until_rest: bool,
    /// Simulated time per frame [s].
    pub frame_time: f64,
    /// The cloth's shape.
    pub mesh: MeshSpec,
    /// Where the cloth starts, relative to its rest shape.
    pub start: Start,
    /// What the cloth is made of.
    pub material: Material,
    /// Time stepping.
    pub solver: Solver,
    /// Parameters of the method `triangle-bending`.
    pub triangle_bending: TriangleBending,
    /// Parameters of the method `mass-spring`.
    pub mass_spring: MassSpring,
    /// Parameters of the method `implicit-cg`.
    pub implicit_cg: ImplicitCg,
    /// Parameters of the method `discrete-shells`.
    pub discrete_shells: DiscreteShells,
    /// Parameters of the method `nonconforming`.
    pub nonconforming: Nonconforming,
    /// Where it is not 0, gravity has such a size that ρ g L³/D is this, ρ the mass per area, D the bending stiffness, L the height of
    /// the sheet in its own axes.
    pub gamma: f64,
    /// Acceleration of gravity [m/s²].
    pub gravity: [f64; 3],
    /// How far the whole scene is tilted about z: gravity leans by this towards +x [degrees].
    pub tilt: f64,
    /// Moving air.
    pub wind: Wind,
    /// A horizontal plane that cloth rests on.
    pub ground: Ground,
    /// Rigid bodies.
    pub body: Vec<Body>,
    /// More bodies, by chance.
    pub rain: Rain,
    /// How cloth meets the ground and bodies.
    pub contact: Contact,
    /// Vertices that are held.
    pub pin: Vec<Pin>,
    /// Loads on vertices and edges.
    pub load: Vec<Load>,
    /// Cross-sections that move as one.
    pub tie: Tie,
    /// Sides that are sewn together.
    pub seam: Vec<Seam>,
    /// Short names of this scene's fields for `--set`; they go before those that every scene has.
    pub short: BTreeMap<String, String>,
    /// What to `--set` for a small version of the scene, as the tests run it.
    pub test: BTreeMap<String, toml::Value>,
}

/// The five methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    /// Position-based dynamics with triangle bending (Kelager 2010).
    #[default]
    TriangleBending,
    /// Masses and springs in contact with rigid bodies (Kuang 2007).
    MassSpring,
    /// Implicit steps by matrix-free conjugate gradients, with constraints interleaved (Han 2015).
    ImplicitCg,
    /// Discrete shells with implicit steps (Grinspun 2003, Mi).
    DiscreteShells,
    /// Developable surfaces with nonconforming elements (English and Bridson 2008).
    Nonconforming,
}

impl MethodName {
    /// Every method, in the order in which people are asked.
    pub const ALL: [Self; 5] = [
        Self::TriangleBending,
        Self::MassSpring,
        Self::ImplicitCg,
        Self::DiscreteShells,
        Self::Nonconforming,
    ];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::TriangleBending => "triangle-bending",
            Self::MassSpring => "mass-spring",
            Self::ImplicitCg => "implicit-cg",
            Self::DiscreteShells => "discrete-shells",
            Self::Nonconforming => "nonconforming",
        }
    }
}

impl std::fmt::Display for MethodName {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for MethodName {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let names = Self::ALL.map(Self::name).join(", ");
        let unknown =
            || Error::input(format!("method `{text}`"), "there is none", format!("use one of {names}"));
        Self::ALL.into_iter().find(|method| method.name() == text).ok_or_else(unknown)
    }
}

impl Default for Scene {
    /// A sheet in gravity that nothing holds, for two seconds.
    fn default() -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            method: MethodName::default(),
            seed: 0,
            frames: 120,
            until_rest: false,
            frame_time: 1.0 / 60.0,
            mesh: MeshSpec::default(),
            start: Start::default(),
            material: Material::default(),
            solver: Solver::default(),
            triangle_bending: TriangleBending::default(),
            mass_spring: MassSpring::default(),
            implicit_cg: ImplicitCg::default(),
            discrete_shells: DiscreteShells::default(),
            nonconforming: Nonconforming::default(),
            gamma: 0.0,
            gravity: [0.0, -9.81, 0.0],
            tilt: 0.0,
            wind: Wind::default(),
            ground: Ground::default(),
            body: Vec::new(),
            rain: Rain::default(),
            contact: Contact::default(),
            pin: Vec::new(),
            load: Vec::new(),
            tie: Tie::default(),
            seam: Vec::new(),
            short: BTreeMap::new(),
            test: BTreeMap::new(),
        }
    }
}

impl Scene {
    /// Gravity in the tilted scene [m/s²].
    pub fn leaning_gravity(&self) -> [f64; 3] {
        let (sin, cos) = self.tilt.to_radians().sin_cos();
        let [x, y, z] = self.gravity.map(|g| g * self.gravity_factor());
        if self.tilt == 0.0 { [x, y, z] } else { [x * cos - y * sin, x * sin + y * cos, z] }
    }

    /// What gravity is multiplied by for the scene's `gamma`; 1 where there is none.
    fn gravity_factor(&self) -> f64 {
        let size = self.gravity.iter().map(|g| g * g).sum::<f64>().sqrt();
        if self.gamma == 0.0 || size == 0.0 {
            return 1.0;
        }
        let (m, length) = (&self.material, self.mesh.height * self.mesh.scale);
        self.gamma * m.bending_stiffness() / (m.density * length.powi(3) * size)
    }

    /// The scene as a TOML file that [`file::parse`] reads back to the same scene.
    pub fn to_toml(&self) -> Result<String> {
        toml::to_string(self)
            .map_err(|e| Error::input("scene", e.to_string(), "keep every value within what TOML can write"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_default_scene_is_valid_and_survives_toml() {
        let scene = Scene::default();
        scene.validate("default").unwrap();
        assert_eq!(file::parse(&scene.to_toml().unwrap(), "default").unwrap(), scene);
        assert_eq!(file::parse("", "empty").unwrap(), scene);
    }

    #[test]
    fn methods_have_their_names() {
        for method in MethodName::ALL {
            assert_eq!(method.name().parse::<MethodName>().unwrap(), method);
            assert_eq!(toml::Value::try_from(method).unwrap().as_str(), Some(method.name()));
        }
    }

    /// A valid body of any kind and any shape that can be dynamic.
    fn body() -> impl Strategy<Value = Body> {
        use {BodyKind as K, BodyShape as S};
        let kind = prop::sample::select(vec![K::Static, K::Kinematic, K::Dynamic]);
        let shape = prop::sample::select(vec![
            S::Sphere,
            S::Box,
            S::Capsule,
            S::Cylinder,
            S::Torus,
            S::Mesh,
            S::Rabbit,
        ]);
        let numbers = (0.1..1e3, 1e-3..0.09, 1e-3..1e6, prop::array::uniform3(-1e3..1e3));
        (kind, shape, "[a-z ]{1,8}", numbers, any::<bool>()).prop_map(
            |(kind, shape, name, (radius, small, density, vector), two_way)| {
                let mut body =
                    Body { kind, shape, radius, density, two_way, position: vector, ..Body::default() };
                (body.tube, body.length, body.size, body.restitution) =
                    (small, small, [radius, small, 1.0], small);
                match kind {
                    K::Static => body.rotation = vector.map(|v| v * 0.36),
                    K::Kinematic => {
                        body.path[1] = Track::keyframes(vec![[0.0, vector[0]], [radius, vector[1]]]).unwrap();
                        body.turn[2] = Track::constant(vector[2]);
                    }
                    K::Dynamic => (body.velocity, body.spin) = (vector, vector),
                }
                if shape == S::Mesh {
                    (body.file, body.cache, body.cell) = (format!("{name}.obj"), name.clone(), small);
                }
                Body { name, ..body }
            },
        )
    }

    fn rain() -> impl Strategy<Value = Rain> {
        (0..1000u32, prop::array::uniform3(-1e6..1e6), 1e-4..1.0, 0.0..10.0).prop_map(
            |(count, corner, size, more)| Rain {
                count,
                corners: [corner, [0.0; 3]],
                size: [size, size + more],
                speed: more,
                ..Rain::default()
            },
        )
    }

    fn seam() -> impl Strategy<Value = Seam> {
        use Edge as E;
        let edge = || prop::sample::select(vec![E::Top, E::Bottom, E::Left, E::Right]);
        let which = ([0..8u32, 8..64u32], [edge(), edge()]);
        (which, 2..100_000u32, 0.0..1e9, 0.0..1e6).prop_map(
            |((copies, edges), points, stiffness, damping)| Seam {
                copies,
                edges,
                points,
                stiffness,
                damping,
            },
        )
    }

    proptest! {
        #[test]
        fn numbers_survive_toml(width in 1e-4..1e3, y in -1e3..1e3, t in 0.0..1e3, v in 0.0..10.0) {
            let mut scene = Scene::default();
            scene.mesh.width = width;
            scene.gravity[1] = y;
            scene.triangle_bending.kappa = Track::keyframes(vec![[t, v], [t + 1.0, 0.0]]).unwrap();
            scene.pin.push(Pin::default());
            prop_assert_eq!(file::parse(&scene.to_toml().unwrap(), "random").unwrap(), scene);
        }

        #[test]
        fn seams_survive_toml(
            seam in prop::collection::vec(seam(), 0..4),
            vector in prop::array::uniform3(1e-3..1e3),
            pressure in -1e6..1e6,
            tolerance in 1e-7..0.5,
        ) {
            let mut scene = Scene { seam, method: MethodName::ImplicitCg, ..Scene::default() };
            (scene.mesh.copies, scene.mesh.spacing) = (64, vector);
            scene.pin.push(Pin { slide: vector, ..Pin::default() });
            (scene.wind.density, scene.wind.lift) = (1.2, vector[0] / 10.0);
            scene.implicit_cg.pressure = Track::keyframes(vec![[0.0, 0.0], [vector[1], pressure]]).unwrap();
            (scene.implicit_cg.tolerance, scene.implicit_cg.solver) = (tolerance, CgSolver::Mcg);
            prop_assert_eq!(file::parse(&scene.to_toml().unwrap(), "random").unwrap(), scene);
        }

        #[test]
        fn bodies_survive_toml(bodies in prop::collection::vec(body(), 0..4), rain in rain(), tilt in -90.0..90.0) {
            let scene = Scene { body: bodies, rain, tilt, method: MethodName::MassSpring, ..Scene::default() };
            prop_assert_eq!(file::parse(&scene.to_toml().unwrap(), "random").unwrap(), scene);
        }
    }
}

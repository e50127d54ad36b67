//! What is measured: which scenes, at which sizes.

use crate::error::Result;
use crate::model::adapt;
use crate::scene::{Body, MethodName, Pin, Scene, Select, catalog};
use serde::{Deserialize, Serialize};

/// What varies among cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Every method, over the vertices along a side of a sheet.
    Methods,
    /// The bodies below a sheet of masses and springs.
    Bodies,
    /// The iterations of triangle bending.
    Iterations,
}

/// A scene to measure.
#[derive(Debug, Clone)]
pub struct Spec {
    /// What varies.
    pub group: Group,
    /// The value of what varies.
    pub at: u32,
    /// The name, without the executor.
    pub name: String,
    /// The scene.
    pub scene: Scene,
}

/// How much is measured, and how long.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Vertices along a side.
    pub sides: [u32; 3],
    /// The same of the method whose steps take longest.
    pub developable_sides: [u32; 3],
    /// Numbers of bodies.
    pub bodies: &'static [u32],
    /// Numbers of iterations.
    pub iterations: &'static [u32],
    /// Vertices along the sides of the sheet that lies on bodies.
    pub bed: [u32; 2],
    /// Steps before the first measurement.
    pub warm_up: u32,
    /// How long the steps of a round should take [s].
    pub least: f64,
    /// How long a case may take [s], unless its fewest rounds take longer.
    pub budget: f64,
    /// Fewest and most rounds.
    pub rounds: [u32; 2],
    /// How long the command takes at most, however busy the machine is [s]: no round begins later than a part of that.
    pub limit: f64,
}

impl Effort {
    /// For a first look.
    pub const QUICK: Self = Self {
        sides: [10, 20, 40],
        developable_sides: [8, 12, 16],
        bodies: &[1, 10, 20, 40],
        iterations: &[4, 8, 16, 32],
        bed: [25, 40],
        warm_up: 10,
        least: 0.06,
        budget: 5.0,
        rounds: [7, 15],
        limit: 285.0,
    };
    /// For numbers to keep.
    pub const FULL: Self = Self {
        sides: [25, 50, 100],
        developable_sides: [10, 16, 25],
        bodies: &[1, 20, 40, 60, 80],
        iterations: &[4, 8, 16, 32, 64],
        bed: [50, 80],
        warm_up: 20,
        least: 0.05,
        budget: 15.0,
        rounds: [7, 21],
        limit: 2100.0,
    };

    /// Every scene.
    pub fn specs(&self) -> Result<Vec<Spec>> {
        let mut specs = Vec::new();
        for method in MethodName::ALL {
            let developable = method == MethodName::Nonconforming;
            for at in if developable { self.developable_sides } else { self.sides } {
                let (scene, name) = (sheet(method, at, ITERATIONS)?, format!("methods/{method}/{at}"));
                specs.push(Spec { group: Group::Methods, at, name, scene });
            }
        }
        for &at in self.bodies {
            let (scene, name) = (bed(self.bed, at), format!("bodies/{at}"));
            specs.push(Spec { group: Group::Bodies, at, name, scene });
        }
        for &at in self.iterations {
            let side = self.sides[1];
            let (scene, name) = (sheet(MethodName::TriangleBending, side, at)?, format!("iterations/{at}"));
            specs.push(Spec { group: Group::Iterations, at, name, scene });
        }
        Ok(specs)
    }
}

/// Iterations of triangle bending, as in the paper.
const ITERATIONS: u32 = 16;

/// The length of a step, so short that every implicit method takes it at once [s].
const STEP: f64 = 1.0 / 300.0;

/// The catalogue's sheet under a method, with so many vertices along a side.
fn sheet(method: MethodName, side: u32, iterations: u32) -> Result<Scene> {
    let set = [
        ("rows", side.to_string()),
        ("columns", side.to_string()),
        ("dt", STEP.to_string()),
        ("substeps", "1".into()),
        ("iterations", iterations.to_string()),
        ("triangle_bending.sweeps", "1".into()),
    ];
    let scene = catalog::resolve("sheet")?.set(&set.map(|(key, value)| (key.to_string(), value)))?;
    adapt::under(&scene, method)
}

/// A sheet of masses and springs that is held at its corners and lies on so many balls (Kuang 2007, figure 6.7).
fn bed([rows, columns]: [u32; 2], count: u32) -> Scene {
    let mut scene =
        Scene { name: format!("{count} balls"), method: MethodName::MassSpring, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (rows, columns);
    (scene.mesh.width, scene.mesh.height) = (1.6, 1.0);
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    scene.mesh.position = [0.0, 0.003, 0.0];
    scene.material.thickness = 0.003;
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 600.0, 8);
    (scene.mass_spring.stretch, scene.mass_spring.bending) = (300.0, 2.0);
    scene.pin = vec![Pin { select: Select::Corners, ..Pin::default() }];
    let ball = |i: u32| {
        // Scattered evenly, the first ones too (Roberts 2018).
        let at = |step: f64| (0.5 + step * f64::from(i + 1)).fract() - 0.5;
        let position = [1.5 * at(0.754_877_666), -0.05, 0.9 * at(0.569_840_291)];
        Body { name: format!("ball-{}", i + 1), radius: 0.05, position, ..Body::default() }
    };
    scene.body = (0..count).map(ball).collect();
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_case_has_a_name_of_its_own_and_a_sound_scene() {
        for effort in [Effort::QUICK, Effort::FULL] {
            let specs = effort.specs().unwrap();
            let names: BTreeSet<_> = specs.iter().map(|spec| &spec.name).collect();
            assert_eq!(names.len(), specs.len());
            for spec in &specs {
                spec.scene.validate(&spec.name).unwrap();
            }
            assert!(specs.iter().filter(|s| s.group == Group::Methods).all(|s| s.scene.solver.dt == STEP));
        }
    }
}

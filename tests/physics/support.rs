//! What the tests share: random numbers, scenes from the catalogue and whole runs on the CPU.

use glam::Vec3;
use toile::real::{Real, V3};
use toile::scene::{BendingModel, Pattern, Shape, catalog};
use toile::{Backend, Scene, Simulation, State};

/// Every bending model, `none` too.
pub const BENDING_MODELS: [BendingModel; 7] = [
    BendingModel::Triangle,
    BendingModel::TriangleInequality,
    BendingModel::TriangleSigned,
    BendingModel::TriangleEdge,
    BendingModel::Dihedral,
    BendingModel::Stick,
    BendingModel::None,
];

/// Every pattern of a sheet.
pub const PATTERNS: [Pattern; 6] = [
    Pattern::OneWay,
    Pattern::Alternating,
    Pattern::Crossed,
    Pattern::Structural,
    Pattern::Equilateral,
    Pattern::Irregular,
];

/// Half the spacing of the floats from 1/2 to 1: the relative error of one rounding.
pub const ROUNDING: f64 = 1.0 / (1u32 << 24) as f64;

/// SplitMix64: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A point of the cube between -1 and 1.
    pub fn point(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.between(-1.0, 1.0))
    }

    /// Inverse masses that differ by up to a factor of hundred [1/kg].
    pub fn inverse_masses<const N: usize>(&mut self) -> [f64; N] {
        [0; N].map(|_| 10f64.powf(self.between(-1.0, 1.0)))
    }

    /// Some of them zero, not all.
    pub fn pinned<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let w = self.inverse_masses::<N>().map(|w| if self.between(0.0, 1.0) < 0.4 { 0.0 } else { w });
            if w.iter().any(|w| *w > 0.0) {
                return w;
            }
        }
    }
}

/// A vector in any kind of number.
pub fn vector<R: Real>(p: [f64; 3]) -> V3<R> {
    V3(R::of(p[0]), R::of(p[1]), R::of(p[2]))
}

/// A scene of the catalogue with some fields changed.
pub fn scene(name: &str, changes: &[(&str, &str)]) -> Scene {
    let changes: Vec<_> = changes.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    catalog::resolve(name).and_then(|scene| scene.set(&changes)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The simulation of a scene on the CPU.
pub fn simulate(scene: &Scene) -> Simulation {
    Simulation::new(scene, &Backend::Cpu).unwrap_or_else(|e| panic!("{}: {e}", scene.name))
}

/// The state after some frames; it must be finite.
pub fn run(simulation: &mut Simulation, frames: u32) -> State {
    (0..frames).for_each(|_| simulation.frame().unwrap());
    simulation.check().unwrap();
    simulation.state().unwrap()
}

/// Scenes of every shape, small, with nothing that acts on them but gravity, and no damping.
pub fn free_scenes() -> Vec<Scene> {
    let mut base = Scene { frames: 30, ..Scene::default() };
    base.material.damping = 0.0;
    base.mesh.rows = 7;
    base.mesh.columns = 8;
    base.mesh.level = 2;
    base.mesh.height = 0.6;
    base.solver.iterations = 4;
    let mut scenes = Vec::new();
    for pattern in PATTERNS {
        let mut scene = Scene { name: format!("sheet {pattern:?}"), ..base.clone() };
        scene.mesh.pattern = pattern;
        // Turned, so that its flatness is not exact.
        scene.mesh.rotation = [25.0, 40.0, -10.0];
        scenes.push(scene);
    }
    for shape in [
        Shape::Ribbon,
        Shape::Disc,
        Shape::Icosphere,
        Shape::Torus,
        Shape::Cylinder,
        Shape::Plant,
        Shape::Rabbit,
    ] {
        let mut scene = Scene { name: format!("{shape:?}"), ..base.clone() };
        scene.mesh.shape = shape;
        if shape == Shape::Torus {
            scene.mesh.height = 0.3;
        }
        scenes.push(scene);
    }
    scenes
}

/// The volume inside a closed mesh [m³].
pub fn volume(positions: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
    let origin = positions[0].as_dvec3();
    let tetrahedron = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| positions[v as usize].as_dvec3() - origin);
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(tetrahedron).sum()
}

/// The volume of a simulation's mesh now, in rest volumes.
pub fn relative_volume(simulation: &mut Simulation) -> f64 {
    let positions = simulation.state().unwrap().positions;
    let mesh = &simulation.model().mesh;
    volume(&positions, &mesh.triangles) / mesh.volume()
}

/// Where a sheet in the xy plane comes to that is rolled to a cylinder, bent along a direction of its own plane [degrees].
pub fn rolled(sheet: &[Vec3], degrees: f64, radius: f64) -> Vec<V3<f64>> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let roll = |p: &Vec3| {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        let (along, across) = (x * cos + y * sin, y * cos - x * sin);
        V3(radius * (along / radius).sin(), across, radius * (1.0 - (along / radius).cos()))
    };
    sheet.iter().map(roll).collect()
}

/// Directions in which sheets are bent [degrees].
pub const DIRECTIONS: [f64; 5] = [0.0, 22.5, 45.0, 90.0, 135.0];

/// Prints what was found in each direction, and sees that it is between two numbers.
pub fn compare_directions(pattern: Pattern, found: [f64; 5], low: f64, high: f64) {
    let text: Vec<String> = found.iter().map(|r| format!("{r:.3}")).collect();
    println!("{:12} {}", format!("{pattern:?}"), text.join("  "));
    assert!(found.iter().all(|r| *r > low && *r < high), "{pattern:?} {found:?}");
}

/// The root mean square distance between two clouds [m].
pub fn distance(a: &[Vec3], b: &[Vec3]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a.distance_squared(*b))).sum();
    (sum / a.len() as f64).sqrt()
}

/// The mean height of a mesh, by mass [m].
pub fn height(simulation: &mut Simulation) -> f64 {
    let positions = simulation.state().unwrap().positions;
    let masses = &simulation.model().masses;
    let sum: f64 = positions.iter().zip(masses).map(|(p, m)| m * f64::from(p.y)).sum();
    sum / masses.iter().sum::<f64>()
}

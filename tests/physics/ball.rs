//! What the tests of contact share: a level sheet, a ball, and what both have together.

use crate::support::simulate;
use glam::DVec3;
use toile::scene::{Body, BodyKind, Estimate, MethodName, Pattern, Pin, Select, Switch};
use toile::{Scene, Simulation, State};

/// Every estimate of the contact force.
pub const ESTIMATES: [Estimate; 3] = [Estimate::Subforce, Estimate::Impulse, Estimate::Energy];

/// A square sheet of `count` × `count` vertices and 1 m, level at the height zero, without damping by the air.
pub fn level_sheet(method: MethodName, count: u32) -> Scene {
    let mut scene = Scene { method, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (count, count);
    scene.mesh.pattern = Pattern::Alternating;
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    scene.material.damping = 0.0;
    scene.contact.alleviation = Switch::Off;
    scene
}

/// Holds the sheet all around.
pub fn hold(scene: &mut Scene) {
    scene.pin = vec![Pin { select: Select::Boundary, ..Pin::default() }];
}

/// A dynamic ball [m], [kg].
pub fn ball(radius: f64, mass: f64, position: [f64; 3], velocity: [f64; 3]) -> Body {
    let kind = BodyKind::Dynamic;
    Body { name: "ball".into(), kind, radius, mass, position, velocity, ..Body::default() }
}

/// A simulation on the CPU, advanced by some seconds.
pub fn after(scene: &Scene, seconds: f64) -> Simulation {
    let mut simulation = simulate(scene);
    let steps = (seconds / scene.solver.dt).round() as u64;
    (0..steps).for_each(|_| simulation.step().unwrap());
    simulation.check().unwrap();
    simulation
}

/// Linear momentum [kg·m/s] and angular momentum about the scene's origin [kg·m²/s].
#[derive(Debug, Clone, Copy, Default)]
pub struct Momenta {
    pub linear: DVec3,
    pub angular: DVec3,
}

impl Momenta {
    fn add(&mut self, place: DVec3, momentum: DVec3) {
        self.linear += momentum;
        self.angular += place.cross(momentum);
    }
}

/// The momenta of the cloth and of ball 0 together, with the force of the last step, which is on its way to the ball.
pub fn momenta(simulation: &mut Simulation) -> Momenta {
    let State { positions, velocities, .. } = simulation.state().unwrap();
    let mut sum = Momenta::default();
    for ((x, v), m) in positions.iter().zip(&velocities).zip(&simulation.model().masses) {
        sum.add(x.as_dvec3(), v.as_dvec3() * *m);
    }
    let (dt, ball) = (simulation.scene().solver.dt, simulation.scene().body[0].clone());
    let report = simulation.bodies().unwrap()[0];
    let moved = report.state.velocity.as_dvec3() * ball.mass + report.wrench.force.as_dvec3() * dt;
    sum.add(report.state.pose.position.as_dvec3(), moved);
    // A solid ball: I = 2/5 m r².
    let inertia = 0.4 * ball.mass * ball.radius * ball.radius;
    sum.angular += report.state.spin.as_dvec3() * inertia + report.wrench.torque.as_dvec3() * dt;
    sum
}

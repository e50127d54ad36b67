//! Cloth and a ball together keep their momenta through a collision.

use crate::ball::{ESTIMATES, ball, level_sheet, momenta};
use crate::support::simulate;
use toile::Scene;
use toile::scene::{Estimate, MethodName, Switch};

/// A spinning ball hits a free sheet off its centre.
fn collision(method: MethodName) -> Scene {
    let mut scene = level_sheet(method, 21);
    scene.gravity = [0.0; 3];
    scene.solver.dt = 1.0 / 600.0;
    scene.solver.substeps = 8;
    scene.solver.iterations = 4;
    let mut hit = ball(0.1, 0.3, [0.2, 0.15, 0.1], [0.5, -3.0, 0.0]);
    hit.spin = [0.0, 5.0, 20.0];
    scene.body = vec![hit];
    scene
}

/// The largest errors of linear and angular momentum after any step, in terms of those that the ball had.
fn errors(scene: &Scene) -> [f64; 2] {
    let mut simulation = simulate(scene);
    let start = momenta(&mut simulation);
    let slowed = |v: glam::Vec3| start.linear.length() / scene.body[0].mass - f64::from(v.length());
    let mut worst = [0f64; 2];
    for _ in 0..180 {
        simulation.step().unwrap();
        let now = momenta(&mut simulation);
        let relative = [
            (now.linear - start.linear).length() / start.linear.length(),
            (now.angular - start.angular).length() / start.angular.length(),
        ];
        worst = [worst[0].max(relative[0]), worst[1].max(relative[1])];
    }
    simulation.check().unwrap();
    let report = simulation.bodies().unwrap()[0];
    // It did hit, and friction did act; the sub-force has no part along the surface.
    assert!(slowed(report.state.velocity) > 0.3, "{:?}", report.state);
    // Alleviated, cloth hardly touches the ball.
    let soft = scene.method == MethodName::MassSpring && scene.contact.alleviation == Switch::On;
    let turned = (report.state.spin.z - 20.0).abs() > if soft { 0.2 } else { 5.0 };
    assert!(turned || scene.contact.contact_force == Estimate::Subforce, "{:?}", report.state);
    worst
}

fn print(what: &str, [linear, angular]: [f64; 2]) {
    println!("{what}: momentum to {:.3} %, angular momentum to {:.3} %", 100.0 * linear, 100.0 * angular);
}

#[test]
fn masses_and_springs_and_a_ball_conserve_momentum() {
    for alleviation in [Switch::Off, Switch::On] {
        for estimate in ESTIMATES {
            let mut scene = collision(MethodName::MassSpring);
            scene.contact.alleviation = alleviation;
            scene.contact.contact_force = estimate;
            let errors = errors(&scene);
            print(&format!("{estimate:?}, alleviation {alleviation:?}"), errors);
            if estimate == Estimate::Impulse {
                assert!(errors[0] < 0.01 && errors[1] < 0.01, "{errors:?}");
            }
        }
    }
}

#[test]
fn position_based_cloth_and_a_ball_conserve_momentum() {
    let errors = errors(&collision(MethodName::TriangleBending));
    print("position-based", errors);
    assert!(errors[0] < 0.01 && errors[1] < 0.01, "{errors:?}");
}

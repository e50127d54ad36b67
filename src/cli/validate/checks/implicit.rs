//! What implicit cloth alone knows: pressure, lift, seams and a limit of strain.

use super::hanging::{hanging, settled_length, thin, threads};
use super::{Check, Trial};
use crate::cli::validate::bench::{Bench, mean_velocity, middle, vertices};
use crate::cli::validate::judge::{Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::scene::{Edge, Pin, Seam, Select, Shape, Track};
use crate::truth;
use glam::DVec2;

/// The family's trials.
pub const TRIALS: &[Trial] = &[
    Trial {
        checks: &[Check {
            name: "pressure",
            title: "pressure",
            about: "A pressure bulges a soft strip whose ends are held: the height of its arc, φ/sin φ = 1 + p L/(2 E t sin φ) by half its angle.",
            in_percent: true,
        }],
        is_long: false,
        run: pressure,
    },
    Trial {
        checks: &[Check {
            name: "lift",
            title: "lift",
            about: "A heavy sheet stands at 45° in the wind and is let go: how far its first acceleration is from that by drag, ½ ρₐ w² cos α/ρ along the wind, and by lift, ½ ρₗ w² sin α cos α/ρ across it; by both.",
            in_percent: true,
        }],
        is_long: false,
        run: lift,
    },
    Trial {
        checks: &[Check {
            name: "seam",
            title: "seam",
            about: "A strip hangs from another by a seam of five points: how far the seam gapes, the strip's weight by the stiffness of all points.",
            in_percent: true,
        }],
        is_long: false,
        run: seam,
    },
    Trial {
        checks: &[Check {
            name: "strain-limit",
            title: "limit of strain",
            about: "The strip of `elongation` with a limit of 1 % hangs by one end: by how much its weight stretches it, where its upper part has reached the limit.",
            in_percent: true,
        }],
        is_long: false,
        run: strain_limit,
    },
];

fn pressure(bench: &Bench, subject: &Subject) -> Found {
    let stretching = 100.0;
    let mut scene = thin(subject, stretching);
    let cells: u32 = bench.size(16, 32);
    (scene.mesh.shape, scene.mesh.rows, scene.mesh.columns) = (Shape::Ribbon, 2, cells + 1);
    (scene.mesh.width, scene.mesh.height) = (1.0, 1.0 / f64::from(cells));
    scene.gravity = [0.0; 3];
    let pressure = 1.5;
    // It grows in half a second.
    scene.implicit_cg.pressure = Track::keyframes(vec![[0.0, 0.0], [0.5, pressure]])?;
    scene.material.damping = 20.0;
    scene.pin = [Select::Left, Select::Right].map(|select| Pin { select, ..Pin::default() }).to_vec();
    subject.pace(&mut scene, 1.0 / 60.0, [1, 1, 2, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let highest = vertices(&simulation, |p| p.x.abs() < 1e-5);
    let [height] = bench.settle(&mut simulation, 1e-4, |s| Ok([middle(s, &highest)?.y]))?;
    bench.finish(&mut simulation)?;
    let expected = truth::bulge(pressure / (stretching * threads(1, scene.material.poisson)));
    Ok(vec![Reading::near(height.abs(), expected, 0.01)])
}

fn lift(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = super::motion::sheet(subject);
    let (wind, angle, air) = (5.0, 45f64, 1.2);
    // Its normal, z, is turned towards x, which the wind blows along.
    (scene.mesh.rotation, scene.gravity, scene.material.density) = ([0.0, angle, 0.0], [0.0; 3], 2.0);
    scene.wind.velocity[0] = Track::constant(wind);
    (scene.wind.density, scene.wind.lift) = (air, 0.5);
    subject.pace(&mut scene, 1.0 / 2000.0, [1, 1, 1, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let time = 2e-3;
    bench.run(&mut simulation, time)?;
    let gained = mean_velocity(&mut simulation)? / time;
    bench.finish(&mut simulation)?;
    let pushed = truth::pushed([air, scene.wind.lift * air], wind, angle.to_radians());
    let expected = DVec2::from_array(pushed) / scene.material.density;
    let found = DVec2::new(gained.x, gained.z);
    Ok(vec![Reading::none(found.distance(expected) / expected.length(), 0.01)])
}

fn seam(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = hanging(subject, 2000.0, 4);
    (scene.mesh.copies, scene.mesh.spacing) = (2, [0.0, -1.0, 0.0]);
    let seam =
        Seam { copies: [0, 1], edges: [Edge::Bottom, Edge::Top], points: 5, stiffness: 5.0, damping: 0.5 };
    let weight = scene.material.density * scene.mesh.width * scene.mesh.height * -scene.gravity[1];
    let expected = weight / (f64::from(seam.points) * seam.stiffness);
    scene.seam = vec![seam];
    scene.material.damping = 4.0;
    // The upper copy alone.
    scene.pin = vec![Pin { select: Select::Vertices, vertices: vec![0, 1], ..Pin::default() }];
    subject.pace(&mut scene, 1.0 / 60.0, [1, 1, 2, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let count = simulation.model().masses.len() / 2;
    let sides = [vec![count - 2, count - 1], vec![count, count + 1]];
    let [gap] = bench.settle(&mut simulation, 1e-4, |s| {
        let [upper, lower] = [middle(s, &sides[0])?, middle(s, &sides[1])?];
        Ok([upper.y - lower.y])
    })?;
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::near(gap, expected, 0.01)])
}

fn strain_limit(bench: &Bench, subject: &Subject) -> Found {
    let limit = 0.01;
    let (longer, pull) = settled_length(bench, subject, |scene| scene.implicit_cg.strain_limit = limit)?;
    let expected = truth::limited(pull.density, pull.gravity, 1.0, pull.stretching, limit);
    Ok(vec![Reading::near(longer, expected, 0.02)])
}

//! Pictures by a GPU: what they show is what the simulation has.

use glam::{Vec3, vec3};
use std::sync::{Arc, OnceLock};
use toile::engine::gpu::Device;
use toile::render::gpu::{Quality, Renderer, Subject};
use toile::render::{Camera, Coloring, Look, Moment, Picture, Shot, Slice};
use toile::scene::{Scene, catalog};
use toile::{Backend, Simulation, State, kernels};

const SIZE: (u32, u32) = (160, 120);

/// One device for all tests, for several at once would share the processor.
fn device() -> Arc<Device> {
    static DEVICE: OnceLock<Arc<Device>> = OnceLock::new();
    DEVICE.get_or_init(|| Device::open(None, kernels::sources()).unwrap()).clone()
}

fn small(name: &str) -> Scene {
    catalog::resolve(name).unwrap().small().unwrap()
}

fn renderer() -> Renderer {
    Renderer::new(device(), Quality::DRAFT).unwrap()
}

fn camera(subject: &Subject, state: &State) -> Camera {
    let placed: Vec<_> = state.bodies.iter().map(|b| b.pose).collect();
    Shot::default().camera(&subject.set, &[Moment { cloth: &state.positions, placed: &placed }], SIZE)
}

fn draw(renderer: &Renderer, subject: &Subject, camera: &Camera, look: &Look) -> Picture {
    let target = renderer.target(SIZE).unwrap();
    renderer.draw(subject, camera, look, &target).unwrap();
    target.picture(renderer.device()).unwrap()
}

/// How many different colours there are.
fn colors(picture: &Picture) -> usize {
    picture.pixels.iter().collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn own_buffers_and_copies_give_the_same_picture_twice() {
    let renderer = renderer();
    let mut simulation = Simulation::new(&small("sphere-drape"), &Backend::Gpu(device())).unwrap();
    let shared = Subject::new(&renderer, &mut simulation).unwrap();
    let copied = Subject::detached(&renderer, &mut simulation).unwrap();
    assert!(shared.is_shared() && !copied.is_shared());
    let first = camera(&shared, &simulation.state().unwrap());
    let start = draw(&renderer, &shared, &first, &Look::CLOTH);
    (0..20).for_each(|_| simulation.frame().unwrap());
    copied.take(&Subject::words(&mut simulation).unwrap()).unwrap();
    let later = draw(&renderer, &shared, &first, &Look::CLOTH);
    assert_ne!(start, later);
    assert!(colors(&later) > 100, "{}", colors(&later));
    assert_eq!(later, draw(&renderer, &copied, &first, &Look::CLOTH));
    assert_eq!(later, draw(&renderer, &shared, &first, &Look::CLOTH));
}

#[test]
fn drawing_does_not_change_a_run() {
    let scene = small("sheet");
    let run = |watched: bool| {
        let mut simulation = Simulation::new(&scene, &Backend::Gpu(device())).unwrap();
        let renderer = renderer();
        let subject = Subject::new(&renderer, &mut simulation).unwrap();
        let camera = camera(&subject, &simulation.state().unwrap());
        for _ in 0..10 {
            simulation.frame().unwrap();
            if watched {
                draw(&renderer, &subject, &camera, &Look::colored(Coloring::Bending));
            }
        }
        simulation.state().unwrap().hash()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn a_simulation_on_the_cpu_is_drawn_too() {
    let renderer = renderer();
    let scene = small("brick");
    let pictures = [Backend::Cpu, Backend::Gpu(device())].map(|backend| {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        let subject = Subject::new(&renderer, &mut simulation).unwrap();
        (0..5).for_each(|_| simulation.frame().unwrap());
        subject.take(&Subject::words(&mut simulation).unwrap()).unwrap();
        let camera = camera(&subject, &simulation.state().unwrap());
        draw(&renderer, &subject, &camera, &Look::CLOTH)
    });
    // Other devices round differently in the last bits.
    let apart = pictures[0].pixels.iter().zip(&pictures[1].pixels).filter(|(a, b)| a != b).count();
    assert!(apart < pictures[0].pixels.len() / 50, "{apart}");
}

#[test]
fn bodies_are_there_before_the_first_step_and_come_back_with_a_state() {
    let (renderer, scene) = (renderer(), small("brick"));
    for backend in [Backend::Cpu, Backend::Gpu(device())] {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        let state = simulation.state().unwrap();
        let picture = |simulation: &mut Simulation| {
            let subject = Subject::detached(&renderer, simulation).unwrap();
            draw(&renderer, &subject, &camera(&subject, &state), &Look::CLOTH)
        };
        let start = picture(&mut simulation);
        let blue = start.pixels.iter().filter(|[r, _, b, _]| *b > r.saturating_add(20)).count();
        assert!(blue > 30, "{blue}");
        (0..20).for_each(|_| simulation.frame().unwrap());
        assert_ne!(start, picture(&mut simulation));
        simulation.set_state(&state).unwrap();
        assert_eq!(start, picture(&mut simulation));
    }
}

/// A subject with a state of its own making.
fn posed(scene: &Scene, backend: &Backend, pose: impl Fn(Vec3) -> Vec3) -> (Renderer, Subject, State) {
    let mut simulation = Simulation::new(scene, backend).unwrap();
    let mut state = simulation.state().unwrap();
    state.positions.iter_mut().for_each(|p| *p = pose(*p));
    simulation.set_state(&state).unwrap();
    let renderer = renderer();
    let subject = Subject::detached(&renderer, &mut simulation).unwrap();
    (renderer, subject, state)
}

/// A flat sheet of a metre in its own plane.
fn flat() -> Scene {
    let mut scene = Scene::default();
    (scene.mesh.rows, scene.mesh.columns) = (21, 21);
    scene
}

#[test]
fn strain_is_the_principal_one() {
    let values = |pose: fn(Vec3) -> Vec3| {
        let (renderer, subject, _) = posed(&flat(), &Backend::Cpu, pose);
        renderer.values(&subject, &Look::colored(Coloring::Stretch)).unwrap()
    };
    let all = |values: &[f32], expected: f32| values.iter().all(|v| (v - expected).abs() < 2e-5);
    assert!(all(&values(|p| p * 3.0 - p * 2.0), 0.0));
    assert!(all(&values(|p| vec3(1.03 * p.x, p.z, p.y)), 0.03));
    assert!(all(&values(|p| vec3(p.x, 0.98 * p.y, p.z)), -0.02));
    // A simple shear by γ has the principal stretches 1 ± γ/2 + γ²/8.
    assert!(all(&values(|p| vec3(p.x + 0.1 * p.y, p.y, p.z)), 0.05 + 0.1 * 0.1 / 8.0));
}

#[test]
fn curvature_is_that_of_a_cylinder() {
    let (renderer, subject, _) = posed(&flat(), &Backend::Cpu, |p| {
        let angle = p.x / 0.5;
        vec3(0.5 * angle.sin(), p.y, 0.5 * (1.0 - angle.cos()))
    });
    let values = renderer.values(&subject, &Look::colored(Coloring::Bending)).unwrap();
    // One over twice the radius; the front, which faces +z, is hollow. Two corners have no neighbour inside.
    let wrong = values.iter().filter(|v| (*v - 1.0).abs() > 0.002).count();
    assert!(wrong <= 2, "{wrong}");
}

#[test]
fn the_rest_shape_has_no_curvature_of_its_own() {
    let mut scene = flat();
    scene.mesh.shape = toile::scene::Shape::Icosphere;
    scene.mesh.level = 3;
    let (renderer, subject, _) = posed(&scene, &Backend::Cpu, |p| p);
    let values = renderer.values(&subject, &Look::colored(Coloring::Bending)).unwrap();
    assert!(values.iter().all(|v| v.abs() < 1e-3), "{values:?}");
    let (renderer, subject, _) = posed(&scene, &Backend::Cpu, |p| 0.5 * p);
    let values = renderer.values(&subject, &Look::colored(Coloring::Bending)).unwrap();
    // From 1/R to 2/R, hollow towards the inside; areas around its twelve corners with five triangles are too small.
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    assert!((mean + 2.0).abs() < 0.02, "{mean}");
    assert!(values.iter().all(|v| (v + 2.0).abs() < 0.3), "{:?}", &values[..9]);
}

#[test]
fn distances_are_the_simulations_own() {
    for name in ["torus-drape", "brick", "rabbit-drape"] {
        let mut simulation = Simulation::new(&small(name), &Backend::Cpu).unwrap();
        (0..10).for_each(|_| simulation.frame().unwrap());
        let renderer = renderer();
        let subject = Subject::detached(&renderer, &mut simulation).unwrap();
        let values = renderer.values(&subject, &Look::colored(Coloring::Contact)).unwrap();
        let state = simulation.state().unwrap();
        for (p, value) in state.positions.iter().zip(values) {
            let nearest = simulation.distances(*p).into_iter().fold(f64::INFINITY, f64::min);
            // Far from a mesh either is a lower bound.
            let fine = (f64::from(value) - nearest).abs() < 1e-5 || (nearest > 0.05 && value > 0.04);
            assert!(fine, "{name}: {value} {nearest}");
        }
    }
}

#[test]
fn what_is_not_a_number_is_left_out() {
    let nowhere = |p: Vec3| if p.x > 0.45 { Vec3::NAN } else { p };
    let far = |p: Vec3| if p.x > 0.45 { vec3(f32::INFINITY, 0.0, 1e38) } else { p };
    for pose in [nowhere as fn(Vec3) -> Vec3, far] {
        let (renderer, subject, state) = posed(&flat(), &Backend::Cpu, pose);
        let camera = camera(&subject, &state);
        for coloring in Coloring::ALL {
            let picture = draw(&renderer, &subject, &camera, &Look::colored(coloring));
            assert!(colors(&picture) > 50, "{coloring}");
        }
        let cloth = draw(&renderer, &subject, &camera, &Look::CLOTH);
        let red = cloth.pixels.iter().filter(|p| p[0] > p[2].saturating_add(60)).count();
        assert!(red > cloth.pixels.len() / 8, "{red}");
    }
}

#[test]
fn every_extra_is_seen() {
    let renderer = renderer();
    let mut simulation = Simulation::new(&small("torus-drape"), &Backend::Gpu(device())).unwrap();
    (0..25).for_each(|_| simulation.frame().unwrap());
    let subject = Subject::new(&renderer, &mut simulation).unwrap();
    let camera = camera(&subject, &simulation.state().unwrap());
    let plain = draw(&renderer, &subject, &camera, &Look::CLOTH);
    let force = renderer.fitting_force(&subject).unwrap();
    assert!(force > 0.0 && force.is_finite());
    for look in [
        Look { lines: 0.7, ..Look::CLOTH },
        Look { forces: true, force, ..Look::CLOTH },
        Look { slice: Some(Slice { axis: 2, at: 0.0 }), ..Look::CLOTH },
        Look::colored(Coloring::Constraints),
    ] {
        let picture = draw(&renderer, &subject, &camera, &look);
        let apart = plain.pixels.iter().zip(&picture.pixels).filter(|(a, b)| a != b).count();
        assert!(apart > 60, "{look:?}: {apart}");
    }
}

#[test]
fn odd_cameras_and_sizes_do_no_harm() {
    let (renderer, subject, state) = posed(&flat(), &Backend::Cpu, |p| p);
    let good = camera(&subject, &state);
    for eye in [good.target, vec3(1e20, 0.0, 0.0), Vec3::NAN] {
        draw(&renderer, &subject, &Camera { eye, ..good }, &Look::CLOTH);
    }
    for size in [(1, 1), (0, 7), (3, 500)] {
        let target = renderer.target(size).unwrap();
        renderer.draw(&subject, &good, &Look::CLOTH, &target).unwrap();
        let picture = target.picture(renderer.device()).unwrap();
        assert_eq!(picture.pixels.len() as u32, size.0.max(1) * size.1.max(1));
    }
    assert_eq!(renderer.target((1, 1 << 20)).err().unwrap().exit_code(), 7);
}

//! A step of implicit cloth against a direct solve of the same system in f64.

use crate::common;
use crate::implicit::{Net, contents, field, flat, named, norm, off, rough};
use crate::support::{Random, simulate};
use faer::linalg::solvers::Solve;
use faer::sparse::{SparseColMat, Triplet};
use faer::{Mat, Side};
use glam::Vec3;
use toile::kernels::common::implicit::Implicit;
use toile::methods::Solves;
use toile::model::Model;
use toile::real::V3;
use toile::scene::{Compressed, MethodName, Pattern, Pin, Select, Track};
use toile::{Backend, Scene, Simulation};

/// The sheet is that much smaller than at rest: under equation 6, its springs then do nothing across their directions, and
/// the smallest eigenvalues stay those of the masses.
const PRESSED: f64 = 0.8;

/// A crumpled irregular sheet, with two corners where they are when it is `factor` of its size.
fn sheet(stretch: f64, dt: f64, factor: f64) -> Scene {
    let mut scene = Scene { method: MethodName::ImplicitCg, seed: 5, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (14, 14, Pattern::Irregular);
    scene.start.crumple = 0.1;
    scene.material.damping = 0.0;
    (scene.solver.dt, scene.frame_time) = (dt, dt);
    let start = Model::new(&scene).unwrap().start;
    for corner in [0, 13u32] {
        let motion = start[corner as usize].as_dvec3() * (factor - 1.0);
        let motion = motion.to_array().map(Track::constant);
        let vertices = vec![corner];
        scene.pin.push(Pin { select: Select::Vertices, vertices, motion, ..Pin::default() });
    }
    let c = &mut scene.implicit_cg;
    (c.stretch, c.bending, c.spring_damping) = (stretch, 0.1, 1e-5 * stretch);
    (c.tolerance, c.iterations) = (1e-5, 100_000);
    scene
}

/// One step's system, and what the solver made of it.
struct Step {
    /// M − h ∂f/∂v − h² ∂f/∂x of what is free.
    matrix: SparseColMat<usize, f64>,
    /// h (f + h ∂f/∂x v), with the forces as they are in f32.
    right: Mat<f64>,
    /// How far that is from the same in f64, relative to it.
    rounding: f64,
    /// The change of velocity.
    found: Mat<f64>,
    solves: Solves,
}

/// Makes one step of a sheet of `factor` of its size, from such velocities, with some masses ten times larger, and writes its
/// system down in f64.
fn step(mut simulation: Simulation, factor: f64, speed: f64) -> Step {
    let mut state = simulation.state().unwrap();
    state.positions.iter_mut().for_each(|p| *p *= factor as f32);
    let mut random = Random::new(3);
    let count = state.positions.len();
    let velocities = rough(count, speed, &mut random);
    for (to, V3(x, y, z)) in state.velocities.iter_mut().zip(&velocities) {
        *to = Vec3::new(*x as f32, *y as f32, *z as f32);
    }
    simulation.set_state(&state).unwrap();
    let id = named(&mut simulation, "positions");
    let mut x: Vec<[f32; 4]> = contents(&mut simulation, "positions");
    x.iter_mut().step_by(7).for_each(|x| x[3] *= 0.1);
    simulation.executor().write(id, bytemuck::cast_slice(&x)).unwrap();
    let mut v: Vec<[f32; 4]> = contents(&mut simulation, "velocities");
    simulation.step().unwrap();
    simulation.check().unwrap();

    let implicit = contents::<Implicit>(&mut simulation, "implicit")[0];
    let (offsets, list) =
        (contents::<u32>(&mut simulation, "spring offsets"), contents(&mut simulation, "springs"));
    let net = Net::new(&offsets, &list, implicit);
    let u: Vec<[f32; 4]> = contents(&mut simulation, "velocities solved for");
    // Pins have velocities of their own: roundings of where they are.
    for i in (0..count).filter(|i| x[*i][3] == 0.0) {
        v[i] = u[i];
        assert!(v[i].iter().all(|v| v.abs() < 1e-4));
    }
    let (at, v, u) = (field(&x), field(&v), flat(&field(&u)));
    let h = f64::from(implicit.h);
    let mut place = vec![None; 3 * count];
    let free = (0..count).filter(|i| x[*i][3] > 0.0).flat_map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let size = free.enumerate().map(|(place_of, i)| place[i] = Some(place_of)).count();
    let mass = |i: usize| 1.0 / f64::from(x[i / 3][3]);
    let mut triplets = Vec::new();
    let flat_v = flat(&v);
    // The kernels have f − ∂f/∂v v.
    let f: Vec<[f32; 4]> = contents(&mut simulation, "forces");
    let mut rounded: Vec<f64> = flat(&field(&f)).iter().map(|f| h * f).collect();
    let mut right = flat(&net.pulls(&at, &at));
    for (sum, damp) in right.iter_mut().zip(flat(&net.damps(&at, &v))) {
        *sum += damp;
    }
    for (i, f) in right.iter_mut().enumerate() {
        if place[i].is_some() {
            *f += mass(i) * f64::from(implicit.gravity[i % 3]);
        }
        *f *= h;
    }
    for ([i, j], [k, c]) in net.entries(&at) {
        right[i] += h * h * k * flat_v[j];
        rounded[i] += (h * c + h * h * k) * flat_v[j];
        if let (Some(i), Some(j)) = (place[i], place[j]) {
            triplets.push(Triplet::new(i, j, -h * c - h * h * k));
        }
    }
    let all: Vec<(usize, usize)> = (0..3 * count).filter_map(|i| Some((i, place[i]?))).collect();
    triplets.extend(all.iter().map(|(i, place)| Triplet::new(*place, *place, mass(*i))));
    let matrix = SparseColMat::try_new_from_triplets(size, size, &triplets).unwrap();
    let solves = simulation.solves().unwrap().unwrap();
    let [right, rounded] = [right, rounded].map(|b| all.iter().map(|(i, _)| b[*i]).collect::<Vec<_>>());
    let rounding = off(&right, &rounded);
    let right = Mat::from_fn(size, 1, |row, _| rounded[row]);
    let found = Mat::from_fn(size, 1, |row, _| u[all[row].0] - flat_v[all[row].0]);
    Step { matrix, right, rounding, found, solves }
}

/// What a step came to.
struct Outcome {
    condition: f64,
    /// |b − A Δv|/|b| in f64.
    residual: f64,
    /// |Δv − A⁻¹ b|/|A⁻¹ b|.
    error: f64,
    /// What the rounding of Δv to f32 alone leaves of the residual.
    floor: f64,
}

fn outcome(step: &Step) -> Outcome {
    let column = |m: &Mat<f64>| (0..m.nrows()).map(|i| m[(i, 0)]).collect::<Vec<_>>();
    let length = |m: &Mat<f64>| norm(&column(m));
    let exact = step.matrix.sp_cholesky(Side::Lower).unwrap().solve(&step.right);
    let eigenvalues = step.matrix.to_dense().self_adjoint_eigenvalues(Side::Lower).unwrap();
    let (smallest, largest) = (eigenvalues[0], eigenvalues[eigenvalues.len() - 1]);
    let rounded = Mat::from_fn(exact.nrows(), 1, |i, _| f64::from(exact[(i, 0)] as f32));
    let residual = |x: &Mat<f64>| length(&(&step.right - &step.matrix * x)) / length(&step.right);
    assert!(residual(&exact) < 1e-9);
    Outcome {
        condition: largest / smallest,
        residual: residual(&step.found),
        error: length(&(&step.found - &exact)) / length(&exact),
        floor: residual(&rounded),
    }
}

const COLUMNS: &str = "stretch [N/m]   dt [s]  condition  iterations   residual   reported  unconverged  error of v  \
                       condition·eps       floor  error of b";

fn print(scene: &Scene, step: &Step, o: &Outcome, what: &str) {
    println!(
        "{:13.0e} {:8.5} {:10.1e} {:11} {:10.2e} {:10.2e} {:12} {:11.1e} {:14.1e} {:11.1e} {:11.1e}   {what}",
        scene.implicit_cg.stretch,
        scene.solver.dt,
        o.condition,
        step.solves.last,
        o.residual,
        step.solves.residual,
        step.solves.unconverged,
        o.error,
        o.condition * f64::from(f32::EPSILON),
        o.floor,
        step.rounding,
    );
}

fn check(step: &Step, o: &Outcome) {
    assert_eq!((step.solves.count, step.solves.unconverged, step.solves.negative), (1, 0, 0));
    // Some roundings.
    assert!(step.rounding < 1e-6, "{:e}", step.rounding);
    assert!(o.residual <= 1.1e-5, "{:e}", o.residual);
    let reported = step.solves.residual;
    assert!(
        (reported - o.residual).abs() <= f64::max(0.1 * o.residual, 2e-6),
        "{reported:e} {:e}",
        o.residual
    );
}

/// Stiffness and step that give conditions from 1e2 to 1e6.
const CASES: [(f64, f64); 5] =
    [(1e2, 1.0 / 120.0), (1e3, 1.0 / 120.0), (1e4, 1.0 / 120.0), (1e5, 1.0 / 120.0), (1e6, 1.0 / 120.0)];

#[test]
fn solutions_are_those_of_a_direct_solver() {
    println!("{COLUMNS}");
    let mut conditions = Vec::new();
    for (stretch, dt) in CASES {
        for (speed, what) in [(0.0, "from rest"), (1.0, "from rough velocities")] {
            let scene = sheet(stretch, dt, PRESSED);
            let step = step(simulate(&scene), PRESSED, speed);
            let outcome = outcome(&step);
            print(&scene, &step, &outcome, what);
            check(&step, &outcome);
            conditions.push(outcome.condition);
        }
    }
    for (i, condition) in conditions.iter().enumerate() {
        let aimed = 10f64.powi(2 + i as i32 / 2);
        assert!(condition / aimed > 0.2 && condition / aimed < 5.0, "{condition:e}");
    }
}

#[test]
fn solutions_on_the_gpu_are_those_of_a_direct_solver() {
    println!("{COLUMNS}");
    let scene = sheet(1e4, 1.0 / 120.0, PRESSED);
    let step = step(Simulation::new(&scene, &Backend::Gpu(common::device())).unwrap(), PRESSED, 1.0);
    let outcome = outcome(&step);
    print(&scene, &step, &outcome, "on the GPU");
    check(&step, &outcome);
}

#[test]
fn what_f32_cannot_solve_is_reported() {
    println!("{COLUMNS}");
    let mut reported = 0;
    for stretch in [1e4, 1e5, 1e6, 1e7] {
        // Gravity alone, on a sheet that is flat: the solution is smooth, and stiff springs see its roundings.
        let mut scene = sheet(stretch, 1.0 / 60.0, 1.0);
        scene.start.crumple = 0.0;
        scene.mesh.rotation = [-10.0, 20.0, 0.0];
        let step = step(simulate(&scene), 1.0, 0.0);
        let outcome = outcome(&step);
        print(&scene, &step, &outcome, "gravity alone");
        assert_eq!(step.solves.unconverged == 0, step.solves.residual <= 1e-5);
        let off = (step.solves.residual - outcome.residual).abs();
        assert!(off <= f64::max(0.5 * outcome.residual, 2e-6), "{off:e}");
        // Where the rounded solution of the direct solver is no solution, none may be claimed.
        assert!(outcome.floor < 1.5e-5 || step.solves.unconverged == 1);
        reported += step.solves.unconverged;
    }
    assert!(reported > 0);
}

#[test]
fn negative_curvature_is_reported_and_survived() {
    let mut scene = sheet(1e5, 1.0 / 30.0, PRESSED);
    scene.implicit_cg.compressed = Compressed::Whole;
    let mut simulation = simulate(&scene);
    let mut state = simulation.state().unwrap();
    state.positions.iter_mut().for_each(|p| *p *= PRESSED as f32);
    simulation.set_state(&state).unwrap();
    for _ in 0..30 {
        simulation.step().unwrap();
        simulation.check().unwrap();
    }
    let solves = simulation.solves().unwrap().unwrap();
    println!("compressed springs as their energy says: {solves:?}");
    assert!(solves.negative > 0 && solves.unconverged >= solves.negative);
    scene.implicit_cg.compressed = Compressed::Projected;
    let mut simulation = simulate(&scene);
    simulation.set_state(&state).unwrap();
    (0..5).for_each(|_| simulation.step().unwrap());
    assert_eq!(simulation.solves().unwrap().unwrap().negative, 0);
}

#[test]
fn a_solver_that_gives_up_says_so() {
    let mut scene = sheet(1e4, 1.0 / 120.0, 1.0);
    scene.implicit_cg.iterations = 3;
    let mut simulation = simulate(&scene);
    (0..5).for_each(|_| simulation.step().unwrap());
    simulation.check().unwrap();
    let solves = simulation.solves().unwrap().unwrap();
    println!("three iterations: {solves:?}");
    assert_eq!((solves.count, solves.unconverged, solves.most), (5, 5, 3));
    assert!(solves.residual > 1e-5);
}

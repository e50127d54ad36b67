//! Developable surfaces: lengths are kept, planes move rigidly, momentum stays, time is of its order, and contact goes back to the
//! unknowns.

use super::support::{Random, scene, simulate};
use glam::{DMat2, DVec2, DVec3, Vec3};
use toile::kernels::common::developable::{Order, slope, strain};
use toile::mesh::shapes::Pattern;
use toile::real::{Dual, Real, V3};
use toile::scene::{MethodName, catalog};
use toile::{Scene, Simulation, truth};

/// The small sheet of a pattern, free in space.
fn free(pattern: Pattern) -> Scene {
    let mut scene = scene("two-corners", &[("rows", "8"), ("columns", "7"), ("damping", "0")]);
    (scene.mesh.pattern, scene.pin) = (pattern, Vec::new());
    scene
}

const PATTERNS: [Pattern; 4] =
    [Pattern::OneWay, Pattern::Alternating, Pattern::Equilateral, Pattern::Irregular];

#[test]
fn the_slope_of_a_strain_is_its_derivative() {
    let mut random = Random::new(7);
    for _ in 0..100 {
        let (l, way) = (random.point(), random.point());
        let rest = random.between(0.1, 2.0);
        let dual = |k: usize| Dual { value: l[k], slope: way[k] };
        let exact = strain(V3(dual(0), dual(1), dual(2)), Dual::of(rest)).slope;
        let v = |p: [f64; 3]| V3(p[0], p[1], p[2]);
        let ours = slope(v(l), rest).dot(v(way));
        assert!((ours - exact).abs() <= 1e-12 * exact.abs().max(1.0), "{ours} {exact}");
    }
}

/// Three equal masses at the corners of a rigid triangle, one corner held: the pendulum of one element.
struct Pendulum<R> {
    places: [V3<R>; 3],
    rates: [[V3<R>; 2]; 3],
    last: [V3<R>; 3],
    rest: [R; 3],
    history: u32,
    newton: u32,
}

const GRAVITY: f64 = 9.81;
const SIDES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

impl<R: Real + Into<f64>> Pendulum<R> {
    /// At rest, `angle` from where it would hang; the held corner comes first.
    fn new(angle: f64) -> Self {
        let corner = |turn: f64| {
            let (sin, cos) = (angle + turn).sin_cos();
            V3(R::of(sin), R::of(-cos), R::zero())
        };
        let places = [V3::zero(), corner(0.3), corner(-0.3)];
        let rest = SIDES.map(|[a, b]| (places[a] - places[b]).length());
        Self { places, rates: [[V3::zero(); 2]; 3], last: [V3::zero(); 3], rest, history: 0, newton: 0 }
    }

    /// One step by the functions of the kernels, projected to a relative error of lengths.
    fn step(&mut self, h: f64, first_order: u32, tolerance: f64) {
        let order = Order::<R>::new(self.history, first_order);
        let (h, w) = (R::of(h), [0.0, 1.0, 1.0].map(R::of));
        let pull = V3(R::zero(), R::of(-GRAVITY), R::zero()) * order.lasting(h);
        let mut ways = [0, 1, 2].map(|i| {
            let way = order.way(self.rates[i], self.last[i], h, R::zero());
            if i == 0 { V3::zero() } else { way }
        });
        let places = self.places;
        let side = |ways: &[V3<R>; 3], s: usize| {
            let [a, b] = SIDES[s];
            (places[a] - places[b]) + (ways[a] - ways[b])
        };
        // The first derivatives are those where inertia leads.
        let mut slopes = [0, 1, 2].map(|s| slope(side(&ways, s), self.rest[s]));
        ways[1..].iter_mut().for_each(|way| *way += pull);
        loop {
            let off = [0, 1, 2].map(|s| strain(side(&ways, s), self.rest[s]));
            let worst = off.iter().fold(R::zero(), |worst, c| worst.max(c.abs()));
            if worst <= R::of(tolerance) {
                break;
            }
            self.newton += 1;
            // The sign of a side at each of its ends.
            let sign = |s: usize, i: usize| R::of(f64::from(SIDES[s][0] == i) - f64::from(SIDES[s][1] == i));
            let mut matrix = [[R::zero(); 4]; 3];
            for (s, row) in matrix.iter_mut().enumerate() {
                for t in 0..3 {
                    let both = (0..3).fold(R::zero(), |sum, i| sum + w[i] * sign(s, i) * sign(t, i));
                    row[t] = both * slopes[s].dot(slopes[t]);
                }
                row[3] = -off[s];
            }
            let lambda = solved(matrix);
            for (i, way) in ways.iter_mut().enumerate() {
                for s in 0..3 {
                    *way += slopes[s] * (w[i] * sign(s, i) * lambda[s]);
                }
            }
            slopes = [0, 1, 2].map(|s| slope(side(&ways, s), self.rest[s]));
        }
        for (i, way) in ways.into_iter().enumerate() {
            self.rates[i] = [order.velocity(way, self.last[i], h), self.rates[i][0]];
            self.places[i] += way;
            self.last[i] = way;
        }
        self.history = 1;
    }

    fn angle(&self) -> f64 {
        let middle = self.places[1] + self.places[2];
        middle.0.into().atan2(-middle.1.into())
    }

    fn energy(&self) -> f64 {
        let one = |i: usize| {
            let v = self.rates[i][0];
            0.5 * v.dot(v).into() + GRAVITY * self.places[i].1.into()
        };
        one(1) + one(2)
    }
}

/// Gauss's elimination of a system of three, its right-hand side in the last column.
fn solved<R: Real>(mut m: [[R; 4]; 3]) -> [R; 3] {
    for k in 0..3 {
        let best = (k..3).fold(k, |best, i| if m[i][k].abs() > m[best][k].abs() { i } else { best });
        m.swap(k, best);
        for i in (0..3).filter(|i| *i != k) {
            let (factor, pivot) = (m[i][k] / m[k][k], m[k]);
            m[i] = [0, 1, 2, 3].map(|j| m[i][j] - factor * pivot[j]);
        }
    }
    [0, 1, 2].map(|k| m[k][3] / m[k][k])
}

/// Error of the angle after three quarters of a period, and energy lost in the whole, by the height of its fall.
fn swing<R: Real + Into<f64>>(steps: u32, first_order: u32, tolerance: f64) -> [f64; 3] {
    let (angle, omega) = (1.0, (GRAVITY * 0.3f64.cos()).sqrt());
    let period = truth::pendulum_period(omega, angle);
    let h = period / f64::from(4 * steps);
    let mut pendulum = Pendulum::<R>::new(angle);
    let start = pendulum.energy();
    (0..3 * steps).for_each(|_| pendulum.step(h, first_order, tolerance));
    let error = (pendulum.angle() - truth::pendulum_angle(omega, angle, 0.75 * period)).abs();
    (0..steps).for_each(|_| pendulum.step(h, first_order, tolerance));
    let fall = 2.0 * GRAVITY * 0.3f64.cos() * (1.0 - angle.cos());
    [error, (start - pendulum.energy()) / fall, f64::from(pendulum.newton) / f64::from(4 * steps)]
}

#[test]
fn a_pendulum_of_one_element_is_of_the_order_of_its_steps() {
    println!("integrator  steps  error [rad]  ratio  energy lost  Newton steps  error in f32");
    let mut lost = [0.0; 2];
    for (name, first_order, low, high) in [("bdf2", 0, 3.5, 4.5), ("first-order", 1, 1.7, 2.3)] {
        let mut before = f64::NAN;
        for steps in [100, 200, 400, 800] {
            let [error, energy, newton] = swing::<f64>(steps, first_order, 1e-7);
            // What a length of 1 in f32 can be asked for.
            let [single, ..] = swing::<f32>(steps, first_order, 1e-6);
            let ratio = before / error;
            println!(
                "{name:<11} {steps:>5}  {error:.3e}  {ratio:>5.2}  {energy:.2e}  {newton:.2}  {single:.3e}"
            );
            assert!(ratio.is_nan() || (low..high).contains(&ratio), "{name} {steps}: {ratio}");
            (before, lost[first_order as usize]) = (error, energy);
        }
    }
    assert!(lost[0] > 0.0 && lost[1] > 10.0 * lost[0], "{lost:?}");
}

/// The largest distance from the best rigid motion in the plane, by the size of the sheet.
fn out_of_shape(rest: &[Vec3], now: &[Vec3]) -> f64 {
    let mean = |points: &[Vec3]| points.iter().map(|p| p.as_dvec3()).sum::<DVec3>() / points.len() as f64;
    let (from, to) = (mean(rest), mean(now));
    let pairs: Vec<(DVec2, DVec2)> = rest
        .iter()
        .zip(now)
        .map(|(a, b)| ((a.as_dvec3() - from).truncate(), (b.as_dvec3() - to).truncate()))
        .collect();
    let (dot, cross) = pairs.iter().fold((0.0, 0.0), |(d, c), (a, b)| (d + a.dot(*b), c + a.perp_dot(*b)));
    let turn = DMat2::from_angle(cross.atan2(dot));
    let size = pairs.iter().map(|(a, _)| 2.0 * a.length()).fold(0.0, f64::max);
    pairs.iter().map(|(a, b)| (turn * *a).distance(*b)).fold(0.0, f64::max) / size
}

/// How far a sheet in the plane z = 0 gets out of shape, by its size, when its vertices are kicked in that plane.
fn kicked(pattern: Pattern, easing: f64, kick: &mut dyn FnMut(usize) -> Vec3) -> f64 {
    let mut scene = free(pattern);
    scene.nonconforming.easing = easing;
    (scene.gravity, scene.mesh.rotation, scene.mesh.position) = ([0.0; 3], [0.0; 3], [0.0; 3]);
    let mut simulation = simulate(&scene);
    let mut state = simulation.state().unwrap();
    state.velocities = (0..state.positions.len()).map(kick).collect();
    let rest = state.positions.clone();
    simulation.set_state(&state).unwrap();
    let mut worst: f64 = 0.0;
    for _ in 0..60 {
        simulation.step().unwrap();
        worst = worst.max(out_of_shape(&rest, &simulation.state().unwrap().positions));
    }
    assert_eq!(simulation.solves().unwrap().unwrap().unconverged, 0, "{pattern:?}");
    worst
}

/// Lengths leave a sheet that is hit at a corner nothing but to move as a whole. Where every vertex is kicked another way, alternating
/// meshes give way along their straight lines to second order: a share q of an edge is a strain of q²/2, its derivative q, and what is pushed
/// back by it is lost in `easing` where q² is smaller. With a tenth of it they keep their shape too, by more iterations.
#[test]
fn a_kick_in_its_plane_moves_a_sheet_rigidly() {
    let easing = Scene::default().nonconforming.easing;
    for pattern in PATTERNS {
        // From a direction that no edge has.
        let mut hit = |v: usize| if v == 0 { Vec3::new(3.0, 2.0, 0.0) } else { Vec3::ZERO };
        let corner = kicked(pattern, easing, &mut hit);
        let [all, less] = [easing, 0.1 * easing].map(|easing| {
            let mut random = Random::new(11);
            kicked(pattern, easing, &mut |_| {
                let [x, y, _] = random.point();
                Vec3::new(x as f32 + 0.5, y as f32, 0.0)
            })
        });
        println!(
            "{pattern:?}: {corner:.1e} of its size by a kick at a corner, {all:.1e} by random ones, \
             {less:.1e} with a tenth of the easing"
        );
        assert!(corner < 1e-4 && less < 1e-4, "{pattern:?}: {corner} {less}");
        let most = if pattern == Pattern::Alternating { 2e-4 } else { 1e-4 };
        assert!(all < most, "{pattern:?}: {all}");
    }
}

/// Free in gravity, a crumpled sheet falls as a stone does, and turns as it did: constraints and bending push nothing.
#[test]
fn a_free_sheet_falls_as_a_stone() {
    for pattern in PATTERNS {
        let mut scene = free(pattern);
        (scene.material.young, scene.start.crumple) = (1e7, 0.01);
        let mut simulation = simulate(&scene);
        let mut state = simulation.state().unwrap();
        let mut random = Random::new(5);
        for v in &mut state.velocities {
            *v = Vec3::from_array(random.point().map(|c| c as f32));
        }
        simulation.set_state(&state).unwrap();
        let steps = 60;
        let mean = |simulation: &mut Simulation| {
            let masses = simulation.model().masses.clone();
            let state = simulation.state().unwrap();
            let sum: DVec3 = state.velocities.iter().zip(&masses).map(|(v, m)| v.as_dvec3() * *m).sum();
            sum / masses.iter().sum::<f64>()
        };
        simulation.step().unwrap();
        let before = mean(&mut simulation);
        (0..steps).for_each(|_| simulation.step().unwrap());
        let gained = mean(&mut simulation) - before;
        let expected = DVec3::new(0.0, -9.81, 0.0) * scene.solver.dt * f64::from(steps);
        // The ghost mesh weighs corners where the unknowns are midpoints: the mean over it is not quite that of the masses.
        assert!(gained.distance(expected) < 0.02 * expected.length(), "{pattern:?}: {gained} for {expected}");
    }
}

/// Every small scene: no step may leave a length off by more than the tolerance, or it must say so.
#[test]
fn every_projection_keeps_lengths() {
    let ours = |scene: &Scene| scene.method == MethodName::Nonconforming;
    let small = catalog::ALL.iter().map(|entry| entry.scene().and_then(|s| s.small()).unwrap()).filter(ours);
    let changes = [("tied", "false"), ("method", "nonconforming")].map(|(k, v)| (k.into(), v.into()));
    let cantilever = catalog::resolve("cantilever").and_then(|s| s.small()?.set(&changes)).unwrap();
    for scene in small.chain([cantilever]) {
        let mut simulation = simulate(&scene);
        for _ in 0..scene.frames {
            simulation.frame().unwrap();
        }
        let solves = simulation.solves().unwrap().unwrap();
        let kept = simulation.isometry().unwrap().unwrap();
        let touch = simulation.state().map(|s| simulation.touch(&s.positions)).unwrap();
        let [_, before] = kept.length_error;
        println!(
            "{}: {before:.1e} after projection, {:.1e} after contact, ghost {:.1e} m, {:.1} Newton steps, {:.0} iterations",
            scene.name,
            kept.length_error_after_contact[1],
            kept.ghost_error[1],
            solves.newton as f64 / solves.count as f64,
            solves.iterations as f64 / solves.count as f64,
        );
        assert!(
            before <= scene.nonconforming.tolerance && solves.unconverged == 0,
            "{}: {before}",
            scene.name
        );
        assert!(kept.ghost_error[1] < 1e-5, "{}: {:?}", scene.name, kept.ghost_error);
        let deep = touch.map_or(0.0, |t| t.penetration);
        assert!(deep < 1e-4, "{}: {deep} m inside of a body", scene.name);
    }
}

/// A strip that bends thousands of times as stiffly as it is heavy to move in a step takes tens of iterations, not thousands: the
/// preconditioner is no rounding.
#[test]
fn a_stiff_strip_is_preconditioned() {
    let mut simulation = simulate(&scene("cantilever", &[("tied", "false"), ("method", "nonconforming")]));
    (0..10).for_each(|_| simulation.frame().unwrap());
    let solves = simulation.solves().unwrap().unwrap();
    let each = solves.iterations as f64 / solves.newton as f64;
    println!("{each:.0} iterations per Newton step");
    assert!(each < 80.0 && solves.unconverged == 0, "{each}");
}

/// A ball that nothing touches changes no bit.
#[test]
fn what_touches_nothing_is_as_without_bodies() {
    let far = "[{shape=\"sphere\",radius=0.1,position=[0.0,-50.0,0.0]}]";
    let hash = |bodies: &str| {
        let mut simulation = simulate(&scene(
            "two-corners",
            &[("rows", "7"), ("columns", "7"), ("mesh", "irregular"), ("body", bodies)],
        ));
        (0..4).for_each(|_| simulation.frame().unwrap());
        simulation.state().unwrap().hash()
    };
    assert_eq!(hash("[]"), hash(far));
}

/// The edge between two pins cannot stretch, and so hardly sags: by 0.7 % of its length at most, what a strain of 1e-4 allows.
#[test]
fn the_edge_between_two_pins_stays_straight() {
    let scene = scene("two-corners", &[("rows", "15"), ("columns", "15")]);
    let mut simulation = simulate(&scene);
    let mut sag: f32 = 0.0;
    for _ in 0..60 {
        simulation.frame().unwrap();
        let state = simulation.state().unwrap();
        let pins: Vec<u32> = simulation.model().pinned.iter().map(|p| p.vertex).collect();
        let [a, b] = [pins[0], pins[1]].map(|v| state.positions[v as usize]);
        for v in pins[0]..=pins[1] {
            let p = state.positions[v as usize] - a;
            sag = sag.max(p.reject_from(b - a).length() / (b - a).length());
        }
    }
    println!("sag of the top edge {:.3} %", 100.0 * sag);
    assert!(sag < 0.007, "{sag}");
}

//! Signed distances of bodies against a search over their surfaces in f64, and bodies as they move through a step.

use crate::support::{Random, vector};
use glam::{DQuat, DVec3};
use toile::kernels::common::body::Body;
use toile::kernels::common::field::{
    BOX, CAPSULE, CYLINDER, HALF_SPACE, HEADER, MESH, SPHERE, Sample, TORUS, field,
};
use toile::real::V3;

/// Bodies of every analytic shape, flat and narrow ones too.
pub fn shapes() -> Vec<(&'static str, Body)> {
    let body =
        |shape, size: [f32; 3]| Body { shape, size: [size[0], size[1], size[2], 0.0], ..Body::default() };
    vec![
        ("sphere", body(SPHERE, [0.6, 0.0, 0.0])),
        ("box", body(BOX, [0.6, 0.3, 0.8])),
        ("board", body(BOX, [0.7, 0.001, 0.5])),
        ("capsule", body(CAPSULE, [0.3, 0.5, 0.0])),
        ("cylinder", body(CYLINDER, [0.5, 0.4, 0.0])),
        ("plate", body(CYLINDER, [0.8, 0.002, 0.0])),
        ("torus", body(TORUS, [0.6, 0.2, 0.0])),
        ("ring", body(TORUS, [0.7, 0.005, 0.0])),
        ("half-space", body(HALF_SPACE, [0.0; 3])),
    ]
}

/// A piece of the curve that a body of revolution's surface comes from: radius and height over a parameter, 0 to 1.
type Profile = Box<dyn Fn(f64) -> [f64; 2]>;

fn arc(centre: [f64; 2], radius: f64, from: f64, to: f64) -> Profile {
    Box::new(move |t| {
        let (sin, cos) = (from + (to - from) * t).sin_cos();
        [centre[0] + radius * cos, centre[1] + radius * sin]
    })
}

fn line(a: [f64; 2], b: [f64; 2]) -> Profile {
    Box::new(move |t| [0, 1].map(|i| a[i] + (b[i] - a[i]) * t))
}

fn profiles(shape: u32, [x, y]: [f64; 2]) -> Vec<Profile> {
    use std::f64::consts::{FRAC_PI_2, PI};
    match shape {
        SPHERE => vec![arc([0.0; 2], x, -FRAC_PI_2, FRAC_PI_2)],
        CAPSULE => {
            vec![arc([0.0, y], x, 0.0, FRAC_PI_2), line([x, y], [x, -y]), arc([0.0, -y], x, -FRAC_PI_2, 0.0)]
        }
        CYLINDER => vec![line([0.0, y], [x, y]), line([x, y], [x, -y]), line([x, -y], [0.0, -y])],
        // Two arcs that overlap, so that the nearest point is never at the end of both.
        TORUS => [0.0, PI].map(|middle| arc([x, 0.0], y, middle - 0.6 * PI, middle + 0.6 * PI)).into(),
        _ => vec![line([0.0, 0.0], [4.0, 0.0])],
    }
}

/// The least distance of a point to a curve: the nearest of some samples, refined by golden section.
fn nearest_on(curve: &Profile, p: [f64; 2]) -> f64 {
    const SAMPLES: usize = 200;
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let at = |t: f64| {
        let q = curve(t);
        (q[0] - p[0]).hypot(q[1] - p[1])
    };
    let step = 1.0 / SAMPLES as f64;
    let best = (0..=SAMPLES).map(|i| i as f64 * step).min_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap_or(0.0);
    let (mut low, mut high) = ((best - step).max(0.0), (best + step).min(1.0));
    for _ in 0..60 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if at(a) < at(b) { high = b } else { low = a }
    }
    at(0.5 * (low + high)).min(at(low)).min(at(high))
}

/// The least distance to the six faces of a box, each a rectangle.
fn nearest_on_box(p: [f64; 3], half: [f64; 3]) -> f64 {
    let face = |axis: usize, side: f64| {
        let squares = (0..3).map(|i| {
            let q = if i == axis { side * half[i] } else { p[i].clamp(-half[i], half[i]) };
            (p[i] - q).powi(2)
        });
        squares.sum::<f64>().sqrt()
    };
    (0..3).flat_map(|axis| [face(axis, 1.0), face(axis, -1.0)]).fold(f64::INFINITY, f64::min)
}

fn is_inside(body: &Body, p: [f64; 3]) -> bool {
    let [x, y, z] = [0, 1, 2].map(|i| f64::from(body.size[i]));
    let r = p[0].hypot(p[2]);
    match body.shape {
        SPHERE => r.hypot(p[1]) < x,
        BOX => p[0].abs() < x && p[1].abs() < y && p[2].abs() < z,
        CAPSULE => (r < x && p[1].abs() < y) || r.hypot(p[1].abs() - y) < x,
        CYLINDER => r < x && p[1].abs() < y,
        TORUS => (r - x).hypot(p[1]) < y,
        _ => p[1] < 0.0,
    }
}

/// The distance by search [m].
fn searched(body: &Body, p: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|i| f64::from(body.size[i]));
    let distance = if body.shape == BOX {
        nearest_on_box(p, [x, y, z])
    } else {
        let curves = profiles(body.shape, [x, y]);
        let here = [p[0].hypot(p[2]), p[1]];
        curves.iter().map(|c| nearest_on(c, here)).fold(f64::INFINITY, f64::min)
    };
    if is_inside(body, p) { -distance } else { distance }
}

/// A random point that f32 has too; one of three is near the flat side of a body, or near a torus's tube.
fn point(random: &mut Random, body: &Body) -> [f64; 3] {
    let [x, y] = [0, 1].map(|i| f64::from(body.size[i]));
    let p = random.point();
    let near = random.between(0.0, 1.0) < 0.3;
    let p = match body.shape {
        TORUS if near => {
            let (sin, cos) = (p[0] * std::f64::consts::PI).sin_cos();
            let r = x + 2.0 * y * p[1];
            [r * cos, 2.0 * y * p[2], r * sin]
        }
        BOX | CYLINDER if near => [1.2 * p[0], 2.0 * y * p[1], 1.2 * p[2]],
        _ => p.map(|c| 1.2 * c),
    };
    p.map(|c| f64::from(c as f32))
}

fn wide(n: V3<f32>) -> V3<f64> {
    V3(n.0.into(), n.1.into(), n.2.into())
}

#[test]
fn distances_are_those_of_a_search() {
    for (name, body) in shapes() {
        let mut random = Random::new(1);
        let (mut worst, mut inside) = ([0.0f64; 2], 0);
        for _ in 0..3000 {
            let p = point(&mut random, &body);
            let expected = searched(&body, p);
            let double = field::<f64>(&body, vector(p), &[]).distance;
            let single = f64::from(field::<f32>(&body, vector(p), &[]).distance);
            worst[0] = worst[0].max((double - expected).abs());
            worst[1] = worst[1].max((single - expected).abs());
            inside += u32::from(expected < 0.0);
        }
        println!("{name}: f64 off by {:.1e} m, f32 by {:.1e} m; {inside} of 3000 inside", worst[0], worst[1]);
        assert!(inside > 50, "{name}");
        // The search ends within 1e-12 of the parameter; f32 rounds coordinates of 1 m a few times by 6e-8.
        assert!(worst[0] < 1e-9 && worst[1] < 1e-6, "{name}: {worst:?}");
    }
}

/// The gradient by differences before and after the point; none where they disagree, at a corner of the field.
fn gradient(body: &Body, p: [f64; 3], fields: &[f32]) -> Option<V3<f64>> {
    // Differences of one side are off by H over the radius of curvature, central ones by its square, and by 1e-16/H.
    const H: f64 = 1e-7;
    let at = |axis: usize, by: f64| {
        let mut q = p;
        q[axis] += by;
        field::<f64>(body, vector(q), fields).distance
    };
    let here = at(0, 0.0);
    let slopes = [0, 1, 2].map(|i| [(at(i, H) - here) / H, (here - at(i, -H)) / H]);
    let smooth = slopes.iter().all(|[a, b]| (a - b).abs() < 5e-5);
    let [x, y, z] = slopes.map(|[a, b]| 0.5 * (a + b));
    smooth.then_some(V3(x, y, z))
}

#[test]
fn normals_are_gradients_of_unit_length() {
    for (name, body) in shapes() {
        let mut random = Random::new(2);
        let (mut length, mut off, mut single, mut skipped) = (0.0f64, 0.0f64, 0.0f64, 0);
        for _ in 0..3000 {
            let p = point(&mut random, &body);
            let Sample { normal, .. } = field::<f64>(&body, vector(p), &[]);
            let narrow = wide(field::<f32>(&body, vector(p), &[]).normal);
            length = length.max((normal.length() - 1.0).abs()).max((narrow.length() - 1.0).abs());
            let Some(gradient) = gradient(&body, p, &[]) else {
                skipped += 1;
                continue;
            };
            off = off.max((normal - gradient).length());
            single = single.max((normal - narrow).length());
        }
        println!(
            "{name}: length off by {length:.1e}, gradient by {off:.1e}, f32's normal by {single:.1e}; {skipped} skipped"
        );
        // f32's normal is off by a few roundings over the distance from the corner, 2 mm where the slopes agree to 5e-5.
        assert!(length < 1e-6 && off < 1e-5 && single < 1e-4, "{name}");
        assert!(skipped < 100, "{name}: {skipped} at corners");
    }
}

/// A body that moves and turns about an axis at an even rate for a step of 1/60 s.
struct Motion {
    from: DVec3,
    velocity: DVec3,
    start: DQuat,
    spin: DVec3,
}

const STEP: f64 = 1.0 / 60.0;

impl Motion {
    fn random(random: &mut Random) -> Self {
        let [a, b, c, d] = [0; 4].map(|_| DVec3::from(random.point()));
        // Up to 6 rad/s and so 0.1 rad in the step.
        Self { from: a, velocity: b * 3.0, start: DQuat::from_scaled_axis(c * 2.0), spin: d * 3.4 }
    }

    fn rotation(&self, fraction: f64) -> DQuat {
        DQuat::from_scaled_axis(self.spin * (fraction * STEP)) * self.start
    }

    fn point(&self, fraction: f64, local: DVec3) -> DVec3 {
        self.from + self.velocity * (fraction * STEP) + self.rotation(fraction) * local
    }

    fn body(&self) -> Body {
        let four = |v: DVec3| v.extend(0.0).to_array().map(|c| c as f32);
        let rotation = |fraction| self.rotation(fraction).to_array().map(|c| c as f32);
        Body {
            from_position: four(self.from),
            to_position: four(self.from + self.velocity * STEP),
            from_rotation: rotation(0.0),
            to_rotation: rotation(1.0),
            velocity: four(self.velocity),
            spin: four(self.spin),
            ..Body::default()
        }
    }
}

fn v3(v: DVec3) -> V3<f64> {
    V3(v.x, v.y, v.z)
}

#[test]
fn a_moving_body_follows_the_formulas_of_rigid_motion() {
    let mut random = Random::new(3);
    let [mut place, mut local_off, mut speed, mut turned] = [0.0f64; 4];
    for _ in 0..1000 {
        let motion = Motion::random(&mut random);
        let body = motion.body();
        let fraction = random.between(0.0, 1.0);
        let pose = body.pose_at::<f64>(fraction);
        let local = DVec3::from(random.point());
        let here = motion.point(fraction, local);
        place = place.max((pose.turn(v3(local)) + pose.position - v3(here)).length());
        local_off = local_off.max((pose.to_local(v3(here)) - v3(local)).length());
        let single = body.pose_at::<f32>(fraction as f32).to_local(vector(here.to_array()));
        local_off = local_off.max((wide(single) - v3(local)).length());
        // The velocity: of the formula, and by differences of the poses in time.
        let exact = motion.velocity + motion.spin.cross(here - motion.point(fraction, DVec3::ZERO));
        speed = speed.max((body.velocity_at(&pose, v3(here)) - v3(exact)).length());
        let at = |f: f64| {
            let pose = body.pose_at::<f64>(f);
            pose.turn(v3(local)) + pose.position
        };
        let difference = (at(fraction + 1e-4) - at(fraction - 1e-4)) * (1.0 / (2e-4 * STEP));
        turned = turned.max((difference - v3(exact)).length() / (1.0 + motion.spin.length()));
    }
    println!("poses off by {place:.1e} m, to_local by {local_off:.1e} m, velocities by {speed:.1e} m/s");
    println!("differences of poses in time off by {turned:.1e} of the velocity");
    // Between the ends the quaternion is interpolated on a straight line: for the angle a, it is off by at most
    // a³ √3/216 (1e-5 rad for 0.1), and its rate by a²/24 at the middle and a²/12 at the ends (1e-3). The rest is the rounding of f32.
    assert!(place < 1.5e-5 && local_off < 1.5e-5 && speed < 1e-4 && turned < 1.5e-3);
}

#[test]
fn a_body_begins_and_ends_its_step_where_it_should() {
    let mut random = Random::new(4);
    let mut worst = 0.0f64;
    for _ in 0..1000 {
        let motion = Motion::random(&mut random);
        let local = DVec3::from(random.point());
        for fraction in [0.0, 1.0] {
            let pose = motion.body().pose_at::<f64>(fraction);
            let off = pose.turn(v3(local)) + pose.position - v3(motion.point(fraction, local));
            worst = worst.max(off.length());
        }
    }
    println!("poses at the ends of a step: off by {worst:.1e} m");
    // Components of f32, each off by 3e-8, times levers of up to 1.7 m.
    assert!(worst < 1e-6);
}

/// A sampled field of a function on so many nodes from an origin.
fn sampled(
    origin: [f32; 3],
    cell: f32,
    counts: [usize; 3],
    margin: f32,
    f: impl Fn([f64; 3]) -> f64,
) -> Vec<f32> {
    // Something before it, so that the offset counts.
    let mut words = vec![9.0; 5];
    words.extend(origin);
    words.push(cell);
    words.extend(counts.map(|n| n as f32));
    words.push(margin);
    assert_eq!(words.len(), 5 + HEADER as usize);
    for z in 0..counts[2] {
        for y in 0..counts[1] {
            for x in 0..counts[0] {
                let node = [x, y, z];
                let at = |i: usize| f64::from(origin[i]) + f64::from(cell) * node[i] as f64;
                words.push(f([at(0), at(1), at(2)]) as f32);
            }
        }
    }
    words
}

fn mesh_body() -> Body {
    Body { shape: MESH, field: 5, ..Body::default() }
}

#[test]
fn a_sampled_linear_function_is_exact() {
    let slope = [0.36, -0.48, 0.8];
    let linear = |p: [f64; 3]| 0.05 + slope[0] * p[0] + slope[1] * p[1] + slope[2] * p[2];
    let counts = [5, 7, 4];
    let fields = sampled([-0.3, -0.2, 0.1], 0.125, counts, 0.0, linear);
    let mut random = Random::new(5);
    let mut worst = [0.0f64; 2];
    let mut check = |p: [f64; 3]| {
        let double = field::<f64>(&mesh_body(), vector(p), &fields);
        let single = field::<f32>(&mesh_body(), vector(p), &fields);
        for (sample, distance) in
            [(double.normal, double.distance), (wide(single.normal), single.distance.into())]
        {
            worst[0] = worst[0].max((distance - linear(p)).abs());
            worst[1] = worst[1].max((sample - vector(slope)).length());
        }
    };
    for _ in 0..2000 {
        let at = |i: usize, random: &mut Random| {
            let low = [-0.3f32, -0.2, 0.1][i];
            f64::from(low) + random.between(0.001, 0.999) * 0.125 * (counts[i] - 1) as f64
        };
        check([at(0, &mut random), at(1, &mut random), at(2, &mut random)]);
    }
    // The last node of all.
    check([-0.3 + 0.5 - 1e-6, -0.2 + 0.75 - 1e-6, 0.1 + 0.375 - 1e-6]);
    println!("a sampled linear function: off by {:.1e} m, its gradient by {:.1e}", worst[0], worst[1]);
    // Values are rounded to 3e-8, and slopes are their differences over cells of 0.125 m.
    assert!(worst[0] < 5e-7 && worst[1] < 3e-6, "{worst:?}");
}

#[test]
fn a_sampled_ball_is_near_and_never_too_far_away_beyond_its_box() {
    let (radius, cell) = (0.5, 0.05f32);
    let ball = |p: [f64; 3]| DVec3::from(p).length() - radius;
    // A box of ±0.6 m, 0.1 m beyond the ball.
    let fields = sampled([-0.6; 3], cell, [25; 3], 0.1, ball);
    let mut random = Random::new(6);
    let (mut value, mut slope, mut consistent, mut outside) = (0.0f64, 0.0f64, 0.0f64, f64::INFINITY);
    for _ in 0..5000 {
        let p = random.point();
        let sample = field::<f64>(&mesh_body(), vector(p), &fields);
        let single = field::<f32>(&mesh_body(), vector(p), &fields);
        assert!((f64::from(single.distance) - sample.distance).abs() < 1e-6);
        assert!((sample.normal.length() - 1.0).abs() < 1e-12);
        if p.iter().any(|c| c.abs() > 0.6) {
            outside = outside.min(ball(p) - sample.distance);
        } else if DVec3::from(p).length() > 0.2 {
            let n = vector(p) * (1.0 / DVec3::from(p).length());
            value = value.max((sample.distance - ball(p)).abs());
            slope = slope.max((sample.normal - n).length());
            if let Some(g) = gradient(&mesh_body(), p, &fields) {
                consistent = consistent.max((g * (1.0 / g.length()) - sample.normal).length());
            }
        }
    }
    println!(
        "a sampled ball: off by {value:.1e} m, normal by {slope:.1e}, from its own gradient by {consistent:.1e}"
    );
    println!("beyond the box, at least {outside:.1e} m below the distance");
    // Linear interpolation is off by cell²/8 times the sum of the second derivatives, 2/r; its slope by cell/2 times them.
    let curvature = 2.0 / 0.2;
    assert!(value < f64::from(cell).powi(2) / 8.0 * curvature && slope < 0.5 * f64::from(cell) * curvature);
    // The largest face of the box is 0.1 m away in its middle, where the bound is tight.
    assert!(consistent < 1e-5 && outside > -1e-6, "{consistent:e} {outside:e}");
}

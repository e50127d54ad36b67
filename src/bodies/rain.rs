//! All bodies of a scene: its own, the rain, the ground.

use crate::mesh::shapes::Random;
use crate::scene::{Body, BodyKind, BodyShape, Rain, Scene};
use glam::DVec3;

/// How many places are tried for a body before it may overlap another.
const TRIES: u32 = 256;

/// Keeps the rain apart from what else is drawn from the scene's seed.
const SALT: u64 = 0x7261_696e;

/// The scene's own bodies, those of its rain, and its ground as a half-space, in this order.
///
/// A body of the rain depends on those before it only: more rain adds bodies and changes none.
pub fn expand(scene: &Scene) -> Vec<Body> {
    let mut bodies = scene.body.clone();
    let mut taken: Vec<(DVec3, f64)> = bodies.iter().filter_map(sphere_around).collect();
    let mut random = Random::new(scene.seed ^ SALT);
    for i in 1..=scene.rain.count {
        let (mut body, radius) = drop(&scene.rain, &mut random);
        let position = place(&scene.rain, radius, &taken, &mut random);
        taken.push((position, radius));
        body.name = format!("rain-{i}");
        body.position = position.to_array();
        bodies.push(body);
    }
    if scene.ground.on {
        bodies.push(Body {
            name: "ground".into(),
            shape: BodyShape::HalfSpace,
            position: [0.0, scene.ground.height, 0.0],
            friction: scene.ground.friction,
            restitution: 0.0,
            ..Body::default()
        });
    }
    bodies
}

/// A body of random shape, size, orientation and velocity, and the radius of a sphere around it [m].
fn drop(rain: &Rain, random: &mut Random) -> (Body, f64) {
    let [small, large] = rain.size;
    let radius = random.between(small, large);
    let mut body = Body {
        kind: BodyKind::Dynamic,
        density: rain.density,
        friction: rain.friction,
        ..shape(radius, random)
    };
    // Uniform over all rotations: the sine of the middle angle is uniform.
    body.rotation = [
        random.between(-180.0, 180.0),
        random.between(-1.0, 1.0).asin().to_degrees(),
        random.between(-180.0, 180.0),
    ];
    body.velocity = std::array::from_fn(|_| random.between(-rain.speed, rain.speed));
    (body, radius)
}

/// One of five shapes that a sphere of `radius` [m] just holds.
fn shape(radius: f64, random: &mut Random) -> Body {
    let kind = random.unit() * 5.0;
    let body = Body::default();
    if kind < 1.0 {
        Body { shape: BodyShape::Sphere, radius, ..body }
    } else if kind < 2.0 {
        let edges = DVec3::from_array(std::array::from_fn(|_| random.between(0.5, 1.0)));
        Body { shape: BodyShape::Box, size: (edges * (2.0 * radius / edges.length())).to_array(), ..body }
    } else if kind < 3.0 {
        let around = radius * random.between(0.3, 0.7);
        Body { shape: BodyShape::Capsule, radius: around, length: 2.0 * (radius - around), ..body }
    } else if kind < 4.0 {
        let around = radius * random.between(0.4, 0.9);
        let length = 2.0 * (radius * radius - around * around).max(0.0).sqrt();
        Body { shape: BodyShape::Cylinder, radius: around, length, ..body }
    } else {
        let tube = radius * random.between(0.15, 0.35);
        Body { shape: BodyShape::Torus, radius: radius - tube, tube, ..body }
    }
}

/// A free place in the rain's box [m], or the roomiest of those tried.
fn place(rain: &Rain, radius: f64, taken: &[(DVec3, f64)], random: &mut Random) -> DVec3 {
    let [a, b] = rain.corners;
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
    for _ in 0..TRIES {
        let at = DVec3::from_array(std::array::from_fn(|i| random.between(a[i], b[i])));
        let gap = |(centre, r): &(DVec3, f64)| at.distance(*centre) - r - radius;
        let room = taken.iter().map(gap).fold(f64::INFINITY, f64::min);
        if room > best.0 {
            best = (room, at);
        }
        if room > 0.0 {
            break;
        }
    }
    best.1
}

/// A sphere around a body, where its fields alone give one.
fn sphere_around(body: &Body) -> Option<(DVec3, f64)> {
    let radius = match body.shape {
        BodyShape::Sphere => body.radius,
        BodyShape::Box => DVec3::from_array(body.size).length() / 2.0,
        BodyShape::Capsule => body.radius + body.length / 2.0,
        BodyShape::Cylinder => body.radius.hypot(body.length / 2.0),
        BodyShape::Torus => body.radius + body.tube,
        BodyShape::HalfSpace | BodyShape::Mesh | BodyShape::Rabbit => return None,
    };
    Some((DVec3::from_array(body.position), radius))
}

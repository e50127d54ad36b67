//! What bodies, rain and contact may be: shapes with volume, masses, and nothing that is silently left out.

use super::validate::Fault;
use super::{BODY_LIMIT, Body, BodyKind, BodyShape, MethodName, Scene, Switch, Track};

/// The smallest extent of a body [m].
const SMALLEST: f64 = 1e-4;
/// The smallest mass [kg] and density [kg/m³] of a body that moves: below, f32 has no use of their inverse.
const LIGHTEST: f64 = 1e-9;

impl Scene {
    /// Bodies that could not be made, or would silently do something else than what was written.
    pub(super) fn bodies(&self) -> Option<Fault> {
        let all = self.body.len() + self.rain.count as usize + usize::from(self.ground.on);
        if all > BODY_LIMIT {
            let path = if self.rain.count > 0 { "rain.count" } else { "body" };
            let what = format!("makes {all} bodies, more than {BODY_LIMIT}");
            return Some(Fault::new(path, what, "leave some out"));
        }
        let each = |(i, body): (usize, &Body)| {
            volume(body)
                .or_else(|| moves(body))
                .or_else(|| without_effect(body))
                .map(|fault| Fault { path: format!("body.{i}.{}", fault.path), ..fault })
        };
        self.body.iter().enumerate().find_map(each).or_else(|| self.rain_size())
    }

    fn rain_size(&self) -> Option<Fault> {
        let [smallest, largest] = self.rain.size;
        if self.rain.count == 0 {
            None
        } else if smallest < SMALLEST {
            let what = format!("{smallest} m leaves a body without volume");
            Some(Fault::new("rain.size", what, format!("give {SMALLEST} m or more")))
        } else if smallest > largest {
            let what = format!("the smallest, {smallest} m, is above the largest, {largest} m");
            Some(Fault::new("rain.size", what, "write the smaller one first"))
        } else {
            None
        }
    }

    /// Alleviation that would begin only where the cloth is already held off.
    pub(super) fn contacts(&self) -> Option<Fault> {
        let something = self.ground.on || self.rain.count > 0 || !self.body.is_empty();
        // The other methods know no alleviation.
        let alleviated = self.contact.alleviation == Switch::On && self.method == MethodName::MassSpring;
        let (radius, thickness) = (self.contact.radius, self.material.thickness);
        (something && alleviated && radius <= thickness).then(|| {
            let what = format!("{radius} m does not reach beyond material.thickness, {thickness} m");
            Fault::new("contact.radius", what, "give a larger one, or set contact.alleviation = \"off\"")
        })
    }
}

/// A shape without volume, or without its file; the fault's path starts at the body.
fn volume(body: &Body) -> Option<Fault> {
    let smallest = |name: &str, value: f64, shape: &str| {
        (value < SMALLEST).then(|| {
            let what = format!("{value} m leaves the {shape} without volume");
            Fault::new(name, what, format!("give {SMALLEST} m or more"))
        })
    };
    match body.shape {
        BodyShape::Sphere => smallest("radius", body.radius, "sphere"),
        BodyShape::Capsule => smallest("radius", body.radius, "capsule"),
        BodyShape::Box => smallest("size", body.size.into_iter().fold(f64::INFINITY, f64::min), "box"),
        BodyShape::Cylinder => smallest("radius", body.radius, "cylinder")
            .or_else(|| smallest("length", body.length, "cylinder")),
        BodyShape::Torus => smallest("radius", body.radius, "torus")
            .or_else(|| smallest("tube", body.tube, "torus"))
            .or_else(|| {
                let what = format!("{} m is not smaller than the radius, {} m", body.tube, body.radius);
                (body.tube >= body.radius)
                    .then(|| Fault::new("tube", what, "give a smaller tube or a larger radius"))
            }),
        BodyShape::Mesh if body.file.is_empty() => {
            Some(Fault::new("file", "is empty", "name an OBJ file, or choose another shape"))
        }
        BodyShape::HalfSpace | BodyShape::Mesh | BodyShape::Rabbit => None,
    }
}

/// A dynamic body that forces could not move.
fn moves(body: &Body) -> Option<Fault> {
    if body.kind != BodyKind::Dynamic {
        return None;
    }
    if body.shape == BodyShape::HalfSpace {
        let advice = "use static or kinematic, or choose another shape";
        return Some(Fault::new("kind", "a half-space cannot be dynamic", advice));
    }
    let (name, value) = if body.mass > 0.0 { ("mass", body.mass) } else { ("density", body.density) };
    (value < LIGHTEST).then(|| {
        let what = format!("{value} leaves a dynamic body without mass");
        Fault::new(name, what, format!("give a density or a mass of {LIGHTEST:e} or more"))
    })
}

/// A field that the body's kind or shape does not use.
fn without_effect(body: &Body) -> Option<Fault> {
    const DYNAMIC: &str = "set kind = \"dynamic\"";
    const KINEMATIC: &str = "set kind = \"kinematic\"";
    const MESH: &str = "set shape = \"mesh\"";
    let dynamic = body.kind == BodyKind::Dynamic;
    let kinematic = body.kind == BodyKind::Kinematic;
    let mesh = body.shape == BodyShape::Mesh;
    // The rabbit is a mesh too, with a file of its own.
    let field = mesh || body.shape == BodyShape::Rabbit;
    let still = |tracks: &[Track; 3]| tracks.iter().all(Track::is_zero);
    [
        ("velocity", dynamic || body.velocity == [0.0; 3], DYNAMIC),
        ("spin", dynamic || body.spin == [0.0; 3], DYNAMIC),
        ("path", kinematic || still(&body.path), KINEMATIC),
        ("turn", kinematic || still(&body.turn), KINEMATIC),
        ("file", mesh || body.file.is_empty(), MESH),
        ("cell", field || body.cell == 0.0, MESH),
        ("thickness", field || body.thickness == 0.0, MESH),
        ("cache", field || body.cache.is_empty(), MESH),
    ]
    .into_iter()
    .find(|(_, used_or_absent, _)| !used_or_absent)
    .map(|(name, _, advice)| Fault::new(name, "has no effect", advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(scene: &Scene) -> String {
        let error = scene.validate("").unwrap_err();
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    }

    /// The error about the second of two bodies.
    fn error(change: impl FnOnce(&mut Body)) -> String {
        let mut scene = Scene { body: vec![Body::default(); 2], ..Scene::default() };
        change(&mut scene.body[1]);
        sentence(&scene)
    }

    fn of_shape(shape: BodyShape, kind: BodyKind) -> Body {
        let file = if shape == BodyShape::Mesh { "a.obj" } else { "" };
        Body { shape, kind, file: file.into(), ..Body::default() }
    }

    use BodyKind as K;
    use BodyShape as S;

    const SHAPES: [BodyShape; 8] =
        [S::Sphere, S::Box, S::Capsule, S::Cylinder, S::Torus, S::HalfSpace, S::Mesh, S::Rabbit];

    #[test]
    fn every_shape_of_every_kind_is_valid() {
        for shape in SHAPES {
            for kind in [K::Static, K::Kinematic, K::Dynamic] {
                let scene = Scene { body: vec![of_shape(shape, kind)], ..Scene::default() };
                assert_eq!(
                    scene.validate("").is_ok(),
                    (shape, kind) != (S::HalfSpace, K::Dynamic),
                    "{shape:?} {kind:?}"
                );
            }
        }
    }

    #[test]
    fn shapes_have_volume() {
        for shape in SHAPES {
            let flat = Body {
                radius: 0.0,
                tube: 0.0,
                length: 0.0,
                size: [1.0, 0.0, 1.0],
                ..of_shape(shape, K::Static)
            };
            let scene = Scene { body: vec![flat], ..Scene::default() };
            let start = match shape {
                S::Sphere => "body.0.radius: 0 m leaves the sphere without volume; give 0.0001 m or more",
                S::Box => "body.0.size: 0 m leaves the box without volume;",
                S::Capsule => "body.0.radius: 0 m leaves the capsule without volume;",
                S::Cylinder => "body.0.radius: 0 m leaves the cylinder without volume;",
                S::Torus => "body.0.radius: 0 m leaves the torus without volume;",
                S::HalfSpace | S::Mesh | S::Rabbit => {
                    scene.validate("").unwrap();
                    continue;
                }
            };
            let message = sentence(&scene);
            assert!(message.starts_with(start), "{message}\n  {start}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        type Change = fn(&mut Body);
        let cases: [(Change, &str); 19] = [
            (
                |b| *b = Body { length: 0.0, ..of_shape(S::Cylinder, K::Static) },
                "body.1.length: 0 m leaves the cylinder without volume;",
            ),
            (
                |b| *b = Body { tube: 0.0, ..of_shape(S::Torus, K::Static) },
                "body.1.tube: 0 m leaves the torus without volume;",
            ),
            (
                |b| *b = Body { tube: 0.1, ..of_shape(S::Torus, K::Static) },
                "body.1.tube: 0.1 m is not smaller than the radius, 0.1 m; give a smaller tube",
            ),
            (|b| b.radius = 1e-30, "body.1.radius: 0.000000000000000000000000000001 m leaves the sphere"),
            (|b| b.radius = -1.0, "body.1.radius: -1 is outside 0 to 1000 m;"),
            (|b| b.mass = -1.0, "body.1.mass: -1 is outside 0 to 1000000000 kg;"),
            (|b| b.density = f64::NAN, "body.1.density: NaN is outside 0 to 1000000 kg/m³;"),
            (|b| b.shape = S::Mesh, "body.1.file: is empty; name an OBJ file, or choose another shape"),
            (
                |b| *b = of_shape(S::HalfSpace, K::Dynamic),
                "body.1.kind: a half-space cannot be dynamic; use static or kinematic",
            ),
            (
                |b| (b.kind, b.density) = (K::Dynamic, 0.0),
                "body.1.density: 0 leaves a dynamic body without mass; give a density or a mass of 1e-9 or more",
            ),
            (|b| (b.kind, b.mass) = (K::Dynamic, 1e-30), "body.1.mass: 0.00000000000000000000"),
            (|b| b.velocity[1] = 1.0, "body.1.velocity: has no effect; set kind = \"dynamic\""),
            (
                |b| (b.kind, b.spin[2]) = (K::Kinematic, 1.0),
                "body.1.spin: has no effect; set kind = \"dynamic\"",
            ),
            (
                |b| b.path[0] = Track::keyframes(vec![[0.0, 0.0], [1.0, 2.0]]).unwrap(),
                "body.1.path: has no effect; set kind = \"kinematic\"",
            ),
            (
                |b| (b.kind, b.turn[0]) = (K::Dynamic, Track::constant(90.0)),
                "body.1.turn: has no effect; set kind = \"kinematic\"",
            ),
            (
                |b| *b = Body { file: "a.obj".into(), ..of_shape(S::Rabbit, K::Static) },
                "body.1.file: has no effect; set shape = \"mesh\"",
            ),
            (|b| b.cell = 0.01, "body.1.cell: has no effect; set shape = \"mesh\""),
            (|b| b.thickness = 0.01, "body.1.thickness: has no effect; set shape = \"mesh\""),
            (|b| b.cache = "a".into(), "body.1.cache: has no effect; set shape = \"mesh\""),
        ];
        for (change, start) in cases {
            let message = error(change);
            assert!(message.starts_with(start), "{message}\n  {start}");
        }
    }

    #[test]
    fn what_is_used_may_be_given() {
        let track = || [Track::constant(1.0), Track::constant(0.0), Track::constant(0.0)];
        let field =
            |shape| Body { cell: 0.1, thickness: 0.1, cache: "a".into(), ..of_shape(shape, K::Static) };
        let scene = Scene {
            body: vec![
                Body { length: 0.0, ..of_shape(S::Capsule, K::Static) },
                Body { path: track(), turn: track(), ..of_shape(S::HalfSpace, K::Kinematic) },
                Body { velocity: [1.0; 3], spin: [1.0; 3], ..of_shape(S::Box, K::Dynamic) },
                Body { mass: 1.0, density: 0.0, ..of_shape(S::Sphere, K::Dynamic) },
                Body { density: 0.0, ..of_shape(S::Sphere, K::Static) },
                field(S::Mesh),
                field(S::Rabbit),
            ],
            ..Scene::default()
        };
        scene.validate("").unwrap();
    }

    #[test]
    fn rain_is_checked_once_it_falls() {
        let rain = |count: u32, size: [f64; 2]| {
            let mut scene = Scene::default();
            (scene.rain.count, scene.rain.size) = (count, size);
            scene
        };
        rain(0, [0.2, 0.1]).validate("").unwrap();
        rain(5, [0.1, 0.1]).validate("").unwrap();
        let message = sentence(&rain(5, [0.2, 0.1]));
        assert!(
            message.starts_with("rain.size: the smallest, 0.2 m, is above the largest, 0.1 m;"),
            "{message}"
        );
        let message = sentence(&rain(5, [0.0, 0.1]));
        assert!(message.starts_with("rain.size: 0 m leaves a body without volume;"), "{message}");
    }

    #[test]
    fn bodies_are_counted_with_rain() {
        let mut scene = Scene { body: vec![Body::default(); BODY_LIMIT], ..Scene::default() };
        scene.validate("").unwrap();
        scene.rain.count = 1;
        let message = sentence(&scene);
        assert!(message.starts_with("rain.count: makes 1025 bodies, more than 1024; leave"), "{message}");
        scene.rain.count = 0;
        scene.body.push(Body::default());
        let message = sentence(&scene);
        assert!(message.starts_with("body: makes 1025 bodies, more than 1024; leave"), "{message}");
    }

    #[test]
    fn alleviation_begins_outside_the_cloth() {
        let mut scene = Scene { method: MethodName::MassSpring, ..Scene::default() };
        scene.material.thickness = 0.05;
        scene.validate("").unwrap();
        let with: [fn(&mut Scene); 3] =
            [|s| s.ground.on = true, |s| s.rain.count = 1, |s| s.body.push(Body::default())];
        for change in with {
            let mut scene = scene.clone();
            change(&mut scene);
            let message = sentence(&scene);
            let start =
                "contact.radius: 0.02 m does not reach beyond material.thickness, 0.05 m; give a larger";
            assert!(message.starts_with(start), "{message}");
            scene.contact.alleviation = Switch::Off;
            scene.validate("").unwrap();
            scene.contact.alleviation = Switch::On;
            scene.contact.radius = 0.051;
            scene.validate("").unwrap();
            scene.contact.radius = 0.05;
            for method in [MethodName::TriangleBending, MethodName::ImplicitCg] {
                scene.method = method;
                scene.validate("").unwrap();
            }
        }
    }
}

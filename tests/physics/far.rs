//! A body that touches nothing changes no bit of the cloth.

use crate::ball::level_sheet;
use crate::support::{run, simulate};
use toile::Scene;
use toile::scene::{Body, BodyKind, MethodName, Pin, Switch, Track};

fn hanging(method: MethodName) -> Scene {
    let mut scene = level_sheet(method, 9);
    scene.contact.alleviation = Switch::On;
    scene.pin = vec![Pin::default()];
    scene.solver.substeps = 16;
    scene.solver.iterations = 4;
    scene
}

fn hash(scene: &Scene, bodies: &[Body]) -> String {
    run(&mut simulate(&Scene { body: bodies.to_vec(), ..scene.clone() }), 20).hash()
}

/// A ball that moves as its kind does.
fn ball(kind: BodyKind, position: [f64; 3]) -> Body {
    let mut body = Body { name: "ball".into(), kind, position, ..Body::default() };
    match kind {
        BodyKind::Static => {}
        BodyKind::Kinematic => {
            body.path[0] = Track::keyframes(vec![[0.0, 0.0], [1.0, 0.2]]).unwrap();
            body.turn[1] = Track::keyframes(vec![[0.0, 0.0], [1.0, 90.0]]).unwrap();
        }
        BodyKind::Dynamic => body.spin = [1.0, 2.0, 3.0],
    }
    body
}

#[test]
fn a_far_body_leaves_every_bit_as_it_is() {
    for method in [MethodName::MassSpring, MethodName::TriangleBending] {
        let scene = hanging(method);
        let alone = hash(&scene, &[]);
        for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
            // Beside the sheet, so that the boxes around both may meet but they do not.
            for position in [[5.0, 0.0, 0.0], [0.85, 0.0, 0.0], [0.0, 0.3, 0.0]] {
                // A ball above the sheet may not fall on it.
                if kind == BodyKind::Dynamic && position[0] == 0.0 {
                    continue;
                }
                assert_eq!(hash(&scene, &[ball(kind, position)]), alone, "{method:?} {kind:?} {position:?}");
            }
        }
    }
}

#[test]
fn a_body_in_reach_of_the_repulsion_changes_the_cloth_before_it_touches() {
    let mut scene = hanging(MethodName::MassSpring);
    // Held at corners, the sheet falls away from a ball that is above it by less than the radius of alleviation.
    let above = ball(BodyKind::Static, [0.0, 0.115, 0.0]);
    let alone = hash(&scene, &[]);
    assert_ne!(hash(&scene, std::slice::from_ref(&above)), alone);
    scene.contact.radius = 0.014;
    assert_eq!(hash(&scene, std::slice::from_ref(&above)), alone, "beyond the radius");
    scene.contact.radius = 0.02;
    scene.contact.alleviation = Switch::Off;
    assert_eq!(hash(&scene, &[above]), alone, "without alleviation");
}

//! A comparison that finds nothing wrong must be able to find something: each of these mistakes in a kernel is caught,
//! and the kernel is named.

use std::collections::BTreeMap;
use toile::compare;
use toile::engine::gpu::Device;
use toile::kernels::{ALL, sources};
use toile::scene::{catalog, set};

/// A floor that drops away under a leaning sheet: what the ground, which never moves, cannot show.
const PLANE: &str = "sphere-drape body.0.shape=half-space body.0.kind=kinematic mesh.rotation.0=-60 \
    body.0.path.1=[[0.0,0.0],[0.0167,0.3],[0.0333,0.0]]";

/// A leaning box that leaves a sheet on the ground too little room: some of its particles meet two bodies.
const PRESS: &str =
    "incline body=[{shape=\"box\",size=[0.3,0.1,0.3],position=[0.0,0.06,0.0],rotation=[0.0,0.0,5.0]}]";

/// A kernel, a scene that runs it with what is changed in it, a piece of its text, and the mistake in its place.
type Mutation = (&'static str, &'static str, &'static str, &'static str);

const MUTATIONS: &[Mutation] = &[
    ("check/finite", "sheet", "any(bits == vec3<u32>(0x7f800000u))", "any(bits == vec3<u32>(0x7f900000u))"),
    ("check/finite", "sheet", "atomicMin(&found.vertex, i)", "atomicMin(&found.vertex, i + 1u)"),
    ("check/finite", "sheet", "|| non_finite(v[i].xyz)", ""),
    ("collide/bounds", "rain", "all(low <= body_high)", "all(low <= body_low)"),
    ("collide/bounds", "rain", "all(high >= body_low)", "all(high >= body_high)"),
    ("collide/bounds", "rain", "let b = local * 32u + i;", "let b = local * 31u + i;"),
    (
        "collide/bounds",
        "sphere-drape",
        "dot(n1, c1 - end.position)) < margin",
        "dot(n1, c1 - end.position)) > margin",
    ),
    ("collide/bounds", PLANE, "min(dot(n0, c0 - begin.position)", "max(dot(n0, c0 - begin.position)"),
    ("collide/bounds", PLANE, "let c0 = select(high, low,", "let c0 = select(low, high,"),
    ("collide/bounds", "sphere-drape", "params.again == 0u", "params.again == 1u"),
    ("collide/bounds", "rain", "max(highest[local], highest[local + half])", "highest[local]"),
    ("collide/bounds", "repulsion", "max(contact.radius, contact.keep", "min(contact.radius, contact.keep"),
    ("collide/contact", "ball", "0.5 * gained / square", "gained / square"),
    ("collide/contact", "ball", "all - before.pushed * (1.0 / contact.h)", "all"),
    ("collide/contact", "ball", "contact.h * (1.0 - t)", "contact.h"),
    (
        "collide/contact",
        "impact",
        "min(dot(before.pushed + relieved, normal), 0.0)",
        "max(dot(before.pushed + relieved, normal), 0.0)",
    ),
    ("collide/contact", "incline", "normal * dot(force, normal), true", "force, true"),
    ("collide/contact", "incline", "friction * (pressed - into)", "friction * -into"),
    ("collide/contact", "incline", "1.0 - held / speed", "1.0"),
    ("collide/contact", "capstan", "let held = friction *", "let held = 0.9 * friction *"),
    ("collide/contact", "repulsion", "d * (2.0 - d)", "d * (1.5 - d)"),
    ("collide/contact", "rain", "return d;", "return 1.0 - d;"),
    ("collide/contact", "rain", "kept(distance) - 1.0", "kept(distance)"),
    (
        "collide/contact",
        "incline",
        "after.velocity - before.velocity + relieved",
        "after.velocity - before.velocity",
    ),
    ("collide/contact", "rain", "effect.force * (-1.0 / w)", "effect.force * (1.0 / w)"),
    ("collide/contact", "rain", "f32(b + 1u)", "f32(b)"),
    ("collide/contact", "brick", "return relative * lost;", "return relative * -lost;"),
    ("collide/contact", PRESS, "again < 8u && met > 1u", "again < 1u && met > 2u"),
    (
        "collide/project",
        "sphere-drape",
        "let held = body.velocity.w * depth",
        "let held = 0.9 * body.velocity.w * depth",
    ),
    ("collide/project", "sphere-drape", "(w * contact.h * contact.h)", "(w * contact.h)"),
    ("collide/project", "sphere-drape", "vec4<f32>(slots[at].xyz + force, name)", "vec4<f32>(force, name)"),
    ("collide/project", "torus-drape", "before + velocity_at(body, begin, before) * contact.h", "before"),
    ("collide/project", "torus-drape", "c = a + (b - a) * t;", "c = b;"),
    ("collide/project", "rabbit-drape", "(contact.keep - check.distance)", "(contact.keep + check.distance)"),
    ("collide/project", "rabbit-drape", "contact.keep - met.distance +", "contact.keep + met.distance +"),
    ("constraints/dihedral", "banner", "PI - angle_of(length(turn)", "PI + angle_of(length(turn)"),
    (
        "constraints/dihedral",
        "banner",
        "u1 * (dot(p3.xyz - p2.xyz, e) / l)",
        "u1 * (dot(p3.xyz - p1.xyz, e) / l)",
    ),
    ("constraints/dihedral", "banner", "p[c.p4] = vec4<f32>(p4.xyz - g4", "p[c.p4] = vec4<f32>(p4.xyz - g3"),
    ("constraints/distance", "stick-drop", "let d = b.xyz - a.xyz", "let d = a.xyz - b.xyz"),
    ("constraints/distance", "stick-drop", "b.xyz - d * (b.w * s)", "b.xyz - d * (a.w * s * 0.9)"),
    ("constraints/distance", "stick-drop", "k = sim.bending;", "k = sim.stretch;"),
    ("constraints/triangle_bending", "rabbit-collapse", "/ 3.0;", "/ 2.0;"),
    ("constraints/triangle_bending", "rabbit-collapse", "v.xyz - s * (2.0 * v.w)", "v.xyz + s * (2.0 * v.w)"),
    ("constraints/triangle_bending", "rabbit-collapse", "sim.kappa + c.rest_height", "c.rest_height"),
    ("constraints/triangle_bending", "rabbit-collapse", "p[c.b1] = vec4<f32>(b1", "p[c.b1] = vec4<f32>(b0"),
    ("constraints/triangle_bending", "sleeve", "violation >= 0.0", "violation <= 0.0"),
    ("constraints/triangle_bending_edge", "edge-strip", "(p2.xyz - p1.xyz) * 0.5", "(p2.xyz - p1.xyz) * 0.6"),
    ("constraints/triangle_bending_edge", "edge-strip", "p4.xyz + s * p4.w", "p4.xyz - s * p4.w"),
    ("constraints/triangle_bending_edge", "edge-strip", "sim.bending * 3.0 / w", "sim.bending * 2.0 / w"),
    ("constraints/triangle_bending_signed", "dent", "(l + rest) / l", "(l - rest) / l"),
    ("constraints/triangle_bending_signed", "dent", "b0.w + b1.w + 4.0 * v.w", "b0.w + b1.w + 2.0 * v.w"),
    (
        "constraints/triangle_bending_signed",
        "dent",
        "let n = normals[c.v].xyz;",
        "let n = normals[c.b0].xyz * -1.0;",
    ),
    ("constraints/volume_apply", "cushion", "p[i].xyz + gradient[i].xyz", "p[i].xyz - gradient[i].xyz"),
    ("constraints/volume_apply", "cushion", "multiplier[0] * p[i].w", "multiplier[1] * p[i].w"),
    ("constraints/volume_gradient", "cushion", "add_cross(sum, c, a)", "add_cross(sum, a, c)"),
    ("constraints/volume_gradient", "cushion", "return sum * (1.0 / 6.0);", "return sum * (1.0 / 3.0);"),
    ("constraints/volume_gradient", "cushion", "sums[i / WORKGROUP] =", "sums[0] ="),
    ("constraints/volume_sum", "cushion", "-sim.volume *", "sim.volume *"),
    ("constraints/volume_sum", "cushion", "var i = local;", "var i = local + 1u;"),
    ("constraints/yarn", "sheet", "(*b).xyz - d * ((*b).w * s)", "(*b).xyz + d * ((*b).w * s)"),
    ("constraints/yarn", "sheet", "bend(&q3, &q4, &q5, count", "bend(&q3, &q4, &q6, count"),
    ("constraints/yarn", "sheet", "var share = vec2<f32>(3.0, 4.0);", "var share = vec2<f32>(2.0, 2.0);"),
    ("constraints/yarn", "sheet", "if (count > 6.0) { p[c.vertices1.z] = q6; }", ""),
    ("field/bake", "rabbit-drape", "let behind = s >= 1.0;", "let behind = s >= 2.0;"),
    ("field/bake", "rabbit-drape", "return dot(normals[6u * t", "return -dot(normals[6u * t"),
    ("field/bake", "rabbit-drape", "side < 0.0", "side > 0.0"),
    ("field/bake", "rabbit-drape", "vec3<f32>(at) * params.cell", "vec3<f32>(at) * (params.cell * 1.01)"),
    ("forces/springs", "ball", "norm - spring.rest_length", "norm - 1.01 * spring.rest_length"),
    ("forces/springs", "ball", "spring.damping * dot(speed, n)", "spring.damping * -dot(speed, n)"),
    ("forces/springs", "ball", "velocity - v[spring.other].xyz", "velocity"),
    ("forces/springs", "ball", "s < offsets[i + 1u]", "s + 1u < offsets[i + 1u]"),
    ("integrate/euler", "brick", "kick = 0.5 * sim.h;", "kick = sim.h;"),
    ("integrate/euler", "brick", "params.half == 1u && sim.step == 1u", "sim.step == 1u"),
    ("integrate/euler", "rain", "velocity += drag(", "velocity -= drag("),
    ("integrate/euler", "rain", "v[i].xyz * sim.damping", "v[i].xyz"),
    ("integrate/euler", "rain", "position.xyz + velocity * sim.h", "position.xyz + v[i].xyz * sim.h"),
    ("integrate/euler", "capstan", "p[i].xyz - position.xyz", "position.xyz - p[i].xyz"),
    ("integrate/pins", "plant", "a + (b - a) * params.fraction", "a - (b - a) * params.fraction"),
    ("integrate/pins", "plant", "p[pin.vertex] =", "p[pin.vertex + 1u] ="),
    ("integrate/predict", "banner", "velocity *= sim.damping;", ""),
    ("integrate/predict", "banner", "position.xyz + velocity * sim.h", "position.xyz - velocity * sim.h"),
    ("integrate/predict", "banner", "velocity += drag(", "velocity -= drag("),
    ("integrate/rk4", "repulsion", "sum_v * (sim.h * (1.0 / 6.0))", "sum_v * (sim.h * (1.0 / 5.0))"),
    ("integrate/rk4", "repulsion", "dx[i].xyz + speed * params.weight", "dx[i].xyz + speed"),
    ("integrate/rk4", "repulsion", "acceleration * (params.ahead * sim.h)", "acceleration * sim.h"),
    ("integrate/rk4", "repulsion", "speed = v[i].xyz;", ""),
    ("integrate/rk4", "repulsion", "1.0 / (params.ahead * sim.h)", "1.0 / sim.h"),
    ("integrate/rk4", "repulsion", "velocity += drag(", "velocity -= drag("),
    ("integrate/rk4", "repulsion", "v[i].xyz * sim.damping", "v[i].xyz"),
    ("integrate/velocity", "sheet", "p[i].xyz - predicted", "predicted - p[i].xyz"),
    ("integrate/velocity", "sheet", "x[i] = p[i];", "x[i] = vec4<f32>(p[i].xyz, 0.0);"),
    ("rigid/wrench", "ball", "x[i].xyz - origin", "origin - x[i].xyz"),
    ("rigid/wrench", "ball", "add_cross(torque, x[i]", "add_cross(vec3<f32>(0.0), x[i]"),
    ("rigid/wrench", "ball", "params.first == 1u", "params.first == 0u"),
    ("rigid/wrench", "ball", "forces[0] * contact.share", "forces[0]"),
    ("rigid/wrench", "rain", "patches[at + WORKGROUP + b / 32u]", "patches[at + WORKGROUP]"),
    ("rigid/wrench", PRESS, "second.w == name", "second.w == name + 1.0"),
    ("surface/normals", "banner", "add_cross(sum, b - a, c - a)", "add_cross(sum, c - a, b - a)"),
    ("surface/normals", "banner", "corners[3u * t + 2u]", "corners[3u * t + 1u]"),
];

#[test]
fn every_listed_mistake_is_caught_and_named() {
    for kernel in ALL {
        let count = MUTATIONS.iter().filter(|m| m.0 == kernel.name).count();
        assert!(count >= 2, "{} has {count} mutations", kernel.name);
    }
    let mut missed = Vec::new();
    for (name, scene, text, mistake) in MUTATIONS {
        let kernel = ALL.iter().find(|k| k.name == *name).expect(name);
        if kernel.wgsl.matches(text).count() != 1 {
            missed.push(format!("{name}: `{text}` must stand there once"));
            continue;
        }
        let mut sources = sources();
        sources.replaced = BTreeMap::from([(name.to_string(), kernel.wgsl.replace(text, mistake))]);
        let device = Device::open(None, sources).expect("these tests need a GPU adapter");
        let (scene, changes) = scene.split_once(' ').unwrap_or((scene, ""));
        let changes: Vec<_> = changes.split_whitespace().map(|c| set::split(c).unwrap()).collect();
        let scene = catalog::resolve(scene).and_then(|s| s.small()?.set(&changes)).unwrap();
        let found = compare::kernels(&scene, &device, &[1, 2, 20, 30]).unwrap();
        let wrong: Vec<_> = found.iter().filter(|(k, d)| !compare::agrees(k, d)).map(|(k, _)| *k).collect();
        if wrong != [*name] {
            missed.push(format!("{name}: `{text}` -> `{mistake}`: found {wrong:?}"));
        }
    }
    assert!(missed.is_empty(), "not caught:\n{}", missed.join("\n"));
}

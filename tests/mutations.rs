//! A comparison that finds nothing wrong must be able to find something: each of these mistakes in a kernel is caught,
//! and the kernel is named.

use std::collections::BTreeMap;
use toile::compare;
use toile::engine::gpu::Device;
use toile::kernels::{ALL, sources};
use toile::scene::catalog;

/// A kernel, a scene that runs it, a piece of its text, and the mistake in its place.
type Mutation = (&'static str, &'static str, &'static str, &'static str);

const MUTATIONS: &[Mutation] = &[
    ("check/finite", "sheet", "any(bits == vec3<u32>(0x7f800000u))", "any(bits == vec3<u32>(0x7f900000u))"),
    ("check/finite", "sheet", "atomicMin(&found.vertex, i)", "atomicMin(&found.vertex, i + 1u)"),
    ("check/finite", "sheet", "|| non_finite(v[i].xyz)", ""),
    (
        "collide/ground",
        "cushion",
        "let depth = sim.ground - position.y",
        "let depth = position.y - sim.ground",
    ),
    ("collide/ground", "cushion", "vec4<f32>(held.x, sim.ground,", "vec4<f32>(held.x, 0.0,"),
    ("collide/ground", "cushion", "sim.friction * depth / distance", "0.0"),
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
    ("integrate/pins", "plant", "a + (b - a) * params.fraction", "a - (b - a) * params.fraction"),
    ("integrate/pins", "plant", "p[pin.vertex] =", "p[pin.vertex + 1u] ="),
    ("integrate/predict", "banner", "velocity *= sim.damping;", ""),
    ("integrate/predict", "banner", "position.xyz + velocity * sim.h", "position.xyz - velocity * sim.h"),
    ("integrate/predict", "banner", "0.5 * sim.wind.w", "sim.wind.w"),
    ("integrate/velocity", "sheet", "p[i].xyz - predicted", "predicted - p[i].xyz"),
    ("integrate/velocity", "sheet", "x[i] = p[i];", "x[i] = vec4<f32>(p[i].xyz, 0.0);"),
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
        assert_eq!(kernel.wgsl.matches(text).count(), 1, "{name}: `{text}` must stand there once");
        let mut sources = sources();
        sources.replaced = BTreeMap::from([(name.to_string(), kernel.wgsl.replace(text, mistake))]);
        let device = Device::open(None, sources).expect("these tests need a GPU adapter");
        let scene = catalog::resolve(scene).and_then(|s| s.small()).unwrap();
        let found = compare::kernels(&scene, &device, &[1, 2, 20, 30]).unwrap();
        let wrong: Vec<_> = found.iter().filter(|(k, d)| !compare::agrees(k, d)).map(|(k, _)| *k).collect();
        if wrong != [*name] {
            missed.push(format!("{name}: `{text}` -> `{mistake}`: found {wrong:?}"));
        }
    }
    assert!(missed.is_empty(), "not caught:\n{}", missed.join("\n"));
}

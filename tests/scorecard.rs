//! A scorecard that cannot turn red is worth nothing: in each of these kernels a constant is broken, and a cell has to see it.

#[path = "common/shaders.rs"]
mod shaders;

use assert_cmd::Command;
use serde_json::Value;
use shaders::write_changed;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A constant: the file, what stands there once, what takes its place, and the cell that turns red, by check and subject.
type Broken = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SPRINGS: &str = "mass-spring/quadratic";
const IMPLICIT: &str = "implicit-cg/quadratic";
const SHELLS: &str = "discrete-shells/hinge";
const ELEMENTS: &str = "nonconforming/quadratic";
const YARNS: &str = "triangle-bending/triangle";
const STICKS: &str = "triangle-bending/stick";

const BROKEN: &[Broken] = &[
    // Gravity and damping by the medium.
    ("integrate/predict", "sim.gravity.xyz", "1.02 * sim.gravity.xyz", "free-fall", YARNS),
    ("integrate/predict", "velocity *= sim.damping", "velocity *= sqrt(sim.damping)", "damping", YARNS),
    ("integrate/euler", "(sim.gravity.xyz", "(1.02 * sim.gravity.xyz", "free-fall", SPRINGS),
    (
        "forces/stiff_springs",
        "implicit.gravity.xyz * mass",
        "implicit.gravity.xyz * (1.02 * mass)",
        "free-fall",
        IMPLICIT,
    ),
    ("shell/loads", "implicit.gravity.xyz *", "1.02 * implicit.gravity.xyz *", "free-fall", SHELLS),
    (
        "developable/smooth",
        "developable.gravity.xyz *",
        "1.02 * developable.gravity.xyz *",
        "free-fall",
        ELEMENTS,
    ),
    (
        "developable/start",
        "step * developable.damping",
        "0.8 * step * developable.damping",
        "damping",
        ELEMENTS,
    ),
    // Air.
    ("common/drag", "0.5 * sim.wind.w", "0.6 * sim.wind.w", "air", STICKS),
    (
        "forces/faces",
        "w * (implicit.wind.w * abs(across))",
        "w * (1.2 * implicit.wind.w * abs(across))",
        "air",
        IMPLICIT,
    ),
    ("forces/faces", "(implicit.lift * across", "(1.2 * implicit.lift * across", "lift", IMPLICIT),
    (
        "forces/faces",
        "cross(e1, e2) * (implicit.pressure * (1.0 / 6.0));\n}",
        "cross(e1, e2) * (implicit.pressure * (1.0 / 5.0));\n}",
        "pressure",
        IMPLICIT,
    ),
    // Springs, seams and limits.
    ("forces/springs", "spring.stiffness * (norm", "1.2 * spring.stiffness * (norm", "elongation", SPRINGS),
    ("forces/springs", "spring.damping * dot", "1.2 * spring.damping * dot", "stretch-damping", SPRINGS),
    (
        "forces/stiff_springs",
        "spring.rest_length, spring.stiffness, l, l)",
        "spring.rest_length, 1.2 * spring.stiffness, l, l)",
        "elongation",
        IMPLICIT,
    ),
    (
        "forces/stiff_springs",
        "spring.stiffness, spring.damping, l",
        "spring.stiffness, 1.2 * spring.damping, l",
        "stretch-damping",
        IMPLICIT,
    ),
    (
        "forces/stiff_springs",
        "implicit.limit * rest",
        "(1.2 * implicit.limit - 0.2) * rest",
        "strain-limit",
        IMPLICIT,
    ),
    (
        "forces/strain_limit",
        "dot(l, du) / norm - implicit.limit *",
        "dot(l, du) / norm - 1.02 * implicit.limit *",
        "strain-limit",
        IMPLICIT,
    ),
    (
        "forces/seams",
        "seam.rest_length, seam.stiffness, l, l)",
        "seam.rest_length, 1.2 * seam.stiffness, l, l)",
        "seam",
        IMPLICIT,
    ),
    // Loads.
    ("forces/loads", "sum += force * ramps", "sum += 1.2 * force * ramps", "tip-load-1", SPRINGS),
    ("forces/loads", "corners.w) * part.force.w", "corners.w) * (1.2 * part.force.w)", "end-moment", SPRINGS),
    // Shells.
    (
        "shell/members",
        "m.stiffness * (m.rest - norm)",
        "1.2 * m.stiffness * (m.rest - norm)",
        "elongation",
        SHELLS,
    ),
    (
        "shell/members",
        "m.stiffness * (m.rest - angle)",
        "1.2 * m.stiffness * (m.rest - angle)",
        "beam-frequency",
        SHELLS,
    ),
    ("shell/members", "m.torque * ramps", "1.2 * m.torque * ramps", "end-moment", SHELLS),
    ("shell/rates", "strain.x - strain.z * q", "strain.x - 1.2 * strain.z * q", "bending-damping", SHELLS),
    // Position-based constraints.
    (
        "constraints/yarn",
        "sim.stretch * (l - rest_length)",
        "sim.stretch * (l - 1.01 * rest_length)",
        "isometry",
        YARNS,
    ),
    ("constraints/distance", "(l - c.rest_length)", "(l - 1.01 * c.rest_length)", "isometry", STICKS),
    (
        "constraints/triangle_bending",
        "sim.bending * c.share",
        "1.2 * sim.bending * c.share",
        "beam-frequency",
        YARNS,
    ),
    (
        "constraints/triangle_bending_signed",
        "sim.bending * c.share",
        "1.2 * sim.bending * c.share",
        "beam-frequency",
        "triangle-bending/triangle-signed",
    ),
    (
        "constraints/triangle_bending_edge",
        "sim.bending * c.share",
        "1.2 * sim.bending * c.share",
        "beam-frequency",
        "triangle-bending/triangle-edge",
    ),
    (
        "constraints/dihedral",
        "sim.bending * c.share",
        "1.3 * sim.bending * c.share",
        "beam-frequency",
        "triangle-bending/dihedral",
    ),
    (
        "constraints/triangle_bending",
        "violation >= 0.0",
        "violation >= 1.0",
        "beam-frequency",
        "triangle-bending/triangle-inequality",
    ),
    ("constraints/volume_sum", "sim.volume_target", "1.02 * sim.volume_target", "volume", STICKS),
    // Contact.
    (
        "collide/contact",
        "friction * (pressed - into)",
        "0.9 * friction * (pressed - into)",
        "incline-slides",
        SPRINGS,
    ),
    ("rigid/wrench", "forces[0] * contact.share", "forces[0] * (1.1 * contact.share)", "blow", SPRINGS),
    ("rigid/wrench", "torques[0] * contact.share", "torques[0] * (1.1 * contact.share)", "capstan", SPRINGS),
];

/// A cell by the kernels of a folder or by the built-in ones, on a GPU. A software driver without threads of its own starts small dispatches
/// sooner.
fn cell(shaders: Option<&Path>, check: &str, subject: &str) -> Value {
    let out = tempfile::tempdir().unwrap();
    let output = Command::cargo_bin("toile")
        .unwrap()
        .args(["validate", "--quick", "--quiet", "--json", "--backend", "gpu"])
        .args(["--only", check, "--only", subject])
        .args([Path::new("--out"), out.path()])
        .args(shaders.iter().flat_map(|folder| [Path::new("--shaders"), folder]))
        .env("LP_NUM_THREADS", "0")
        .output()
        .unwrap();
    let card: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{check} of {subject}: {}", String::from_utf8_lossy(&output.stderr)));
    let is_it = |cell: &&Value| {
        let [method, model] = ["method", "bending_model"].map(|field| cell[field].as_str().unwrap());
        cell["check"] == check && format!("{method}/{model}") == subject
    };
    card["cells"].as_array().unwrap().iter().find(is_it).unwrap().clone()
}

/// What a constant comes to that does not turn its cell red, from good.
fn unseen(&(file, from, to, check, subject): &Broken) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    write_changed(folder.path(), file, &[(from, to)]);
    let [right, wrong] = [None, Some(folder.path())].map(|shaders| cell(shaders, check, subject));
    let what = format!("{file}: `{to}`: {check} of {subject}: {} and {}", right["error"], wrong["error"]);
    println!("{what}");
    let seen = right["mark"] == "good" && wrong["mark"] == "bad";
    (!seen).then_some(what)
}

#[test]
fn every_broken_constant_turns_its_cell_red() {
    let next = AtomicUsize::new(0);
    let work = || {
        let all = std::iter::from_fn(|| BROKEN.get(next.fetch_add(1, Ordering::Relaxed)));
        all.filter_map(unseen).collect::<Vec<_>>()
    };
    let unseen = std::thread::scope(|scope| {
        let workers = [(); 2].map(|()| scope.spawn(work));
        workers.map(|worker| worker.join().unwrap()).concat()
    });
    assert!(unseen.is_empty(), "not seen:\n{}", unseen.join("\n"));
}

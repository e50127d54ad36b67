//! The scenes that both executors run.

use toile::scene::{Scene, catalog, set};

/// What no scene of the catalogue has: a name, the scene that it is made from, and what is changed in it.
const OTHERS: &[(&str, &str, &str)] = &[
    ("newmark", "shade", "integrator=newmark"),
    ("newton", "curl", "newton=5"),
    ("newton-in-contact", "bowl", "newton=5 integrator=newmark"),
    (
        "pulled-strip",
        "cantilever",
        "integrator=newmark newton=5 material.poisson=0.45 stretch_damping=0.001 bending_damping=0.001 \
        load=[{select=\"top\",force=[10.0,0.0,5.0],moment=5.0,ramp=0.2}]",
    ),
    ("springs-of-a-material", "cantilever", "tied=false method=implicit-cg mesh=one-way"),
    ("loaded-springs", "mat", "method=mass-spring substeps=100 integrator=rk4"),
    ("loaded-positions", "mat", "method=triangle-bending substeps=8 iterations=2"),
    (
        "loaded-elements",
        "mat",
        "method=nonconforming substeps=4 material.young=1.0e5 moment=-0.002 load.1.force=[0.0,0.0,-0.003] frames=4",
    ),
    ("explicit-of-a-material", "cantilever", "tied=false method=mass-spring substeps=80"),
    (
        "developable-clamp",
        "cantilever",
        "tied=false method=nonconforming substeps=8 material.young=1.0e5 frames=4",
    ),
    ("developable-curved", "two-corners", "mesh.roll=0.5"),
    ("developable-first-order", "two-corners", "integrator=first-order mesh=irregular"),
    ("developable-conforming", "two-corners", "elements=conforming"),
    ("positions-of-a-material", "cantilever", "tied=false method=triangle-bending substeps=8 iterations=2"),
];

/// The small versions of all scenes, by name.
pub fn small() -> Vec<(&'static str, Scene)> {
    let small = |entry: &catalog::Entry| entry.scene().and_then(|s| s.small()).unwrap();
    let other = |&(name, from, changes): &(&'static str, &str, &str)| {
        let changes: Vec<_> = changes.split_whitespace().map(|c| set::split(c).unwrap()).collect();
        (name, small(catalog::find(from).unwrap()).set(&changes).unwrap())
    };
    catalog::ALL.iter().map(|entry| (entry.name, small(entry))).chain(OTHERS.iter().map(other)).collect()
}

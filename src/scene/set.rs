//! `--set KEY=VALUE`: a scene with some fields changed.

use super::explain::{Explanation, advice_for, explain};
use super::nearest::{clip, list, suggestion};
use super::{MethodName, Scene, tree};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use toml::Value;

/// Short names that every scene has, with the fields they stand for.
pub const SHORT: &[(&str, &str)] = &[
    ("rows", "mesh.rows"),
    ("columns", "mesh.columns"),
    ("mesh", "mesh.pattern"),
    ("shape", "mesh.shape"),
    ("dt", "solver.dt"),
    ("substeps", "solver.substeps"),
    ("iterations", "solver.iterations"),
    ("material", "material.name"),
    ("damping", "material.damping"),
    ("density", "material.density"),
    ("friction", "ground.friction"),
    ("alleviation", "contact.alleviation"),
    ("contact_force", "contact.contact_force"),
    ("body_count", "rain.count"),
];

/// Short names of the fields of one method.
pub fn short_of_method(method: MethodName) -> &'static [(&'static str, &'static str)] {
    match method {
        MethodName::TriangleBending => &[
            ("stretch", "triangle_bending.stretch"),
            ("bending_model", "triangle_bending.bending_model"),
            ("kappa", "triangle_bending.kappa"),
            ("k", "triangle_bending.k"),
            ("weights", "triangle_bending.weights"),
            ("volume", "triangle_bending.volume"),
            ("pressure", "triangle_bending.pressure"),
        ],
        MethodName::MassSpring => &[
            ("stretch", "mass_spring.stretch"),
            ("shear", "mass_spring.shear"),
            ("bending", "mass_spring.bending"),
            ("bending_model", "mass_spring.bending_model"),
            ("spring_damping", "mass_spring.spring_damping"),
            ("integrator", "mass_spring.integrator"),
        ],
        MethodName::ImplicitCg => &[
            ("stretch", "implicit_cg.stretch"),
            ("shear", "implicit_cg.shear"),
            ("bending", "implicit_cg.bending"),
            ("bending_model", "implicit_cg.bending_model"),
            ("spring_damping", "implicit_cg.spring_damping"),
            ("pressure", "implicit_cg.pressure"),
            ("strain_limit", "implicit_cg.strain_limit"),
            ("solver", "implicit_cg.solver"),
            ("derivative", "implicit_cg.derivative"),
            ("preconditioner", "implicit_cg.preconditioner"),
            ("interleaving", "implicit_cg.interleaving"),
            ("tolerance", "implicit_cg.tolerance"),
            ("iterations", "implicit_cg.iterations"),
        ],
        MethodName::DiscreteShells => &[
            ("integrator", "discrete_shells.integrator"),
            ("newton", "discrete_shells.newton"),
            ("stretch_damping", "discrete_shells.stretch_damping"),
            ("bending_damping", "discrete_shells.bending_damping"),
            ("preconditioner", "discrete_shells.preconditioner"),
            ("tolerance", "discrete_shells.tolerance"),
            ("iterations", "discrete_shells.iterations"),
        ],
        MethodName::Nonconforming => &[
            ("integrator", "nonconforming.integrator"),
            ("elements", "nonconforming.elements"),
            ("tolerance", "nonconforming.tolerance"),
            ("newton", "nonconforming.newton"),
            ("iterations", "nonconforming.iterations"),
            ("easing", "nonconforming.easing"),
            ("preconditioner", "nonconforming.preconditioner"),
        ],
    }
}

/// Takes `KEY=VALUE` apart.
pub fn split(assignment: &str) -> Result<(String, String)> {
    match assignment.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().into(), value.trim().into())),
        _ => Err(Error::input(
            format!("--set {}", clip(assignment)),
            "is not KEY=VALUE",
            "write for example --set triangle_bending.kappa=0.01",
        )),
    }
}

/// A value for a field: as the user typed it, or from the table `test`.
enum Given<'a> {
    Text(&'a str),
    Value(&'a Value),
}

impl Scene {
    /// The scene with fields changed, in order; a key is the dotted path of a field, or a short name.
    ///
    /// The name of a file is then taken as it is, not relative to the scene file.
    pub fn set(&self, assignments: &[(String, String)]) -> Result<Scene> {
        let mut scene = self.clone();
        for (key, text) in assignments {
            scene = scene.with(key, Given::Text(text), "--set")?;
        }
        // Only at the end: two assignments may be right together and wrong alone.
        scene.checked("--set")
    }

    /// The small version of the scene: the table `test` applied.
    pub fn small(&self) -> Result<Scene> {
        let at = if self.name.is_empty() { "test".into() } else { format!("{}: test", clip(&self.name)) };
        let mut assignments = Vec::new();
        // A dotted key in TOML makes tables: the leaves have the paths back.
        let table = Value::Table(self.test.clone().into_iter().collect());
        tree::visit(&table, &mut |path, value| assignments.push((path.to_string(), value.clone())));
        let mut scene = self.clone();
        for (key, value) in &assignments {
            scene = scene.with(key, Given::Value(value), &at)?;
        }
        scene.checked(&at)
    }

    /// Every short name of this scene, with the path of its field; the scene's own go before those of all.
    pub fn short_names(&self) -> BTreeMap<&str, &str> {
        let own = self.short.iter().map(|(name, path)| (name.as_str(), path.as_str()));
        SHORT.iter().chain(short_of_method(self.method)).copied().chain(own).collect()
    }

    /// The scene with one field changed, not validated.
    fn with(&self, key: &str, given: Given<'_>, at: &str) -> Result<Scene> {
        let path = self.short_names().get(key).copied().unwrap_or(key).to_string();
        let mut root = tree::of(self)?;
        let Some(slot) = tree::get_mut(&mut root, &path) else {
            return Err(self.unknown(key, &root, at));
        };
        let place = format!("{at} {}", clip(&path));
        if slot.is_table() && !matches!(given, Given::Value(Value::Table(_))) {
            let fields = slot.as_table().map(|t| t.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
            let advice = format!("set one of its fields: {}", list(&fields));
            return Err(Error::input(place, "is a table", advice));
        }
        *slot = match given {
            Given::Text(text) => read_value(text, slot),
            Given::Value(value) => value.clone(),
        };
        let mut scene: Scene = root.clone().try_into().map_err(|e: toml::de::Error| {
            let Explanation { what, advice } = explain(e.message(), &path);
            Error::input(&place, what, advice)
        })?;
        match tree::misread(&root, &tree::of(&scene)?) {
            None => {
                if path == "material.name" {
                    scene.material.take_named(|_| false);
                }
                Ok(scene)
            }
            Some((_, what)) => Err(Error::input(place, what, advice_for(&path))),
        }
    }

    /// The scene itself if it is valid.
    fn checked(self, at: &str) -> Result<Scene> {
        match self.fault()? {
            None => Ok(self),
            Some(fault) => Err(fault.error(&format!("{at} "))),
        }
    }

    /// The error for a key that the scene does not have.
    fn unknown(&self, key: &str, root: &Value, at: &str) -> Error {
        let place = format!("{at} {}", clip(key));
        if let Some((what, advice)) = beyond(key, root) {
            return Error::input(place, what, advice);
        }
        let paths = tree::fields(root);
        let short = self.short_names();
        let names = short.keys().copied().chain(paths.iter().map(String::as_str));
        let advice = suggestion(key, names).unwrap_or_else(|| {
            let short: Vec<&str> = short.keys().copied().collect();
            format!("give the dotted path of a field, or one of {}", short.join(", "))
        });
        Error::input(place, "unknown key", advice)
    }
}

/// What is wrong with a key that leads into a list, but to none of its elements; and what to do.
fn beyond(key: &str, root: &Value) -> Option<(String, String)> {
    let (first, rest) = key.split_once('.')?;
    let tree::List { name, plural } = tree::LISTS.iter().find(|list| list.name == first)?;
    let count = tree::get(root, name)?.as_array()?.len();
    let index = rest.split('.').next().and_then(|i| i.parse::<usize>().ok());
    if index.is_some_and(|i| i < count) {
        return None;
    }
    Some(match count {
        0 => (format!("the scene has no {plural}"), format!("add [[{name}]] to the scene file")),
        1 => (format!("the scene has 1 {name}"), format!("write {name}.0.FIELD for the first")),
        _ => (format!("the scene has {count} {plural}"), format!("write {name}.0.FIELD for the first")),
    })
}

/// What the text means for a field that has the value `present`: a TOML value, else a bare text.
fn read_value(text: &str, present: &Value) -> Value {
    let parsed = text.parse::<Value>().ok();
    match (present, parsed) {
        // A text needs no quotes, and one that looks like a number is still a text.
        (Value::String(_), Some(Value::String(quoted))) => Value::String(quoted),
        (Value::String(_), _) => Value::String(text.into()),
        (_, Some(value)) => value,
        // Numbers such as `.5`, which TOML does not allow.
        (_, None) => text.parse().map_or_else(|_| Value::String(text.into()), Value::Float),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        BendingModel, Body, BodyKind, CgSolver, Edge, Estimate, Pattern, Pin, Seam, Switch, Track,
    };
    use super::*;
    use proptest::prelude::*;

    fn scene() -> Scene {
        let mut scene = Scene { pin: vec![Pin::default()], body: vec![Body::default()], ..Scene::default() };
        scene.short.insert("level".into(), "mesh.level".into());
        scene
    }

    fn set(assignments: &[&str]) -> Result<Scene> {
        scene().set(&assignments.iter().map(|a| split(a)).collect::<Result<Vec<_>>>()?)
    }

    fn error(assignment: &str) -> String {
        let error = set(&[assignment]).unwrap_err();
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    }

    #[test]
    fn paths_and_short_names() {
        let changed = set(&[
            "triangle_bending.kappa=0.01",
            "k = [[0, 0], [1, 1]]",
            "pin.0.until=2",
            "mesh=structural",
            "bending_model=triangle-signed",
            "level=1",
            "gravity.1=-1",
            "ground.on=true",
            "damping=.25",
            "name=2024",
            "about=\"a = b\"",
            "seed=7",
        ])
        .unwrap();
        assert_eq!(changed.triangle_bending.kappa, Track::constant(0.01));
        assert_eq!(changed.triangle_bending.k.range(), (0.0, 1.0));
        assert_eq!((changed.pin[0].until, changed.seed, changed.mesh.level), (2.0, 7, 1));
        assert_eq!(changed.mesh.pattern, Pattern::Structural);
        assert_eq!(changed.triangle_bending.bending_model, BendingModel::TriangleSigned);
        assert_eq!((changed.gravity, changed.ground.on), ([0.0, -1.0, 0.0], true));
        assert_eq!((changed.material.damping, changed.name.as_str()), (0.25, "2024"));
        assert_eq!(changed.about, "a = b");
        assert!(set(&["pin=[]"]).unwrap().pin.is_empty());
        assert_eq!(set(&["shape=file", "mesh.file=a.obj"]).unwrap().mesh.file, "a.obj");
    }

    #[test]
    fn every_short_name_is_a_field() {
        use MethodName as M;
        for method in [M::TriangleBending, M::MassSpring, M::ImplicitCg, M::DiscreteShells, M::Nonconforming]
        {
            let scene = Scene { method, ..scene() };
            let root = tree::of(&scene).unwrap();
            assert!(scene.short_names().values().all(|path| tree::get(&root, path).is_some()));
        }
    }

    #[test]
    fn bodies_and_contact() {
        let changed = set(&[
            "body.0.kind=dynamic",
            "body.0.mass=3",
            "body.0.velocity.1=-2",
            "alleviation=off",
            "contact_force=energy",
            "body_count=7",
            "tilt=30",
            "method=mass-spring",
            "shear=20",
        ])
        .unwrap();
        let body = &changed.body[0];
        assert_eq!((body.kind, body.mass, body.velocity), (BodyKind::Dynamic, 3.0, [0.0, -2.0, 0.0]));
        assert_eq!(changed.contact.alleviation, Switch::Off);
        assert_eq!(changed.contact.contact_force, Estimate::Energy);
        assert_eq!((changed.rain.count, changed.tilt, changed.mass_spring.shear), (7, 30.0, 20.0));
        for quoted in ["alleviation=on", "alleviation=\"on\"", "contact.alleviation=on"] {
            assert_eq!(changed.set(&[split(quoted).unwrap()]).unwrap().contact.alleviation, Switch::On);
        }
    }

    #[test]
    fn implicit_cloth_and_its_seams() {
        let scene = Scene { method: MethodName::ImplicitCg, seam: vec![Seam::default()], ..scene() };
        let all = |assignments: &[&str]| {
            scene.set(&assignments.iter().map(|a| split(a)).collect::<Result<Vec<_>>>().unwrap())
        };
        let changed = all(&[
            "mesh.copies=2",
            "mesh.spacing=[0, 2, 0]",
            "seam.0.edges=[\"bottom\", \"top\"]",
            "seam.0.points=7",
            "pin.0.slide=[1, 0, 0]",
            "wind.density=1.2",
            "wind.lift=0.5",
            "solver=mcg",
            "solver.dt=0.01",
            "iterations=50",
            "pressure=[[0, 0], [1, 60]]",
        ])
        .unwrap();
        assert_eq!((changed.mesh.copies, changed.mesh.spacing), (2, [0.0, 2.0, 0.0]));
        assert_eq!((changed.seam[0].edges, changed.seam[0].points), ([Edge::Bottom, Edge::Top], 7));
        assert_eq!((changed.pin[0].slide, changed.wind.lift), ([1.0, 0.0, 0.0], 0.5));
        assert_eq!((changed.implicit_cg.solver, changed.implicit_cg.iterations), (CgSolver::Mcg, 50));
        assert_eq!((changed.implicit_cg.pressure.range(), changed.solver.dt), ((0.0, 60.0), 0.01));
        for (assignment, start) in [
            ("seam.1.points=5", "--set seam.1.points: the scene has 1 seam; write seam.0.FIELD"),
            ("seam.0.pints=5", "--set seam.0.pints: unknown key; did you mean `seam.0.points`"),
            (
                "seam.0.edges.1=up",
                "--set seam.0.edges.1: `up` is none of its values; use top, bottom, left or",
            ),
            ("seam.0.edges=[\"top\"]", "--set seam.0.edges: a list of 1 where a list of 2 is needed;"),
            ("seam.0.copies=[0, -1]", "--set seam.0.copies: `-1` does not fit; give 0 to 63"),
            ("solver=cg", "--set implicit_cg.solver: `cg` is none of its values; use jmcg1, jmcg2 or mcg"),
            ("frames=5", "--set seam.0.copies: there is no copy 1; choose from 0 to 0, or raise mesh.copies"),
        ] {
            let message = all(&[assignment]).unwrap_err().to_string();
            assert!(message.starts_with(start), "{assignment}\n  {message}\n  {start}");
        }
    }

    #[test]
    fn own_short_names_go_first() {
        let mut scene = scene();
        scene.short.insert("friction".into(), "body.0.friction".into());
        assert_eq!(scene.short_names()["friction"], "body.0.friction");
        let changed = scene.set(&[split("friction=0.7").unwrap()]).unwrap();
        assert_eq!((changed.body[0].friction, changed.ground), (0.7, scene.ground));
    }

    #[test]
    fn empty_lists_are_answered() {
        for (key, start) in [
            ("seam.0.points", "--set seam.0.points: the scene has no seams; add [[seam]] to the scene file"),
            ("pin.0.until", "--set pin.0.until: the scene has no pins; add [[pin]] to the scene file"),
            ("load.0.force", "--set load.0.force: the scene has no loads; add [[load]] to the scene file"),
            ("body.0.mass", "--set body.0.mass: the scene has no bodies; add [[body]] to the scene file"),
        ] {
            let message = Scene::default().set(&[(key.into(), "1".into())]).unwrap_err().to_string();
            assert!(message.starts_with(start), "{message}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for (assignment, start) in [
            ("kapa=1", "--set kapa: unknown key; did you mean `kappa`"),
            (
                "triangle_bending.kapa=1",
                "--set triangle_bending.kapa: unknown key; did you mean `triangle_bending.kappa`",
            ),
            (
                "zzzzzz=1",
                "--set zzzzzz: unknown key; give the dotted path of a field, or one of alleviation, bending_model,",
            ),
            ("k=1.5", "--set triangle_bending.k: 1.5 is outside 0 to 1;"),
            ("rows=many", "--set mesh.rows: string \"many\" where a whole number is needed; give 2 to 4096"),
            ("rows=-4", "--set mesh.rows: `-4` does not fit; give 2 to 4096"),
            (
                "mesh=diag",
                "--set mesh.pattern: `diag` is none of its values; use one-way, alternating, crossed,",
            ),
            ("method=5", "--set method: `5` is none of its values; use triangle-bending"),
            ("solver=5", "--set solver: is a table; set one of its fields: dt, iterations or substeps"),
            ("pin.1.until=5", "--set pin.1.until: the scene has 1 pin; write pin.0.FIELD"),
            ("pin.0.untl=5", "--set pin.0.untl: unknown key; did you mean `pin.0.until`"),
            ("body.1.mass=5", "--set body.1.mass: the scene has 1 body; write body.0.FIELD for the first"),
            ("body.mass=5", "--set body.mass: the scene has 1 body; write body.0.FIELD for the first"),
            ("body.0.mas=5", "--set body.0.mas: unknown key; did you mean `body.0.mass`"),
            ("body.0.mass=-3", "--set body.0.mass: -3 is outside 0 to 1000000000 kg;"),
            ("body.0.radius=0", "--set body.0.radius: 0 m leaves the sphere without volume;"),
            ("body.0.spin=[0, 1, 0]", "--set body.0.spin: has no effect; set kind = \"dynamic\""),
            (
                "body.0.kind=5",
                "--set body.0.kind: `5` is none of its values; use static, kinematic or dynamic",
            ),
            ("tilt=100", "--set tilt: 100 is outside -90 to 90 degrees;"),
            ("alleviation=true", "--set contact.alleviation: `true` is none of its values; use on or off"),
            ("alleviation=1", "--set contact.alleviation: `1` is none of its values; use on or off"),
            (
                "contact_force=force",
                "--set contact.contact_force: `force` is none of its values; use subforce, impulse or energy",
            ),
            ("body_count=2000", "--set rain.count: 2000 is outside 0 to 1024;"),
            (
                "body_count=few",
                "--set rain.count: string \"few\" where a whole number is needed; give 0 to 1024",
            ),
            ("gravity=[1, 2, 3, 4]", "--set gravity: a list of 4 where a shorter one is needed;"),
            ("k=[[1, 0], [0, 0]]", "--set triangle_bending.k: the time 0 s does not come after 1 s;"),
            ("k=stiff", "--set triangle_bending.k: string \"stiff\" where a number, or keyframes"),
            ("ground.on=yes", "--set ground.on: string \"yes\" where true or false is needed;"),
            ("pin=[[\"top\"]]", "--set pin: a list where a table is needed;"),
            ("k", "--set k: is not KEY=VALUE;"),
            ("=1", "--set =1: is not KEY=VALUE;"),
        ] {
            let message = error(assignment);
            assert!(message.starts_with(start), "{assignment}\n  {message}\n  {start}");
        }
    }

    #[test]
    fn the_small_version_takes_both_kinds_of_key() {
        let text = "name = \"a\"\n[test]\nrows = 8\nmesh.level = 1\nmesh.pattern = \"crossed\"\n\"solver.dt\" = 0.01\npin = []";
        let small = super::super::file::parse(text, "a").unwrap().small().unwrap();
        assert_eq!((small.mesh.rows, small.mesh.level, small.solver.dt), (8, 1, 0.01));
        assert_eq!(small.mesh.pattern, Pattern::Crossed);
        let wrong =
            super::super::file::parse("name = \"a\"\n[test]\nrow = 8", "a").unwrap().small().unwrap_err();
        assert!(wrong.to_string().starts_with("a: test row: unknown key; did you mean `rows`"), "{wrong}");
    }

    proptest! {
        #[test]
        fn any_assignment_is_answered(key in "(k|(pin|body|seam)(\\.[0-9x]){0,2}|mesh(\\.[a-z]*)?|\\PC*)", value in "\\PC*") {
            let _ = scene().set(&[(key, value)]);
        }
    }
}

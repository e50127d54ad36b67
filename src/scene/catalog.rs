//! The built-in scenes, shared by the viewer, the command line, the tests and the benches.

use super::nearest::{clip, suggestion};
use super::{MeshSpec, Scene, Shape, file};
use crate::error::{Error, Result};
use std::io::BufRead;
use std::path::Path;

/// A built-in scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its name, as the command line takes it.
    pub name: &'static str,
    /// Its file.
    pub toml: &'static str,
}

impl Entry {
    /// The scene itself.
    pub fn scene(&self) -> Result<Scene> {
        file::parse(self.toml, &format!("{}.toml", self.name))
    }
}

macro_rules! entries {
    ($($name:literal),* $(,)?) => {
        &[$(Entry { name: $name, toml: include_str!(concat!("../../assets/scenes/", $name, ".toml")) }),*]
    };
}

/// Every built-in scene, by name.
pub const ALL: &[Entry] = entries![
    "ball",
    "balloon",
    "banner",
    "bend-sweep",
    "bowl",
    "box-corner",
    "brick",
    "cantilever",
    "cape",
    "capstan",
    "curl",
    "cushion",
    "dent",
    "developable-drape",
    "edge-strip",
    "flag",
    "impact",
    "implicit-drape",
    "implicit-sheet",
    "incline",
    "leaf",
    "line-over-torus",
    "mat",
    "paper",
    "pendulum",
    "plant",
    "rabbit-collapse",
    "rabbit-drape",
    "rabbit-stiffness",
    "rain",
    "repulsion",
    "rigid-fabric",
    "sewn",
    "shade",
    "sheet",
    "shirt",
    "sleeve",
    "sliding-corner",
    "sphere-drape",
    "stick-drop",
    "strip",
    "torus-drape",
    "two-corners",
];

/// The scene that is shown when none is asked for.
pub const DEFAULT: &str = "sheet";

/// The built-in scene of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// The scene that the user means: a built-in one by name, a scene file, or an OBJ file that drops on the
/// ground.
pub fn resolve(name_or_path: &str) -> Result<Scene> {
    if let Some(entry) = find(name_or_path) {
        return entry.scene();
    }
    let path = Path::new(name_or_path);
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("toml") => file::load(path),
        Some("obj") => drop_mesh(path, name_or_path),
        _ => {
            let known = ALL.iter().map(|entry| entry.name);
            let near = suggestion(name_or_path, known).unwrap_or_default();
            let advice = format!("{near} `toile scenes` lists them all; a file ends in .toml or .obj");
            Err(Error::input(format!("scene `{}`", clip(name_or_path)), "there is none", advice.trim_start()))
        }
    }
}

/// A scene in which an OBJ file's mesh, as it is, drops on the ground from a quarter of its size.
fn drop_mesh(path: &Path, name: &str) -> Result<Scene> {
    let (bottom, size) = extent(path, name)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut scene = Scene {
        name: stem.replace(|c: char| c.is_control() || c == '\\', "-"),
        about: format!("{} drops on the ground.", stem.replace(char::is_control, "-")),
        frames: 120,
        mesh: MeshSpec { shape: Shape::File, file: name.into(), ..MeshSpec::default() },
        ..Scene::default()
    };
    scene.mesh.position[1] = size / 4.0 - bottom;
    scene.ground.on = true;
    scene.validate(name)?;
    Ok(scene)
}

/// The smallest y of an OBJ file's vertices, and the largest extent along an axis [m].
///
/// Only lines that are plainly vertices count: what is wrong in the file is for the mesh's reader to say.
fn extent(path: &Path, name: &str) -> Result<(f64, f64)> {
    let mut reader = std::io::BufReader::new(file::open(path, name)?);
    let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, e))? > 0 {
        for (axis, value) in vertex(&line).into_iter().flatten().enumerate() {
            min[axis] = min[axis].min(value);
            max[axis] = max[axis].max(value);
        }
        line.clear();
    }
    if min[1] > max[1] {
        return Err(Error::input(name, "has no vertices", "name an OBJ file with a mesh"));
    }
    Ok((min[1], (0..3).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max)))
}

/// The coordinates of a line `v x y z`.
fn vertex(line: &[u8]) -> Option<[f64; 3]> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    if words.next()? != "v" {
        return None;
    }
    let mut number = || words.next()?.parse::<f64>().ok().filter(|value| value.is_finite());
    Some([number()?, number()?, number()?])
}

#[cfg(test)]
mod tests {
    use super::super::BendingModel;
    use super::*;

    #[test]
    fn every_scene_and_its_small_version_is_valid() {
        for entry in ALL {
            let scene = entry.scene().unwrap();
            assert_eq!(scene.name, entry.name);
            assert!(scene.about.ends_with('.') && scene.about.len() > 20, "{}: about", entry.name);
            assert!(scene.about.matches(". ").count() == 0, "{}: one sentence", entry.name);
            let small = scene.small().unwrap();
            assert!(!scene.test.is_empty() && small != scene, "{}: test", entry.name);
            for scene in [scene, small] {
                assert_eq!(file::parse(&scene.to_toml().unwrap(), entry.name).unwrap(), scene);
            }
        }
    }

    #[test]
    fn what_a_header_says_to_try_is_valid() {
        for entry in ALL {
            let header = entry.toml.lines().map_while(|line| line.strip_prefix('#'));
            for part in header.collect::<String>().split(", ") {
                let sets = part.split("--set ").skip(1).filter_map(|rest| rest.split_whitespace().next());
                let sets: Result<Vec<_>> =
                    sets.map(|set| super::super::set::split(set.trim_end_matches(','))).collect();
                let scene = entry.scene().unwrap().set(&sets.unwrap());
                assert!(scene.is_ok(), "{}: {part}: {}", entry.name, scene.unwrap_err());
            }
        }
    }

    #[test]
    fn names_are_sorted_and_the_default_exists() {
        assert!(ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(find(DEFAULT).is_some() && find("nothing").is_none());
    }

    #[test]
    fn every_bending_model_has_a_scene() {
        use BendingModel as B;
        let models: Vec<_> = ALL.iter().map(|e| e.scene().unwrap().triangle_bending.bending_model).collect();
        for model in
            [B::Triangle, B::TriangleInequality, B::TriangleSigned, B::TriangleEdge, B::Dihedral, B::Stick]
        {
            assert!(models.contains(&model), "{model:?}");
        }
    }

    #[test]
    fn unknown_names_are_answered() {
        let say = |name: &str| {
            let error = resolve(name).unwrap_err();
            assert_eq!(error.exit_code(), 4);
            error.to_string()
        };
        assert!(say("shete").contains("did you mean `sheet`? `toile scenes`"));
        assert!(
            say("rabbit").contains("did you mean `rabbit-drape`, `rabbit-collapse` or `rabbit-stiffness`?")
        );
        assert!(say("zzzzzzz").contains("; `toile scenes` lists"));
        assert!(say("none.toml").contains("there is no such file"));
        assert!(say("none.OBJ").contains("there is no such file"));
    }

    #[test]
    fn an_obj_drops_on_the_ground() {
        let path = std::env::temp_dir().join(format!("toile-drop-{}.obj", std::process::id()));
        std::fs::write(&path, b"# \xff\nv 0 -1 0\nv 4 1 0\nv 0 nan 1\nv 0 1 2\nf 1 2 4\n").unwrap();
        let scene = resolve(path.to_str().unwrap()).unwrap();
        assert_eq!(scene.mesh.position, [0.0, 2.0, 0.0]);
        assert!(scene.ground.on && scene.mesh.shape == Shape::File && scene.frames == 120);
        std::fs::write(&path, "f 1 2 3").unwrap();
        assert!(resolve(path.to_str().unwrap()).unwrap_err().to_string().contains("has no vertices"));
        std::fs::remove_file(&path).unwrap();
    }
}

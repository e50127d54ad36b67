//! Scenes from TOML files.

use super::explain::{Explanation, advice_for, explain};
use super::nearest::clip;
use super::{Scene, Shape, locate, tree};
use crate::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use toml::Value;

/// The largest scene file that is read [bytes].
const LARGEST: u64 = 1 << 20;

/// Reads a scene from the text of a TOML file; `name` is the file's name in errors.
pub fn parse(text: &str, name: &str) -> Result<Scene> {
    let mut scene: Scene = toml::from_str(text).map_err(|e| malformed(&e, text, name))?;
    let given: toml::Table = toml::from_str(text).map_err(|e| malformed(&e, text, name))?;
    if let Some((path, what)) = tree::misread(&Value::Table(given.clone()), &tree::of(&scene)?) {
        let at = line_prefix(name, locate::line_of(text, &path));
        return Err(Error::input(format!("{at}: {path}"), what, advice_for(&path)));
    }
    let material = given.get("material").and_then(Value::as_table);
    scene.material.take_named(|field| material.is_some_and(|given| given.contains_key(field)));
    match scene.fault()? {
        None => Ok(scene),
        Some(fault) => {
            let at = line_prefix(name, locate::line_of(text, &fault.path));
            Err(fault.error(&format!("{at}: ")))
        }
    }
}

/// Reads the scene file at `path`; relative names of meshes, of starts and of caches then start at the file's
/// folder, and a scene without a name has the file's.
pub fn load(path: &Path) -> Result<Scene> {
    let name = path.display().to_string();
    let mut scene = parse(&read(path, &name)?, &name)?;
    if scene.mesh.shape == Shape::File {
        scene.mesh.file = beside(path, &scene.mesh.file, &name)?;
    }
    if !scene.start.file.is_empty() {
        scene.start.file = beside(path, &scene.start.file, &name)?;
    }
    for file in scene.body.iter_mut().flat_map(|body| [&mut body.file, &mut body.cache]) {
        if !file.is_empty() {
            *file = beside(path, file, &name)?;
        }
    }
    if scene.name.is_empty() {
        scene.name = path.file_stem().unwrap_or_default().to_string_lossy().replace(char::is_control, "-");
    }
    Ok(scene)
}

/// Opens a file that the user named; `name` is what it is called in errors.
pub(super) fn open(path: &Path, name: &str) -> Result<File> {
    let refused = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => {
            let advice = "check the path; `toile scenes` lists the built-in scenes";
            Error::input(name, "there is no such file", advice)
        }
        _ => Error::io(path, e),
    };
    // Asked for first: to open a pipe would wait for its other end.
    if !std::fs::metadata(path).map_err(refused)?.is_file() {
        return Err(Error::input(name, "is not a file", "name a TOML or an OBJ file"));
    }
    File::open(path).map_err(refused)
}

/// The file's text, as long as it is one that could be a scene.
fn read(path: &Path, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    open(path, name)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| Error::io(path, e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::input(
            name,
            "is larger than 1 MiB",
            "keep meshes in OBJ files and name them in mesh.file or body.N.file",
        ));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = format!("{name}: byte {}", e.utf8_error().valid_up_to());
        Error::input(at, "is not UTF-8 text", "save the scene as UTF-8")
    })
}

/// `file` as seen from where the scene file at `path` is.
fn beside(path: &Path, file: &str, name: &str) -> Result<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match folder.join(file).into_os_string().into_string() {
        Ok(joined) => Ok(joined),
        Err(_) => Err(Error::input(name, "its folder's name is not UTF-8", "rename the folder")),
    }
}

/// The deserializer's error with the line, the field and advice.
fn malformed(error: &toml::de::Error, text: &str, name: &str) -> Error {
    let Some(span) = error.span() else {
        return Error::input(name, clip(error.message()), "mend the file");
    };
    let path = locate::path_at(text, span.start);
    let at = line_prefix(name, Some(locate::line(text, span.start)));
    let Explanation { what, advice } = explain(error.message(), &path);
    if path.is_empty() {
        // No field, as the text is no TOML: the parser says what it expected instead.
        let syntax = !what.starts_with("duplicate");
        let advice = if syntax { "mend the line; TOML wants `key = value` or `[table]`" } else { &advice };
        return Error::input(at, what, advice);
    }
    Error::input(format!("{at}: {path}"), what, advice)
}

fn line_prefix(name: &str, line: Option<usize>) -> String {
    line.map_or_else(|| name.to_string(), |line| format!("{name}:{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        let error = parse(text, "cloth.toml").unwrap_err();
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    }

    #[test]
    fn errors_name_file_line_and_field() {
        for (text, start) in [
            (
                "\n[triangle_bending]\n\nkapa = 1",
                "cloth.toml:4: triangle_bending.kapa: unknown field; did you mean `kappa`?",
            ),
            ("[triangle_bending]\nk = 1.5", "cloth.toml:2: triangle_bending.k: 1.5 is outside 0 to 1;"),
            (
                "[triangle_bending]\nk = [[0, 0], [0, 1]]",
                "cloth.toml:2: triangle_bending.k: the time 0 s does not come after 0 s;",
            ),
            (
                "[mesh]\nrows = 2.5",
                "cloth.toml:2: mesh.rows: the number `2.5` where a whole number is needed; give 2 to 4096",
            ),
            ("[mesh]\nrows = -1", "cloth.toml:2: mesh.rows: `-1` does not fit; give 2 to 4096"),
            (
                "[mesh]\npattern = \"diag\"",
                "cloth.toml:2: mesh.pattern: `diag` is none of its values; use one-way, alternating,",
            ),
            ("gravity = [0, 1]", "cloth.toml:1: gravity: a list of 2 where a list of 3 is needed;"),
            ("gravity = [0, 1, 2, 3]", "cloth.toml:1: gravity: a list of 4 where a list of 3 is needed;"),
            ("[[pin]]\n[[pin]]\nuntl = 1", "cloth.toml:3: pin.1.untl: unknown field; did you mean `until`?"),
            (
                "[[pin]]\nmotion = [0, [[0, 0], [1, 2000]], 0]",
                "cloth.toml:2: pin.0.motion: 2000 at 1 s is outside -1000 to 1000 m;",
            ),
            ("pin = 3", "cloth.toml:1: pin: the number `3` where a list is needed;"),
            ("mesh = 3", "cloth.toml:1: mesh: the number `3` where a table is needed;"),
            (
                "[[mesh]]\nrows = 3",
                "cloth.toml:2: mesh.0.rows: a list where a table is needed; write [mesh] once, not [[mesh]]",
            ),
            ("mesh = [\"sheet\"]", "cloth.toml:1: mesh: a list where a table is needed;"),
            ("[pin]\nuntil = 2", "cloth.toml:1: pin: a table where a list is needed; write [[pin]]"),
            ("[body]\nmass = 2", "cloth.toml:1: body: a table where a list is needed; write [[body]] above"),
            (
                "[[body]]\n[[body]]\nradus = 1",
                "cloth.toml:3: body.1.radus: unknown field; did you mean `radius`?",
            ),
            ("[[body]]\n\nmass = -1", "cloth.toml:3: body.0.mass: -1 is outside 0 to 1000000000 kg;"),
            (
                "[[body]]\nkind = \"kinematic\"\npath = [0, [[0, 0], [1, 2000]], 0]",
                "cloth.toml:3: body.0.path: 2000 at 1 s is outside -1000 to 1000 m;",
            ),
            (
                "[[body]]\nshape = \"cube\"",
                "cloth.toml:2: body.0.shape: `cube` is none of its values; use sphere, box, capsule, cylinder,",
            ),
            (
                "[[body]]\nshape = \"box\"\nsize = [1, 0, 1]",
                "cloth.toml:3: body.0.size: 0 m leaves the box without volume;",
            ),
            (
                "[contact]\nalleviation = true",
                "cloth.toml:2: contact.alleviation: a text is needed; use on or off",
            ),
            (
                "[[seam]]\n\nedges = [\"left\", \"up\"]",
                "cloth.toml:3: seam.0.edges.1: `up` is none of its values; use top, bottom, left or right",
            ),
            (
                "[seam]\npoints = 2",
                "cloth.toml:1: seam: a table where a list is needed; write [[seam]] above",
            ),
            ("[[seam]]\npoints = 5", "cloth.toml:1: seam.0: has no effect; set method = \"implicit-cg\""),
            (
                "[mesh]\ncopies = 2",
                "cloth.toml:1: mesh.spacing: is zero, and 2 copies would lie on each other;",
            ),
            ("[rain]\nsize = [1]", "cloth.toml:2: rain.size: a list of 1 where a list of 2 is needed;"),
            ("seed = 1\nseed = 2", "cloth.toml:2: duplicate key; give each key and each table once"),
            ("seed = ", "cloth.toml:1: "),
            ("seed = 99999999999999999999", "cloth.toml:1: seed: "),
            ("[ground]\non = 1", "cloth.toml:2: ground.on: the number `1` where true or false is needed;"),
        ] {
            let message = error(text);
            assert!(message.starts_with(start), "{text}\n  {message}\n  {start}");
        }
    }

    #[test]
    fn files_that_are_no_scene() {
        let folder = std::env::temp_dir().join(format!("toile-scene-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let say = |path: &Path| load(path).unwrap_err().to_string();
        assert!(say(&folder.join("none.toml")).contains("there is no such file"));
        assert!(say(&folder).contains("is not a file"));
        assert!(say(&write("big.toml", &vec![b'\n'; (LARGEST + 1) as usize])).contains("larger than 1 MiB"));
        assert!(say(&write("latin.toml", b"name = \"\xe9\"")).contains("byte 8: is not UTF-8"));
        let path = write(
            "my-cloth.toml",
            b"[mesh]\nshape = \"file\"\nfile = \"a/b.obj\"\n[start]\nfile = \"c.obj\"",
        );
        let scene = load(&path).unwrap();
        assert_eq!(Path::new(&scene.mesh.file), folder.join("a/b.obj"));
        assert_eq!(Path::new(&scene.start.file), folder.join("c.obj"));
        assert_eq!(scene.name, "my-cloth");
        let path = write(
            "bodies.toml",
            b"[[body]]\n[[body]]\nshape = \"mesh\"\nfile = \"a.obj\"\ncache = \"a.field\"\n\
              [[body]]\nshape = \"mesh\"\nfile = \"/far/b.obj\"",
        );
        let body = load(&path).unwrap().body;
        assert_eq!((body[0].file.as_str(), body[0].cache.as_str()), ("", ""));
        assert_eq!(Path::new(&body[1].file), folder.join("a.obj"));
        assert_eq!(Path::new(&body[1].cache), folder.join("a.field"));
        assert_eq!((body[2].file.as_str(), body[2].cache.as_str()), ("/far/b.obj", ""));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "\\PC*") {
            let _ = parse(&text, "random");
        }

        #[test]
        fn any_toml_is_answered(lines in prop::collection::vec(
            "(\\[{1,2}(mesh|pin|body|seam|rain|test|wind|x)\\]{1,2}|(rows|k|until|motion|slide|copies|edges|mass|path|size|velocity|mesh\\.file|short\\.a|\"\u{1b}\") = \
             (-?[0-9]{1,20}|inf|nan|\\[\\[[0-9], [0-9.]*\\]\\]|\"[a-z.]*\"|\\{ a = 1 \\}|true))", 0..6)) {
            let _ = parse(&lines.join("\n"), "random");
        }
    }
}

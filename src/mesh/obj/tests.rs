use super::*;
use crate::mesh::Topology;
use proptest::prelude::*;

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

fn good(text: &str) -> Loaded {
    parse(text.as_bytes(), "m.obj").unwrap()
}

/// The place and the text of the error.
fn refused(text: impl AsRef<[u8]>) -> (String, String) {
    match parse(text.as_ref(), "m.obj") {
        Err(Error::Input { at, what, .. }) => (at, what),
        other => panic!("{other:?}"),
    }
}

fn cube() -> String {
    let mut text = String::new();
    for i in 0..8 {
        text += &format!("v {} {} {}\n", i & 1, i >> 1 & 1, i >> 2);
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}

#[test]
fn a_clean_cube_keeps_its_order_and_its_quads() {
    let Loaded { mesh, warnings } = good(&cube());
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(mesh.positions[6], Vec3::new(0.0, 1.0, 1.0));
    assert_eq!(mesh.triangles.len(), 12);
    assert_eq!(mesh.polygons, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    let topology = Topology::new(&mesh);
    assert!(topology.is_closed());
    assert_eq!(topology.edges.iter().filter(|e| e.diagonal).count(), 6);
    assert!((mesh.volume() - 1.0).abs() < 1e-6);
}

#[test]
fn normals_textures_materials_and_objects_split_nothing() {
    let text = format!(
        "mtllib /dev/zero\n{SQUARE}vt 0 0\nvt 1 1\nvn 0 0 1\nvn 0 1 0\no a\nusemtl x\n\
         f 1/1/1 2/2/1 3/1/1\ng b\ns 1\nf 1/2/2 3//2 4//-1\n"
    );
    let Loaded { mesh, warnings } = good(&text);
    assert_eq!(mesh.positions.len(), 4);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert!(warnings.is_empty());
}

#[test]
fn marks_line_ends_continuations_and_comments() {
    let text = "\u{feff}v 0 0 0 # first\r\nv 1 0 \\\r\n0 1.0\r\nv 0 1 0 0.5 0.5 0.5\r\n\tf -3 -2 \\\n-1";
    assert_eq!(good(text).mesh.triangles, [[0, 1, 2]]);
    assert_eq!(good(text).mesh.positions[1], Vec3::X);
    assert_eq!(good("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0").mesh.triangles.len(), 1);
}

#[test]
fn faults_are_refused_with_their_line() {
    for (tail, line, what) in [
        ("f 1 2 5", 5, "vertex index 5 is out of range"),
        ("f 0 1 2", 5, "vertex index 0 is out of range"),
        ("\nf 1 2 -5", 6, "vertex index -5 is out of range"),
        ("f 1 2 -9223372036854775808", 5, "is out of range"),
        ("f 1 2 99999999999999999999", 5, "is not a vertex index"),
        ("f 1 2 x", 5, "`x` is not a vertex index"),
        ("f 1 2 3//n", 5, "is not a vertex index"),
        ("f 1 2", 5, "a face with 2 corners"),
        ("# c\nv 0 nan 0", 6, "the coordinate `nan` is not finite"),
        ("v 0 0 1e99", 5, "the coordinate `1e99` is not finite"),
        ("v 0 -inf 0", 5, "the coordinate `-inf` is not finite"),
        ("v 0 0,5 0", 5, "`0,5` is not a number"),
        ("v 0 0", 5, "a vertex with 2 coordinates"),
        ("v 0 \\\n 0", 5, "a vertex with 2 coordinates"),
        ("f 1 2 3\nf 1 2 \\\n\\\n7\nf 1 2 3", 6, "vertex index 7 is out of range"),
    ] {
        let (at, found) = refused(format!("{SQUARE}{tail}"));
        assert_eq!(at, format!("m.obj:{line}"), "{tail}");
        assert!(found.contains(what), "{tail}: {found}");
    }
}

#[test]
fn texts_without_a_mesh_are_refused() {
    for text in ["", "# nothing\n", SQUARE, "v 0 0 0\nf 1 1 1"] {
        let (at, what) = refused(text);
        assert_eq!(at, "m.obj");
        assert!(what.starts_with("has no face"), "{what}");
    }
    let (at, what) = refused(b"v 0 0 0\nv \xff 0 0\n");
    assert_eq!((at.as_str(), what.as_str()), ("m.obj:2", "the text is not UTF-8"));
    assert_eq!(refused(b"\xff\xfev\0 \x001\0").0, "m.obj:1");
    let polygon = format!("{SQUARE}f{}", " 1 2 3".repeat(400));
    assert_eq!(refused(polygon).0, "m.obj:5");
}

#[test]
fn missing_and_strange_files_are_refused() {
    for path in ["/no/such/file.obj", "/"] {
        let error = load(Path::new(path)).unwrap_err();
        assert!(error.to_string().starts_with(path), "{error}");
        assert_eq!(error.exit_code(), 4);
    }
    assert!(check_size(MAX_BYTES, "m.obj").is_ok());
    assert!(check_size(MAX_BYTES + 1, "m.obj").is_err());
}

#[test]
fn repairs_are_counted() {
    let text =
        format!("v 9 9 9\n{SQUARE}v 8 8 8\nf 2 3 4\nf 4 3 2\nf 2 4 5\nf 3 4 2\nf 2 2 3\nl 1 2\nhello\n");
    let Loaded { mesh, warnings } = good(&text);
    assert_eq!(mesh.positions.len(), 4);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(
        warnings,
        [
            "1 line or point element ignored",
            "1 unknown statement ignored",
            "2 duplicate faces removed",
            "1 zero-area triangle removed",
            "2 unreferenced vertices removed",
        ]
    );
}

#[test]
fn the_minority_of_an_open_piece_is_flipped() {
    let text = format!("{SQUARE}v 2 0 0\nv 2 1 0\nf 1 2 3 4\nf 2 3 6 5\n");
    let Loaded { mesh, warnings } = good(&text);
    assert_eq!(warnings, ["2 inconsistently wound triangles flipped"]);
    assert_eq!(Topology::new(&mesh).non_manifold, []);
    // Three of four faces face down and win.
    let text = format!("{SQUARE}v 2 0 0\nv 2 1 0\nf 1 2 3\nf 1 4 3\nf 2 3 6\nf 2 6 5\n");
    let mesh = good(&text).mesh;
    assert!(mesh.volume().abs() < 1e-9);
    assert_eq!(mesh.triangles[0], [0, 2, 1]);
}

#[test]
fn closed_pieces_are_turned_outward() {
    let inside_out = cube().replace("f 1 3 4 2", "f 2 4 3 1");
    let Loaded { mesh, warnings } = good(&inside_out);
    assert!((mesh.volume() - 1.0).abs() < 1e-6);
    assert_eq!(warnings, ["2 inconsistently wound triangles flipped"]);
    let reversed: String = cube()
        .lines()
        .map(|line| match line.strip_prefix("f ") {
            Some(rest) => {
                let corners: Vec<_> = rest.split(' ').rev().collect();
                format!("f {}\n", corners.join(" "))
            }
            None => format!("{line}\n"),
        })
        .collect();
    let Loaded { mesh, warnings } = good(&reversed);
    assert!((mesh.volume() - 1.0).abs() < 1e-6);
    assert_eq!(warnings, ["12 inconsistently wound triangles flipped"]);
}

#[test]
fn a_moebius_band_is_kept() {
    let mut text = String::new();
    for i in 0..6 {
        let angle = f64::from(i) * std::f64::consts::PI / 3.0;
        let (sin, cos) = angle.sin_cos();
        let (up, out) = (angle / 2.0).sin_cos();
        for side in [-0.3, 0.3] {
            let radius = 1.0 + side * out;
            text += &format!("v {} {} {}\n", cos * radius, sin * radius, side * up);
        }
    }
    text += "f 1 2 4 3\nf 3 4 6 5\nf 5 6 8 7\nf 7 8 10 9\nf 9 10 12 11\nf 11 12 1 2\n";
    let mesh = good(&text).mesh;
    assert_eq!(Topology::new(&mesh).non_manifold.len(), 1);
    assert_eq!(mesh.triangles.len(), 12);
}

#[test]
fn non_manifold_edges_are_kept() {
    let text = format!("{SQUARE}v 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 3 5\n");
    let mesh = good(&text).mesh;
    assert_eq!(mesh.triangles.len(), 3);
    assert_eq!(Topology::new(&mesh).non_manifold.len(), 1);
}

#[test]
fn concave_polygons_are_cut_inside() {
    // An arrow head whose shorter diagonal lies outside, and a star.
    let arrow = "v 0 0 0\nv 2 -1 0\nv 0.5 0 0\nv 2 1 0\nf 1 2 3 4\n";
    let mesh = good(arrow).mesh;
    assert!((mesh.area() - 0.5).abs() < 1e-6, "{}", mesh.area());
    let mut star = String::new();
    for i in 0..10 {
        let radius = if i % 2 == 0 { 1.0 } else { 0.4 };
        let (sin, cos) = (f64::from(i) * std::f64::consts::PI / 5.0).sin_cos();
        star += &format!("v {} 2 {}\n", cos * radius, -sin * radius);
    }
    let Loaded { mesh, warnings } = good(&(star + "f 1 2 3 4 5 6 7 8 9 10"));
    let area = 10.0 * 0.5 * 0.4 * (std::f64::consts::PI / 5.0).sin();
    assert!((mesh.area() - area).abs() < 1e-5, "{} {area}", mesh.area());
    assert_eq!(mesh.triangles.len(), 8);
    assert!(warnings.is_empty());
    assert_eq!(Topology::new(&mesh).non_manifold, []);
}

#[test]
fn quads_are_cut_along_the_shorter_diagonal() {
    let long = "v 0 0 0\nv 1 0 0\nv 3 1 0\nv 2 1 0\nf 1 2 3 4\n";
    assert_eq!(good(long).mesh.triangles, [[1, 2, 3], [1, 3, 0]]);
    let noisy = "v 0 0 0\nv 1 0 0\nv 1.000001 1 0\nv 0 1 0\nf 1 2 3 4\n";
    assert_eq!(good(noisy).mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
}

/// Whether all corners are vertices and all vertices corners.
fn is_sound(mesh: &Mesh) -> bool {
    let mut used = vec![false; mesh.positions.len()];
    let corners = mesh.triangles.iter().flatten();
    let inside = corners.map(|&v| used.get_mut(v as usize).map(|u| *u = true)).all(|u| u.is_some());
    inside && used.iter().all(|&u| u) && mesh.positions.iter().all(|p| p.is_finite())
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(loaded) = parse(&bytes, "m.obj") {
            prop_assert!(is_sound(&loaded.mesh));
        }
    }

    #[test]
    fn random_statements_never_panic(
        words in prop::collection::vec("(v|f|\n|\\\\\n|#|/| |-?[0-9]{1,3}|1e3[0-9]|nan){1,8} ?", 0..80),
    ) {
        let text = SQUARE.to_owned() + &words.concat();
        if let Ok(loaded) = parse(text.as_bytes(), "m.obj") {
            prop_assert!(is_sound(&loaded.mesh));
        }
    }

    #[test]
    fn mutations_of_a_cube_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 0..12),
    ) {
        let mut text = cube().into_bytes();
        for (index, byte, kind) in changes {
            let at = index.index(text.len());
            match kind {
                0 => text[at] = byte,
                1 => text.insert(at, b"0123456789 -/\nvf"[byte as usize % 16]),
                _ => { text.remove(at); }
            }
        }
        if let Ok(loaded) = parse(&text, "m.obj") {
            prop_assert!(is_sound(&loaded.mesh));
            let _ = Topology::new(&loaded.mesh);
        }
    }

    #[test]
    fn random_polygons_are_cut_completely(corners in prop::collection::vec(0u32..12, 3..12)) {
        let mut text = String::new();
        for i in 0..12 {
            text += &format!("v {} {} {}\n", i * 7 % 5, i * 3 % 4, i % 3);
        }
        text += "f";
        for corner in &corners {
            text += &format!(" {}", corner + 1);
        }
        if let Ok(loaded) = parse(text.as_bytes(), "m.obj") {
            prop_assert!(loaded.mesh.triangles.len() <= corners.len() - 2);
            prop_assert!(is_sound(&loaded.mesh));
        }
    }
}

use super::*;
use crate::colliders::cache;
use crate::mesh::shapes;
use glam::Vec3;

fn sphere() -> Mesh {
    shapes::icosphere(2, 1.0)
}

fn refused(mesh: &Mesh, cell: f64, message: &str, code: u8) {
    let error = Solid::new(mesh, cell, 0.0, 0.0, "body.0").expect_err(message);
    let text = error.to_string();
    assert!(text.contains(message) && text.contains("body.0"), "{text}");
    assert_eq!(error.exit_code(), code, "{text}");
}

/// A mesh without one triangle.
fn without(mesh: &Mesh, gone: usize) -> Mesh {
    let mut mesh = mesh.clone();
    mesh.triangles.remove(gone);
    mesh.polygons.remove(gone);
    mesh
}

#[test]
fn the_default_is_a_64th_and_two_cells_of_padding() {
    let solid = Solid::new(&sphere(), 0.0, 0.0, 0.0, "body.0").unwrap();
    let (low, high) = sphere().bounds();
    let cell = (high - low).max_element() / 64.0;
    assert!((solid.grid().cell - cell).abs() < 1e-6);
    assert!(solid.grid().counts.iter().all(|n| (65..=70).contains(n)), "{:?}", solid.grid());
    assert!(solid.header()[7] > 1.99 * cell && solid.words() == 8 + solid.grid().nodes());
    assert_eq!(solid.grid().bytes(), 4 * solid.words() as u64);
    assert!(solid.warnings.is_empty());
}

#[test]
fn the_grid_reaches_as_far_as_the_header_says() {
    let solid = Solid::new(&sphere(), 0.07, 0.0, 0.33, "body.0").unwrap();
    let [.., margin] = solid.header();
    assert!(margin > 0.32, "{margin}");
    let end = solid.grid().position(solid.grid().counts.map(|n| n - 1));
    for p in [end, solid.grid().position([0, 0, 0]), DVec3::new(end.x, 0.0, 0.0)] {
        assert!(solid.distance::<f64>(p) >= margin.into());
    }
}

#[test]
fn an_inverted_mesh_is_turned() {
    let mut mesh = sphere();
    mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let solid = Solid::new(&mesh, 0.1, 0.0, 0.0, "body.0").unwrap();
    assert!(solid.mesh().volume() > 0.0 && solid.distance::<f32>(DVec3::ZERO) < -0.4);
}

#[test]
fn small_holes_are_closed_with_a_warning_and_large_ones_refused() {
    let open = without(&sphere(), 17);
    let solid = Solid::new(&open, 0.15, 0.0, 0.0, "body.0").unwrap();
    assert!(solid.warnings.len() == 1 && solid.warnings[0].contains("hole"), "{:?}", solid.warnings);
    assert_eq!(solid.mesh().triangles.len(), sphere().triangles.len() + 2);
    assert!((solid.mesh().volume() - sphere().volume()).abs() < 1e-6);
    assert!(solid.distance::<f32>(DVec3::ZERO) < -0.4);
    refused(&open, 0.02, "thickness", 4);
    refused(&open, 0.02, " m wide", 4);
    let disc = shapes::disc(4, 16, 1.0);
    refused(&disc, 0.02, "hole", 4);
    let thick = Solid::new(&disc, 0.02, 0.03, 0.0, "body.0").unwrap();
    let above = thick.mesh().positions[0].as_dvec3() + DVec3::splat(0.1 / 3f64.sqrt());
    let exact = 0.1 / 3f64.sqrt() - 0.03;
    assert!((thick.distance::<f64>(above) - exact).abs() < 1e-6, "{}", thick.distance::<f64>(above));
}

#[test]
fn what_cannot_be_used_is_refused() {
    let mut mesh = sphere();
    mesh.positions[3].y = f32::NAN;
    refused(&mesh, 0.1, "vertex 3", 4);
    mesh.positions[3].y = f32::INFINITY;
    refused(&mesh, 0.1, "vertex 3", 4);
    let mut mesh = sphere();
    mesh.triangles[5][1] = 100_000;
    refused(&mesh, 0.1, "triangle 5", 4);
    mesh.triangles[5] = [0, 1, 1];
    refused(&mesh, 0.1, "triangle 5 has no area", 4);
    refused(&Mesh::default(), 0.1, "no triangles", 4);
    let mut mesh = sphere();
    mesh.triangles[9].swap(0, 1);
    refused(&mesh, 0.1, "opposite sides", 4);
    let mut mesh = sphere();
    mesh.triangles.push(mesh.triangles[0]);
    mesh.polygons.push(9999);
    refused(&mesh, 0.1, "not a manifold", 4);
    for [cell, thickness, padding] in
        [[f64::NAN, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.1, f64::INFINITY, 0.0], [0.1, 0.0, f64::NAN]]
    {
        let error = Solid::new(&sphere(), cell, thickness, padding, "body.0").unwrap_err();
        assert_eq!(error.exit_code(), 4, "{error}");
    }
}

#[test]
fn no_volume_is_refused() {
    let two = Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)],
        triangles: vec![[0, 1, 2], [1, 3, 2], [0, 2, 3], [0, 3, 1]],
        polygons: vec![0, 1, 2, 3],
    };
    refused(&two, 0.1, "no volume", 4);
}

#[test]
fn a_huge_grid_is_refused_with_a_cell_that_fits() {
    for cell in [1e-3, 1e-5, 1e-12, 1e-200] {
        let error = Solid::new(&sphere(), cell, 0.0, 0.0, "body.0").unwrap_err();
        assert_eq!(error.exit_code(), 7);
        let Error::Grid { fits, ref at, .. } = error else { panic!("{error}") };
        assert!(at == "body.0" && error.to_string().contains(&format!("`cell = {fits}`")), "{error}");
        let extent = [DVec3::splat(-0.5), DVec3::splat(0.5)];
        assert!(Grid::around(extent, fits, 0.0, None, "body.0").is_ok());
        assert!(Grid::around(extent, 0.8 * fits, 0.0, None, "body.0").is_err());
    }
    let far = Solid::new(&sphere(), 0.01, 0.0, 1e9, "body.0").unwrap_err();
    assert!(matches!(far, Error::Grid { .. }), "{far}");
    let little = Grid::around([DVec3::ZERO, DVec3::ONE], 0.1, 0.0, Some(1000), "body.0").unwrap_err();
    assert!(matches!(little, Error::Grid { available: 1000, .. }), "{little}");
}

#[test]
fn surfaces_that_pass_through_themselves_are_refused() {
    let mut two = sphere();
    let mut other = sphere();
    other.transform(|p| p + Vec3::new(0.7, 0.1, 0.05));
    two.append(&other);
    refused(&two, 0.1, "intersect", 4);
    assert!(Solid::new(&two, 0.1, 0.05, 0.0, "body.0").is_ok());
    // One vertex pulled through the other side.
    let mut mesh = sphere();
    mesh.positions[0] *= -1.5;
    refused(&mesh, 0.1, "intersect", 4);
    // Apart they are two solids.
    let mut apart = sphere();
    other.transform(|p| p + Vec3::X);
    apart.append(&other);
    assert!(Solid::new(&apart, 0.1, 0.0, 0.0, "body.0").is_ok());
}

#[test]
fn every_closed_shape_is_accepted() {
    let mut box_of_planes = shapes::icosphere(0, 1.0);
    box_of_planes.transform(|p| p.normalize() * 0.3 + Vec3::splat(50.0));
    for mesh in [shapes::rabbit().unwrap(), shapes::torus(24, 12, 1.0, 0.4), box_of_planes] {
        assert!(Solid::new(&mesh, 0.0, 0.0, 0.0, "body.0").is_ok());
    }
}

#[test]
fn a_hundred_thousand_triangles_are_checked_in_seconds() {
    let mesh = shapes::torus(500, 100, 1.0, 0.3);
    let start = std::time::Instant::now();
    let solid = Solid::new(&mesh, 0.05, 0.0, 0.0, "body.0").unwrap();
    println!("{} triangles: {:?}", solid.mesh().triangles.len(), start.elapsed());
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn files_keep_a_field_and_damage_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("field");
    let solid = Solid::new(&sphere(), 0.2, 0.0, 0.0, "body.0").unwrap();
    let other = Solid::new(&sphere(), 0.2, 0.0, 0.5, "body.0").unwrap();
    assert_ne!(solid.hash(), other.hash());
    assert_eq!(cache::load(&path, &solid).unwrap(), None);
    let values: Vec<f32> = (0..solid.grid().nodes()).map(|i| i as f32 * 0.1).collect();
    cache::store(&path, &solid, &values).unwrap();
    assert_eq!(cache::load(&path, &solid).unwrap(), Some(values.clone()));
    assert_eq!(cache::load(&path, &other).unwrap(), None);
    assert!(cache::store(&path, &solid, &values[1..]).is_err());
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 5, 12, 20, 32, 39, 40, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(cache::load(&path, &solid).unwrap(), None, "{length}");
    }
    for place in [0, 9, 13, 25, 50, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(cache::load(&path, &solid).unwrap(), None, "{place}");
    }
    std::fs::write(&path, [&whole[..], &[0]].concat()).unwrap();
    assert_eq!(cache::load(&path, &solid).unwrap(), None);
    assert_eq!(cache::load(folder.path(), &solid).unwrap_err().exit_code(), 7);
}

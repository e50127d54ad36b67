use super::*;

fn sheet(height: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let positions = corners.map(|(x, z)| vec3(x, height, z)).to_vec();
    (positions, vec![[0, 2, 1], [0, 3, 2]])
}

fn options(direction: Vec3) -> Options<'static> {
    let camera = Camera::frame(vec3(-1.0, -0.1, -1.0), vec3(1.0, 0.1, 1.0), direction);
    Options { size: (96, 64), ..Options::new(camera) }
}

fn middle(picture: &Picture) -> [u8; 4] {
    picture.pixels[(picture.height / 2 * picture.width + picture.width / 2) as usize]
}

#[test]
fn front_and_back_have_their_colours() {
    let (positions, triangles) = sheet(0.0);
    let draw = |y: f32| {
        let mut options = options(vec3(0.2, y, 1.0));
        (options.front, options.back) = ([0.8, 0.1, 0.1], [0.1, 0.1, 0.8]);
        middle(&render(&positions, &triangles, &[0, 0], &options))
    };
    let ([red, _, blue, _], [other_red, _, other_blue, _]) = (draw(1.0), draw(-1.0));
    assert!(red > 2 * blue && other_blue > 2 * other_red);
}

#[test]
fn a_picture_is_the_same_twice_and_has_its_size() {
    let (positions, triangles) = sheet(0.4);
    let mut options = options(vec3(0.2, 0.8, 1.0));
    options.ground = Some(0.0);
    let picture = render(&positions, &triangles, &[0, 0], &options);
    assert_eq!(picture.pixels.len(), 96 * 64);
    assert_eq!(picture, render(&positions, &triangles, &[0, 0], &options));
}

#[test]
fn a_flat_sheet_has_no_seam_along_its_diagonal() {
    let (positions, triangles) = sheet(0.0);
    let picture = render(&positions, &triangles, &[], &options(vec3(0.0, 1.0, 0.001)));
    let red = |row: u32| picture.pixels[(row * 96 + 48) as usize][0];
    let (least, most) = (20..44).map(red).fold((255, 0), |(a, b), r| (r.min(a), r.max(b)));
    assert!(most - least <= 3, "{least} {most}");
}

#[test]
fn what_is_not_finite_or_not_there_is_left_out() {
    let (mut positions, mut triangles) = sheet(0.0);
    let options = options(vec3(0.2, 0.8, 1.0));
    let expected = render(&positions, &triangles, &[0, 0], &options);
    positions.push(Vec3::NAN);
    positions.push(vec3(0.0, f32::INFINITY, 0.0));
    triangles.extend([[0, 1, 4], [5, 1, 2], [0, 1, 99], [1, 1, 2]]);
    assert_eq!(render(&positions, &triangles, &[0, 0], &options), expected);
    let empty = render(&[], &[], &[], &options);
    assert_eq!(empty.pixels.len(), 96 * 64);
    let none = Options { size: (0, 9), ..options };
    assert!(render(&positions, &triangles, &[], &none).pixels.is_empty());
}

#[test]
fn a_sheet_around_the_eye_is_drawn() {
    let (positions, triangles) = sheet(0.0);
    let camera = Camera { eye: vec3(0.0, 0.1, 0.0), target: vec3(0.0, 0.0, -0.3), up: Vec3::Y, fov_y: 1.2 };
    let mut options = Options { size: (64, 64), ..Options::new(camera) };
    options.front = [0.9, 0.0, 0.0];
    let [red, green, ..] = middle(&render(&positions, &triangles, &[0, 0], &options));
    assert!(red > 3 * green);
}

#[test]
fn colours_and_lines_show() {
    let (positions, triangles) = sheet(0.0);
    let mut options = options(vec3(0.0, 1.0, 0.001));
    let draw = |options: &Options| render(&positions, &triangles, &[0, 0], options);
    let plain = draw(&options);
    options.lines = 1.0;
    let lined = draw(&options);
    assert_eq!(middle(&plain), middle(&lined));
    assert_ne!(plain, lined);
    options.colors = Some(&[1.0; 4]);
    let [red, green, blue, _] = middle(&draw(&options));
    assert!(red > 2 * blue && green > 2 * blue);
}

fn ball(position: Vec3) -> (Mesh, Pose) {
    (crate::mesh::shapes::icosphere(3, 0.8), Pose { position, ..Pose::ORIGIN })
}

#[test]
fn a_solid_has_its_colour_and_covers_what_is_behind() {
    let (positions, triangles) = sheet(0.0);
    let mut options = options(vec3(0.0, 0.8, 1.0));
    options.front = [0.8, 0.1, 0.1];
    let (mesh, placed) = ball(vec3(0.0, 0.3, 0.3));
    let blue = Solid { mesh: &mesh, placed, color: [0.1, 0.1, 0.8], scenery: false };
    let below = Solid { placed: Pose { position: vec3(0.0, -0.42, 0.0), ..placed }, ..blue };
    let draw = |solids: &[Solid]| render(&positions, &triangles, &[0, 0], &Options { solids, ..options });
    let [red, _, blueness, _] = middle(&draw(&[blue]));
    assert!(blueness / 2 > red, "{red} {blueness}");
    let [red, _, blueness, _] = middle(&draw(&[below]));
    assert!(red / 2 > blueness, "{red} {blueness}");
    assert_eq!(draw(&[blue, below]), draw(&[blue, below]));
}

#[test]
fn a_solid_shades_the_floor_and_the_cloth() {
    let (positions, triangles) = sheet(0.0);
    let (mesh, placed) = ball(vec3(0.0, 0.9, 0.0));
    let mut options = options(vec3(0.0, 1.0, 0.3));
    options.ground = Some(-0.01);
    let plain = render(&positions, &triangles, &[0, 0], &options);
    // As bright as the floor, so that only the shadow counts.
    let solids = [Solid { mesh: &mesh, placed, color: [1.0; 3], scenery: false }];
    let shaded = render(&positions, &triangles, &[0, 0], &Options { solids: &solids, ..options });
    let darker =
        plain.pixels.iter().zip(&shaded.pixels).filter(|(a, b)| a[0].saturating_sub(b[0]) > 30).count();
    assert!(darker > 100, "{darker}");
}

#[test]
fn solids_without_a_place_are_left_out() {
    let (positions, triangles) = sheet(0.0);
    let mut options = options(vec3(0.2, 0.8, 1.0));
    options.ground = Some(-0.2);
    let expected = render(&positions, &triangles, &[0, 0], &options);
    let (mesh, placed) = ball(Vec3::ZERO);
    let nowhere = [Vec3::NAN, vec3(f32::INFINITY, 0.0, 0.0)].map(|position| Pose { position, ..placed });
    let unturned = Pose { rotation: glam::Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), ..placed };
    let far = Pose { position: vec3(0.0, 1e30, 0.0), ..placed };
    let solids = [nowhere[0], nowhere[1], unturned, far]
        .map(|placed| [false, true].map(|scenery| Solid { mesh: &mesh, placed, color: [0.5; 3], scenery }));
    options.solids = solids.as_flattened();
    assert_eq!(render(&positions, &triangles, &[0, 0], &options), expected);
    assert_eq!(render(&[], &[], &[], &options).pixels.len(), 96 * 64);
}

#[test]
fn a_plane_is_seen_from_above_only() {
    let (positions, triangles) = sheet(0.5);
    let (mesh, _) = ball(Vec3::ZERO);
    let draw = |y: f32| {
        let mut options = options(vec3(0.0, y, 1.0));
        let flat = Mesh {
            positions: mesh.positions.iter().map(|p| vec3(9.0, 0.0, 9.0) * *p).collect(),
            ..mesh.clone()
        };
        let solids = [Solid { mesh: &flat, placed: Pose::ORIGIN, color: [0.0, 0.9, 0.0], scenery: true }];
        options.solids = &solids;
        let picture = render(&positions, &triangles, &[0, 0], &options);
        picture.pixels.iter().filter(|p| p[1] / 2 > p[0]).count()
    };
    assert!(draw(1.0) > 1000);
    assert_eq!(draw(-1.0), 0);
}

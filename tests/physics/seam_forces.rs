//! Springs between points inside two triangles: forces, energy, products, and who is touched.

use crate::face_forces::{
    apart, asymmetry, gradient, largest, matrix, moved, narrow, points, sheet, slope, twin, vectors, words,
};
use crate::support::{Random, vector};
use toile::kernels::common::cg::{ALWAYS, Cg, FORCE, OPERATOR, TERM, When};
use toile::kernels::common::implicit::{FINITE, Implicit, SECOND, WHOLE};
use toile::kernels::forces::seams::{KERNEL, Seam, Touched};
use toile::mesh::Mesh;
use toile::real::V3;

/// Length of differences.
const EPSILON: f64 = 1e-3;

fn implicit(modes: u32) -> Implicit {
    Implicit { h: 0.25, modes, ..Implicit::default() }
}

/// Weights whose sum is 1 to the last bit.
fn weights(random: &mut Random) -> [f32; 4] {
    loop {
        let [a, b] = [0; 2].map(|_| (random.between(0.0, 1.0) * 256.0).floor() as f32 / 256.0);
        if a + b <= 1.0 {
            return [a, b, 1.0 - a - b, 0.0];
        }
    }
}

/// Seams between random triangles, some of which share vertices. `rest` is their length at rest by their own.
fn sewn(mesh: &Mesh, count: usize, rest: f64, random: &mut Random) -> Vec<Seam> {
    let x = points(mesh);
    let mut seams = Vec::new();
    while seams.len() < count {
        let mut corners = || {
            let t = random.between(0.0, mesh.triangles.len() as f64) as usize;
            let [a, b, c] = mesh.triangles[t.min(mesh.triangles.len() - 1)];
            [a, b, c, u32::MAX]
        };
        let (first, mut second) = (corners(), corners());
        if seams.len() % 4 == 0 {
            second[1] = first[2];
        }
        let mut seam = Seam {
            first,
            second,
            first_weights: weights(random),
            second_weights: weights(random),
            stiffness: random.between(1.0, 500.0) as f32,
            damping: random.between(0.01, 1.0) as f32,
            ..Seam::default()
        };
        let length = seam.way(seam.corners().map(|c| x[c as usize])).length();
        seam.rest_length = (rest * length) as f32;
        // A direction that turns within a step has no differences.
        if length > 0.1 {
            seams.push(seam);
        }
    }
    seams
}

/// Sums what each seam gives each of its corners.
fn scatter(count: usize, seams: &[Seam], each: impl Fn(&Seam, [usize; 6]) -> V3<f64>) -> Vec<V3<f64>> {
    let mut sums = vec![V3::zero(); count];
    for seam in seams {
        let drawn = each(seam, seam.corners().map(|c| c as usize));
        for (corner, weight) in seam.corners().into_iter().zip(seam.weights()) {
            sums[corner as usize] -= drawn * f64::from(weight);
        }
    }
    sums
}

fn forces(seams: &[Seam], implicit: &Implicit, x: &[V3<f64>], v: &[V3<f64>]) -> Vec<V3<f64>> {
    scatter(x.len(), seams, |seam, at| {
        let (x, v) = (at.map(|i| x[i]), at.map(|i| v[i]));
        seam.force(implicit, x) + seam.spring().damp(seam.way(x), seam.way(v))
    })
}

fn terms(seams: &[Seam], implicit: &Implicit, x: &[V3<f64>], u: &[V3<f64>]) -> Vec<V3<f64>> {
    scatter(x.len(), seams, |seam, at| seam.term(implicit, at.map(|i| x[i]), at.map(|i| u[i]), EPSILON))
}

/// Longer than at rest, shorter, and without length at rest.
const RESTS: [f64; 3] = [0.8, 1.25, 0.0];

fn still(x: &[V3<f64>]) -> Vec<V3<f64>> {
    vec![V3::zero(); x.len()]
}

#[test]
fn a_seams_force_is_the_gradient_of_its_energy() {
    for (seed, rest) in RESTS.into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mesh = sheet(5, 6, seed as u64);
        let (x, seams) = (points(&mesh), sewn(&mesh, 12, rest, &mut random));
        // Written out on its own: the points, their distance, ½ k (|l| − R)².
        let energy = |x: &[V3<f64>]| -> f64 {
            let point = |corners: [u32; 4], weights: [f32; 4]| {
                let terms = (0..3).map(|i| x[corners[i] as usize] * f64::from(weights[i]));
                terms.fold(V3::zero(), |a, b| a + b)
            };
            let one = |s: &Seam| {
                let l = point(s.first, s.first_weights) - point(s.second, s.second_weights);
                let stretched = l.length() - f64::from(s.rest_length);
                0.5 * f64::from(s.stiffness) * stretched * stretched
            };
            seams.iter().map(one).sum()
        };
        let found = forces(&seams, &implicit(0), &x, &still(&x));
        // Off by 1e-10 times third derivatives, k/l², and by 1e-16 of the energy over 1e-5.
        let expected = moved(&still(&x), &gradient(&x, 1e-5, energy), -1.0);
        let off = apart(&expected, &found);
        println!("seams, rest {rest}: forces against differences of the energy {off:.1e}");
        assert!(off < 1e-6, "{off}");
        let whole: f64 =
            seams.iter().map(|s| s.spring().energy(s.way(s.corners().map(|c| x[c as usize])))).sum();
        assert!((whole / energy(&x) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_seams_product_is_the_derivative_of_its_force() {
    for (seed, rest) in RESTS.into_iter().enumerate() {
        let mut random = Random::new(10 + seed as u64);
        let mesh = sheet(5, 6, seed as u64);
        let (x, seams) = (points(&mesh), sewn(&mesh, 12, rest, &mut random));
        let (u, v) = (vectors(x.len(), &mut random), vectors(x.len(), &mut random));
        // Equation 6: what is compressed keeps the direction of the start, and only its length along it changes.
        let projected = scatter(x.len(), &seams, |seam, at| {
            let (l, du) = (seam.way(at.map(|i| x[i])), seam.way(at.map(|i| u[i])));
            let n = l * (1.0 / l.length());
            n * (f64::from(seam.stiffness) * n.dot(du))
        });
        for modes in [0, WHOLE] {
            let by_position = if rest > 1.0 && modes == 0 {
                projected.clone()
            } else {
                slope(&u, &x, 1e-5, |x| forces(&seams, &implicit(modes), x, &still(x)))
            };
            // Damping is linear in velocities, and where it stands is left out.
            let by_velocity = slope(&u, &v, 1.0, |v| forces(&seams, &implicit(modes), &x, v));
            let expected: Vec<_> =
                by_velocity.iter().zip(&by_position).map(|(c, k)| *c * 0.25 + *k * (0.25 * 0.25)).collect();
            let of = |more| apart(&expected, &terms(&seams, &implicit(modes | more), &x, &u));
            let (exact, first, second) = (of(0), of(FINITE), of(FINITE | SECOND));
            println!(
                "seams, rest {rest}, modes {modes}: product against differences of the force {exact:.1e}; \
                 by differences {first:.1e}, {second:.1e}"
            );
            // Steps of hε = 2.5e-4 m in lengths of 0.1 m and more: a share of that, and its square.
            assert!(exact < 1e-6 && first < 5e-3 && second < 2e-5, "{exact} {first} {second}");
        }
    }
}

#[test]
fn a_seams_product_is_symmetric_and_moves_nothing_as_a_whole() {
    for (seed, rest) in RESTS.into_iter().enumerate() {
        let mut random = Random::new(20 + seed as u64);
        let mesh = sheet(4, 4, seed as u64);
        let (x, seams) = (points(&mesh), sewn(&mesh, 10, rest, &mut random));
        let v = vectors(x.len(), &mut random);
        for modes in [0, WHOLE] {
            let product = matrix(x.len(), |u| terms(&seams, &implicit(modes), &x, u));
            let found = asymmetry(&product);
            assert!(found < 1e-14, "{found}");
            let shifted = terms(&seams, &implicit(modes), &x, &vec![V3(1.0, -2.0, 3.0); x.len()]);
            assert!(shifted.iter().all(|t| t.length() < 1e-13 * largest(&product)));
            // Never above 0 where equation 6 holds.
            for _ in 0..100 {
                let u = vectors(x.len(), &mut random);
                let power: f64 =
                    terms(&seams, &implicit(0), &x, &u).iter().zip(&u).map(|(t, u)| t.dot(*u)).sum();
                assert!(power < 0.0, "{power}");
            }
        }
        let found = forces(&seams, &implicit(0), &x, &v);
        let (mut sum, mut torque, mut size) = (V3::zero(), V3::zero(), 0.0);
        for (f, x) in found.iter().zip(&x) {
            sum += *f;
            torque += x.cross(*f);
            size += f.length();
        }
        assert!(sum.length() < 1e-13 * size, "{sum:?}");
        // Without length at rest, damping acts across the seam too: it holds the two points together.
        assert!(rest == 0.0 || torque.length() < 1e-13 * size, "{torque:?}");
    }
}

#[test]
fn a_seam_far_from_the_origin_loses_no_digits() {
    for seed in 0..100 {
        let mut random = Random::new(30 + seed);
        let seam = Seam {
            first_weights: weights(&mut random),
            second_weights: weights(&mut random),
            ..Seam::default()
        };
        let far = |p: [f64; 3]| vector::<f32>(p.map(|c| 1000.0 + 0.1 * c));
        let x = [0; 6].map(|_| far(random.point()));
        let wide = |p: V3<f32>| V3(f64::from(p.0), f64::from(p.1), f64::from(p.2));
        let exact = seam.way(x.map(wide));
        // A few roundings of lengths up to 0.35 m, where coordinates are known to 6e-5 m.
        let off = (wide(seam.way(x)) - exact).length();
        assert!(off < 1e-7, "{off}");
    }
}

#[test]
fn vertices_know_the_seams_that_touch_them() {
    let seam = |first: [u32; 3], second: [u32; 3], a: [f32; 3], b: [f32; 3]| Seam {
        first: [first[0], first[1], first[2], 99],
        second: [second[0], second[1], second[2], 99],
        first_weights: [a[0], a[1], a[2], 0.0],
        second_weights: [b[0], b[1], b[2], 0.0],
        ..Seam::default()
    };
    let third = [0.25, 0.25, 0.5];
    let seams = [
        seam([4, 2, 9], [9, 7, 4], third, third),
        // Only its first corners count.
        seam([2, 5, 6], [8, 0, 3], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
    ];
    let touched = Touched::new(&seams);
    assert_eq!(touched.listed, [2, 4, 7, 8, 9]);
    assert_eq!(touched.offsets, [0, 2, 4, 5, 6, 8]);
    assert_eq!(touched.items, [1, 8, 0, 5, 4, 11, 2, 3]);
    let nobody = Touched::new(&[]);
    assert!(nobody.listed.is_empty() && nobody.items.is_empty() && nobody.offsets == [0]);
}

#[test]
fn the_twin_of_seams_gathers_what_the_seams_give() {
    let mut random = Random::new(40);
    let mesh = sheet(6, 5, 4);
    let seams: Vec<Seam> = RESTS.into_iter().flat_map(|rest| sewn(&mesh, 9, rest, &mut random)).collect();
    let touched = Touched::new(&seams);
    let (x, u) = (points(&mesh), vectors(mesh.positions.len(), &mut random));
    let start = vectors(x.len(), &mut random);
    for mode in [FORCE, TERM, OPERATOR] {
        let buffers = [
            words(&[implicit(0)]),
            words(&[Cg { epsilon: EPSILON as f32, ..Cg::default() }]),
            words(&seams),
            words(&touched.listed),
            words(&touched.offsets),
            words(&touched.items),
            words(&narrow(&x)),
            words(&narrow(&u)),
            words(&narrow(&start)),
        ];
        let found = twin(&KERNEL, touched.listed.len() as u32, &buffers, When::new(ALWAYS, mode));
        let added = match mode {
            // The term has all of the damping.
            FORCE => forces(&seams, &implicit(0), &x, &still(&x)),
            _ => terms(&seams, &implicit(0), &x, &u),
        };
        let expected = moved(&start, &added, if mode == OPERATOR { -1.0 } else { 1.0 });
        let off = apart(&expected, &found);
        // A dozen roundings of 6e-8.
        assert!(off < 1e-5, "mode {mode}: {off}");
    }
}

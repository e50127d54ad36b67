//! Forces, and products with their derivatives: against differences in f64, and in f32 on both executors.

use crate::common;
use crate::face_forces::{apart, asymmetry, gradient, matrix, moved, narrow, points, slope};
use crate::implicit::{Field, Net, field, flat, off, rough, smooth};
use crate::support::Random;
use std::sync::Arc;
use toile::Scene;
use toile::engine::cpu::Cpu;
use toile::engine::gpu::Gpu;
use toile::engine::layout::Element;
use toile::engine::{BufferId, Executor, Kernel, Recording};
use toile::kernels::cg::begin::ROOT_EPSILON;
use toile::kernels::cg::{largest, scale};
use toile::kernels::common::WORKGROUP;
use toile::kernels::common::cg::{ALWAYS, Cg, OPERATOR, When};
use toile::kernels::common::implicit::{CLOSED, FINITE, Implicit, SCALED, SECOND, WHOLE};
use toile::kernels::forces::seams::{Seam, Touched};
use toile::kernels::forces::springs::Spring;
use toile::kernels::forces::{faces, seams, stiff_springs};
use toile::mesh::{Mesh, Topology, shapes};
use toile::model::Model;
use toile::model::springs::Springs;
use toile::real::V3;
use toile::scene::{MethodName, Pattern};

const H: f32 = 1.0 / 240.0;
/// Edges are about this long [m].
const EDGE: f64 = 0.02;
const SEEDS: u64 = 3;

/// Springs of an irregular sheet: structural ones of 1e5 N/m and bending ones of 1e4 N/m.
struct Sheet {
    mesh: Mesh,
    offsets: Vec<u32>,
    list: Vec<Spring>,
}

impl Sheet {
    fn new(rows: u32, columns: u32, seed: u64) -> Self {
        let mut scene = Scene { method: MethodName::ImplicitCg, seed, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (rows, columns, Pattern::Irregular);
        (scene.mesh.width, scene.mesh.height) = (EDGE * f64::from(columns - 1), EDGE * f64::from(rows - 1));
        let c = &mut scene.implicit_cg;
        (c.stretch, c.bending, c.spring_damping) = (1e5, 1e4, 2.0);
        let model = Model::new(&scene).unwrap();
        let (offsets, list, _) = Springs::new(&scene, &model).by_particle(model.start.len());
        Self { mesh: model.mesh, offsets, list }
    }

    fn net(&self, modes: u32, elastic: bool, damped: bool) -> Net {
        let implicit = Implicit { h: H, modes, edge: EDGE as f32, ..Implicit::default() };
        Net::new(&self.offsets, &self.changed(elastic, damped), implicit)
    }

    /// The list with stiffness, damping or both.
    fn changed(&self, elastic: bool, damped: bool) -> Vec<Spring> {
        let keep = |value: f32, on: bool| if on { value } else { 0.0 };
        let one = |s: &Spring| Spring {
            stiffness: keep(s.stiffness, elastic),
            damping: keep(s.damping, damped),
            ..*s
        };
        self.list.iter().map(one).collect()
    }

    /// Positions that f32 has: larger than at rest by this factor, bent and shaken.
    fn deformed(&self, factor: f64, random: &mut Random) -> Field {
        let mut x = points(&self.mesh);
        for p in &mut x {
            *p = *p * factor;
            p.2 += 0.5 * EDGE * (8.0 * p.0).sin();
        }
        let x = moved(&x, &rough(x.len(), 1.0, random), 0.05 * EDGE);
        field(&narrow(&x))
    }
}

/// Springs: what they are called, larger than at rest by a factor, modes, with stiffness, with damping.
const KINDS: [(&str, f64, u32, bool, bool); 5] = [
    ("springs, stretched", 1.25, 0, true, false),
    ("springs, compressed, equation 6", 0.8, 0, true, false),
    ("springs, compressed, whole", 0.8, WHOLE, true, false),
    ("springs, some of each", 1.0, 0, true, false),
    ("springs' damping", 1.0, 0, false, true),
];

#[test]
fn springs_against_differences() {
    println!("{:32} {:>10} {:>10} {:>10}", "in f64, worst of the seeds", "f − ∇E", "T u − Δf", "T − Tᵀ");
    for (name, factor, modes, elastic, damped) in KINDS {
        let mut worst = [0f64; 3];
        let mut left_out = 0f64;
        for seed in 0..SEEDS {
            let mut random = Random::new(seed);
            let sheet = Sheet::new(7, 8, seed);
            let (x, net) = (sheet.deformed(factor, &mut random), sheet.net(modes, elastic, damped));
            let longer = |a: &V3<f64>, b: &V3<f64>, rest: f32| (*a - *b).length() > rest.into();
            let stretched = net.springs.iter().filter(|([a, b], s)| longer(&x[*a], &x[*b], s.rest_length));
            let share = stretched.count() as f64 / net.springs.len() as f64;
            assert!(if factor > 1.0 { share == 1.0 } else { factor == 1.0 || share == 0.0 }, "{share}");
            let (u, v) = (rough(x.len(), 1.0, &mut random), rough(x.len(), 1.0, &mut random));
            let still = vec![V3::zero(); x.len()];
            if elastic {
                // Steps of 1e-7 m: off by their square over that of 2 cm, and by 1e-16 of the energy over the step.
                let slope = moved(&still, &gradient(&x, 1e-7, |x| net.energy(x)), -1.0);
                worst[0] = worst[0].max(apart(&slope, &net.pulls(&x, &x)));
            } else {
                // Damping has no energy; what it takes is the square of a velocity: P = −c (n·Δv)² summed.
                let f = net.damps(&x, &v);
                let power: f64 = f.iter().zip(&v).map(|(f, v)| f.dot(*v)).sum();
                assert!(power < 0.0);
            }
            let h = f64::from(H);
            let by_velocity = slope(&u, &v, 1.0, |v| net.damps(&x, v));
            // Equation 6 is differentiated with the directions that the springs have before they move.
            let by_position = slope(&u, &x, 1e-7, |moved| net.pulls(&x, moved));
            let expected = moved(&moved(&still, &by_velocity, h), &by_position, h * h);
            let found = net.terms(&x, &u);
            worst[1] = worst[1].max(apart(&expected, &found));
            let whole = slope(&u, &x, 1e-7, |x| moved(&net.pulls(x, x), &net.damps(x, &v), 1.0));
            let whole = moved(&moved(&still, &by_velocity, h), &whole, h * h);
            left_out = left_out.max(apart(&whole, &found));
            let product = matrix(x.len(), |u| net.terms(&x, u));
            worst[2] = worst[2].max(asymmetry(&product));
            // The assembled entries are the same matrix.
            let mut sum = vec![vec![0.0; product.len()]; product.len()];
            for ([i, j], [k, c]) in net.entries(&x) {
                sum[j][i] += h * c + h * h * k;
            }
            let (a, b): (Vec<f64>, Vec<f64>) = (product.concat(), sum.concat());
            assert!(off(&a, &b) < 1e-13);
        }
        let energy = if elastic { format!("{:10.1e}", worst[0]) } else { format!("{:>10}", "no energy") };
        print!("{name:32} {energy} {:10.1e} {:10.1e}", worst[1], worst[2]);
        println!("{}", if left_out > 1e-6 { format!("   leaves out {left_out:.1e}") } else { String::new() });
        assert!(worst[0] < 1e-6 && worst[1] < 1e-6 && worst[2] < 1e-14, "{name}: {worst:?}");
        let exact = modes == WHOLE || factor > 1.0;
        assert_eq!(left_out < 1e-6, exact, "{name}: {left_out}");
    }
    println!("equation 6: a compressed spring keeps its direction; what it does across it is left out");
    println!("damping: the derivative by positions, which is not symmetric, is left out");
    println!("wind: the isotropic part of the drag's derivative by velocities, without lift (face_forces)");
    println!("pressure on an open mesh: the symmetric part; on a closed one all of it (face_forces)");
    println!("seams: as springs; without length at rest exact, and damped in all directions (seam_forces)");
}

/// A kernel with all it reads but its uniforms, u and what it adds to.
struct Force {
    name: &'static str,
    kernel: &'static Kernel,
    /// Modes, pressure and wind.
    implicit: Implicit,
    recording: Recording,
    /// Those before `u`.
    buffers: Vec<BufferId>,
    /// Where each particle's springs begin, and the springs: who is beside whom.
    near: [BufferId; 2],
    invocations: u32,
    x: Field,
    /// The assembled product, by columns.
    matrix: Vec<Vec<f64>>,
}

fn implicit() -> Implicit {
    Implicit { h: H, edge: EDGE as f32, ..Implicit::default() }
}

fn springs(seed: u64, (name, factor, modes, elastic, damped): (&'static str, f64, u32, bool, bool)) -> Force {
    let sheet = Sheet::new(11, 12, seed);
    let x = sheet.deformed(factor, &mut Random::new(seed));
    let net = sheet.net(modes, elastic, damped);
    let mut r = Recording::default();
    let buffers = vec![
        r.buffer("offsets", Element::U32, &sheet.offsets),
        r.structs("springs", &sheet.changed(elastic, damped)),
        r.buffer("limited", Element::U32, &vec![0u32; sheet.list.len()]),
        r.buffer("x", Element::Vec4, &narrow(&x)),
    ];
    let near = [buffers[0], buffers[1]];
    let matrix = matrix(x.len(), |u| net.terms(&x, u));
    let invocations = x.len() as u32;
    Force {
        name,
        kernel: &stiff_springs::KERNEL,
        implicit: net.implicit,
        recording: r,
        buffers,
        near,
        invocations,
        x,
        matrix,
    }
}

/// The edges of a mesh as springs of their ends.
fn edges(r: &mut Recording, mesh: &Mesh) -> [BufferId; 2] {
    let ends: Vec<_> = Topology::new(mesh).edges.iter().map(|e| e.vertices).collect();
    let (mut offsets, mut list) = (vec![0], Vec::new());
    for i in 0..mesh.positions.len() as u32 {
        let others = ends.iter().filter(|e| e.contains(&i)).map(|[a, b]| a + b - i);
        list.extend(others.map(|other| Spring { other, ..Spring::default() }));
        offsets.push(list.len() as u32);
    }
    [r.buffer("edge offsets", Element::U32, &offsets), r.structs("edges", &list)]
}

fn loads(seed: u64, name: &'static str, mesh: Mesh, implicit: Implicit) -> Force {
    let mut random = Random::new(seed);
    let x =
        field(&narrow(&moved(&points(&mesh), &rough(mesh.positions.len(), 1.0, &mut random), 0.1 * EDGE)));
    let v = field(&narrow(&rough(x.len(), 1.0, &mut random)));
    let incident = Topology::new(&mesh).vertex_triangles;
    let mut r = Recording::default();
    let buffers = vec![
        r.buffer("corners", Element::U32, mesh.triangles.as_flattened()),
        r.buffer("offsets", Element::U32, &incident.offsets),
        r.buffer("incident", Element::U32, &incident.items),
        r.buffer("x", Element::Vec4, &narrow(&x)),
        r.buffer("v", Element::Vec4, &narrow(&v)),
    ];
    let one = |u: &[V3<f64>]| {
        let mut sums = vec![V3::zero(); x.len()];
        for t in &mesh.triangles {
            let [a, b, c] = t.map(|i| i as usize);
            for at in [[a, b, c], [b, c, a], [c, a, b]] {
                let values = [&x[..], &v, u].map(|f| at.map(|i| f[i]));
                sums[at[0]] = faces::add_term(sums[at[0]], &implicit, values, 0.0);
            }
        }
        sums
    };
    let matrix = matrix(x.len(), one);
    let near = edges(&mut r, &mesh);
    let (kernel, invocations) = (&faces::KERNEL, x.len() as u32);
    Force { name, kernel, implicit, recording: r, buffers, near, invocations, x, matrix }
}

/// Seams between triangles that are near each other.
fn sewn(seed: u64, name: &'static str, rest: f64) -> Force {
    let mut random = Random::new(seed);
    let mesh = shapes::sheet(9, 9, 8.0 * EDGE as f32, 8.0 * EDGE as f32, Pattern::Irregular, seed);
    let x =
        field(&narrow(&moved(&points(&mesh), &rough(mesh.positions.len(), 1.0, &mut random), 0.2 * EDGE)));
    let mut list: Vec<Seam> = Vec::new();
    for [a, b, c] in &mesh.triangles {
        let (s, t) = (random.between(0.1, 0.4) as f32, random.between(0.1, 0.4) as f32);
        for [d, e, f] in &mesh.triangles {
            let mut seam = Seam {
                first: [*a, *b, *c, 0],
                second: [*d, *e, *f, 0],
                first_weights: [1.0 - s - t, s, t, 0.0],
                second_weights: [s, t, 1.0 - s - t, 0.0],
                stiffness: random.between(1e4, 1e5) as f32,
                damping: 1.0,
                ..Seam::default()
            };
            let length = seam.way(seam.corners().map(|c| x[c as usize])).length();
            seam.rest_length = (rest * length) as f32;
            if length > 0.5 * EDGE && length < EDGE {
                list.push(seam);
            }
        }
    }
    let touched = Touched::new(&list);
    let mut r = Recording::default();
    let buffers = vec![
        r.structs("seams", &list),
        r.buffer("listed", Element::U32, &touched.listed),
        r.buffer("offsets", Element::U32, &touched.offsets),
        r.buffer("items", Element::U32, &touched.items),
        r.buffer("x", Element::Vec4, &narrow(&x)),
    ];
    let one = |u: &[V3<f64>]| {
        let mut sums = vec![V3::zero(); x.len()];
        for seam in &list {
            let at = seam.corners().map(|c| c as usize);
            let drawn = seam.term(&implicit(), at.map(|i| x[i]), at.map(|i| u[i]), 0.0);
            for (i, weight) in at.into_iter().zip(seam.weights()) {
                sums[i] -= drawn * f64::from(weight);
            }
        }
        sums
    };
    let matrix = matrix(x.len(), one);
    let near = edges(&mut r, &mesh);
    let (kernel, invocations) = (&seams::KERNEL, touched.listed.len() as u32);
    Force { name, kernel, implicit: implicit(), recording: r, buffers, near, invocations, x, matrix }
}

fn forces(seed: u64) -> Vec<Force> {
    let mut all: Vec<Force> = KINDS.into_iter().map(|kind| springs(seed, kind)).collect();
    // Edges of the ball: a quarter of its radius and more.
    let ball = shapes::icosphere(2, 3.3 * EDGE as f32);
    let sheet = shapes::sheet(9, 9, 8.0 * EDGE as f32, 8.0 * EDGE as f32, Pattern::Irregular, seed);
    let pressed = Implicit { pressure: 1e4, ..implicit() };
    all.push(loads(seed, "pressure, closed", ball, Implicit { modes: CLOSED, ..pressed }));
    all.push(loads(seed, "pressure, open", sheet.clone(), pressed));
    let windy = Implicit { wind: [3.0, -1.0, 2.0, 1.2], lift: 0.6, ..implicit() };
    all.push(loads(seed, "wind", sheet, windy));
    all.push(sewn(seed, "seams, stretched", 0.8));
    all.push(sewn(seed, "seams, without length", 0.0));
    all
}

/// Exact, scaled and fixed differences of both orders.
const MODES: [(&str, u32); 5] = [
    ("exact", 0),
    ("scaled 1", FINITE | SCALED),
    ("scaled 2", FINITE | SCALED | SECOND),
    ("fixed 1", FINITE),
    ("fixed 2", FINITE | SECOND),
];

/// |q + T u|/|T u| of the products q on the CPU and on the GPU, in each mode: an operator without masses, as iterations
/// have it. A term is always exact.
fn errors(force: &Force, u: &[V3<f64>]) -> [[f64; 2]; 5] {
    let Force { kernel, implicit, buffers, near, invocations, x, matrix, .. } = force;
    let mut r = force.recording.clone();
    let narrow_u = narrow(u);
    let direction = r.buffer("u", Element::Vec4, &narrow_u);
    let outs = MODES.map(|(_, modes)| {
        let uniform = r.structs("implicit", &[Implicit { modes: implicit.modes | modes, ..*implicit }]);
        let cg = r.structs("cg", &[Cg { epsilon: ROOT_EPSILON, ..Cg::default() }]);
        if modes & SCALED != 0 {
            let groups = x.len().div_ceil(largest_group()) as u32;
            let maxima = r.buffer("maxima", Element::F32, &vec![0f32; groups as usize]);
            let when = When::new(ALWAYS, 0);
            let count = (x.len() as u32).div_ceil(4);
            let bound = [cg, near[0], near[1], direction, maxima];
            r.dispatch_with(&largest::KERNEL, "scale", &bound, count, when);
            r.dispatch_with(&scale::KERNEL, "scale", &[uniform, maxima, cg], WORKGROUP, when);
        }
        let out = r.buffer("out", Element::Vec4, &vec![[0f32; 4]; x.len()]);
        let bound = [&[uniform, cg], &buffers[..], &[direction, out]].concat();
        r.dispatch_with(kernel, "force", &bound, *invocations, When::new(ALWAYS, OPERATOR));
        out
    });
    let recording = Arc::new(r);
    let mut cpu = Cpu::new(recording.clone()).unwrap();
    let mut gpu = Gpu::new(common::device(), recording).unwrap();
    cpu.run().unwrap();
    gpu.run().unwrap();
    let both = [cpu.read_all(&outs).unwrap(), gpu.read_all(&outs).unwrap()];
    let u = flat(&field(&narrow_u));
    let mut expected = vec![0.0; u.len()];
    for (column, u) in matrix.iter().zip(&u) {
        expected.iter_mut().zip(column).for_each(|(sum, entry)| *sum -= entry * u);
    }
    let error = |words: &[u32]| off(&expected, &flat(&field(bytemuck::cast_slice(words))));
    [0, 1, 2, 3, 4].map(|mode| [0, 1].map(|side| error(&both[side][mode])))
}

fn largest_group() -> usize {
    toile::kernels::cg::curvature::PER_GROUP as usize
}

#[test]
fn products_in_f32() {
    println!("|q + T u|/|T u| in f32, worst of the seeds and of both executors; u varies");
    print!("{:32} {:8}", "force", "u");
    MODES.iter().for_each(|(name, _)| print!(" {name:>9}"));
    println!();
    let directions = [("rough", 1.0), ("both", 0.3), ("smooth", 0.0)];
    let mut rows: Vec<(String, [f64; 5])> = Vec::new();
    for seed in 0..SEEDS {
        let forces = forces(seed);
        let cases = forces.iter().flat_map(|force| directions.map(|direction| (force, direction)));
        for (row, (force, (direction, roughness))) in cases.enumerate() {
            let u = smooth(&force.x, 5.0 * EDGE, 1.0 - roughness);
            let u = moved(&u, &rough(u.len(), roughness, &mut Random::new(seed + 50)), 1.0);
            if row == rows.len() {
                rows.push((format!("{:32} {direction:8}", force.name), [0.0; 5]));
            }
            for (worst, errors) in rows[row].1.iter_mut().zip(errors(force, &u)) {
                *worst = errors.into_iter().fold(*worst, f64::max);
            }
        }
    }
    let mut beyond = Vec::new();
    // Differences are not exact: these are the products that differ.
    assert!(rows.iter().any(|(_, worst)| worst[1] > 1e-5 && worst[2] > 1e-5));
    for (name, worst) in rows {
        print!("{name}");
        worst.iter().for_each(|e| print!(" {e:9.1e}"));
        println!();
        if worst[0] > 1e-5 || worst[1].max(worst[2]) > 1e-3 {
            beyond.push(format!("{name}: {worst:?}"));
        }
    }
    println!(
        "fixed differences: without a bound; as printed, over √eps of the velocities: not usable in f32"
    );
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

//! Ring 2: the forces of implicit cloth on both executors, from the same random input, in every mode.

mod common;

use std::sync::Arc;
use toile::engine::cpu::Cpu;
use toile::engine::gpu::Gpu;
use toile::engine::layout::Element;
use toile::engine::{BufferId, Executor, Kernel, Recording};
use toile::kernels::common::cg::{ALWAYS, Cg, FORCE, ITERATE, OPERATOR, RENEW, REVIEW, RUN, TERM, When};
use toile::kernels::common::implicit::{CLOSED, FINITE, Implicit, SECOND, WHOLE};
use toile::kernels::forces::{faces, seams};
use toile::mesh::shapes::{self, Pattern};
use toile::mesh::{Mesh, Topology};

const MODES: [u32; 3] = [FORCE, TERM, OPERATOR];
const DIFFERENCES: [u32; 3] = [0, FINITE, FINITE | SECOND];
/// Nearly √eps, as printed, and one that shows the second order.
const EPSILONS: [f32; 2] = [3.5e-4, 0.02];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32
    }

    fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f32) as usize).min(count - 1)
    }

    fn vectors(&mut self, count: usize, size: f32) -> Vec<[f32; 4]> {
        let mut one = || self.between(-size, size);
        (0..count).map(|_| [one(), one(), one(), 0.0]).collect()
    }
}

/// A program whose every dispatch adds to a buffer of its own.
#[derive(Default)]
struct Program {
    recording: Recording,
    /// What a dispatch is about, its kernel and the buffer that it adds to.
    results: Vec<(String, &'static Kernel, BufferId)>,
}

impl Program {
    /// Records a dispatch; `buffers` lie between the uniforms and the result.
    fn add(
        &mut self,
        kernel: &'static Kernel,
        (when, implicit, cg): (When, Implicit, Cg),
        buffers: &[BufferId],
        invocations: u32,
        start: &[[f32; 4]],
    ) {
        let r = &mut self.recording;
        let uniforms = [r.structs("implicit", &[implicit]), r.structs("cg", &[cg])];
        let out = r.buffer("out", Element::Vec4, start);
        let bound = [&uniforms, buffers, &[out]].concat();
        r.dispatch_with(kernel, "force", &bound, invocations, when);
        let Implicit { wind, lift, pressure, modes, .. } = implicit;
        let air = format!("drag {}, lift {lift}, pressure {pressure}", wind[3]);
        let what = format!("mode {}, modes {modes}, epsilon {}, {air}", when.mode, cg.epsilon);
        self.results.push((what, kernel, out));
    }

    /// Runs it on both executors and gives what each dispatch started from and came to. On Mesa's software device both must
    /// have the same bits; others round differently, and differences over a short way make much of that.
    fn run(self) -> Vec<[Vec<u32>; 2]> {
        let recording = Arc::new(self.recording);
        let mut cpu = Cpu::new(recording.clone()).unwrap();
        let mut gpu = Gpu::new(common::device(), recording.clone()).unwrap();
        let same_bits = gpu.name().contains("llvmpipe");
        cpu.run().unwrap();
        gpu.run().unwrap();
        let outs: Vec<BufferId> = self.results.iter().map(|r| r.2).collect();
        let (ours, theirs) = (cpu.read_all(&outs).unwrap(), gpu.read_all(&outs).unwrap());
        let mut wrong = Vec::new();
        for ((what, kernel, _), (ours, theirs)) in self.results.iter().zip(ours.iter().zip(&theirs)) {
            let differ = ours.iter().zip(theirs).filter(|(a, b)| a != b);
            let off = |(a, b): (&u32, &u32)| (f32::from_bits(*a) - f32::from_bits(*b)).abs();
            let (count, worst) = (differ.clone().count(), differ.map(off).fold(0.0, f32::max));
            let largest = ours.iter().map(|w| f32::from_bits(*w).abs()).fold(0.0, f32::max);
            let allowed = if same_bits { 0.0 } else { 0.02 * largest };
            if worst > allowed || (same_bits && count > 0) {
                wrong.push(format!("{}: {count} of {} by {worst:e}: {what}", kernel.name, ours.len()));
            }
            assert!(ours.iter().all(|w| f32::from_bits(*w).is_finite()), "{}: {what}", kernel.name);
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), outs.len(), wrong.join("\n"));
        let start = |b: &BufferId| recording.buffers[b.0].contents.clone();
        outs.iter().zip(ours).map(|(b, after)| [start(b), after]).collect()
    }
}

/// A mesh out of shape, with one triangle that has no area.
fn crumpled(mut mesh: Mesh, random: &mut Random) -> Mesh {
    for p in &mut mesh.positions {
        *p += glam::Vec3::from_array([0; 3].map(|_| random.between(-0.05, 0.05))) + 0.3;
    }
    let [a, b, _] = mesh.triangles[mesh.triangles.len() / 2];
    mesh.positions[b as usize] = mesh.positions[a as usize];
    mesh
}

fn add_faces(program: &mut Program, mesh: &Mesh, implicits: &[Implicit], random: &mut Random) {
    let count = mesh.positions.len();
    let incident = Topology::new(mesh).vertex_triangles;
    let x: Vec<[f32; 4]> = mesh.positions.iter().map(|p| p.extend(1.0).to_array()).collect();
    let mut v = random.vectors(count, 2.0);
    // One triangle moves with the air.
    for corner in mesh.triangles[1] {
        v[corner as usize] = [3.0, 0.0, -1.5, 0.0];
    }
    let r = &mut program.recording;
    let buffers = [
        r.buffer("corners", Element::U32, mesh.triangles.as_flattened()),
        r.buffer("offsets", Element::U32, &incident.offsets),
        r.buffer("incident", Element::U32, &incident.items),
        r.buffer("x", Element::Vec4, &x),
        r.buffer("v", Element::Vec4, &v),
        r.buffer("u", Element::Vec4, &random.vectors(count, 5.0)),
    ];
    for &implicit in implicits {
        for (mode, epsilon) in MODES.into_iter().flat_map(|m| EPSILONS.map(|e| (m, e))) {
            let cg = Cg { epsilon, ..Cg::default() };
            // Little to start from, so that it does not hide roundings of what is added.
            let start = random.vectors(count, 1e-6);
            let settings = (When::new(ALWAYS, mode), implicit, cg);
            program.add(&faces::KERNEL, settings, &buffers, count as u32, &start);
        }
    }
}

#[test]
fn faces_give_the_same_bits_on_both_executors() {
    let mut implicits = Vec::new();
    for modes in DIFFERENCES.into_iter().flat_map(|d| [d, d | CLOSED]) {
        for (drag, lift, pressure) in
            [(0.0, 0.0, 70.0), (1.2, 0.0, 0.0), (1.2, 0.7, -30.0), (0.0, 0.9, 1.0), (0.0, 0.0, 0.0)]
        {
            let wind = [3.0, 0.0, -1.5, drag];
            implicits.push(Implicit { wind, lift, pressure, h: 0.003, modes, ..Implicit::default() });
        }
    }
    for seed in 0..4 {
        let mut random = Random(seed);
        let mut program = Program::default();
        let sheet = crumpled(shapes::sheet(11, 12, 1.0, 0.8, Pattern::Irregular, seed), &mut random);
        let ball = crumpled(shapes::icosphere(2, 0.7), &mut random);
        for mesh in [sheet, ball] {
            add_faces(&mut program, &mesh, &implicits, &mut random);
        }
        let changed = program.run().iter().filter(|[before, after]| before != after).count();
        // All but those without pressure and wind, and products with lift only, which have pressure too.
        assert_eq!(changed, 2 * 6 * implicits.len() * 4 / 5);
    }
}

/// Seams between random triangles of a mesh: some long, some without length, some that share vertices or hold a single one.
fn sewn(mesh: &Mesh, count: usize, random: &mut Random) -> Vec<seams::Seam> {
    let mut one = |i: usize| {
        let mut triangle = || {
            let [a, b, c] = mesh.triangles[random.below(mesh.triangles.len())];
            let (mut s, mut t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let weights = if i % 5 == 4 { [1.0, 0.0, 0.0, 0.0] } else { [1.0 - s - t, s, t, 0.0] };
            ([a, b, c, 7], weights)
        };
        let ((first, first_weights), (mut second, mut second_weights)) = (triangle(), triangle());
        match i % 7 {
            3 => second[1] = first[2],
            // No way at all.
            5 => (second, second_weights) = (first, first_weights),
            _ => {}
        }
        let rest_length = if i.is_multiple_of(3) { 0.0 } else { random.between(0.05, 1.2) };
        let (stiffness, damping) = (random.between(1.0, 5000.0), random.between(0.0, 1.0));
        seams::Seam { first, second, first_weights, second_weights, rest_length, stiffness, damping, pad: 0 }
    };
    (0..count).map(&mut one).collect()
}

#[test]
fn seams_give_the_same_bits_on_both_executors() {
    for seed in 0..4 {
        let mut random = Random(100 + seed);
        let mut program = Program::default();
        let mesh = crumpled(shapes::sheet(9, 8, 1.0, 0.8, Pattern::Irregular, seed), &mut random);
        let count = mesh.positions.len();
        let list = sewn(&mesh, 60, &mut random);
        let touched = seams::Touched::new(&list);
        let x: Vec<[f32; 4]> = mesh.positions.iter().map(|p| p.extend(1.0).to_array()).collect();
        let r = &mut program.recording;
        let buffers = [
            r.structs("seams", &list),
            r.buffer("listed", Element::U32, &touched.listed),
            r.buffer("offsets", Element::U32, &touched.offsets),
            r.buffer("items", Element::U32, &touched.items),
            r.buffer("x", Element::Vec4, &x),
            r.buffer("u", Element::Vec4, &random.vectors(count, 3.0)),
        ];
        for modes in DIFFERENCES.into_iter().flat_map(|d| [d, d | WHOLE]) {
            let implicit = Implicit { h: 0.003, modes, ..Implicit::default() };
            for (mode, epsilon) in MODES.into_iter().flat_map(|m| EPSILONS.map(|e| (m, e))) {
                let cg = Cg { epsilon, ..Cg::default() };
                let start = random.vectors(count, 1e-6);
                let settings = (When::new(ALWAYS, mode), implicit, cg);
                program.add(&seams::KERNEL, settings, &buffers, touched.listed.len() as u32, &start);
            }
        }
        assert!(program.run().iter().all(|[before, after]| before != after));
    }
}

#[test]
fn forces_rest_when_it_is_not_their_turn() {
    let mut random = Random(7);
    let mesh = shapes::sheet(4, 4, 1.0, 1.0, Pattern::Irregular, 7);
    let (incident, touched) =
        (Topology::new(&mesh).vertex_triangles, seams::Touched::new(&sewn(&mesh, 9, &mut random)));
    let list = sewn(&mesh, 9, &mut Random(7));
    assert_eq!(touched, seams::Touched::new(&list));
    let x: Vec<[f32; 4]> = mesh.positions.iter().map(|p| p.extend(1.0).to_array()).collect();
    let mut program = Program::default();
    let r = &mut program.recording;
    let moving = r.buffer("u", Element::Vec4, &random.vectors(16, 1.0));
    let position = r.buffer("x", Element::Vec4, &x);
    let of_faces = [
        r.buffer("corners", Element::U32, mesh.triangles.as_flattened()),
        r.buffer("offsets", Element::U32, &incident.offsets),
        r.buffer("incident", Element::U32, &incident.items),
        position,
        moving,
        moving,
    ];
    let of_seams = [
        r.structs("seams", &list),
        r.buffer("listed", Element::U32, &touched.listed),
        r.buffer("offsets", Element::U32, &touched.offsets),
        r.buffer("items", Element::U32, &touched.items),
        position,
        moving,
    ];
    let implicit = Implicit { pressure: 10.0, h: 0.01, ..Implicit::default() };
    let start = random.vectors(16, 1.0);
    let mut expected = Vec::new();
    for (phase, state, done, acts) in [
        (ALWAYS, REVIEW, 1, true),
        (ITERATE, RUN, 0, true),
        (ITERATE, RUN, 1, false),
        (ITERATE, REVIEW, 0, false),
        (RENEW, REVIEW, 0, true),
        (RENEW, REVIEW, 1, false),
        (RENEW, RUN, 0, false),
    ] {
        let settings = (When::new(phase, TERM), implicit, Cg { state, done, ..Cg::default() });
        program.add(&faces::KERNEL, settings, &of_faces, 16, &start);
        program.add(&seams::KERNEL, settings, &of_seams, touched.listed.len() as u32, &start);
        expected.extend([acts; 2]);
    }
    let changed: Vec<bool> = program.run().iter().map(|[before, after]| before != after).collect();
    assert_eq!(changed, expected);
}

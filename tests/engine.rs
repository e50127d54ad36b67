//! The engine on its own: loops, parameters, limits, lost devices, callers' devices and read-back.

mod common;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use toile::engine::cpu::{Bindings, Cpu};
use toile::engine::gpu::{Device, Gpu, Readback, Sources};
use toile::engine::layout::Element;
use toile::engine::{BufferId, Executor, Kernel, LoopCount, Recording};
use toile::{Backend, Error, Simulation, gpu_struct, scene::catalog};

gpu_struct! {
    /// Where a counter stops.
    pub struct Stop {
        /// The last count.
        pub at: u32,
        /// Which of the two counters: 0 for the outer.
        pub level: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// Counts in `flag` up to `params.at`, then sets "done"; the inner counter starts again when the outer one has moved.
const COUNT: Kernel = Kernel {
    name: "count",
    wgsl: "
struct Stop { at: u32, level: u32, pad0: u32, pad1: u32 }
@group(0) @binding(0) var<uniform> params: Stop;
@group(0) @binding(1) var<storage, read_write> flag: array<u32>;
@group(0) @binding(2) var<storage, read_write> inner: array<u32>;
@group(0) @binding(3) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(1) fn main() {
    if (flag[0] != 0u) { return; }
    flag[1] += 1u;
    if (flag[1] >= params.at) { flag[0] = 1u; }
    total[params.level] += 1u;
    if (params.level == 0u) { inner[0] = 0u; inner[1] = 0u; }
}",
    bindings: &["flag", "inner", "total"],
    structs: &[<Stop as toile::engine::layout::GpuStruct>::layout],
    cpu: |_, b: &Bindings| {
        let stop: Stop = b.params();
        let mut flag = b.write::<u32>(0);
        if flag[0] != 0 {
            return;
        }
        flag[1] += 1;
        if flag[1] >= stop.at {
            flag[0] = 1;
        }
        b.write::<u32>(2)[stop.level as usize] += 1;
        if stop.level == 0 {
            b.write::<u32>(1).fill(0);
        }
    },
};

/// Counts in a flag's second word up to its third, then sets the first; the fourth counts over all runs.
const COUNT_TO: Kernel = Kernel {
    name: "count_to",
    wgsl: "
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@compute @workgroup_size(1) fn main() {
    if (flag[0] != 0u) { return; }
    flag[1] += 1u;
    flag[3] += 1u;
    if (flag[1] >= flag[2]) { flag[0] = 1u; }
}",
    bindings: &["flag"],
    structs: &[],
    cpu: |_, b: &Bindings| {
        let mut flag = b.write::<u32>(0);
        if flag[0] != 0 {
            return;
        }
        flag[1] += 1;
        flag[3] += 1;
        flag[0] = u32::from(flag[1] >= flag[2]);
    },
};

/// One test at a time: these open, lose and drop devices, and the software driver has crashed, about once in a hundred runs,
/// when that happens on several threads at once.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An outer loop of up to 50 around an inner one of up to 100; both end by their flags.
fn nested(outer_at: u32, inner_at: u32) -> (Arc<Recording>, BufferId) {
    let mut r = Recording::default();
    let outer = r.buffer("outer", Element::U32, &[0u32, 0]);
    let inner = r.buffer("inner", Element::U32, &[0u32, 0]);
    let spare = r.buffer("spare", Element::U32, &[0u32, 0]);
    let total = r.buffer("total", Element::U32, &[0u32, 0]);
    let stop = |at, level| Stop { at, level, ..Stop::default() };
    r.open_loop();
    r.dispatch_with(&COUNT, "outer", &[outer, inner, total], 1, stop(outer_at, 0));
    r.open_loop();
    r.dispatch_with(&COUNT, "inner", &[inner, spare, total], 1, stop(inner_at, 1));
    r.close_loop(100, Some(inner), 3);
    r.close_loop(50, Some(outer), 4);
    (Arc::new(r), total)
}

#[test]
fn nested_loops_end_by_their_flags_on_both_executors() {
    let _alone = alone();
    for (outer, inner) in [(1, 1), (3, 7), (7, 3), (12, 30), (100, 2)] {
        let expected = vec![outer.min(50), outer.min(50) * inner];
        let (recording, total) = nested(outer, inner);
        let mut cpu = Cpu::new(recording.clone()).unwrap();
        cpu.run().unwrap();
        assert_eq!(cpu.read(total).unwrap(), expected, "cpu {outer} {inner}");
        let (all, runs) = (u64::from(expected[0] + expected[1]), u64::from(1 + expected[0]));
        assert_eq!(cpu.loops(), LoopCount { runs, repetitions: all, used: all, waits: 0 });
        let mut gpu = Gpu::new(common::device(), recording).unwrap();
        gpu.run().unwrap();
        assert_eq!(gpu.read(total).unwrap(), expected, "gpu {outer} {inner}");
    }
}

#[test]
fn a_loop_learns_how_many_iterations_to_submit_at_once() {
    let _alone = alone();
    let mut r = Recording::default();
    let [flag, spare, total] = ["flag", "spare", "total"].map(|n| r.buffer(n, Element::U32, &[0u32, 0]));
    r.open_loop();
    r.dispatch_with(&COUNT, "count", &[flag, spare, total], 1, Stop { at: 20, level: 1, ..Stop::default() });
    r.close_loop(1000, Some(flag), 2);
    let mut gpu = Gpu::new(common::device(), Arc::new(r)).unwrap();
    gpu.run().unwrap();
    assert_eq!(gpu.waits(), 10, "chunks of two until twenty");
    gpu.write(flag, &[0, 0]).unwrap();
    gpu.run().unwrap();
    assert_eq!(gpu.waits(), 11, "the second time, one chunk");
    assert_eq!(gpu.loops(), LoopCount { runs: 2, repetitions: 20 + 23, used: 40, waits: 11 });
    assert_eq!(gpu.read(total).unwrap(), [0, 40]);
}

/// A loop of up to `max` that is looked at after `chunk`; what it counts to is the third word of its flag.
fn counting(max: u32, chunk: u32) -> (Arc<Recording>, BufferId) {
    let mut r = Recording::default();
    let flag = r.buffer("flag", Element::U32, &[0u32; 5]);
    r.open_loop();
    r.dispatch(&COUNT_TO, "count", &[flag], 1);
    r.close_loop(max, Some(flag), chunk);
    (Arc::new(r), flag)
}

/// Runs once per count, and gives the flag after each run.
fn count_to(executor: &mut dyn Executor, flag: BufferId, counts: &[u32]) -> Vec<Vec<u32>> {
    let mut one = |count: &u32| {
        executor.write(flag, &[0, 0, *count]).unwrap();
        executor.run().unwrap();
        executor.read(flag).unwrap()
    };
    counts.iter().map(&mut one).collect()
}

#[test]
fn loops_whose_count_varies_take_one_wait_and_waste_little_however_they_are_cut() {
    let _alone = alone();
    let counts = [38, 40, 37, 36, 41, 42, 39, 44, 36, 38, 43, 40, 37, 39, 41, 44, 42, 38, 36, 40];
    let (sum, runs) = (u64::from(counts.iter().sum::<u32>()), counts.len() as u64);
    let (recording, flag) = counting(1000, 1);
    let mut cpu = Cpu::new(recording).unwrap();
    let expected = count_to(&mut cpu, flag, &counts);
    assert_eq!(cpu.loops(), LoopCount { runs, repetitions: sum, used: sum, waits: 0 });
    for chunk in [1, 4, 16, 64] {
        let (recording, flag) = counting(1000, chunk);
        let mut gpu = Gpu::new(common::device(), recording).unwrap();
        assert_eq!(count_to(&mut gpu, flag, &counts[..1]), expected[..1], "chunks of {chunk}");
        let first = gpu.loops();
        assert_eq!((first.runs, first.used), (1, 38));
        assert_eq!(count_to(&mut gpu, flag, &counts[1..]), expected[1..], "chunks of {chunk}");
        let later = gpu.loops().since(&first);
        assert_eq!((later.runs, later.used), (runs - 1, sum - 38));
        assert!(later.waits <= runs, "chunks of {chunk}: {later:?}");
        assert!(later.wasted() < 0.2, "chunks of {chunk}: {later:?}");
    }
}

#[test]
fn a_loop_that_comes_to_its_end_without_its_flag_has_used_all() {
    let _alone = alone();
    let (recording, flag) = counting(30, 7);
    for executor in [
        &mut Cpu::new(recording.clone()).unwrap() as &mut dyn Executor,
        &mut Gpu::new(common::device(), recording.clone()).unwrap(),
    ] {
        let flags = count_to(executor, flag, &[50, 50, 20, 30]);
        let taken: Vec<_> = flags.iter().map(|f| (f[0], f[1], f[3])).collect();
        assert_eq!(taken, [(0, 30, 30), (0, 30, 60), (1, 20, 80), (1, 30, 110)]);
        let loops = executor.loops();
        assert_eq!((loops.runs, loops.used), (4, 110), "{}", executor.name());
    }
}

#[test]
fn profiling_counts_what_loops_dispatch_and_changes_nothing() {
    let _alone = alone();
    let counts = [20, 21, 19, 40, 22];
    let (recording, flag) = counting(1000, 3);
    let mut plain = Gpu::new(common::device(), recording.clone()).unwrap();
    let expected = count_to(&mut plain, flag, &counts);
    let mut cpu = Cpu::new(recording.clone()).unwrap();
    let mut gpu = Gpu::new(common::device(), recording).unwrap();
    for executor in [&mut cpu as &mut dyn Executor, &mut gpu] {
        assert!(executor.profile(true));
        assert_eq!(count_to(executor, flag, &counts), expected);
        let timing = executor.timings()["count"];
        assert_eq!(timing.calls, executor.loops().repetitions);
        assert!(timing.seconds > 0.0);
    }
    assert_eq!(gpu.loops(), plain.loops());
    // A loop in a loop.
    let (recording, total) = nested(7, 3);
    let mut gpu = Gpu::new(common::device(), recording).unwrap();
    assert!(gpu.profile(true));
    gpu.run().unwrap();
    assert_eq!(gpu.read(total).unwrap(), [7, 21]);
    let calls: u64 = gpu.timings().values().map(|timing| timing.calls).sum();
    assert_eq!(calls, gpu.loops().repetitions);
}

#[test]
fn a_long_program_is_split_into_submissions() {
    let _alone = alone();
    let mut r = Recording::default();
    let [flag, spare, total] = ["flag", "spare", "total"].map(|n| r.buffer(n, Element::U32, &[0u32, 0]));
    r.open_loop();
    r.dispatch_with(
        &COUNT,
        "count",
        &[flag, spare, total],
        1,
        Stop { at: u32::MAX, level: 1, ..Stop::default() },
    );
    r.close_loop(10_000, None, 1);
    let mut gpu = Gpu::new(common::device(), Arc::new(r)).unwrap();
    gpu.run().unwrap();
    assert_eq!(gpu.read(total).unwrap(), [0, 10_000]);
}

#[test]
fn what_code_asks_for_is_checked_as_a_file_is() {
    let _alone = alone();
    let mut scene = catalog::resolve("dent").unwrap();
    scene.mesh.level = 40;
    assert_eq!(Simulation::new(&scene, &Backend::Cpu).err().map(|e| e.exit_code()), Some(4));
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let mut simulation = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let mut state = simulation.state().unwrap();
    state.velocities.pop();
    assert_eq!(simulation.set_state(&state).err().map(|e| e.exit_code()), Some(4));
}

#[test]
fn a_restored_state_is_sound_again() {
    let _alone = alone();
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    for backend in [Backend::Cpu, Backend::Gpu(common::device())] {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        simulation.frame().unwrap();
        let good = simulation.state().unwrap();
        let mut bad = good.clone();
        bad.velocities[17].x = f32::NAN;
        simulation.set_state(&bad).unwrap();
        simulation.frame().unwrap();
        assert!(matches!(simulation.check(), Err(Error::NonFinite { step: 2, .. })));
        simulation.set_state(&good).unwrap();
        simulation.frame().unwrap();
        simulation.check().unwrap();
    }
}

#[test]
fn a_mesh_over_a_limit_is_an_error_with_numbers() {
    let _alone = alone();
    let mut r = Recording::default();
    let limit = common::device().device.limits().max_storage_buffer_binding_size;
    r.buffer("too much", Element::U32, &vec![0u32; (limit / 4 + 1) as usize]);
    let error = Gpu::new(common::device(), Arc::new(r)).err().expect("an error");
    assert!(
        matches!(&error, Error::Limit { needed, available, .. } if *needed == limit + 4 && *available == limit)
    );
    assert_eq!(error.exit_code(), 7);
    assert!(
        error.to_string().contains("too much") && error.to_string().contains(&limit.to_string()),
        "{error}"
    );
}

#[test]
fn a_lost_device_is_an_error() {
    let _alone = alone();
    let device = Device::open(None, toile::kernels::sources()).unwrap();
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let mut simulation = Simulation::new(&scene, &Backend::Gpu(device.clone())).unwrap();
    simulation.step().unwrap();
    device.device.destroy();
    let error = simulation.frame().and_then(|()| simulation.state().map(|_| ())).expect_err("an error");
    assert_eq!(error.exit_code(), 3, "{error}");
    assert!(Simulation::new(&scene, &Backend::Gpu(device)).is_err());
}

#[test]
fn a_broken_kernel_is_an_error_with_its_file_and_line() {
    let _alone = alone();
    let mut sources = toile::kernels::sources();
    let text = "#import common/sim\nfn main() { let x = nothing; }".to_string();
    sources.replaced.insert("integrate/predict".into(), text);
    let device = Device::open(None, sources).unwrap();
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let error = Simulation::new(&scene, &Backend::Gpu(device)).err().expect("an error").to_string();
    assert!(error.contains("shaders/integrate/predict.wgsl:2"), "{error}");
}

#[test]
fn a_dispatch_that_lists_too_few_buffers_is_an_error() {
    let _alone = alone();
    let mut r = Recording::default();
    let flag = r.buffer("flag", Element::U32, &[0u32, 0]);
    r.dispatch_with(&COUNT, "count", &[flag], 1, Stop::default());
    assert!(matches!(Gpu::new(common::device(), Arc::new(r)).err(), Some(Error::Kernel { .. })));
}

#[test]
fn the_callers_own_device_runs_the_simulation_and_shares_the_positions() {
    let _alone = alone();
    let adapter = toile::engine::gpu::adapters().into_iter().next().expect("an adapter");
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();
    let shared = Device::share(device.clone(), queue.clone(), toile::kernels::sources());
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let mut simulation = Simulation::new(&scene, &Backend::Gpu(shared)).unwrap();
    simulation.frame().unwrap();
    let positions = simulation.positions_buffer().expect("a buffer").clone();
    // The caller copies the positions in a submission of its own.
    let copy = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: positions.size(),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&positions, 0, &copy, 0, positions.size());
    queue.submit([encoder.finish()]);
    copy.map_async(wgpu::MapMode::Read, .., |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = copy.get_mapped_range(..).unwrap().to_vec();
    let theirs: &[[f32; 4]] = bytemuck::cast_slice(&bytes);
    let ours = simulation.state().unwrap().positions;
    assert_eq!(theirs.len(), ours.len());
    assert!(theirs.iter().zip(&ours).all(|(a, b)| a[..3] == b.to_array()));
}

#[test]
fn reading_back_does_not_block_and_keeps_the_order() {
    let _alone = alone();
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let device = common::device();
    let mut simulation = Simulation::new(&scene, &Backend::Gpu(device.clone())).unwrap();
    let size = simulation.positions_buffer().unwrap().size();
    let mut ring = Readback::new(device.clone(), size, 2).unwrap();
    let mut hashes = Vec::new();
    for _ in 0..2 {
        simulation.frame().unwrap();
        assert!(ring.request(&[simulation.positions_buffer().unwrap()]).unwrap());
        hashes.push(simulation.state().unwrap().positions);
    }
    assert!(!ring.request(&[simulation.positions_buffer().unwrap()]).unwrap(), "the ring is full");
    for expected in &hashes {
        let words = loop {
            if let Some(words) = ring.poll().unwrap() {
                break words;
            }
        };
        assert!(words.chunks(4).zip(expected).all(|(w, p)| f32::from_bits(w[1]) == p.y));
    }
    assert_eq!(ring.waiting(), 0);
    assert!(ring.poll().unwrap().is_none());
}

#[test]
fn profiling_names_the_passes_and_changes_nothing() {
    let _alone = alone();
    let scene = catalog::resolve("sheet").unwrap().small().unwrap();
    let run = |profile: bool, backend: &Backend| {
        let mut simulation = Simulation::new(&scene, backend).unwrap();
        simulation.executor().profile(profile);
        simulation.frame().unwrap();
        (simulation.state().unwrap().hash(), simulation.timings())
    };
    for backend in [Backend::Cpu, Backend::Gpu(common::device())] {
        let (plain, none) = run(false, &backend);
        let (profiled, timings) = run(true, &backend);
        assert_eq!(plain, profiled);
        assert!(none.is_empty());
        for label in ["predict", "yarns", "velocity"] {
            assert!(
                timings.get(label).is_some_and(|t| t.calls > 0 && t.seconds > 0.0),
                "{label}: {timings:?}"
            );
        }
    }
}

#[test]
fn what_is_live_acts_on_the_next_step() {
    let _alone = alone();
    let scene = catalog::resolve("stick-drop").unwrap().small().unwrap();
    for backend in [Backend::Cpu, Backend::Gpu(common::device())] {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        *simulation.live().gravity = [0.0; 3];
        simulation.frame().unwrap();
        let still = simulation.state().unwrap();
        assert!(still.velocities.iter().all(|v| *v == glam::Vec3::ZERO));
        *simulation.live().gravity = [0.0, 0.0, 3.0];
        simulation.frame().unwrap();
        assert!(simulation.state().unwrap().velocities.iter().all(|v| v.z > 0.0));
        assert!(simulation.live().kappa.is_none(), "the step was recorded for κ = 0");
    }
}

#[test]
fn no_adapter_of_that_name_is_an_error() {
    let _alone = alone();
    let error = Device::open(Some("no such adapter"), Sources::default()).expect_err("an error");
    assert_eq!(error.exit_code(), 3);
}

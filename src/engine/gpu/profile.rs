//! Times passes by timestamps: one compute pass per run of dispatches with the same label.

use super::device::Device;
use super::{Gpu, Ready, each_fixed, encode_one, readback};
use crate::engine::Timings;
use crate::engine::recording::{DispatchId, Step};
use crate::error::Result;
use std::sync::Arc;

/// Pairs of timestamps per submission.
const PAIRS: u32 = 1024;

/// What timing needs.
pub(super) struct Profile {
    device: Arc<Device>,
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
    period: f64,
    /// Timings so far.
    pub timings: Timings,
    /// How often each dispatch was run so far.
    pub calls: Vec<u64>,
}

impl Profile {
    /// For a recording of so many dispatches; none where the device has no timestamps.
    pub fn new(device: &Arc<Device>, dispatches: usize) -> Option<Self> {
        if !device.device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let queries = device.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("pass times"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * PAIRS,
        });
        let resolved = device.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pass times"),
            size: u64::from(2 * PAIRS) * 8,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let staging = readback::staging(device, resolved.size()).ok()?;
        let period = f64::from(device.queue.get_timestamp_period()) * 1e-9;
        let (device, timings, calls) = (device.clone(), Timings::new(), vec![0; dispatches]);
        Some(Self { device, queries, resolved, staging, period, timings, calls })
    }

    /// Runs steps so many times, timing each run of dispatches with one label.
    pub fn run(&mut self, gpu: &Gpu, steps: &[Step], times: u32) -> Result<()> {
        let mut runs: Vec<Vec<DispatchId>> = Vec::new();
        let mut push = |id: DispatchId| {
            let label = gpu.ready[id.0].label;
            match runs.last_mut() {
                Some(run) if gpu.ready[run[0].0].label == label => run.push(id),
                _ => runs.push(vec![id]),
            }
        };
        (0..times).for_each(|_| each_fixed(steps, &mut push));
        let paced = gpu.pace.map(|pace| pace.dispatches);
        let size = paced.unwrap_or(PAIRS).clamp(1, PAIRS) as usize;
        runs.chunks(size).try_for_each(|chunk| {
            // Where a window draws on the same device, every piece is a turn of its own.
            let _turn = paced.map(|_| gpu.device.turns.take());
            self.run_chunk(&gpu.ready, chunk)
        })
    }

    fn run_chunk(&mut self, ready: &[Ready], runs: &[Vec<DispatchId>]) -> Result<()> {
        let device = self.device.clone();
        device.guard("a timed submission", 0, || {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            for (i, run) in (0u32..).zip(runs) {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(ready[run[0].0].label),
                    timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                        query_set: &self.queries,
                        beginning_of_pass_write_index: Some(2 * i),
                        end_of_pass_write_index: Some(2 * i + 1),
                    }),
                });
                let mut current = None;
                run.iter().for_each(|id| encode_one(&mut pass, &ready[id.0], &mut current));
            }
            encoder.resolve_query_set(&self.queries, 0..2 * runs.len() as u32, &self.resolved, 0);
            device.queue.submit([encoder.finish()]);
        })?;
        let words =
            readback::read_through(&device, &self.staging, &[(&self.resolved, self.resolved.size())])?;
        let ticks: &[u64] =
            &words.chunks(2).map(|w| u64::from(w[0]) | u64::from(w[1]) << 32).collect::<Vec<_>>();
        for (run, pair) in runs.iter().zip(ticks.chunks(2)) {
            let seconds = pair[1].saturating_sub(pair[0]) as f64 * self.period;
            self.timings.entry(ready[run[0].0].label).or_default().add(seconds, run.len() as u64);
            run.iter().for_each(|id| self.calls[id.0] += 1);
        }
        Ok(())
    }
}

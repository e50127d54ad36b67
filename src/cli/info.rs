//! `toile info`: what there is to run on.

use super::terminal::{self, Terminal};
use crate::engine::gpu;
use crate::error::Result;
use crate::memory;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  toile info
  toile info --json
  WGPU_BACKEND=vulkan toile info";

/// Show the version, the GPU adapters and the memory.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Info {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Facts {
    schema: &'static str,
    version: &'static str,
    adapters: Vec<Adapter>,
    /// [bytes]
    memory_available: Option<u64>,
}

#[derive(Serialize)]
struct Adapter {
    name: String,
    backend: String,
    #[serde(rename = "type")]
    kind: &'static str,
    driver: String,
    limits: Limits,
}

/// The limits that a large mesh meets first [bytes].
#[derive(Serialize)]
struct Limits {
    max_storage_buffer_binding_size: u64,
    max_buffer_size: u64,
}

impl Info {
    /// Prints what there is; a machine without adapters is no error.
    pub fn run(&self, _: &Terminal) -> Result<()> {
        let facts = Facts {
            schema: "toile/info/1",
            version: env!("CARGO_PKG_VERSION"),
            adapters: gpu::adapters().iter().map(Adapter::of).collect(),
            memory_available: memory::available(),
        };
        if self.json { terminal::print_json(&facts) } else { terminal::print(facts.text()) }
    }
}

impl Adapter {
    fn of(adapter: &wgpu::Adapter) -> Self {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        Self {
            name: info.name,
            backend: info.backend.to_string(),
            kind: match info.device_type {
                wgpu::DeviceType::DiscreteGpu => "discrete",
                wgpu::DeviceType::IntegratedGpu => "integrated",
                wgpu::DeviceType::VirtualGpu => "virtual",
                wgpu::DeviceType::Cpu => "software",
                wgpu::DeviceType::Other => "other",
            },
            driver: format!("{} {}", info.driver, info.driver_info).trim().into(),
            limits: Limits {
                max_storage_buffer_binding_size: limits.max_storage_buffer_binding_size,
                max_buffer_size: limits.max_buffer_size,
            },
        }
    }
}

impl Facts {
    fn text(&self) -> String {
        let mut text = format!("toile {}\n", self.version);
        for (index, adapter) in self.adapters.iter().enumerate() {
            let Adapter { name, backend, kind, driver, limits } = adapter;
            let binding = bytes(limits.max_storage_buffer_binding_size);
            let buffer = bytes(limits.max_buffer_size);
            // Writing to a string cannot fail.
            write!(text, "\nadapter {index}   {name}\n  type      {kind}, {backend}\n  driver    {driver}")
                .ok();
            write!(text, "\n  limits    {binding} per storage binding, {buffer} per buffer\n").ok();
        }
        if self.adapters.is_empty() {
            text += "\nno GPU adapter: scenes run on the CPU (on Debian, mesa-vulkan-drivers has a software one)\n";
        }
        let available = self.memory_available.map_or("unknown".into(), bytes);
        write!(text, "\nmemory      {available} available").ok();
        text
    }
}

/// A number of bytes for people.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = count as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && value < 10.0);
    format!("{value:.digits$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_readable() {
        let texts = [0, 1023, 1536, 128 << 20, u64::MAX].map(bytes);
        assert_eq!(texts, ["0 bytes", "1023 bytes", "1.5 KiB", "128 MiB", "16384 PiB"]);
    }
}

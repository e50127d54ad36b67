//! Options that several commands have.

use super::terminal::Terminal;
use crate::engine::gpu::Device;
use crate::engine::gpu::Sources;
use crate::error::{Error, Result};
use crate::scene::{Scene, catalog, set};
use crate::simulation::Backend;
use clap::{Args, ValueEnum};

/// A scene, with some of its fields changed.
#[derive(Debug, Args)]
pub struct SceneOptions {
    /// A scene's name (`toile scenes` lists them), a scene file (.toml) or a mesh to drop (.obj).
    #[arg(default_value = catalog::DEFAULT)]
    pub scene: String,
    /// Change a field of the scene, by its dotted path or its short name; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Default for SceneOptions {
    /// The default scene as it is.
    fn default() -> Self {
        Self { scene: catalog::DEFAULT.into(), set: Vec::new() }
    }
}

impl SceneOptions {
    /// The scene with the changes.
    pub fn load(&self) -> Result<Scene> {
        let assignments = self.set.iter().map(|text| set::split(text)).collect::<Result<Vec<_>>>()?;
        catalog::resolve(&self.scene)?.set(&assignments)
    }
}

/// Where to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BackendChoice {
    /// The GPU, or the CPU where there is none.
    #[default]
    Auto,
    /// The GPU, or an error.
    Gpu,
    /// The CPU.
    Cpu,
}

/// Where to run, and on which adapter.
#[derive(Debug, Default, Args)]
pub struct BackendOptions {
    /// Where to run.
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendChoice,
    /// The GPU adapter, by a part of its name or by its index in `toile info`.
    #[arg(long, value_name = "NAME|INDEX")]
    pub adapter: Option<String>,
}

impl BackendOptions {
    /// Whether the user left it to the program where to run.
    pub fn is_auto(&self) -> bool {
        self.backend == BackendChoice::Auto && self.adapter.is_none()
    }

    /// Opens a GPU with kernels of the user's own, which the CPU has no twins of.
    pub fn open_with(&self, sources: Sources) -> Result<Backend> {
        if self.backend == BackendChoice::Cpu {
            let advice = "leave it out, or use --backend gpu";
            return Err(Error::input("--shaders", "is of no use to the CPU", advice));
        }
        Ok(Backend::Gpu(Device::open(self.adapter.as_deref(), sources)?))
    }

    /// Opens the backend; says so where the CPU takes the place of a GPU.
    pub fn open(&self, terminal: &Terminal) -> Result<Backend> {
        let adapter = self.adapter.as_deref();
        match (self.backend, adapter) {
            (BackendChoice::Cpu, None) => Ok(Backend::Cpu),
            (BackendChoice::Cpu, Some(_)) => Err(Error::input(
                "--adapter",
                "the CPU has no adapters",
                "leave it out, or use --backend gpu",
            )),
            // An adapter that was asked for by name is not to be replaced in silence.
            (BackendChoice::Gpu, _) | (BackendChoice::Auto, Some(_)) => Backend::gpu(adapter),
            (BackendChoice::Auto, None) => match Backend::gpu(None) {
                Err(Error::NoAdapter(why)) => {
                    terminal.note(format!("no usable GPU adapter ({why}): running on the CPU"));
                    Ok(Backend::Cpu)
                }
                opened => opened,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_has_no_adapters() {
        let options = BackendOptions { backend: BackendChoice::Cpu, adapter: Some("0".into()) };
        assert_eq!(options.open(&Terminal::new(true)).unwrap_err().exit_code(), 4);
    }
}

//! One error type. Each variant says what is wrong, where, and what to do about it, and knows
//! the exit code that the command line ends with.

use std::path::PathBuf;

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file, a field or a value that the user gave cannot be used.
    #[error("{at}: {what}; {advice}")]
    Input {
        /// Where: `file:line`, a field of a scene, or an option.
        at: String,
        /// What is wrong with it.
        what: String,
        /// What to do.
        advice: String,
    },
    /// No adapter that can run the kernels.
    #[error(
        "no usable GPU adapter: {0}; install a Vulkan, Metal or DX12 driver (on Debian: mesa-vulkan-drivers) or use --backend cpu"
    )]
    NoAdapter(String),
    /// No adapter to draw with.
    #[error(
        "no GPU adapter to draw with: {0}; install a Vulkan, Metal or DX12 driver, or draw on the CPU with `toile run SCENE --picture FILE.png`"
    )]
    NoRenderer(String),
    /// No display to open a window on.
    #[error(
        "no window can be opened: {0}; draw with `toile render SCENE --out FILE.png`, or run with `toile run SCENE`"
    )]
    NoDisplay(String),
    /// The device went away while in use.
    #[error("the GPU device was lost: {0}; restart the run, or use --backend cpu")]
    DeviceLost(String),
    /// A mesh or scene needs more than the device offers.
    #[error(
        "{what} needs {needed} where the device's {limit} is {available}; use a smaller mesh or another adapter"
    )]
    Limit {
        /// What exceeds the limit.
        what: String,
        /// How much it needs.
        needed: u64,
        /// The limit's name as wgpu spells it.
        limit: &'static str,
        /// How much there is.
        available: u64,
    },
    /// The device or the machine refused memory.
    #[error("out of memory for {what} ({bytes} bytes); use a smaller mesh or another adapter")]
    OutOfMemory {
        /// What the memory was for.
        what: String,
        /// How much was asked for [bytes].
        bytes: u64,
    },
    /// A grid of distances that needs more memory than there is.
    #[error(
        "{at}: a grid with cells of {cell} m needs {needed} bytes where {available} are available; use `cell = {fits}` or larger"
    )]
    Grid {
        /// The field of the scene.
        at: String,
        /// The cell asked for [m].
        cell: f64,
        /// How much its grid needs [bytes].
        needed: u64,
        /// How much there is [bytes].
        available: u64,
        /// A cell that fits [m].
        fits: f64,
    },
    /// A kernel that does not assemble, parse or validate.
    #[error("shaders/{file}:{line}: {message}; mend the kernel")]
    Shader {
        /// The original file, below `shaders/`.
        file: String,
        /// The line in that file, from 1.
        line: usize,
        /// naga's message.
        message: String,
    },
    /// A kernel and its recording or its Rust side do not fit together.
    #[error("kernel {kernel}: {message}; the WGSL and the Rust side must agree")]
    Kernel {
        /// The kernel's name.
        kernel: String,
        /// What does not fit.
        message: String,
    },
    /// The simulation produced a NaN or an infinity.
    #[error(
        "the state became non-finite in step {step}, first at vertex {vertex}; use a smaller dt or more substeps"
    )]
    NonFinite {
        /// The step, from 1.
        step: u64,
        /// The vertex with the lowest index.
        vertex: u32,
    },
    /// A rigid body's motion is no longer a number.
    #[error("the motion of body.{body} became non-finite at {time:.4} s; use a smaller dt or more substeps")]
    BodyLost {
        /// The body's place in the list, rain and ground after the scene's own.
        body: usize,
        /// Simulated time [s].
        time: f64,
    },
    /// GPU and CPU give different results.
    #[error("GPU and CPU disagree: {0}; `toile compare SCENE --gpu-from KERNEL` narrows it down")]
    Disagree(String),
    /// Cells of the scorecard that are not as they should be.
    #[error("not as mathematics says: {0}; `toile validate --only NAME` looks at one of them")]
    Untrue(String),
    /// Something takes longer than it did.
    #[error("slower than the baseline: {0}; find out what changed, or measure a new baseline")]
    Slower(String),
    /// A file that cannot be written or read.
    #[error("{}: {source}; check the path, the permissions and the free space", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The user interrupted the run.
    #[error("interrupted; the files written so far are whole")]
    Interrupted,
}

impl Error {
    /// An [`Error::Input`] from its three parts.
    pub fn input(at: impl Into<String>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::Input { at: at.into(), what: what.into(), advice: advice.into() }
    }

    /// An [`Error::Io`] for `path`.
    pub fn io(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::Io { path: path.into(), source }
    }

    /// The process's exit code for this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Shader { .. } | Self::Kernel { .. } | Self::Untrue(_) | Self::Slower(_) => 1,
            Self::NoAdapter(_) | Self::NoRenderer(_) | Self::NoDisplay(_) | Self::DeviceLost(_) => 3,
            Self::Input { .. } => 4,
            Self::NonFinite { .. } | Self::BodyLost { .. } => 5,
            Self::Disagree(_) => 6,
            Self::Limit { .. } | Self::OutOfMemory { .. } | Self::Grid { .. } | Self::Io { .. } => 7,
            Self::Interrupted => 130,
        }
    }
}

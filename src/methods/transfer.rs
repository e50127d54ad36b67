//! Back from the ghost mesh to the unknowns behind it: A M⁻¹ Aᵀ λ = x' − A y, and y += M⁻¹ Aᵀ λ; velocities the same way.
//! With the masses λ are blows on the ghost mesh, and on equal triangles what moves it as a whole moves the elements as a whole.

use super::buffers::Buffers;
use super::cg::{Cg, System};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Recording};
use crate::error::Result;
use crate::kernels::common::cg::{ALWAYS, ITERATE, OPERATOR, RENEW, TERM, When};
use crate::kernels::common::guide::{FREE, GUIDES};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::developable::{lift, lower};

/// Residual at which the solve ends, by the way that contact has moved the ghost mesh.
const TOLERANCE: f32 = 1e-4;
/// Iterations at which it gives up.
const ITERATIONS: u32 = 400;
/// Iterations between two looks at the residual.
const INTERVAL: u32 = 8;

/// A way back.
pub struct Transfer {
    /// Its buffers, those of the surface among them.
    pub buffers: Buffers,
    cg: Cg,
    vertices: u32,
    dofs: u32,
}

impl Transfer {
    /// Creates its buffers; `shared` are the names of the surface's that it uses.
    pub fn new(
        r: &mut Recording,
        surface: &Buffers,
        shared: &[&'static str],
        [vertices, dofs]: [u32; 2],
    ) -> Result<Self> {
        let mut buffers = Buffers::default();
        let cg = Cg::new(r, &mut buffers, vertices);
        for &name in shared {
            buffers.add([(name, surface.get(name)?)]);
        }
        // Every row counts the same, and none is filtered.
        let guide = [[1.0, 1.0, 1.0, 0.0], [0.0; 4], [0.0, 0.0, 0.0, FREE]];
        let BufferId(guides) = buffers.get("guides")?;
        let all = vec![guide; vertices as usize];
        debug_assert_eq!(guide.len(), GUIDES);
        r.buffers[guides].contents = bytemuck::pod_collect_to_vec(all.as_flattened());
        let implicit = Implicit {
            tolerance: TOLERANCE * TOLERANCE,
            iterations: ITERATIONS,
            newton: 1,
            ..Implicit::default()
        };
        let zero = vec![[0f32; 4]; dofs as usize];
        buffers.add([
            ("ghost velocities", surface.get("u")?),
            ("implicit", r.structs("transfer", &[implicit])),
            ("lifted", r.buffer("way back", Element::Vec4, &zero)),
        ]);
        Ok(Self { buffers, cg, vertices, dofs })
    }

    /// Records the way back of positions or velocities, by their names `[after, before]` contact and what becomes of them.
    pub fn record(&self, recording: &mut Recording, change: [&'static str; 2], mode: u32) -> Result<()> {
        let mut way = Way { recording, transfer: self, change };
        way.lower("u", lower::CLEAR, ALWAYS)?;
        self.cg.solve(&mut way, INTERVAL, ITERATIONS, 0)?;
        way.lift("u", mode, ALWAYS)
    }
}

/// A way back that is being recorded.
struct Way<'a> {
    recording: &'a mut Recording,
    transfer: &'a Transfer,
    change: [&'static str; 2],
}

impl Way<'_> {
    fn lift(&mut self, what: &str, mode: u32, phase: u32) -> Result<()> {
        let names = [("u", what), ("offsets", "dof vertex offsets"), ("shares", "dof vertices")];
        let buffers = self.transfer.buffers.with(&lift::KERNEL, &names)?;
        self.recording.dispatch_with(
            &lift::KERNEL,
            "transfer",
            &buffers,
            self.transfer.dofs,
            When::new(phase, mode),
        );
        Ok(())
    }

    fn lower(&mut self, out: &str, mode: u32, phase: u32) -> Result<()> {
        let [after, before] = self.change;
        let names = [
            ("out", out),
            ("offsets", "vertex offsets"),
            ("shares", "vertex dofs"),
            ("after", after),
            ("before", before),
        ];
        let buffers = self.transfer.buffers.with(&lower::KERNEL, &names)?;
        let when = When::new(phase, mode);
        self.recording.dispatch_with(&lower::KERNEL, "transfer", &buffers, self.transfer.vertices, when);
        Ok(())
    }
}

impl System for Way<'_> {
    fn parts(&mut self) -> (&mut Recording, &Buffers) {
        (self.recording, &self.transfer.buffers)
    }

    fn product(&mut self) -> Result<()> {
        self.lift("d", lift::PRODUCT, ITERATE)?;
        self.lower("q", OPERATOR, ITERATE)
    }

    fn residual(&mut self) -> Result<()> {
        self.lift("u", lift::PRODUCT, RENEW)?;
        self.lower("r", TERM, RENEW)
    }

    fn constraints(&mut self) -> Result<bool> {
        Ok(false)
    }
}

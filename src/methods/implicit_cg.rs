//! Implicit cloth by matrix-free conjugate gradients, with constraints interleaved (Han 2015).

use super::{KindCount, Method, StateBuffers};
use crate::engine::{Executor, Recording};
use crate::error::{Error, Result};
use crate::methods::contact::Contact;
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::scene::Scene;
use glam::Vec3;
use std::sync::Arc;

/// The method.
pub struct ImplicitCg {}

impl ImplicitCg {
    /// Records one step.
    pub fn new(_: &Scene, _: &Model) -> Result<Self> {
        Err(Error::input("method", "implicit-cg is being built", "choose another"))
    }
}

impl Method for ImplicitCg {
    fn recording(&self) -> &Arc<Recording> {
        unimplemented!()
    }
    fn state(&self) -> StateBuffers {
        unimplemented!()
    }
    fn upload(&mut self, _: &Scene, _: &Model, _: f64, _: u64, _: &mut dyn Executor) -> Result<()> {
        Ok(())
    }
    fn contact(&mut self) -> &mut Contact {
        unimplemented!()
    }
    fn violations(&self, _: &Scene, _: &Model, _: f64, _: &[Vec3]) -> Vec<(&'static str, Violation)> {
        Vec::new()
    }
    fn kinds(&self) -> Vec<KindCount> {
        Vec::new()
    }
}

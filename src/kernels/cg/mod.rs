//! Conjugate gradients over an operator that other kernels apply.

pub mod arrive;
pub mod begin;
pub mod blocks;
pub mod curvature;
pub mod direction;
pub mod largest;
pub mod precondition;
pub mod residual;
pub mod scale;
pub mod turn;
pub mod update;

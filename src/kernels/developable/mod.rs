//! Developable surfaces.

pub mod apply;
pub mod bend;
pub mod finish;
pub mod ghost;
pub mod lift;
pub mod lower;
pub mod measure;
pub mod middle;
pub mod product;
pub mod pull;
pub mod raise;
pub mod renew;
pub mod smooth;
pub mod start;
pub mod turn;
pub mod update;

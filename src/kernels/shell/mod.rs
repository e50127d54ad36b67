//! Discrete shells.

pub mod blocks;
pub mod finish;
pub mod gather;
pub mod loads;
pub mod members;
pub mod newton;
pub mod rates;
pub mod slope;
pub mod start;
pub mod tie;
pub mod ways;

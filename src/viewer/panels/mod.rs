//! What is around the view.

pub mod browser;
pub mod choices;
pub mod help;
pub mod numbers;
pub mod parameters;

//! Twins of `shaders/forces`.

pub mod springs;
pub mod stiff_springs;
pub mod strain_limit;

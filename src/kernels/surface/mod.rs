//! Twins of `shaders/surface`.

pub mod normals;

use super::builder::Builder;
use crate::mesh::Mesh;
use glam::Vec3;

/// One triangle in the xy plane, facing +z: `width` [m] along its bottom, its tip `height` [m] above the middle of that.
pub fn triangle(width: f32, height: f32) -> Mesh {
    let mut builder = Builder::default();
    let corners = [[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]];
    let corners = corners.map(|[x, y]| builder.vertex(Vec3::new(x * width, y * height, 0.0)));
    builder.triangle(corners);
    builder.finish()
}

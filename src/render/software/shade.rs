//! From what a sample shows to its light.

use glam::Vec3;

use super::drawn::Drawn;
use super::fill::in_parallel;
use super::lights::Lights;
use super::view::{Hit, View};
use super::{Options, SAMPLES};
use crate::render::color::{to_linear, viridis};
use crate::render::studio::{Material, smoothstep};

/// Half the width of the polygons' lines [samples].
const LINE_WIDTH: f32 = 1.3;

/// Everything that a sample's light depends on.
pub(super) struct Shader<'a> {
    pub(super) drawn: &'a Drawn,
    pub(super) lights: &'a Lights,
    pub(super) view: &'a View,
    options: &'a Options<'a>,
    /// The cloth's, then the solids'.
    materials: Vec<Material>,
    /// The dome's light at each vertex, on the front and on the back.
    dome: Vec<[Vec3; 2]>,
}

/// A point of the surface, as seen.
struct Surface {
    point: Vec3,
    /// On the side of the eye.
    normal: Vec3,
    front: bool,
}

impl<'a> Shader<'a> {
    pub(super) fn new(
        drawn: &'a Drawn,
        lights: &'a Lights,
        view: &'a View,
        options: &'a Options<'a>,
    ) -> Self {
        let dome = in_parallel(drawn.positions.len(), |v| {
            let (point, normal) = (drawn.positions[v], drawn.normals[v]);
            let light = |normal: Vec3| lights.dome_light(point, normal);
            // A vertex that is not drawn needs no light.
            if normal == Vec3::ZERO { [Vec3::ZERO; 2] } else { [light(normal), light(-normal)] }
        });
        let mut materials = vec![Material::cloth(options.front, options.back)];
        materials.extend(options.solids.iter().map(|solid| Material::solid(solid.color, solid.scenery)));
        Self { drawn, lights, view, options, materials, dome }
    }

    /// The light that a hit sends to the eye; `sample` is its number within the pixel.
    pub(super) fn light(&self, hit: &Hit, sample: usize) -> Vec3 {
        let surface = self.surface(hit);
        let number = self.drawn.materials[hit.triangle as usize] as usize;
        let material = &self.materials[number];
        let values = self.options.colors.filter(|_| number == 0);
        let to_eye = (self.view.eye - surface.point).normalize_or(Vec3::Y);
        let side = usize::from(!surface.front);
        let vertices = self.drawn.triangles[hit.triangle as usize].map(|v| v as usize);
        let dome = mix(vertices.map(|v| self.dome[v][side]), hit.weights);
        let direct = self.key_share(&surface, material.translucency, sample);
        let key = self.lights.key_radiance * (material.bounce + (1.0 - material.bounce) * direct);
        let grazing = 1.0 - surface.normal.dot(to_eye).clamp(0.0, 1.0);
        let plain = if surface.front { material.front } else { material.back };
        let albedo = values.map_or(plain, |values| self.value_color(values, hit));
        let diffuse = albedo * (key + dome) * self.line(hit);
        if values.is_some() {
            // A gloss would be read as a value.
            return diffuse;
        }
        // Fibres that stand off the cloth catch light at grazing angles, most of all from behind.
        let behind = surface.normal.dot(self.lights.rim).max(0.0);
        let sheen = material.sheen * grazing.powi(5) * (0.18 + 0.7 * behind);
        diffuse + albedo.lerp(Vec3::ONE, 0.3) * dome * sheen
    }

    /// The hit's point on the mesh [m].
    pub(super) fn point(&self, hit: &Hit) -> Vec3 {
        mix(self.drawn.corners(hit.triangle as usize), hit.weights)
    }

    fn surface(&self, hit: &Hit) -> Surface {
        let corners = self.drawn.corners(hit.triangle as usize);
        let point = mix(corners, hit.weights);
        let [a, b, c] = corners;
        let face = (b - a).cross(c - a).normalize_or_zero();
        let front = face.dot(self.view.eye - point) >= 0.0;
        let sign = if front { 1.0 } else { -1.0 };
        let vertices = self.drawn.triangles[hit.triangle as usize].map(|v| v as usize);
        let normals = vertices.map(|v| self.drawn.normals[v] * sign);
        let normal = mix(normals, hit.weights).normalize_or(face * sign);
        // Hanika, "Hacking the shadow terminator", 2021: lifted from the flat triangle to the smooth
        // surface that the normals describe, a point is not shaded by the triangle's neighbours.
        let lift = |i: usize| normals[i] * (corners[i] - point).dot(normals[i]).max(0.0);
        let lifted = point + mix([lift(0), lift(1), lift(2)], hit.weights);
        Surface { point: lifted, normal, front }
    }

    /// How much of the key light arrives: each sample asks for a few points of the light, and the
    /// pixel's samples together for all.
    fn key_share(&self, surface: &Surface, translucency: f32, sample: usize) -> f32 {
        let maps = self.lights.key.iter().skip(sample).step_by(SAMPLES * SAMPLES);
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for map in maps {
            let cosine = surface.normal.dot(map.direction);
            count += 1.0;
            if cosine > 0.0 {
                sum += cosine * map.visibility(surface.point, surface.normal);
            } else if translucency > 0.0 {
                let through = -cosine * translucency;
                sum += through * map.visibility(surface.point, -surface.normal);
            }
        }
        sum / count.max(1.0)
    }

    /// The colour of the cloth's values.
    fn value_color(&self, values: &[f32], hit: &Hit) -> Vec3 {
        let vertices = self.drawn.triangles[hit.triangle as usize];
        let value = |i: usize| values.get(vertices[i] as usize).copied().unwrap_or(0.0);
        let value = (0..3).map(|i| value(i) * hit.weights[i]).sum();
        to_linear(viridis(value))
    }

    /// 1, or less on the line around a polygon.
    fn line(&self, hit: &Hit) -> f32 {
        let triangle = hit.triangle as usize;
        let Some(outlined) = self.drawn.outlined.get(triangle).filter(|_| self.options.lines > 0.0) else {
            return 1.0;
        };
        let [a, b, c] = self.drawn.corners(triangle);
        let double_area = (b - a).cross(c - a).length();
        let scale = self.view.focal * hit.nearness;
        let sides = [(c - b).length(), (a - c).length(), (b - a).length()];
        let mut darkness = 0.0_f32;
        for i in (0..3).filter(|&i| outlined[i]) {
            let height = scale * double_area / sides[i].max(1e-12);
            let distance = hit.weights[i] * height;
            let line = 1.0 - smoothstep(0.5 * LINE_WIDTH, 1.5 * LINE_WIDTH, distance);
            // Lines that would run together are left out.
            darkness = darkness.max(line * smoothstep(9.0, 24.0, height));
        }
        1.0 - darkness * self.options.lines.min(1.0)
    }
}

fn mix(values: [Vec3; 3], weights: Vec3) -> Vec3 {
    values[0] * weights.x + values[1] * weights.y + values[2] * weights.z
}

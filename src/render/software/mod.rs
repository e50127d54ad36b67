//! Lit pictures of cloth and solid bodies, without a GPU: the same pixels every time, on any number of cores.
//!
//! Triangles are drawn into a z-buffer of 3 × 3 samples per pixel. Light comes from a key light of
//! some size, from a dome all around, which darkens folds and contacts, and from behind; shadows are
//! looked up in depth maps, one per direction.

mod drawn;
mod fill;
mod grid;
mod ground;
mod lights;
mod shade;
mod shadow;
mod view;

use glam::{Vec2, Vec3, vec2, vec3};

use super::camera::Camera;
use super::color;
use super::picture::Picture;
use super::studio::{BACKDROP, CLOTH, smoothstep};
use crate::bodies::Pose;
use crate::mesh::Mesh;
use drawn::Drawn;
use ground::Ground;
use lights::Lights;
use shade::Shader;
use view::{Hit, View};

/// Samples per pixel along each side.
const SAMPLES: usize = 3;
/// Rows of pixels that are drawn at a time.
const BAND: usize = 16;
/// The largest width and height [pixels].
const SIZE_LIMIT: u32 = 16_384;

/// Something solid beside the cloth.
#[derive(Debug, Clone, Copy)]
pub struct Solid<'a> {
    /// Its surface in its own axes [m].
    pub mesh: &'a Mesh,
    /// Where its axes are.
    pub placed: Pose,
    /// Its colour, sRGB 0..1.
    pub color: [f32; 3],
    /// Whether it is a plane like the floor, at its own y = 0: it catches shadows and casts none, and it
    /// is left out where it is seen from below.
    pub scenery: bool,
}

impl Solid<'_> {
    /// The vertices in the world [m].
    pub fn positions(&self) -> Vec<Vec3> {
        self.mesh.positions.iter().map(|&p| self.placed.point(p)).collect()
    }
}

/// What a picture looks like.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Width and height [pixels].
    pub size: (u32, u32),
    /// Where the picture is taken from.
    pub camera: Camera,
    /// The cloth's colour where triangles run counter-clockwise, sRGB 0..1.
    pub front: [f32; 3],
    /// The cloth's colour on the other side, sRGB 0..1.
    pub back: [f32; 3],
    /// The height of a floor that catches shadows [m], if there is one.
    pub ground: Option<f32>,
    /// A value 0..1 per vertex, shown by [`color::viridis`] instead of the two colours.
    pub colors: Option<&'a [f32]>,
    /// How dark the edges of the polygons are drawn: 0 not at all, 1 black.
    pub lines: f32,
    /// What is drawn beside the cloth.
    pub solids: &'a [Solid<'a>],
}

impl Options<'_> {
    /// Woven cloth, terracotta outside and sand inside, in a picture of 1280 × 720 without a floor.
    pub fn new(camera: Camera) -> Self {
        Self {
            size: (1280, 720),
            camera,
            front: CLOTH[0],
            back: CLOTH[1],
            ground: None,
            colors: None,
            lines: 0.0,
            solids: &[],
        }
    }
}

/// Draw cloth with the given positions [m] and the options' solids. Triangles with a missing or non-finite corner are left
/// out; the edges between triangles of one polygon are no lines.
pub fn render(positions: &[Vec3], triangles: &[[u32; 3]], polygons: &[u32], options: &Options) -> Picture {
    let width = options.size.0.min(SIZE_LIMIT);
    let height = options.size.1.min(SIZE_LIMIT);
    let (columns, rows) = (width as usize, height as usize);
    let drawn = Drawn::new(positions, triangles, polygons, options.solids, options.camera.eye);
    let view = View::new(&options.camera, columns * SAMPLES, rows * SAMPLES);
    // Seen from below, a floor would only hide the cloth.
    let ground = options.ground.filter(|&height| options.camera.eye.y > height);
    let floor = ground.is_some() || drawn.casters < drawn.triangles.len();
    let lights = Lights::new(&drawn, &options.camera, floor);
    let studio = Studio {
        ground: ground.map(|height| Ground::new(&drawn, &lights, height)),
        shader: Shader::new(&drawn, &lights, &view, options),
        size: vec2(width as f32, height as f32),
    };
    let pieces = view.pieces(&drawn);
    let bands = fill::in_parallel(rows.div_ceil(BAND), |band| {
        let (top, bottom) = (band * BAND, rows.min((band + 1) * BAND));
        let hits = view.hits(&pieces, top * SAMPLES..bottom * SAMPLES);
        let pixel = |i: usize| studio.pixel(&hits, top, i % columns, i / columns);
        (0..columns * (bottom - top)).map(pixel).collect::<Vec<_>>()
    });
    Picture { width, height, pixels: bands.concat() }
}

/// The lit scene behind the samples.
struct Studio<'a> {
    shader: Shader<'a>,
    ground: Option<Ground>,
    /// [pixels]
    size: Vec2,
}

impl Studio<'_> {
    /// The colour of a pixel in a band that begins at row `top`.
    fn pixel(&self, hits: &[Hit], top: usize, column: usize, row: usize) -> [u8; 4] {
        let stride = self.size.x as usize * SAMPLES;
        let mut light = Vec3::ZERO;
        let mut uncovered = 0.0;
        for sample in 0..SAMPLES * SAMPLES {
            let x = column * SAMPLES + sample % SAMPLES;
            let y = row * SAMPLES + sample / SAMPLES;
            let hit = &hits[y * stride + x];
            if hit.nearness > 0.0 && !self.is_buried(hit) {
                light += self.shader.light(hit, sample);
            } else {
                uncovered += 1.0;
            }
        }
        if uncovered > 0.0 {
            let place = vec2(column as f32 + 0.5, (top + row) as f32 + 0.5);
            light += self.backdrop(place) * uncovered;
        }
        let dither = color::dither(column, top + row);
        color::to_pixel(light / (SAMPLES * SAMPLES) as f32, dither)
    }

    /// Whether a hit is clearly below the floor.
    fn is_buried(&self, hit: &Hit) -> bool {
        let slack = 0.01 * self.shader.drawn.radius;
        let floor = self.ground.as_ref();
        floor.is_some_and(|floor| self.shader.point(hit).y < floor.height - slack)
    }

    /// The light of background and floor at a place in the picture [pixels].
    fn backdrop(&self, place: Vec2) -> Vec3 {
        let from_middle = (place - 0.5 * self.size) / self.size.max_element();
        let down = place.y / self.size.y;
        let plain = BACKDROP[0].lerp(BACKDROP[1], smoothstep(0.0, 1.0, down));
        let vignette = 1.0 - 0.45 * from_middle.length_squared();
        let light = plain * vignette;
        let Some(ground) = &self.ground else {
            return light;
        };
        let ray = self.shader.view.ray(place * SAMPLES as f32);
        let distance = (ground.height - self.shader.view.eye.y) / ray.y;
        if !(distance > 0.0 && distance.is_finite()) {
            return light;
        }
        let share = ground.share(self.shader.view.eye + ray * distance);
        // A shadow is lit by the dome alone, which is cooler than the key light.
        let cool = vec3(0.96, 1.0, 1.06);
        light * share * Vec3::ONE.lerp(cool, (1.0 - share).max(0.0))
    }
}

#[cfg(test)]
mod tests;

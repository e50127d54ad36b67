//! Groups of constraints that can be solved side by side.

mod balance;
mod greedy;
mod kempe;

#[cfg(test)]
mod tests;

use std::ops::Range;

/// How often the colours are handed out anew to get by with fewer.
const ROUNDS: usize = 6;

/// Items of one colour share no particle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coloring {
    /// The items sorted by colour, then by their original order.
    pub order: Vec<u32>,
    /// Colour `c` is `order[offsets[c]..offsets[c + 1]]`.
    pub offsets: Vec<u32>,
}

/// The particles of all items in two flat arrays.
struct Items {
    particle_count: usize,
    offsets: Vec<u32>,
    particles: Vec<u32>,
}

impl Items {
    fn new(particle_count: usize, count: usize, of: impl Fn(usize, &mut Vec<u32>)) -> Self {
        let mut offsets = vec![0];
        let mut particles = Vec::new();
        let mut buffer = Vec::new();
        for item in 0..count {
            buffer.clear();
            of(item, &mut buffer);
            particles.extend_from_slice(&buffer);
            offsets.push(particles.len() as u32);
        }
        // A particle beyond the count is still a particle: make room rather than lose a conflict.
        let highest = particles.iter().max().map_or(0, |&p| p as usize + 1);
        Self { particle_count: particle_count.max(highest), offsets, particles }
    }

    fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    fn particles(&self, item: u32) -> &[u32] {
        let item = item as usize;
        &self.particles[self.offsets[item] as usize..self.offsets[item + 1] as usize]
    }
}

impl Coloring {
    /// Colours `item_count` items so that no two of one colour share a particle.
    ///
    /// `particles(i, buffer)` pushes the particles of item `i` onto the cleared buffer. Few colours
    /// of similar sizes: greedy first-fit, repeated from the rarest colour to the most frequent
    /// one as long as that saves colours, then items move from full colours to emptier ones, alone or
    /// in chains. The result depends on nothing but the items.
    pub fn new(particle_count: usize, item_count: usize, particles: impl Fn(usize, &mut Vec<u32>)) -> Self {
        let items = Items::new(particle_count, item_count, particles);
        let mut colors = greedy::color(&items, ROUNDS);
        balance::balance(&items, &mut colors);
        kempe::balance(&items, &mut colors);
        Self::from_colors(&colors)
    }

    /// The number of colours.
    pub fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// For each colour its range in `order`.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u32>> {
        self.offsets.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// The items of one colour.
    fn class(&self, color: usize) -> &[u32] {
        &self.order[self.offsets[color] as usize..self.offsets[color + 1] as usize]
    }

    fn from_colors(colors: &[u32]) -> Self {
        let count = colors.iter().max().map_or(0, |&c| c as usize + 1);
        let offsets = color_offsets(colors, count);
        let mut next = offsets.clone();
        let mut order = vec![0; colors.len()];
        for (item, &color) in colors.iter().enumerate() {
            let slot = &mut next[color as usize];
            order[*slot as usize] = item as u32;
            *slot += 1;
        }
        Self { order, offsets }
    }
}

/// Where each colour begins when the items are sorted by colour.
fn color_offsets(colors: &[u32], count: usize) -> Vec<u32> {
    let mut offsets = vec![0; count + 1];
    for &color in colors {
        offsets[color as usize + 1] += 1;
    }
    for color in 0..count {
        offsets[color + 1] += offsets[color];
    }
    offsets
}

use super::{Coloring, Items};
use std::ops::Range;

/// How often all colours are looked through.
const SWEEPS: usize = 8;

/// Moves items from colours above the mean size to colours below it, where their particles allow.
pub(super) fn balance(items: &Items, colors: &mut [u32]) {
    for _ in 0..SWEEPS {
        let coloring = Coloring::from_colors(colors);
        let count = coloring.count();
        if count < 2 {
            return;
        }
        let sizes = coloring.ranges().map(|range| range.len() as u32).collect();
        let mean = items.count() as u32 / count as u32;
        let mut sweep = Sweep { items, colors, sizes, mean, moved: false, cursor: 0 };
        sweep.run(&coloring);
        if !sweep.moved {
            return;
        }
    }
}

/// One look through all colours.
struct Sweep<'a> {
    items: &'a Items,
    colors: &'a mut [u32],
    sizes: Vec<u32>,
    mean: u32,
    moved: bool,
    cursor: usize,
}

impl Sweep<'_> {
    fn run(&mut self, coloring: &Coloring) {
        let mut used = vec![0u64; self.items.particle_count];
        let count = self.sizes.len() as u32;
        for base in (0..count).step_by(u64::BITS as usize) {
            let block = base..(base + u64::BITS).min(count);
            if self.room(&block) == 0 {
                continue;
            }
            used.fill(0);
            self.mark(coloring, &block, &mut used);
            self.fill_block(coloring, block, &mut used);
        }
    }

    /// Sets a bit per colour of the block at the particles that have it. Items enter a block only
    /// while it is being filled, so those that began in it and have not left are all there are.
    fn mark(&self, coloring: &Coloring, block: &Range<u32>, used: &mut [u64]) {
        let [start, end] = [block.start, block.end].map(|c| coloring.offsets[c as usize] as usize);
        for &item in &coloring.order[start..end] {
            let color = self.colors[item as usize];
            if block.contains(&color) {
                for &particle in self.items.particles(item) {
                    used[particle as usize] |= 1 << (color - block.start);
                }
            }
        }
    }

    /// The colours of a block that are below the mean, one bit each.
    fn room(&self, block: &Range<u32>) -> u64 {
        let low = block.clone().filter(|&c| self.sizes[c as usize] < self.mean);
        low.fold(0, |mask, color| mask | 1 << (color - block.start))
    }

    /// Moves items of full colours into the block's colours until those have the mean size.
    fn fill_block(&mut self, coloring: &Coloring, block: Range<u32>, used: &mut [u64]) {
        let mut room = self.room(&block);
        let count = coloring.order.len();
        for _ in 0..count {
            if room == 0 {
                return;
            }
            // Goes on where the last block left off: the items before are mostly moved.
            let item = coloring.order[self.cursor];
            self.cursor = (self.cursor + 1) % count;
            let from = self.colors[item as usize];
            if self.sizes[from as usize] <= self.mean {
                continue;
            }
            let particles = self.items.particles(item);
            let taken = particles.iter().fold(0, |m, &p| m | used[p as usize]);
            let Some(bit) = self.emptiest(room & !taken, block.start) else {
                continue;
            };
            for &particle in particles {
                used[particle as usize] |= 1 << bit;
                if block.contains(&from) {
                    used[particle as usize] &= !(1 << (from - block.start));
                }
            }
            let to = block.start + bit;
            self.colors[item as usize] = to;
            self.sizes[from as usize] -= 1;
            self.sizes[to as usize] += 1;
            self.moved = true;
            if self.sizes[to as usize] >= self.mean {
                room &= !(1 << bit);
            }
        }
    }

    /// The bit of the smallest colour in the mask.
    fn emptiest(&self, mut mask: u64, base: u32) -> Option<u32> {
        let mut best: Option<u32> = None;
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let size = |bit: u32| self.sizes[(base + bit) as usize];
            if best.is_none_or(|b| size(bit) < size(b)) {
                best = Some(bit);
            }
        }
        best
    }
}

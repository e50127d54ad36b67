use super::{Coloring, Items};

/// How many pairs of colours are tried.
const PAIRS: usize = 32;
/// Colours up to this much above the mean size are left alone.
const TOLERANCE: f64 = 1.05;
/// No item.
const NONE: u32 = u32::MAX;

/// Evens out colours where no single item can move, because its particles have every colour:
/// items of two colours that hang together (a Kempe chain) can still swap them.
pub(super) fn balance(items: &Items, colors: &mut [u32]) {
    let mut pair = Pair { items, at: [0, 1].map(|_| vec![NONE; items.particle_count]) };
    let mut tries = 0;
    loop {
        let coloring = Coloring::from_colors(colors);
        let sizes: Vec<usize> = coloring.ranges().map(|range| range.len()).collect();
        let mut by_size: Vec<usize> = (0..sizes.len()).collect();
        by_size.sort_by_key(|&color| sizes[color]);
        let Some(largest) = by_size.pop() else { return };
        let mean = items.count() as f64 / sizes.len() as f64;
        if sizes[largest] as f64 <= mean * TOLERANCE {
            return;
        }
        let mut improved = false;
        for &smaller in by_size.iter().filter(|&&color| (sizes[color] as f64) < mean) {
            if tries == PAIRS {
                return;
            }
            tries += 1;
            improved = pair.even_out(&coloring, colors, [largest, smaller]);
            if improved {
                break;
            }
        }
        if !improved {
            return;
        }
    }
}

/// Two colours and where they are.
struct Pair<'a> {
    items: &'a Items,
    /// For both colours the item at each particle.
    at: [Vec<u32>; 2],
}

impl Pair<'_> {
    /// Swaps chains with more items of the first colour than of the second until both colours have
    /// about the same size; tells whether any was swapped.
    fn even_out(&mut self, coloring: &Coloring, colors: &mut [u32], pair: [usize; 2]) -> bool {
        let classes = pair.map(|color| coloring.class(color));
        self.mark(classes, false);
        let [large, small] = classes.map(<[u32]>::len);
        // A chain with one item more in the first colour narrows the difference by two.
        let mut surplus = large.saturating_sub(small) / 2;
        let mut visited = vec![false; colors.len()];
        let mut improved = false;
        for &start in classes[0] {
            if surplus == 0 {
                break;
            }
            if visited[start as usize] {
                continue;
            }
            let (chain, first_count) = self.chain(start, colors, pair[0], &mut visited);
            let gain = (2 * first_count).saturating_sub(chain.len());
            if gain == 0 || gain > surplus {
                continue;
            }
            surplus -= gain;
            improved = true;
            for item in chain {
                let color = &mut colors[item as usize];
                *color = pair[usize::from(*color as usize == pair[0])] as u32;
            }
        }
        self.mark(classes, true);
        improved
    }

    /// Notes which items are at the particles, or clears the notes.
    fn mark(&mut self, classes: [&[u32]; 2], clear: bool) {
        for (at, class) in self.at.iter_mut().zip(classes) {
            for &item in class {
                for &particle in self.items.particles(item) {
                    at[particle as usize] = if clear { NONE } else { item };
                }
            }
        }
    }

    /// The items that hang together with `start`, and how many of them have the colour `first`.
    fn chain(&self, start: u32, colors: &[u32], first: usize, visited: &mut [bool]) -> (Vec<u32>, usize) {
        visited[start as usize] = true;
        let mut chain = vec![start];
        let (mut next, mut first_count) = (0, 0);
        while let Some(&item) = chain.get(next) {
            next += 1;
            let has_first = colors[item as usize] as usize == first;
            first_count += usize::from(has_first);
            for &particle in self.items.particles(item) {
                let other = self.at[usize::from(has_first)][particle as usize];
                if other != NONE && !std::mem::replace(&mut visited[other as usize], true) {
                    chain.push(other);
                }
            }
        }
        (chain, first_count)
    }
}

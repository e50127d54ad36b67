use super::{Coloring, Items};

/// A colour no item has yet.
const UNCOLORED: u32 = u32::MAX;

/// First-fit colours, handed out anew up to `rounds` times.
///
/// Going through the items colour by colour can never need more colours than before (Culberson's
/// iterated greedy), and taking the rarest colours first tends to dissolve them.
pub(super) fn color(items: &Items, rounds: usize) -> Vec<u32> {
    let least = degree_bound(items);
    let natural: Vec<u32> = (0..items.count() as u32).collect();
    let mut colors = first_fit(items, &natural);
    for round in 0..rounds {
        let coloring = Coloring::from_colors(&colors);
        if coloring.count() <= least {
            break;
        }
        let order = by_class(&coloring, round);
        colors = first_fit(items, &order);
    }
    colors
}

/// The largest number of items at one particle: no colouring has fewer colours.
fn degree_bound(items: &Items) -> usize {
    let mut degrees = vec![0usize; items.particle_count];
    for &particle in &items.particles {
        degrees[particle as usize] += 1;
    }
    degrees.into_iter().max().unwrap_or(0)
}

/// The items class by class: the last colour first, or in every third round the smallest class.
fn by_class(coloring: &Coloring, round: usize) -> Vec<u32> {
    let mut classes: Vec<&[u32]> = (0..coloring.count()).map(|c| coloring.class(c)).collect();
    classes.reverse();
    if round % 3 == 2 {
        classes.sort_by_key(|class| class.len());
    }
    classes.concat()
}

/// Gives each item, in `order`, the lowest colour that none of its particles has yet.
///
/// Works on 64 colours at a time, one bit each: what does not fit waits for the next 64. Colours
/// below 64 never depend on those above, so this is plain first-fit for any number of colours,
/// without a search through neighbours that would be quadratic at a hub.
fn first_fit(items: &Items, order: &[u32]) -> Vec<u32> {
    let mut colors = vec![UNCOLORED; items.count()];
    let mut used = vec![0u64; items.particle_count];
    let mut waiting = order.to_vec();
    let mut base = 0;
    while !waiting.is_empty() {
        used.fill(0);
        waiting.retain(|&item| {
            let particles = items.particles(item);
            let taken = particles.iter().fold(0, |m, &p| m | used[p as usize]);
            let free = taken.trailing_ones();
            if free == u64::BITS {
                return true;
            }
            for &particle in particles {
                used[particle as usize] |= 1 << free;
            }
            colors[item as usize] = base + free;
            false
        });
        base += u64::BITS;
    }
    colors
}

//! How many repetitions of a loop a device gets at once before the host looks at the loop's flag.
//!
//! A look is a wait, and a repetition after the loop has ended is work for nothing. What the last run took is the best
//! guess at what this one takes.

/// Repetitions that a run begins with: an eighth more than the last one took, and one more; `chunk` without a last one.
///
/// Counts that vary by up to 10 % differ by up to 22 % from one run to the next, but rarely do: an eighth more is enough
/// in nine runs of ten. With a quarter more it would be all of them, and a fifth of the repetitions for nothing. The one
/// is for counts below eight.
pub(super) fn first_chunk(last: Option<u32>, chunk: u32) -> u32 {
    last.map_or(chunk, |last| last.saturating_add(last / 8 + 1))
}

/// Repetitions that follow when the first `count` were not enough: as many as it is beyond the last run already, which is
/// an eighth at first and doubles with every look; `chunk` without a last run, or an eighth where that is more.
pub(super) fn further_chunk(last: Option<u32>, chunk: u32, count: u32) -> u32 {
    last.map_or(chunk.max(count / 8), |last| count.saturating_sub(last).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Repetitions, those of use, and looks, over runs that take these counts, the first of them without a last one.
    fn play(counts: impl Iterator<Item = u32>) -> [u32; 3] {
        let (mut last, mut sums) = (None, [0; 3]);
        for needed in counts {
            let (mut count, mut looks) = (0, 0);
            while count < needed {
                count += if looks == 0 { first_chunk(last, 8) } else { further_chunk(last, 8, count) };
                looks += 1;
            }
            if last.is_some() {
                sums = [sums[0] + count, sums[1] + needed, sums[2] + looks];
            }
            last = Some(needed);
        }
        sums
    }

    fn wasted([repetitions, used, _]: [u32; 3]) -> f64 {
        1.0 - f64::from(used) / f64::from(repetitions)
    }

    #[test]
    fn counts_that_vary_by_a_tenth_cost_one_look_and_little_waste() {
        for mean in [10, 20, 38, 61, 100, 300, 1000] {
            let mut seed = 1_u32;
            let varied = (0..1001).map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let share = 0.9 + 0.2 * f64::from(seed >> 8) / f64::from(1 << 24);
                (f64::from(mean) * share).round() as u32
            });
            let sums = play(varied);
            assert!(sums[2] <= 1100, "{mean}: {sums:?}");
            assert!(wasted(sums) < 0.2, "{mean}: {sums:?}");
            // The worst order of such counts.
            let sums = play((0..1001).map(|i| if i % 2 == 0 { mean * 9 / 10 } else { mean * 11 / 10 }));
            assert!(sums[2] <= 1500 && wasted(sums) < 0.2, "{mean}: {sums:?}");
            // A count that grows by a tenth each time.
            let sums = play((0..12).map(|i| (f64::from(mean) * 1.1_f64.powi(i)) as u32));
            assert!(sums[2] == 11 && wasted(sums) < 0.2, "{mean}: {sums:?}");
        }
    }

    #[test]
    fn a_count_that_leaps_costs_few_looks() {
        let [_, used, looks] = play([3, 1000].into_iter());
        assert!(used == 1000 && looks <= 11, "{looks}");
        let [repetitions, _, looks] = play([1000, 3].into_iter());
        assert_eq!((repetitions, looks), (1126, 1));
        assert_eq!((first_chunk(None, 5), further_chunk(None, 5, 5), further_chunk(None, 5, 80)), (5, 5, 10));
        assert_eq!((first_chunk(Some(0), 5), further_chunk(Some(0), 5, 0)), (1, 1));
        assert_eq!(first_chunk(Some(u32::MAX), 1), u32::MAX);
    }
}

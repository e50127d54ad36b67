// A stretch of constraints of one colour.

struct Range {
    first: u32,
    count: u32,
    mode: u32,
    sweeps: u32, // how often a yarn is swept; others ignore it
}

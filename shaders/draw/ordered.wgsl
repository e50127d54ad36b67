// Floats as integers that have the same order.

fn ordered(f: f32) -> u32 {
    let bits = bitcast<u32>(f);
    return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn unordered(u: u32) -> f32 {
    return bitcast<f32>(select(~u, u & 0x7fffffffu, (u & 0x80000000u) != 0u));
}

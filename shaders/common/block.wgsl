// A symmetric 3 × 3 block, and its factors L D Lᵀ.

struct Block {
    diagonal: vec3<f32>, // xx, yy, zz; or the inverses of the pivots D
    beside: vec3<f32>,   // xy, xz, yz; or L below the diagonal, row by row
}

// No pivot is smaller than the mass, so that rounding cannot make it indefinite.
fn factored(block: Block, mass: f32) -> Block {
    let d0 = block.diagonal.x;
    let l10 = block.beside.x / d0;
    let l20 = block.beside.y / d0;
    let d1 = max(block.diagonal.y - l10 * block.beside.x, mass);
    let l21 = (block.beside.z - l20 * block.beside.x) / d1;
    let d2 = max(block.diagonal.z - l20 * block.beside.y - l21 * l21 * d1, mass);
    return Block(vec3<f32>(1.0 / d0, 1.0 / d1, 1.0 / d2), vec3<f32>(l10, l20, l21));
}

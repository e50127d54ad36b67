// The box around all positions that are numbers: for each axis the largest of x and of −x, in an order that integers have.

#import common/invocation
#import draw/ordered

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;                  // positions [m]
@group(0) @binding(1) var<storage, read_write> corners: array<atomic<u32>, 6>; // zero before

var<workgroup> shared_corners: array<atomic<u32>, 6>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = invocation(id, groups);
    if (i < arrayLength(&x)) {
        let p = x[i].xyz;
        if (all(abs(p) <= vec3<f32>(1.0e30))) {
            for (var k = 0u; k < 3u; k++) {
                atomicMax(&shared_corners[k], ordered(p[k]));
                atomicMax(&shared_corners[3u + k], ordered(-p[k]));
            }
        }
    }
    workgroupBarrier();
    if (local < 6u) {
        atomicMax(&corners[local], atomicLoad(&shared_corners[local]));
    }
}

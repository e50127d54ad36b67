// The sum over a workgroup in a fixed order: halves are added until one is left.

#import common/invocation

var<workgroup> partial: array<vec2<f32>, WORKGROUP>;

fn reduce(value: vec2<f32>, local: u32) -> vec2<f32> {
    partial[local] = value;
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            partial[local] += partial[local + half];
        }
    }
    workgroupBarrier();
    return partial[0];
}

// SPDX-License-Identifier: MIT
// Curl noise: a field without sources or sinks, so that what it stirs does not gather. R.
// Bridson, J. Hourihan, M. Nordenstam, "Curl-noise for procedural fluid flow" (SIGGRAPH
// 2007) take the curl of a noise potential; in 3-D this is the cross product of the
// gradients of two noises (I. DeWolf, "Divergence-free noise", 2005), whose divergence is
// 0 too. One text for GLSL and C.
//
// The noise is of values at whole coordinates, hashed, blended by the quintic
// 6 t^5 - 15 t^4 + 10 t^3 (K. Perlin, "Improving noise", SIGGRAPH 2002), so that its
// gradient is continuous. It repeats after 65,536 whole coordinates along an axis.

// A coordinate as a whole number and the rest, 0 to 1, and what the blend makes of it.
structure(noise_axis) {
    natural_value cell;
    real_value blend; // from the value at cell to that at cell + 1
    real_value slope; // of the blend
};

pure noise_axis noise_along(real x)
{
    noise_axis axis;
    real limited = exact_clamp(x, real_splat(-4194304.0f), real_splat(4194304.0f));
    integer whole = integer_from_real(limited);
    real back = real_from_integer(whole);
    whole = choose_integer(back > limited, whole - 1, whole);
    real low = real_from_integer(whole);
    real t = limited - low;
    real p = t * 6.0f - 15.0f;
    real q = p * t + 10.0f;
    real blend = t * t * t * q;
    real s = t - 1.0f;
    real slope = t * t * s * s * 30.0f;
    axis.cell = natural_from_integer(whole) & 0xffffu;
    axis.blend = blend;
    axis.slope = slope;
    return axis;
}

// A value from -1 to 1.
pure real_value noise_value(natural x, natural y, natural z, natural seed)
{
    natural h = (x & 0xffffu) * 0x9e3779b1u ^ (y & 0xffffu) * 0x85ebca77u ^
                (z & 0xffffu) * 0xc2b2ae3du ^ seed;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    h = h ^ (h >> 15);
    integer centred = integer_from_natural(h >> 8) - 8388608;
    real value = real_from_integer(centred) * 0.00000011920928955078125f;
    return value;
}

pure real_value noise_mix(real a, real b, real t)
{
    real change = b - a;
    real mixed = a + change * t;
    return mixed;
}

// The gradient of the noise at p.
pure vector noise_gradient(vector p, natural seed)
{
    noise_axis x = noise_along(p.x);
    noise_axis y = noise_along(p.y);
    natural x1 = x.cell + 1u;
    natural y1 = y.cell + 1u;
#if DIMENSION == 3
    noise_axis z = noise_along(p.z);
    natural z1 = z.cell + 1u;
    natural z0 = z.cell;
#else
    natural z0 = natural_splat(0u);
#endif
    real a = noise_value(x.cell, y.cell, z0, seed);
    real b = noise_value(x1, y.cell, z0, seed);
    real c = noise_value(x.cell, y1, z0, seed);
    real d = noise_value(x1, y1, z0, seed);
    real ab = b - a;
    real cd = d - c;
    real low = noise_mix(a, b, x.blend);
    real high = noise_mix(c, d, x.blend);
    real along_x = noise_mix(ab, cd, y.blend);
    real along_y = high - low;
#if DIMENSION == 3
    real flat_value = noise_mix(low, high, y.blend);
    real e = noise_value(x.cell, y.cell, z1, seed);
    real f = noise_value(x1, y.cell, z1, seed);
    real g = noise_value(x.cell, y1, z1, seed);
    real h = noise_value(x1, y1, z1, seed);
    real ef = f - e;
    real gh = h - g;
    real low_1 = noise_mix(e, f, x.blend);
    real high_1 = noise_mix(g, h, x.blend);
    real along_x_1 = noise_mix(ef, gh, y.blend);
    real along_y_1 = high_1 - low_1;
    real flat_1 = noise_mix(low_1, high_1, y.blend);
    real gradient_x = noise_mix(along_x, along_x_1, z.blend) * x.slope;
    real gradient_y = noise_mix(along_y, along_y_1, z.blend) * y.slope;
    real change_z = flat_1 - flat_value;
    real gradient_z = change_z * z.slope;
    return vector_of(gradient_x, gradient_y, gradient_z);
#else
    real gradient_x = along_x * x.slope;
    real gradient_y = along_y * y.slope;
    return vector_of(gradient_x, gradient_y, real_splat(0.0f));
#endif
}

// Turned, so that the cubes of one noise do not lie along those of another: where all of
// one's gradients are 0, at whole coordinates, the other's are not. Rows of length 1 at
// right angles: 3, 4, 5 and 2, 3, 6, 7.
pure vector noise_turned(vector p)
{
#if DIMENSION == 3
    real x = p.x * 0.2857142984867096f + p.y * 0.4285714328289032f + p.z * 0.8571428656578064f;
    real y = p.x * 0.8571428656578064f + p.y * 0.2857142984867096f - p.z * 0.4285714328289032f;
    real z = p.y * 0.8571428656578064f - p.x * 0.4285714328289032f - p.z * 0.2857142984867096f;
    return vector_of(x, y, z);
#else
    real x = p.x * 0.6000000238418579f - p.y * 0.800000011920929f;
    real y = p.x * 0.800000011920929f + p.y * 0.6000000238418579f;
    return vector_of(x, y, real_splat(0.0f));
#endif
}

// Back again: the gradient of what was taken at a turned place.
pure vector noise_turned_back(vector g)
{
#if DIMENSION == 3
    real x = g.x * 0.2857142984867096f + g.y * 0.8571428656578064f - g.z * 0.4285714328289032f;
    real y = g.x * 0.4285714328289032f + g.y * 0.2857142984867096f + g.z * 0.8571428656578064f;
    real z = g.x * 0.8571428656578064f - g.y * 0.4285714328289032f - g.z * 0.2857142984867096f;
    return vector_of(x, y, z);
#else
    real x = g.x * 0.6000000238418579f + g.y * 0.800000011920929f;
    real y = g.y * 0.6000000238418579f - g.x * 0.800000011920929f;
    return vector_of(x, y, real_splat(0.0f));
#endif
}

// The field at p, where whirls are about 1 wide; the root of its mean square is 1 within
// a thousandth (tests/test_noise.c). `drift` moves its two noises apart, so that it
// changes.
pure vector noise_curl(vector p, real drift)
{
    vector forth = p;
    real moved = p.x + drift;
    forth.x = moved;
    vector a = noise_gradient(forth, natural_splat(0x5bd1e995u));
    vector back = noise_turned(p);
    real moved_back = back.x - drift;
    back.x = moved_back;
    vector b = noise_turned_back(noise_gradient(back, natural_splat(0x27d4eb2fu)));
#if DIMENSION == 3
    return vector_scaled(vector_cross(a, b), real_splat(0.6982f));
#else
    // Of one potential, the sum of two noises.
    vector sum = vector_add(a, b);
    real x = sum.y * 0.5788f;
    real y = sum.x * -0.5788f;
    return vector_of(x, y, real_splat(0.0f));
#endif
}

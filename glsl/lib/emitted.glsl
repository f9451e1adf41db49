// SPDX-License-Identifier: MIT
// Particles of the emitter between their buffers and the law. GLSL only.

// From its rows of `body` and `flight`.
emitted emitted_of(uvec4 b, uvec4 f)
{
    emitted p;
    p.x = b.x;
    p.y = b.y;
    p.z = b.z;
    p.life = uintBitsToFloat(b.w);
    p.velocity = vector_of(uintBitsToFloat(f.x), uintBitsToFloat(f.y), uintBitsToFloat(f.z));
    p.number = f.w;
    p.collided = 0u;
    return p;
}

// A life that is over is stored as 0.
uvec4 body_of(emitted p)
{
    return uvec4(p.x, p.y, p.z, floatBitsToUint(exact_flush(exact_max(p.life, 0.0))));
}

uvec4 flight_of(emitted p)
{
    return uvec4(floatBitsToUint(exact_flush(p.velocity.x)), floatBitsToUint(exact_flush(p.velocity.y)),
                 floatBitsToUint(exact_flush(p.velocity.z)), p.number);
}

#if STATE_SIZE == 40
// What a larger state would carry along, though the number says it.
uvec2 ballast_of(law_context c, uint e, emitter_key key)
{
    return uvec2(floatBitsToUint(emitter_lifetime(c, e, emitter_own(c, key))), e);
}
#endif

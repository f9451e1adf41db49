// SPDX-License-Identifier: MIT
// Vectors of space, one text for GLSL and C. In 2-D z is 0 and costs nothing.

structure(vector) {
    real_value x;
    real_value y;
    real_value z;
};

pure vector vector_of(real x, real y, real z)
{
    vector v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

pure vector vector_zero()
{
    return vector_of(real_splat(0.0f), real_splat(0.0f), real_splat(0.0f));
}

// a + b * scale
pure vector vector_add_scaled(vector a, vector b, real scale)
{
    real x = a.x + b.x * scale;
    real y = a.y + b.y * scale;
#if DIMENSION == 3
    real z = a.z + b.z * scale;
#else
    real z = real_splat(0.0f);
#endif
    return vector_of(x, y, z);
}

pure vector vector_scaled(vector a, real scale)
{
    real x = a.x * scale;
    real y = a.y * scale;
#if DIMENSION == 3
    real z = a.z * scale;
#else
    real z = real_splat(0.0f);
#endif
    return vector_of(x, y, z);
}

pure vector vector_add(vector a, vector b)
{
    real x = a.x + b.x;
    real y = a.y + b.y;
#if DIMENSION == 3
    real z = a.z + b.z;
#else
    real z = real_splat(0.0f);
#endif
    return vector_of(x, y, z);
}

pure vector vector_subtract(vector a, vector b)
{
    real x = a.x - b.x;
    real y = a.y - b.y;
#if DIMENSION == 3
    real z = a.z - b.z;
#else
    real z = real_splat(0.0f);
#endif
    return vector_of(x, y, z);
}

pure real_value vector_dot(vector a, vector b)
{
    real xx = a.x * b.x;
    real yy = a.y * b.y;
    real sum = xx + yy;
#if DIMENSION == 3
    real zz = a.z * b.z;
    sum = sum + zz;
#endif
    return sum;
}

// a x b. In 2-D the first stands on the plane, with length 1: b turned by a quarter.
pure vector vector_cross(vector a, vector b)
{
#if DIMENSION == 3
    real x = a.y * b.z - a.z * b.y;
    real y = a.z * b.x - a.x * b.z;
    real z = a.x * b.y - a.y * b.x;
    return vector_of(x, y, z);
#else
    real x = -b.y;
    return vector_of(x, b.x, real_splat(0.0f));
#endif
}

pure vector vector_choose(mask m, vector a, vector b)
{
    return vector_of(choose(m, a.x, b.x), choose(m, a.y, b.y), choose(m, a.z, b.z));
}

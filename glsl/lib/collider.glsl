// SPDX-License-Identifier: MIT
// Planes, spheres and boxes that are solid: the list `colliders` of a model whose .def
// includes colliders.def. Places are world units from the world's middle. One text for
// GLSL and C.

structure(collider_contact) {
    vector normal;    // away from what is solid
    real_value depth; // how far the particle is inside; <= 0: not at all
};

pure collider_contact collider_touch(law_context c, uint k, vector place, real body_radius)
{
    collider_contact contact;
    vector middle = vector_of(colliders_x_at(c, k), colliders_y_at(c, k), colliders_z_at(c, k));
    vector from_middle = vector_subtract(place, middle);
    real side = colliders_side_at(c, k); // 1: solid inside; -1: solid outside
    uint shape = colliders_shape_whole(c, k);
    if (shape == COLLIDER_PLANE) {
        contact.normal =
            vector_of(colliders_normal_x_at(c, k), colliders_normal_y_at(c, k), colliders_normal_z_at(c, k));
        real height = vector_dot(from_middle, contact.normal);
        real depth = body_radius - height;
        contact.depth = depth;
        return contact;
    }
    if (shape == COLLIDER_SPHERE) {
        real squared = vector_dot(from_middle, from_middle);
        real inverse = exact_reciprocal_root(squared);
        real distance_to = squared * inverse;
        real inside = colliders_radius_at(c, k) - distance_to;
        real depth = inside * side + body_radius;
        contact.depth = depth;
        real outward = inverse * side;
        contact.normal = vector_scaled(from_middle, outward);
        return contact;
    }
    // A box: the side it is nearest to from within, or farthest past.
    real over_x = exact_abs(from_middle.x) - colliders_half_x_at(c, k);
    real over_y = exact_abs(from_middle.y) - colliders_half_y_at(c, k);
    mask is_y = over_y > over_x;
    real over = exact_max(over_x, over_y);
    real along = choose(is_y, from_middle.y, from_middle.x);
    real plus = side;
    real minus = -side;
    real sign = choose(along < 0.0f, minus, plus);
    real zero = real_splat(0.0f);
    contact.normal = vector_of(choose(is_y, zero, sign), choose(is_y, sign, zero), zero);
#if DIMENSION == 3
    real over_z = exact_abs(from_middle.z) - colliders_half_z_at(c, k);
    mask is_z = over_z > over;
    over = exact_max(over, over_z);
    real sign_z = choose(from_middle.z < 0.0f, minus, plus);
    contact.normal = vector_choose(is_z, vector_of(zero, zero, sign_z), contact.normal);
#endif
    real past = -over;
    real depth = past * side + body_radius;
    contact.depth = depth;
    return contact;
}

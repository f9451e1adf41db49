// SPDX-License-Identifier: MIT
// Gives each particle the law's answer to the sums of a pass. After the model's last pass
// the particle moves.

#if IS_LAST_PASS
axis_motion move_axis(uint coordinate, float along, uint scale)
{
    return move_along(coordinate, exact_flush(along), uintBitsToFloat(scale),
                      uintBitsToFloat(constants.move_limit), constants.wraps,
                      constants.bounces, constants.edge_low, constants.edge_span);
}

uint speed_bits(axis_motion moved)
{
    return floatBitsToUint(exact_flush(moved.velocity));
}

void move_particle(uint i, PARTICLE moving)
{
    POSITION p = position[i];
    axis_motion x = move_axis(p.x, moving.velocity.x, constants.move_scale_x);
    axis_motion y = move_axis(p.y, moving.velocity.y, constants.move_scale_y);
#if DIMENSION == 3
    axis_motion z = move_axis(p.z, moving.velocity.z, constants.move_scale_z);
#endif
    position[i] = AXES(x.coordinate, y.coordinate, z.coordinate);
    velocity[i] = AXES(speed_bits(x), speed_bits(y), speed_bits(z));
}
#endif

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    PROBE_PARTICLE(i);
    PARTICLE self = load_particle(i);
    law_context c = law_context_of(self.species);
    c.place = place_at(i);
    PARTICLE next = LAW_UPDATE(c, self, load_sums(i));
    store_particle(i, next);
    pack_particle(i, next);
#if IS_LAST_PASS && UPDATES_VELOCITY
    move_particle(i, next);
#elif IS_LAST_PASS
    move_particle(i, self);
#endif
}

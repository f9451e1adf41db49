// SPDX-License-Identifier: MIT
// Places particles in the frame, as sprite.vert does.

#include "soft_sprites.h"

#include "pyramid.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

static void project(const camera *camera, const float offset[3], float clip[4])
{
    const float *m = camera->matrix;
    for (int row = 0; row < 4; row++) {
        clip[row] = sprite_project(m[row], m[row + 4], m[row + 8], m[row + 12], offset[0],
                                   offset[1], offset[2]);
    }
}

static sprite_point stand(const camera *camera, const float clip[4])
{
    return sprite_stand(clip[0], clip[1], clip[3], (float)camera->width,
                        (float)camera->height);
}

// In pixels where clip.w is 1.
static float radius_of(const camera *camera, const soft_sprite *sprite)
{
    return sprite->look == NULL
               ? camera->radius
               : camera->scale * real_from_bits((int32_t)sprite->sprite[3]);
}

// ---- Discs ---------------------------------------------------------------------------

static bool place_disc(const look *look, const camera *camera, const soft_sprite *sprite,
                       const float offset[3], soft_item *item, float rows[2],
                       float *opacity)
{
    float clip[4];
    project(camera, offset, clip);
    if (clip[3] < SPRITE_NEAR) {
        return false;
    }
    sprite_disc placed =
        sprite_place(stand(camera, clip), radius_of(camera, sprite), look->smallest,
                     camera->largest, look->halo, look->soft);
    if (!sprite_is_visible(placed, (float)camera->width, (float)camera->height)) {
        return false;
    }
    item->disc.x = placed.x;
    item->disc.y = placed.y;
    item->disc.edge = placed.edge;
    item->disc.reach = placed.reach;
    rows[0] = placed.y - placed.reach;
    rows[1] = placed.y + placed.reach;
    *opacity = placed.opacity;
    return true;
}

// ---- Streaks -------------------------------------------------------------------------

static sprite_point stand_tail(const camera *camera, const soft_sprite *sprite,
                               const float offset[3], const float head[4])
{
    float end[3], clip[4];
    for (int axis = 0; axis < 3; axis++) {
        end[axis] = offset[axis] + (float)(int32_t)sprite->tail[axis];
    }
    project(camera, end, clip);
    float part = sprite_clip(head[3], clip[3]);
    for (int i = 0; i < 4; i++) {
        clip[i] = head[i] + (clip[i] - head[i]) * part;
    }
    return stand(camera, clip);
}

static bool place_streak(const look *look, const camera *camera,
                         const soft_sprite *sprite, const float offset[3],
                         soft_item *item, float rows[2], float *opacity)
{
    float clip[4];
    project(camera, offset, clip);
    if (clip[3] < SPRITE_NEAR) {
        return false;
    }
    sprite_streak placed =
        sprite_place_streak(stand(camera, clip), stand_tail(camera, sprite, offset, clip),
                            radius_of(camera, sprite), look->smallest, camera->largest,
                            look->halo, look->soft);
    if (!sprite_streak_is_visible(placed, (float)camera->width, (float)camera->height)) {
        return false;
    }
    item->streak.x = placed.x;
    item->streak.y = placed.y;
    item->streak.edge = placed.edge;
    item->streak.tail_edge = placed.tail_edge;
    item->streak.along_x = placed.along_x;
    item->streak.along_y = placed.along_y;
    item->streak.inverse = sprite_along_inverse(placed.along_x, placed.along_y);
    item->streak.reach = placed.reach;
    float tail_y = placed.y + placed.along_y;
    rows[0] = exact_min(placed.y, tail_y) - placed.reach;
    rows[1] = exact_max(placed.y, tail_y) + placed.reach;
    *opacity = placed.opacity;
    return true;
}

// ---- Pictures ------------------------------------------------------------------------

static bool place_picture(const look *look, const camera *camera,
                          const soft_sprite *sprite, const float offset[3],
                          soft_item *item, float rows[2], float *opacity)
{
    float clip[4], sides[2];
    project(camera, offset, clip);
    if (clip[3] < SPRITE_NEAR) {
        return false;
    }
    const pyramid_level *ground = &look->pyramid->levels[0];
    pyramid_sides(look->pyramid, sides);
    sprite_point head = stand(camera, clip);
    sprite_point tail =
        sprite->tail != NULL ? stand_tail(camera, sprite, offset, clip) : head;
    uint32_t turn = sprite->look != NULL ? sprite->look[2] : 0;
    sprite_picture placed =
        sprite_place_picture(head, tail, radius_of(camera, sprite), turn, sides[0],
                             sides[1], look->smallest, camera->largest);
    if (!sprite_picture_is_visible(placed, (float)camera->width, (float)camera->height)) {
        return false;
    }
    item->picture.x = placed.x;
    item->picture.y = placed.y;
    item->picture.right_x = placed.right_x;
    item->picture.right_y = placed.right_y;
    item->picture.half_width = placed.half_width;
    item->picture.half_height = placed.half_height;
    item->picture.level =
        sprite_picture_level(placed.half_width, placed.half_height, (float)ground->width,
                             (float)ground->height);
    float reach = sprite_picture_reach(placed.right_y, placed.right_x, placed.half_width,
                                       placed.half_height);
    rows[0] = placed.y - reach;
    rows[1] = placed.y + reach;
    *opacity = placed.opacity;
    return true;
}

// ---- All kinds -----------------------------------------------------------------------

static const soft_kind disc_kind = {
    sizeof(soft_disc),
    place_disc,
    soft_draw_discs,
};

static const soft_kind streak_kind = {
    sizeof(soft_streak),
    place_streak,
    soft_draw_streaks,
};

static const soft_kind picture_kind = {
    sizeof(soft_picture),
    place_picture,
    soft_draw_pictures,
};

const soft_kind *soft_kind_of(const look *look)
{
    return look->pyramid != NULL ? &picture_kind
           : look->has_tails     ? &streak_kind
                                 : &disc_kind;
}

static void own_color(const uint32_t *words, float color[4])
{
    color[0] = sprite_look_color(words[0] & 0xffffu);
    color[1] = sprite_look_color(words[0] >> 16);
    color[2] = sprite_look_color(words[1] & 0xffffu);
    color[3] = sprite_look_alpha(words[1] >> 16);
}

static void species_color(const look *look, uint32_t word, float color[4])
{
    float speed = real_from_bits((int32_t)(word & 0xffffff00u));
    float place = sprite_color_place(word & 0xffu, speed, look->by_speed);
    int low = (int)place;
    int high = low < LOOK_COLOR_COUNT - 1 ? low + 1 : low;
    for (int c = 0; c < 3; c++) {
        color[c] =
            sprite_mix(look->colors[low][c], look->colors[high][c], place - (float)low);
    }
    color[3] = 1.0f;
}

float soft_clearness(const camera *camera, const float offset[3])
{
    float clip[4];
    if (!(camera->haze_rate < 0.0f)) {
        return 1.0f;
    }
    project(camera, offset, clip);
    return sprite_clearness(clip[2], camera->haze_start, camera->haze_rate);
}

void soft_color(const look *look, const soft_sprite *sprite, float opacity,
                float clearness, float color[4])
{
    if (sprite->look != NULL) {
        own_color(sprite->look, color);
    } else {
        species_color(look, sprite->sprite[3], color);
    }
    color[3] = color[3] * opacity * look->opacity;
    for (int c = 0; c < 3; c++) {
        if (clearness < 1.0f) {
            color[c] = sprite_mix(look->haze_color[c], color[c], clearness);
        }
        color[c] = color[c] * color[3];
    }
}

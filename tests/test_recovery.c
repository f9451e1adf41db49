// SPDX-License-Identifier: MIT
// A GPU that fails in mid-run: the CPU goes on to the same bits, every frame is there
// once, and the message names stage and buffer. The GPU here is whatever OpenGL there is,
// through takes_software_gl; broken_gl.h makes it fail.

#include "broken_gl.h"
#include "fallible.h"
#include "image_metric.h"
#include "support.h"

#include "gl/gl_context.h"

#include <stdio.h>
#include <string.h>

#define STEPS      24
#define CHECKPOINT 5

// ---- A run that may fail -------------------------------------------------------------

// One that copies its state aside often.
static mote_device_def copying_device(void)
{
    mote_device_def device = fallible_device();
    device.checkpoint_steps = CHECKPOINT;
    return device;
}

static mote_simulation *create(const mote_scene *scene, const mote_device_def *device)
{
    need_gl();
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, device, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_GL);
    assert_int_equal(log_count(), 0);
    return simulation;
}

static mote_scene *grid_scene(void)
{
    return scene_of("{'particles': 1200, 'species': 3, 'seed': 5,"
                    " 'life': {'matrix': {'rule': 'random'}}}");
}

static mote_scene *scenes_of_all_kinds(int kind)
{
    switch (kind) {
    case 0:
        return grid_scene();
    case 1:
        return scene_of("{'particles': 700, 'dimension': 3, 'world': {'edges': 'open'},"
                        " 'start': {'speed': 1}, 'life': {'maximum_radius': 0.2}}");
    case 2: // particles are born, die and leave children, some of them all the time
        return scene_of("{'model': 'emitter', 'particles': 2500, 'seed': 8, 'emitter':"
                        " {'emitters': [{'rate': 3000, 'lifetime': [0.05, 0.3], 'name':"
                        " 'a', 'on_death': 'b', 'death_count': 2, 'on_collision': 'b',"
                        " 'collision_count': 1}, {'rate': 0, 'name': 'b', 'bursts':"
                        " [[0.1, 300]]}], 'forces': [{'kind': 'turbulence'}],"
                        " 'colliders': [{'shape': 'sphere', 'position': [5, 6, 5]}]}}");
    case 3: // faucets pour, particles die, and there is not always room
        return scene_of("{'model': 'ready', 'particles': 400, 'seed': 6, 'dimension': 3,"
                        " 'start': {'count': 100}, 'ready': {'radius': 0.05,"
                        " 'lifetime': 0.2, 'faucets': [{'rate': 3000}, {'rate': 500,"
                        " 'start': 0.1, 'stop': 0.3, 'position': [0.2, 0.3, 0.5],"
                        " 'direction': [1, 1, 0]}], 'drains': [{'shape': 'sphere',"
                        " 'position': [0.5, 0.3, 0.5], 'radius': 0.1}]}}");
    default: // particles die
        return scene_of("{'model': 'ready', 'particles': 900, 'seed': 6,"
                        " 'start': {'speed': 0.2}, 'ready': {'radius': 0.05,"
                        " 'lifetime': 0.3, 'stiffness': 5}}");
    }
}
#define KINDS 5

// ---- At every stage ------------------------------------------------------------------

static void expect_recovery_at(const mote_scene *scene, const char *stage,
                               const char *search, uint64_t hash)
{
    mote_device_def device = copying_device();
    device.lost_stage = stage;
    device.lost_step = STEPS / 2;
    device.search = search;
    mote_simulation *simulation = create(scene, &device);
    step(simulation, STEPS);
    char words[128];
    snprintf(words, sizeof words, "step %d: the GPU fails at stage %s", STEPS / 2, stage);
    expect_line(words, "from the copy of step ");
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_non_null(strstr(mote_simulation_reason(simulation), words));
    assert_int_equal(mote_simulation_step_count(simulation), STEPS);
    assert_true(hash_of(simulation) == hash);
    mote_simulation_destroy(simulation);
}

static void expect_recovery_at_all(const mote_scene *scene, const char *search)
{
    uint64_t hash = hash_after(&test_cpu, scene, NULL, STEPS);
    mote_device_def device = mote_default_device_def();
    device.search = search;
    mote_simulation *planned = simulation_on(&test_cpu, scene, &device);
    const char *last = "";
    for (int i = 0; i < planned->plan->step_count; i++) {
        const char *stage = stages[planned->plan->step[i].stage].name;
        if (strcmp(stage, last) != 0) { // entries of one stage stand together
            expect_recovery_at(scene, stage, search, hash);
        }
        last = stage;
    }
    mote_simulation_destroy(planned);
}

static void a_gpu_that_fails_at_any_stage_is_recovered_from(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        mote_scene *scene = scenes_of_all_kinds(kind);
        expect_recovery_at_all(scene, kind == 2 ? NULL : "grid");
        mote_scene_destroy(scene);
    }
}

static void a_gpu_that_fails_before_the_first_frame_is_recovered_from(void **state)
{
    (void)state;
    need_gl();
    mote_scene *scene = scenes_of_all_kinds(2);
    assert_ok(mote_scene_set(scene, "emitter.prewarm", "0.3"));
    mote_device_def device = copying_device();
    device.lost_stage = "spawn_children";
    mote_simulation *simulation = NULL;
    assert_ok(simulation_create_cold(scene, &device, &simulation));
    simulation->lost_clock = 13; // of 18
    assert_ok(simulation_prewarm(simulation));
    expect_line("step 13 of the prewarm: the GPU fails at stage spawn_children",
                "from the copy of ");
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_int_equal(mote_simulation_step_count(simulation), 0);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 0));
    step(simulation, 7);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 7));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void so_it_is_with_every_other_search(void **state)
{
    (void)state;
    static const char *const searches[] = {"loop", "indexed", "published"};
    mote_scene *scene = grid_scene();
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        expect_recovery_at_all(scene, searches[i]);
    }
    mote_scene_destroy(scene);
}

// ---- Drivers that fail in their own ways ---------------------------------------------

static const struct {
    break_kind kind;
    const char *words;
} failures[] = {
    {BREAK_LOST, "OpenGL error 0x0507 (context lost) in stage "},
    {BREAK_MEMORY, "OpenGL error 0x0505 (out of memory) in stage "},
    {BREAK_INVALID, "OpenGL error 0x0502 (invalid operation) in stage "},
};

// Runs STEPS steps, of which one breaks at this entry of its schedule, and holds the
// state.
static void expect_the_state_after(break_kind kind, int broken_step, int entry,
                                   bool waits)
{
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    device.search = "grid";
    device.slices = 1; // a dispatch for each entry
    mote_simulation *simulation = create(scene, &device);
    gl_break(kind, broken_step * simulation->plan->step_count + entry);
    for (int i = 0; i < STEPS; i++) {
        step(simulation, 1);
        if (waits) {
            assert_ok(mote_simulation_finish(simulation));
        }
    }
    uint64_t hash = hash_of(simulation);
    assert_true(gl_mend());
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_true(hash == hash_after(&test_cpu, scene, NULL, STEPS));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_driver_that_fails_is_named_with_stage_and_buffer(void **state)
{
    (void)state;
    mote_scene *scene = grid_scene();
    mote_device_def device = mote_default_device_def();
    device.search = "grid";
    mote_simulation *planned = simulation_on(&test_cpu, scene, &device);
    for (size_t f = 0; f < COUNT_OF(failures); f++) {
        for (int entry = 0; entry < planned->plan->step_count; entry++) {
            char words[128];
            snprintf(words, sizeof words, "step 7: %s%s", failures[f].words,
                     stages[planned->plan->step[entry].stage].name);
            expect_the_state_after(failures[f].kind, 7, entry, false);
            expect_line(words, "which writes buffer ");
        }
    }
    mote_simulation_destroy(planned);
    mote_scene_destroy(scene);
}

// The first to notice is whoever waits for the GPU: it must not believe what it got.
static void a_driver_that_says_nothing_is_asked(void **state)
{
    (void)state;
    expect_the_state_after(BREAK_SILENT, 12, 2, false);
    expect_line("(context lost)", "from the copy of step ");
}

static void a_copy_that_gets_corrupt_is_not_used(void **state)
{
    (void)state;
    // A fast GPU may not be done with any copy when all steps have been asked for.
    expect_the_state_after(BREAK_UNMAP_ONCE, 7, 0, true);
    expect_line("a copy of the state was lost", "from the copy of step ");
}

static void what_is_read_after_a_failure_is_right(void **state)
{
    (void)state;
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    device.slices = 1;
    mote_simulation *simulation = create(scene, &device);
    mote_simulation *expected = simulation_on(&test_cpu, scene, NULL);
    step(simulation, 9);
    step(expected, 9);
    gl_break(BREAK_SILENT, GL_BREAK_NOW);
    static uint32_t found[2 * 1200];
    static uint32_t right[2 * 1200];
    assert_ok(mote_simulation_read(simulation, "position", found, sizeof found));
    assert_true(gl_mend());
    assert_ok(mote_simulation_read(expected, "position", right, sizeof right));
    assert_memory_equal(found, right, sizeof right);
    expect_line("while reading buffer position", "from the copy of step ");
    mote_simulation_destroy(simulation);
    mote_simulation_destroy(expected);
    mote_scene_destroy(scene);
}

// Memory that a driver promised and does not have when it is filled.
static void a_gpu_that_cannot_hold_the_first_state_is_not_taken(void **state)
{
    (void)state;
    need_gl();
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    // Held open, or the functions would be loaded anew.
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    gl_break(BREAK_WRITE, GL_BREAK_LATER);
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_true(gl_mend());
    expect_line("simulating on the CPU", "(out of memory) while writing buffer position");
    step(simulation, STEPS);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, STEPS));
    mote_simulation_destroy(simulation);
    device.backend = MOTE_BACKEND_GL;
    gl_break(BREAK_WRITE, GL_BREAK_LATER);
    assert_int_equal(mote_simulation_create(scene, &device, &simulation), MOTE_FAILED);
    assert_true(gl_mend());
    assert_null(simulation);
    gl_context_close(context);
    mote_scene_destroy(scene);
}

// Whoever has it open still: a driver that said so in an error is believed later, too.
static void a_context_that_was_lost_is_not_taken_again(void **state)
{
    (void)state;
    need_gl();
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    mote_simulation *simulation = create(scene, &device);
    gl_break(BREAK_LOST, 5);
    step(simulation, 2);
    assert_true(gl_mend());
    mote_simulation_destroy(simulation);
    log_clear();
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    expect_line("simulating on the CPU", "was lost to a reset of the GPU; ");
    mote_simulation_destroy(simulation);
    gl_context_close(context);
    mote_scene_destroy(scene);
}

// ---- Where no recovery is allowed ----------------------------------------------------

static void a_gpu_that_was_asked_for_is_an_error_with_stage_and_buffer(void **state)
{
    (void)state;
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    device.backend = MOTE_BACKEND_GL;
    device.search = "grid";
    device.slices = 1;
    mote_simulation *simulation = create(scene, &device);
    gl_break(BREAK_MEMORY, 3 * simulation->plan->step_count);
    assert_int_equal(mote_simulation_step(simulation, STEPS), MOTE_FAILED);
    assert_true(gl_mend());
    const char *first = stages[simulation->plan->step[0].stage].name;
    char words[128];
    snprintf(words, sizeof words,
             "step 3: OpenGL error 0x0505 (out of memory) in stage %s", first);
    assert_non_null(strstr(mote_last_error(), words));
    assert_non_null(strstr(mote_last_error(), "which writes buffer "));
    assert_int_equal(log_count(), 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void without_checkpoints_a_failure_is_an_error(void **state)
{
    (void)state;
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    device.checkpoint_steps = 0;
    device.lost_stage = "update";
    device.lost_step = 2;
    mote_simulation *simulation = create(scene, &device);
    assert_int_equal(mote_simulation_step(simulation, STEPS), MOTE_FAILED);
    assert_non_null(strstr(mote_last_error(), "step 2: the GPU fails at stage update"));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_loss_at_a_stage_that_does_not_run_is_refused(void **state)
{
    (void)state;
    mote_scene *scene = grid_scene();
    mote_device_def device = copying_device();
    mote_simulation *simulation = NULL;
    device.lost_stage = "bury";
    assert_int_equal(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "stage bury does not run here"));
    device.lost_stage = "xyzzy";
    assert_int_equal(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "no stage is named \"xyzzy\""));
    mote_scene_destroy(scene);
}

// ---- Frames --------------------------------------------------------------------------

#define WIDTH  160
#define HEIGHT 120
#define FRAMES 40

typedef struct film {
    image frames[FRAMES + 4];
    int count;
} film;

static mote_view_def view_of(const mote_scene *scene, mote_renderer_kind kind)
{
    mote_view_def view = mote_default_view_def(scene);
    view.renderer = kind;
    view.width = WIDTH;
    view.height = HEIGHT;
    return view;
}

static mote_renderer *renderer_of(mote_simulation *simulation, const mote_scene *scene,
                                  mote_renderer_kind kind)
{
    mote_view_def view = view_of(scene, kind);
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    return renderer;
}

// Takes frames until so many are under way: as many as a slow GPU would leave there.
static void take(mote_renderer *renderer, int drawn, int under_way, film *film)
{
    while (drawn - film->count > under_way) {
        mote_frame frame = {0};
        assert_ok(mote_renderer_take(renderer, true, &frame));
        assert_non_null(frame.pixels);
        assert_int_equal(frame.index, film->count);
        assert_in_range(film->count, 0, drawn - 1);
        film->frames[film->count++] =
            (image){frame.width, frame.height, frame.channels, frame.pixels};
    }
}

// As `mote run` does it: steps, draws, takes what is there. `moving`: NULL, or a view
// whose camera goes round, comes nearer, and now and then follows a particle.
static void shoot_moving(mote_simulation *simulation, mote_renderer *renderer,
                         uint64_t steps_per_frame, mote_view_def *moving, film *film)
{
    *film = (struct film){0};
    for (int drawn = 1; drawn <= FRAMES; drawn++) {
        assert_ok(mote_simulation_step(simulation, steps_per_frame));
        if (moving) {
            mote_view_orbit(moving, 0.02, 0.003);
            mote_view_dolly(moving, 0.99);
            moving->follow = drawn / 7 % 2 ? 20 : -1;
            assert_ok(mote_renderer_set_view(renderer, moving));
        }
        assert_ok(mote_renderer_draw(renderer));
        take(renderer, drawn, 2, film);
    }
    take(renderer, FRAMES, 0, film);
    assert_int_equal(film->count, FRAMES);
}

static void shoot(mote_simulation *simulation, mote_renderer *renderer,
                  uint64_t steps_per_frame, film *film)
{
    shoot_moving(simulation, renderer, steps_per_frame, NULL, film);
}

static void free_film(film *film)
{
    for (int i = 0; i < film->count; i++) {
        free(film->frames[i].pixels);
    }
}

static void shoot_on_cpu(const mote_scene *scene, uint64_t steps_per_frame, film *film)
{
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_renderer *renderer = renderer_of(simulation, scene, MOTE_RENDERER_SOFT);
    shoot(simulation, renderer, steps_per_frame, film);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
}

static bool is_same(const image *a, const image *b)
{
    size_t size = (size_t)a->width * (size_t)a->height * (size_t)a->channels;
    return memcmp(a->pixels, b->pixels, size) == 0;
}

// Each frame shows what it should, and the frames from `first_soft` on are the software
// renderer's, to the byte.
static void expect_film(const film *found, const film *expected, int first_soft)
{
    static const uint8_t background[3] = {0};
    for (int i = 0; i < FRAMES; i++) {
        image_difference d =
            image_compare(&found->frames[i], &expected->frames[i], background);
        if (d.psnr < 40.0) {
            fail_msg("frame %d: %.1f dB", i, d.psnr);
        }
        if (i > 0 && is_same(&expected->frames[i], &expected->frames[i - 1]) == false) {
            image_difference before =
                image_compare(&found->frames[i], &expected->frames[i - 1], background);
            assert_true(before.psnr < d.psnr); // it is not the frame before
        }
        if (i >= first_soft && !is_same(&found->frames[i], &expected->frames[i])) {
            fail_msg("frame %d is not what the software renderer draws", i);
        }
    }
}

static mote_scene *lively_scene(double trails)
{
    // Trails are of light that adds up, several times white.
    return scene_of("{'particles': 400, 'species': 3, 'seed': 5, 'start': {'speed': 1},"
                    " 'life': {'friction': 1000, 'force': 0}, 'view': {'radius': 0.012,"
                    " 'background': '#000000', 'trails': %g, 'blend': '%s'}}",
                    trails, trails > 0 ? "add" : "alpha");
}

// Ends the scene.
static void expect_whole_film_of(mote_scene *scene, const char *stage, uint64_t lost_step,
                                 uint64_t steps_per_frame)
{
    film expected;
    film found;
    shoot_on_cpu(scene, steps_per_frame, &expected);
    mote_device_def device = copying_device();
    device.lost_stage = stage;
    device.lost_step = lost_step;
    mote_simulation *simulation = create(scene, &device);
    simulation->lost_clock += (uint64_t)simulation->plan->substeps / 2;
    mote_renderer *renderer = renderer_of(simulation, scene, MOTE_RENDERER_AUTO);
    assert_non_null(strstr(mote_renderer_name(renderer), "OpenGL"));
    shoot(simulation, renderer, steps_per_frame, &found);
    assert_int_equal(log_count(), 1);
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_non_null(strstr(mote_renderer_name(renderer), "software"));
    int lost_frame = steps_per_frame ? (int)(lost_step / steps_per_frame) - 2 : 0;
    expect_film(&found, &expected, lost_frame < 0 ? 0 : lost_frame);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    free_film(&found);
    free_film(&expected);
    mote_scene_destroy(scene);
}

static void expect_whole_film(double trails, const char *stage, uint64_t lost_step,
                              uint64_t steps_per_frame)
{
    expect_whole_film_of(lively_scene(trails), stage, lost_step, steps_per_frame);
}

static void no_frame_is_missing_or_doubled(void **state)
{
    (void)state;
    expect_whole_film(0, "pair_loop", 0, 3);
    expect_whole_film(0, "pair_loop", 17, 3);
    expect_whole_film(0, "pair_loop", 21, 3); // a copy came after the lost frames
    expect_whole_film(0, "list_sprites", 18, 3);
    expect_whole_film(0, "update", 40, 3);
    expect_whole_film(0, "list_sprites", 0, 0); // the first state, again and again
}

static void trails_are_whole_again(void **state)
{
    (void)state;
    expect_whole_film(1, "pair_loop", 20, 3);
    // More frames than show in one.
    expect_whole_film(0.5, "list_sprites", 99, 3);
    expect_whole_film(1, "pair_loop", 101, 3);
}

// The GPU fails in the middle of a step; frames come after whole ones.
static void frames_after_several_sub_steps_are_whole_again(void **state)
{
    (void)state;
    for (int trails = 0; trails < 2; trails++) {
        mote_scene *scene = lively_scene(trails);
        assert_ok(mote_scene_set(scene, "substeps", "3"));
        expect_whole_film_of(scene, "pair_loop", 20, 3);
    }
}

// Streaks that are born and die, and leave trails.
static mote_scene *sparks_scene(const char *blend)
{
    return scene_of("{'model': 'emitter', 'particles': 500, 'emitter': {'emitters': ["
                    "{'rate': 900, 'lifetime': [0.2, 0.5], 'streak': 0.05, 'spread': 0.1,"
                    " 'color': ['#ff8040', '#40208000']}]}, 'view': {'blend': '%s',"
                    " 'haze': 0, 'background': '#000000', 'trails': 0.7}}",
                    blend);
}

static void trails_of_emitters_are_whole_again(void **state)
{
    (void)state;
    expect_whole_film_of(sparks_scene("add"), "advance", 20, 3);
    expect_whole_film_of(sparks_scene("add"), "list_emitted", 60, 3);
    expect_whole_film_of(sparks_scene("alpha"), "spawn", 45, 3);
}

// Frames that are drawn again get the cameras that they had. `stage` NULL: the driver
// loses the context on the way to `lost_frame`.
static void expect_whole_moving_film(double trails, const char *stage, int lost_frame,
                                     uint64_t steps_per_frame)
{
    mote_scene *scene = lively_scene(trails);
    assert_ok(mote_scene_set(scene, "dimension", "3"));
    film films[2];
    for (int lost = 0; lost < 2; lost++) {
        mote_device_def device = copying_device();
        device.lost_stage = lost ? stage : NULL;
        device.lost_step = (uint64_t)lost_frame * steps_per_frame;
        mote_simulation *simulation =
            lost ? create(scene, &device) : simulation_on(&test_cpu, scene, NULL);
        mote_renderer_kind kind = lost ? MOTE_RENDERER_AUTO : MOTE_RENDERER_SOFT;
        mote_renderer *renderer = renderer_of(simulation, scene, kind);
        mote_view_def moving = view_of(scene, kind);
        const plan *plan = simulation->plan;
        int per_frame = (int)steps_per_frame * plan->step_count + plan->draw_count;
        if (lost && !stage) {
            gl_break(BREAK_LOST, lost_frame * (per_frame + (trails > 0 ? 2 : 1)) - 1);
        }
        shoot_moving(simulation, renderer, steps_per_frame, &moving, &films[lost]);
        assert_true(!lost || stage || gl_mend());
        assert_int_equal(log_count(), lost);
        mote_renderer_destroy(renderer);
        mote_simulation_destroy(simulation);
    }
    expect_film(&films[1], &films[0], lost_frame);
    free_film(&films[0]);
    free_film(&films[1]);
    mote_scene_destroy(scene);
}

static void a_moving_camera_is_where_it_was(void **state)
{
    (void)state;
    need_gl();
    expect_whole_moving_film(0, "pair_loop", 5, 3);
    expect_whole_moving_film(0, "list_sprites", 7, 3);  // the camera begins to follow
    expect_whole_moving_film(0, "list_sprites", 14, 3); // and ends
    expect_whole_moving_film(1, "list_sprites", 21, 3);
    expect_whole_moving_film(1, "update", 33, 3);
    // One state, seen from many sides.
    expect_whole_moving_film(0, NULL, 9, 0);
    expect_whole_moving_film(1, NULL, 30, 0);
}

// Frames whose pictures the driver loses on their way.
static void frames_that_the_gpu_does_not_give_back_are_drawn_again(void **state)
{
    (void)state;
    static const break_kind kinds[] = {BREAK_MAP, BREAK_LOST, BREAK_SILENT, BREAK_HANG};
    mote_scene *scene = lively_scene(0);
    film expected;
    shoot_on_cpu(scene, 2, &expected);
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        mote_device_def device = copying_device();
        device.slices = 1;
        mote_simulation *simulation = create(scene, &device);
        mote_renderer *renderer = renderer_of(simulation, scene, MOTE_RENDERER_AUTO);
        const plan *plan = simulation->plan;
        // The last pass of the seventh frame.
        gl_break(kinds[k], 7 * (2 * plan->step_count + plan->draw_count + 1) - 1);
        film found;
        shoot(simulation, renderer, 2, &found);
        assert_true(gl_mend());
        assert_int_equal(log_count(), 1);
        expect_film(&found, &expected, 7);
        assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
        mote_renderer_destroy(renderer);
        mote_simulation_destroy(simulation);
        free_film(&found);
    }
    free_film(&expected);
    mote_scene_destroy(scene);
}

// Simulated on the CPU, drawn by OpenGL, which fails: the frames go on in software.
static void a_gpu_that_only_draws_is_recovered_from(void **state)
{
    (void)state;
    need_gl();
    mote_scene *scene = lively_scene(1);
    film expected;
    film found;
    shoot_on_cpu(scene, 2, &expected);
    mote_device_def device = copying_device();
    device.backend = MOTE_BACKEND_CPU;
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    mote_renderer *renderer = renderer_of(simulation, scene, MOTE_RENDERER_AUTO);
    assert_non_null(strstr(mote_renderer_name(renderer), "OpenGL"));
    gl_break(BREAK_MEMORY, 2 * 8); // passes of a frame with trails
    shoot(simulation, renderer, 2, &found);
    assert_true(gl_mend());
    expect_line("while drawing a frame", "from the copy of step ");
    expect_film(&found, &expected, 8);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    free_film(&found);
    free_film(&expected);
    mote_scene_destroy(scene);
}

static void a_renderer_that_was_asked_for_is_an_error(void **state)
{
    (void)state;
    mote_scene *scene = lively_scene(0);
    mote_device_def device = copying_device();
    device.lost_stage = "update";
    device.lost_step = 3;
    mote_simulation *simulation = create(scene, &device);
    mote_renderer *renderer = renderer_of(simulation, scene, MOTE_RENDERER_GL);
    assert_ok(mote_renderer_draw(renderer));
    assert_int_equal(mote_simulation_step(simulation, 5), MOTE_FAILED);
    assert_non_null(strstr(mote_last_error(), "step 3: the GPU fails at stage update"));
    assert_non_null(strstr(mote_last_error(), "--renderer auto would go on"));
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_that_fails_at_any_stage_is_recovered_from),
        cmocka_unit_test(a_gpu_that_fails_before_the_first_frame_is_recovered_from),
        cmocka_unit_test(so_it_is_with_every_other_search),
        cmocka_unit_test(a_driver_that_fails_is_named_with_stage_and_buffer),
        cmocka_unit_test(a_driver_that_says_nothing_is_asked),
        cmocka_unit_test(a_copy_that_gets_corrupt_is_not_used),
        cmocka_unit_test(what_is_read_after_a_failure_is_right),
        cmocka_unit_test(a_gpu_that_cannot_hold_the_first_state_is_not_taken),
        cmocka_unit_test(a_context_that_was_lost_is_not_taken_again),
        cmocka_unit_test(a_gpu_that_was_asked_for_is_an_error_with_stage_and_buffer),
        cmocka_unit_test(without_checkpoints_a_failure_is_an_error),
        cmocka_unit_test(a_loss_at_a_stage_that_does_not_run_is_refused),
        cmocka_unit_test(no_frame_is_missing_or_doubled),
        cmocka_unit_test(trails_are_whole_again),
        cmocka_unit_test(frames_after_several_sub_steps_are_whole_again),
        cmocka_unit_test(trails_of_emitters_are_whole_again),
        cmocka_unit_test(a_moving_camera_is_where_it_was),
        cmocka_unit_test(frames_that_the_gpu_does_not_give_back_are_drawn_again),
        cmocka_unit_test(a_gpu_that_only_draws_is_recovered_from),
        cmocka_unit_test(a_renderer_that_was_asked_for_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

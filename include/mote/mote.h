// SPDX-License-Identifier: MIT
// mote: particle simulations whose GPU and CPU reach the same bits.
//
// Data flows one way, through four nouns; none reaches back:
//
//     mote_scene -> mote_simulation -> mote_renderer -> mote_frame -> mote_writer
//     what to       a scene in         draws a          pixels        takes frames,
//     simulate      motion on one      simulation                     encodes them on
//                   device                                            worker threads
//
// Every call that can fail returns a mote_status; MOTE_OK is 0. After a failure
// mote_last_error() holds one sentence for a person: what happened, where, and what to
// try. Handles are created and opened through a pointer and are NULL after a failure;
// destroy(NULL) and close(NULL) do nothing. A handle belongs to one thread at a time.
//
// Units are SI-like: lengths in world units, times in seconds, angles in turns.

#ifndef MOTE_MOTE_H
#define MOTE_MOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined _WIN32 && defined MOTE_SHARED
#ifdef MOTE_BUILDING
#define MOTE_API __declspec(dllexport)
#else
#define MOTE_API __declspec(dllimport)
#endif
#elif defined __GNUC__
#define MOTE_API __attribute__((visibility("default")))
#else
#define MOTE_API
#endif

#define MOTE_VERSION_MAJOR 0
#define MOTE_VERSION_MINOR 1
#define MOTE_VERSION_PATCH 0

// ---- Errors --------------------------------------------------------------------------

typedef enum mote_status {
    MOTE_OK = 0,
    MOTE_FAILED = 1,    // a system call, a file, memory or a device failed while working
    MOTE_BAD_INPUT = 2, // a scene, option or file is not what it should be
    MOTE_UNAVAILABLE = 3, // this machine lacks the backend, renderer or limit asked for
    MOTE_DIFFERENT = 4,   // a comparison found a difference
} mote_status;

// The last failure on this thread: one sentence saying what, where and what to try.
// Valid until the next failing call on this thread. Never NULL.
MOTE_API const char *mote_last_error(void);

// "0.1.0"
MOTE_API const char *mote_version(void);

// ---- Scene: what to simulate ---------------------------------------------------------

typedef struct mote_scene mote_scene;

// The built-in scene (Particle Life, 6 species).
MOTE_API mote_status mote_scene_create(mote_scene **scene);
// Reads a scene file (JSON, UTF-8; see assets/scene.schema.json). Start patterns that
// name a CSV file look beside the scene file.
MOTE_API mote_status mote_scene_load(const char *path, mote_scene **scene);
// Reads a scene from text. `name` stands for the file in messages.
MOTE_API mote_status mote_scene_parse(const char *name, const char *text, size_t size,
                                      mote_scene **scene);
// Overrides one key by its dotted path: ("life.force", "2"), ("world.edges", "bounce"),
// ("life.matrix[0][1]", "-0.5"). The value is JSON; a bare word counts as a string. In a
// list such as emitter.emitters the place just past the end is a new item, of defaults.
// The whole scene is checked again; on failure it is left as it was.
MOTE_API mote_status mote_scene_set(mote_scene *scene, const char *key,
                                    const char *value);
// Writes the whole scene as JSON, every default spelled out. free() the text.
MOTE_API mote_status mote_scene_write(const mote_scene *scene, char **text);
MOTE_API void mote_scene_destroy(mote_scene *scene);

MOTE_API const char *mote_scene_name(const mote_scene *scene);
MOTE_API uint64_t mote_scene_particle_count(const mote_scene *scene);

// ---- Simulation: a scene in motion on one device -------------------------------------

typedef struct mote_simulation mote_simulation;

typedef enum mote_backend_kind {
    MOTE_BACKEND_AUTO, // the fastest that gives right results: a hardware GL, else the
                       // CPU
    MOTE_BACKEND_GL,
    MOTE_BACKEND_CPU,
} mote_backend_kind;

// Finds a GL function by name, as eglGetProcAddress and glfwGetProcAddress do.
typedef void (*mote_gl_function)(void);
typedef mote_gl_function (*mote_gl_loader)(const char *name);

// Gets a line for a person, without its end, as it comes up: why a slower way than a GPU
// is taken and what would help; that particles start inside of what is solid; that a GPU
// failed and the CPU goes on; what OpenGL says.
typedef void (*mote_log)(void *context, const char *line);

// Where and how to compute. Start from mote_default_device_def() and change fields.
// None of these choices changes the result, only its speed.
typedef struct mote_device_def {
    mote_backend_kind backend;
    // Simulate in the GL context that is current on this thread, whose functions this
    // loader finds, instead of one of mote's own. GL state is left as it was found, but
    // errors that nobody has asked for with glGetError are dropped.
    mote_gl_loader host_loader;
    int threads;        // CPU threads; 0: all
    const char *isa;    // "scalar", "sse2", "avx2", "avx512"; NULL: best of this CPU
    const char *search; // "grid" or "loop"; NULL: by the number of particles.
                        // Others to measure against: "indexed", "published", and
                        // of models that emit "recycled"
    const char *sort;   // of what 3-D scenes draw, by depth: "radix"; NULL: the same.
                        // A slow one to measure against: "bitonic"
    int cell_reach;     // cells per interaction radius, 1 to 3; 0: 1, and along x more
    int state_size;     // bytes of a particle of models that emit: 32; 40: to measure
    int group_size;     // threads of a work group, a power of two; 0: by stage
    int slices;         // parts that a stage is cut into; 0: by measured times
    bool clamp_limits;  // keep to the limits that GL 4.3 guarantees
    bool takes_software_gl; // AUTO, also of a renderer, takes a software OpenGL, too
    int gl_device;          // a row of `mote info --devices`; -1: the first that suits
    bool gl_debug;          // has OpenGL's own messages (KHR_debug) sent to `log`
    // Where AUTO computes on a GPU, its state is copied aside each so many steps, while
    // it works on. Should it fail, the CPU goes on from the last copy, to the same bits.
    // 0: such a failure is an error.
    uint64_t checkpoint_steps;
    mote_log log; // NULL: nobody listens
    void *log_context;
    uint32_t room;           // rows kept free for mote_simulation_place; it makes some
                             // by itself, which takes as long as to begin anew
    const char *fault_stage; // flips a bit after this stage (to test a comparison)
    const char *lost_stage;  // from this stage of step `lost_step` on, counted from 0,
    uint64_t lost_step;      // the GPU fails (to test a recovery)
} mote_device_def;

MOTE_API mote_device_def mote_default_device_def(void);

// Builds the scene's first state on a device. The scene may be destroyed afterwards.
// Where this opens OpenGL without a host_loader, a context of mote's own becomes the one
// that is current on this thread; a program with a context of its own gives the loader,
// or keeps its context and mote on different threads.
MOTE_API mote_status mote_simulation_create(const mote_scene *scene,
                                            const mote_device_def *device,
                                            mote_simulation **simulation);
// Advances by `steps` steps of the scene's dt. May return before a GPU is done. Where a
// GPU fails that AUTO took, this and all other calls go on on the CPU, at the same step.
MOTE_API mote_status mote_simulation_step(mote_simulation *simulation, uint64_t steps);
// Waits until all steps asked for are done.
MOTE_API mote_status mote_simulation_finish(mote_simulation *simulation);
// Copies a buffer out, by its name in src/sim/buffers.def or the model's .def:
// "position" (uint32 x dimension: the fraction of the box, times 2^32), "velocity"
// (float x dimension, world units/s), "identity" (uint32 id, uint32 species), ...
// `data` takes `size` bytes, which must be the buffer's (mote_simulation_buffer_size).
MOTE_API mote_status mote_simulation_read(mote_simulation *simulation, const char *buffer,
                                          void *data, size_t size);
MOTE_API mote_status mote_simulation_buffer_size(mote_simulation *simulation,
                                                 const char *buffer, size_t *size);
// The GL buffer object that holds a buffer now; the name changes from step to step.
// MOTE_UNAVAILABLE on the CPU, to which AUTO may have gone since the last call.
MOTE_API mote_status mote_simulation_gl_buffer(mote_simulation *simulation,
                                               const char *buffer, uint32_t *name);
// The state's 64-bit hash: the same on every backend, device, thread count and cell
// size. The sum over particles of hash(id, species, position bits, velocity bits).
MOTE_API mote_status mote_simulation_hash(mote_simulation *simulation, uint64_t *hash);
MOTE_API uint64_t mote_simulation_step_count(const mote_simulation *simulation);
// Each step is advanced by so many equal sub-steps: the scene's "substeps" or, where that
// is 0, as many as its law needs to be stable; mostly 1.
MOTE_API uint64_t mote_simulation_substeps(const mote_simulation *simulation);
// The longest sub-step with which the law is stable, in s; infinite where any is. A scene
// whose "substeps" make longer ones runs all the same.
MOTE_API double mote_simulation_stable_time(const mote_simulation *simulation);
// How often its law had to hold a particle back, over all that live (of a fluid: speeds
// that were cut), and in `what` what that means; NULL where a law never does.
MOTE_API mote_status mote_simulation_tally(mote_simulation *simulation, uint64_t *count,
                                           const char **what);
// The scene's "particles": at the start, where none are born; with emitters or faucets:
// how many may live at once. Where particles are born or die, fewer may live.
MOTE_API uint64_t mote_simulation_particle_count(const mote_simulation *simulation);

// ---- What changes a simulation while it goes on: the same bits on every device, in the
// ---- state as it is between two steps

// From the next step on the law is this scene's, and what else a scene says of the time
// after the start: its world, its parameters, its lists, its view. Particles stay at the
// same part of the world. The time of what is scheduled (of emitters, faucets) is the
// number of steps times the new dt. The model, the dimensions, the seed, the particles
// and the species must be the same: MOTE_BAD_INPUT says what is not, and then, as after
// any failure, nothing has changed. Renderers go on with the new look, and their camera.
MOTE_API mote_status mote_simulation_change(mote_simulation *simulation,
                                            const mote_scene *scene);

// What pulls or pushes particles within a ball: at a distance of q radii from its middle
// with weight 1 - q^2. In a world whose edges wrap, the nearest way.
typedef struct mote_touch {
    double position[3]; // of its middle, world units
    double radius;      // world units
    double pull;        // world units/s^2, times q: towards the middle; negative: away
    double drag;        // 1/s: of the difference to `velocity` that is taken on
    double velocity[3]; // world units/s
} mote_touch;

// From the next step on this touch acts, in place of the one before; NULL: none.
MOTE_API mote_status mote_simulation_touch(mote_simulation *simulation,
                                           const mote_touch *touch);

// Puts particles at rest in a ball, evenly by chance (by the seed and their ids), where
// it is in the world: `count` of this species. Not of a model that emits.
MOTE_API mote_status mote_simulation_place(mote_simulation *simulation,
                                           const double position[3], double radius,
                                           uint32_t species, uint32_t count);
// Takes the particles within a ball away. Not of a model that emits. `erased` may be
// NULL.
MOTE_API mote_status mote_simulation_erase(mote_simulation *simulation,
                                           const double position[3], double radius,
                                           uint64_t *erased);

// Particles, counted from the first step on, that of emitter.prewarm included. Where none
// are born or die, all of mote_simulation_particle_count live, and the rest is 0. Those
// that are there at the start are not born.
typedef struct mote_population {
    uint64_t living; // now
    uint64_t born;   // by emitters, on_death and on_collision, or by faucets
    uint64_t died; // at their end, by a collision, at the border of an open world, or in
                   // a drain
    uint64_t dropped; // births for which there was no room: a scene with more "particles"
                      // would have had them
} mote_population;

// Waits for the steps asked for.
MOTE_API mote_status mote_simulation_population(mote_simulation *simulation,
                                                mote_population *population);

// What a state comes to as a whole; of particles that live, each of mass 1. Sums are of
// integers, so that every device gets the same bits: velocities are rounded to multiples
// of a power of two, which is 2^-28 or less of the world's longest side in a sub-step.
// Where a particle is as fast as 2^29 of these, one to two of such sides in a sub-step,
// energy, momentum and speeds are not known: NaN. Crowds are counted in cells of a grid
// of their own: 64 along the world's longest side in 2-D, 16 in 3-D, and as many of that
// size along the others.
typedef struct mote_statistics {
    uint64_t step;          // steps before this state
    double time;            // s; step * dt
    uint64_t living;        // particles
    uint64_t outside;       // of these, outside of the world, where its edges are open
    double energy;          // kinetic: sum of v^2 / 2, world units^2/s^2
    double momentum[3];     // sum of v, world units/s; in 2-D the last is 0
    double mean_speed;      // world units/s; of nobody 0
    double largest_speed;   // world units/s
    double mean_density;    // particles in the world, per world unit^2 (3-D: ^3)
    double largest_density; // ... in the fullest cell
    uint64_t fullest_cell;  // particles in it
    // The chance that two particles of one cell are of different species, over that of
    // any two in the world: 1 when well mixed, by chance a little more, 0 when apart. NaN
    // where no cell has two particles, or all are of one species.
    double mixing;
} mote_statistics;

// Begins to sum up the state as it is now, on the device that simulates, without waiting
// for it; or, with several sums on their way, waiting for the oldest of them. After a GPU
// that AUTO took fails, none is missing and none differs.
MOTE_API mote_status mote_simulation_statistics_begin(mote_simulation *simulation);
// Hands out the oldest statistics begun and not taken yet. With `wait` false and these on
// their way from the GPU, or with none begun, *is_there is false and the status is
// MOTE_OK.
MOTE_API mote_status mote_simulation_statistics_take(mote_simulation *simulation,
                                                     bool wait,
                                                     mote_statistics *statistics,
                                                     bool *is_there);
// "NVIDIA H200" or "CPU (8 threads, avx2)"
MOTE_API const char *mote_simulation_device_name(const mote_simulation *simulation);
// One sentence: why this backend was taken; after a GPU failed, how.
MOTE_API const char *mote_simulation_reason(const mote_simulation *simulation);
MOTE_API mote_backend_kind mote_simulation_backend(const mote_simulation *simulation);
MOTE_API void mote_simulation_destroy(mote_simulation *simulation);

// ---- Renderer: draws a simulation into frames ----------------------------------------

typedef struct mote_renderer mote_renderer;

typedef enum mote_renderer_kind {
    MOTE_RENDERER_AUTO, // the GL that simulates, else a hardware GL, else software
    MOTE_RENDERER_GL,
    MOTE_RENDERER_SOFT,
} mote_renderer_kind;

typedef enum mote_draw_kind {
    MOTE_DRAW_AUTO,  // as quads, or as splats where that looks the same and is faster
    MOTE_DRAW_QUADS, // a rectangle for each particle, which the GPU blends
    MOTE_DRAW_SPLAT, // particles are summed as integers: the same bytes on every device.
                     // Only discs whose light adds up, in opaque frames without trails,
                     // and not so many that a sum of all could pass 32 bits
} mote_draw_kind;

typedef enum mote_projection {
    MOTE_PROJECTION_ORTHOGRAPHIC, // far or near, all is of one scale
    MOTE_PROJECTION_PERSPECTIVE,  // what is farther is smaller
} mote_projection;

// What to draw, and the camera. Start from mote_default_view_def(scene), which holds what
// the scene's "view" says, and change fields. The camera looks from center + offset at
// center or, where it follows a particle, from the particle + offset at the particle. In
// perspective what passes close by does not cover the frame: nearer than half of the
// offset a particle is drawn no larger than 1/8 of the frame's shorter side, and fainter
// instead; nearer than 1/1000 of it, not at all.
typedef struct mote_view_def {
    mote_renderer_kind renderer;
    mote_draw_kind draw;
    int width, height; // pixels
    double zoom;       // 1: the whole world fits; 2: half of it. Perspective: the tangent
                       // of half the field of view is so many times smaller
    double center[3];  // world units; what stands in the middle of the frame
    double offset[3];  // world units; from there to the camera
    double up[3];      // points upwards in the frame; of any length
    double field_of_view; // turns; the angle over the frame's shorter side, at zoom 1
    mote_projection projection;
    int64_t follow; // id of the particle that stays in the middle, its birth number where
                    // emitters give birth; -1: none. While there is no such particle, the
                    // camera stays where it is. With emitters a frame on a GPU then waits
                    // for 16 bytes of each living particle
    bool alpha;     // transparent background (RGBA frames), else opaque (RGB)
    int threads;    // of the software renderer; 0: all
} mote_view_def;

MOTE_API mote_view_def mote_default_view_def(const mote_scene *scene);

// Moves the camera about the center at the same distance: `around` turns to its right,
// about `up`, and `over` turns upwards, no farther than almost to the top or bottom.
MOTE_API void mote_view_orbit(mote_view_def *view, double around, double over);
// Moves the camera to `factor` times its distance from the center; more than 0.
MOTE_API void mote_view_dolly(mote_view_def *view, double factor);
// Makes the camera look at the middle of the simulation's world, from the side that it is
// on, as far away as the whole world fits the frame, at zoom 1.
MOTE_API void mote_view_fit(mote_view_def *view, const mote_simulation *simulation);

// Pixels, top row first, 8 bits a channel, sRGB; alpha is straight, not premultiplied.
typedef struct mote_frame {
    int width, height;
    int channels;    // 3 (RGB) or 4 (RGBA)
    uint64_t index;  // counts from 0
    uint8_t *pixels; // width * height * channels; malloc'd, free() it or push it
} mote_frame;

// The simulation must outlive its renderers.
MOTE_API mote_status mote_renderer_create(mote_simulation *simulation,
                                          const mote_view_def *view,
                                          mote_renderer **renderer);
// From the next mote_renderer_draw on the camera is this view's: all of it may change but
// renderer, draw, width, height, alpha and threads. Trails stay where they are in the
// frame; without a step between, they begin anew.
MOTE_API mote_status mote_renderer_set_view(mote_renderer *renderer,
                                            const mote_view_def *view);
// Draws the simulation as it is now. The frame comes later from mote_renderer_take. The
// same state drawn again by the same camera is the same frame, trails included.
MOTE_API mote_status mote_renderer_draw(mote_renderer *renderer);
// Draws the simulation as it is now into a framebuffer (0: the window's) of so many
// pixels of the GL context that is current, which must be the one that device.host_loader
// stands for. Where that GL draws, nothing goes over the CPU. Of another size than the
// view's, the frame is stretched. Nothing is to be taken afterwards. What
// mote_renderer_draw has just drawn is shown without being drawn again.
MOTE_API mote_status mote_renderer_show(mote_renderer *renderer, uint32_t framebuffer,
                                        int width, int height);
// Hands out the oldest frame drawn. With `wait` false and the frame still on its way from
// the GPU, or with none drawn, frame->pixels is NULL and the status is MOTE_OK.
MOTE_API mote_status mote_renderer_take(mote_renderer *renderer, bool wait,
                                        mote_frame *frame);
// Frames before one that still show in it, by their trails: a sequence that begins in the
// middle of a longer one draws so many more before its first.
MOTE_API uint64_t mote_renderer_trail_frames(const mote_renderer *renderer);
// "OpenGL (llvmpipe)" or "software (2 threads)"
MOTE_API const char *mote_renderer_name(const mote_renderer *renderer);
MOTE_API void mote_renderer_destroy(mote_renderer *renderer);

// ---- Writer: frames to files ---------------------------------------------------------

typedef struct mote_writer mote_writer;

typedef enum mote_format {
    MOTE_FORMAT_PNG, // a sequence: path/frame_000000.png ...
    MOTE_FORMAT_Y4M, // one YUV4MPEG2 stream, 4:4:4, as ffmpeg reads it
} mote_format;

typedef struct mote_writer_def {
    mote_format format;
    const char *path;  // PNG: a folder, made when missing; Y4M: a file, "-": stdout
    int width, height; // pixels of every frame
    int channels;      // 3 or 4 (Y4M: 3)
    double frames_per_second; // Y4M header; usual 60
    uint64_t first_index;     // number of the first PNG file
    int threads;              // encoders; 0: all
    int compression;          // libdeflate level of PNG, 1 to 12; 0: 1
} mote_writer_def;

MOTE_API mote_writer_def mote_default_writer_def(void);
MOTE_API mote_status mote_writer_open(const mote_writer_def *def, mote_writer **writer);
// Takes frame->pixels over (and sets it to NULL). Returns at once while the queue has
// room, else waits for an encoder. Reports the first error of any earlier frame.
MOTE_API mote_status mote_writer_push(mote_writer *writer, mote_frame *frame);

typedef struct mote_written {
    uint64_t frames; // whole frames in their place
    uint64_t bytes;  // of all files
    // Paths of the first and the last file (of one too long, its end); "" when none.
    char first[260], last[260];
} mote_written;

// Waits for all frames, closes, frees the writer, and says what was written, also after
// a failure: no finished frame is lost. `written` may be NULL.
MOTE_API mote_status mote_writer_close(mote_writer *writer, mote_written *written);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: MIT
// A host with an OpenGL context of its own, in which mote simulates: the host reads a
// particle buffer by its GL name, and finds its GL state as it left it. Prints the state
// hash, which must be that of any other device. Ends with 77 where EGL has no OpenGL 4.3.
//
// EGL and OpenGL are opened at run time, with the few declarations needed, so that this
// builds without their headers.

#include <mote/mote.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EGL_NONE = 0x3038,
    EGL_SURFACE_TYPE = 0x3033,
    EGL_PBUFFER_BIT = 1,
    EGL_RENDERABLE_TYPE = 0x3040,
    EGL_OPENGL_BIT = 8,
    EGL_OPENGL_API = 0x30A2,
    EGL_CONTEXT_MAJOR = 0x3098,
    EGL_CONTEXT_MINOR = 0x30FB,
    EGL_PROFILE_MASK = 0x30FD,
    EGL_CORE_PROFILE = 1,
    EGL_PLATFORM_SURFACELESS = 0x31DD,
    GL_ARRAY_BUFFER = 0x8892,
    GL_ARRAY_BUFFER_BINDING = 0x8894,
    GL_VIEWPORT = 0x0BA2,
    GL_NO_ERROR = 0,
};

static mote_gl_loader get_function;

// Declares a variable NAME that holds the function of this name.
#define GET(result, name, arguments)                                                     \
    result(*name) arguments;                                                             \
    do {                                                                                 \
        mote_gl_function found_ = get_function(#name);                                   \
        memcpy(&name, &found_, sizeof name);                                             \
    } while (0)

static void give_up(const char *what)
{
    printf("skipped: %s\n", what);
    exit(77);
}

// Makes a headless OpenGL 4.3 core context current.
static void open_context(void)
{
    void *egl = dlopen("libEGL.so.1", RTLD_NOW);
    if (!egl) {
        give_up("no libEGL.so.1");
    }
    *(void **)(&get_function) = dlsym(egl, "eglGetProcAddress");
    GET(void *, eglGetPlatformDisplayEXT, (unsigned, void *, const int *));
    GET(unsigned, eglInitialize, (void *, int *, int *));
    GET(unsigned, eglBindAPI, (unsigned));
    GET(unsigned, eglChooseConfig, (void *, const int *, void **, int, int *));
    GET(void *, eglCreateContext, (void *, void *, void *, const int *));
    GET(unsigned, eglMakeCurrent, (void *, void *, void *, void *));

    const int config_want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                               EGL_OPENGL_BIT, EGL_NONE};
    const int context_want[] = {
        EGL_CONTEXT_MAJOR, 4,       EGL_CONTEXT_MINOR, 3, EGL_PROFILE_MASK,
        EGL_CORE_PROFILE,  EGL_NONE};
    void *display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS, NULL, NULL);
    if (!display || !eglInitialize(display, NULL, NULL)) {
        give_up("no EGL display without a surface");
    }
    void *config = NULL;
    int count = 0;
    eglBindAPI(EGL_OPENGL_API);
    eglChooseConfig(display, config_want, &config, 1, &count);
    void *context = eglCreateContext(display, config, NULL, context_want);
    if (!context || !eglMakeCurrent(display, NULL, NULL, context)) {
        give_up("no OpenGL 4.3 context");
    }
}

// What GL holds must be what mote says it holds.
static int buffer_agrees(mote_simulation *simulation)
{
    GET(void, glBindBuffer, (unsigned, unsigned));
    GET(void, glGetBufferSubData, (unsigned, ptrdiff_t, ptrdiff_t, void *));
    uint32_t name = 0;
    size_t size = 0;
    if (mote_simulation_gl_buffer(simulation, "position", &name) ||
        mote_simulation_buffer_size(simulation, "position", &size)) {
        return 0;
    }
    void *ours = calloc(size, 1);
    void *theirs = calloc(size, 1);
    int agrees = ours && theirs &&
                 mote_simulation_read(simulation, "position", ours, size) == MOTE_OK;
    if (agrees) {
        glBindBuffer(GL_ARRAY_BUFFER, name);
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, (ptrdiff_t)size, theirs);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        agrees = memcmp(ours, theirs, size) == 0;
    }
    free(ours);
    free(theirs);
    return agrees;
}

int main(void)
{
    open_context();
    GET(void, glGenBuffers, (int, unsigned *));
    GET(void, glBindBuffer, (unsigned, unsigned));
    GET(void, glViewport, (int, int, int, int));
    GET(void, glGetIntegerv, (unsigned, int *));
    GET(unsigned, glGetError, (void));

    unsigned buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glViewport(1, 2, 34, 56);

    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    device.host_loader = get_function;
    mote_scene *scene = NULL;
    mote_simulation *simulation = NULL;
    uint64_t hash = 0;
    if (mote_scene_create(&scene) ||
        mote_simulation_create(scene, &device, &simulation) ||
        mote_simulation_step(simulation, 100) ||
        mote_simulation_hash(simulation, &hash)) {
        fprintf(stderr, "%s\n", mote_last_error());
        return 1;
    }
    int bound = 0;
    int viewport[4] = {0};
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    glGetIntegerv(GL_VIEWPORT, viewport);
    int error = (int)glGetError();
    if (bound != (int)buffer || viewport[0] != 1 || viewport[3] != 56 ||
        error != GL_NO_ERROR) {
        fprintf(stderr,
                "GL state is not as it was: buffer %d for %u, viewport %d %d, "
                "error 0x%x\n",
                bound, buffer, viewport[0], viewport[3], (unsigned)error);
        return 1;
    }
    if (!buffer_agrees(simulation)) {
        fprintf(stderr, "the GL buffer of \"position\" is not what mote reads: %s\n",
                mote_last_error());
        return 1;
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}

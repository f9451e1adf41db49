// SPDX-License-Identifier: MIT
// See display.h. GLFW brings Xlib along, or not, as it was built; so its functions are
// looked for in what the program has loaded, and declared here.

#include "display.h"

#include "app.h"

#if defined _WIN32 || defined __APPLE__

void display_watch(void)
{
}

bool display_has_failed(void)
{
    return false;
}

#else

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef int (*error_handler)(void *display, void *event);
typedef int (*failure_handler)(void *display);
typedef error_handler (*error_setter)(error_handler handler);
typedef failure_handler (*failure_setter)(failure_handler handler);

// A handler of Xlib's can reach nothing else.
static bool has_failed;

// Of what was asked of a window that is not there; Xlib goes on when this returns.
static int on_error(void *display, void *event)
{
    (void)display;
    (void)event;
    has_failed = true;
    return 0;
}

// Xlib ends the program when this returns.
static int on_failure(void *display)
{
    (void)display;
    app_message("the display has closed the connection, and the window with it");
    _Exit(EXIT_FAILED);
}

void display_watch(void)
{
    error_setter set_error = NULL;
    failure_setter set_failure = NULL;
    void *loaded = dlopen(NULL, RTLD_LAZY);
    has_failed = false;
    if (!loaded) {
        return;
    }
    void *found = dlsym(loaded, "XSetErrorHandler");
    memcpy(&set_error, &found, sizeof set_error);
    found = dlsym(loaded, "XSetIOErrorHandler");
    memcpy(&set_failure, &found, sizeof set_failure);
    if (set_error && set_failure) {
        set_error(on_error);
        set_failure(on_failure);
    }
    dlclose(loaded);
}

bool display_has_failed(void)
{
    return has_failed;
}

#endif

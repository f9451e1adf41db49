// SPDX-License-Identifier: MIT
// xdestroy WINDOW: destroys a window of X that another program has, without asking it.

#include <X11/Xlib.h>

#include <stdlib.h>

int main(int count, char **arguments)
{
    Display *display = XOpenDisplay(NULL);
    if (count != 2 || !display) {
        return 2;
    }
    XDestroyWindow(display, strtoul(arguments[1], NULL, 0));
    XCloseDisplay(display);
    return 0;
}

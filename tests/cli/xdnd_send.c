// SPDX-License-Identifier: MIT
// xdnd_send WINDOW FILE: drops a file on a window of X, by the protocol XDND, and waits
// until it is taken. 0: it was.

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct drop {
    Display *display;
    Window from, to;
    char list[4096]; // what is dropped: text/uri-list
} drop;

static Atom atom(const drop *self, const char *name)
{
    return XInternAtom(self->display, name, False);
}

static void say(const drop *self, const char *what, const long words[4])
{
    XEvent event = {0};
    event.xclient.type = ClientMessage;
    event.xclient.window = self->to;
    event.xclient.message_type = atom(self, what);
    event.xclient.format = 32;
    event.xclient.data.l[0] = (long)self->from;
    for (int i = 0; i < 4; i++) {
        event.xclient.data.l[1 + i] = words[i];
    }
    XSendEvent(self->display, self->to, False, NoEventMask, &event);
    XFlush(self->display);
}

// Hands the list to whoever asks for what is dragged.
static void hand_over(const drop *self, const XSelectionRequestEvent *request)
{
    XEvent event = {0};
    XChangeProperty(self->display, request->requestor, request->property, request->target,
                    8, PropModeReplace, (const unsigned char *)self->list,
                    (int)strlen(self->list));
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request->requestor;
    event.xselection.selection = request->selection;
    event.xselection.target = request->target;
    event.xselection.property = request->property;
    event.xselection.time = request->time;
    XSendEvent(self->display, request->requestor, False, NoEventMask, &event);
    XFlush(self->display);
}

static void wait_for(const drop *self, const char *what)
{
    Atom wanted = atom(self, what);
    for (;;) {
        XEvent event;
        XNextEvent(self->display, &event);
        if (event.type == SelectionRequest) {
            hand_over(self, &event.xselectionrequest);
        } else if (event.type == ClientMessage && event.xclient.message_type == wanted) {
            return;
        }
    }
}

int main(int count, char **arguments)
{
    drop self = {.display = XOpenDisplay(NULL)};
    if (count != 3 || !self.display) {
        fputs("usage: xdnd_send WINDOW FILE, on a display\n", stderr);
        return 2;
    }
    self.to = strtoul(arguments[1], NULL, 0);
    snprintf(self.list, sizeof self.list, "file://%s\r\n", arguments[2]);
    self.from = XCreateSimpleWindow(self.display, DefaultRootWindow(self.display), 0, 0,
                                    10, 10, 0, 0, 0);
    XSetSelectionOwner(self.display, atom(&self, "XdndSelection"), self.from,
                       CurrentTime);
    const long version = 5L << 24;
    const long copy = (long)atom(&self, "XdndActionCopy");
    say(&self, "XdndEnter", (long[4]){version, (long)atom(&self, "text/uri-list")});
    say(&self, "XdndPosition", (long[4]){0, 20 << 16 | 20, CurrentTime, copy});
    wait_for(&self, "XdndStatus");
    say(&self, "XdndDrop", (long[4]){0, CurrentTime});
    wait_for(&self, "XdndFinished");
    XCloseDisplay(self.display);
    return 0;
}

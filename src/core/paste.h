// SPDX-License-Identifier: MIT
// Names and texts that are put together of others, macros among them.

#ifndef MOTE_CORE_PASTE_H
#define MOTE_CORE_PASTE_H

#define PASTE_(a, b)     a##b
#define PASTE(a, b)      PASTE_(a, b)
#define PASTE3_(a, b, c) a##b##c
#define PASTE3(a, b, c)  PASTE3_(a, b, c)
#define QUOTE_(a)        #a
#define QUOTE(a)         QUOTE_(a)

#endif

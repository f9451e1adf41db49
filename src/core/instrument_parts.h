// SPDX-License-Identifier: MIT
// Inside the instrument: what the names of a law mean (instrument_names.c), for its
// statements and declarations (instrument.c).

#ifndef MOTE_CORE_INSTRUMENT_PARTS_H
#define MOTE_CORE_INSTRUMENT_PARTS_H

#include "instrument.h"

// What is past these is not recorded.
#define STRUCTURE_MAX 64
#define MEMBER_MAX    12
#define FUNCTION_MAX  512
#define LOCAL_MAX     128
#define LIBRARY_MAX   16
#define WORD_SIZE     48
#define PATH_SIZE     (PROBE_NAME_SIZE - 2)

#define LAW_FOLDER "models/"

// A type: a probe_type, or TYPE_STRUCTURE + which structure.
enum { TYPE_UNKNOWN = -1, TYPE_STRUCTURE = PROBE_TYPE_COUNT };

typedef struct variable {
    char name[WORD_SIZE];
    int type;
} variable;

// Members know the words of their types, which may be declared later, in another file.
typedef struct structure {
    char name[WORD_SIZE];
    char members[MEMBER_MAX][WORD_SIZE], types[MEMBER_MAX][WORD_SIZE];
    int member_count;
} structure;

typedef struct function {
    char name[WORD_SIZE], result[WORD_SIZE], file[WORD_SIZE];
    bool is_looked_into;
} function;

// Of values: the line of their statement, and the function whose result they are, or
// NULL.
typedef struct origin {
    int line;
    const function *called;
} origin;

typedef struct owned_site {
    probe_site site;
    char file[WORD_SIZE], name[PATH_SIZE], library[WORD_SIZE];
} owned_site;

struct instrument {
    structure structures[STRUCTURE_MAX];
    int structure_count;
    function functions[FUNCTION_MAX];
    int function_count;
    owned_site **sites;
    uint32_t site_count, site_room;
    char libraries[LIBRARY_MAX][WORD_SIZE]; // that are looked into
    int library_count;
    bool is_everything; // ... all of them
    // Of the part at hand:
    const char *file;
    bool is_silent; // not looked into
    int line;
    const char *at, *end;
    text *out;
    // Of the function:
    variable locals[LOCAL_MAX];
    int local_count;
    int depth;                  // of braces; 0: outside
    int hoisted_count;          // calls that came out of expressions
    const function *whole_call; // that stayed
};

// The word that comes next, or ""; returns where it ends.
const char *instrument_word(const char *at, const char *end, char word[WORD_SIZE]);

int instrument_type(const instrument *self, const char *word);
// Of "flight.velocity.x".
int instrument_type_of_path(const instrument *self, const char *path);
void instrument_add_local(instrument *self, const char *name, int type);
void instrument_add_member(structure *of, const char *name, const char *type);
// Whether all members of a type are scalars, or it is one.
bool instrument_is_flat(const instrument *self, int type);
void instrument_add_structure(instrument *self, const structure *read);
void instrument_add_function(instrument *self, const function *read);
const function *instrument_function(const instrument *self, const char *name);

// Records of all scalars that a value is made of.
void instrument_records(instrument *self, const char *path, int type, origin from,
                        text *out);

#endif

// SPDX-License-Identifier: MIT
// What the names of a law mean, and the records of values under them.

#include "instrument_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_words[PROBE_TYPE_COUNT] = {
    [PROBE_real] = "real",
    [PROBE_integer] = "integer",
    [PROBE_natural] = "natural",
    [PROBE_mask] = "mask",
};

const char *instrument_word(const char *at, const char *end, char word[WORD_SIZE])
{
    while (at < end && isspace((unsigned char)*at)) {
        at++;
    }
    const char *start = at;
    while (at < end && (isalpha((unsigned char)*at) || *at == '_' ||
                        (at > start && isdigit((unsigned char)*at)))) {
        at++;
    }
    snprintf(word, WORD_SIZE, "%.*s", (int)(at - start), start);
    return at;
}

// ---- Types ---------------------------------------------------------------------------

int instrument_type(const instrument *self, const char *word)
{
    static const struct {
        const char *word;
        probe_type type;
    } scalars[] = {
        {"real", PROBE_real},       {"real_value", PROBE_real},
        {"float", PROBE_real},      {"integer", PROBE_integer},
        {"int", PROBE_integer},     {"integer_value", PROBE_integer},
        {"natural", PROBE_natural}, {"natural_value", PROBE_natural},
        {"uint", PROBE_natural},    {"mask", PROBE_mask},
    };
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++) {
        if (strcmp(scalars[i].word, word) == 0) {
            return (int)scalars[i].type;
        }
    }
    for (int i = 0; i < self->structure_count; i++) {
        if (strcmp(self->structures[i].name, word) == 0) {
            return TYPE_STRUCTURE + i;
        }
    }
    return TYPE_UNKNOWN;
}

// The latest of a name counts.
static int find_local(const instrument *self, const char *name)
{
    for (int i = self->local_count - 1; i >= 0; i--) {
        if (strcmp(self->locals[i].name, name) == 0) {
            return self->locals[i].type;
        }
    }
    return TYPE_UNKNOWN;
}

static int find_member(const instrument *self, int type, const char *name)
{
    const structure *of = &self->structures[type - TYPE_STRUCTURE];
    for (int i = 0; i < of->member_count; i++) {
        if (strcmp(of->members[i], name) == 0) {
            return instrument_type(self, of->types[i]);
        }
    }
    return TYPE_UNKNOWN;
}

int instrument_type_of_path(const instrument *self, const char *path)
{
    char word[WORD_SIZE];
    const char *end = path + strlen(path);
    const char *at = instrument_word(path, end, word);
    int type = find_local(self, word);
    while (*at == '.' && type >= TYPE_STRUCTURE) {
        at = instrument_word(at + 1, end, word);
        type = find_member(self, type, word);
    }
    return *at == '\0' ? type : TYPE_UNKNOWN;
}

bool instrument_is_flat(const instrument *self, int type)
{
    if (type < TYPE_STRUCTURE) {
        return type != TYPE_UNKNOWN;
    }
    const structure *of = &self->structures[type - TYPE_STRUCTURE];
    for (int i = 0; i < of->member_count; i++) {
        int member = instrument_type(self, of->types[i]);
        if (member == TYPE_UNKNOWN || member >= TYPE_STRUCTURE) {
            return false;
        }
    }
    return true;
}

void instrument_add_local(instrument *self, const char *name, int type)
{
    if (self->local_count < LOCAL_MAX) {
        variable *local = &self->locals[self->local_count++];
        snprintf(local->name, sizeof local->name, "%s", name);
        local->type = type;
    }
}

void instrument_add_member(structure *of, const char *name, const char *type)
{
    if (of->member_count < MEMBER_MAX) {
        snprintf(of->members[of->member_count], WORD_SIZE, "%s", name);
        snprintf(of->types[of->member_count++], WORD_SIZE, "%s", type);
    }
}

const function *instrument_function(const instrument *self, const char *name)
{
    for (int i = 0; i < self->function_count; i++) {
        if (strcmp(self->functions[i].name, name) == 0) {
            return &self->functions[i];
        }
    }
    return NULL;
}

void instrument_add_structure(instrument *self, const structure *read)
{
    if (self->structure_count < STRUCTURE_MAX &&
        instrument_type(self, read->name) == TYPE_UNKNOWN) {
        self->structures[self->structure_count++] = *read;
    }
}

void instrument_add_function(instrument *self, const function *read)
{
    if (self->function_count < FUNCTION_MAX && !instrument_function(self, read->name)) {
        self->functions[self->function_count++] = *read;
    }
}

// ---- Records -------------------------------------------------------------------------

// The number of a new site.
static uint32_t add_site(instrument *self, const probe_site *site, text *out)
{
    if (self->site_count == self->site_room) {
        uint32_t room = 2 * self->site_room + 64;
        owned_site **sites = realloc(self->sites, room * sizeof *sites);
        if (!sites) {
            out->has_failed = true;
            return 0;
        }
        self->sites = sites;
        self->site_room = room;
    }
    owned_site *own = calloc(1, sizeof *own);
    if (!own) {
        out->has_failed = true;
        return 0;
    }
    snprintf(own->file, sizeof own->file, "%s", site->file);
    snprintf(own->name, sizeof own->name, "%s", site->name);
    snprintf(own->library, sizeof own->library, "%s", site->library);
    own->site = (probe_site){own->file, site->line, site->type, own->name, own->library};
    self->sites[self->site_count] = own;
    return self->site_count++;
}

static void add_record(instrument *self, const probe_site *site, const char *value,
                       text *out)
{
    if (self->is_silent) {
        return;
    }
    text_add(out, " PROBE(%uu, %d, %s, %s);", add_site(self, site, out), site->line,
             type_words[site->type], value);
}

void instrument_records(instrument *self, const char *path, int type, origin from,
                        text *out)
{
    if (type >= TYPE_STRUCTURE) {
        const structure *of = &self->structures[type - TYPE_STRUCTURE];
        for (int i = 0; i < of->member_count; i++) {
            char member[PATH_SIZE + WORD_SIZE];
            snprintf(member, sizeof member, "%s.%s", path, of->members[i]);
            if (strlen(member) < PATH_SIZE) {
                int member_type = instrument_type(self, of->types[i]);
                instrument_records(self, member, member_type, from, out);
            }
        }
    } else if (type != TYPE_UNKNOWN) {
        bool is_closed = from.called && !from.called->is_looked_into;
        probe_site site = {self->file, from.line, (probe_type)type, path,
                           is_closed ? from.called->file : ""};
        add_record(self, &site, path, out);
    }
}

void instrument_mark(instrument *self, probe_type type, const char *name,
                     const char *value, text *out)
{
    probe_site site = {"", 0, type, name, ""};
    self->is_silent = false;
    add_record(self, &site, value, out);
}

const char *probe_name(const probe_site *site, char name[PROBE_NAME_SIZE])
{
    int skip = 0;
    if (sscanf(site->name, "probe_%*u_%n", &skip) < 0 || skip == 0) {
        snprintf(name, PROBE_NAME_SIZE, "%s", site->name);
        return name;
    }
    const char *call = site->name + skip;
    int length = (int)strcspn(call, ".");
    snprintf(name, PROBE_NAME_SIZE, "%.*s()%s", length, call, call + length);
    return name;
}

// ---- The instrument -------------------------------------------------------------------

void instrument_look_into(instrument *self, const char *library)
{
    self->is_everything |= library == NULL;
    if (library && self->library_count < LIBRARY_MAX) {
        snprintf(self->libraries[self->library_count++], WORD_SIZE, "%s", library);
    }
}

// Cells are found by stages around a law, on each side in its own way.
static bool is_never(const char *file)
{
    return strcmp(file, "lib/cell.glsl") == 0;
}

bool instrument_looks_into(const instrument *self, const char *file)
{
    bool is_law = strncmp(file, LAW_FOLDER, strlen(LAW_FOLDER)) == 0;
    if (is_law || file[0] == '\0' || self->is_everything) {
        return !is_never(file);
    }
    for (int i = 0; i < self->library_count; i++) {
        if (strcmp(self->libraries[i], file) == 0) {
            return true;
        }
    }
    return false;
}

const probe_site *instrument_site(const instrument *self, uint32_t number)
{
    return number < self->site_count ? &self->sites[number]->site : NULL;
}

mote_status instrument_create(instrument **result)
{
    *result = calloc(1, sizeof **result);
    return *result ? MOTE_OK : fail_memory(sizeof **result, "the values of a law");
}

void instrument_destroy(instrument *self)
{
    if (self) {
        for (uint32_t i = 0; i < self->site_count; i++) {
            free(self->sites[i]);
        }
        free(self->sites);
        free(self);
    }
}

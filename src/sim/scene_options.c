// SPDX-License-Identifier: MIT
// The choices of a model, be they parameters or keys of a list's items: a word in scene
// files, a number in the scene.

#include "scene_parts.h"

#include <assert.h>
#include <string.h>

mote_status scene_read_option(const scene_reader *reader, const char *path,
                              const json_t *value, model_choice choice, double *number)
{
    const char *words[OPTION_MAX], *word = json_string_value(value);
    int count = 0;
    const model_option_row *option = NULL;
    while ((option = model_next_option(reader->scene->model, choice, option))) {
        if (word && strcmp(option->word, word) == 0) {
            *number = option->value;
            return MOTE_OK;
        }
        assert(count < OPTION_MAX);
        words[count++] = option->word;
    }
    return scene_refuse_word(reader, path, value, words, count);
}

void scene_write_option(text *t, const model *model, model_choice choice, double number)
{
    const model_option_row *option = NULL;
    while ((option = model_next_option(model, choice, option))) {
        if (option->value == (int)number) {
            text_add(t, "\"%s\"", option->word);
        }
    }
}

json_t *scene_option_schema(const model *model, model_choice choice, double fallback)
{
    json_t *words = json_array();
    const char *usual = "";
    const model_option_row *option = NULL;
    while ((option = model_next_option(model, choice, option))) {
        json_array_append_new(words, json_pack("{s:s, s:s}", "const", option->word,
                                               "description", option->meaning));
        usual = option->value == (int)fallback ? option->word : usual;
    }
    return json_pack("{s:o, s:s}", "oneOf", words, "default", usual);
}

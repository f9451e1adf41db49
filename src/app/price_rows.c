// SPDX-License-Identifier: MIT
// Options of the command line made from option.def: barrier_type becomes --barrier-type.

#include "pricing.h"

#include "../core/status.h"
#include "../core/text.h"

#include <string.h>

static void replace(char *text, char from, char to)
{
    for (; *text; text++) {
        *text = *text == from ? to : *text;
    }
}

static void make_row(price_row_options *options, price_row row, const char *words,
                     const char *fallback, const char *help)
{
    price_row_option *text = &options->texts[row];
    snprintf(text->name, sizeof text->name, "%s", price_row_name(row));
    replace(text->name, '_', '-');
    snprintf(text->words, sizeof text->words, "%s", words);
    replace(text->words, ' ', '|');
    snprintf(text->help, sizeof text->help, "%s (%s)", help, fallback);
    options->rows[row] = (option){
        .name = text->name,
        .kind = OPTION_TEXT,
        .offset = offsetof(pricing_values, rows) + (size_t)row * sizeof(const char *),
        .value = text->words,
        .help = text->help,
    };
}

static void make_number(price_row_options *options, price_row row, const char *value,
                        double fallback, const char *help)
{
    char number[NUMBER_TEXT_SIZE];
    make_row(options, row, value, number_write(number, fallback), help);
}

void price_row_options_make(price_row_options *options)
{
    *options = (price_row_options){0};
#define WITH_UNIT(meaning, unit) sizeof(unit) > 1 ? meaning ", " unit : meaning
#define WORD(name, fallback, words, meaning)                                             \
    make_row(options, PRICE_ROW_##name, words, fallback, meaning);
#define NUMBER(name, fallback, least, most, unit, meaning)                               \
    make_number(options, PRICE_ROW_##name, "X", fallback, WITH_UNIT(meaning, unit));
#define NUMBERS(name, fallback, least, most, unit, meaning)                              \
    make_number(options, PRICE_ROW_##name, "X[,X...]", fallback,                         \
                WITH_UNIT(meaning, unit));
#include "../price/option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
}

// "--barrier-type"
#define OPTION_NAME_SIZE 32
static const char *write_option_name(char name[OPTION_NAME_SIZE], price_row row)
{
    snprintf(name, OPTION_NAME_SIZE, "--%s", price_row_name(row));
    replace(name, '_', '-');
    return name;
}

mote_status price_rows_read(const pricing_values *values, price_option *option)
{
    *option = price_option_default();
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        price_row row = (price_row)i;
        if (values->rows[i]) {
            char name[OPTION_NAME_SIZE];
            TRY(price_option_set(option, price_row_name(row), values->rows[i],
                                 write_option_name(name, row)));
        }
    }
    return MOTE_OK;
}

mote_status price_rows_finish(price_option *option)
{
    mote_status status = price_option_finish(option);
    if (status == MOTE_OK) {
        return MOTE_OK;
    }
    // Its message begins with the name of the row.
    const char *message = mote_last_error();
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        const char *row = price_row_name((price_row)i);
        size_t size = strlen(row);
        if (strncmp(message, row, size) == 0 && message[size] == ':') {
            char name[OPTION_NAME_SIZE];
            return fail(status, "%s%s", write_option_name(name, (price_row)i),
                        message + size);
        }
    }
    return status;
}

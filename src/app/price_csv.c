// SPDX-License-Identifier: MIT
// Prices as CSV: the columns of a batch's file, then what was found. Empty is what there
// is not.

#include "pricing.h"

#include "../core/file.h"
#include "../core/text.h"

#include <stdlib.h>

static void add_header(const pricing *pricing, text *csv)
{
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        text_add(csv, "%s,", price_row_name((price_row)i));
    }
    text_add(csv, "price,standard_error,low,high,closed_form,z,paths");
    for (int i = 0; i < PRICE_GREEKS && pricing->values.greeks; i++) {
        text_add(csv, ",%s", pricing_greek_names[i]);
    }
    text_add(csv, "\n");
}

static void add_number(text *csv, bool is_there, double number)
{
    char written[NUMBER_TEXT_SIZE];
    text_add(csv, "%s,", is_there ? number_write(written, number) : "");
}

static void add_row(const pricing *pricing, const priced *one, text *csv)
{
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        char written[PRICE_TEXT_SIZE];
        bool is_of_use = price_row_is_of_use((price_row)i, one->option.style);
        text_add(csv, "%s,",
                 is_of_use ? price_option_write(&one->option, (price_row)i, written)
                           : "");
    }
    const pricing_side *side = &one->sides[0];
    const price_result *r = &side->result;
    double z = 0.0;
    bool has_z = pricing_z(one, side, &z);
    add_number(csv, true, r->price);
    add_number(csv, r->has_error, r->standard_error);
    add_number(csv, r->has_error, r->low);
    add_number(csv, r->has_error, r->high);
    add_number(csv, one->has_closed_form, one->closed_form);
    add_number(csv, has_z, z);
    text_add(csv, "%llu", (unsigned long long)r->paths);
    for (int i = 0; i < PRICE_GREEKS && pricing->values.greeks; i++) {
        char written[NUMBER_TEXT_SIZE];
        text_add(csv, ",%s",
                 side->has_greeks ? number_write(written, side->greeks[i].value) : "");
    }
    text_add(csv, "\n");
}

mote_status pricing_write_csv(const pricing *pricing, const char *path)
{
    text csv = {0};
    add_header(pricing, &csv);
    for (size_t i = 0; i < pricing->done; i++) {
        add_row(pricing, &pricing->options[i], &csv);
    }
    size_t size = csv.size;
    char *whole;
    mote_status status = text_take(&csv, &whole);
    if (status == MOTE_OK) {
        status = file_write_whole(path, whole, size);
    }
    free(whole);
    return status;
}

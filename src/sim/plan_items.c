// SPDX-License-Identifier: MIT
// The lists of a scene as a plan holds them: the floats that a law reads of each item.

#include "plan_parts.h"
#include "start_place.h"

#include "../core/status.h"

#include <stdlib.h>

static void fill_list(plan *p, const mote_scene *scene, const model_numbers *numbers,
                      int list)
{
    const plan_list *place = &p->lists[list];
    float values[LIST_COLUMN_MAX];
    for (uint32_t i = 0; i < place->count; i++) {
        p->model->list_columns_of(numbers, list, scene_item(scene, list, (int)i), values);
        for (int column = 0; column < p->model->lists[list].column_count; column++) {
            uint32_t at = place->first + (uint32_t)column * place->count + i;
            p->item_table[at] = start_real(values[column]);
        }
    }
}

mote_status plan_set_items(plan *p, const mote_scene *scene, const model_numbers *numbers)
{
    const model *model = p->model;
    if (model->list_count == 0) {
        return MOTE_OK;
    }
    for (int list = 0; list < model->list_count; list++) {
        uint32_t count = (uint32_t)scene->lists[list].count;
        p->lists[list] = (plan_list){p->item_word_count, count};
        p->item_word_count += count * (uint32_t)model->lists[list].column_count;
    }
    p->item_word_count += ITEM_TABLE_MARGIN;
    p->item_table = calloc(p->item_word_count, sizeof(uint32_t));
    if (!p->item_table) {
        return fail_memory(p->item_word_count * sizeof(uint32_t), "the table of items");
    }
    for (int list = 0; list < model->list_count; list++) {
        fill_list(p, scene, numbers, list);
    }
    return MOTE_OK;
}

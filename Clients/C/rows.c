/* SPDX-License-Identifier: Apache-2.0 */
/* Lays out candidates and the panel of commands as rows of text. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define ELLIPSIS "\xE2\x80\xA6"

struct layout {
  struct kb_rows shown;  /* first: freed by this pointer */
  struct kb_arena arena;
  kb_measure measure;
  void *user;
  int limit;
  size_t capacity;
  bool has_failed;
};

static int width_of(const struct layout *layout, const char *text, size_t length) {
  return length ? layout->measure(layout->user, text, length) : 0;
}

/* Returns the text, or its beginning and `…` if it is wider than the limit. */
static const char *fitted(struct layout *layout, const char *text, int limit, int *width) {
  size_t length = strlen(text);
  *width = width_of(layout, text, length);
  if (layout->limit <= 0 || *width <= limit) return text;
  char *copy = kb_arena_take(&layout->arena, length + sizeof ELLIPSIS);
  if (!copy) {
    layout->has_failed = true;
    return text;
  }
  // Widths grow with the length, so the longest beginning that fits is found by halving.
  size_t least = 0, most = length;
  while (least < most) {
    size_t middle = (least + most + 1) / 2;
    while (middle > least && ((unsigned char)text[middle] & 0xC0) == 0x80) middle--;
    if (middle == least) {
      for (middle = least + 1; middle < most && ((unsigned char)text[middle] & 0xC0) == 0x80;) middle++;
    }
    memcpy(copy, text, middle);
    memcpy(copy + middle, ELLIPSIS, sizeof ELLIPSIS);
    if (width_of(layout, copy, strlen(copy)) <= limit) {
      least = middle;
    } else {
      for (most = middle - 1; most > least && ((unsigned char)text[most] & 0xC0) == 0x80;) most--;
    }
  }
  memcpy(copy, text, least);
  memcpy(copy + least, ELLIPSIS, sizeof ELLIPSIS);
  *width = width_of(layout, copy, strlen(copy));
  return copy;
}

static struct kb_row *add_row(struct layout *layout, const char *text, const char *detail) {
  struct kb_rows *rows = &layout->shown;
  if (rows->count == layout->capacity) {
    size_t capacity = layout->capacity * 2 + 8;
    struct kb_row *grown = realloc(rows->rows, capacity * sizeof *grown);
    if (!grown) {
      layout->has_failed = true;
      return NULL;
    }
    rows->rows = grown;
    layout->capacity = capacity;
  }
  struct kb_row *row = rows->rows + rows->count++;
  memset(row, 0, sizeof *row);
  int gap = detail[0] ? width_of(layout, "  ", 2) : 0;
  // The detail has at most half of the room.
  row->detail = fitted(layout, detail, layout->limit / 2, &row->detail_width);
  int room = layout->limit - gap - row->detail_width;
  row->text = fitted(layout, text, room, &row->text_width);
  if (layout->limit > 0 && detail[0] && row->text_width > room) {
    // Both have no room.
    row->detail = "";
    row->detail_width = gap = 0;
    row->text = fitted(layout, text, layout->limit, &row->text_width);
  }
  int width = row->text_width + gap + row->detail_width;
  if (width > rows->width) rows->width = width;
  return row;
}

static struct layout *begin(kb_measure measure, void *user, int width) {
  struct layout *layout = calloc(1, sizeof *layout);
  if (!layout) return NULL;
  layout->measure = measure;
  layout->user = user;
  layout->limit = width;
  return layout;
}

static struct kb_rows *finished(struct layout *layout) {
  if (!layout->has_failed) return &layout->shown;
  kb_rows_free(&layout->shown);
  return NULL;
}

void kb_rows_free(struct kb_rows *rows) {
  if (!rows) return;
  struct layout *layout = (struct layout *)rows;
  kb_arena_free(&layout->arena);
  free(rows->rows);
  free(layout);
}

/* The item with its number, and in quotes if it stands for the text as it was typed. */
static const char *item_text(struct layout *layout, const struct kb_candidate_list_item *item, size_t number) {
  bool is_literal = item->role && !strcmp(item->role, "literal");
  size_t size = strlen(item->text) + 32;
  char *text = kb_arena_take(&layout->arena, size);
  if (!text) {
    layout->has_failed = true;
    return "";
  }
  snprintf(text, size, "%zu %s%s%s", number, is_literal ? "\xE2\x80\x9C" : "", item->text, is_literal ? "\xE2\x80\x9D" : "");
  return text;
}

static void add_list(struct layout *layout, const struct kb_candidate_list *list, int64_t highlighted) {
  for (size_t index = 0; index < list->items_count && !layout->has_failed; index++) {
    const struct kb_candidate_list_item *item = list->items + index;
    struct kb_row *row = add_row(layout, item_text(layout, item, index + 1), item->annotation ? item->annotation : "");
    if (!row) return;
    row->number = index < 9 ? (int)index + 1 : 0;
    if ((int64_t)index == highlighted) row->highlight_end = strlen(row->text);
  }
}

static void add_lines(struct layout *layout, const struct kb_candidate_list *list, int64_t highlighted) {
  struct kb_buffer line = {0};
  size_t first = 0, start = 0, end = 0;
  for (size_t index = 0; index <= list->items_count && !layout->has_failed; index++) {
    bool is_last = index == list->items_count;
    const char *text = is_last ? "" : item_text(layout, list->items + index, index + 1);
    size_t length = line.length;
    if (!is_last) {
      if (length) kb_buffer_append(&line, "  ", 2);
      if (!kb_buffer_append(&line, text, strlen(text))) layout->has_failed = true;
    }
    bool is_full = length && layout->limit > 0 && !is_last && width_of(layout, line.bytes, line.length) > layout->limit;
    if ((is_full || is_last) && length) {
      char *copy = kb_arena_copy(&layout->arena, line.bytes, length);
      struct kb_row *row = copy ? add_row(layout, copy, "") : NULL;
      if (!row) {
        layout->has_failed = true;
        break;
      }
      row->number = first < 9 ? (int)first + 1 : 0;
      size_t shown = strlen(row->text);
      row->highlight_start = start < shown ? start : shown;
      row->highlight_end = end < shown ? end : shown;
      first = index;
      start = end = 0;
      line.length = 0;
      if (!is_last) kb_buffer_append(&line, text, strlen(text));
    }
    if ((int64_t)index == highlighted && !is_last) {
      end = line.length;
      start = end - strlen(text);
    }
  }
  kb_buffer_free(&line);
}

struct kb_rows *kb_candidate_rows(const struct kb_candidate_list *list, kb_measure measure, void *user, int width) {
  struct layout *layout = begin(measure, user, width);
  if (!layout || !list) return layout ? &layout->shown : NULL;
  int64_t highlighted = list->highlighted ? *list->highlighted - list->first : -1;
  bool is_vertical = list->kind && (!strcmp(list->kind, "inputMethod") || !strcmp(list->kind, "modes"));
  if (list->reading) {
    struct kb_row *row = add_row(layout, list->reading, "");
    if (row) row->is_heading = true;
  }
  if (is_vertical) add_list(layout, list, highlighted);
  else add_lines(layout, list, highlighted);
  if (list->pages > 1 && !layout->has_failed) {
    char pages[64];
    int length = snprintf(pages, sizeof pages, "%lld/%lld", (long long)list->page + 1, (long long)list->pages);
    const char *copy = kb_arena_copy(&layout->arena, pages, (size_t)length);
    struct kb_row *row = copy ? add_row(layout, "", copy) : NULL;
    if (row) row->is_heading = true;
  }
  return finished(layout);
}

struct kb_rows *kb_panel_rows(const struct kb_hud_shown *panel, kb_measure measure, void *user, int width, size_t rows) {
  struct layout *layout = begin(measure, user, width);
  if (!layout || !panel) return layout ? &layout->shown : NULL;
  int64_t number = 0;
  for (size_t group = 0; group < panel->groups_count; group++) {
    bool has_heading = false;
    for (size_t index = 0; index < panel->groups[group].rows_count; index++, number++) {
      const struct kb_panel_group_row *command = panel->groups[group].rows + index;
      if (number < panel->first_row || layout->has_failed) continue;
      if (!has_heading && panel->groups[group].title[0]) {
        if (rows && layout->shown.count + 2 > rows) return finished(layout);
        struct kb_row *heading = add_row(layout, panel->groups[group].title, "");
        if (heading) heading->is_heading = true;
      }
      has_heading = true;
      if (rows && layout->shown.count >= rows) return finished(layout);
      size_t size = strlen(command->title) + 8;
      char *text = kb_arena_take(&layout->arena, size);
      if (!text) {
        layout->has_failed = true;
        break;
      }
      const char *mark = !strcmp(command->state, "on") ? "\xE2\x9C\x93 " : !strcmp(command->state, "mixed") ? "\xE2\x88\x92 " : "";
      snprintf(text, size, "%s%s", mark, command->title);
      add_row(layout, text, command->symbols);
    }
  }
  return finished(layout);
}

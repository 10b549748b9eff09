/* SPDX-License-Identifier: Apache-2.0 */
/* Converts structures to JSON and back by their tables, and keeps memory. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const bool kb_true = true, kb_false = false;

struct kb_block {
  struct kb_block *next;
  size_t used, size;
  _Alignas(max_align_t) char bytes[];
};

void *kb_arena_take(struct kb_arena *arena, size_t size) {
  size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
  struct kb_block *block = arena->blocks;
  if (!block || block->size - block->used < size) {
    size_t capacity = size > 4000 ? size : 4000;
    block = malloc(sizeof *block + capacity);
    if (!block) return NULL;
    block->next = arena->blocks;
    block->used = 0;
    block->size = capacity;
    arena->blocks = block;
  }
  void *memory = block->bytes + block->used;
  block->used += size;
  memset(memory, 0, size);
  return memory;
}

char *kb_arena_copy(struct kb_arena *arena, const char *text, size_t length) {
  char *copy = kb_arena_take(arena, length + 1);
  if (copy) memcpy(copy, text, length);
  return copy;
}

void kb_arena_free(struct kb_arena *arena) {
  for (struct kb_block *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  arena->blocks = NULL;
}

void kb_kept_clear(struct kb_kept *kept) {
  kb_arena_free(&kept->arena);
  json_decref(kept->json);
  memset(kept, 0, sizeof *kept);
}

bool kb_buffer_replace(struct kb_buffer *buffer, size_t start, size_t end, const char *bytes, size_t length) {
  size_t new_length = buffer->length - (end - start) + length;
  if (new_length + 1 > buffer->capacity) {
    size_t capacity = (new_length + 1) + (new_length + 1) / 2 + 64;
    char *grown = realloc(buffer->bytes, capacity);
    if (!grown) return false;
    buffer->bytes = grown;
    buffer->capacity = capacity;
  }
  memmove(buffer->bytes + start + length, buffer->bytes + end, buffer->length - end);
  if (length) memcpy(buffer->bytes + start, bytes, length);
  buffer->length = new_length;
  buffer->bytes[new_length] = 0;
  return true;
}

bool kb_buffer_append(struct kb_buffer *buffer, const void *bytes, size_t length) {
  return kb_buffer_replace(buffer, buffer->length, buffer->length, bytes, length);
}

void kb_buffer_free(struct kb_buffer *buffer) {
  free(buffer->bytes);
  memset(buffer, 0, sizeof *buffer);
}

/* To JSON. */

static json_t *range_to_json(const struct kb_range *range) {
  return json_pack("[I,I]", (json_int_t)range->start, (json_int_t)range->end);
}

static json_t *frame_to_json(const struct kb_frame *frame) {
  return json_pack("[I,I,I,I]", (json_int_t)frame->x, (json_int_t)frame->y, (json_int_t)frame->width,
                   (json_int_t)frame->height);
}

static json_t *list_to_json(const struct kb_member *member, const char *place, size_t count) {
  const char *items = *(const char *const *)place;
  json_t *list = member->kind == KB_PAIRS ? json_object() : json_array();
  for (size_t index = 0; list && index < count; index++) {
    json_t *item = NULL;
    int status = 0;
    switch (member->kind) {
      case KB_STRINGS: item = json_string(((const char *const *)items)[index]); break;
      case KB_INTEGERS: item = json_integer(((const int64_t *)items)[index]); break;
      case KB_RANGES: item = range_to_json((const struct kb_range *)items + index); break;
      case KB_RECORDS: item = kb_pack(member->record, items + index * member->record->size); break;
      default: {
        const struct kb_pair *pair = (const struct kb_pair *)items + index;
        status = pair->name ? json_object_set_new(list, pair->name, json_string(pair->text)) : -1;
      }
    }
    if (member->kind != KB_PAIRS) status = json_array_append_new(list, item);
    if (status) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

/* Returns a value for a member, or NULL if it is left out, or NULL with `*is_wrong` if it has none. */
static json_t *member_to_json(const struct kb_member *member, const char *structure, bool *is_wrong) {
  const char *place = structure + member->offset;
  bool is_pointer = !(member->flags & KB_REQUIRED) || member->flags & KB_NULL;
  const void *pointer = *(const void *const *)place;
  if (member->kind <= KB_FRAME && member->kind >= KB_INTEGER) {
    if (!is_pointer) pointer = place;
  } else if (member->kind >= KB_STRINGS && member->kind <= KB_PAIRS) {
    size_t count = *(const size_t *)(structure + member->count_offset);
    if (!pointer && count) *is_wrong = true;
    // An empty list is not the same as none: it removes things.
    if (!pointer && !(member->flags & KB_REQUIRED)) return NULL;
    json_t *list = *is_wrong ? NULL : list_to_json(member, place, count);
    *is_wrong = !list;
    return list;
  }
  if (!pointer) {
    *is_wrong = is_pointer && member->flags & KB_REQUIRED && !(member->flags & KB_NULL);
    return NULL;
  }
  json_t *value = NULL;
  switch (member->kind) {
    case KB_WORD:
      value = !strcmp(pointer, "true") ? json_true() : !strcmp(pointer, "false") ? json_false() : json_string(pointer);
      break;
    case KB_STRING: value = json_string(pointer); break;
    case KB_INTEGER: value = json_integer(*(const int64_t *)pointer); break;
    case KB_NUMBER: value = json_real(*(const double *)pointer); break;
    case KB_BOOLEAN: value = json_boolean(*(const bool *)pointer); break;
    case KB_RANGE: value = range_to_json(pointer); break;
    case KB_FRAME: value = frame_to_json(pointer); break;
    case KB_RECORD: value = kb_pack(member->record, pointer); break;
    default: value = json_incref((json_t *)pointer);
  }
  *is_wrong = !value;
  return value;
}

json_t *kb_pack(const struct kb_record *record, const void *value) {
  json_t *object = json_object();
  for (size_t index = 0; object && index < record->count; index++) {
    const struct kb_member *member = record->members + index;
    bool is_wrong = false;
    json_t *item = member_to_json(member, value, &is_wrong);
    // A required pointer without a value is missing: only a scalar can be required and in place.
    if (!item && !is_wrong && member->flags & KB_REQUIRED && !(member->flags & KB_NULL)) is_wrong = true;
    if (is_wrong || (item && json_object_set_new(object, member->name, item))) {
      json_decref(object);
      return NULL;
    }
  }
  return object;
}

/* From JSON. */

/* Returns a text; one with a zero byte is copied, with U+FFFD in its place, so that all other offsets in UTF-16 stay. */
static const char *text_of(json_t *value, struct kb_arena *arena) {
  const char *text = json_string_value(value);
  size_t length = json_string_length(value), zeros = 0;
  if (strlen(text) == length) return text;
  for (size_t index = 0; index < length; index++) zeros += !text[index];
  char *copy = kb_arena_take(arena, length + 2 * zeros + 1), *end = copy;
  if (!copy) return NULL;
  for (size_t index = 0; index < length; index++) {
    if (text[index]) *end++ = text[index];
    else end = (char *)memcpy(end, "\xEF\xBF\xBD", 3) + 3;
  }
  return copy;
}

static bool integers_of(json_t *value, int64_t *numbers, size_t count) {
  if (!json_is_array(value) || json_array_size(value) != count) return false;
  for (size_t index = 0; index < count; index++) {
    json_t *item = json_array_get(value, index);
    if (!json_is_integer(item)) return false;
    numbers[index] = json_integer_value(item);
  }
  return true;
}

static bool list_from_json(const struct kb_member *member, json_t *value, char *structure, struct kb_arena *arena, char *place,
                           size_t place_size) {
  bool is_map = member->kind == KB_PAIRS;
  if (is_map ? !json_is_object(value) : !json_is_array(value)) return false;
  size_t count = is_map ? json_object_size(value) : json_array_size(value), index = 0;
  size_t size = member->kind == KB_STRINGS    ? sizeof(char *)
                : member->kind == KB_INTEGERS ? sizeof(int64_t)
                : member->kind == KB_RANGES   ? sizeof(struct kb_range)
                : is_map                      ? sizeof(struct kb_pair)
                                              : member->record->size;
  char *items = kb_arena_take(arena, count ? count * size : 1);
  if (!items) return false;
  *(char **)(structure + member->offset) = items;
  *(size_t *)(structure + member->count_offset) = count;
  if (is_map) {
    const char *name;
    json_t *item;
    json_object_foreach(value, name, item) {
      if (!json_is_string(item)) return false;
      ((struct kb_pair *)items)[index++] = (struct kb_pair){name, text_of(item, arena)};
    }
    return true;
  }
  json_t *item;
  json_array_foreach(value, index, item) {
    char *target = items + index * size;
    if (member->kind == KB_STRINGS) {
      if (!json_is_string(item)) return false;
      *(const char **)target = text_of(item, arena);
    } else if (member->kind == KB_INTEGERS) {
      if (!json_is_integer(item)) return false;
      *(int64_t *)target = json_integer_value(item);
    } else if (member->kind == KB_RANGES) {
      if (!integers_of(item, (int64_t *)target, 2)) return false;
    } else {
      char inner[100] = "";
      void *record = kb_unpack(member->record, item, arena, inner, sizeof inner);
      if (!record) {
        snprintf(place, place_size, "/%s/%zu%s", member->name, index, inner);
        return false;
      }
      memcpy(target, record, size);
    }
  }
  return true;
}

static bool member_from_json(const struct kb_member *member, json_t *value, char *structure, struct kb_arena *arena, char *place,
                             size_t place_size) {
  char *target = structure + member->offset;
  bool is_pointer = !(member->flags & KB_REQUIRED) || member->flags & KB_NULL;
  void *own = target;
  if (member->kind >= KB_INTEGER && member->kind <= KB_FRAME && is_pointer) {
    own = kb_arena_take(arena, sizeof(struct kb_frame));
    if (!own) return false;
    *(void **)target = own;
  }
  switch (member->kind) {
    case KB_WORD:
    case KB_STRING:
      if (member->kind == KB_WORD && json_is_boolean(value)) {
        *(const char **)target = json_is_true(value) ? "true" : "false";
        return true;
      }
      if (!json_is_string(value)) return false;
      return (*(const char **)target = text_of(value, arena)) != NULL;
    case KB_INTEGER:
      *(int64_t *)own = json_integer_value(value);
      return json_is_integer(value);
    case KB_NUMBER:
      *(double *)own = json_number_value(value);
      return json_is_number(value);
    case KB_BOOLEAN:
      *(bool *)own = json_is_true(value);
      return json_is_boolean(value);
    case KB_RANGE: {
      struct kb_range *range = own;
      return integers_of(value, own, 2) && range->start >= 0 && range->start <= range->end;
    }
    case KB_FRAME: return integers_of(value, own, 4);
    case KB_RECORD: {
      char inner[100] = "";
      void *record = kb_unpack(member->record, value, arena, inner, sizeof inner);
      if (!record) snprintf(place, place_size, "/%s%s", member->name, inner);
      return (*(void **)target = record) != NULL;
    }
    case KB_JSON: *(json_t **)target = value; return true;
    default: return list_from_json(member, value, structure, arena, place, place_size);
  }
}

void *kb_unpack(const struct kb_record *record, json_t *object, struct kb_arena *arena, char *place, size_t place_size) {
  if (place_size) place[0] = 0;
  char *structure = json_is_object(object) ? kb_arena_take(arena, record->size) : NULL;
  if (!structure) return NULL;
  for (size_t index = 0; index < record->count; index++) {
    const struct kb_member *member = record->members + index;
    json_t *value = json_object_get(object, member->name);
    bool may_be_missing = !(member->flags & KB_REQUIRED), may_be_null = may_be_missing || member->flags & KB_NULL;
    if (value ? json_is_null(value) && may_be_null : may_be_missing) continue;
    if (!value || !member_from_json(member, value, structure, arena, place, place_size)) {
      if (!place[0]) snprintf(place, place_size, "/%s", member->name);
      return NULL;
    }
  }
  return structure;
}

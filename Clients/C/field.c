/* SPDX-License-Identifier: Apache-2.0 */
/* Fields: creating them, also again, and the texts that the service owns. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static struct kb_own_field *own(const struct kb_field *field) { return (struct kb_own_field *)field; }

struct kb_own_field *kb_find_field(const struct kb_client *client, const char *name) {
  for (struct kb_own_field *field = client->fields; field; field = field->next)
    if (!field->is_removed && !strcmp(field->shown.name, name)) return field;
  return NULL;
}

struct kb_field *kb_field_named(const struct kb_client *client, const char *name) {
  struct kb_own_field *field = kb_find_field(client, name);
  return field ? &field->shown : NULL;
}

static void has_changed(struct kb_own_field *field) { field->has_changed = field->must_refresh = true; }

/* Creating. */

/* Copies the members of one object into another one, deeply where both have an object. */
static int merge(json_t *target, json_t *source) {
  const char *name;
  json_t *value;
  json_object_foreach(source, name, value) {
    json_t *present = json_object_get(target, name);
    int status = json_is_object(present) && json_is_object(value) ? merge(present, value) : json_object_set(target, name, value);
    if (status) return -1;
  }
  return 0;
}

static void note_secrecy(struct kb_own_field *field) {
  field->shown.is_secure = json_is_true(json_object_get(json_object_get(field->create, "traits"), "isSecureTextEntry"));
}

static int set_property(struct kb_own_field *field, const char *name, bool value) {
  json_t *properties = json_object_get(field->create, "properties");
  if (!properties) {
    properties = json_object();
    if (json_object_set_new(field->create, "properties", properties)) return -1;
  }
  return json_object_set_new(properties, name, json_boolean(value));
}

static void created(const struct kb_response *response, void *user) {
  char *name = user;
  struct kb_own_field *field = kb_find_field(response->client, name);
  if (field && response->error && strcmp(response->error->name, "lost")) {
    kb_report(response->client, "the field %.60s cannot be created: %s", name, response->error->message);
    // After an error nothing more is sent for it.
    field->is_created = false;
    if (field->shown.exists) has_changed(field);
    field->shown.exists = false;
  }
  free(name);
}

static void send_create(struct kb_own_field *field) {
  struct kb_client *client = field->shown.client;
  if (field->shown.is_external && !client->has_external) {
    kb_report(client, "the field %.60s cannot be created: the service is too old for fields that a toolkit owns", field->shown.name);
    return;
  }
  char *name = strdup(field->shown.name);
  json_t *params = json_deep_copy(field->create);
  // A text that the service lost has been shown, and the person expects it.
  bool has_text = !field->shown.is_external && field->text.length && !field->shown.is_secure;
  if (has_text) json_object_set_new(params, "text", json_stringn(field->text.bytes, field->text.length));
  field->awaits_text = has_text;
  if (!name || !params || kb_send(client, "container.create", params, created, name)) {
    free(name);
    return;
  }
  field->is_created = field->shown.exists = true;
  field->must_set = false;
  field->shown.revision = 0;
  if (field->shown.is_external) {
    kb_external_created(field);
  } else if (has_text) {
    params = json_pack("{s:s,s:I,s:I}", "container", field->shown.name, "anchor", (json_int_t)field->anchor, "head",
                       (json_int_t)field->head);
    kb_send(client, "selection.set", params, NULL, NULL);
  }
  has_changed(field);
}

struct kb_field *kb_field_new(struct kb_client *client, const struct kb_field_options *options) {
  json_t *create = options && options->create ? kb_pack(kb_record_of_container_create, options->create) : NULL;
  const struct kb_toolkit *toolkit = options ? options->toolkit : NULL;
  bool is_wrong = !create || (toolkit && (!toolkit->edit || options->create->kind || options->create->text));
  bool exists = !is_wrong && kb_find_field(client, options->create->container);
  struct kb_own_field *field = is_wrong || exists || client->fields_count >= KB_FIELD_LIMIT ? NULL : calloc(1, sizeof *field);
  if (!field) {
    json_decref(create);
    errno = is_wrong ? EINVAL : exists ? EEXIST : ENOMEM;
    return NULL;
  }
  field->create = create;
  field->shown.client = client;
  field->shown.name = json_string_value(json_object_get(create, "container"));
  field->shown.user = options->user;
  field->changed = options->changed;
  field->shown.is_external = toolkit != NULL;
  int status = 0;
  if (toolkit) {
    field->toolkit = *toolkit;
    status |= json_object_set_new(create, "kind", json_string("external"));
    if (options->is_read_only) status |= set_property(field, "isEditable", false);
    if (options->is_multiline) status |= set_property(field, "isMultiline", true);
  }
  if (status || !kb_buffer_append(&field->text, "", 0) || !kb_buffer_append(&field->marked, "", 0) ||
      !kb_buffer_append(&field->display, "", 0)) {
    kb_field_destroy(field);
    errno = ENOMEM;
    return NULL;
  }
  const char *text = json_string_value(json_object_get(create, "text"));
  if (text) {
    kb_buffer_append(&field->text, text, strlen(text));
    field->anchor = field->head = kb_units_from_bytes(KB_UTF16, text, strlen(text));
  }
  note_secrecy(field);
  *client->fields_end = field;
  client->fields_end = &field->next;
  client->fields_count++;
  field->must_refresh = true;
  if (client->phase == KB_READY) send_create(field);
  kb_fields_refresh(client);
  return &field->shown;
}

void kb_field_destroy(struct kb_own_field *field) {
  kb_external_destroy(field);
  json_decref(field->create);
  kb_buffer_free(&field->text);
  kb_buffer_free(&field->marked);
  kb_buffer_free(&field->display);
  free(field->raw_segments);
  free(field->segments);
  free(field->marks);
  free(field->shown_marks);
  free(field->continuation);
  free(field->correction);
  free(field);
}

void kb_fields_free_removed(struct kb_client *client) {
  client->fields_end = &client->fields;
  while (*client->fields_end) {
    struct kb_own_field *field = *client->fields_end;
    if (field->is_removed) {
      *client->fields_end = field->next;
      kb_field_destroy(field);
    } else {
      client->fields_end = &field->next;
    }
  }
}

void kb_field_free(struct kb_field *shown) {
  if (!shown) return;
  struct kb_own_field *field = own(shown);
  struct kb_client *client = shown->client;
  if (field->is_removed) return;
  if (client->phase == KB_READY && field->is_created)
    kb_send(client, "container.remove", json_pack("{s:s}", "container", shown->name), NULL, NULL);
  else if (client->token && json_object_size(client->orphans) < KB_FIELD_LIMIT)
    json_object_set_new(client->orphans, shown->name, json_true());
  field->is_removed = true;
  client->fields_count--;
  if (client->wanted == field) client->wanted = NULL;
  if (client->focused == field) client->focused = NULL;
  if (!client->depth) kb_fields_free_removed(client);
}

/* Focus and properties. */

static void focused(const struct kb_response *response, void *user) {
  (void)user;
  if (response->error) {
    kb_report_refusal(response, "focus.request");
    return;
  }
  const char *outcome = json_string_value(json_object_get(response->result, "outcome"));
  if (outcome && !strcmp(outcome, "refused")) kb_report(response->client, "focus.request: the focus is refused");
}

static void send_focus(struct kb_own_field *field) {
  kb_send(field->shown.client, "focus.request", json_pack("{s:s}", "container", field->shown.name), focused, NULL);
}

void kb_field_focus(struct kb_field *shown) {
  struct kb_own_field *field = own(shown);
  struct kb_client *client = shown->client;
  kb_enter(client);
  struct kb_own_field *previous = client->focused;
  if (previous && previous != field && !previous->is_removed) kb_field_blur(&previous->shown);
  if (!client->is_freed && !field->is_removed) {
    client->wanted = field;
    // Keys do not wait for a text that has never been reported, and may follow at once.
    if (field->shown.is_external) kb_external_settle(field);
    if (client->phase == KB_READY && field->is_created && !field->is_removed && !client->is_freed) send_focus(field);
  }
  kb_leave(client);
}

void kb_client_release_focus(struct kb_client *client) {
  kb_enter(client);
  if (client->focused && !client->focused->is_removed) kb_field_blur(&client->focused->shown);
  client->wanted = NULL;
  if (client->phase == KB_READY) kb_send(client, "focus.release", NULL, NULL, NULL);
  kb_leave(client);
}

static int send_set(struct kb_own_field *field, json_t *traits, json_t *properties) {
  struct kb_client *client = field->shown.client;
  if (client->phase != KB_READY || !field->is_created) {
    field->must_set = true;
    return 0;
  }
  return kb_send(client, "container.set", json_pack("{s:s,s:O*,s:O*}", "container", field->shown.name, "traits", traits, "properties",
                                                   properties), NULL, NULL);
}

int kb_field_set(struct kb_field *shown, const struct kb_container_set *set) {
  struct kb_own_field *field = own(shown);
  struct kb_container_set copy = *set;
  copy.container = shown->name;
  json_t *params = kb_pack(kb_record_of_container_set, &copy);
  // The name of the field is a text of `create`, which stays.
  if (params) json_object_del(params, "container");
  if (!params || merge(field->create, params)) {
    json_decref(params);
    return -EINVAL;
  }
  int status = send_set(field, json_object_get(params, "traits"), json_object_get(params, "properties"));
  json_decref(params);
  bool was_secure = shown->is_secure;
  note_secrecy(field);
  if (shown->is_secure != was_secure && shown->is_external) kb_field_changed(shown);
  return status;
}

void kb_field_set_editable(struct kb_field *shown, bool is_editable) {
  struct kb_own_field *field = own(shown);
  json_t *present = json_object_get(json_object_get(field->create, "properties"), "isEditable");
  if (json_is_false(present) == !is_editable) return;
  if (set_property(field, "isEditable", is_editable)) return;
  json_t *properties = json_pack("{s:b}", "isEditable", is_editable);
  if (properties) send_set(field, NULL, properties);
  json_decref(properties);
}

int kb_field_choose(struct kb_field *field, int number) {
  return kb_request(field->client, "candidates.choose", json_pack("{s:i}", "number", number), NULL, NULL);
}

/* Edits. */

static void edited(const struct kb_response *response, void *user) {
  if (response->error && !strcmp(response->error->name, "stale")) return;
  kb_report_refusal(response, user);
}

static int send_edit(struct kb_own_field *field, const char *method, json_t *params) {
  if (!params) return -EINVAL;
  json_object_set_new(params, "container", json_string(field->shown.name));
  return kb_request(field->shown.client, method, params, edited, (void *)method);
}

int kb_field_set_text(struct kb_field *field, const char *text) {
  if (field->is_external) return -EINVAL;
  return send_edit(own(field), "text.set", json_pack("{s:s}", "text", text));
}

static json_int_t units(const struct kb_field *field, size_t bytes) {
  return (json_int_t)kb_units_from_bytes(KB_UTF16, field->text, bytes);
}

int kb_field_replace(struct kb_field *field, size_t start, size_t end, const char *text) {
  if (field->is_external || start > end || end > field->length) return -EINVAL;
  return send_edit(own(field), "text.replace", json_pack("{s:[I,I],s:s,s:I}", "range", units(field, start), units(field, end), "text",
                                                         text, "ifRevision", (json_int_t)field->revision));
}

int kb_field_select(struct kb_field *field, size_t anchor, size_t head) {
  if (field->is_external || anchor > field->length || head > field->length) return -EINVAL;
  return send_edit(own(field), "selection.set", json_pack("{s:I,s:I,s:I}", "anchor", units(field, anchor), "head", units(field, head),
                                                          "ifRevision", (json_int_t)field->revision));
}

/* Following the texts of the service. */

/* Converts a range of UTF-16 code units to bytes. Returns false if it is not in the text, or splits a character. */
static bool bytes_of(const struct kb_buffer *text, const struct kb_range *range, size_t *start, size_t *end) {
  *start = kb_bytes_from_units(KB_UTF16, text->bytes, (size_t)range->start);
  size_t rest = (size_t)(range->end - range->start);
  *end = *start + kb_bytes_from_units(KB_UTF16, text->bytes + *start, rest);
  return kb_units_from_bytes(KB_UTF16, text->bytes, *start) == (size_t)range->start &&
         kb_units_from_bytes(KB_UTF16, text->bytes + *start, *end - *start) == rest;
}

static void end_marked(struct kb_own_field *field) {
  kb_buffer_replace(&field->marked, 0, field->marked.length, "", 0);
  field->has_marked = false;
  field->segments_count = 0;
}

static void move_marks(struct kb_own_field *field, const struct kb_range *range, int64_t length) {
  size_t kept = 0;
  for (size_t index = 0; index < field->marks_count; index++) {
    struct kb_range mark = field->marks[index];
    if (mark.start <= range->end && mark.end >= range->start) continue;
    int64_t shift = mark.start > range->end ? length - (range->end - range->start) : 0;
    field->marks[kept++] = (struct kb_range){mark.start + shift, mark.end + shift};
  }
  field->marks_count = kept;
}

static void take_container(struct kb_own_field *field, const struct kb_container *container) {
  struct kb_range marked = container->marked ? *container->marked : (struct kb_range){0, 0};
  end_marked(field);
  kb_buffer_replace(&field->text, 0, field->text.length, container->text, strlen(container->text));
  size_t start, end;
  if (!bytes_of(&field->text, &marked, &start, &end)) start = end = 0;
  if (end > start) {
    kb_buffer_append(&field->marked, field->text.bytes + start, end - start);
    kb_buffer_replace(&field->text, start, end, "", 0);
    field->marked_at = (size_t)marked.start;
    field->has_marked = true;
  }
  field->anchor = container->anchor && *container->anchor > 0 ? (size_t)*container->anchor : 0;
  field->head = container->head && *container->head > 0 ? (size_t)*container->head : 0;
  field->shown.revision = container->revision;
  field->awaits_text = false;
  free(field->marks);
  field->marks = NULL;
  field->marks_count = 0;
  if (container->misspelled_count && (field->marks = calloc(container->misspelled_count, sizeof *field->marks))) {
    memcpy(field->marks, container->misspelled, container->misspelled_count * sizeof *field->marks);
    field->marks_count = container->misspelled_count;
  }
  free(field->continuation);
  free(field->correction);
  field->continuation = field->correction = NULL;
  has_changed(field);
}

static void fetched(const struct kb_response *response, void *user) {
  char *name = user;
  const struct kb_container_get_result *result = kb_get_container_get_result(response);
  struct kb_own_field *field = kb_find_field(response->client, name);
  // The two structures are made from one schema.
  if (result && field) {
    struct kb_container container = {.anchor = result->anchor, .head = result->head, .marked = result->marked,
                                     .misspelled = result->misspelled, .misspelled_count = result->misspelled_count,
                                     .revision = result->revision, .text = result->text};
    take_container(field, &container);
  }
  free(name);
}

/* Reads the text again, because a notification does not fit. */
static void fetch(struct kb_own_field *field, const char *method) {
  struct kb_client *client = field->shown.client;
  kb_report(client, "the service sent a %s that does not fit the text of %.60s", method, field->shown.name);
  if (++client->bad_lines >= KB_BAD_LINES_LIMIT) kb_breach(client, "the service sent %d invalid lines", KB_BAD_LINES_LIMIT);
  char *name = strdup(field->shown.name);
  if (!name || kb_request(client, "container.get", json_pack("{s:s}", "container", field->shown.name), fetched, name)) free(name);
}

static void follow_text(struct kb_own_field *field, const struct kb_text_did_change *params) {
  size_t start, end;
  // A snapshot may have it already.
  if (params->revision && *params->revision <= field->shown.revision) return;
  if (field->awaits_text) {
    // The service reports the text with which the field was created, and which it has already.
    field->awaits_text = false;
    bool is_same = !params->range.end && !strcmp(params->string, field->text.bytes);
    if (is_same && params->revision) field->shown.revision = *params->revision;
    if (is_same) return;
    kb_buffer_replace(&field->text, 0, field->text.length, "", 0);
  }
  if (!bytes_of(&field->text, &params->range, &start, &end)) {
    fetch(field, "text.didChange");
    return;
  }
  size_t length = strlen(params->string);
  if (!kb_buffer_replace(&field->text, start, end, params->string, length)) return;
  move_marks(field, &params->range, (int64_t)kb_units_from_bytes(KB_UTF16, params->string, length));
  if (params->revision) field->shown.revision = *params->revision;
  free(field->correction);
  field->correction = NULL;
  has_changed(field);
}

static enum kb_style style_of(const char *word) {
  return !strcmp(word, "focused") ? KB_FOCUSED : !strcmp(word, "converted") ? KB_CONVERTED : KB_RAW;
}

static void follow_marked(struct kb_own_field *field, const struct kb_marked_did_change *params) {
  end_marked(field);
  has_changed(field);
  if (!params->range) return;
  size_t units_of_text = kb_units_from_bytes(KB_UTF16, field->text.bytes, field->text.length);
  if ((size_t)params->range->start > units_of_text) {
    fetch(field, "marked.didChange");
    return;
  }
  kb_buffer_append(&field->marked, params->string, strlen(params->string));
  field->marked_at = (size_t)params->range->start;
  field->has_marked = true;
  free(field->raw_segments);
  field->raw_segments = calloc(params->segments_count + 1, sizeof *field->raw_segments);
  size_t place = 0;
  for (size_t index = 0; field->raw_segments && index < params->segments_count; index++) {
    size_t length = (size_t)params->segments[index].length;
    field->raw_segments[index] = (struct kb_segment){place, place + length, style_of(params->segments[index].style)};
    place += length;
    field->segments_count = index + 1;
  }
}

static void follow_spelling(struct kb_own_field *field, const struct kb_spelling_did_change *params) {
  size_t kept = 0;
  struct kb_range *marks = calloc(field->marks_count + params->misspelled_count + 1, sizeof *marks);
  if (!marks) return;
  for (size_t index = 0; index < field->marks_count; index++) {
    struct kb_range mark = field->marks[index];
    if (mark.start < params->range.start || mark.end > params->range.end) marks[kept++] = mark;
  }
  for (size_t index = 0; index < params->misspelled_count; index++) marks[kept++] = params->misspelled[index];
  free(field->marks);
  field->marks = marks;
  field->marks_count = kept;
  has_changed(field);
}

static void set_focus(struct kb_client *client, struct kb_own_field *field) {
  struct kb_own_field *previous = client->focused;
  if (previous == field) return;
  client->focused = field;
  if (previous) {
    previous->shown.has_focus = false;
    free(previous->continuation);
    previous->continuation = NULL;
    has_changed(previous);
    if (previous->shown.is_external) kb_external_focus_ended(previous);
  }
  if (field) {
    field->shown.has_focus = true;
    has_changed(field);
  }
}

static void keep(struct kb_kept *kept, const struct kb_record *record, json_t *json) {
  kb_kept_clear(kept);
  if (!json || json_is_null(json)) return;
  char place[100];
  kept->json = json_incref(json);
  kept->value = kb_unpack(record, json, &kept->arena, place, sizeof place);
  if (!kept->value) kb_kept_clear(kept);
}

void kb_fields_follow(struct kb_client *client, const char *method, const void *params, json_t *json) {
  if (!strcmp(method, "candidates.didChange")) {
    keep(&client->candidates, kb_record_of_candidate_list, json_object_get(json, "list"));
    if (client->focused) has_changed(client->focused);
    return;
  }
  if (!strncmp(method, "hud.", 4)) {
    keep(&client->panel, kb_record_of_hud_shown, strcmp(method, "hud.shown") ? NULL : json);
    return;
  }
  const char *name = json_string_value(json_object_get(json, "container"));
  struct kb_own_field *field = name ? kb_find_field(client, name) : NULL;
  if (!field) return;
  if (!strcmp(method, "focus.didBegin")) {
    client->wanted = field;
    set_focus(client, field);
  } else if (!strcmp(method, "focus.didEnd")) {
    if (client->focused == field) set_focus(client, NULL);
  } else if (field->shown.is_external) {
    return;
  } else if (!strcmp(method, "text.didChange")) {
    follow_text(field, params);
  } else if (!strcmp(method, "selection.didChange")) {
    const struct kb_selection_did_change *selection = params;
    field->anchor = selection->anchor && *selection->anchor > 0 ? (size_t)*selection->anchor : 0;
    field->head = selection->head && *selection->head > 0 ? (size_t)*selection->head : 0;
    has_changed(field);
  } else if (!strcmp(method, "marked.didChange")) {
    follow_marked(field, params);
  } else if (!strcmp(method, "spelling.didChange")) {
    follow_spelling(field, params);
  } else if (!strcmp(method, "inline.didChange")) {
    const char *text = ((const struct kb_inline_did_change *)params)->text;
    free(field->continuation);
    field->continuation = text ? strdup(text) : NULL;
    has_changed(field);
  } else if (!strncmp(method, "correction.", 11)) {
    const struct kb_correction_offered *correction = params;
    free(field->correction);
    field->correction = strcmp(method, "correction.offered") ? NULL : strdup(correction->replacement);
    field->corrected = correction->range;
    has_changed(field);
  } else if (!strcmp(method, "traits.didChange")) {
    bool is_secure = json_is_true(json_object_get(json_object_get(json, "traits"), "isSecureTextEntry"));
    if (is_secure != field->shown.is_secure) has_changed(field);
    field->shown.is_secure = is_secure;
  }
}

/* Updating the public members. */

static size_t shown_bytes(const struct kb_own_field *field, size_t units) {
  return kb_bytes_from_units(KB_UTF16, field->display.bytes, units);
}

static void refresh(struct kb_own_field *field) {
  struct kb_field *shown = &field->shown;
  shown->candidates = field->shown.client->focused == field ? shown->client->candidates.value : NULL;
  field->must_refresh = false;
  if (shown->is_external) return;
  if (!kb_buffer_replace(&field->display, 0, field->display.length, field->text.bytes, field->text.length)) return;
  size_t place = kb_bytes_from_units(KB_UTF16, field->text.bytes, field->marked_at);
  size_t marked_units = 0;
  shown->marked_start = shown->marked_end = field->has_marked ? place : 0;
  if (field->has_marked && kb_buffer_replace(&field->display, place, place, field->marked.bytes, field->marked.length)) {
    shown->marked_end = place + field->marked.length;
    marked_units = kb_units_from_bytes(KB_UTF16, field->marked.bytes, field->marked.length);
  }
  shown->text = field->display.bytes;
  shown->length = field->display.length;
  shown->anchor = shown_bytes(field, field->anchor);
  shown->head = field->head == field->anchor ? shown->anchor : shown_bytes(field, field->head);
  free(field->segments);
  field->segments = field->segments_count ? calloc(field->segments_count, sizeof *field->segments) : NULL;
  for (size_t index = 0; field->segments && index < field->segments_count; index++) {
    struct kb_segment raw = field->raw_segments[index];
    field->segments[index] = (struct kb_segment){kb_bytes_from_units(KB_UTF16, field->marked.bytes, raw.start),
                                                 kb_bytes_from_units(KB_UTF16, field->marked.bytes, raw.end), raw.style};
  }
  shown->segments = field->segments;
  shown->segments_count = field->segments ? field->segments_count : 0;
  free(field->shown_marks);
  field->shown_marks = field->marks_count ? calloc(field->marks_count, sizeof *field->shown_marks) : NULL;
  for (size_t index = 0; field->shown_marks && index < field->marks_count; index++) {
    struct kb_range mark = field->marks[index];
    size_t shift = field->has_marked && (size_t)mark.start >= field->marked_at ? marked_units : 0;
    field->shown_marks[index] = (struct kb_range){(int64_t)shown_bytes(field, (size_t)mark.start + shift),
                                                  (int64_t)shown_bytes(field, (size_t)mark.end + shift)};
  }
  shown->misspelled = field->shown_marks;
  shown->misspelled_count = field->shown_marks ? field->marks_count : 0;
  shown->continuation = field->continuation;
  shown->correction = field->correction;
  if (field->correction)
    shown->corrected = (struct kb_range){(int64_t)shown_bytes(field, (size_t)field->corrected.start),
                                         (int64_t)shown_bytes(field, (size_t)field->corrected.end)};
}

void kb_fields_refresh(struct kb_client *client) {
  for (struct kb_own_field *field = client->fields; field; field = field->next)
    if (field->must_refresh && !field->is_removed) refresh(field);
}

/* Reports toolkits' texts, and calls the functions for changes. */
void kb_fields_settle(struct kb_client *client) {
  for (struct kb_own_field *field = client->fields; field && !client->is_freed; field = field->next) {
    if (field->is_removed) continue;
    if (field->shown.is_external) kb_external_settle(field);
    if (!field->has_changed || field->is_removed) continue;
    if (field->must_refresh) refresh(field);
    field->has_changed = false;
    if (field->changed) field->changed(&field->shown);
  }
}

/* Connections. */

static json_t *snapshot_of(json_t *snapshot, const char *name) {
  json_t *container;
  size_t index;
  json_array_foreach(json_object_get(snapshot, "containers"), index, container) {
    const char *found = json_string_value(json_object_get(container, "container"));
    if (found && !strcmp(found, name)) return container;
  }
  return NULL;
}

static void take_snapshot(struct kb_own_field *field, json_t *json) {
  struct kb_arena arena = {0};
  char place[100];
  struct kb_container *container = kb_unpack(kb_record_of_container, json, &arena, place, sizeof place);
  if (container) take_container(field, container);
  else kb_report(field->shown.client, "the service sent an invalid snapshot of %.60s at %s", field->shown.name, place);
  kb_arena_free(&arena);
}

static void take_focus(struct kb_client *client, json_t *snapshot) {
  const char *name = json_string_value(json_object_get(snapshot, "focus"));
  bool has_keyboard = json_is_true(json_object_get(snapshot, "hasKeyboard"));
  set_focus(client, name && has_keyboard ? kb_find_field(client, name) : NULL);
}

void kb_fields_connected(struct kb_client *client, json_t *snapshot, bool is_resumed) {
  const char *name;
  json_t *value;
  if (is_resumed) {
    json_object_foreach(client->orphans, name, value) {
      if (snapshot_of(snapshot, name)) kb_send(client, "container.remove", json_pack("{s:s}", "container", name), NULL, NULL);
    }
  }
  json_object_clear(client->orphans);
  for (struct kb_own_field *field = client->fields; field && !client->is_freed; field = field->next) {
    if (field->is_removed) continue;
    json_t *container = is_resumed ? snapshot_of(snapshot, field->shown.name) : NULL;
    if (!container) {
      send_create(field);
      continue;
    }
    field->is_created = field->shown.exists = true;
    if (field->must_set) {
      field->must_set = false;
      send_set(field, json_object_get(field->create, "traits"), json_object_get(field->create, "properties"));
    }
    if (field->shown.is_external) kb_external_created(field);
    else take_snapshot(field, container);
    has_changed(field);
  }
  if (is_resumed) take_focus(client, snapshot);
  if (client->wanted && client->wanted->is_created && client->focused != client->wanted) send_focus(client->wanted);
}

void kb_fields_lost(struct kb_client *client) {
  kb_kept_clear(&client->candidates);
  kb_kept_clear(&client->panel);
  client->focused = NULL;
  for (struct kb_own_field *field = client->fields; field && !client->is_freed; field = field->next) {
    if (field->is_removed) continue;
    field->is_created = field->shown.exists = field->shown.has_focus = false;
    free(field->continuation);
    field->continuation = NULL;
    has_changed(field);
    if (field->shown.is_external) {
      kb_external_lost(field);
    } else if (field->has_marked) {
      // The service commits text that is being composed as it is shown.
      size_t place = kb_bytes_from_units(KB_UTF16, field->text.bytes, field->marked_at);
      kb_buffer_replace(&field->text, place, place, field->marked.bytes, field->marked.length);
      end_marked(field);
    }
  }
}

void kb_fields_resync(struct kb_client *client, json_t *snapshot) {
  kb_kept_clear(&client->candidates);
  kb_kept_clear(&client->panel);
  for (struct kb_own_field *field = client->fields; field; field = field->next) {
    json_t *container = field->is_removed ? NULL : snapshot_of(snapshot, field->shown.name);
    if (container && !field->shown.is_external) take_snapshot(field, container);
    has_changed(field);
  }
  take_focus(client, snapshot);
}

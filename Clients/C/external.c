/* SPDX-License-Identifier: Apache-2.0 */
/* Fields that a toolkit owns: the stream of edits, preedits and keys, and the reports about the text.

   A message has a number, and the program reports the last one that it has handled (`seen`). An edit that depends on the text
   names a revision: the number of reports of other changes so far. If the text has changed since, such an edit would damage it,
   so its plain text is inserted instead. A preedit belongs to a composition, which either side can end. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static struct kb_own_field *own(const struct kb_field *field) { return (struct kb_own_field *)field; }

/* The preedit. */

static void forget_preedit(struct kb_own_field *field) {
  field->has_preedit = false;
  kb_kept_clear(&field->preedit_memory);
}

const struct kb_preedit *kb_field_preedit(const struct kb_field *field) {
  return own(field)->has_preedit ? &own(field)->preedit : NULL;
}

static bool is_integer(json_t *object, const char *name, int64_t least, int64_t *value) {
  json_t *item = json_object_get(object, name);
  *value = json_integer_value(item);
  return json_is_integer(item) && *value >= least;
}

/* Returns a text without control characters except newlines, or NULL. */
static const char *clean_text(json_t *object, const char *name) {
  json_t *item = json_object_get(object, name);
  const char *text = json_string_value(item);
  if (!text) return NULL;
  for (size_t index = 0, length = json_string_length(item); index < length; index++)
    if (((unsigned char)text[index] < ' ' && text[index] != '\n') || text[index] == 127) return NULL;
  return text;
}

/* Converts an offset of the client's unit to bytes; false if it is not in the text, or inside a code point. */
static bool place_of(const struct kb_own_field *field, const char *text, int64_t units, size_t *bytes) {
  enum kb_offsets unit = field->shown.client->offsets;
  *bytes = kb_bytes_from_units(unit, text, (size_t)units);
  return kb_units_from_bytes(unit, text, *bytes) == (size_t)units;
}

/* Keeps a preedit of a message. Returns false if it is invalid. */
static bool take_preedit(struct kb_own_field *field, json_t *json) {
  struct kb_kept kept = {.json = json_incref(json)};
  json_t *segments = json_object_get(json, "segments"), *caret = json_object_get(json, "caret"), *segment;
  const char *text = clean_text(json, "text"), *fallback = clean_text(json, "fallback");
  int64_t composition = 0, place = 0, offset = -1;
  size_t index, count = json_array_size(segments), bytes;
  struct kb_segment *items = kb_arena_take(&kept.arena, (count + 1) * sizeof *items);
  // An empty text has no composition.
  if (text && !text[0]) composition = field->composition;
  bool is_valid = items && text && fallback && (!text[0] || is_integer(json, "composition", 0, &composition)) &&
                  composition >= field->composition && (!segments || json_is_array(segments));
  if (is_valid && caret && !json_is_null(caret)) is_valid = is_integer(json, "caret", 0, &offset) && place_of(field, text, offset, &bytes);
  json_array_foreach(segments, index, segment) {
    const char *style = json_string_value(json_object_get(segment, "style"));
    int64_t length;
    is_valid = is_valid && style && is_integer(segment, "length", 0, &length) && length <= INT32_MAX;
    if (!is_valid) break;
    items[index] = (struct kb_segment){(size_t)place, (size_t)(place + length),
                                       !strcmp(style, "focused") ? KB_FOCUSED : !strcmp(style, "converted") ? KB_CONVERTED : KB_RAW};
    place += length;
    is_valid = place_of(field, text, place, &bytes);
  }
  char *copy = is_valid ? strdup(fallback) : NULL;
  if (!copy) {
    kb_kept_clear(&kept);
    return false;
  }
  kb_kept_clear(&field->preedit_memory);
  field->preedit_memory = kept;
  free(field->fallback);
  field->fallback = copy;
  field->composition = composition;
  field->preedit = (struct kb_preedit){text, items, count, offset};
  field->has_preedit = text[0] != 0;
  return true;
}

/* Checking edits.

   A widget can refuse a text or cut it without a word. A replacement that is already on its way would then delete the wrong
   characters. So the text next to the caret is compared with the text that an edit should leave; if it differs, the change
   counts as another one, and later edits that name the revision are stale. */

static size_t code_point_start(const char *text, size_t place) {
  while (place && ((unsigned char)text[place] & 0xC0) == 0x80) place--;
  return place;
}

static size_t next_code_point(const char *text, size_t place) {
  do place++;
  while (((unsigned char)text[place] & 0xC0) == 0x80);
  return place;
}

/* Keeps the end of a text, or its beginning. */
static void set_part(struct kb_part *part, const char *text, size_t length, bool is_whole, bool keeps_end) {
  size_t start = 0, most = sizeof part->text - 1;
  part->is_whole = is_whole && length <= most;
  if (length > most && keeps_end) {
    for (start = length - most; start < length && ((unsigned char)text[start] & 0xC0) == 0x80;) start++;
    length -= start;
  } else if (length > most) {
    length = code_point_start(text, most);
  }
  part->length = length;
  memmove(part->text, text + start, length);
  part->text[length] = 0;
}

/* FNV-1a. */
static uint64_t hash_of(const struct kb_surroundings *known) {
  uint64_t hash = 0xCBF29CE484222325;
  for (size_t index = 0; index < known->length; index++) hash = (hash ^ (unsigned char)known->text[index]) * 0x100000001B3;
  hash = (hash ^ known->anchor) * 0x100000001B3;
  return (hash ^ known->head) * 0x100000001B3 | 1;
}

/* Returns the surroundings with their offsets in bytes. */
static bool ask(struct kb_own_field *field, struct kb_surroundings *known, size_t *anchor, size_t *head) {
  enum kb_offsets unit = field->shown.client->offsets;
  *known = (struct kb_surroundings){0};
  field->known = 0;
  if (field->shown.is_secure || !field->toolkit.surroundings || !field->toolkit.surroundings(&field->shown, known)) return false;
  if (field->is_removed || field->shown.client->is_freed || !known->text) return false;
  field->known = hash_of(known);
  *anchor = kb_bytes_from_units(unit, known->text, known->anchor);
  *head = known->anchor == known->head ? *anchor : kb_bytes_from_units(unit, known->text, known->head);
  return *anchor <= known->length && *head <= known->length;
}

static void look(struct kb_own_field *field, const struct kb_surroundings *known, size_t anchor, size_t head) {
  size_t start = anchor < head ? anchor : head, end = anchor < head ? head : anchor;
  set_part(&field->near.before, known->text, start, true, true);
  set_part(&field->near.after, known->text + end, known->length - end, true, false);
  field->near.is_known = true;
}

/* Changes the text next to the caret as an edit should. Returns false if that cannot be known. */
static bool expect(struct kb_near *near, enum kb_offsets unit, const struct kb_edit *edit) {
  struct kb_part *before = &near->before, *after = &near->after;
  size_t units = kb_units_from_bytes(unit, before->text, before->length), length = strlen(edit->text);
  if (!near->is_known || edit->before > units || edit->after > kb_units_from_bytes(unit, after->text, after->length)) return false;
  size_t kept = kb_bytes_from_units(unit, before->text, units - edit->before), cut = kb_bytes_from_units(unit, after->text, edit->after);
  if (length >= sizeof before->text) {
    set_part(before, edit->text, length, false, true);
  } else {
    char joined[2 * sizeof before->text];
    memcpy(joined, before->text, kept);
    memcpy(joined + kept, edit->text, length);
    set_part(before, joined, kept + length, before->is_whole, true);
  }
  set_part(after, after->text + cut, after->length - cut, after->is_whole, false);
  return true;
}

/* Whether a part of the text is as expected, as far as that is known. */
static bool is_as_expected(const struct kb_part *expected, const struct kb_part *found, bool compares_end) {
  if (expected->is_whole && (!found->is_whole || expected->length != found->length)) return false;
  if (found->is_whole && found->length < expected->length) return false;
  size_t length = expected->length < found->length ? expected->length : found->length;
  size_t skipped = compares_end ? expected->length - length : 0, left = compares_end ? found->length - length : 0;
  return !memcmp(expected->text + skipped, found->text + left, length);
}

/* Limits what an edit deletes to the text, as far as that is known, and to whole code points. */
static struct kb_edit limited(const struct kb_near *near, enum kb_offsets unit, struct kb_edit edit) {
  const struct kb_part *before = &near->before, *after = &near->after;
  if (!near->is_known) return edit;
  size_t units = kb_units_from_bytes(unit, before->text, before->length);
  if (edit.before > units && before->is_whole) edit.before = units;
  if (edit.before <= units) {
    size_t left = units - edit.before, start = kb_bytes_from_units(unit, before->text, left);
    // Inside of a code point, which stays.
    if (kb_units_from_bytes(unit, before->text, start) != left)
      edit.before = units - kb_units_from_bytes(unit, before->text, next_code_point(before->text, start));
  }
  units = kb_units_from_bytes(unit, after->text, after->length);
  if (edit.after > units && after->is_whole) edit.after = units;
  if (edit.after <= units) edit.after = kb_units_from_bytes(unit, after->text, kb_bytes_from_units(unit, after->text, edit.after));
  return edit;
}

static void apply(struct kb_own_field *field, const struct kb_edit *source) {
  struct kb_client *client = field->shown.client;
  struct kb_near expected = field->near;
  bool handles_later = field->toolkit.handles_later;
  struct kb_edit edit = handles_later ? *source : limited(&field->near, client->offsets, *source);
  bool is_expected = !handles_later && expect(&expected, client->offsets, &edit);
  bool was_applying = field->is_applying;
  field->is_applying = true;
  field->toolkit.edit(&field->shown, &edit);
  field->is_applying = was_applying;
  field->near.is_known = false;
  struct kb_surroundings known;
  size_t anchor, head;
  if (client->is_freed || field->is_removed || handles_later || !ask(field, &known, &anchor, &head)) return;
  if (field->is_dirty || !is_expected) return;
  look(field, &known, anchor, head);
  if (anchor != head || !is_as_expected(&expected.before, &field->near.before, true) ||
      !is_as_expected(&expected.after, &field->near.after, false))
    field->is_dirty = true;
}

/* Inserts a text at the caret in place of the preedit. */
static void insert(struct kb_own_field *field, const char *text) {
  bool had_preedit = field->has_preedit;
  forget_preedit(field);
  if (!had_preedit && !text[0]) return;
  struct kb_edit edit = {0, 0, text, NULL};
  apply(field, &edit);
}

/* Marks the composition as ended by the program, and returns its fallback. */
static const char *end_composition(struct kb_own_field *field) {
  field->ended = field->composition;
  field->is_dirty = true;
  return field->fallback ? field->fallback : "";
}

static void send_end(struct kb_own_field *field, const char *outcome) {
  struct kb_client *client = field->shown.client;
  if (client->phase != KB_READY || !field->is_created) return;
  kb_send(client, "composition.end", json_pack("{s:s,s:I,s:s,s:I}", "container", field->shown.name, "composition",
                                               (json_int_t)field->composition, "outcome", outcome, "seen", (json_int_t)field->seen),
          kb_report_refusal, "composition.end");
  kb_wake(client);
}

static void end_by_program(struct kb_own_field *field, bool inserts) {
  if (!field->has_preedit || field->is_removed) return;
  struct kb_client *client = field->shown.client;
  bool may_nest = client->may_nest;
  client->may_nest = may_nest || !client->depth;
  kb_enter(client);
  const char *fallback = end_composition(field);
  insert(field, inserts ? fallback : "");
  client->may_nest = may_nest;
  if (!client->is_freed && !field->is_removed) send_end(field, inserts ? "inserted" : "dropped");
  kb_leave(client);
}

void kb_field_commit(struct kb_field *field) { end_by_program(own(field), true); }

void kb_field_cancel(struct kb_field *field) { end_by_program(own(field), false); }

void kb_field_blur(struct kb_field *field) { end_by_program(own(field), true); }

const char *kb_field_composition_ended(struct kb_field *shown, bool inserted) {
  struct kb_own_field *field = own(shown);
  if (!field->has_preedit || field->is_removed) return "";
  const char *fallback = end_composition(field);
  forget_preedit(field);
  send_end(field, inserted ? "inserted" : "dropped");
  return fallback;
}

void kb_external_focus_ended(struct kb_own_field *field) {
  if (field->has_preedit && !field->is_removed) insert(field, end_composition(field));
}

/* Keys. */

static void free_down(struct kb_down *down) {
  free(down->key);
  free(down->keysym);
  free(down->characters);
  free(down->device);
}

static char *copy_of(const char *text) { return strdup(text ? text : ""); }

static struct kb_down *find_down(struct kb_own_field *field, int code, const char *device) {
  for (size_t index = 0; index < field->downs_count; index++)
    if (field->downs[index].code == code && !strcmp(field->downs[index].device, device)) return field->downs + index;
  return NULL;
}

static bool press(struct kb_own_field *field, const struct kb_key *key) {
  if (field->downs_count >= KB_DOWN_LIMIT) return false;
  struct kb_down *downs = realloc(field->downs, (field->downs_count + 1) * sizeof *downs);
  if (!downs) return false;
  field->downs = downs;
  struct kb_down down = {key->code, key->keysym_value, key->modifiers, copy_of(key->key), copy_of(key->keysym),
                         copy_of(key->characters), copy_of(key->device)};
  if (!down.key || !down.keysym || !down.characters || !down.device) {
    free_down(&down);
    return false;
  }
  downs[field->downs_count++] = down;
  return true;
}

static void release(struct kb_own_field *field, struct kb_down *down) {
  free_down(down);
  *down = field->downs[--field->downs_count];
}

void kb_cancel_keys(struct kb_own_field *field) {
  while (field->downs_count) {
    struct kb_down down = field->downs[--field->downs_count];
    struct kb_key key = {KB_CANCELLED, down.code, down.key, down.keysym, down.keysym_value, down.modifiers, down.characters,
                         down.device, 0};
    if (field->toolkit.key && !field->is_removed && !field->shown.client->is_freed) field->toolkit.key(&field->shown, &key);
    free_down(&down);
  }
}

static unsigned modifiers_of(json_t *list) {
  static const char *const names[] = {"control", "option", "shift", "command", "capslock", "keypad"};
  unsigned modifiers = 0;
  size_t index;
  json_t *item;
  json_array_foreach(list, index, item) {
    const char *name = json_string_value(item);
    for (size_t number = 0; name && number < sizeof names / sizeof *names; number++)
      if (!strcmp(name, names[number])) modifiers |= 1u << number;
  }
  return modifiers;
}

static bool follow_key(struct kb_own_field *field, json_t *params) {
  static const char *const phases[] = {"began", "repeated", "ended", "cancelled"};
  const char *phase = json_string_value(json_object_get(params, "phase"));
  const char *characters = json_string_value(json_object_get(params, "characters"));
  struct kb_key key = {.key = json_string_value(json_object_get(params, "key")),
                       .keysym = json_string_value(json_object_get(params, "keysym")),
                       .characters = characters ? characters : "",
                       .device = json_string_value(json_object_get(params, "device")),
                       .modifiers = modifiers_of(json_object_get(params, "modifiers"))};
  int64_t code, value;
  size_t number = 0;
  while (phase && number < 4 && strcmp(phase, phases[number])) number++;
  if (!phase || number == 4 || !key.key || !key.keysym || !key.device || !is_integer(params, "code", 0, &code) || code > 0xFFFF ||
      !is_integer(params, "keysymValue", 0, &value) || !is_integer(params, "time", 0, &key.time))
    return false;
  key.phase = (enum kb_phase)number;
  key.code = (int)code;
  key.keysym_value = (uint32_t)value;
  struct kb_down *down = find_down(field, key.code, key.device);
  if (key.phase == KB_BEGAN) {
    if (down || !press(field, &key)) return false;
  } else if (!down) {
    return true;  // it was cancelled when the connection ended
  } else if (key.phase != KB_REPEATED) {
    release(field, down);
  }
  if (field->toolkit.key) field->toolkit.key(&field->shown, &key);
  return true;
}

/* Messages. */

static bool is_stale(const struct kb_own_field *field, json_t *params, bool *is_valid) {
  json_t *revision = json_object_get(params, "revision"), *composition = json_object_get(params, "composition");
  *is_valid = (!revision || json_is_integer(revision)) && (!composition || json_is_integer(composition));
  if (revision && (field->is_dirty || json_integer_value(revision) != field->others)) return true;
  return composition && json_integer_value(composition) <= field->ended;
}

static bool follow_edit(struct kb_own_field *field, json_t *params) {
  json_t *preedit = json_object_get(params, "preedit");
  const char *text = clean_text(params, "text");
  int64_t before, after;
  bool is_valid;
  bool stale = is_stale(field, params, &is_valid);
  if (!is_valid || !text || !is_integer(params, "before", 0, &before) || !is_integer(params, "after", 0, &after)) return false;
  if (stale) {
    json_t *plain = json_object_get(params, "plain");
    text = plain && !json_is_null(plain) ? clean_text(params, "plain") : "";
    if (!text) return false;
    before = after = 0;
  }
  bool had_preedit = field->has_preedit;
  forget_preedit(field);
  if (preedit && !json_is_null(preedit)) {
    if (!take_preedit(field, preedit)) return false;
    if (field->composition <= field->ended) forget_preedit(field);
  }
  if (stale && !text[0] && !had_preedit && !field->has_preedit) return true;
  struct kb_edit edit = {(size_t)before, (size_t)after, text, field->has_preedit ? &field->preedit : NULL};
  apply(field, &edit);
  return true;
}

static bool follow_preedit(struct kb_own_field *field, json_t *params) {
  int64_t composition;
  if (is_integer(params, "composition", 0, &composition) && composition <= field->ended) return true;
  bool was_shown = field->has_preedit;
  if (!take_preedit(field, params)) return false;
  if (!field->toolkit.preedit || (!was_shown && !field->has_preedit)) return true;
  field->is_applying = true;
  field->toolkit.preedit(&field->shown, &field->preedit);
  field->is_applying = false;
  // The toolkit has deleted the selection.
  struct kb_surroundings known;
  size_t anchor, head;
  if (!was_shown && !field->toolkit.handles_later && !field->is_removed && !field->shown.client->is_freed)
    ask(field, &known, &anchor, &head);
  return true;
}

/* Handles a message for a toolkit's field. Returns false if it is another notification. */
bool kb_external_follow(struct kb_client *client, const char *method, json_t *params) {
  if (strncmp(method, "external.", 9)) return false;
  const char *name = json_string_value(json_object_get(params, "container"));
  struct kb_own_field *field = name ? kb_find_field(client, name) : NULL;
  // Messages to a field that was removed may still be on their way. Its text must not reach
  // another one.
  if (!field || !field->shown.is_external || !field->is_created) return true;
  if (!strcmp(method, "external.keysDropped")) {
    if (field->toolkit.dropped) field->toolkit.dropped(&field->shown);
    return true;
  }
  int64_t number;
  if (!is_integer(params, "number", 1, &number) || number != field->number + 1) {
    kb_breach(client, "the service sent message %lld to the field %.60s, but %lld is next", (long long)number, field->shown.name,
              (long long)field->number + 1);
    return true;
  }
  field->number = number;
  // A dialog that the toolkit opens while it handles the message needs the next ones.
  kb_begin_nesting(client);
  bool is_valid = true;
  if (!strcmp(method, "external.edit")) is_valid = follow_edit(field, params);
  else if (!strcmp(method, "external.preedit")) is_valid = follow_preedit(field, params);
  else if (!strcmp(method, "external.key")) is_valid = follow_key(field, params);
  client->may_nest = false;
  if (client->is_freed) return true;
  // A dialog may have handled later ones.
  if (!field->toolkit.handles_later && field->handled < number) field->handled = number;
  if (!is_valid) kb_breach(client, "the service sent an invalid %.60s to the field %.60s", method, field->shown.name);
  return true;
}

/* Reports. */

void kb_field_changed(struct kb_field *shown) {
  struct kb_own_field *field = own(shown);
  if (!shown->is_external || field->is_removed) return;
  field->is_dirty = true;
  if (field->is_created) kb_wake(shown->client);
}

bool kb_field_check(struct kb_field *shown) {
  struct kb_own_field *field = own(shown);
  struct kb_client *client = shown->client;
  uint64_t before = field->known;
  struct kb_surroundings known;
  size_t anchor, head;
  if (!shown->is_external || field->is_removed || !field->is_created || field->is_applying) return false;
  kb_enter(client);
  ask(field, &known, &anchor, &head);
  bool differs = !client->is_freed && !field->is_removed && field->known != before;
  if (differs) kb_field_changed(shown);
  kb_leave(client);
  return differs;
}

/* Returns the text in JSON with its selection, at most 4,000 bytes around the caret, or NULL if nothing is known. */
static json_t *surroundings_of(struct kb_own_field *field) {
  struct kb_surroundings known;
  enum kb_offsets unit = field->shown.client->offsets;
  size_t anchor, head;
  field->near.is_known = false;
  if (!ask(field, &known, &anchor, &head)) return NULL;
  look(field, &known, anchor, head);
  const char *text = known.text;
  size_t length = known.length;
  size_t start = anchor < head ? anchor : head, end = anchor < head ? head : anchor;
  json_t *result = NULL;
  if (end - start <= KB_SURROUNDINGS_LIMIT) {
    size_t room = KB_SURROUNDINGS_LIMIT - (end - start), after = length - end;
    // The text before the caret matters more.
    size_t wanted_after = after < room / 4 ? after : room / 4;
    size_t before = start < room - wanted_after ? start : room - wanted_after;
    if (after > room - before) after = room - before;
    size_t first = start - before, last = end + after;
    while (first < start && ((unsigned char)text[first] & 0xC0) == 0x80) first++;
    if (last < length) last = code_point_start(text, last);
    result = json_pack("{s:o,s:I,s:I}", "text", json_stringn(text + first, last - first), "anchor",
                       (json_int_t)kb_units_from_bytes(unit, text + first, anchor - first), "head",
                       (json_int_t)kb_units_from_bytes(unit, text + first, head - first));
    if (!result) kb_report(field->shown.client, "the text of the field %.60s is not UTF-8", field->shown.name);
  }
  return result;
}

void kb_external_settle(struct kb_own_field *field) {
  struct kb_client *client = field->shown.client;
  if (client->phase != KB_READY || !field->is_created || (!field->is_dirty && field->seen == field->handled)) return;
  // The text would not have the edits that wait in the program's queue.
  if (field->handled != field->number) return;
  // A change that the toolkit reports while it is asked is reported next time.
  bool is_other = field->is_dirty;
  field->is_dirty = false;
  json_t *report = surroundings_of(field);
  if (client->is_freed || field->is_removed) {
    json_decref(report);
    return;
  }
  if (!report) report = json_object();
  field->seen = field->handled;
  if (is_other) field->others++;
  json_object_set_new(report, "container", json_string(field->shown.name));
  json_object_set_new(report, "seen", json_integer(field->seen));
  json_object_set_new(report, "cause", json_string(is_other ? "other" : "edit"));
  if (kb_send(client, "surroundings.set", report, kb_report_refusal, "surroundings.set"))
    kb_breach(client, "the service does not read");
}

void kb_field_handled(struct kb_field *shown) {
  struct kb_own_field *field = own(shown);
  if (!shown->is_external || field->is_removed) return;
  field->handled = field->number;
  if (field->handled != field->seen) kb_wake(shown->client);
}

/* Connections. */

void kb_external_created(struct kb_own_field *field) {
  field->number = field->handled = field->seen = field->others = field->composition = 0;
  field->ended = -1;
  field->near.is_known = false;
  field->is_dirty = true;
}

void kb_external_lost(struct kb_own_field *field) {
  if (field->has_preedit) insert(field, field->fallback);
  if (!field->is_removed && !field->shown.client->is_freed) kb_cancel_keys(field);
}

void kb_external_destroy(struct kb_own_field *field) {
  while (field->downs_count) free_down(field->downs + --field->downs_count);
  free(field->downs);
  free(field->fallback);
  kb_kept_clear(&field->preedit_memory);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A program that tests drive: it reads commands, objects of JSON in lines, and prints events in the same form.

   It has a toolkit of its own, whose widgets have a text, a selection and a preedit. It reads from the service only during the
   command `run`, so the order of everything is known. */
#include <errno.h>
#include <jansson.h>
#include <keybridge-client.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct widget {
  struct kb_field *field;
  char text[20000];
  size_t length, anchor, head; /* bytes */
  size_t limit;                /* the text is cut there; 0 for none */
  char preedit[20000];
  bool refuses, knows_nothing;
  bool is_remote; /* the test has the text, and answers each call with the command `return` */
  json_t *reaction; /* a command to run in the next call of `edit` */
  struct widget *next;
};

static struct kb_client *client;
static struct widget *widgets;
static enum kb_offsets unit;
static struct kb_handlers handlers;
static bool answers = true;
static bool has_ended;
static unsigned depth; /* of commands within functions of the toolkit */

static void run_command(json_t *command);

static void print(json_t *event) {
  char *line = json_dumps(event, JSON_COMPACT);
  json_decref(event);
  if (!line) {
    fprintf(stderr, "driver: an event has a text that is missing or not UTF-8\n");
    abort();
  }
  puts(line);
  free(line);
  fflush(stdout);
}

static void on_state(struct kb_client *owner, enum kb_state state, const char *message, void *user) {
  static const char *const names[] = {"unavailable", "connected", "resumed", "lost"};
  (void)owner;
  (void)user;
  print(json_pack("{s:s,s:s}", "state", names[state], "message", message));
}

static void on_error(struct kb_client *owner, const char *message, void *user) {
  (void)owner;
  (void)user;
  print(json_pack("{s:s}", "error", message));
}

static void on_notification(struct kb_client *owner, const char *method, json_t *params, void *user) {
  (void)user;
  print(json_pack("{s:s,s:O?}", "notification", method, "params", params));
  // A program may leave at any time.
  if (!strcmp(method, "test.leave")) {
    kb_client_free(owner);
    client = NULL;
  }
}

static struct widget *widget_of(struct kb_field *field) { return field->user; }

static struct widget *named(const char *name) {
  for (struct widget *widget = widgets; widget; widget = widget->next)
    if (widget->field && !strcmp(widget->field->name, name)) return widget;
  fprintf(stderr, "driver: no widget %s\n", name);
  exit(3);
}

static size_t bytes(const struct widget *widget, size_t units) { return kb_bytes_from_units(unit, widget->text, units); }

static size_t units(const struct widget *widget, size_t place) { return kb_units_from_bytes(unit, widget->text, place); }

static void delete_part(struct widget *widget, size_t start, size_t end) {
  memmove(widget->text + start, widget->text + end, widget->length - end + 1);
  widget->length -= end - start;
  widget->anchor = widget->head = start;
}

static void delete_selection(struct widget *widget) {
  bool is_forward = widget->anchor <= widget->head;
  delete_part(widget, is_forward ? widget->anchor : widget->head, is_forward ? widget->head : widget->anchor);
}

static json_t *preedit_to_json(const struct kb_preedit *preedit) {
  json_t *segments = json_array();
  for (size_t index = 0; index < preedit->segments_count; index++)
    json_array_append_new(segments, json_pack("[i,i,i]", (int)preedit->segments[index].start, (int)preedit->segments[index].end,
                                              (int)preedit->segments[index].style));
  return json_pack("{s:s,s:o,s:i}", "text", preedit->text, "segments", segments, "caret", (int)preedit->caret);
}

static void insert_text(struct widget *widget, const char *text) {
  size_t length = strlen(text);
  if (widget->refuses) return;
  while (length && (widget->length + length >= sizeof widget->text || (widget->limit && widget->length + length > widget->limit)))
    for (length--; length && ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
  memmove(widget->text + widget->head + length, widget->text + widget->head, widget->length - widget->head + 1);
  memcpy(widget->text + widget->head, text, length);
  widget->length += length;
  widget->anchor = widget->head += length;
}

static void react(struct widget *widget) {
  json_t *reaction = widget->reaction;
  if (!reaction) return;
  widget->reaction = NULL;
  run_command(reaction);
  json_decref(reaction);
}

/* Prints an event, and runs commands until `return`, which is the test's answer. */
static json_t *ask(const struct widget *widget, json_t *event) {
  static char *line;
  static size_t size;
  json_t *answer = NULL;
  json_object_set_new(event, "waits", json_true());
  print(event);
  while (!answer) {
    json_error_t error;
    if (getline(&line, &size, stdin) <= 0 || !(answer = json_loads(line, 0, &error))) exit(3);
    if (!strcmp(json_string_value(json_object_get(answer, "do")), "return")) break;
    run_command(answer);
    json_decref(answer);
    answer = NULL;
  }
  if (json_is_true(json_object_get(answer, "changed"))) kb_field_changed(widget->field);
  return answer;
}

/* Prints an event; returns whether the test has handled it. */
static bool is_remote(struct widget *widget, json_t *event) {
  if (!widget->is_remote) {
    print(event);
    return false;
  }
  json_decref(ask(widget, event));
  return true;
}

static void on_edit(struct kb_field *field, const struct kb_edit *edit) {
  struct widget *widget = widget_of(field);
  if (is_remote(widget, json_pack("{s:s,s:s,s:i,s:i,s:s,s:o*}", "event", "edit", "field", field->name, "before", (int)edit->before,
                                  "after", (int)edit->after, "text", edit->text, "preedit",
                                  edit->preedit ? preedit_to_json(edit->preedit) : NULL)))
    return;
  widget->preedit[0] = 0;
  delete_selection(widget);
  size_t caret = units(widget, widget->head);
  size_t start = bytes(widget, caret > edit->before ? caret - edit->before : 0), end = bytes(widget, caret + edit->after);
  if (!widget->refuses) delete_part(widget, start, end);
  insert_text(widget, edit->text);
  if (edit->preedit) snprintf(widget->preedit, sizeof widget->preedit, "%s", edit->preedit->text);
  react(widget);
}

static void on_preedit(struct kb_field *field, const struct kb_preedit *preedit) {
  struct widget *widget = widget_of(field);
  if (is_remote(widget, json_pack("{s:s,s:s,s:o}", "event", "preedit", "field", field->name, "preedit", preedit_to_json(preedit)))) return;
  if (!widget->preedit[0]) delete_selection(widget);
  snprintf(widget->preedit, sizeof widget->preedit, "%s", preedit->text);
  react(widget);
}

static void on_key(struct kb_field *field, const struct kb_key *key) {
  static const char *const phases[] = {"began", "repeated", "ended", "cancelled"};
  json_t *event = json_pack("{s:s,s:s,s:s,s:i,s:s,s:s,s:i,s:i,s:s,s:s}", "event", "key", "field", field->name, "phase",
                            phases[key->phase], "code", key->code, "key", key->key, "keysym", key->keysym, "value",
                            (int)key->keysym_value, "modifiers", (int)key->modifiers, "characters", key->characters, "device", key->device);
  if (!is_remote(widget_of(field), event)) react(widget_of(field));
}

static bool on_surroundings(struct kb_field *field, struct kb_surroundings *surroundings) {
  struct widget *widget = widget_of(field);
  if (widget->knows_nothing) return false;
  if (widget->is_remote) {
    json_t *answer = ask(widget, json_pack("{s:s}", "event", "surroundings"));
    widget->length = (size_t)snprintf(widget->text, sizeof widget->text, "%s", json_string_value(json_object_get(answer, "text")));
    *surroundings = (struct kb_surroundings){widget->text, widget->length, (size_t)json_integer_value(json_object_get(answer, "anchor")),
                                             (size_t)json_integer_value(json_object_get(answer, "head"))};
    json_decref(answer);
    return true;
  }
  *surroundings = (struct kb_surroundings){widget->text, widget->length, units(widget, widget->anchor), units(widget, widget->head)};
  return true;
}

static void on_dropped(struct kb_field *field) { print(json_pack("{s:s,s:s}", "event", "dropped", "field", field->name)); }

static void on_change(struct kb_field *field) { print(json_pack("{s:s,s:s}", "event", "changed", "field", field->name)); }

/* Handlers of the client. */

static void on_command(struct kb_client *owner, const struct kb_command_invoked *params, void *user) {
  (void)owner;
  (void)user;
  print(json_pack("{s:s,s:s}", "command", params->id, "title", params->title));
}

static void on_text(struct kb_client *owner, const struct kb_text_did_change *params, void *user) {
  (void)user;
  // The field already has the change. A service that lies may name a field of the toolkit.
  struct kb_field *field = kb_field_named(owner, params->container);
  if (field && field->text) print(json_pack("{s:s,s:s}", "text", params->string, "now", field->text));
}

static struct kb_answer on_question(struct kb_client *owner, const struct kb_text_should_change *params, void *user) {
  (void)owner;
  (void)user;
  print(json_pack("{s:s}", "question", params->string));
  return (struct kb_answer){answers, answers ? NULL : "ignored"};
}

static void on_words(const struct kb_response *response, void *user) {
  (void)user;
  const struct kb_text_words_result *result = kb_get_text_words_result(response);
  json_t *words = json_array();
  for (size_t index = 0; result && index < result->words_count; index++)
    json_array_append_new(words, json_pack("[I,s]", (json_int_t)result->words[index].range.start, result->words[index].text));
  print(json_pack("{s:o,s:s}", "words", words, "refused", response->error ? response->error->name : ""));
}

static void on_done(const struct kb_response *response, void *user) {
  char *label = user;
  print(json_pack("{s:s,s:s}", "done", label, "refused", response->error ? response->error->name : ""));
  free(label);
}

static int cells(void *user, const char *text, size_t length) {
  (void)user;
  return (int)kb_units_from_bytes(KB_SCALARS, text, length);
}

/* Commands. */

static const char *text_of(json_t *command, const char *name) { return json_string_value(json_object_get(command, name)); }

static size_t number_of(json_t *command, const char *name) { return (size_t)json_integer_value(json_object_get(command, name)); }

static bool is_set(json_t *command, const char *name) { return json_is_true(json_object_get(command, name)); }

static void start(json_t *command) {
  const char *offsets = text_of(command, "offsets");
  unit = offsets && !strcmp(offsets, "utf16") ? KB_UTF16 : offsets && !strcmp(offsets, "scalars") ? KB_SCALARS : KB_UTF8;
  static const char *const events[] = {"text.*", "focus.*"};
  bool selects = is_set(command, "events");
  if (is_set(command, "handles")) {
    handlers.command_invoked = on_command;
    handlers.text_did_change = on_text;
    handlers.text_should_change = on_question;
  }
  struct kb_options options = {.name = text_of(command, "name"), .path = text_of(command, "path"), .offsets = unit, .state = on_state,
                               .error = on_error, .handlers = &handlers, .grace = KB_INT(5), .events = selects ? events : NULL,
                               .events_count = selects ? 2 : 0,
                               .notification = is_set(command, "notifications") ? on_notification : NULL};
  client = kb_client_new(&options);
  print(json_pack("{s:i}", "started", client ? 0 : errno));
}

static void create(json_t *command) {
  struct widget *widget = calloc(1, sizeof *widget);
  widget->limit = number_of(command, "limit");
  widget->is_remote = is_set(command, "remote");
  bool is_external = is_set(command, "external");
  struct kb_toolkit toolkit = {.edit = on_edit, .preedit = on_preedit, .key = on_key, .surroundings = on_surroundings,
                               .dropped = on_dropped};
  if (is_set(command, "plain")) toolkit = (struct kb_toolkit){.edit = on_edit};
  struct kb_traits_to_set traits = {.is_secure_text_entry = is_set(command, "secure") ? &kb_true : NULL};
  struct kb_container_create container = {.container = text_of(command, "field"), .kind = text_of(command, "kind"),
                                          .text = text_of(command, "text"), .traits = &traits};
  struct kb_field_options options = {.create = &container, .toolkit = is_external ? &toolkit : NULL, .changed = on_change,
                                     .user = widget, .is_multiline = is_set(command, "multiline"),
                                     .is_read_only = is_set(command, "readOnly")};
  widget->field = kb_field_new(client, &options);
  if (!widget->field) {
    print(json_pack("{s:i}", "created", errno));
    free(widget);
    return;
  }
  widget->next = widgets;
  widgets = widget;
}

static json_t *candidates_to_json(const struct kb_candidate_list *list, int width) {
  struct kb_rows *rows = kb_candidate_rows(list, cells, NULL, width);
  json_t *array = json_array();
  for (size_t index = 0; index < rows->count; index++) {
    struct kb_row *row = rows->rows + index;
    json_array_append_new(array, json_pack("[s,s,i,i,i,b]", row->text, row->detail, (int)row->highlight_start, (int)row->highlight_end,
                                           row->number, row->is_heading));
  }
  kb_rows_free(rows);
  return array;
}

static json_t *panel_to_json(int width, size_t most) {
  struct kb_rows *rows = kb_panel_rows(kb_client_panel(client), cells, NULL, width, most);
  json_t *array = json_array();
  for (size_t index = 0; index < rows->count; index++)
    json_array_append_new(array, json_pack("[s,s,b]", rows->rows[index].text, rows->rows[index].detail, rows->rows[index].is_heading));
  kb_rows_free(rows);
  return array;
}

static void show(json_t *command) {
  struct widget *widget = named(text_of(command, "field"));
  struct kb_field *field = widget->field;
  if (field->is_external) {
    const struct kb_preedit *preedit = kb_field_preedit(field);
    print(json_pack("{s:s,s:i,s:i,s:s,s:s,s:b,s:b}", "text", widget->text, "anchor", (int)widget->anchor, "head", (int)widget->head,
                    "preedit", widget->preedit, "known", preedit ? preedit->text : "", "exists", field->exists, "focus",
                    field->has_focus));
    return;
  }
  json_t *segments = json_array(), *misspelled = json_array();
  for (size_t index = 0; index < field->segments_count; index++)
    json_array_append_new(segments, json_pack("[i,i,i]", (int)field->segments[index].start, (int)field->segments[index].end,
                                              (int)field->segments[index].style));
  for (size_t index = 0; index < field->misspelled_count; index++)
    json_array_append_new(misspelled, json_pack("[I,I]", (json_int_t)field->misspelled[index].start,
                                                (json_int_t)field->misspelled[index].end));
  print(json_pack("{s:s,s:i,s:i,s:i,s:[i,i],s:o,s:o,s:b,s:b,s:s,s:s,s:o,s:o,s:I}", "text", field->text, "length", (int)field->length,
                  "anchor", (int)field->anchor, "head", (int)field->head, "marked", (int)field->marked_start, (int)field->marked_end,
                  "segments", segments, "misspelled", misspelled, "exists", field->exists, "focus", field->has_focus, "continuation",
                  field->continuation ? field->continuation : "", "correction", field->correction ? field->correction : "",
                  "candidates", candidates_to_json(field->candidates, (int)number_of(command, "width")), "panel",
                  panel_to_json((int)number_of(command, "width"), number_of(command, "rows")), "revision",
                  (json_int_t)field->revision));
}

static double longest;

static int dispatch(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  int result = kb_client_dispatch(client);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  double milliseconds = (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) / 1e6;
  if (milliseconds > longest) longest = milliseconds;
  return result;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Dispatches until nothing is waiting, but at least for `ms` milliseconds. */
static void run(json_t *command) {
  double end = now() + (double)number_of(command, "ms");
  for (;;) {
    struct pollfd descriptor = {kb_client_fd(client), kb_client_events(client), 0};
    double left = end - now();
    int timeout = kb_client_timeout(client);
    int wait = left < 0 ? 0 : timeout >= 0 && timeout < left ? timeout : (int)left;
    int ready = poll(&descriptor, 1, wait);
    if (!ready && left <= 0) return;
    if (ready) dispatch();
    // In a function of the toolkit, one call handles all that has arrived.
    if (depth > 1) print(json_pack("{s:s}", "loop", "ended"));
    if (!client || depth > 1) return;
  }
}

static void change(struct widget *widget, json_t *command) {
  const char *text = text_of(command, "text");
  if (text) widget->length = (size_t)snprintf(widget->text, sizeof widget->text, "%s", text);
  size_t anchor = number_of(command, "anchor"), head = number_of(command, "head");
  widget->anchor = anchor > widget->length ? widget->length : anchor;
  widget->head = head > widget->length ? widget->length : head;
  kb_field_changed(widget->field);
}

static void for_widget(const char *name, json_t *command) {
  struct widget *widget = named(text_of(command, "field"));
  struct kb_field *field = widget->field;
  if (!strcmp(name, "change")) change(widget, command);
  else if (!strcmp(name, "changed")) kb_field_changed(field);
  else if (!strcmp(name, "check")) print(json_pack("{s:b}", "differs", kb_field_check(field)));
  else if (!strcmp(name, "focus")) kb_field_focus(field);
  else if (!strcmp(name, "blur")) kb_field_blur(field);
  else if (!strcmp(name, "commit")) kb_field_commit(field);
  else if (!strcmp(name, "cancel")) kb_field_cancel(field);
  else if (!strcmp(name, "ended")) {
    const char *text = kb_field_composition_ended(field, !is_set(command, "dropped"));
    if (text[0]) insert_text(widget, text);
    widget->preedit[0] = 0;
  } else if (!strcmp(name, "refuse")) widget->refuses = is_set(command, "value");
  else if (!strcmp(name, "forget")) widget->knows_nothing = is_set(command, "value");
  else if (!strcmp(name, "editable")) kb_field_set_editable(field, is_set(command, "value"));
  else if (!strcmp(name, "secure")) {
    struct kb_traits_to_set traits = {.is_secure_text_entry = KB_BOOL(is_set(command, "value"))};
    kb_field_set(field, &(struct kb_container_set){.traits = &traits});
  } else if (!strcmp(name, "set")) kb_field_set_text(field, text_of(command, "text"));
  else if (!strcmp(name, "replace"))
    print(json_pack("{s:i}", "replaced", kb_field_replace(field, number_of(command, "start"), number_of(command, "end"),
                                                          text_of(command, "text"))));
  else if (!strcmp(name, "select")) kb_field_select(field, number_of(command, "anchor"), number_of(command, "head"));
  else if (!strcmp(name, "choose")) kb_field_choose(field, (int)number_of(command, "number"));
  else if (!strcmp(name, "words"))
    kb_text_words(client, &(struct kb_text_words){.container = field->name}, on_words, NULL);
  else if (!strcmp(name, "react")) widget->reaction = json_incref(json_object_get(command, "command"));
  else if (!strcmp(name, "free")) {
    widget->field = NULL;
    kb_field_free(field);
  } else if (!strcmp(name, "show")) show(command);
  else {
    fprintf(stderr, "driver: no command %s\n", name);
    exit(3);
  }
}

static bool takes_over;

static bool on_item(struct kb_client *client_of_item, const struct kb_delivery_item *item, void *user) {
  (void)client_of_item;
  print(json_pack("{s:I,s:s}", "item", (json_int_t)item->number, "text", item->text ? item->text : ""));
  return *(bool *)user;
}

static void run_command(json_t *command) {
  const char *name = text_of(command, "do");
  if (!name) exit(3);
  depth++;
  if (!strcmp(name, "start")) start(command);
  else if (!strcmp(name, "new")) create(command);
  else if (!strcmp(name, "run")) run(command);
  else if (!strcmp(name, "answer")) answers = is_set(command, "value");
  else if (!strcmp(name, "release")) kb_client_release_focus(client);
  else if (!strcmp(name, "request")) {
    char *label = strdup(text_of(command, "method"));
    int status = kb_request(client, label, NULL, on_done, label);
    if (status) free(label);
    print(json_pack("{s:i}", "sent", status));
  }
  else if (!strcmp(name, "register"))
    print(json_pack("{s:i}", "sent", kb_command_register(client, &(struct kb_command_register){
        .command = text_of(command, "command"), .chord = "f9", .repeat = KB_BOOL(false)}, NULL, NULL)));
  else if (!strcmp(name, "deliver")) {
    takes_over = is_set(command, "value");
    kb_client_deliver(client, on_item, &takes_over);
  }
  else if (!strcmp(name, "wait"))
    print(json_pack("{s:i,s:b,s:f}", "timeout", kb_client_timeout(client), "connected", kb_client_is_connected(client), "longest", longest));
  else if (!strcmp(name, "end")) {
    if (client) kb_client_free(client);
    client = NULL;
    has_ended = true;
  } else for_widget(name, command);
  depth--;
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (!has_ended && getline(&line, &size, stdin) > 0) {
    json_error_t error;
    json_t *command = json_loads(line, 0, &error);
    if (!command) return 3;
    run_command(command);
    json_decref(command);
    puts("{\"ready\":true}");
    fflush(stdout);
  }
  free(line);
  if (client) kb_client_free(client);
  for (struct widget *widget = widgets, *next; widget; widget = next) {
    next = widget->next;
    json_decref(widget->reaction);
    free(widget);
  }
  return 0;
}

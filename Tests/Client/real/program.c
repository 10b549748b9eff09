/* SPDX-License-Identifier: Apache-2.0 */
/* A program with one field, which prints the field after each change until it contains the text "end", as program.py does. */
#include <jansson.h>
#include <keybridge-client.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kb_field *field;
static char *last;

static void show(void) {
  char marked[400] = "";
  snprintf(marked, sizeof marked, "%.*s", (int)(field->marked_end - field->marked_start), field->text + field->marked_start);
  json_t *items = field->candidates ? json_array() : json_null();
  for (size_t index = 0; field->candidates && index < field->candidates->items_count; index++)
    json_array_append_new(items, json_string(field->candidates->items[index].text));
  json_t *state = json_pack("{s:s,s:I,s:o,s:o}", "text", field->text, "caret",
                            (json_int_t)kb_units_from_bytes(KB_SCALARS, field->text, field->head), "marked",
                            marked[0] ? json_string(marked) : json_null(), "candidates", items);
  char *line = json_dumps(state, JSON_COMPACT);
  json_decref(state);
  if (!last || strcmp(line, last)) puts(line);
  fflush(stdout);
  free(last);
  last = line;
}

static void on_state(struct kb_client *client, enum kb_state state, const char *message, void *user) {
  static bool was_connected;
  (void)client;
  (void)message;
  (void)user;
  if (state == KB_CONNECTED) puts(was_connected ? "restored" : "connected");
  if (state == KB_RESUMED) puts("resumed");
  if (state == KB_LOST) puts("lost");
  if (state == KB_CONNECTED) was_connected = true;
  fflush(stdout);
}

#define SHOW(name)                                                                              \
  static void on_##name(struct kb_client *client, const struct kb_##name *params, void *user) { \
    (void)client;                                                                               \
    (void)params;                                                                               \
    (void)user;                                                                                 \
    show();                                                                                     \
  }
SHOW(text_did_change)
SHOW(selection_did_change)
SHOW(marked_did_change)
SHOW(candidates_did_change)

int main(int count, char **arguments) {
  if (count < 2) return 2;
  struct kb_handlers handlers = {.text_did_change = on_text_did_change, .selection_did_change = on_selection_did_change,
                                 .marked_did_change = on_marked_did_change, .candidates_did_change = on_candidates_did_change};
  struct kb_client *client = kb_client_new(
      &(struct kb_options){.name = "till", .path = arguments[1], .handlers = &handlers, .state = on_state});
  struct kb_traits_to_set traits = {.autocapitalization_type = "none"};
  struct kb_container_create create = {.container = "customer", .traits = &traits};
  field = kb_field_new(client, &(struct kb_field_options){.create = &create});
  kb_field_focus(field);
  while (field->length < 3 || strcmp(field->text + field->length - 3, "end") || field->head != field->length) {
    struct pollfd descriptor = {kb_client_fd(client), kb_client_events(client), 0};
    poll(&descriptor, 1, kb_client_timeout(client));
    kb_client_dispatch(client);
  }
  show();
  kb_client_free(client);
  free(last);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose toolkit owns the text, as toolkit.py. It prints the text, the composed text, and keys, until ⎋ is released. */
#include <jansson.h>
#include <keybridge-client.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 12 };

static char text[200];
static size_t caret; /* bytes */
static bool is_composing, has_ended;

static void say(json_t *words) {
  char *line = json_dumps(words, JSON_COMPACT);
  json_decref(words);
  puts(line);
  fflush(stdout);
  free(line);
}

/* Inserts as many characters as the text has room for. */
static void edit(size_t before, size_t after, const char *string) {
  size_t size = strlen(text), kept = kb_units_from_bytes(KB_SCALARS, text, size) - kb_units_from_bytes(KB_SCALARS, text + caret - before,
                                                                                                  before + after);
  size_t length = kb_bytes_from_units(KB_SCALARS, string, kept < LIMIT ? LIMIT - kept : 0);
  memmove(text + caret - before + length, text + caret + after, size - caret - after + 1);
  memcpy(text + caret - before, string, length);
  caret = caret - before + length;
  say(json_pack("[s,s]", "text", text));
}

static void on_preedit(struct kb_field *field, const struct kb_preedit *preedit) {
  (void)field;
  bool was_composing = is_composing;
  is_composing = preedit && preedit->text[0];
  if (is_composing) say(json_pack("[s,s]", "marked", preedit->text));
  else if (was_composing) say(json_pack("[s,n]", "marked"));
}

static void on_edit(struct kb_field *field, const struct kb_edit *change) {
  on_preedit(field, NULL);
  if (change->before || change->after || change->text[0]) edit(change->before, change->after, change->text);
  if (change->preedit) on_preedit(field, change->preedit);
}

static void on_key(struct kb_field *field, const struct kb_key *key) {
  static const char *const phases[] = {"began", "repeated", "ended", "cancelled"};
  say(json_pack("[s,s]", phases[key->phase], key->key));
  bool is_down = key->phase == KB_BEGAN || key->phase == KB_REPEATED;
  size_t place = kb_units_from_bytes(KB_SCALARS, text, caret);
  size_t previous = place ? kb_bytes_from_units(KB_SCALARS, text, place - 1) : 0;
  if (is_down && !strcmp(key->key, "KEY_BACKSPACE")) edit(caret - previous, 0, "");
  else if (is_down && !strcmp(key->key, "KEY_LEFT")) caret = previous;
  else if (key->phase == KB_ENDED && !strcmp(key->key, "KEY_ESC")) has_ended = true;
  else return;
  kb_field_changed(field);
}

static bool on_surroundings(struct kb_field *field, struct kb_surroundings *surroundings) {
  (void)field;
  *surroundings = (struct kb_surroundings){text, strlen(text), caret, caret};
  return true;
}

static void on_state(struct kb_client *client, enum kb_state state, const char *message, void *user) {
  static bool was_connected;
  (void)client;
  (void)message;
  (void)user;
  if (state == KB_UNAVAILABLE) return;
  say(json_pack("[s]", state == KB_LOST ? "lost" : state == KB_RESUMED ? "resumed" : was_connected ? "restored" : "connected"));
  was_connected = true;
}

static void on_error(struct kb_client *client, const char *message, void *user) {
  (void)client;
  (void)user;
  say(json_pack("[s,s]", "error", message));
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  struct kb_client *client = kb_client_new(
      &(struct kb_options){.name = "till", .path = arguments[1], .grace = KB_INT(30), .state = on_state, .error = on_error});
  json_t *wanted = json_loads(count > 2 ? arguments[2] : "{\"autocapitalizationType\":\"none\"}", 0, NULL);
  struct kb_traits_to_set traits = {
      .autocapitalization_type = json_string_value(json_object_get(wanted, "autocapitalizationType")),
      .is_secure_text_entry = json_is_true(json_object_get(wanted, "isSecureTextEntry")) ? &kb_true : NULL};
  struct kb_container_create create = {.container = "name", .traits = &traits};
  struct kb_toolkit toolkit = {.edit = on_edit, .preedit = on_preedit, .key = on_key, .surroundings = on_surroundings};
  kb_field_focus(kb_field_new(client, &(struct kb_field_options){.create = &create, .toolkit = &toolkit}));
  json_decref(wanted);
  while (!has_ended) {
    struct pollfd descriptor = {kb_client_fd(client), kb_client_events(client), 0};
    poll(&descriptor, 1, kb_client_timeout(client));
    kb_client_dispatch(client);
  }
  kb_client_free(client);
  return 0;
}

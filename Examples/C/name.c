/* SPDX-License-Identifier: Apache-2.0 */
/* A text field that a program draws itself, in a terminal: it asks for a name, and prints it after Return.

     gcc name.c $(pkg-config --cflags --libs keybridge-client) -o name */
#include <keybridge-client.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static bool has_ended;
static struct kb_field *name;

static int cells(void *user, const char *text, size_t length) {
  (void)user;
  return (int)kb_units_from_bytes(KB_SCALARS, text, length);
}

/* Draws the field as it is now. */
static void draw(struct kb_field *field) {
  int start = (int)field->marked_start, end = (int)field->marked_end;
  printf("\r\033[JName: %.*s\033[4m%.*s\033[24m%s", start, field->text, end - start, field->text + start, field->text + end);
  struct kb_rows *rows = kb_candidate_rows(field->candidates, cells, NULL, 60);
  for (size_t index = 0; rows && index < rows->count; index++) {
    struct kb_row *row = &rows->rows[index];
    int first = (int)row->highlight_start, last = (int)row->highlight_end;
    printf("\n  %.*s\033[7m%.*s\033[27m%s  %s", first, row->text, last - first, row->text + first, row->text + last, row->detail);
  }
  if (rows && rows->count) printf("\033[%zuA", rows->count);
  kb_rows_free(rows);
  printf("\r\033[%dC", 6 + cells(NULL, field->text, field->head));
  fflush(stdout);
}

static void on_state(struct kb_client *client, enum kb_state state, const char *message, void *user) {
  (void)client;
  (void)user;
  if (state == KB_UNAVAILABLE || state == KB_LOST) fprintf(stderr, "\r\033[J%s\n", message);
}

static void on_return(struct kb_client *client, const struct kb_field_did_end_on_exit *params, void *user) {
  (void)client;
  (void)params;
  (void)user;
  printf("\r\033[JHello, %s!\n", name->text);
  has_ended = true;
}

int main(int count, char **arguments) {
  struct kb_handlers handlers = {.field_did_end_on_exit = on_return};
  struct kb_options options = {
      .name = "name", .path = count > 1 ? arguments[1] : NULL, .handlers = &handlers, .state = on_state};
  struct kb_client *client = kb_client_new(&options);
  if (!client) {
    perror("name");
    return 1;
  }
  struct kb_traits_to_set traits = {.autocapitalization_type = "words", .return_key_type = "done"};
  struct kb_container_create create = {.container = "name", .label = "Name", .traits = &traits};
  name = kb_field_new(client, &(struct kb_field_options){.create = &create, .changed = draw});
  kb_field_focus(name);
  while (!has_ended) {
    struct pollfd descriptor = {kb_client_fd(client), kb_client_events(client), 0};
    poll(&descriptor, 1, kb_client_timeout(client));
    kb_client_dispatch(client);
  }
  kb_client_free(client);
  return 0;
}

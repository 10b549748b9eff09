/* SPDX-License-Identifier: Apache-2.0 */
/* An input extension that takes no key: Keybridge types each of them. It is a start for your own.

     gcc -O2 hello.c $(pkg-config --cflags --libs jansson) -o hello */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the result of a request; NULL for a request that is not known. */
static json_t *result(const char *method, json_t *params) {
  (void)params; /* the key and its document */
  if (!strcmp(method, "hello")) return json_pack("{s:i, s:s, s:s}", "protocol", 1, "name", "hello", "version", "1.0.0");
  if (!strcmp(method, "key")) return json_pack("{s:b}", "taken", 0);
  return NULL;
}

static json_t *response(json_t *request, const char *method) {
  json_t *value = result(method, json_object_get(request, "params"));
  if (value) return json_pack("{s:O, s:o}", "id", json_object_get(request, "id"), "result", value);
  return json_pack("{s:O, s:{s:s, s:s}}", "id", json_object_get(request, "id"), "error", "code", "unknown-method", "message", method);
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    json_t *request = json_loads(line, 0, NULL);
    const char *method = json_string_value(json_object_get(request, "method"));
    /* A notification has no id, and needs no response. */
    if (method && json_object_get(request, "id")) {
      json_t *answer = response(request, method);
      json_dumpf(answer, stdout, JSON_COMPACT);
      putchar('\n');
      fflush(stdout);
      json_decref(answer);
    }
    json_decref(request);
  }
  free(line);
  return 0;
}

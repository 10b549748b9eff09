/* SPDX-License-Identifier: Apache-2.0 */
/* A program with SDL that tests drive, by commands as those of Tests/Client/C/driver.c. It has one field of text. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keybridge_sdl.h"

static SDL_Window *window;
static char text[4000];
static size_t caret;

static void print(json_t *event) {
  char *line = json_dumps(event, JSON_COMPACT);
  json_decref(event);
  if (!line) abort();
  puts(line);
  free(line);
  fflush(stdout);
}

static bool on_surroundings(void *user, struct kb_surroundings *surroundings) {
  (void)user;
  *surroundings = (struct kb_surroundings){text, strlen(text), caret, caret};
  return true;
}

static void on_delete(void *user, size_t before, size_t after) {
  (void)user;
  print(json_pack("{s:[i,i]}", "delete", (int)before, (int)after));
  memmove(text + caret - before, text + caret + after, strlen(text + caret + after) + 1);
  caret -= before;
}

static void on_candidates(void *user) {
  (void)user;
  const struct kb_candidate_list *list = keybridge_sdl_field()->candidates;
  print(json_pack("{s:s}", "candidates", list ? list->items[0].text : ""));
}

static void on_message(void *user, const char *line) {
  (void)user;
  print(json_pack("{s:s}", "message", line));
}

static void insert(const char *string) {
  size_t length = strlen(string);
  memmove(text + caret + length, text + caret, strlen(text + caret) + 1);
  memcpy(text + caret, string, length);
  caret += length;
}

/* A program handles its events. */
static void handle(SDL_Event *event) {
  if (keybridge_sdl_handle(event)) return;
  if (event->type == SDL_TEXTINPUT) {
    insert(event->text.text);
    print(json_pack("{s:s}", "text", event->text.text));
  } else if (event->type == SDL_TEXTEDITING) {
    print(json_pack("{s:s,s:i,s:i}", "editing", event->edit.text, "start", event->edit.start, "length", event->edit.length));
  } else if (event->type == SDL_TEXTEDITING_EXT) {
    print(json_pack("{s:s,s:i,s:i}", "extended", event->editExt.text, "start", event->editExt.start, "length", event->editExt.length));
    SDL_free(event->editExt.text);
  } else if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP) {
    print(json_pack("{s:s,s:s,s:s,s:i,s:b,s:i}", "key", event->type == SDL_KEYDOWN ? "down" : "up", "scancode",
                    SDL_GetScancodeName(event->key.keysym.scancode), "name", SDL_GetKeyName(event->key.keysym.sym), "mod",
                    event->key.keysym.mod, "repeat", event->key.repeat, "state", SDL_GetModState()));
  }
}

static void run(int milliseconds) {
  SDL_Event event;
  Uint32 end = SDL_GetTicks() + (Uint32)milliseconds;
  // The thread needs a moment to wake this one.
  do {
    while (SDL_WaitEventTimeout(&event, 30)) handle(&event);
  } while (!SDL_TICKS_PASSED(SDL_GetTicks(), end));
}

static int run_command(json_t *command) {
  const char *name = json_string_value(json_object_get(command, "do"));
  if (!strcmp(name, "start")) {
    static bool has_text;
    has_text = json_is_true(json_object_get(command, "text"));
    if (json_is_true(json_object_get(command, "extended"))) SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1");
    if (SDL_Init(SDL_INIT_VIDEO)) return 1;
    window = SDL_CreateWindow("test", 0, 0, 320, 200, 0);
    struct keybridge_sdl_callbacks callbacks = {.candidates = on_candidates, .message = on_message,
                                                .path = json_string_value(json_object_get(command, "path"))};
    if (has_text) {
      callbacks.surroundings = on_surroundings;
      callbacks.delete_around = on_delete;
    }
    print(json_pack("{s:i}", "started", keybridge_sdl_start_with(window, &callbacks)));
  } else if (!strcmp(name, "run")) {
    run((int)json_integer_value(json_object_get(command, "ms")));
  } else if (!strcmp(name, "input")) {
    if (json_is_true(json_object_get(command, "value"))) SDL_StartTextInput();
    else SDL_StopTextInput();
  } else if (!strcmp(name, "caret")) {
    caret = (size_t)json_integer_value(json_object_get(command, "value"));
    keybridge_sdl_changed();
  } else if (!strcmp(name, "own")) { /* SDL's own keyboard */
    SDL_Event event = {.key = {.type = SDL_KEYDOWN, .keysym = {.scancode = SDL_SCANCODE_Q, .sym = SDLK_q}}};
    SDL_PushEvent(&event);
    event = (SDL_Event){.text = {.type = SDL_TEXTINPUT, .text = "q"}};
    SDL_PushEvent(&event);
  } else if (!strcmp(name, "discard")) {
    SDL_PumpEvents();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
  } else if (!strcmp(name, "window")) {
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = (Uint8)json_integer_value(json_object_get(command, "value"))}};
    SDL_PushEvent(&event);
  } else if (!strcmp(name, "show")) {
    print(json_pack("{s:s,s:i}", "text", text, "caret", (int)caret));
  }
  return 0;
}

int main(int count, char **arguments) {
  (void)count;
  (void)arguments;
  char *line = NULL;
  size_t size = 0;
  int status = 0;
  while (!status && getline(&line, &size, stdin) > 0) {
    json_error_t error;
    json_t *command = json_loads(line, 0, &error);
    status = run_command(command);
    json_decref(command);
    puts("{\"ready\":true}");
    fflush(stdout);
  }
  free(line);
  keybridge_sdl_stop();
  if (window) SDL_DestroyWindow(window);
  SDL_Quit();
  return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Types into a string of a program with SDL 2, with the client for C. It prints the text after each change, until ⎋ is pressed.

     gcc sdl_line.c $(pkg-config --cflags --libs keybridge-client sdl2) -o sdl_line */
#include <SDL.h>
#include <keybridge-client.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static char text[1000];
static size_t caret; /* bytes */
static bool has_ended;
static struct kb_client *client;
static SDL_sem *handled;
static Uint32 service;

static void edit(struct kb_field *field, const struct kb_edit *change) {
  (void)field;
  size_t start = caret - change->before, length = strlen(change->text), size = strlen(text);
  if (size + length >= sizeof text) return;
  memmove(text + start + length, text + caret + change->after, size - caret - change->after + 1);
  memcpy(text + start, change->text, length);
  caret = start + length;
  printf("%s%s\n", text, change->preedit ? change->preedit->text : "");
}

static void preedit(struct kb_field *field, const struct kb_preedit *composed) {
  (void)field;
  printf("%.*s%s%s\n", (int)caret, text, composed->text, text + caret);
}

static void key(struct kb_field *field, const struct kb_key *pressed) {
  if (pressed->phase != KB_BEGAN && pressed->phase != KB_REPEATED) return;
  size_t previous = caret;
  while (previous && ((unsigned char)text[--previous] & 0xC0) == 0x80) {}
  if (pressed->keysym_value == 0xFF51) caret = previous; /* Left */
  if (pressed->keysym_value == 0xFF08) edit(field, &(struct kb_edit){caret - previous, 0, "", NULL}); /* BackSpace */
  if (pressed->keysym_value == 0xFF1B) has_ended = true; /* Escape */
  kb_field_changed(field);
}

static bool surroundings(struct kb_field *field, struct kb_surroundings *found) {
  (void)field;
  *found = (struct kb_surroundings){text, strlen(text), caret, caret};
  return true;
}

/* Wakes the loop of SDL, which waits for events only. */
static int SDLCALL wait_for_service(void *data) {
  (void)data;
  struct pollfd descriptor = {kb_client_fd(client), POLLIN, 0};
  while (!has_ended) {
    poll(&descriptor, 1, -1);
    SDL_PushEvent(&(SDL_Event){.type = service});
    SDL_SemWait(handled);
  }
  return 0;
}

int main(int count, char **arguments) {
  if (SDL_Init(SDL_INIT_VIDEO)) return 1;
  SDL_Window *window = SDL_CreateWindow("line", 0, 0, 320, 200, 0);
  client = kb_client_new(&(struct kb_options){.name = "line", .path = count > 1 ? arguments[1] : NULL});
  struct kb_toolkit toolkit = {.edit = edit, .preedit = preedit, .key = key, .surroundings = surroundings};
  struct kb_container_create create = {.container = "line"};
  kb_field_focus(kb_field_new(client, &(struct kb_field_options){.create = &create, .toolkit = &toolkit}));
  service = SDL_RegisterEvents(1);
  handled = SDL_CreateSemaphore(0);
  SDL_DetachThread(SDL_CreateThread(wait_for_service, "service", NULL));
  SDL_Event event;
  while (!has_ended && SDL_WaitEvent(&event) && event.type != SDL_QUIT) {
    if (event.type != service) continue;
    kb_client_dispatch(client);
    fflush(stdout);
    SDL_SemPost(handled);
  }
  SDL_DestroyWindow(window);
  return 0; /* ends the thread, too */
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A program with SDL and two fields, of which the second is a secret. It prints both texts after each event of text, and all text that
   is being composed, until ⎋ is pressed. */
#include <stdio.h>
#include <string.h>

#include "keybridge_sdl.h"

static char texts[2][1000];
static int focused;

static bool surroundings(void *user, struct kb_surroundings *surroundings) {
  (void)user;
  size_t length = strlen(texts[focused]);
  *surroundings = (struct kb_surroundings){texts[focused], length, length, length};
  return true;
}

static void delete_around(void *user, size_t before, size_t after) {
  (void)user;
  (void)after;
  texts[focused][strlen(texts[focused]) - before] = 0;
}

static void move_focus(void) {
  focused = !focused;
  kb_field_set(keybridge_sdl_field(), &(struct kb_container_set){.traits = &(struct kb_traits_to_set){
                                          .is_secure_text_entry = focused ? &kb_true : &kb_false}});
  keybridge_sdl_changed();
}

int main(int count, char **arguments) {
  if (count < 2 || SDL_Init(SDL_INIT_VIDEO)) return 2;
  SDL_Window *window = SDL_CreateWindow("test", 0, 0, 320, 200, 0);
  struct keybridge_sdl_callbacks callbacks = {.surroundings = surroundings, .delete_around = delete_around, .path = arguments[1]};
  if (keybridge_sdl_start_with(window, &callbacks)) return 1;
  SDL_Event event;
  bool has_ended = false;
  while (!has_ended && SDL_WaitEvent(&event)) {
    if (keybridge_sdl_handle(&event)) continue;
    if (event.type == SDL_TEXTINPUT) {
      strcat(texts[focused], event.text.text);
      printf("[\"%s\", \"%s\"]\n", texts[0], texts[1]);
    } else if (event.type == SDL_TEXTEDITING && event.edit.text[0]) {
      printf("[\"composed\", %d, \"%s\"]\n", focused, event.edit.text);
    } else if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB) {
      move_focus();
    } else if (event.type == SDL_KEYDOWN) {
      has_ended = event.key.keysym.sym == SDLK_ESCAPE;
    }
    fflush(stdout);
  }
  keybridge_sdl_stop();
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A program with SDL 2 that prints a line when it has received text: from Keybridge if KEYBRIDGE_SOCKET is set, or else from SDL's
   own keyboard. */
#include <stdio.h>
#include <stdlib.h>

#include "keybridge_sdl.h"

int main(void) {
  if (SDL_Init(SDL_INIT_VIDEO)) return 2;
  SDL_Window *window = SDL_CreateWindow("widget", 0, 0, 320, 200, 0);
  struct keybridge_sdl_callbacks callbacks = {.path = getenv("KEYBRIDGE_SOCKET")};
  if (callbacks.path && keybridge_sdl_start_with(window, &callbacks)) return 1;
  SDL_StartTextInput();
  SDL_Event event;
  while (SDL_WaitEvent(&event)) {
    if (keybridge_sdl_handle(&event) || event.type != SDL_TEXTINPUT) continue;
    puts("changed");
    fflush(stdout);
  }
}

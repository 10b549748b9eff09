/* SPDX-License-Identifier: Apache-2.0 */
/* Text input by Keybridge for a program with SDL 2 on a console.

     keybridge_sdl_start(window);
     while (SDL_WaitEvent(&event)) {
       if (keybridge_sdl_handle(&event)) continue;
       ...
     }
     keybridge_sdl_stop();

   Texts arrive as SDL_TEXTINPUT, text that is being composed as SDL_TEXTEDITING, and other keys as SDL_KEYDOWN and SDL_KEYUP. While
   text input is active, a key that types text causes no SDL_KEYDOWN. Documentation/ClientC.md says what else is different. */
#ifndef KEYBRIDGE_SDL_H
#define KEYBRIDGE_SDL_H

#include <SDL.h>
#include <keybridge-client.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions of the program; each may be NULL. */
struct keybridge_sdl_callbacks {
  /* Reports the text of the field that has the focus, with the selection in bytes. Without it, and without `delete_around`,
     nothing is capitalized, corrected or predicted. Returns false if no field has the focus. */
  bool (*surroundings)(void *user, struct kb_surroundings *surroundings);
  /* Deletes the selection, and bytes next to the caret. */
  void (*delete_around)(void *user, size_t before, size_t after);
  /* The candidates have changed: keybridge_sdl_field()->candidates. The program draws them. */
  void (*candidates)(void *user);
  /* One line about the connection, or an error. By default SDL_LogWarn. */
  void (*message)(void *user, const char *line);
  void *user;
  /* The program's name, which people see, by default that of the window; and the socket. */
  const char *name, *path;
};

/* Connects. Returns 0, or -1 with SDL_GetError. Without a service, SDL's own keyboard types. */
int keybridge_sdl_start(SDL_Window *window);

/* The same with functions, which are copied. */
int keybridge_sdl_start_with(SDL_Window *window, const struct keybridge_sdl_callbacks *callbacks);

/* Must be called with every event before the program handles it. Returns true if the program must ignore the event. */
bool keybridge_sdl_handle(const SDL_Event *event);

/* Reports that the text or the selection has changed, or another field has the focus, otherwise than by SDL_TEXTINPUT. */
void keybridge_sdl_changed(void);

/* The field, for its traits, such as a password: kb_field_set. NULL before the start. */
struct kb_field *keybridge_sdl_field(void);

void keybridge_sdl_stop(void);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Types into a text area of LVGL 9 with the client for C. Add this file to a program, and declare and call:

     void type_into(lv_obj_t *area, const char *path);

   A program has one such text area, which exists until the program ends. Text that is being composed is not shown. */
#include <keybridge-client.h>
#ifdef KEYBRIDGE_LVGL_DECLARATIONS
#include KEYBRIDGE_LVGL_DECLARATIONS /* for a library of LVGL without headers */
#else
#include <lvgl.h>
#endif
#include <string.h>

void type_into(lv_obj_t *area, const char *path);

static struct kb_client *client;

static void edit(struct kb_field *field, const struct kb_edit *change) {
  for (size_t count = 0; count < change->before; count++) lv_textarea_delete_char(field->user);
  for (size_t count = 0; count < change->after; count++) lv_textarea_delete_char_forward(field->user);
  if (change->text[0]) lv_textarea_add_text(field->user, change->text);
}

static void key(struct kb_field *field, const struct kb_key *pressed) {
  if (pressed->phase != KB_BEGAN && pressed->phase != KB_REPEATED) return;
  int32_t caret = (int32_t)lv_textarea_get_cursor_pos(field->user);
  switch (pressed->keysym_value) {
    case 0xFF08: lv_textarea_delete_char(field->user); break; /* BackSpace */
    case 0xFF51: lv_textarea_set_cursor_pos(field->user, caret ? caret - 1 : 0); break; /* Left */
    case 0xFF53: lv_textarea_set_cursor_pos(field->user, caret + 1); break; /* Right */
  }
  kb_field_changed(field);
}

static bool surroundings(struct kb_field *field, struct kb_surroundings *found) {
  const char *text = lv_textarea_get_text(field->user);
  uint32_t caret = lv_textarea_get_cursor_pos(field->user);
  *found = (struct kb_surroundings){text, strlen(text), caret, caret};
  return true;
}

static void on_timer(lv_timer_t *timer) {
  (void)timer;
  kb_client_dispatch(client);
}

void type_into(lv_obj_t *area, const char *path) {
  client = kb_client_new(&(struct kb_options){.name = "LVGL", .path = path, .offsets = KB_SCALARS});
  struct kb_toolkit toolkit = {.edit = edit, .key = key, .surroundings = surroundings};
  struct kb_container_create create = {.container = "area"};
  kb_field_focus(kb_field_new(client, &(struct kb_field_options){.create = &create, .toolkit = &toolkit, .user = area}));
  lv_timer_create(on_timer, 10, NULL);
}

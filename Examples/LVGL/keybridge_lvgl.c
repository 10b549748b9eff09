/* SPDX-License-Identifier: Apache-2.0 */
/* Text input by Keybridge for LVGL 9. Add this file to a program, and declare and call:

     lv_indev_t *keybridge_lvgl_create(lv_group_t *group, const char *path);
     void keybridge_lvgl_delete(void);

   `group` has the widgets that the keyboard reaches; `path` is the socket, or NULL. A text area of the group receives texts, and
   every other widget keys. Do not create LVGL's own evdev or libinput keypad at the same time. */
#include <keybridge-client.h>
#ifdef KEYBRIDGE_LVGL_DECLARATIONS
#include KEYBRIDGE_LVGL_DECLARATIONS /* for a library of LVGL without headers */
#else
#include <lvgl.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lv_indev_t *keybridge_lvgl_create(lv_group_t *group, const char *path);
void keybridge_lvgl_delete(void);

/* How often the socket is read, in milliseconds. */
#define PERIOD 10

/* A text area with its field, or the field of all other widgets, which takes keys only. */
struct item {
  struct item *next;
  lv_obj_t *area;
  struct kb_field *field;
  char name[24];
  /* The preedit, which LVGL has no place for in a text area. */
  char *preedit;
};

static struct {
  struct kb_client *client;
  lv_group_t *group;
  lv_indev_t *indev;
  lv_timer_t *timer;
  lv_obj_t *popup; /* the preedit and the candidates */
  struct item *items, keys, *focused;
  unsigned count;
  uint32_t key;
  lv_indev_state_t state;
} self;

static struct item *item_of(struct kb_field *field) { return field->user; }

/* Texts. */

/* The selection in code points; LVGL has none if it is compiled without. */
static bool selection(struct item *item, uint32_t *start, uint32_t *end) {
  lv_obj_t *label = lv_textarea_get_label(item->area);
  *start = lv_label_get_text_selection_start(label);
  *end = lv_label_get_text_selection_end(label);
  return lv_textarea_text_is_selected(item->area) && *start < *end;
}

static void on_edit(struct kb_field *field, const struct kb_edit *edit) {
  struct item *item = item_of(field);
  uint32_t start, end;
  free(item->preedit);
  item->preedit = edit->preedit ? strdup(edit->preedit->text) : NULL;
  if (!item->area) return;
  // LVGL does not delete the selection itself.
  if (selection(item, &start, &end)) {
    lv_textarea_set_cursor_pos(item->area, (int32_t)end);
    for (; end > start; end--) lv_textarea_delete_char(item->area);
    lv_textarea_clear_selection(item->area);
  }
  for (size_t count = 0; count < edit->before; count++) lv_textarea_delete_char(item->area);
  for (size_t count = 0; count < edit->after; count++) lv_textarea_delete_char_forward(item->area);
  if (edit->text[0]) lv_textarea_add_text(item->area, edit->text);
}

static void on_preedit(struct kb_field *field, const struct kb_preedit *preedit) {
  struct item *item = item_of(field);
  if (!item->preedit) on_edit(field, &(struct kb_edit){.text = ""}); // deletes the selection
  free(item->preedit);
  item->preedit = preedit->text[0] ? strdup(preedit->text) : NULL;
}

static bool on_surroundings(struct kb_field *field, struct kb_surroundings *surroundings) {
  struct item *item = item_of(field);
  uint32_t start, end;
  if (!item->area) return false;
  const char *text = lv_textarea_get_text(item->area);
  bool is_selected = selection(item, &start, &end);
  if (!is_selected) start = end = lv_textarea_get_cursor_pos(item->area);
  *surroundings = (struct kb_surroundings){text, strlen(text), start, end};
  return true;
}

/* Keys. */

/* LVGL's key for a symbol of X11; 0 if it has none. */
static uint32_t lvgl_key(const struct kb_key *key) {
  switch (key->keysym_value) {
    case 0xFF08: return LV_KEY_BACKSPACE;
    case 0xFF09: return key->modifiers & KB_SHIFT ? LV_KEY_PREV : LV_KEY_NEXT;
    case 0xFE20: return LV_KEY_PREV; /* ISO_Left_Tab */
    case 0xFF0D: case 0xFF8D: return LV_KEY_ENTER;
    case 0xFF1B: return LV_KEY_ESC;
    case 0xFF50: case 0xFF95: return LV_KEY_HOME;
    case 0xFF51: case 0xFF96: return LV_KEY_LEFT;
    case 0xFF52: case 0xFF97: return LV_KEY_UP;
    case 0xFF53: case 0xFF98: return LV_KEY_RIGHT;
    case 0xFF54: case 0xFF99: return LV_KEY_DOWN;
    case 0xFF57: case 0xFF9C: return LV_KEY_END;
    case 0xFFFF: case 0xFF9F: return LV_KEY_DEL;
  }
  // A widget without text may know letters. LVGL's character keys are bytes of UTF-8, so only ASCII
  // is the same everywhere.
  bool is_ascii = key->characters[0] >= ' ' && key->characters[0] < 127 && !key->characters[1];
  return is_ascii && !(key->modifiers & (KB_CONTROL | KB_OPTION | KB_COMMAND)) ? (uint32_t)key->characters[0] : 0;
}

static void follow_focus(void);

static void read_key(lv_indev_t *indev, lv_indev_data_t *data) {
  (void)indev;
  data->key = self.key;
  data->state = self.state;
}

static void on_key(struct kb_field *field, const struct kb_key *key) {
  struct item *item = item_of(field);
  uint32_t code = lvgl_key(key);
  bool is_down = key->phase == KB_BEGAN || key->phase == KB_REPEATED;
  if (!code || lv_group_get_focused(self.group) == NULL) return;
  // A text area would insert the control characters, and the letters, of these keys.
  if (item->area && (code == LV_KEY_ESC || (code >= ' ' && code != LV_KEY_DEL))) {
    if (code == LV_KEY_ESC && key->phase == KB_BEGAN) lv_obj_send_event(item->area, LV_EVENT_CANCEL, NULL);
    return;
  }
  // LVGL's own repetition needs a timer that reads the keypad; Keybridge sends repetitions itself.
  if (key->phase == KB_REPEATED) {
    if (code == LV_KEY_NEXT || code == LV_KEY_PREV || code == LV_KEY_ENTER) return;
    lv_group_send_data(self.group, code);
  } else {
    self.key = code;
    self.state = is_down ? LV_INDEV_STATE_PRESSED : LV_INDEV_STATE_RELEASED;
    // At once, so that no text overtakes it.
    lv_indev_read(self.indev);
  }
  // Before the key is reported as handled, because later keys are for the widget that has the focus
  // then.
  follow_focus();
  // The key may have made the program delete the text area.
  struct item *found = self.items;
  while (found && found != item) found = found->next;
  if (self.client && found) kb_field_check(field);
}

static struct kb_toolkit toolkit = {.edit = on_edit, .preedit = on_preedit, .key = on_key, .surroundings = on_surroundings};

/* Fields. */

static void on_delete(lv_event_t *event) {
  lv_obj_t *area = lv_event_get_target_obj(event);
  for (struct item **place = &self.items; *place; place = &(*place)->next) {
    struct item *item = *place;
    if (item->area != area) continue;
    *place = item->next;
    if (self.focused == item) self.focused = NULL;
    kb_field_free(item->field);
    free(item->preedit);
    free(item);
    return;
  }
}

/* Creates the field of a text area, with traits that follow from it. */
static struct item *new_item(lv_obj_t *area) {
  struct item *item = calloc(1, sizeof *item);
  if (!item) return NULL;
  const char *accepted = lv_textarea_get_accepted_chars(area);
  struct kb_traits_to_set traits = {.autocapitalization_type = "none", .autocorrection_type = "no", .inline_prediction_type = "no"};
  if (lv_textarea_get_password_mode(area)) traits.is_secure_text_entry = &kb_true;
  if (accepted && strspn(accepted, "0123456789") == strlen(accepted)) traits.keyboard_type = "numberPad";
  else if (accepted && strspn(accepted, "0123456789.,") == strlen(accepted)) traits.keyboard_type = "decimalPad";
  snprintf(item->name, sizeof item->name, "area %u", ++self.count);
  struct kb_container_create create = {.container = item->name, .traits = &traits};
  struct kb_field_options options = {.create = &create, .toolkit = &toolkit, .user = item,
                                     .is_multiline = !lv_textarea_get_one_line(area)};
  item->area = area;
  item->field = kb_field_new(self.client, &options);
  if (!item->field) {
    free(item);
    return NULL;
  }
  item->next = self.items;
  self.items = item;
  lv_obj_add_event_cb(area, on_delete, LV_EVENT_DELETE, NULL);
  return item;
}

static void follow_focus(void) {
  lv_obj_t *object = lv_group_get_focused(self.group);
  lv_obj_t *area = object && lv_obj_has_class(object, &lv_textarea_class) ? object : NULL;
  struct item *item = area ? self.items : &self.keys;
  while (item && area && item->area != area) item = item->next;
  if (!item) item = new_item(area);
  if (!item || item == self.focused) return;
  self.focused = item;
  kb_field_focus(item->field);
}

/* The preedit and the candidates, in a label at the caret. */

/* The width in characters, because the popup is as wide as its rows need. */
static int measure(void *user, const char *text, size_t length) {
  (void)user;
  return (int)kb_units_from_bytes(KB_SCALARS, text, length);
}

static void show_popup(void) {
  struct item *item = self.focused;
  const struct kb_candidate_list *list = item ? item->field->candidates : NULL;
  struct kb_rows *rows = list ? kb_candidate_rows(list, measure, NULL, 0) : NULL;
  size_t size = item && item->preedit ? strlen(item->preedit) + 2 : 2;
  for (size_t index = 0; rows && index < rows->count; index++) size += strlen(rows->rows[index].text) + strlen(rows->rows[index].detail) + 8;
  char *text = calloc(1, size);
  if (text && item && item->preedit) strcat(text, item->preedit);
  for (size_t index = 0; text && rows && index < rows->count; index++) {
    const struct kb_row *row = &rows->rows[index];
    if (text[0]) strcat(text, "\n");
    strcat(text, row->highlight_end ? "> " : "");
    strcat(strcat(strcat(text, row->text), row->detail[0] ? "  " : ""), row->detail);
  }
  if (text && text[0] && item->area) {
    lv_point_t place;
    lv_area_t area;
    lv_obj_t *label = lv_textarea_get_label(item->area);
    if (!self.popup) self.popup = lv_label_create(lv_layer_top());
    lv_label_get_letter_pos(label, lv_textarea_get_cursor_pos(item->area), &place);
    lv_obj_get_coords(label, &area);
    lv_label_set_text(self.popup, text);
    lv_obj_set_pos(self.popup, area.x1 + place.x, area.y1 + place.y + lv_font_get_line_height(lv_font_get_default()));
  } else if (self.popup) {
    lv_obj_delete(self.popup);
    self.popup = NULL;
  }
  free(text);
  kb_rows_free(rows);
}

static void on_state(struct kb_client *client, enum kb_state state, const char *message, void *user) {
  (void)client;
  (void)user;
  if (state == KB_UNAVAILABLE || state == KB_LOST) fprintf(stderr, "keybridge: %s\n", message);
}

static void on_error(struct kb_client *client, const char *message, void *user) {
  (void)client;
  (void)user;
  fprintf(stderr, "keybridge: %s\n", message);
}

static void on_timer(lv_timer_t *timer) {
  (void)timer;
  // A touch, or the program, may have changed the text.
  for (struct item *item = self.items; item; item = item->next)
    if (kb_field_check(item->field)) kb_field_commit(item->field);
  follow_focus();
  kb_client_dispatch(self.client);
  follow_focus();
  show_popup();
}

lv_indev_t *keybridge_lvgl_create(lv_group_t *group, const char *path) {
  struct kb_options options = {.name = "LVGL", .path = path, .offsets = KB_SCALARS, .state = on_state, .error = on_error};
  self.client = self.client ? NULL : kb_client_new(&options);
  if (!self.client) return NULL;
  struct kb_container_create create = {.container = "keys"};
  self.keys.field = kb_field_new(self.client, &(struct kb_field_options){.create = &create, .toolkit = &toolkit, .is_read_only = true,
                                                                         .user = &self.keys});
  self.group = group;
  self.indev = lv_indev_create();
  lv_indev_set_type(self.indev, LV_INDEV_TYPE_KEYPAD);
  lv_indev_set_mode(self.indev, LV_INDEV_MODE_EVENT);
  lv_indev_set_read_cb(self.indev, read_key);
  lv_indev_set_group(self.indev, group);
  self.timer = lv_timer_create(on_timer, PERIOD, NULL);
  return self.indev;
}

void keybridge_lvgl_delete(void) {
  if (!self.client) return;
  lv_timer_delete(self.timer);
  lv_indev_delete(self.indev);
  if (self.popup) lv_obj_delete(self.popup);
  kb_client_free(self.client);
  while (self.items) {
    struct item *item = self.items;
    self.items = item->next;
    lv_obj_remove_event_cb(item->area, on_delete);
    free(item->preedit);
    free(item);
  }
  free(self.keys.preedit);
  memset(&self, 0, sizeof self);
}

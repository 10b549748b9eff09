/* SPDX-License-Identifier: Apache-2.0 */
/* The declarations of LVGL 9.5 that keybridge_lvgl.c uses, for the library in PyPI's pydevices-lvgl, which has no headers. The
   test passes the values of constants, which it asks the library for. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct lv_obj lv_obj_t;
typedef struct lv_group lv_group_t;
typedef struct lv_indev lv_indev_t;
typedef struct lv_timer lv_timer_t;
typedef struct lv_event lv_event_t;
typedef struct lv_font lv_font_t;
typedef struct lv_class lv_obj_class_t;
typedef struct { int32_t x, y; } lv_point_t;
typedef struct { int32_t x1, y1, x2, y2; } lv_area_t;
typedef int lv_indev_state_t;
typedef struct {
  int gesture_type[GESTURES];
  void *gesture_data[GESTURES];
  lv_indev_state_t state;
  lv_point_t point;
  uint32_t key, btn_id;
  int16_t enc_diff;
  uint32_t timestamp;
  bool continue_reading;
} lv_indev_data_t;

enum {
  LV_KEY_HOME = 2, LV_KEY_END = 3, LV_KEY_BACKSPACE = 8, LV_KEY_NEXT = 9, LV_KEY_ENTER = 10, LV_KEY_PREV = 11, LV_KEY_UP = 17,
  LV_KEY_DOWN = 18, LV_KEY_RIGHT = 19, LV_KEY_LEFT = 20, LV_KEY_ESC = 27, LV_KEY_DEL = 127,
  LV_INDEV_STATE_RELEASED = 0, LV_INDEV_STATE_PRESSED = 1, LV_INDEV_TYPE_KEYPAD = 2
};

extern const lv_obj_class_t lv_textarea_class;
const char *lv_textarea_get_text(const lv_obj_t *area);
uint32_t lv_textarea_get_cursor_pos(const lv_obj_t *area);
void lv_textarea_set_cursor_pos(lv_obj_t *area, int32_t place);
lv_obj_t *lv_textarea_get_label(const lv_obj_t *area);
bool lv_textarea_text_is_selected(const lv_obj_t *area);
void lv_textarea_clear_selection(lv_obj_t *area);
void lv_textarea_delete_char(lv_obj_t *area);
void lv_textarea_delete_char_forward(lv_obj_t *area);
void lv_textarea_add_text(lv_obj_t *area, const char *text);
const char *lv_textarea_get_accepted_chars(lv_obj_t *area);
bool lv_textarea_get_password_mode(const lv_obj_t *area);
bool lv_textarea_get_one_line(const lv_obj_t *area);
uint32_t lv_label_get_text_selection_start(const lv_obj_t *label);
uint32_t lv_label_get_text_selection_end(const lv_obj_t *label);
void lv_label_get_letter_pos(const lv_obj_t *label, uint32_t letter, lv_point_t *place);
lv_obj_t *lv_label_create(lv_obj_t *parent);
void lv_label_set_text(lv_obj_t *label, const char *text);
lv_obj_t *lv_layer_top(void);
void lv_obj_get_coords(const lv_obj_t *object, lv_area_t *area);
void lv_obj_set_pos(lv_obj_t *object, int32_t x, int32_t y);
void lv_obj_delete(lv_obj_t *object);
bool lv_obj_has_class(const lv_obj_t *object, const lv_obj_class_t *type);
int lv_obj_send_event(lv_obj_t *object, int code, void *param);
void *lv_obj_add_event_cb(lv_obj_t *object, void (*function)(lv_event_t *), int filter, void *user);
bool lv_obj_remove_event_cb(lv_obj_t *object, void (*function)(lv_event_t *));
lv_obj_t *lv_event_get_target_obj(lv_event_t *event);
lv_obj_t *lv_group_get_focused(const lv_group_t *group);
int lv_group_send_data(lv_group_t *group, uint32_t key);
lv_indev_t *lv_indev_create(void);
void lv_indev_delete(lv_indev_t *indev);
void lv_indev_read(lv_indev_t *indev);
void lv_indev_set_type(lv_indev_t *indev, int type);
void lv_indev_set_mode(lv_indev_t *indev, int mode);
void lv_indev_set_group(lv_indev_t *indev, lv_group_t *group);
void lv_indev_set_read_cb(lv_indev_t *indev, void (*function)(lv_indev_t *, lv_indev_data_t *));
lv_timer_t *lv_timer_create(void (*function)(lv_timer_t *), uint32_t period, void *user);
void lv_timer_delete(lv_timer_t *timer);
const lv_font_t *lv_font_get_default(void);
int32_t lv_font_get_line_height(const lv_font_t *font);

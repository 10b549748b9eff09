// SPDX-License-Identifier: Apache-2.0
#include "screen_oracle.h"
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

struct screen_oracle {
  VTerm *terminal;
  int columns, rows;
};

screen_oracle *screen_oracle_new(int columns, int rows) {
  screen_oracle *oracle = calloc(1, sizeof *oracle);
  oracle->terminal = vterm_new(rows, columns);
  oracle->columns = columns;
  oracle->rows = rows;
  vterm_set_utf8(oracle->terminal, 1);
  VTermScreen *screen = vterm_obtain_screen(oracle->terminal);
  vterm_screen_enable_altscreen(screen, 1);
  vterm_screen_reset(screen, 1);
  return oracle;
}

void screen_oracle_free(screen_oracle *oracle) {
  vterm_free(oracle->terminal);
  free(oracle);
}

void screen_oracle_feed(screen_oracle *oracle, const uint8_t *bytes, size_t count) {
  vterm_input_write(oracle->terminal, (const char *)bytes, count);
  char answers[256];
  while (vterm_output_read(oracle->terminal, answers, sizeof answers) > 0) {}
}

static oracle_color color(VTermColor color) {
  if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color)) return 0;
  if (VTERM_COLOR_IS_INDEXED(&color)) return 1 << 24 | color.indexed.idx;
  return 2u << 24 | (uint32_t)color.rgb.red << 16 | (uint32_t)color.rgb.green << 8 | color.rgb.blue;
}

void screen_oracle_read(screen_oracle *oracle, oracle_cell *cells, int *row, int *column) {
  VTermScreen *screen = vterm_obtain_screen(oracle->terminal);
  for (VTermPos at = {0, 0}; at.row < oracle->rows; at.row++) {
    for (at.col = 0; at.col < oracle->columns; at.col++, cells++) {
      VTermScreenCell cell;
      memset(&cell, 0, sizeof cell);
      vterm_screen_get_cell(screen, at, &cell);
      memset(cells, 0, sizeof *cells);
      cells->is_second_half = cell.chars[0] == (uint32_t)-1;
      if (!cells->is_second_half)
        for (int i = 0; i < 6 && cell.chars[i]; i++) cells->chars[i] = cell.chars[i];
      cells->foreground = color(cell.fg);
      cells->background = color(cell.bg);
      cells->bold = cell.attrs.bold;
      cells->underline = cell.attrs.underline;
      cells->italic = cell.attrs.italic;
      cells->blink = cell.attrs.blink;
      cells->reverse = cell.attrs.reverse;
      cells->strike = cell.attrs.strike;
    }
  }
  VTermPos cursor;
  vterm_state_get_cursorpos(vterm_obtain_state(oracle->terminal), &cursor);
  *row = cursor.row;
  *column = cursor.col;
}

size_t screen_oracle_type(screen_oracle *oracle, uint32_t code_point, int modifiers, uint8_t *bytes, size_t room) {
  vterm_keyboard_unichar(oracle->terminal, code_point, (VTermModifier)modifiers);
  return vterm_output_read(oracle->terminal, (char *)bytes, room);
}

static VTermKey key(const char *name) {
  static const struct { const char *name; VTermKey key; } keys[] = {
    {"ENTER", VTERM_KEY_ENTER}, {"TAB", VTERM_KEY_TAB}, {"BACKSPACE", VTERM_KEY_BACKSPACE},
    {"ESCAPE", VTERM_KEY_ESCAPE}, {"UP", VTERM_KEY_UP}, {"DOWN", VTERM_KEY_DOWN}, {"LEFT", VTERM_KEY_LEFT},
    {"RIGHT", VTERM_KEY_RIGHT}, {"INS", VTERM_KEY_INS}, {"DEL", VTERM_KEY_DEL}, {"HOME", VTERM_KEY_HOME},
    {"END", VTERM_KEY_END}, {"PAGEUP", VTERM_KEY_PAGEUP}, {"PAGEDOWN", VTERM_KEY_PAGEDOWN},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (!strcmp(keys[i].name, name)) return keys[i].key;
  return name[0] == 'F' ? (VTermKey)(VTERM_KEY_FUNCTION_0 + atoi(name + 1)) : VTERM_KEY_NONE;
}

size_t screen_oracle_press(screen_oracle *oracle, const char *name, int modifiers, uint8_t *bytes, size_t room) {
  vterm_keyboard_key(oracle->terminal, key(name), (VTermModifier)modifiers);
  return vterm_output_read(oracle->terminal, (char *)bytes, room);
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A colour of libvterm: 0 for the default, 1 << 24 | index, or 2 << 24 | red, green and blue.
typedef uint32_t oracle_color;

/// A column of libvterm's screen.
typedef struct {
  uint32_t chars[6];
  oracle_color foreground, background;
  bool bold, italic, blink, reverse, strike;
  /// 0 for no underline, 1 for a straight one, 2 for a double one, 3 for a wavy one.
  uint8_t underline;
  /// Whether this is the second column of the character before it.
  bool is_second_half;
} oracle_cell;

typedef struct screen_oracle screen_oracle;

/// Creates a screen of libvterm.
screen_oracle *screen_oracle_new(int columns, int rows);
void screen_oracle_free(screen_oracle *oracle);
/// Processes output of a program.
void screen_oracle_feed(screen_oracle *oracle, const uint8_t *bytes, size_t count);
/// Writes the cells, row by row, and the cursor.
void screen_oracle_read(screen_oracle *oracle, oracle_cell *cells, int *row, int *column);
/// Writes the bytes of a character with modifiers, and returns their number.
///
/// The modifiers are 1 for Shift, 2 for Alt and 4 for Control.
size_t screen_oracle_type(
  screen_oracle *oracle, uint32_t code_point, int modifiers, uint8_t *bytes, size_t room);
/// Writes the bytes of a key by its name in libvterm, without `VTERM_KEY_`.
size_t screen_oracle_press(
  screen_oracle *oracle, const char *name, int modifiers, uint8_t *bytes, size_t room);
/// Returns glibc's `wcwidth` of a code point in the locale of the thread.
int screen_oracle_width(uint32_t code_point);
/// Returns the number of bytes that the process has allocated.
size_t screen_oracle_allocated(void);

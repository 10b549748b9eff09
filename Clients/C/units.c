/* SPDX-License-Identifier: Apache-2.0 */
/* Offsets in texts of UTF-8. */
#include <string.h>

#include "internal.h"

static bool is_start(unsigned char byte) { return (byte & 0xC0) != 0x80; }

/* How many units a code point has, by its first byte. */
static size_t units_of(enum kb_offsets unit, unsigned char first) {
  if (unit == KB_UTF8) return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return unit == KB_UTF16 && first >= 0xF0 ? 2 : 1;
}

/* Whether the next eight bytes are ASCII, and none is the end. */
static bool is_ascii(const char *text) {
  for (size_t index = 0; index < 8; index++)
    if ((unsigned char)(text[index] - 1) >= 0x7F) return false;
  return true;
}

static size_t next_code_point(const char *text, size_t place) {
  for (place++; text[place] && !is_start((unsigned char)text[place]); place++) {}
  return place;
}

size_t kb_units_from_bytes(enum kb_offsets unit, const char *text, size_t bytes) {
  size_t place = 0, units = 0;
  while (place < bytes && text[place]) {
    if (bytes - place >= 8 && is_ascii(text + place)) {
      place += 8;
      units += 8;
      continue;
    }
    size_t next = next_code_point(text, place);
    if (next > bytes) break;
    units += units_of(unit, (unsigned char)text[place]);
    place = next;
  }
  return units;
}

size_t kb_bytes_from_units(enum kb_offsets unit, const char *text, size_t units) {
  size_t place = 0, passed = 0;
  while (text[place] && passed < units) {
    if (units - passed >= 8 && is_ascii(text + place)) {
      place += 8;
      passed += 8;
      continue;
    }
    size_t count = units_of(unit, (unsigned char)text[place]);
    if (passed + count > units) break;
    passed += count;
    place = next_code_point(text, place);
  }
  return place;
}

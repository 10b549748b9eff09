// SPDX-License-Identifier: Apache-2.0
//
// Functions that Debian sid's Swift libraries call and the glibc of Debian 12 does not have. sid
// compiles against a newer glibc, which has further names for old functions.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vsscanf(text, format, values);
  va_end(values);
  return count;
}

HIDDEN size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}

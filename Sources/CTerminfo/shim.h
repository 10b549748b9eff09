// SPDX-License-Identifier: Apache-2.0
#pragma once
// The terminfo library is loaded when the program first draws on a terminal
// (Documentation/Decisions/0015). The functions are X/Open's; including the header lets the
// compiler check the declarations.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <term.h>

#define TERMINFO_LIBRARY "libtinfo.so.6"

struct terminfo_functions {
  __typeof__(setupterm) *_Nonnull setUp;
  __typeof__(tigetflag) *_Nonnull flag;
  __typeof__(tigetnum) *_Nonnull number;
  __typeof__(tigetstr) *_Nonnull string;
  __typeof__(tiparm) *_Nonnull format;
  __typeof__(set_curterm) *_Nonnull select;
  __typeof__(del_curterm) *_Nonnull release;
};

#define TERMINFO_FIND(member, name) ((*(void **)&functions.member = dlsym(library, #name)) != NULL)

/// Loads the library and looks up every function; null if any is missing. Not thread-safe.
static inline const struct terminfo_functions *_Nullable terminfo_load(void) {
  static struct terminfo_functions functions;
  void *library = dlopen(TERMINFO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  bool found = library != NULL && TERMINFO_FIND(setUp, setupterm) &&
               TERMINFO_FIND(flag, tigetflag) && TERMINFO_FIND(number, tigetnum) &&
               TERMINFO_FIND(string, tigetstr) && TERMINFO_FIND(format, tiparm) &&
               TERMINFO_FIND(select, set_curterm) && TERMINFO_FIND(release, del_curterm);
  return found ? &functions : NULL;
}

/// Puts numbers into a sequence; Swift cannot call a function with a variable number of arguments.
static inline const char *_Nullable terminfo_format(
    const struct terminfo_functions *_Nonnull functions, const char *_Nonnull sequence, int first,
    int second, int third) {
  return functions->format(sequence, first, second, third);
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
// ICU is loaded on first use (Documentation/Decisions/0008). ICU's headers append the number of
// their release to every function's name, and the library's file name has the same number. So the
// functions that are found have the interface that this program was compiled against.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uvernum.h>

#define ICU_LIBRARY "libicuuc.so." U_ICU_VERSION_SHORT

/// The file name of the library. A function, because Swift cannot import a macro that is composed
/// of others.
static inline const char *_Nonnull icu_library(void) { return ICU_LIBRARY; }

struct icu_functions {
  __typeof__(ubrk_open) *_Nonnull openBreaks;
  __typeof__(ubrk_setText) *_Nonnull setBreakText;
  __typeof__(ubrk_next) *_Nonnull nextBreak;
  __typeof__(ubrk_getRuleStatus) *_Nonnull ruleStatus;
  __typeof__(ubidi_open) *_Nonnull openBidi;
  __typeof__(ubidi_setPara) *_Nonnull setParagraph;
  __typeof__(ubidi_getParaLevel) *_Nonnull paragraphLevel;
  __typeof__(ubidi_getLevels) *_Nonnull levels;
  __typeof__(ubidi_reorderVisual) *_Nonnull reorderVisual;
};

// Expanded twice, so that ICU's header renames the function before the name becomes a string.
#define ICU_STRING_(name) #name
#define ICU_STRING(name) ICU_STRING_(name)
#define ICU_FIND(member, name) \
  ((*(void **)&functions.member = dlsym(library, ICU_STRING(name))) != NULL)

/// Loads the library and looks up every function; null if any is missing. Not thread-safe.
static inline const struct icu_functions *_Nullable icu_load(void) {
  static struct icu_functions functions;
  void *library = dlopen(ICU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  bool found = library != NULL && ICU_FIND(openBreaks, ubrk_open) &&
               ICU_FIND(setBreakText, ubrk_setText) && ICU_FIND(nextBreak, ubrk_next) &&
               ICU_FIND(ruleStatus, ubrk_getRuleStatus) && ICU_FIND(openBidi, ubidi_open) &&
               ICU_FIND(setParagraph, ubidi_setPara) &&
               ICU_FIND(paragraphLevel, ubidi_getParaLevel) && ICU_FIND(levels, ubidi_getLevels) &&
               ICU_FIND(reorderVisual, ubidi_reorderVisual);
  return found ? &functions : NULL;
}

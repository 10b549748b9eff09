// SPDX-License-Identifier: Apache-2.0
#pragma once
// ICU is loaded on first use (Documentation/Decisions/0008). Its libraries append the number of
// their release to the file name and to the name of every function, so the names are formed when
// the library is looked for. The functions and constants below are ICU's stable C interface, which
// has been the same in all releases that are looked for.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uvernum.h>

/// The releases that are looked for, from the newest; the release of the headers comes first.
#define ICU_NEWEST_RELEASE 99
#define ICU_OLDEST_RELEASE 60

struct icu_functions {
  /// The number of the release, or 0 if none is found.
  int release;
  __typeof__(ubrk_open) *_Nonnull openBreaks;
  __typeof__(ubrk_setText) *_Nonnull setBreakText;
  __typeof__(ubrk_next) *_Nonnull nextBreak;
  __typeof__(ubrk_getRuleStatus) *_Nonnull ruleStatus;
  __typeof__(ubidi_open) *_Nonnull openBidi;
  __typeof__(ubidi_setPara) *_Nonnull setParagraph;
  __typeof__(ubidi_getParaLevel) *_Nonnull paragraphLevel;
  __typeof__(ubidi_getLevels) *_Nonnull levels;
  __typeof__(ubidi_reorderVisual) *_Nonnull reorderVisual;
  __typeof__(u_charMirror) *_Nonnull mirror;
};

static inline void *_Nullable icu_find(
    void *_Nonnull library, const char *_Nonnull function, int release) {
  char name[64];
  snprintf(name, sizeof name, "%s_%d", function, release);
  return dlsym(library, name);
}

#define ICU_FIND(member, name) \
  ((*(void **)&functions->member = icu_find(library, name, release)) != NULL)

/// Opens the library of a release and looks up every function; false if anything is missing.
static inline bool icu_load_release(struct icu_functions *_Nonnull functions, int release) {
  char name[32];
  snprintf(name, sizeof name, "libicuuc.so.%d", release);
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  functions->release = release;
  // The names are strings, because ICU's headers rename each function to that of their release.
  return ICU_FIND(openBreaks, "ubrk_open") && ICU_FIND(setBreakText, "ubrk_setText") &&
         ICU_FIND(nextBreak, "ubrk_next") && ICU_FIND(ruleStatus, "ubrk_getRuleStatus") &&
         ICU_FIND(openBidi, "ubidi_open") && ICU_FIND(setParagraph, "ubidi_setPara") &&
         ICU_FIND(paragraphLevel, "ubidi_getParaLevel") && ICU_FIND(levels, "ubidi_getLevels") &&
         ICU_FIND(reorderVisual, "ubidi_reorderVisual") && ICU_FIND(mirror, "u_charMirror");
}

/// Loads the library of the release of the headers, else of the newest release that is installed;
/// null if there is none. Not thread-safe.
static inline const struct icu_functions *_Nullable icu_load(void) {
  static struct icu_functions functions;
  if (icu_load_release(&functions, U_ICU_VERSION_MAJOR_NUM)) return &functions;
  for (int release = ICU_NEWEST_RELEASE; release >= ICU_OLDEST_RELEASE; release--)
    if (icu_load_release(&functions, release)) return &functions;
  return NULL;
}

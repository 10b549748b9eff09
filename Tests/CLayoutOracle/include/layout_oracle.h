// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One keyboard typed on plain libxkbcommon, event by event, as a reference for comparison.
struct layout_oracle;

struct layout_oracle_names {
  const char *rules, *model, *layout, *variant, *options;
};

// `option_is_third_level`: Alt selects the same level as AltGr, and dead keys behave as on Apple
// keyboards. NULL if the layout does not compile or the compose file cannot be read.
struct layout_oracle *layout_oracle_new(const struct layout_oracle_names *names,
                                        const char *compose_file, bool option_is_third_level);
void layout_oracle_free(struct layout_oracle *oracle);

// Feeds an evdev key event (value 0 up, 1 down, 2 repeat). For 1 and 2 the keysym and the text
// that it types are stored; for 0 they are 0 and empty.
void layout_oracle_key(struct layout_oracle *oracle, uint16_t code, int value, uint32_t *keysym,
                       char *text, size_t size);

// SPDX-License-Identifier: Apache-2.0
#include "layout_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

struct layout_oracle {
  struct xkb_context *context;
  struct xkb_keymap *keymap;
  struct xkb_state *state;
  struct xkb_compose_table *table;
  struct xkb_compose_state *compose;
  bool option_is_third_level;
  bool waiting;
  xkb_keysym_t only_dead_key;
  char shown[512];
};

struct layout_oracle *layout_oracle_new(const struct layout_oracle_names *names,
                                        const char *compose_file, bool option_is_third_level) {
  struct layout_oracle *oracle = calloc(1, sizeof *oracle);
  FILE *file = fopen(compose_file, "r");
  if (!oracle || !file) goto fail;
  oracle->option_is_third_level = option_is_third_level;
  oracle->context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (!oracle->context) goto fail;
  struct xkb_rule_names rmlvo = {names->rules, names->model, names->layout, names->variant,
                                 names->options};
  oracle->keymap = xkb_keymap_new_from_names(oracle->context, &rmlvo, 0);
  oracle->table = xkb_compose_table_new_from_file(oracle->context, file, "en_US.UTF-8",
                                                  XKB_COMPOSE_FORMAT_TEXT_V1, 0);
  if (!oracle->keymap || !oracle->table) goto fail;
  oracle->state = xkb_state_new(oracle->keymap);
  oracle->compose = xkb_compose_state_new(oracle->table, 0);
  fclose(file);
  return oracle;
fail:
  if (file) fclose(file);
  layout_oracle_free(oracle);
  return NULL;
}

void layout_oracle_free(struct layout_oracle *oracle) {
  if (!oracle) return;
  xkb_compose_state_unref(oracle->compose);
  xkb_compose_table_unref(oracle->table);
  xkb_state_unref(oracle->state);
  xkb_keymap_unref(oracle->keymap);
  xkb_context_unref(oracle->context);
  free(oracle);
}

static bool is_dead(xkb_keysym_t keysym) {
  char name[64];
  return xkb_keysym_get_name(keysym, name, sizeof name) > 0 && strncmp(name, "dead_", 5) == 0;
}

// The spacing form of an accent is mostly what the table gives if the dead key is typed twice.
static void spacing_form(struct layout_oracle *oracle, xkb_keysym_t keysym, char *text,
                         size_t size) {
  text[0] = 0;
  switch (keysym) {
    case XKB_KEY_dead_voiced_sound: snprintf(text, size, "゛"); return;
    case XKB_KEY_dead_semivoiced_sound: snprintf(text, size, "゜"); return;
    case XKB_KEY_dead_psili: snprintf(text, size, "᾿"); return;
    case XKB_KEY_dead_dasia: snprintf(text, size, "῾"); return;
    case XKB_KEY_dead_doublegrave: snprintf(text, size, "\u00a0\u030f"); return;
    case XKB_KEY_dead_invertedbreve: snprintf(text, size, "\u00a0\u0311"); return;
    case XKB_KEY_dead_belowring: snprintf(text, size, "˳"); return;
    case XKB_KEY_dead_belowmacron: snprintf(text, size, "ˍ"); return;
    case XKB_KEY_dead_belowcircumflex: snprintf(text, size, "ꞈ"); return;
    case XKB_KEY_dead_belowtilde: snprintf(text, size, "˷"); return;
    case XKB_KEY_dead_belowbreve: snprintf(text, size, "\u00a0\u032e"); return;
    case XKB_KEY_dead_belowdiaeresis: snprintf(text, size, "\u00a0\u0324"); return;
    case XKB_KEY_dead_lowline: snprintf(text, size, "_"); return;
    case XKB_KEY_dead_aboveverticalline: snprintf(text, size, "ˈ"); return;
    case XKB_KEY_dead_belowverticalline: snprintf(text, size, "ˌ"); return;
    case XKB_KEY_dead_longsolidusoverlay: snprintf(text, size, "/"); return;
  }
  struct xkb_compose_state *twice = xkb_compose_state_new(oracle->table, 0);
  xkb_compose_state_feed(twice, keysym);
  xkb_compose_state_feed(twice, keysym);
  char mark[64] = "";
  if (xkb_compose_state_get_status(twice) == XKB_COMPOSE_COMPOSED) {
    xkb_compose_state_get_utf8(twice, mark, sizeof mark);
  }
  xkb_compose_state_unref(twice);
  // A combining mark, U+0300 to U+036F, needs a base character.
  unsigned char first = (unsigned char)mark[0], second = (unsigned char)mark[1];
  bool combines = first == 0xcc || (first == 0xcd && second <= 0xaf);
  snprintf(text, size, "%s%s", combines ? "\u00a0" : "", mark);
}

static bool active(struct xkb_state *state, const char *modifier) {
  return xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0;
}

static bool unused(struct xkb_state *state, xkb_keycode_t key, const char *modifier) {
  xkb_mod_index_t index = xkb_keymap_mod_get_index(xkb_state_get_keymap(state), modifier);
  return active(state, modifier) &&
         xkb_state_mod_index_is_consumed2(state, key, index, XKB_CONSUMED_MODE_GTK) == 0;
}

static xkb_mod_mask_t alt_to_third(xkb_mod_mask_t mask) {
  return (mask & 1 << 3) ? (mask & ~(xkb_mod_mask_t)(1 << 3)) | 1 << 7 : mask;
}

// The state in which the key is looked up; if requested, Alt takes the place of AltGr.
static struct xkb_state *looked_up(struct layout_oracle *oracle, bool *alt_is_third) {
  *alt_is_third = oracle->option_is_third_level && active(oracle->state, "Mod1");
  if (!*alt_is_third) return xkb_state_ref(oracle->state);
  struct xkb_state *state = xkb_state_new(oracle->keymap);
#define PART(part) alt_to_third(xkb_state_serialize_mods(oracle->state, part) & 0xff)
#define GROUP(part) xkb_state_serialize_layout(oracle->state, part)
  xkb_state_update_mask(state, PART(XKB_STATE_MODS_DEPRESSED), PART(XKB_STATE_MODS_LATCHED),
                        PART(XKB_STATE_MODS_LOCKED), GROUP(XKB_STATE_LAYOUT_DEPRESSED),
                        GROUP(XKB_STATE_LAYOUT_LATCHED), GROUP(XKB_STATE_LAYOUT_LOCKED));
  return state;
}

static void forget(struct layout_oracle *oracle) {
  xkb_compose_state_reset(oracle->compose);
  oracle->waiting = false;
  oracle->only_dead_key = 0;
  oracle->shown[0] = 0;
}

static bool is_modifier(xkb_keysym_t keysym) {
  return (keysym >= XKB_KEY_Shift_L && keysym <= XKB_KEY_Hyper_R) ||
         (keysym >= XKB_KEY_ISO_Lock && keysym <= XKB_KEY_ISO_Level5_Lock) ||
         keysym == XKB_KEY_Mode_switch || keysym == XKB_KEY_Num_Lock;
}

static void compose_press(struct layout_oracle *oracle, xkb_keysym_t keysym, char *text,
                          size_t size) {
  char own[256];
  if (oracle->option_is_third_level && oracle->only_dead_key &&
      (keysym == XKB_KEY_space || keysym == oracle->only_dead_key)) {
    snprintf(text, size, "%s%s", oracle->shown, keysym == XKB_KEY_space ? "" : oracle->shown);
    forget(oracle);
    return;
  }
  snprintf(own, sizeof own, "%s", text);
  if (is_dead(keysym)) spacing_form(oracle, keysym, own, sizeof own);
  xkb_compose_state_feed(oracle->compose, keysym);
  switch (xkb_compose_state_get_status(oracle->compose)) {
    case XKB_COMPOSE_NOTHING:
      break;
    case XKB_COMPOSE_COMPOSING:
      oracle->only_dead_key = !oracle->waiting && is_dead(keysym) ? keysym : 0;
      oracle->waiting = true;
      strncat(oracle->shown, own, sizeof oracle->shown - strlen(oracle->shown) - 1);
      text[0] = 0;
      break;
    case XKB_COMPOSE_COMPOSED:
      xkb_compose_state_get_utf8(oracle->compose, text, size);
      forget(oracle);
      break;
    case XKB_COMPOSE_CANCELLED:
      if (keysym == XKB_KEY_BackSpace || keysym == XKB_KEY_Escape) {
        text[0] = 0;
      } else if ((unsigned char)own[0] >= 0x20) {
        snprintf(text, size, "%s%s", oracle->shown, own);
      }
      forget(oracle);
      break;
  }
}

void layout_oracle_key(struct layout_oracle *oracle, uint16_t code, int value, uint32_t *keysym,
                       char *text, size_t size) {
  xkb_keycode_t key = code + 8;
  *keysym = 0;
  text[0] = 0;
  if (value == 0) {
    xkb_state_update_key(oracle->state, key, XKB_KEY_UP);
    return;
  }
  bool alt_is_third;
  struct xkb_state *state = looked_up(oracle, &alt_is_third);
  *keysym = xkb_state_key_get_one_sym(state, key);
  // The only character that xkb's layouts for Apple keyboards lack.
  bool no_break = oracle->option_is_third_level && key == 65 && *keysym == XKB_KEY_space &&
                  active(state, "Mod5");
  if (no_break) *keysym = XKB_KEY_nobreakspace;
  bool command = unused(state, key, "Control") || unused(state, key, "Mod1") ||
                 unused(state, key, "Mod4") || (alt_is_third && !no_break && unused(state, key, "Mod5"));
  bool types = !command && !is_modifier(*keysym) &&
               (value == 1 || xkb_keymap_key_repeats(oracle->keymap, key));
  if (types) {
    xkb_state_key_get_utf8(state, key, text, size);
    if (no_break) snprintf(text, size, "\u00a0");
    unsigned char first = (unsigned char)text[0];
    if ((first < 0x20 && first != '\r' && first != '\t') || first == 0x7f) text[0] = 0;
    if (value == 1) {
      compose_press(oracle, *keysym, text, size);
    } else if (oracle->waiting && (unsigned char)text[0] >= 0x20) {
      text[0] = 0;
    }
  }
  xkb_state_unref(state);
  if (value == 1) xkb_state_update_key(oracle->state, key, XKB_KEY_DOWN);
}

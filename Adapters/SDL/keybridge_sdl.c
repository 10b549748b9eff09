/* SPDX-License-Identifier: Apache-2.0 */
/* Passes edits and keys of Keybridge to SDL's queue of events.

   A thread waits for the socket, and pushes an event that wakes the program's loop; all else runs in the program's thread. Everything
   goes through SDL's one queue, in order. After each batch an event of our own follows: then the program has handled the batch. */
#include "keybridge_sdl.h"

#include <linux/input-event-codes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The codes of our own events. */
enum { WAKE, HANDLED, DELETE };

static struct {
  SDL_Window *window;
  struct kb_client *client;
  struct kb_field *field;
  struct keybridge_sdl_callbacks callbacks;
  char *name;
  Uint32 type; /* of our own events */
  SDL_Thread *thread;
  SDL_sem *awake; /* posted when the program has handled WAKE */
  SDL_atomic_t ends;
  int end; /* a descriptor that ends the waiting */
  bool has_pushed, is_editable, shows_preedit, shows_candidates;
} self = {.end = -1};

/* Keys. */

/* SDL's scancodes of Linux's keys. */
static const Uint16 scancodes[128] = {
    [KEY_ESC] = SDL_SCANCODE_ESCAPE, [KEY_1] = SDL_SCANCODE_1, [KEY_2] = SDL_SCANCODE_2, [KEY_3] = SDL_SCANCODE_3,
    [KEY_4] = SDL_SCANCODE_4, [KEY_5] = SDL_SCANCODE_5, [KEY_6] = SDL_SCANCODE_6, [KEY_7] = SDL_SCANCODE_7, [KEY_8] = SDL_SCANCODE_8,
    [KEY_9] = SDL_SCANCODE_9, [KEY_0] = SDL_SCANCODE_0, [KEY_MINUS] = SDL_SCANCODE_MINUS, [KEY_EQUAL] = SDL_SCANCODE_EQUALS,
    [KEY_BACKSPACE] = SDL_SCANCODE_BACKSPACE, [KEY_TAB] = SDL_SCANCODE_TAB, [KEY_Q] = SDL_SCANCODE_Q, [KEY_W] = SDL_SCANCODE_W,
    [KEY_E] = SDL_SCANCODE_E, [KEY_R] = SDL_SCANCODE_R, [KEY_T] = SDL_SCANCODE_T, [KEY_Y] = SDL_SCANCODE_Y, [KEY_U] = SDL_SCANCODE_U,
    [KEY_I] = SDL_SCANCODE_I, [KEY_O] = SDL_SCANCODE_O, [KEY_P] = SDL_SCANCODE_P, [KEY_LEFTBRACE] = SDL_SCANCODE_LEFTBRACKET,
    [KEY_RIGHTBRACE] = SDL_SCANCODE_RIGHTBRACKET, [KEY_ENTER] = SDL_SCANCODE_RETURN, [KEY_LEFTCTRL] = SDL_SCANCODE_LCTRL,
    [KEY_A] = SDL_SCANCODE_A, [KEY_S] = SDL_SCANCODE_S, [KEY_D] = SDL_SCANCODE_D, [KEY_F] = SDL_SCANCODE_F, [KEY_G] = SDL_SCANCODE_G,
    [KEY_H] = SDL_SCANCODE_H, [KEY_J] = SDL_SCANCODE_J, [KEY_K] = SDL_SCANCODE_K, [KEY_L] = SDL_SCANCODE_L,
    [KEY_SEMICOLON] = SDL_SCANCODE_SEMICOLON, [KEY_APOSTROPHE] = SDL_SCANCODE_APOSTROPHE, [KEY_GRAVE] = SDL_SCANCODE_GRAVE,
    [KEY_LEFTSHIFT] = SDL_SCANCODE_LSHIFT, [KEY_BACKSLASH] = SDL_SCANCODE_BACKSLASH, [KEY_Z] = SDL_SCANCODE_Z, [KEY_X] = SDL_SCANCODE_X,
    [KEY_C] = SDL_SCANCODE_C, [KEY_V] = SDL_SCANCODE_V, [KEY_B] = SDL_SCANCODE_B, [KEY_N] = SDL_SCANCODE_N, [KEY_M] = SDL_SCANCODE_M,
    [KEY_COMMA] = SDL_SCANCODE_COMMA, [KEY_DOT] = SDL_SCANCODE_PERIOD, [KEY_SLASH] = SDL_SCANCODE_SLASH,
    [KEY_RIGHTSHIFT] = SDL_SCANCODE_RSHIFT, [KEY_KPASTERISK] = SDL_SCANCODE_KP_MULTIPLY, [KEY_LEFTALT] = SDL_SCANCODE_LALT,
    [KEY_SPACE] = SDL_SCANCODE_SPACE, [KEY_CAPSLOCK] = SDL_SCANCODE_CAPSLOCK, [KEY_F1] = SDL_SCANCODE_F1, [KEY_F2] = SDL_SCANCODE_F2,
    [KEY_F3] = SDL_SCANCODE_F3, [KEY_F4] = SDL_SCANCODE_F4, [KEY_F5] = SDL_SCANCODE_F5, [KEY_F6] = SDL_SCANCODE_F6,
    [KEY_F7] = SDL_SCANCODE_F7, [KEY_F8] = SDL_SCANCODE_F8, [KEY_F9] = SDL_SCANCODE_F9, [KEY_F10] = SDL_SCANCODE_F10,
    [KEY_NUMLOCK] = SDL_SCANCODE_NUMLOCKCLEAR, [KEY_SCROLLLOCK] = SDL_SCANCODE_SCROLLLOCK, [KEY_KP7] = SDL_SCANCODE_KP_7,
    [KEY_KP8] = SDL_SCANCODE_KP_8, [KEY_KP9] = SDL_SCANCODE_KP_9, [KEY_KPMINUS] = SDL_SCANCODE_KP_MINUS, [KEY_KP4] = SDL_SCANCODE_KP_4,
    [KEY_KP5] = SDL_SCANCODE_KP_5, [KEY_KP6] = SDL_SCANCODE_KP_6, [KEY_KPPLUS] = SDL_SCANCODE_KP_PLUS, [KEY_KP1] = SDL_SCANCODE_KP_1,
    [KEY_KP2] = SDL_SCANCODE_KP_2, [KEY_KP3] = SDL_SCANCODE_KP_3, [KEY_KP0] = SDL_SCANCODE_KP_0, [KEY_KPDOT] = SDL_SCANCODE_KP_PERIOD,
    [KEY_102ND] = SDL_SCANCODE_NONUSBACKSLASH, [KEY_F11] = SDL_SCANCODE_F11, [KEY_F12] = SDL_SCANCODE_F12,
    [KEY_KPENTER] = SDL_SCANCODE_KP_ENTER, [KEY_RIGHTCTRL] = SDL_SCANCODE_RCTRL, [KEY_KPSLASH] = SDL_SCANCODE_KP_DIVIDE,
    [KEY_SYSRQ] = SDL_SCANCODE_PRINTSCREEN, [KEY_RIGHTALT] = SDL_SCANCODE_RALT, [KEY_HOME] = SDL_SCANCODE_HOME,
    [KEY_UP] = SDL_SCANCODE_UP, [KEY_PAGEUP] = SDL_SCANCODE_PAGEUP, [KEY_LEFT] = SDL_SCANCODE_LEFT, [KEY_RIGHT] = SDL_SCANCODE_RIGHT,
    [KEY_END] = SDL_SCANCODE_END, [KEY_DOWN] = SDL_SCANCODE_DOWN, [KEY_PAGEDOWN] = SDL_SCANCODE_PAGEDOWN,
    [KEY_INSERT] = SDL_SCANCODE_INSERT, [KEY_DELETE] = SDL_SCANCODE_DELETE, [KEY_MUTE] = SDL_SCANCODE_AUDIOMUTE,
    [KEY_VOLUMEDOWN] = SDL_SCANCODE_VOLUMEDOWN, [KEY_VOLUMEUP] = SDL_SCANCODE_VOLUMEUP, [KEY_POWER] = SDL_SCANCODE_POWER,
    [KEY_KPEQUAL] = SDL_SCANCODE_KP_EQUALS, [KEY_PAUSE] = SDL_SCANCODE_PAUSE, [KEY_LEFTMETA] = SDL_SCANCODE_LGUI,
    [KEY_RIGHTMETA] = SDL_SCANCODE_RGUI, [KEY_COMPOSE] = SDL_SCANCODE_APPLICATION};

/* SDL's keycode: the letter or sign of the key on the layout, without Shift where that is known. */
static SDL_Keycode keycode(const struct kb_key *key, SDL_Scancode scancode) {
  uint32_t symbol = key->keysym_value, letter = symbol >= 0x01000100 && symbol <= 0x0110FFFF ? symbol - 0x01000000 : symbol;
  bool is_character = symbol < 0x100 ? symbol > ' ' && (symbol < 0x7F || symbol > 0xA0) : letter != symbol;
  if (!is_character || (key->modifiers & KB_SHIFT && letter < 0xC0 && !SDL_isalpha((int)letter))) return SDL_GetKeyFromScancode(scancode);
  if (letter < 0x80) return SDL_tolower((int)letter);
  return letter >= 0xC0 && letter <= 0xDE && letter != 0xD7 ? (SDL_Keycode)letter + 32 : (SDL_Keycode)letter;
}

static SDL_Keymod modifiers(unsigned ours) {
  int mod = 0;
  if (ours & KB_CONTROL) mod |= KMOD_LCTRL;
  if (ours & KB_OPTION) mod |= KMOD_LALT;
  if (ours & KB_SHIFT) mod |= KMOD_LSHIFT;
  if (ours & KB_COMMAND) mod |= KMOD_LGUI;
  if (ours & KB_CAPSLOCK) mod |= KMOD_CAPS;
  return (SDL_Keymod)mod;
}

/* Our own events have this mark, which events of SDL's own keyboard do not have. */
enum { MARK = 0x4B42, TEXT_SIZE = SDL_TEXTINPUTEVENT_TEXT_SIZE, TEXT_ROOM = TEXT_SIZE - 3 /* the zero byte and the mark follow */ };
#define TEXT_MARK "\x4B\x42"

static void push(SDL_Event *event) {
  event->key.windowID = SDL_GetWindowID(self.window);
  if (SDL_PushEvent(event) > 0) self.has_pushed = true;
}

static void push_own(Sint32 code, size_t first, size_t second) {
  SDL_Event event = {.user = {.type = self.type, .code = code, .data1 = (void *)first, .data2 = (void *)second}};
  if (SDL_PushEvent(&event) > 0 && code == DELETE) self.has_pushed = true;
}

static void on_key(struct kb_field *field, const struct kb_key *key) {
  (void)field;
  bool is_down = key->phase == KB_BEGAN || key->phase == KB_REPEATED;
  SDL_Scancode scancode = key->code < 128 ? scancodes[key->code] : key->code >= KEY_F13 && key->code <= KEY_F24
                              ? (SDL_Scancode)(SDL_SCANCODE_F13 + key->code - KEY_F13) : SDL_SCANCODE_UNKNOWN;
  SDL_SetModState(modifiers(key->modifiers));
  SDL_Event event = {.key = {.type = is_down ? SDL_KEYDOWN : SDL_KEYUP, .state = is_down ? SDL_PRESSED : SDL_RELEASED,
                             .repeat = key->phase == KB_REPEATED,
                             .keysym = {.scancode = scancode, .sym = keycode(key, scancode), .mod = (Uint16)modifiers(key->modifiers),
                                        .unused = MARK}}};
  push(&event);
}

/* Texts. */

/* The code point at a place, which moves after it. */
static Uint32 next_character(const char **place) {
  const unsigned char *bytes = (const unsigned char *)*place;
  int length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
  Uint32 character = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
  for (int index = 1; index < length; index++) character = character << 6 | (bytes[index] & 0x3Fu);
  *place += length;
  return character;
}

/* Whether a character belongs to the one before it, as far as that can be known from a few ranges of Unicode. */
static bool extends(Uint32 character) {
  static const Uint32 ranges[][2] = {
      {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x06D6, 0x06ED},
      {0x0900, 0x0903}, {0x093A, 0x094F}, {0x0981, 0x0983}, {0x09BC, 0x09CD}, {0x0A3C, 0x0A51}, {0x0ABC, 0x0ACD}, {0x0B3C, 0x0B57},
      {0x0BBE, 0x0BCD}, {0x0C3C, 0x0C56}, {0x0CBC, 0x0CD6}, {0x0D3B, 0x0D57}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},
      {0x1160, 0x11FF}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200C, 0x200D}, {0x20D0, 0x20FF}, {0x302A, 0x302F}, {0x3099, 0x309A},
      {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0x1F3FB, 0x1F3FF}, {0xE0020, 0xE01EF}};
  for (size_t index = 0; index < SDL_arraysize(ranges); index++)
    if (character >= ranges[index][0] && character <= ranges[index][1]) return true;
  return false;
}

/* The length of the first cluster of a text in bytes. */
static size_t cluster(const char *text) {
  const char *place = text;
  Uint32 previous = next_character(&place);
  bool is_flag = previous >= 0x1F1E6 && previous <= 0x1F1FF;
  while (*place) {
    const char *next = place;
    Uint32 character = next_character(&next);
    bool ends_flag = is_flag && character >= 0x1F1E6 && character <= 0x1F1FF;
    if (!extends(character) && previous != 0x200D && !ends_flag) break;
    if (ends_flag) is_flag = false;
    previous = character;
    place = next;
  }
  return (size_t)(place - text);
}

/* The length of the longest beginning of a text that an event can hold: whole clusters, or else whole code points. */
static size_t fitting(const char *text) {
  size_t length = 0;
  while (text[length]) {
    size_t next = length + cluster(text + length);
    if (next > TEXT_ROOM) break;
    length = next;
  }
  if (length || !text[0]) return length;
  for (length = TEXT_ROOM; ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
  return length;
}

static void show_preedit(struct kb_field *field, const struct kb_preedit *preedit) {
  (void)field;
  const char *text = preedit ? preedit->text : "";
  self.shows_preedit = text[0] != 0;
  size_t units = 0, start = preedit && preedit->caret > 0 ? (size_t)preedit->caret : 0;
  for (size_t index = 0; preedit && index < preedit->segments_count; index++) {
    if (preedit->segments[index].style != KB_FOCUSED) continue;
    start = preedit->segments[index].start;
    units = preedit->segments[index].end - start;
  }
  Sint32 first = (Sint32)kb_units_from_bytes(KB_SCALARS, text, start);
  Sint32 length = (Sint32)kb_units_from_bytes(KB_SCALARS, text, start + units) - first;
  SDL_Event event = {.edit = {.type = SDL_TEXTEDITING, .start = first, .length = length}};
  if (SDL_GetHintBoolean(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, SDL_FALSE) && strlen(text) >= TEXT_SIZE) {
    // The receiver frees the text.
    event.editExt = (SDL_TextEditingExtEvent){.type = SDL_TEXTEDITING_EXT, .text = SDL_strdup(text), .start = first, .length = length};
    if (!event.editExt.text) return;
  } else {
    memcpy(event.edit.text, text, fitting(text));
  }
  push(&event);
}

static void on_edit(struct kb_field *field, const struct kb_edit *edit) {
  if (edit->before || edit->after) push_own(DELETE, edit->before, edit->after);
  if (self.shows_preedit && !edit->preedit) show_preedit(field, NULL);
  for (const char *text = edit->text; *text;) {
    size_t length = fitting(text);
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    memcpy(event.text.text, text, length);
    memcpy(event.text.text + TEXT_SIZE - 2, TEXT_MARK, 2);
    push(&event);
    text += length;
  }
  if (edit->preedit) show_preedit(field, edit->preedit);
}

static bool on_surroundings(struct kb_field *field, struct kb_surroundings *surroundings) {
  (void)field;
  return self.callbacks.surroundings && self.callbacks.delete_around && self.callbacks.surroundings(self.callbacks.user, surroundings);
}

static void on_change(struct kb_field *field) {
  if (self.callbacks.candidates && (field->candidates || self.shows_candidates)) self.callbacks.candidates(self.callbacks.user);
  self.shows_candidates = field->candidates != NULL;
}

/* The connection. */

static void say(const char *line) {
  if (self.callbacks.message) self.callbacks.message(self.callbacks.user, line);
  else SDL_LogWarn(SDL_LOG_CATEGORY_INPUT, "Keybridge: %s", line);
}

static void on_state(struct kb_client *client, enum kb_state state, const char *message, void *user) {
  (void)client;
  (void)user;
  if (state == KB_UNAVAILABLE || state == KB_LOST) say(message);
}

static void on_error(struct kb_client *client, const char *message, void *user) {
  (void)client;
  (void)user;
  say(message);
}

static int SDLCALL wait_for_service(void *data) {
  (void)data;
  struct pollfd descriptors[2] = {{kb_client_fd(self.client), POLLIN, 0}, {self.end, POLLIN, 0}};
  while (!SDL_AtomicGet(&self.ends)) {
    if (poll(descriptors, 2, -1) < 0 || SDL_AtomicGet(&self.ends)) continue;
    push_own(WAKE, 0, 0);
    // While the program does not read its events, one of them is enough. It may also have been
    // discarded.
    while (SDL_SemWaitTimeout(self.awake, 500) == SDL_MUTEX_TIMEDOUT && SDL_HasEvent(self.type) && !SDL_AtomicGet(&self.ends)) {}
  }
  return 0;
}

int keybridge_sdl_start_with(SDL_Window *window, const struct keybridge_sdl_callbacks *callbacks) {
  if (self.client) return SDL_SetError("keybridge_sdl_start was called before");
  if (callbacks) self.callbacks = *callbacks;
  const char *name = self.callbacks.name ? self.callbacks.name : SDL_GetWindowTitle(window);
  self.window = window;
  self.type = self.type ? self.type : SDL_RegisterEvents(1);
  struct kb_options options = {.name = name && *name ? name : "SDL", .path = self.callbacks.path, .state = on_state, .error = on_error};
  self.client = kb_client_new(&options);
  self.is_editable = SDL_IsTextInputActive();
  struct kb_toolkit toolkit = {.edit = on_edit, .preedit = show_preedit, .key = on_key, .surroundings = on_surroundings,
                               .handles_later = true};
  struct kb_container_create create = {.container = "window"};
  struct kb_field_options field = {.create = &create, .toolkit = &toolkit, .is_read_only = !self.is_editable, .changed = on_change};
  self.field = self.client ? kb_field_new(self.client, &field) : NULL;
  self.end = eventfd(0, EFD_CLOEXEC);
  self.awake = SDL_CreateSemaphore(0);
  if (self.field && self.end >= 0 && self.awake) {
    kb_field_focus(self.field);
    SDL_AtomicSet(&self.ends, 0);
    self.thread = SDL_CreateThread(wait_for_service, "keybridge", NULL);
  }
  if (self.thread) return 0;
  keybridge_sdl_stop();
  return SDL_SetError("Keybridge cannot be used: no memory or no descriptor is left");
}

int keybridge_sdl_start(SDL_Window *window) { return keybridge_sdl_start_with(window, NULL); }

void keybridge_sdl_stop(void) {
  if (self.thread) {
    uint64_t one = 1;
    SDL_AtomicSet(&self.ends, 1);
    if (write(self.end, &one, sizeof one) < 0) SDL_LogError(SDL_LOG_CATEGORY_INPUT, "Keybridge: the thread cannot be ended");
    SDL_SemPost(self.awake);
    SDL_WaitThread(self.thread, NULL);
  }
  if (self.awake) SDL_DestroySemaphore(self.awake);
  if (self.end >= 0) close(self.end);
  kb_client_free(self.client);
  Uint32 type = self.type;
  memset(&self, 0, sizeof self);
  self.type = type;
  self.end = -1;
}

struct kb_field *keybridge_sdl_field(void) { return self.field; }

void keybridge_sdl_changed(void) {
  if (!self.field) return;
  kb_field_commit(self.field);
  kb_field_changed(self.field);
}

static void dispatch(void) {
  self.has_pushed = false;
  kb_client_dispatch(self.client);
  if (self.has_pushed) push_own(HANDLED, 0, 0);
  else if (!SDL_HasEvent(self.type)) kb_field_handled(self.field);
}

/* Whether SDL's own keyboard has made the event, although Keybridge sends its keys. */
static bool is_foreign(const SDL_Event *event) {
  if (!self.field->has_focus) return false;
  if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP) return event->key.keysym.unused != MARK;
  return event->type == SDL_TEXTINPUT &&
         (strlen(event->text.text) > TEXT_ROOM || memcmp(event->text.text + TEXT_SIZE - 2, TEXT_MARK, 2));
}

bool keybridge_sdl_handle(const SDL_Event *event) {
  if (!self.field) return false;
  if (self.is_editable != (bool)SDL_IsTextInputActive()) {
    self.is_editable = !self.is_editable;
    kb_field_commit(self.field);
    kb_field_set_editable(self.field, self.is_editable);
  }
  if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_FOCUS_GAINED) kb_field_focus(self.field);
  if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) kb_client_release_focus(self.client);
  if (event->type != self.type) return is_foreign(event);
  switch (event->user.code) {
    case HANDLED:
      kb_field_handled(self.field);
      dispatch();
      break;
    case DELETE:
      if (self.callbacks.delete_around)
        self.callbacks.delete_around(self.callbacks.user, (size_t)event->user.data1, (size_t)event->user.data2);
      break;
    default:
      dispatch();
      SDL_SemPost(self.awake);
  }
  return true;
}

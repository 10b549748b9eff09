// SPDX-License-Identifier: Apache-2.0
// Does only the essential work of `keybridge replay --mirror text` and of the live path: read
// events, xkb_state, compose, UTF-8, write. The costs of Keybridge are given as multiples of the
// costs of this program.
//
//   bare generate evemu|raw COUNT      writes a capture of about COUNT events to standard output
//   bare replay evemu|raw FILE LAYOUT  writes the typed text to standard output
//   bare live NODE SOCKET LAYOUT [grab]  writes a line for each press to the client of SOCKET
//   bare host NODE LAYOUT PROGRAM [ARGUMENT…]  types for a program that it starts on a pty
//   bare relay SOCKET                  writes a line to the client for each read of its terminal
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

static void die(const char *what) {
  fprintf(stderr, "bare: %s: %s\n", what, strerror(errno));
  exit(1);
}

// The events that write a text: prose with capitals, umlauts, dead keys, digits, line ends and
// corrections.

static bool as_raw;
static uint64_t now = 1000000, written;

static void emit(uint16_t type, uint16_t code, int32_t value) {
  if (as_raw) {
    struct input_event event = {.type = type, .code = code, .value = value};
    event.input_event_sec = now / 1000000;
    event.input_event_usec = now % 1000000;
    fwrite(&event, sizeof event, 1, stdout);
  } else {
    printf("E: %llu.%06llu %04x %04x %d\n", (unsigned long long)(now / 1000000),
           (unsigned long long)(now % 1000000), type, code, value);
  }
  written++;
}

static void change(uint16_t code, int32_t value) {
  now += 7919;
  emit(EV_MSC, MSC_SCAN, 0x70000 + code);
  emit(EV_KEY, code, value);
  emit(EV_SYN, SYN_REPORT, 0);
}

static void generate(uint64_t count) {
  static const uint16_t keys[] = {
      KEY_A, KEY_B, KEY_C, KEY_D, KEY_E, KEY_F, KEY_G, KEY_H, KEY_I, KEY_J, KEY_K, KEY_L, KEY_M,
      KEY_N, KEY_O, KEY_P, KEY_Q, KEY_R, KEY_S, KEY_T, KEY_U, KEY_V, KEY_W, KEY_X, KEY_Y, KEY_Z,
      KEY_E, KEY_E, KEY_T, KEY_A, KEY_O, KEY_SPACE, KEY_SPACE, KEY_SPACE, KEY_SPACE, KEY_SPACE,
      KEY_SEMICOLON, KEY_APOSTROPHE, KEY_LEFTBRACE, KEY_1, KEY_2, KEY_DOT, KEY_COMMA};
  uint32_t random = 1;
  if (!as_raw) {
    puts("# EVEMU 1.2\nN: Benchmark Keyboard\nI: 0003 046d c31c 0110\nP: 00 00 00 00 00 00 00 00\n"
         "B: 00 13 00 12 00 00 00 00 00");
  }
  while (written < count) {
    random = random * 1664525 + 1013904223;
    uint32_t dice = random >> 16;
    if (dice % 97 == 0) {
      change(KEY_BACKSPACE, 1), change(KEY_BACKSPACE, 0);
    } else if (dice % 89 == 0) {
      change(KEY_ENTER, 1), change(KEY_ENTER, 0);
    } else if (dice % 61 == 0) {  // the dead acute of the German layout, and its vowel
      change(KEY_EQUAL, 1), change(KEY_EQUAL, 0), change(KEY_E, 1), change(KEY_E, 0);
    } else {
      bool shift = dice % 13 == 0;
      uint16_t key = keys[dice % (sizeof keys / sizeof *keys)];
      if (shift) change(KEY_LEFTSHIFT, 1);
      change(key, 1), change(key, 0);
      if (shift) change(KEY_LEFTSHIFT, 0);
    }
  }
}

// The meaning of a key.

static struct xkb_state *state;
static struct xkb_compose_state *compose;

static void start_xkb(const char *layout) {
  struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  struct xkb_rule_names names = {.layout = layout};
  struct xkb_keymap *keymap = xkb_keymap_new_from_names(context, &names, 0);
  if (!keymap) die("keymap");
  state = xkb_state_new(keymap);
  struct xkb_compose_table *table = xkb_compose_table_new_from_locale(context, "en_US.UTF-8", 0);
  if (!table) die("compose table");
  compose = xkb_compose_state_new(table, 0);
}

/// Stores the UTF-8 text that a key event types; returns its length, 0 for none.
static int meaning(uint16_t code, int32_t value, char *utf8, size_t room) {
  xkb_keycode_t key = code + 8u;
  int length = 0;
  if (value) {
    xkb_keysym_t symbol = xkb_state_key_get_one_sym(state, key);
    if (xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_IGNORED) {
      length = 0;
    } else {
      switch (xkb_compose_state_get_status(compose)) {
      case XKB_COMPOSE_COMPOSED:
        length = xkb_compose_state_get_utf8(compose, utf8, room);
        xkb_compose_state_reset(compose);
        break;
      case XKB_COMPOSE_NOTHING:
        length = xkb_state_key_get_utf8(state, key, utf8, room);
        break;
      case XKB_COMPOSE_CANCELLED:
        xkb_compose_state_reset(compose);
        break;
      case XKB_COMPOSE_COMPOSING:
        break;
      }
    }
  }
  if (value != 2) xkb_state_update_key(state, key, value ? XKB_KEY_DOWN : XKB_KEY_UP);
  return length;
}

// Replay: keeps the document in memory and writes it at the end.

static char *document;
static size_t length, room;

static void take(uint16_t type, uint16_t code, int32_t value) {
  char utf8[64];
  if (type != EV_KEY) return;
  int count = meaning(code, value, utf8, sizeof utf8);
  if (count <= 0) return;
  if (utf8[0] == '\b') {
    while (length > 0 && (document[length - 1] & 0xc0) == 0x80) length--;
    if (length > 0) length--;
    return;
  }
  if (utf8[0] == '\r') utf8[0] = '\n';
  if (length + (size_t)count > room) document = realloc(document, room = room * 2 + 4096);
  memcpy(document + length, utf8, (size_t)count);
  length += (size_t)count;
}

static void replay(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) die(path);
  if (as_raw) {
    struct input_event events[512];
    size_t count;
    while ((count = fread(events, sizeof *events, 512, file)) > 0)
      for (size_t i = 0; i < count; i++) take(events[i].type, events[i].code, events[i].value);
  } else {
    char line[256];
    while (fgets(line, sizeof line, file)) {
      if (line[0] != 'E' || line[1] != ':') continue;
      char *at = line + 2;
      strtoul(at, &at, 10);
      strtoul(at + 1, &at, 10);
      uint16_t type = (uint16_t)strtoul(at, &at, 16), code = (uint16_t)strtoul(at, &at, 16);
      take(type, code, (int32_t)strtol(at, &at, 10));
    }
  }
  for (size_t done = 0; done < length;) {
    ssize_t count = write(1, document + done, length - done);
    if (count <= 0) die("write");
    done += (size_t)count;
  }
}

// Live: epoll, read, xkb, write.

static struct libevdev *open_keyboard(const char *node, bool is_grabbed) {
  int fd = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  struct libevdev *device;
  if (fd < 0 || libevdev_new_from_fd(fd, &device) < 0) die(node);
  if (is_grabbed && libevdev_grab(device, LIBEVDEV_GRAB) < 0) die("grab");
  return device;
}

static int accept_client(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1)) die(path);
  int client = accept(listener, NULL, NULL);
  if (client < 0) die("accept");
  return client;
}

/// Writes each press to a descriptor: its text, or a line about it.
static void type(struct libevdev *device, int output, bool as_lines) {
  int loop = epoll_create1(EPOLL_CLOEXEC);
  epoll_ctl(loop, EPOLL_CTL_ADD, libevdev_get_fd(device), &(struct epoll_event){.events = EPOLLIN});
  for (;;) {
    struct epoll_event ready;
    if (epoll_wait(loop, &ready, 1, -1) < 0) continue;
    if (ready.events & (EPOLLHUP | EPOLLERR)) return;
    struct input_event event;
    while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event) >= 0) {
      char utf8[64], line[160];
      if (event.type != EV_KEY) continue;
      int count = meaning(event.code, event.value, utf8, sizeof utf8);
      if (count <= 0 || !event.value) continue;
      int size = snprintf(line, sizeof line, "{\"time\":%lld,\"code\":%d,\"text\":\"%.*s\"}\n",
                          (long long)event.input_event_sec * 1000000 + event.input_event_usec,
                          event.code, count, utf8);
      if ((as_lines ? write(output, line, (size_t)size) : write(output, utf8, (size_t)count)) < 0) return;
    }
  }
}

// A program on a pty, and the program that measures it.

static void host(const char *node, char **program) {
  struct libevdev *device = open_keyboard(node, false);
  int terminal;
  pid_t process = forkpty(&terminal, NULL, NULL, NULL);
  if (process < 0) die("forkpty");
  if (process == 0) {
    execvp(program[0], program);
    die(program[0]);
  }
  type(device, terminal, false);
}

static void relay(const char *path) {
  struct termios modes;
  if (tcgetattr(0, &modes)) die("terminal");
  cfmakeraw(&modes);
  tcsetattr(0, TCSANOW, &modes);
  int client = accept_client(path);
  char bytes[4096];
  while (read(0, bytes, sizeof bytes) > 0)
    if (write(client, "read\n", 5) < 0) return;
}

int main(int count, char **words) {
  const char *verb = count > 1 ? words[1] : "";
  as_raw = count > 2 && !strcmp(words[2], "raw");
  if (!strcmp(verb, "generate") && count == 4) {
    generate(strtoull(words[3], NULL, 10));
  } else if (!strcmp(verb, "replay") && count == 5) {
    start_xkb(words[4]);
    replay(words[3]);
  } else if (!strcmp(verb, "live") && (count == 5 || (count == 6 && !strcmp(words[5], "grab")))) {
    start_xkb(words[4]);
    struct libevdev *device = open_keyboard(words[2], count == 6);
    type(device, accept_client(words[3]), true);
  } else if (!strcmp(verb, "host") && count > 4) {
    start_xkb(words[3]);
    host(words[2], words + 4);
  } else if (!strcmp(verb, "relay") && count == 3) {
    relay(words[2]);
  } else {
    fputs("usage: bare generate evemu|raw COUNT\n       bare replay evemu|raw FILE LAYOUT\n"
          "       bare live NODE SOCKET LAYOUT [grab]\n"
          "       bare host NODE LAYOUT PROGRAM [ARGUMENT...]\n       bare relay SOCKET\n", stderr);
    return 2;
  }
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The connection: connecting, lines, requests and responses. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define DEFAULT_PATH "/run/keybridge/keybridge.sock"
#define FIRST_BACKOFF 100
#define LAST_BACKOFF 2000
/* A connection that lasts this long counts as good: the next attempt after it is made soon. */
#define GOOD_MILLISECONDS 2000
/* How long one call of `kb_client_dispatch` reads, in microseconds. */
#define READING_LIMIT 700

static int64_t now_microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int64_t kb_now(void) { return now_microseconds() / 1000; }

void kb_report(struct kb_client *client, const char *format, ...) {
  if (client->is_freed || !client->error) return;
  char message[320];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  client->error(client, message, client->user);
}

void kb_breach(struct kb_client *client, const char *format, ...) {
  if (client->breach[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(client->breach, sizeof client->breach, format, arguments);
  va_end(arguments);
}

static void tell_state(struct kb_client *client, enum kb_state state, const char *message) {
  if (!client->is_freed && client->state) client->state(client, state, message, client->user);
}

/* Timer and descriptors. */

static int64_t next_deadline(const struct kb_client *client) {
  int64_t deadline = INT64_MAX;
  if (client->has_more) return 0;
  if (client->attempts) deadline = client->next_attempt;
  if (client->pending && client->pending->deadline < deadline) deadline = client->pending->deadline;
  return deadline;
}

static void arm(struct kb_client *client) {
  int64_t deadline = next_deadline(client);
  struct itimerspec time = {0};
  if (deadline != INT64_MAX) {
    time.it_value.tv_sec = deadline / 1000;
    // A time of zero would disarm the timer.
    time.it_value.tv_nsec = deadline % 1000 * 1000000 + (deadline ? 0 : 1);
  }
  timerfd_settime(client->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

void kb_begin_nesting(struct kb_client *client) {
  client->may_nest = true;
  // The lines that have been read do not make the socket readable.
  struct itimerspec now = {.it_value.tv_nsec = 1};
  if (client->input.length) timerfd_settime(client->timer, TFD_TIMER_ABSTIME, &now, NULL);
}

/* Whether no dispatch is about to watch the socket and to arm the timer. */
static bool is_idle(const struct kb_client *client) { return !client->depth || client->may_nest; }

void kb_wake(struct kb_client *client) {
  if (client->has_more) return;
  client->has_more = true;
  if (is_idle(client)) arm(client);
}

static void watch(struct kb_client *client) {
  bool waits = client->output.length > client->written && !client->cannot_write;
  if (client->socket < 0 || waits == client->waits_to_write) return;
  struct epoll_event event = {.events = EPOLLIN | (waits ? EPOLLOUT : 0), .data.fd = client->socket};
  epoll_ctl(client->poller, EPOLL_CTL_MOD, client->socket, &event);
  client->waits_to_write = waits;
}

int kb_client_fd(const struct kb_client *client) { return client->poller; }

short kb_client_events(const struct kb_client *client) {
  (void)client;
  return 1;  // POLLIN
}

int kb_client_timeout(const struct kb_client *client) {
  int64_t deadline = next_deadline(client);
  if (deadline == INT64_MAX) return -1;
  int64_t left = deadline - kb_now();
  return left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

bool kb_client_is_connected(const struct kb_client *client) { return client->phase == KB_READY; }

bool kb_client_has_external_fields(const struct kb_client *client) {
  return client->phase == KB_READY && client->has_external;
}

void *kb_client_user(const struct kb_client *client) { return client->user; }

const struct kb_candidate_list *kb_client_candidates(const struct kb_client *client) { return client->candidates.value; }

const struct kb_hud_shown *kb_client_panel(const struct kb_client *client) { return client->panel.value; }

/* Creating and freeing. */

static bool valid_options(const struct kb_options *options) {
  if (!options || !options->name || !options->name[0]) return false;
  return !options->path || strlen(options->path) < sizeof(((struct sockaddr_un *)0)->sun_path);
}

static json_t *greeting_of(const struct kb_options *options) {
  json_t *greeting = json_object(), *events = NULL;
  int status = greeting ? 0 : -1;
  if (options->grace) status |= json_object_set_new(greeting, "grace", json_integer(*options->grace));
  if (options->keep) status |= json_object_set_new(greeting, "keep", json_integer(*options->keep));
  if (options->events) {
    events = json_array();
    for (size_t index = 0; index < options->events_count; index++)
      status |= json_array_append_new(events, json_string(options->events[index]));
    status |= json_object_set_new(greeting, "events", events);
  }
  if (status) json_decref(greeting);
  return status ? NULL : greeting;
}

struct kb_client *kb_client_new(const struct kb_options *options) {
  if (!valid_options(options)) {
    errno = EINVAL;
    return NULL;
  }
  struct kb_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->poller = client->timer = client->socket = -1;
  client->pending_end = &client->pending;
  client->fields_end = &client->fields;
  client->name = strdup(options->name);
  client->path = strdup(options->path ? options->path : DEFAULT_PATH);
  client->offsets = options->offsets;
  client->greeting = greeting_of(options);
  client->orphans = json_object();
  if (options->handlers) client->handlers = *options->handlers;
  client->state = options->state;
  client->notification = options->notification;
  client->error = options->error;
  client->user = options->user;
  client->backoff = FIRST_BACKOFF;
  client->attempts = true;
  if (client->name && client->path && client->greeting && client->orphans) {
    client->poller = epoll_create1(EPOLL_CLOEXEC);
    client->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  }
  struct epoll_event event = {.events = EPOLLIN, .data.fd = client->timer};
  if (client->poller < 0 || client->timer < 0 || epoll_ctl(client->poller, EPOLL_CTL_ADD, client->timer, &event)) {
    int reason = errno;
    kb_client_free(client);
    errno = reason;
    return NULL;
  }
  arm(client);
  return client;
}

static void fail_all(struct kb_client *client);

static void free_now(struct kb_client *client) {
  client->is_freed = true;
  client->depth = 1;
  client->phase = KB_IDLE;
  fail_all(client);
  for (struct kb_own_field *field = client->fields, *next; field; field = next) {
    next = field->next;
    kb_field_destroy(field);
  }
  if (client->socket >= 0) close(client->socket);
  if (client->timer >= 0) close(client->timer);
  if (client->poller >= 0) close(client->poller);
  kb_kept_clear(&client->candidates);
  kb_kept_clear(&client->panel);
  kb_arena_free(&client->results);
  kb_buffer_free(&client->input);
  kb_buffer_free(&client->output);
  json_decref(client->greeting);
  json_decref(client->orphans);
  free(client->name);
  free(client->path);
  free(client->token);
  free(client);
}

void kb_client_free(struct kb_client *client) {
  if (!client) return;
  if (client->depth) client->is_freed = true;
  else free_now(client);
}

void kb_enter(struct kb_client *client) { client->depth++; }

void kb_leave(struct kb_client *client) {
  if (--client->depth) return;
  if (client->is_freed) {
    free_now(client);
    return;
  }
  kb_fields_free_removed(client);
  watch(client);
  arm(client);
}

/* Requests. */

static int write_line(struct kb_client *client, json_t *message) {
  char *line = json_dumps(message, JSON_COMPACT);
  json_decref(message);
  if (!line) return -ENOMEM;
  size_t length = strlen(line);
  line[length] = '\n';  // instead of the zero byte
  int status = 0;
  if (client->output.length - client->written + length + 1 > KB_OUTPUT_LIMIT) status = -ENOBUFS;
  else if (!kb_buffer_append(&client->output, line, length + 1)) status = -ENOMEM;
  free(line);
  if (!status && is_idle(client)) watch(client);
  return status;
}

int kb_send(struct kb_client *client, const char *method, json_t *params, kb_done done, void *user) {
  if (client->pending_count >= KB_PENDING_LIMIT || client->is_freed) {
    json_decref(params);
    return -ENOBUFS;
  }
  struct kb_pending *pending = calloc(1, sizeof *pending);
  char *name = strdup(method);
  json_t *message = json_pack("{s:s,s:I,s:s,s:o*}", "jsonrpc", "2.0", "id", (json_int_t)(client->last_id + 1), "method", method,
                              "params", params);
  int status = !pending || !name || !message ? -ENOMEM : write_line(client, message);
  if (status) {
    free(pending);
    free(name);
    return status;
  }
  *pending = (struct kb_pending){NULL, ++client->last_id, kb_now() + KB_ANSWER_SECONDS * 1000, name, done, user};
  *client->pending_end = pending;
  client->pending_end = &pending->next;
  client->pending_count++;
  if (is_idle(client)) arm(client);
  return 0;
}

int kb_request(struct kb_client *client, const char *method, struct json_t *params, kb_done done, void *user) {
  if (client->phase != KB_READY) {
    json_decref(params);
    return -ENOTCONN;
  }
  return kb_send(client, method, params, done, user);
}

int kb_send_record(struct kb_client *client, const char *method, const struct kb_record *record, const void *params, kb_done done,
                   void *user) {
  if (client->phase != KB_READY) return -ENOTCONN;
  json_t *object = NULL;
  if (record && (!params || !(object = kb_pack(record, params)))) return -EINVAL;
  return kb_send(client, method, object, done, user);
}

const void *kb_read_result(const struct kb_response *response, const struct kb_record *record) {
  if (response->error) return NULL;
  json_t *result = response->result, *list = NULL;
  // The only member of this structure is the result itself.
  if (json_is_array(result)) {
    list = json_pack("{s:O}", "items", result);
    result = list;
  }
  char place[100];
  void *value = kb_unpack(record, result, &response->client->results, place, sizeof place);
  json_decref(list);
  if (!value) kb_report(response->client, "the result of a request is invalid at %s", place[0] ? place : "/");
  return value;
}

void kb_report_refusal(const struct kb_response *response, void *user) {
  const char *method = user;
  if (!response->error || !strcmp(response->error->name, "lost")) return;
  const char *place = response->error->place;
  kb_report(response->client, "%s: %s%s%s", method, response->error->message, place ? " at " : "", place ? place : "");
}

static void finish(struct kb_client *client, struct kb_pending *pending, json_t *result, const struct kb_error *error) {
  struct kb_response response = {error, result, client};
  if (pending->done) pending->done(&response, pending->user);
  else kb_report_refusal(&response, pending->method);
  kb_arena_free(&client->results);
  free(pending->method);
  free(pending);
}

static struct kb_pending *take_pending(struct kb_client *client, int64_t id) {
  for (struct kb_pending **place = &client->pending; *place; place = &(*place)->next) {
    struct kb_pending *pending = *place;
    if (pending->id != id) continue;
    *place = pending->next;
    if (client->pending_end == &pending->next) client->pending_end = place;
    client->pending_count--;
    return pending;
  }
  return NULL;
}

/* Tells every request without a response that there will be none. */
static void fail_all(struct kb_client *client) {
  static const struct kb_error lost = {0, "lost", "the connection ended before the response", NULL};
  struct kb_pending *pending = client->pending;
  client->pending = NULL;
  client->pending_end = &client->pending;
  client->pending_count = 0;
  while (pending) {
    struct kb_pending *next = pending->next;
    finish(client, pending, NULL, &lost);
    pending = next;
  }
}

/* Connecting and disconnecting. */

static void try_again(struct kb_client *client) {
  client->attempts = true;
  client->next_attempt = kb_now() + client->backoff;
  client->backoff = client->backoff * 2 > LAST_BACKOFF ? LAST_BACKOFF : client->backoff * 2;
}

/* Reports why there is no service, once for each reason. */
static void unavailable(struct kb_client *client, const char *format, ...) {
  char message[sizeof client->unavailable];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (!strcmp(message, client->unavailable)) return;
  memcpy(client->unavailable, message, sizeof message);
  tell_state(client, KB_UNAVAILABLE, message);
}

static void disconnect(struct kb_client *client) {
  if (client->socket >= 0) close(client->socket);
  client->socket = -1;
  client->waits_to_write = client->cannot_write = false;
  client->input.length = client->searched = client->output.length = client->written = 0;
  // The buffers of a large text are not kept.
  if (client->input.capacity > 65536) kb_buffer_free(&client->input);
  client->breach[0] = 0;
  client->bad_lines = 0;
}

static void lose(struct kb_client *client, const char *message) {
  bool was_ready = client->phase == KB_READY;
  char copy[sizeof client->breach];
  snprintf(copy, sizeof copy, "%s", message);
  disconnect(client);
  client->phase = KB_IDLE;
  client->has_external = false;
  if (was_ready && kb_now() - client->connected_at >= GOOD_MILLISECONDS) client->backoff = FIRST_BACKOFF;
  try_again(client);
  if (was_ready) kb_fields_lost(client);
  fail_all(client);
  if (was_ready) tell_state(client, KB_LOST, copy);
  else if (copy[0]) unavailable(client, "%s: %s", client->path, copy);
}

static void greeted(const struct kb_response *response, void *user);

static void greet(struct kb_client *client) {
  static const char *const names[] = {"utf8", "utf16", "scalars"};
  json_t *params = json_pack("{s:s,s:s,s:b}", "name", client->name, "version", "1.1", "resume", 1);
  int status = params ? json_object_update(params, client->greeting) : -1;
  if (client->token) status |= json_object_set_new(params, "token", json_string(client->token));
  if (!client->omits_offsets) status |= json_object_set_new(params, "offsets", json_string(names[client->offsets]));
  if (status) {
    // The name is not UTF-8, or no memory is left.
    json_decref(params);
    kb_breach(client, "the name of the program or its events are not UTF-8");
  } else if (kb_send(client, "hello", params, greeted, client)) {
    kb_breach(client, "no memory is left");
  }
}

static void connect_now(struct kb_client *client) {
  client->attempts = false;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, client->path);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) {
    int reason = errno;
    if (descriptor >= 0) close(descriptor);
    try_again(client);
    if (reason == EACCES)
      unavailable(client, "%s: permission denied; add this user to the group keybridge: usermod -aG keybridge USER", client->path);
    else if (reason == ENOENT || reason == ECONNREFUSED)
      unavailable(client, "%s: no service is running; start it with: systemctl start keybridge", client->path);
    else
      unavailable(client, "%s: %s", client->path, strerror(reason));
    return;
  }
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(client->poller, EPOLL_CTL_ADD, descriptor, &event)) {
    close(descriptor);
    try_again(client);
    return;
  }
  client->socket = descriptor;
  client->phase = KB_GREETING;
  client->omits_offsets = false;
  greet(client);
}

static void greeted(const struct kb_response *response, void *user) {
  struct kb_client *client = user;
  const struct kb_error *error = response->error;
  if (error) {
    if (!strcmp(error->name, "lost")) return;
    // A service without fields of toolkits does not know this member.
    if (error->place && !strcmp(error->place, "/params/offsets") && !client->omits_offsets) {
      client->omits_offsets = true;
      greet(client);
      return;
    }
    kb_breach(client, "hello: %s", error->message);
    return;
  }
  json_t *snapshot = json_object_get(response->result, "snapshot");
  const char *token = json_string_value(json_object_get(response->result, "token"));
  if (!json_is_object(snapshot) || !token) {
    kb_breach(client, "the service sent an invalid response to hello");
    return;
  }
  char *copy = strdup(token);
  if (copy) {
    free(client->token);
    client->token = copy;
  }
  json_t *feature = json_object_get(json_object_get(response->result, "features"), "externalFields");
  const char *support = json_string_value(json_object_get(feature, "support"));
  client->has_external = !client->omits_offsets && support && strcmp(support, "unsupported");
  client->phase = KB_READY;
  client->connected_at = kb_now();
  client->unavailable[0] = 0;
  bool is_resumed = json_is_true(json_object_get(response->result, "resumed"));
  kb_fields_connected(client, snapshot, is_resumed);
  kb_delivery_connected(client);
  tell_state(client, is_resumed ? KB_RESUMED : KB_CONNECTED, "");
}

/* Lines of the service. */

static void bad_line(struct kb_client *client, const char *method, const char *place) {
  kb_report(client, "the service sent an invalid %.60s%s%.100s", method, place[0] ? " at " : "", place);
  if (++client->bad_lines >= KB_BAD_LINES_LIMIT) kb_breach(client, "the service sent %d invalid lines", KB_BAD_LINES_LIMIT);
}

static void read_response(struct kb_client *client, json_t *message) {
  json_t *id = json_object_get(message, "id"), *error = json_object_get(message, "error");
  struct kb_pending *pending = json_is_integer(id) ? take_pending(client, json_integer_value(id)) : NULL;
  if (!pending) {
    const char *text = json_string_value(json_object_get(error, "message"));
    bad_line(client, text ? text : "response without a request", "");
    return;
  }
  if (!error) {
    finish(client, pending, json_object_get(message, "result"), NULL);
    return;
  }
  json_t *data = json_object_get(error, "data");
  const char *name = json_string_value(json_object_get(data, "name"));
  const char *text = json_string_value(json_object_get(error, "message"));
  struct kb_error refusal = {(int)json_integer_value(json_object_get(error, "code")), name ? name : "", text ? text : "",
                             json_string_value(json_object_get(data, "place"))};
  finish(client, pending, NULL, &refusal);
}

static int compare_methods(const void *name, const void *method) {
  return strcmp(name, ((const struct kb_method *)method)->name);
}

static void answer(struct kb_client *client, json_t *id, const struct kb_answer *answer) {
  json_t *result = answer->yes && answer->replace ? json_pack("{s:s}", "replace", answer->replace) : json_boolean(answer->yes);
  if (!result) result = json_true();  // the text is not UTF-8
  json_t *message = json_pack("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", id, "result", result);
  if (!message || write_line(client, message) == -ENOBUFS) kb_breach(client, "the service does not read");
}

static void read_refused(struct kb_client *client, json_t *params) {
  const char *reason = json_string_value(json_object_get(params, "reason"));
  if (reason && !strcmp(reason, "notPermitted"))
    kb_breach(client, "the service refuses this user; add it to the group keybridge: usermod -aG keybridge USER");
  else
    kb_breach(client, "the service refused: %.60s", reason ? reason : "no reason");
}

static void read_call(struct kb_client *client, const char *name, json_t *message) {
  json_t *params = json_object_get(message, "params"), *id = json_object_get(message, "id");
  if (!strcmp(name, "refused")) {
    read_refused(client, params);
    return;
  }
  if (client->phase != KB_READY) return;
  if (!strcmp(name, "resync")) {
    if (json_is_object(params)) kb_fields_resync(client, params);
    else bad_line(client, name, "");
    return;
  }
  if (!id && client->notification) {
    client->notification(client, name, params, client->user);
    if (client->is_freed) return;
  }
  if (kb_external_follow(client, name, params)) return;
  const struct kb_method *method = bsearch(name, kb_methods, kb_methods_count, sizeof *kb_methods, compare_methods);
  if (!method || !method->ask != !id) {
    struct kb_answer yes = {true, NULL};
    if (id) answer(client, id, &yes);  // a request of a later version
    return;
  }
  struct kb_arena arena = {0};
  char place[100] = "";
  void *value = method->record ? kb_unpack(method->record, params, &arena, place, sizeof place) : NULL;
  if (method->record && !value) {
    bad_line(client, name, place);
  } else if (method->ask) {
    struct kb_answer result = {true, NULL};
    kb_fields_refresh(client);
    if (!method->ask(client, value, &result) && !strcmp(name, "command.invoke") && client->handlers.command_invoked) {
      // The members are those of command.invoked.
      const struct kb_method *invoked =
          bsearch("command.invoked", kb_methods, kb_methods_count, sizeof *kb_methods, compare_methods);
      struct kb_arena own = {0};
      void *command = kb_unpack(invoked->record, params, &own, place, sizeof place);
      if (command) invoked->call(client, command);
      kb_arena_free(&own);
    }
    if (!client->is_freed && client->phase == KB_READY) answer(client, id, &result);
  } else {
    kb_fields_follow(client, name, value, params);
    if (!client->is_freed && method->call) {
      kb_fields_refresh(client);
      method->call(client, value);
    }
  }
  kb_arena_free(&arena);
}

/* Removes the first line of the buffer and processes it. */
static void read_line(struct kb_client *client, size_t length) {
  json_error_t error;
  json_t *message = json_loadb(client->input.bytes, length, JSON_ALLOW_NUL, &error);
  // A function of the program may read the lines after this one.
  kb_buffer_replace(&client->input, 0, length + 1, "", 0);
  client->searched = 0;
  json_t *method = json_object_get(message, "method");
  if (!json_is_object(message))
    kb_breach(client, "the service sent a line that is not an object of JSON: %.100s", message ? "" : error.text);
  else if (!method)
    read_response(client, message);
  else if (json_is_string(method))
    read_call(client, json_string_value(method), message);
  else
    bad_line(client, "method", "");
  json_decref(message);
}

/* Processes the next line. Returns false if there is none. */
static bool read_buffered(struct kb_client *client) {
  if (client->searched >= client->input.length) return false;
  char *start = client->input.bytes;
  char *end = memchr(start + client->searched, '\n', client->input.length - client->searched);
  if (!end) {
    client->searched = client->input.length;
    if (client->input.length > KB_LINE_LIMIT) kb_breach(client, "the service sent a line of more than %u bytes", KB_LINE_LIMIT);
    return false;
  }
  read_line(client, (size_t)(end - start));
  return true;
}

static void read_socket(struct kb_client *client) {
  int64_t end = now_microseconds() + READING_LIMIT;
  char piece[16384];
  client->has_more = false;
  for (;;) {
    bool has_line = read_buffered(client);
    if (client->is_freed || client->socket < 0) return;
    if (client->breach[0]) {
      lose(client, client->breach);
      return;
    }
    if (now_microseconds() >= end) {
      client->has_more = true;
      return;
    }
    if (has_line) continue;
    ssize_t count = recv(client->socket, piece, sizeof piece, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count <= 0) {
      char message[100];
      snprintf(message, sizeof message, "the service closed the connection%s%.60s", count ? ": " : "", count ? strerror(errno) : "");
      lose(client, message);
      return;
    }
    if (!kb_buffer_append(&client->input, piece, (size_t)count)) {
      lose(client, "no memory is left");
      return;
    }
  }
}

void kb_client_flush(struct kb_client *client) {
  while (client->socket >= 0 && client->written < client->output.length && !client->cannot_write) {
    ssize_t count = send(client->socket, client->output.bytes + client->written, client->output.length - client->written, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      // The service may have sent a reason before it closed the connection, so reading goes on.
      client->cannot_write = errno != EAGAIN && errno != EWOULDBLOCK;
      break;
    }
    client->written += (size_t)count;
  }
  if (client->written == client->output.length) client->output.length = client->written = 0;
  else if (client->written > 65536) {
    kb_buffer_replace(&client->output, 0, client->written, "", 0);
    client->written = 0;
  }
  if (is_idle(client)) watch(client);
}

int kb_client_dispatch(struct kb_client *client) {
  if (client->depth && !client->may_nest) return 0;  // called by another function of the program
  bool is_nested = client->depth;
  client->may_nest = false;
  uint64_t expirations;
  ssize_t ignored = read(client->timer, &expirations, sizeof expirations);
  (void)ignored;
  kb_enter(client);
  client->has_more = false;
  if (client->attempts && kb_now() >= client->next_attempt) connect_now(client);
  kb_fields_settle(client);
  if (client->socket >= 0 && !client->is_freed) {
    kb_client_flush(client);
    read_socket(client);
  }
  if (!client->is_freed && client->pending && client->phase != KB_IDLE && kb_now() >= client->pending->deadline) {
    char message[120];
    snprintf(message, sizeof message, "the service did not respond to %.50s within %d s", client->pending->method, KB_ANSWER_SECONDS);
    lose(client, message);
  }
  if (!client->is_freed) {
    bool has_more = client->has_more;
    kb_fields_refresh(client);
    kb_fields_settle(client);
    client->has_more |= has_more;
    if (client->breach[0]) lose(client, client->breach);
    kb_client_flush(client);
  }
  int result = client->has_more;
  if (is_nested) {
    client->may_nest = true;
    watch(client);
    arm(client);
  }
  kb_leave(client);
  return result;
}

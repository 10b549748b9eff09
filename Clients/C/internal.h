/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the source files of the library share. */
#ifndef KEYBRIDGE_INTERNAL_H
#define KEYBRIDGE_INTERNAL_H

#include <jansson.h>
#include <stdio.h>

#include "keybridge-client.h"

#define KB_LINE_LIMIT (8u << 20)
#define KB_OUTPUT_LIMIT (1u << 20)
#define KB_PENDING_LIMIT 4096
#define KB_FIELD_LIMIT 500
#define KB_DOWN_LIMIT 256
#define KB_SURROUNDINGS_LIMIT 4000
#define KB_BAD_LINES_LIMIT 10
#define KB_ANSWER_SECONDS 10

/* Memory that is freed as a whole. */
struct kb_arena {
  struct kb_block *blocks;
};
void *kb_arena_take(struct kb_arena *arena, size_t size);
char *kb_arena_copy(struct kb_arena *arena, const char *text, size_t length);
void kb_arena_free(struct kb_arena *arena);

/* Bytes that grow at the end. */
struct kb_buffer {
  char *bytes;
  size_t length, capacity;
};
bool kb_buffer_append(struct kb_buffer *buffer, const void *bytes, size_t length);
/* Replaces a part; keeps a zero byte after the end. */
bool kb_buffer_replace(struct kb_buffer *buffer, size_t start, size_t end, const char *bytes, size_t length);
void kb_buffer_free(struct kb_buffer *buffer);

/* Tables of structures (json.c). */
enum kb_kind {
  KB_STRING, KB_WORD, KB_INTEGER, KB_NUMBER, KB_BOOLEAN, KB_RANGE, KB_FRAME, KB_RECORD,
  KB_STRINGS, KB_INTEGERS, KB_RANGES, KB_RECORDS, KB_PAIRS, KB_JSON
};
enum { KB_REQUIRED = 1, KB_NULL = 2 };
struct kb_member {
  const char *name;
  enum kb_kind kind;
  unsigned flags;
  size_t offset, count_offset;
  const struct kb_record *record;
};
struct kb_record {
  const struct kb_member *members;
  size_t count, size;
};
/* Returns a new object, or NULL if a required member is missing or a text is not UTF-8. */
json_t *kb_pack(const struct kb_record *record, const void *value);
/* Returns a structure in the arena that refers to the texts of the object. NULL if the object does not fit; then `place` says
   where. */
void *kb_unpack(const struct kb_record *record, json_t *object, struct kb_arena *arena, char *place, size_t place_size);

/* A structure with its memory. */
struct kb_kept {
  struct kb_arena arena;
  json_t *json;
  void *value;
};
void kb_kept_clear(struct kb_kept *kept);

/* Methods that the service calls (protocol.c). */
struct kb_method {
  const char *name;
  const struct kb_record *record;
  void (*call)(struct kb_client *client, const void *params);
  bool (*ask)(struct kb_client *client, const void *params, struct kb_answer *answer);
};
extern const struct kb_method kb_methods[];
extern const size_t kb_methods_count;
extern const struct kb_record *const kb_record_of_candidate_list, *const kb_record_of_hud_shown, *const kb_record_of_container,
    *const kb_record_of_container_create, *const kb_record_of_container_set;

int kb_send_record(struct kb_client *client, const char *method, const struct kb_record *record, const void *params,
                   kb_done done, void *user);
const void *kb_read_result(const struct kb_response *response, const struct kb_record *record);

/* The client (client.c). */
struct kb_pending {
  struct kb_pending *next;
  int64_t id, deadline;
  char *method;
  kb_done done;
  void *user;
};

enum kb_phase_of_connection { KB_IDLE, KB_GREETING, KB_READY };

struct kb_client {
  char *name, *path, *token;
  enum kb_offsets offsets;
  json_t *greeting;  /* grace, keep and events of hello */
  struct kb_handlers handlers;
  void (*state)(struct kb_client *client, enum kb_state state, const char *message, void *user);
  void (*notification)(struct kb_client *client, const char *method, json_t *params, void *user);
  void (*error)(struct kb_client *client, const char *message, void *user);
  void *user;

  int poller, timer, socket;
  bool waits_to_write, cannot_write;
  enum kb_phase_of_connection phase;
  bool omits_offsets, has_external;
  struct kb_buffer input, output;
  size_t searched;  /* bytes of input that have no newline */
  size_t written;   /* bytes of output that are written */
  int64_t last_id;
  struct kb_pending *pending, **pending_end;
  size_t pending_count;
  int64_t next_attempt, connected_at, backoff;
  bool attempts, has_more;
  char unavailable[256];  /* the last message of KB_UNAVAILABLE */
  unsigned bad_lines;
  char breach[320];  /* why the connection must end */

  kb_deliver deliver;  /* takes over what must arrive */
  void *deliver_user;
  char last_item[64];  /* the id of the last item */

  unsigned depth;  /* of calls that may call the program */
  bool may_nest;   /* whether a function of the program is called that may dispatch */
  bool is_freed;

  struct kb_own_field *fields, **fields_end;
  size_t fields_count;
  struct kb_own_field *wanted;  /* gets the focus after each restart of the service */
  struct kb_own_field *focused;
  json_t *orphans;  /* the names of fields to remove after a resumption */
  struct kb_kept candidates, panel;
  struct kb_arena results;
};

int64_t kb_now(void);
int kb_send(struct kb_client *client, const char *method, json_t *params, kb_done done, void *user);
/* Reports an error to the program. */
void kb_report(struct kb_client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ends the connection after the present line, because the service does not follow the protocol. */
void kb_breach(struct kb_client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
void kb_wake(struct kb_client *client);
/* Lets the function that is called next dispatch, and wakes a loop in it if lines are waiting. */
void kb_begin_nesting(struct kb_client *client);
void kb_enter(struct kb_client *client);
void kb_leave(struct kb_client *client);
void kb_report_refusal(const struct kb_response *response, void *user);

/* Fields (field.c, external.c). */
struct kb_down {
  int code;
  uint32_t keysym_value;
  unsigned modifiers;
  char *key, *keysym, *characters, *device;
};

/* A part of a text: its end or its beginning. */
struct kb_part {
  bool is_whole;
  size_t length;
  char text[256];
};

/* The text next to the selection. */
struct kb_near {
  bool is_known;
  struct kb_part before, after;
};

struct kb_own_field {
  struct kb_field shown;  /* first: a pointer to one is a pointer to the other */
  struct kb_own_field *next;
  json_t *create;         /* the parameters of container.create */
  bool is_removed, is_created, must_set, has_changed, must_refresh;
  void (*changed)(struct kb_field *field);

  /* Texts of the service, as received. */
  struct kb_buffer text, marked, display;
  size_t marked_at;
  bool has_marked, awaits_text;
  size_t anchor, head;
  struct kb_segment *raw_segments, *segments;
  size_t segments_count;
  struct kb_range *marks, *shown_marks;
  size_t marks_count;
  char *continuation, *correction;
  struct kb_range corrected;

  /* Texts of a toolkit. */
  struct kb_toolkit toolkit;
  bool is_dirty;
  struct kb_near near;
  uint64_t known;         /* a hash of the text and the selection as they were read last; 0 if they are not known */
  bool is_applying;       /* the toolkit applies an edit */
  int64_t number, handled, seen, others;
  int64_t composition, ended;  /* the last one shown, the last one that the program has ended */
  bool has_preedit;
  struct kb_kept preedit_memory;
  struct kb_preedit preedit;
  char *fallback;
  struct kb_down *downs;
  size_t downs_count;
};

void kb_fields_connected(struct kb_client *client, json_t *snapshot, bool is_resumed);
void kb_fields_lost(struct kb_client *client);
void kb_fields_resync(struct kb_client *client, json_t *snapshot);
void kb_fields_follow(struct kb_client *client, const char *method, const void *params, json_t *json);
/* Updates the public members of the fields. */
void kb_fields_refresh(struct kb_client *client);
void kb_fields_settle(struct kb_client *client);
void kb_fields_free_removed(struct kb_client *client);
void kb_field_destroy(struct kb_own_field *field);
struct kb_own_field *kb_find_field(const struct kb_client *client, const char *name);

void kb_delivery_connected(struct kb_client *client);
bool kb_external_follow(struct kb_client *client, const char *method, json_t *params);
void kb_external_created(struct kb_own_field *field);
void kb_external_lost(struct kb_own_field *field);
void kb_external_focus_ended(struct kb_own_field *field);
void kb_external_settle(struct kb_own_field *field);
void kb_external_destroy(struct kb_own_field *field);
void kb_cancel_keys(struct kb_own_field *field);

#endif

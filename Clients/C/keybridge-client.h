/* SPDX-License-Identifier: Apache-2.0 */
/* A client of the text-input service Keybridge.

   A client has no thread and never blocks after `kb_client_new`. The loop of the program waits until `kb_client_fd` is
   readable and then calls `kb_client_dispatch`, which calls the functions of the program. All functions must be called from
   one thread. Texts are in UTF-8 and end with a zero byte. Documentation/ClientC.md has examples.

   Part 1: the client. Part 2: fields. Part 3: rows for drawing. The last part has a structure and a function for each
   request, and is generated from the schema of the protocol. In these structures a member that can be left out is a pointer,
   and NULL leaves it out: `.cancels = KB_BOOL(true), .rows = KB_INT(3)`. */
#ifndef KEYBRIDGE_CLIENT_H
#define KEYBRIDGE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_API __attribute__((visibility("default")))

struct json_t;
struct kb_client;
struct kb_field;
struct kb_handlers;
struct kb_candidate_list;
struct kb_hud_shown;
struct kb_container_create;
struct kb_container_set;

KB_API extern const bool kb_true, kb_false;
#define KB_BOOL(value) ((value) ? &kb_true : &kb_false)
/* In C++, take the address of a variable instead. */
#define KB_INT(value) (&(const int64_t){value})

/* Offsets in a text, without the unit at `end`. */
struct kb_range {
  int64_t start, end;
};

/* A place on the screen in cells. */
struct kb_frame {
  int64_t x, y, width, height;
};

/* A text and its name. */
struct kb_pair {
  const char *name, *text;
};

/* Part 1: the client. */

/* The units of offsets in the fields that a toolkit owns. */
enum kb_offsets { KB_UTF8, KB_UTF16, KB_SCALARS };

enum kb_state {
  /* No service can be reached. Reported once; the client tries again without limit. */
  KB_UNAVAILABLE,
  /* A connection began without the earlier state. The client has created its fields again; the program creates everything
     else again, such as commands and labels. */
  KB_CONNECTED,
  /* A connection began with the state of the earlier one. */
  KB_RESUMED,
  /* The connection ended. Until the next one the toolkit's own keyboard types. */
  KB_LOST,
};

struct kb_options {
  /* The program's name, which people see. Required. */
  const char *name;
  /* The socket; by default /run/keybridge/keybridge.sock. */
  const char *path;
  enum kb_offsets offsets;
  /* After a disconnection: for how many seconds the service still accepts keys for the program, and for how many seconds
     after that its state is kept. */
  const int64_t *grace, *keep;
  /* The notifications to receive; all if it is NULL. See `subscribe` in the protocol. */
  const char *const *events;
  size_t events_count;
  /* Functions for notifications and for requests to the program; copied. */
  const struct kb_handlers *handlers;
  /* Called for each change of the state. `message` says in one line why no service can be reached, and how to change it;
     it is empty for a connection. */
  void (*state)(struct kb_client *client, enum kb_state state, const char *message, void *user);
  /* Called for each notification after `hello`, before the function of `handlers` and also if there is none: for methods that
     this library does not know. `params` is an object of jansson, or NULL; take a reference to keep it. */
  void (*notification)(struct kb_client *client, const char *method, struct json_t *params, void *user);
  /* Called if the service sends something wrong, and if it refuses a request that has no `done`. */
  void (*error)(struct kb_client *client, const char *message, void *user);
  /* Passed to all functions above. */
  void *user;
};

/* Creates a client, which connects at the next `kb_client_dispatch`. Returns NULL with errno if the name is missing or if
   no memory or no descriptor is left. */
KB_API struct kb_client *kb_client_new(const struct kb_options *options);

/* Disconnects and frees the client with its fields. May be called in a function that the client calls. */
KB_API void kb_client_free(struct kb_client *client);

/* The descriptor to wait for; it stays the same until `kb_client_free`. */
KB_API int kb_client_fd(const struct kb_client *client);

/* The events of poll() to wait for: POLLIN. */
KB_API short kb_client_events(const struct kb_client *client);

/* For how many milliseconds at most to wait; -1 for no limit. The descriptor becomes readable at that time, too. */
KB_API int kb_client_timeout(const struct kb_client *client);

/* Reads, calls the functions of the program, reports fields, writes, and connects again when it is time. Takes a millisecond
   at most, except for the functions of the program and for reading a single line of more than a few hundred kilobytes.
   Returns 1 if more is waiting, 0 if not. Does nothing if a function of the program calls it, except for the functions `edit`,
   `preedit` and `key` of a toolkit: a dialog that they open may have a loop of its own. */
KB_API int kb_client_dispatch(struct kb_client *client);

/* Writes requests at once instead of at the next `kb_client_dispatch`. */
KB_API void kb_client_flush(struct kb_client *client);

/* Whether the service has accepted the client. */
KB_API bool kb_client_is_connected(const struct kb_client *client);

/* Whether the service supports fields that a toolkit owns. False while there is no connection. */
KB_API bool kb_client_has_external_fields(const struct kb_client *client);

KB_API void *kb_client_user(const struct kb_client *client);

/* The candidates that are shown, the panel of commands that is open, or NULL. Valid until the next `kb_client_dispatch`. */
KB_API const struct kb_candidate_list *kb_client_candidates(const struct kb_client *client);
KB_API const struct kb_hud_shown *kb_client_panel(const struct kb_client *client);

/* Why a request failed. Names and codes never change; see Documentation/Protocol.md. The client has two names of its own:
   `lost`, if the connection ended before the response, and `invalidResult`. */
struct kb_error {
  int code;
  const char *name, *message, *place;
};

struct kb_response {
  /* NULL if the request succeeded. */
  const struct kb_error *error;
  struct json_t *result;
  struct kb_client *client;
};

/* Called once for each request that was sent, also when the connection ends or the client is freed. */
typedef void (*kb_done)(const struct kb_response *response, void *user);

/* The response to a request to the program. With `replace`, a yes inserts this text instead. */
struct kb_answer {
  bool yes;
  const char *replace;
};

/* Sends any request. `params` is an object of jansson, or NULL; the function takes over the reference. */
KB_API int kb_request(struct kb_client *client, const char *method, struct json_t *params, kb_done done, void *user);

/* Part 2: fields.

   A field is the program's view of one text. There are two kinds:
   - A text that the service owns (textField, textView, webField): the members below always have its present value, so the
     program draws them, and handles no notification.
   - A text that a toolkit owns (external): the service sends edits, preedits and keys, and the functions of `kb_toolkit`
     apply them to the toolkit's own widget. */

enum kb_phase { KB_BEGAN, KB_REPEATED, KB_ENDED, KB_CANCELLED };
enum kb_style { KB_RAW, KB_CONVERTED, KB_FOCUSED };
enum kb_modifier {
  KB_CONTROL = 1, KB_OPTION = 2, KB_SHIFT = 4, KB_COMMAND = 8, KB_CAPSLOCK = 16, KB_KEYPAD = 32
};

/* A part of text that is being composed. Offsets count from the start of that text. */
struct kb_segment {
  size_t start, end;
  enum kb_style style;
};

/* Text that is being composed, and not yet part of the toolkit's text. */
struct kb_preedit {
  const char *text;
  const struct kb_segment *segments;
  size_t segments_count;
  /* The place of the caret in the text; -1: do not show one. */
  int64_t caret;
};

/* A change of a toolkit's text, made in this order: remove the preedit, delete the selection, delete `before` and `after`
   units next to the caret, insert `text`, show `preedit`. */
struct kb_edit {
  size_t before, after;
  const char *text;
  /* NULL for none. */
  const struct kb_preedit *preedit;
};

struct kb_key {
  enum kb_phase phase;
  /* The key in linux/input-event-codes.h, with its name, KEY_E. */
  int code;
  const char *key;
  /* The symbol on the layout, with its number in X11. */
  const char *keysym;
  uint32_t keysym_value;
  /* A sum of kb_modifier. */
  unsigned modifiers;
  /* The text that the key would type without Control, Option and Command, for shortcuts; empty if there is none. Never insert
     it into a field that is editable. */
  const char *characters;
  const char *device;
  /* In microseconds on the monotonic clock; 0 if the client synthesized the event. */
  int64_t time;
};

/* A toolkit's text around the caret, without the preedit, with the whole selection. Offsets are in the client's unit. `text`
   has `length` bytes and a zero byte after them, and must stay valid until the function that reports it is called again. */
struct kb_surroundings {
  const char *text;
  size_t length;
  size_t anchor, head;
};

/* Functions of a toolkit. A widget may refuse or cut an edit: the client compares the surroundings afterwards. */
struct kb_toolkit {
  /* Applies an edit, as far as the widget accepts it. Required. */
  void (*edit)(struct kb_field *field, const struct kb_edit *edit);
  /* Shows a preedit instead of the one before, after deleting the selection if none was shown. Empty text removes it. If the
     function is NULL, text that is being composed is not shown, and is inserted when it is final. */
  void (*preedit)(struct kb_field *field, const struct kb_preedit *preedit);
  void (*key)(struct kb_field *field, const struct kb_key *key);
  /* Reports the surroundings. Returns false if nothing is known: then nothing is capitalized, corrected or predicted. Never
     called for a secure field. The client shortens texts of more than 4,000 bytes. */
  bool (*surroundings)(struct kb_field *field, struct kb_surroundings *surroundings);
  /* Keys are lost, because the program did not handle 256 of them in time. */
  void (*dropped)(struct kb_field *field);
  /* Whether the functions put edits and keys into a queue that the program reads later. The client then reports nothing before
     `kb_field_handled`, and does not notice by itself that the widget has refused a text: call `kb_field_changed` then. */
  bool handles_later;
};

/* All members are for reading. */
struct kb_field {
  struct kb_client *client;
  const char *name;
  void *user;
  /* Whether the service has the field, and whether it has the keyboard. */
  bool exists, has_focus;
  bool is_external, is_secure;

  /* Texts of the service only. The text with the text that is being composed, ready to be drawn. All offsets are in bytes. */
  const char *text;
  size_t length;
  /* The selection. `head` is the end that moves; both are equal for a caret. */
  size_t anchor, head;
  /* The part of `text` that is being composed, with its segments, whose offsets count from `marked_start`. Both ends are
     equal if nothing is being composed. */
  size_t marked_start, marked_end;
  const struct kb_segment *segments;
  size_t segments_count;
  /* Misspelled words. */
  const struct kb_range *misspelled;
  size_t misspelled_count;
  /* The continuation to show dimmed after the caret, or NULL. */
  const char *continuation;
  /* The correction that is offered for a part of the text, or NULL. */
  const char *correction;
  struct kb_range corrected;
  /* The number to pass as `if_revision` of an edit. */
  int64_t revision;

  /* Both kinds: the candidates of this field, or NULL. */
  const struct kb_candidate_list *candidates;
};

struct kb_field_options {
  /* The request that creates it: the name, the kind, the traits and so on; copied. Required. The kind must be left out if
     `toolkit` is set. */
  const struct kb_container_create *create;
  /* For a text that a toolkit owns; copied. */
  const struct kb_toolkit *toolkit;
  /* For a toolkit: the field begins with keys only, as `kb_field_set_editable` does, or accepts newlines. */
  bool is_read_only, is_multiline;
  /* Called at the end of `kb_client_dispatch` if a member of the field has changed. */
  void (*changed)(struct kb_field *field);
  void *user;
};

/* Creates a field, now or as soon as there is a connection, and again after each restart of the service. A text of the
   service then has the text that was shown last, unless it is secure. Returns NULL with errno: EINVAL for invalid options,
   EEXIST if the client has a field with this name. */
KB_API struct kb_field *kb_field_new(struct kb_client *client, const struct kb_field_options *options);

/* Removes the field. May be called in a function of the field. */
KB_API void kb_field_free(struct kb_field *field);

/* The field with a name, or NULL. */
KB_API struct kb_field *kb_field_named(const struct kb_client *client, const char *name);

/* Gives the keyboard to the field, also after each restart of the service. */
KB_API void kb_field_focus(struct kb_field *field);

/* Returns the keyboard, after `kb_field_focus`. */
KB_API void kb_client_release_focus(struct kb_client *client);

/* Changes traits and properties. `set->container` may be NULL. */
KB_API int kb_field_set(struct kb_field *field, const struct kb_container_set *set);

/* Chooses one of the candidates that are shown, 1 to 9. */
KB_API int kb_field_choose(struct kb_field *field, int number);

/* Texts of the service: replaces the whole text, or a part, or sets the selection. Offsets are in bytes of `text`; the edit
   has no effect if the person has changed the text in the meantime. */
KB_API int kb_field_set_text(struct kb_field *field, const char *text);
KB_API int kb_field_replace(struct kb_field *field, size_t start, size_t end, const char *text);
KB_API int kb_field_select(struct kb_field *field, size_t anchor, size_t head);

/* Items that must arrive. */

/* Takes over a code or a command that is owed to the program. Returns false if that failed: then the connection ends, and the
   item comes again after the next one begins. An item that comes again has the same `id`. */
struct kb_delivery_item;
typedef bool (*kb_deliver)(struct kb_client *client, const struct kb_delivery_item *item, void *user);

/* Receives what is owed to the program, whose name the settings of the service must have. Each item is acknowledged after the
   function has returned true. NULL ends it. */
KB_API void kb_client_deliver(struct kb_client *client, kb_deliver deliver, void *user);

/* Texts of a toolkit. */

/* Reports that the text, the selection or the caret has changed in another way than by this field's edit and preedit: by the
   mouse, by a key, by undo, or by the program. May be called at any time, and as often as is convenient. */
KB_API void kb_field_changed(struct kb_field *field);

/* The same, if the text or the selection differs from the surroundings that the toolkit has returned last: for a toolkit that does
   not notify of each change. Returns whether it differs. Not with `handles_later`. */
KB_API bool kb_field_check(struct kb_field *field);

/* With `handles_later`: reports that the program has read everything that the toolkit's functions have received until now. */
KB_API void kb_field_handled(struct kb_field *field);

/* Ends composing: inserts the text that is being composed with the function `edit`, or removes it. For a click, before the
   toolkit changes the text, or before the toolkit moves the focus. Without a preedit it does nothing. */
KB_API void kb_field_commit(struct kb_field *field);
KB_API void kb_field_cancel(struct kb_field *field);

/* Ends composing like `kb_field_commit` or `kb_field_cancel`, for a toolkit that has already inserted the text
   (`inserted`) or removed the preedit on its own. Returns the text to insert: valid until the next call for the field. */
KB_API const char *kb_field_composition_ended(struct kb_field *field, bool inserted);

/* Reports that the toolkit moves the focus away from the field: inserts the text that is being composed. `kb_field_focus` of
   another field does this, too. The service then cancels the keys that are down. */
KB_API void kb_field_blur(struct kb_field *field);

/* Changes whether the field takes text. If not, every key is sent as a key: for a button or a read-only field. */
KB_API void kb_field_set_editable(struct kb_field *field, bool is_editable);

/* The preedit that is shown, or NULL. Valid until the next `kb_client_dispatch`. */
KB_API const struct kb_preedit *kb_field_preedit(const struct kb_field *field);

/* Offsets in a text: from bytes to UTF-16 code units or code points, and back. Offsets inside a code point are rounded down,
   those after the end are the end. */
KB_API size_t kb_units_from_bytes(enum kb_offsets unit, const char *text, size_t bytes);
KB_API size_t kb_bytes_from_units(enum kb_offsets unit, const char *text, size_t units);

/* Part 3: rows for drawing. */

/* Returns the width of a text in any unit, such as pixels or cells. */
typedef int (*kb_measure)(void *user, const char *text, size_t length);

struct kb_row {
  /* The text, and a text to draw at the right edge or in a second column: annotations, and the keys of a command. Neither is
     NULL. Texts that are too wide end with `…`. */
  const char *text, *detail;
  /* Their widths as measured. */
  int text_width, detail_width;
  /* The part of `text` to highlight, in bytes; both are equal if there is none. */
  size_t highlight_start, highlight_end;
  bool is_heading;
  /* The number to pass to `kb_field_choose`, for the first item of the row; 0 if it has none. */
  int number;
};

struct kb_rows {
  struct kb_row *rows;
  size_t count;
  /* The largest width of a row, with a gap between the texts. */
  int width;
};

/* Lays out candidates. Candidates of an input method have a row each; others are in one row as long as it has room. `width` is
   the room, or 0 for no limit. Without candidates there are no rows. NULL if no memory is left. */
KB_API struct kb_rows *kb_candidate_rows(const struct kb_candidate_list *list, kb_measure measure, void *user, int width);

/* Lays out at most `rows` rows of the panel of commands, from its first row on; 0 for all. */
KB_API struct kb_rows *kb_panel_rows(const struct kb_hud_shown *panel, kb_measure measure, void *user, int width, size_t rows);
KB_API void kb_rows_free(struct kb_rows *rows);

/* Begin of the generated part: made by Clients/generate.py of Documentation/openrpc.json. */

struct kb_grace {
  int64_t seconds;
};

struct kb_subscribe {
  /* The notifications to receive; by default all. */
  const char *const *events;
  size_t events_count;
};

struct kb_mode_prefer {
  /* A language, sv; null removes the preference. */
  const char *language;
  /* A name under which the user's choice is remembered; null removes it. */
  const char *context;
};

/* The kind of text; a trait that is left out keeps its value or default. */
struct kb_traits_to_set {
  /* One of none, words, sentences, allCharacters. */
  const char *autocapitalization_type;
  /* One of default, no, yes. */
  const char *autocorrection_type;
  /* One of default, no, yes. */
  const char *spell_checking_type;
  /* One of default, no, yes. */
  const char *smart_quotes_type;
  /* One of default, no, yes. */
  const char *smart_dashes_type;
  /* One of default, no, yes. */
  const char *smart_insert_delete_type;
  /* One of default, no, yes. */
  const char *inline_prediction_type;
  /* One of default, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
     decimalPad, twitter, webSearch, asciiCapableNumberPad. */
  const char *keyboard_type;
  /* One of default, dark, light, alert. */
  const char *keyboard_appearance;
  /* One of default, go, google, join, next, route, search, send, yahoo, done, emergencyCall, continue. */
  const char *return_key_type;
  /* Whether Return does nothing while the text is empty. */
  const bool *enables_return_key_automatically;
  /* Whether it is a secret: all clients except its owner receive only its length. */
  const bool *is_secure_text_entry;
  const char *text_content_type;
  /* The rules for a generated password, such as required: upper; minlength: 8; */
  const char *password_rules;
  /* Whether characters that do not belong to the keyboardType are refused. */
  const bool *restrict_to_keyboard_type;
  /* Whether letters type the digit on their key in a restricted phone pad. */
  const bool *maps_phone_pad_letters;
  /* Reported to observers, without effect. */
  const bool *translucent;
  /* One of none, default, complete, limited. */
  const char *writing_tools_behavior;
  /* A sum of 1, 2, 4 and 8. */
  const int64_t *allowed_writing_tools_result_options;
  /* One of default, no, yes. */
  const char *math_expression_completion_type;
  /* Reported to observers, without effect. */
  const bool *supports_adaptive_image_glyph;
  /* The subject of the conversation; reported to observers, without effect. */
  const char *conversation_context;
};

/* The appearance and behaviour of a container; each kind has its own properties, others are refused as unsupported. */
struct kb_properties {
  /* The text, as in text.set. */
  const char *text;
  /* The text that is shown while the field is empty; a view has none. */
  const char *placeholder;
  /* One of never, whileEditing, unlessEditing, always. */
  const char *clear_button_mode;
  const bool *clears_on_begin_editing;
  /* Whether the next insertion replaces the text. */
  const bool *clears_on_insertion;
  const bool *is_enabled;
  /* One of none, line, bezel, roundedRect. */
  const char *border_style;
  /* An image behind the text, by its name. */
  const char *background;
  /* The image while it is disabled. */
  const char *disabled_background;
  const char *background_color;
  const bool *adjusts_font_size_to_fit_width;
  const int64_t *minimum_font_size;
  /* One of left, center, right, natural. */
  const char *text_alignment;
  /* One of the terminal's own colours, or red, green and blue. */
  const char *text_color;
  /* A PostScript name; the part after the last hyphen selects bold and italic, as in Helvetica-BoldOblique. Name
     and size change no cell. */
  const char *font;
  /* One of never, whileEditing, unlessEditing, always. */
  const char *left_view_mode;
  /* One of never, whileEditing, unlessEditing, always. */
  const char *right_view_mode;
  /* Only for views and external containers. */
  const bool *is_editable;
  /* Only for external containers. */
  const bool *is_multiline;
  /* Only for views. */
  const bool *is_selectable;
  /* The maximum number of UTF-16 code units that the person's input can give the text. */
  const int64_t *maximum_length;
  /* A regular expression; the person's input must leave the text at the beginning of a match. */
  const char *pattern;
};

/* The requests to send to the program, each with its default answer. */
struct kb_presets {
  const bool *focus_should_begin;
  const bool *focus_should_end;
  const bool *text_should_change;
  const bool *field_should_clear;
  const bool *field_should_return;
};

struct kb_container_create {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* By default textField. One of textField, textView, webField, external. */
  const char *kind;
  /* A caption next to it in a drawn window. */
  const char *label;
  /* Its initial text. */
  const char *text;
  const struct kb_traits_to_set *traits;
  const struct kb_properties *properties;
  const struct kb_presets *questions;
  /* By default below the items created before. */
  const struct kb_frame *frame;
  /* Its number of rows if it has no frame. */
  const int64_t *rows;
  /* Whether ⎋ cancels its editing. */
  const bool *cancels;
};

struct kb_container_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  const struct kb_traits_to_set *traits;
  const struct kb_properties *properties;
};

struct kb_container_get {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* The names of properties to include in the response. */
  const char *const *properties;
  size_t properties_count;
};

struct kb_container_remove {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
};

/* A piece of a static text in one style. */
struct kb_span {
  /* Required. */
  const char *text;
  const bool *bold;
  const bool *dim;
  const bool *italic;
  const bool *underline;
  const bool *reverse;
  const char *color;
  const char *background_color;
};

struct kb_label_create {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *label;
  const char *text;
  /* Instead of text: pieces with different styles. */
  const struct kb_span *spans;
  size_t spans_count;
  /* The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  const int64_t *lines;
  /* By default below the items created before. */
  const struct kb_frame *frame;
};

struct kb_label_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *label;
  const char *text;
  /* Instead of text: pieces with different styles. */
  const struct kb_span *spans;
  size_t spans_count;
  /* The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  const int64_t *lines;
};

struct kb_label_measure {
  /* Required. */
  const char *text;
  /* The cells of a row; by default rows have any length. */
  const int64_t *width;
  /* The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  const int64_t *lines;
};

struct kb_label_remove {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *label;
};

struct kb_text_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* The new text. */
  const char *text;
  /* True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes
     after the new text only if the edit touches the whole selection. */
  const bool *keeps_selection;
  /* The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  const int64_t *if_revision;
};

struct kb_text_replace {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* The new text. */
  const char *text;
  /* True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes
     after the new text only if the edit touches the whole selection. */
  const bool *keeps_selection;
  /* The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  const int64_t *if_revision;
};

struct kb_text_clear {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  const int64_t *if_revision;
};

struct kb_text_words {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* The part to search; by default the whole text. */
  const struct kb_range *range;
};

struct kb_selection_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* UTF-16 code units from the start of the text. */
  int64_t anchor;
  /* The end that moves. */
  const int64_t *head;
  /* The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  const int64_t *if_revision;
};

struct kb_marked_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* Required. */
  const char *text;
  /* The selection in the provisional text, counted from its start; by default the caret is at its end. */
  const struct kb_range *selection;
  /* The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  const int64_t *if_revision;
};

struct kb_marked_commit {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
};

struct kb_marked_cancel {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
};

struct kb_candidates_choose {
  /* The digit key that chooses it. */
  int64_t number;
};

struct kb_ink_stroke {
  /* Required. The points [x, y] of a pointer that was pressed, moved and released, from the upper left corner of
     the surface; those outside lie on its edge. A third number, the time of a point in milliseconds, has no effect. */
  struct json_t *points;
  /* The width of the surface on which one character is drawn, in the units of the points. */
  double width;
  /* The height of the surface. */
  double height;
};

/* A container as for container.create, without a frame. */
struct kb_form_field {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* One of textField, textView, webField, external. */
  const char *kind;
  /* A caption next to it in a drawn window. */
  const char *label;
  /* Its initial text. */
  const char *text;
  const struct kb_traits_to_set *traits;
  const struct kb_properties *properties;
  const struct kb_presets *questions;
  /* Its number of rows if it has no frame. */
  const int64_t *rows;
  /* The prototype whose members apply unless the field has its own. */
  const char *prototype;
  /* Its place in the order of Return, from 1; 0 for none. Return finishes the form before the first missing number.
     By default the field's place in the list. */
  const int64_t *tag;
  /* Whether ⎋ cancels its editing. */
  const bool *cancels;
};

struct kb_form_create {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *form;
  /* Required. */
  const struct kb_form_field *fields;
  size_t fields_count;
  /* Members that several fields share, by name. */
  struct json_t *prototypes;
  /* Whether ⎋ cancels its editing, reported as form.didCancel. */
  const bool *cancels;
  /* Whether it is shown above everything else; the fields and commands beneath are inactive until the form is
     removed. */
  const bool *modal;
};

struct kb_form_get {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *form;
};

struct kb_form_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *form;
  /* Required. Texts by the fields' names. */
  const struct kb_pair *values;
  size_t values_count;
  /* Revisions by the fields' names: if one of them is not the field's revision, or text is being composed in the
     field, nothing is set, and the error's place names the field. */
  struct json_t *if_revisions;
  /* True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes
     after the new text only if the edit touches the whole selection. */
  const bool *keeps_selection;
};

struct kb_form_remove {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *form;
};

struct kb_focus_request {
  const char *container;
  /* Ignored if a container is named. */
  const char *form;
  /* Which key presses are reported as press.began and press.ended: with true those that neither text nor a command
     handles, with "all" also those that text would handle; they then type nothing. One of true, false, all. */
  const char *presses;
};

struct kb_idle_set {
  /* The time; 0 for never. */
  int64_t seconds;
};

struct kb_end_editing {
  const char *container;
  /* Whether editing ends without a request to the program. */
  const bool *force;
};

struct kb_command_register {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *command;
  /* Without it, no key runs the command: it is for menus. */
  const char *chord;
  /* The title that people read; by default the name. */
  const char *title;
  const char *long_title;
  /* The heading that it is listed under; by default the program. */
  const char *group;
  const char *image;
  /* Returned in command.invoked. */
  const char *argument;
  /* Whether it precedes text: needed for keys that have a meaning in text. */
  const bool *priority;
  /* Whether it runs again while the key is held; true by default, unless holdsKeys is true. */
  const bool *repeat;
  /* Whether it is left out of lists. */
  const bool *hidden;
  /* Whether it cannot run. */
  const bool *disabled;
  const bool *destructive;
  /* One of off, on, mixed. */
  const char *state;
  /* Whether a menu stays open after the command has run. */
  const bool *keeps_menu;
  /* Whether keys wait until the program has responded to command.invoke, at most 300 ms. */
  const bool *holds_keys;
  /* The form that it belongs to. It is active while a modal form is the uppermost, or while the focus is in any
     other form, and is removed with the form. */
  const char *form;
};

struct kb_command_set {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *command;
  const char *title;
  /* Null removes it. */
  const char *long_title;
  /* One of off, on, mixed. */
  const char *state;
  const bool *disabled;
  const bool *hidden;
};

struct kb_command_remove {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *command;
};

/* A command by its name, or a menu, which lies at most eight deep. */
struct kb_menu_item {
  /* One of the program's commands; with it the other members are ignored. */
  const char *command;
  /* The menu's name, which no other menu has. */
  const char *menu;
  /* Required unless the menu is inline. */
  const char *title;
  /* Whether its items are shown in the surrounding menu, between lines. */
  const bool *inline_;
  struct json_t *items;
};

/* Commands and menus that a program inserts into a menu. At most one member is the place: by default before the
   menu window in the main menu, at the end of a context menu. */
struct kb_menu_insertion {
  /* Required. */
  const struct kb_menu_item *items;
  size_t items_count;
  /* Before this menu. */
  const char *before;
  /* After this menu. */
  const char *after;
  /* In this menu, before everything. */
  const char *start_of;
  /* In this menu, after everything. */
  const char *end_of;
};

struct kb_menu_set {
  /* By default main. One of main, context. */
  const char *menu;
  const struct kb_menu_insertion *insert;
  size_t insert_count;
  /* Names of menus to leave out, after all insertions. */
  const char *const *remove;
  size_t remove_count;
};

struct kb_menu_context {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
};

struct kb_menu_perform {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *command;
  /* The text whose context menu has the command; by default the main menu has it. */
  const char *container;
};

/* A button above the keyboard area. */
struct kb_accessory_item {
  /* Required. Its name, reported in accessory.activated. */
  const char *command;
  /* The button's title; by default its name. */
  const char *title;
  /* The keys that press it, as for command.register. */
  const char *chord;
  /* By default true. */
  const bool *enabled;
};

/* A container that is shown above the keyboard area, with as many rows as its text needs. It must not be a field of
   a form, and is not shown in its window until the accessory is replaced or removed. */
struct kb_expanding_text {
  /* Required. 1 to 200 bytes in UTF-8. */
  const char *container;
  /* 1 by default. */
  const int64_t *minimum_rows;
  /* 5 by default, and never fewer than minimumRows. */
  const int64_t *maximum_rows;
  /* Rows in addition to those of the text; 0 by default. */
  const int64_t *padding;
};

struct kb_accessory_set {
  /* At most 100; more are refused as tooMany. */
  const struct kb_accessory_item *items;
  size_t items_count;
  /* Words, at most 1000, of which up to five that complete the word being typed are shown. Not together with items. */
  const char *const *completions;
  size_t completions_count;
  /* Not together with items or completions. */
  const struct kb_expanding_text *expanding;
  /* The text that it belongs to; by default all texts of the program. */
  const char *container;
};

struct kb_input_view_set {
  /* At most 100; more are refused as tooMany. */
  const char *const *words;
  size_t words_count;
  /* Its number of rows; 1 by default. */
  const int64_t *rows;
  /* The text that it belongs to; by default all texts of the program. */
  const char *container;
};

struct kb_mode_set {
  /* Required. Its name, sv-SE, or its language, sv. */
  const char *mode;
};

struct kb_fill_offer {
  /* Required. Texts that belong together, by their content types: a code, something found in text, or an address. */
  struct json_t *values;
  /* For how long the offer is valid. */
  const int64_t *seconds;
};

struct kb_provided_credential {
  /* Required. The program whose fields may have them. */
  const char *program;
  /* Required. A text of which a person sees every character: without control characters and marks of direction. */
  const char *username;
  /* Required. A text of which a person sees every character: without control characters and marks of direction. */
  const char *password;
};

struct kb_fill_provide {
  /* Texts by their content types. */
  const struct kb_pair *profile;
  size_t profile_count;
  /* At most 100; more are refused as tooMany. */
  const struct kb_provided_credential *credentials;
  size_t credentials_count;
};

struct kb_pasteboard_get {
  /* The pasteboard of this form's texts. It is the program's own unless the setting pasteboardPerForm separates
     them. */
  const char *form;
};

struct kb_pasteboard_set {
  /* Required. Limited only by the length of a line; it counts with the program's texts. */
  const char *text;
  /* The pasteboard of this form's texts. It is the program's own unless the setting pasteboardPerForm separates
     them. */
  const char *form;
};

struct kb_session_end {
  /* Only this form's texts and their pasteboard. */
  const char *form;
};

struct kb_delivery_ack {
  /* The number of the last item that the program has taken over. */
  int64_t through;
};

struct kb_scanner_claim {
  /* The scanner's name in hello and device.attached; by default every scanner. */
  const char *device;
};

struct kb_scanner_release {
  /* The scanner's name in hello and device.attached; by default every scanner. */
  const char *device;
};

struct kb_text_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* Required. The origin of a change of the text. One of user, undo, program. */
  const char *origin;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. The text that replaces it; for a secret of another program, a • for each code unit. */
  const char *string;
  /* How often the text has changed: each text.didChange increments it. */
  const int64_t *revision;
};

struct kb_selection_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *anchor;
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *head;
};

struct kb_marked_did_change_segment {
  /* UTF-16 code units. */
  int64_t length;
  /* Required. One of raw, converted, focused. */
  const char *style;
};

struct kb_marked_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  const struct kb_range *range;
  /* Required. */
  const char *string;
  /* The parts that are shown alike; only if an input method shows more than one, or one that is converted. */
  const struct kb_marked_did_change_segment *segments;
  size_t segments_count;
};

struct kb_field_editing_changed {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
};

struct kb_field_did_end_on_exit {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
};

struct kb_focus_did_begin {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
};

struct kb_focus_did_end {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* Required. One of committed, cancelled. */
  const char *reason;
};

/* Every trait with its value. */
struct kb_traits {
  /* Required. One of none, words, sentences, allCharacters. */
  const char *autocapitalization_type;
  /* Required. One of default, no, yes. */
  const char *autocorrection_type;
  /* Required. One of default, no, yes. */
  const char *spell_checking_type;
  /* Required. One of default, no, yes. */
  const char *smart_quotes_type;
  /* Required. One of default, no, yes. */
  const char *smart_dashes_type;
  /* Required. One of default, no, yes. */
  const char *smart_insert_delete_type;
  /* Required. One of default, no, yes. */
  const char *inline_prediction_type;
  /* Required. One of default, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad,
     emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad. */
  const char *keyboard_type;
  /* Required. One of default, dark, light. */
  const char *keyboard_appearance;
  /* Required. The label of Return. One of default, go, google, join, next, route, search, send, yahoo, done,
     emergencyCall, continue. */
  const char *return_key_type;
  /* Whether Return does nothing while the text is empty. */
  bool enables_return_key_automatically;
  /* Whether it is a secret: all clients except its owner receive only its length. */
  bool is_secure_text_entry;
  const char *text_content_type;
  /* The rules for a generated password, such as required: upper; minlength: 8; */
  const char *password_rules;
  /* Whether characters that do not belong to the keyboardType are refused. */
  bool restrict_to_keyboard_type;
  /* Whether letters type the digit on their key in a restricted phone pad. */
  bool maps_phone_pad_letters;
  /* Reported to observers, without effect. */
  bool translucent;
  /* Required. One of none, default, complete, limited. */
  const char *writing_tools_behavior;
  /* A sum of 1, 2, 4 and 8. */
  int64_t allowed_writing_tools_result_options;
  /* Required. One of default, no, yes. */
  const char *math_expression_completion_type;
  /* Reported to observers, without effect. */
  bool supports_adaptive_image_glyph;
  /* The subject of the conversation; reported to observers, without effect. */
  const char *conversation_context;
};

struct kb_traits_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* Required. Every trait with its value. */
  const struct kb_traits *traits;
};

struct kb_view_did_scroll {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* UTF-16 code units from the start of the text. */
  int64_t top_offset;
};

struct kb_spelling_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. The words, in order. */
  const struct kb_range *misspelled;
  size_t misspelled_count;
};

struct kb_inline_did_change {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  const char *text;
};

struct kb_correction_offered {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. */
  const char *replacement;
  /* Required. */
  const char *typed;
};

struct kb_correction_applied {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. */
  const char *replacement;
  /* Required. */
  const char *typed;
};

struct kb_correction_rejected {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. */
  const char *replacement;
  /* Required. */
  const char *typed;
};

struct kb_correction_reverted {
  /* Required. The program's own name for the container; for other clients its number. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. */
  const char *replacement;
  /* Required. */
  const char *typed;
};

struct kb_candidate_list_item {
  const char *annotation;
  /* The part of an item of the prediction row; the annotation of a filling is its source. One of literal,
     correction, completion, filling. */
  const char *role;
  /* Required. */
  const char *text;
};

/* The candidates, counted from 0. */
struct kb_candidate_list {
  /* The number of the first item that is shown. */
  int64_t first;
  /* The number of the item that Return chooses; left out if there is none. */
  const int64_t *highlighted;
  bool is_expanded;
  /* Required. The items that are shown. */
  const struct kb_candidate_list_item *items;
  size_t items_count;
  /* Required. One of accents, inputMethod, predictions, completions, modes, urlEndings, fill. */
  const char *kind;
  int64_t page;
  int64_t pages;
  /* The text that was typed for the candidates, if the marked text no longer shows it; otherwise left out. */
  const char *reading;
};

struct kb_candidates_did_change {
  const struct kb_candidate_list *list;
};

struct kb_ink_did_change {
  /* Required. The points [x, y] of each stroke, from 0 to 1000 from the left and the upper edge of the surface;
     empty if there are no strokes any more. */
  struct json_t *strokes;
  /* The width of the surface divided by its height; missing without strokes. */
  const double *aspect;
};

struct kb_command_invoked {
  /* Required. Its name. */
  const char *id;
  /* Required. The name of the program, or of the form for a command of a form. */
  const char *target;
  /* Required. In the user's language. */
  const char *title;
  /* Left out if it has none. */
  const char *argument;
};

struct kb_mode_did_change {
  /* Required. */
  const char *id;
  /* Required. */
  const char *language;
  /* Required. */
  const char *name;
  /* Required. The label of the space bar in the mode's language. */
  const char *space_label;
  const char *input_method;
  /* The layout that the language prefers, whichever layouts the keyboards have. */
  const char *layout;
  const char *variant;
};

struct kb_mode_extension_bypassed {
  /* Required. */
  const char *mode;
};

struct kb_layout_did_change {
  /* Required. The keyboard. */
  const char *device;
  /* The number of the layout among those of the keyboard, counted from 0. */
  int64_t group;
  /* Required. Its name in xkb, de. */
  const char *layout;
  /* Required. Its variant in xkb; empty for none. */
  const char *variant;
};

struct kb_locks_did_change {
  bool caps_lock;
  bool num_lock;
  bool scroll_lock;
};

struct kb_keyboard_will_show {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_keyboard_did_show {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_keyboard_will_hide {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_keyboard_did_hide {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_keyboard_will_change_frame {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_keyboard_did_change_frame {
  /* Required. One of easeInOut, easeIn, easeOut, linear. */
  const char *curve;
  /* Seconds. */
  double duration;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_begin;
  /* [x,y,width,height] in cells. */
  struct kb_frame frame_end;
  /* Whether the receiving program's own focus caused it. */
  bool is_local;
};

struct kb_panel_group_row {
  /* Required. As it was declared. */
  const char *chords;
  /* Required. The command's name. */
  const char *id;
  /* Required. The keys that are still to be pressed. */
  const char *keys;
  /* Required. The same on the last keyboard that was used. */
  const char *pressed;
  /* Required. One of off, on, mixed. */
  const char *state;
  /* Required. The same as symbols. */
  const char *symbols;
  /* Required. */
  const char *title;
};

struct kb_panel_group {
  /* Required. */
  const struct kb_panel_group_row *rows;
  size_t rows_count;
  /* Required. */
  const char *title;
};

struct kb_hud_shown {
  /* The row that is drawn first, counted from 0 through all groups. */
  int64_t first_row;
  /* Required. */
  const struct kb_panel_group *groups;
  size_t groups_count;
  /* Required. The chords of a sequence that were already pressed; otherwise empty. */
  const char *prefix;
};

struct kb_menu_list {
  /* Required. */
  const char *id;
  /* Required. Commands, submenus, and null for a line between two groups. */
  struct json_t *items;
  /* Required. */
  const char *title;
};

struct kb_menu_shown {
  /* Required. The item that is highlighted in the open menu, and in each submenu that is open; null for none. */
  struct json_t *highlights;
  /* Required. */
  const struct kb_menu_list *menus;
  size_t menus_count;
  /* Counted from 0. */
  int64_t open_menu;
};

struct kb_press_began {
  /* The kernel's number of the key. */
  int64_t code;
  /* Required. */
  const char *device;
  /* Required. The kernel's name, KEY_A. */
  const char *key;
  /* Required. The key's own symbol, before compose. */
  const char *keysym;
  /* Required. */
  const char *const *modifiers;
  size_t modifiers_count;
  bool repeat;
  /* Required. The text that it types, after compose and without an automatic capital; empty in press.ended and
     press.cancelled. */
  const char *text;
  /* Microseconds on the keyboard's clock. */
  int64_t time;
};

struct kb_press_ended {
  /* The kernel's number of the key. */
  int64_t code;
  /* Required. */
  const char *device;
  /* Required. The kernel's name, KEY_A. */
  const char *key;
  /* Required. The key's own symbol, before compose. */
  const char *keysym;
  /* Required. */
  const char *const *modifiers;
  size_t modifiers_count;
  bool repeat;
  /* Required. The text that it types, after compose and without an automatic capital; empty in press.ended and
     press.cancelled. */
  const char *text;
  /* Microseconds on the keyboard's clock. */
  int64_t time;
};

struct kb_press_cancelled {
  /* The kernel's number of the key. */
  int64_t code;
  /* Required. */
  const char *device;
  /* Required. The kernel's name, KEY_A. */
  const char *key;
  /* Required. The key's own symbol, before compose. */
  const char *keysym;
  /* Required. */
  const char *const *modifiers;
  size_t modifiers_count;
  bool repeat;
  /* Required. The text that it types, after compose and without an automatic capital; empty in press.ended and
     press.cancelled. */
  const char *text;
  /* Microseconds on the keyboard's clock. */
  int64_t time;
};

struct kb_press_unhandled {
  /* The kernel's number of the key. */
  int64_t code;
  /* Required. */
  const char *device;
  /* Required. The kernel's name, KEY_A. */
  const char *key;
  /* Required. The key's own symbol, before compose. */
  const char *keysym;
  /* Required. */
  const char *const *modifiers;
  size_t modifiers_count;
  bool repeat;
  /* Required. The text that it types, after compose and without an automatic capital; empty in press.ended and
     press.cancelled. */
  const char *text;
  /* Microseconds on the keyboard's clock. */
  int64_t time;
};

struct kb_device_attached {
  int64_t bus;
  /* Required. The node's path, or the device's own name if it has no node. */
  const char *device;
  /* Required. */
  const char *name;
  int64_t product;
  int64_t vendor;
  int64_t version;
  /* One of keyboard, keypad, remote, buttons, pointer. */
  const char *kind;
  const char *phys;
  /* The role that the settings give it. One of scanner. */
  const char *role;
  const char *uniq;
};

struct kb_device_detached {
  int64_t bus;
  /* Required. The node's path, or the device's own name if it has no node. */
  const char *device;
  /* Required. */
  const char *name;
  int64_t product;
  int64_t vendor;
  int64_t version;
  /* One of keyboard, keypad, remote, buttons, pointer. */
  const char *kind;
  const char *phys;
  /* The role that the settings give it. One of scanner. */
  const char *role;
  const char *uniq;
};

struct kb_device_connected {
  int64_t bus;
  /* Required. The node's path, or the device's own name if it has no node. */
  const char *device;
  /* Required. */
  const char *name;
  int64_t product;
  int64_t vendor;
  int64_t version;
  /* One of keyboard, keypad, remote, buttons, pointer. */
  const char *kind;
  const char *phys;
  /* The role that the settings give it. One of scanner. */
  const char *role;
  const char *uniq;
};

struct kb_device_disconnected {
  int64_t bus;
  /* Required. The node's path, or the device's own name if it has no node. */
  const char *device;
  /* Required. */
  const char *name;
  int64_t product;
  int64_t vendor;
  int64_t version;
  /* One of keyboard, keypad, remote, buttons, pointer. */
  const char *kind;
  const char *phys;
  /* The role that the settings give it. One of scanner. */
  const char *role;
  const char *uniq;
};

struct kb_scan {
  /* Required. */
  const char *device;
  /* Microseconds, from its first key to its last one. */
  int64_t duration;
  /* Required. The key that ended it by its name, gap, or what interrupted it. */
  const char *end;
  /* Required. */
  const char *text;
  /* When its last key was pressed, in microseconds on the device's clock. */
  int64_t time;
  /* Left out for a whole code; false for an incomplete one. One of False. */
  const char *complete;
  /* One of limit, short, unknownKey, lost, disconnect, stop. */
  const char *reason;
};

struct kb_program_did_become_active {
  bool is_active;
};

struct kb_form_did_finish {
  /* Required. */
  const char *form;
};

struct kb_form_did_cancel {
  /* Required. */
  const char *form;
};

struct kb_accessory_activated {
  /* Required. The button's command. */
  const char *item;
};

struct kb_question_preset {
  /* The default answer that was used. */
  bool answer;
  /* Required. One of focus.shouldBegin, focus.shouldEnd, text.shouldChange, field.shouldClear, field.shouldReturn,
     command.invoke. */
  const char *question;
  /* Required. One of late, alwaysLate, notAnAnswer, tooManyKeys. */
  const char *reason;
  /* The command that the request was about; left out for a request about a container. */
  const char *command;
  /* The container that the request was about; left out for a command. */
  const char *container;
};

struct kb_user_is_idle {
  /* False if the person types again. */
  bool is_idle;
};

/* The scanner of an item. */
struct kb_delivering_device {
  /* Required. Vendor and product, such as 05e0:1200. */
  const char *id;
  /* Required. */
  const char *name;
  /* Required. The physical location, the same after a restart; evdev's EVIOCGPHYS. */
  const char *path;
  /* The address of a Bluetooth scanner, or a serial number; omitted if unknown. evdev's EVIOCGUNIQ. */
  const char *uniq;
};

struct kb_delivery_item {
  /* It grows, and may have gaps. */
  int64_t number;
  /* Required. A UUID of version 7, the same each time the item is sent. */
  const char *id;
  /* Required. The wall-clock time of the scan or the key: RFC 3339, UTC. */
  const char *time;
  /* Required. One of scan, command. */
  const char *kind;
  /* The scanner of an item. */
  const struct kb_delivering_device *device;
  /* The code. */
  const char *text;
  /* Whether the text is the whole code. */
  const bool *complete;
  /* The AIM identifier that the scanner sent before the code, such as ]C1. */
  const char *symbology;
  /* The name of the command. */
  const char *command;
  /* The title of the command. */
  const char *title;
  /* The argument of the command. */
  const char *argument;
};

struct kb_delivery_dropped {
  int64_t count;
  /* Required. One of number, bytes, age. */
  const char *reason;
  /* The number of the last of them. */
  int64_t through;
};

struct kb_text_was_refused {
  /* Required. The program's own name for it. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. Why input was refused. One of keyboardType, maximumLength, pattern. */
  const char *reason;
  /* Required. The text that would have replaced it. */
  const char *string;
};

struct kb_fill_consent_did_change {
  bool allowed;
};

struct kb_command_invoke {
  /* Required. The name of the command. */
  const char *id;
  /* Required. */
  const char *title;
  /* Required. The program, or the form that the command belongs to. */
  const char *target;
  const char *argument;
};

struct kb_text_should_change {
  /* Required. The program's own name for it. */
  const char *container;
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. The text that would replace it; empty for a deletion. */
  const char *string;
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
};

struct kb_field_should_return {
  /* Required. The program's own name for it. */
  const char *container;
};

struct kb_field_should_clear {
  /* Required. The program's own name for it. */
  const char *container;
};

struct kb_focus_should_begin {
  /* Required. The program's own name for it. */
  const char *container;
};

struct kb_focus_should_end {
  /* Required. The program's own name for it. */
  const char *container;
};

/* The traits that are not at their defaults. */
struct kb_container_traits {
  /* One of none, words, sentences, allCharacters. */
  const char *autocapitalization_type;
  /* One of default, no, yes. */
  const char *autocorrection_type;
  /* One of default, no, yes. */
  const char *spell_checking_type;
  /* One of default, no, yes. */
  const char *smart_quotes_type;
  /* One of default, no, yes. */
  const char *smart_dashes_type;
  /* One of default, no, yes. */
  const char *smart_insert_delete_type;
  /* One of default, no, yes. */
  const char *inline_prediction_type;
  /* One of default, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
     decimalPad, twitter, webSearch, asciiCapableNumberPad. */
  const char *keyboard_type;
  /* One of default, dark, light. */
  const char *keyboard_appearance;
  /* The label of Return. One of default, go, google, join, next, route, search, send, yahoo, done, emergencyCall,
     continue. */
  const char *return_key_type;
  /* Whether Return does nothing while the text is empty. */
  const bool *enables_return_key_automatically;
  /* Whether it is a secret: all clients except its owner receive only its length. */
  const bool *is_secure_text_entry;
  const char *text_content_type;
  /* The rules for a generated password, such as required: upper; minlength: 8; */
  const char *password_rules;
  /* Whether characters that do not belong to the keyboardType are refused. */
  const bool *restrict_to_keyboard_type;
  /* Whether letters type the digit on their key in a restricted phone pad. */
  const bool *maps_phone_pad_letters;
  /* Reported to observers, without effect. */
  const bool *translucent;
  /* One of none, default, complete, limited. */
  const char *writing_tools_behavior;
  /* A sum of 1, 2, 4 and 8. */
  const int64_t *allowed_writing_tools_result_options;
  /* One of default, no, yes. */
  const char *math_expression_completion_type;
  /* Reported to observers, without effect. */
  const bool *supports_adaptive_image_glyph;
  /* The subject of the conversation; reported to observers, without effect. */
  const char *conversation_context;
};

/* One of the program's own texts, secrets included; marked is the range that is being composed, null if there is
   none. */
struct kb_container {
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *anchor;
  /* Required. The program's own name for it. */
  const char *container;
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *head;
  bool is_enabled;
  /* Required. One line; many lines; a field of a web page, which has only the traits autocapitalizationType and
     autocorrectionType; a text that the program's toolkit owns. One of textField, textView, webField, external. */
  const char *kind;
  const struct kb_range *marked;
  /* The words that are marked as misspelled; left out if there are none. */
  const struct kb_range *misspelled;
  size_t misspelled_count;
  /* The requested properties; numbered ones by their words. */
  struct json_t *properties;
  /* Required. */
  const char *text;
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
  /* The form that it is a field of; left out if there is none. */
  const char *form;
  /* Required. The traits that are not at their defaults. */
  const struct kb_container_traits *traits;
};

/* The layout with which a keyboard types. */
struct kb_keyboard_layout {
  /* Required. The keyboard. */
  const char *device;
  /* The number of the layout among those of the keyboard, counted from 0. */
  int64_t group;
  /* Required. Its name in xkb, de. */
  const char *layout;
  /* Required. Its variant in xkb; empty for none. */
  const char *variant;
};

/* The locks that are on. While a secret has the focus, only its owner receives them. */
struct kb_locks {
  bool caps_lock;
  bool num_lock;
  bool scroll_lock;
};

/* The state of a program. */
struct kb_snapshot_result {
  /* Required. The names of its commands. */
  const char *const *commands;
  size_t commands_count;
  /* Required. */
  const struct kb_container *containers;
  size_t containers_count;
  /* The container that has the window's focus; left out if there is none. */
  const char *focus;
  /* Required. */
  const char *const *forms;
  size_t forms_count;
  /* Whether the program has the keyboard. */
  bool has_keyboard;
  /* Required. */
  const struct kb_keyboard_layout *layouts;
  size_t layouts_count;
  /* The locks that are on. While a secret has the focus, only its owner receives them. */
  const struct kb_locks *locks;
  /* Required. The current mode, en-US. */
  const char *mode;
};

/* The support of a feature. */
struct kb_feature {
  /* Why it is not fully supported, for people; left out if it is. */
  const char *reason;
  /* The languages that handwriting is recognised in; left out by other features. */
  const char *const *scripts;
  size_t scripts_count;
  /* Required. One of unsupported, addressOnly, supported. */
  const char *support;
};

/* The support of each feature, by its name. */
struct kb_features {
  /* Required. The support of a feature. */
  const struct kb_feature *accessories;
  /* Required. The support of a feature. */
  const struct kb_feature *advertisements;
  /* Required. The support of a feature. */
  const struct kb_feature *auto_fill_offers;
  /* Required. The support of a feature. */
  const struct kb_feature *background_services;
  /* Required. The support of a feature. */
  const struct kb_feature *calendar_store;
  /* Required. The support of a feature. */
  const struct kb_feature *candidates;
  /* Required. The support of a feature. */
  const struct kb_feature *completions;
  /* Required. The support of a feature. */
  const struct kb_feature *credential_sources;
  /* Required. The support of a feature. */
  const struct kb_feature *expanding_accessory;
  /* Required. The support of a feature. */
  const struct kb_feature *delivery;
  /* Required. The support of a feature. */
  const struct kb_feature *external_fields;
  /* Required. The support of a feature. */
  const struct kb_feature *forms;
  /* Required. The support of a feature. */
  const struct kb_feature *game_center;
  /* Required. The support of a feature. */
  const struct kb_feature *handwriting;
  /* Required. The support of a feature. */
  const struct kb_feature *haptics;
  /* Required. The support of a feature. */
  const struct kb_feature *input_limits;
  /* Required. The support of a feature. */
  const struct kb_feature *input_views;
  /* Required. The support of a feature. */
  const struct kb_feature *key_commands;
  /* Required. The support of a feature. */
  const struct kb_feature *labels;
  /* Required. The support of a feature. */
  const struct kb_feature *marked_text;
  /* Required. The support of a feature. */
  const struct kb_feature *menus;
  /* Required. The support of a feature. */
  const struct kb_feature *modal_screens;
  /* Required. The support of a feature. */
  const struct kb_feature *mode_preference;
  /* Required. The support of a feature. */
  const struct kb_feature *notifications;
  /* Required. The support of a feature. */
  const struct kb_feature *pasteboard;
  /* Required. The support of a feature. */
  const struct kb_feature *presses;
  /* Required. The support of a feature. */
  const struct kb_feature *proactive;
  /* Required. The support of a feature. */
  const struct kb_feature *profile_sources;
  /* Required. The support of a feature. */
  const struct kb_feature *questions;
  /* Required. The support of a feature. */
  const struct kb_feature *range_styles;
  /* Required. The support of a feature. */
  const struct kb_feature *refusals;
  /* Required. The support of a feature. */
  const struct kb_feature *resume;
  /* Required. The support of a feature. */
  const struct kb_feature *revisions;
  /* Required. The support of a feature. */
  const struct kb_feature *scans;
  /* Required. The support of a feature. */
  const struct kb_feature *spelling;
  /* Required. The support of a feature. */
  const struct kb_feature *text_view_placeholder;
  /* Required. The support of a feature. */
  const struct kb_feature *words;
};

/* Whether a trait has an effect; reason is left out if it has one. */
struct kb_trait_support {
  /* Why it has no effect, for people. */
  const char *reason;
  /* Required. One of supported, unsupported. */
  const char *support;
};

/* Whether each trait has an effect in this version. Each is accepted in either case. */
struct kb_capabilities_result_traits {
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *allowed_writing_tools_result_options;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *autocapitalization_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *autocorrection_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *conversation_context;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *enables_return_key_automatically;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *inline_prediction_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *is_secure_text_entry;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *keyboard_appearance;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *keyboard_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *maps_phone_pad_letters;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *math_expression_completion_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *password_rules;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *restrict_to_keyboard_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *return_key_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *smart_dashes_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *smart_insert_delete_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *smart_quotes_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *spell_checking_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *supports_adaptive_image_glyph;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *text_content_type;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *translucent;
  /* Required. Whether a trait has an effect; reason is left out if it has one. */
  const struct kb_trait_support *writing_tools_behavior;
};

struct kb_capabilities_result {
  /* Required. */
  const char *const *container_kinds;
  size_t container_kinds_count;
  /* Required. The support of each feature, by its name. */
  const struct kb_features *features;
  /* Required. Whether each trait has an effect in this version. Each is accepted in either case. */
  const struct kb_capabilities_result_traits *traits;
  /* Required. The names of properties, by the kind of container. */
  struct json_t *properties;
};

struct kb_container_create_result {
  /* Required. */
  const char *container;
};

/* The traits that are not at their defaults. */
struct kb_container_get_result_traits {
  /* One of none, words, sentences, allCharacters. */
  const char *autocapitalization_type;
  /* One of default, no, yes. */
  const char *autocorrection_type;
  /* One of default, no, yes. */
  const char *spell_checking_type;
  /* One of default, no, yes. */
  const char *smart_quotes_type;
  /* One of default, no, yes. */
  const char *smart_dashes_type;
  /* One of default, no, yes. */
  const char *smart_insert_delete_type;
  /* One of default, no, yes. */
  const char *inline_prediction_type;
  /* One of default, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
     decimalPad, twitter, webSearch, asciiCapableNumberPad. */
  const char *keyboard_type;
  /* One of default, dark, light. */
  const char *keyboard_appearance;
  /* The label of Return. One of default, go, google, join, next, route, search, send, yahoo, done, emergencyCall,
     continue. */
  const char *return_key_type;
  /* Whether Return does nothing while the text is empty. */
  const bool *enables_return_key_automatically;
  /* Whether it is a secret: all clients except its owner receive only its length. */
  const bool *is_secure_text_entry;
  const char *text_content_type;
  /* The rules for a generated password, such as required: upper; minlength: 8; */
  const char *password_rules;
  /* Whether characters that do not belong to the keyboardType are refused. */
  const bool *restrict_to_keyboard_type;
  /* Whether letters type the digit on their key in a restricted phone pad. */
  const bool *maps_phone_pad_letters;
  /* Reported to observers, without effect. */
  const bool *translucent;
  /* One of none, default, complete, limited. */
  const char *writing_tools_behavior;
  /* A sum of 1, 2, 4 and 8. */
  const int64_t *allowed_writing_tools_result_options;
  /* One of default, no, yes. */
  const char *math_expression_completion_type;
  /* Reported to observers, without effect. */
  const bool *supports_adaptive_image_glyph;
  /* The subject of the conversation; reported to observers, without effect. */
  const char *conversation_context;
};

/* One of the program's own texts, secrets included; marked is the range that is being composed, null if there is
   none. */
struct kb_container_get_result {
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *anchor;
  /* Required. The program's own name for it. */
  const char *container;
  /* UTF-16 code units from the start of the text; null if nothing can be selected. */
  const int64_t *head;
  bool is_enabled;
  /* Required. One line; many lines; a field of a web page, which has only the traits autocapitalizationType and
     autocorrectionType; a text that the program's toolkit owns. One of textField, textView, webField, external. */
  const char *kind;
  const struct kb_range *marked;
  /* The words that are marked as misspelled; left out if there are none. */
  const struct kb_range *misspelled;
  size_t misspelled_count;
  /* The requested properties; numbered ones by their words. */
  struct json_t *properties;
  /* Required. */
  const char *text;
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
  /* The form that it is a field of; left out if there is none. */
  const char *form;
  /* Required. The traits that are not at their defaults. */
  const struct kb_container_get_result_traits *traits;
};

struct kb_label_measure_result {
  /* Rows. */
  int64_t height;
  /* The cells of the longest row. */
  int64_t width;
};

/* The result of an edit. */
struct kb_text_set_result {
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
};

/* The result of an edit. */
struct kb_text_replace_result {
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
};

/* The result of an edit. */
struct kb_text_clear_result {
  /* How often the text has changed: each text.didChange increments it. */
  int64_t revision;
};

struct kb_word {
  /* [start,end], without the unit at end. */
  struct kb_range range;
  /* Required. */
  const char *text;
};

struct kb_text_words_result {
  /* The start of the part that was not searched; absent if all was. */
  const int64_t *next;
  /* Required. */
  const struct kb_word *words;
  size_t words_count;
};

struct kb_form_create_result {
  /* Required. The fields, in order. */
  const char *const *containers;
  size_t containers_count;
  /* Required. */
  const char *form;
};

struct kb_form_get_result {
  /* Required. */
  const struct kb_pair *values;
  size_t values_count;
};

struct kb_focus_request_result {
  /* Required. Waits: another program has the keyboard. Refused: the item is disabled, or the program responded no.
     One of granted, waits, refused. */
  const char *outcome;
};

struct kb_focus_release_result {
  /* Whether the focus was released. */
  bool released;
};

struct kb_end_editing_result {
  /* Whether editing ended. */
  bool released;
};

struct kb_command_register_result {
  /* Required. The chord in words; empty if it has none. */
  const char *chord;
};

/* A command that would run now. */
struct kb_listed_command {
  /* The value that distinguishes it from other commands with its name. */
  const char *argument;
  /* Required. */
  const char *const *chords;
  size_t chords_count;
  /* Required. Empty for a program's own commands. */
  const char *group;
  /* Required. The command's name. */
  const char *id;
  /* Required. built-in, a place in a file, or the name of the program that declared it. */
  const char *source;
  /* Required. One of off, on, mixed. */
  const char *state;
  /* Required. Not translated. */
  const char *title;
  /* Required. Where it is active. */
  const char *where;
};

struct kb_commands_active_result {
  /* Required. */
  const struct kb_listed_command *items;
  size_t items_count;
};

struct kb_menu_set_result {
  /* Required. Commands that are left out because the menu already has their chord. */
  const char *const *refused;
  size_t refused_count;
};

struct kb_menu_get_result {
  /* Required. */
  const struct kb_menu_list *menus;
  size_t menus_count;
};

struct kb_menu_context_result {
  const struct kb_menu_list *menu;
};

struct kb_menu_perform_result {
  /* False if the command is disabled, or the program does not have the keyboard. */
  bool performed;
};

/* A language, with its input method. */
struct kb_mode {
  const char *input_method;
  /* Required. */
  const char *language;
  /* Required. Its name, sv-SE. */
  const char *mode;
  /* Required. Its name for people. */
  const char *name;
};

/* The user's modes. */
struct kb_mode_set_result {
  /* Required. The current mode. */
  const char *current;
  /* Required. */
  const struct kb_mode *modes;
  size_t modes_count;
  /* Required. The other modes that can be enabled. */
  const struct kb_mode *others;
  size_t others_count;
};

struct kb_fill_provide_result {
  /* Whether the user allows the values to be suggested. */
  bool allowed;
};

struct kb_pasteboard_get_result {
  /* Required. */
  const char *text;
};

struct kb_delivery_receive_result {
  /* How many items were dropped since the start of the service. */
  int64_t dropped;
  /* How many items are not acknowledged. */
  int64_t owed;
  /* The number up to which everything is acknowledged or dropped. */
  int64_t through;
};

/* Requests. Each returns 0, or a negative errno: EINVAL for a missing or invalid member, ENOBUFS if too much is
   unsent, ENOTCONN without a connection. `done` may be NULL; it is called once, never before the request returns. */
/* Does nothing and responds. */
KB_API int kb_ping(struct kb_client *client, kb_done done, void *user);
/* Disconnects for good: nothing is kept. */
KB_API int kb_bye(struct kb_client *client, kb_done done, void *user);
/* Changes the grace. */
KB_API int kb_grace(struct kb_client *client, const struct kb_grace *params, kb_done done, void *user);
/* Selects the notifications to receive. */
KB_API int kb_subscribe(struct kb_client *client, const struct kb_subscribe *params, kb_done done, void *user);
/* Returns the program's state; at the control socket, the contents of an observer's hello. */
KB_API int kb_snapshot(struct kb_client *client, kb_done done, void *user);
/* Returns the kinds of containers, the support of each feature, and the traits that have an effect. */
KB_API int kb_capabilities(struct kb_client *client, kb_done done, void *user);
/* Sets the language in which the program prefers to be typed in. */
KB_API int kb_mode_prefer(struct kb_client *client, const struct kb_mode_prefer *params, kb_done done, void *user);
/* Creates a text of one or many lines. */
KB_API int kb_container_create(struct kb_client *client, const struct kb_container_create *params, kb_done done, void *user);
/* Changes traits and properties, all or none of them. */
KB_API int kb_container_set(struct kb_client *client, const struct kb_container_set *params, kb_done done, void *user);
/* Returns the contents of a container. */
KB_API int kb_container_get(struct kb_client *client, const struct kb_container_get *params, kb_done done, void *user);
/* Removes a container; if it has the focus, editing ends without a request to the program. */
KB_API int kb_container_remove(struct kb_client *client, const struct kb_container_remove *params, kb_done done, void *user);
/* Creates a static text. */
KB_API int kb_label_create(struct kb_client *client, const struct kb_label_create *params, kb_done done, void *user);
/* Changes a static text. */
KB_API int kb_label_set(struct kb_client *client, const struct kb_label_set *params, kb_done done, void *user);
/* Measures a text as shown in a label. */
KB_API int kb_label_measure(struct kb_client *client, const struct kb_label_measure *params, kb_done done, void *user);
/* Removes a static text. */
KB_API int kb_label_remove(struct kb_client *client, const struct kb_label_remove *params, kb_done done, void *user);
/* Replaces the whole text and clears its undo history. */
KB_API int kb_text_set(struct kb_client *client, const struct kb_text_set *params, kb_done done, void *user);
/* Replaces a part of the text, as one undo step. */
KB_API int kb_text_replace(struct kb_client *client, const struct kb_text_replace *params, kb_done done, void *user);
/* Acts like a field's clear button: sends field.shouldClear first. */
KB_API int kb_text_clear(struct kb_client *client, const struct kb_text_clear *params, kb_done done, void *user);
/* Returns the first 1000 words of a text with their ranges, from its first 5000 code units, and where to continue. */
KB_API int kb_text_words(struct kb_client *client, const struct kb_text_words *params, kb_done done, void *user);
/* Selects text; without head, sets the caret. */
KB_API int kb_selection_set(struct kb_client *client, const struct kb_selection_set *params, kb_done done, void *user);
/* Replaces the text being composed, or else the selection, with provisional text; empty text ends composing. */
KB_API int kb_marked_set(struct kb_client *client, const struct kb_marked_set *params, kb_done done, void *user);
/* Commits the text being composed, as it is shown; otherwise does nothing. */
KB_API int kb_marked_commit(struct kb_client *client, const struct kb_marked_commit *params, kb_done done, void *user);
/* Discards the text being composed and restores the text that it replaced. */
KB_API int kb_marked_cancel(struct kb_client *client, const struct kb_marked_cancel *params, kb_done done, void *user);
/* Chooses a candidate of the page that is shown. */
KB_API int kb_candidates_choose(struct kb_client *client, const struct kb_candidates_choose *params, kb_done done, void *user);
/* Reports that the person begins a stroke; until the program sends it, time is no pause that takes a candidate. */
KB_API int kb_ink_begin(struct kb_client *client, kb_done done, void *user);
/* Adds a stroke to the character that is drawn for the program's focused container. */
KB_API int kb_ink_stroke(struct kb_client *client, const struct kb_ink_stroke *params, kb_done done, void *user);
/* Takes the last stroke of the program back; nothing happens without one. */
KB_API int kb_ink_undo(struct kb_client *client, kb_done done, void *user);
/* Takes all strokes of the program back; nothing happens without any. */
KB_API int kb_ink_clear(struct kb_client *client, kb_done done, void *user);
/* Creates fields that are filled in one after the other. */
KB_API int kb_form_create(struct kb_client *client, const struct kb_form_create *params, kb_done done, void *user);
/* Returns the text of each field by its name. */
KB_API int kb_form_get(struct kb_client *client, const struct kb_form_get *params, kb_done done, void *user);
/* Sets the texts of fields, all or none of them, and clears their undo histories. */
KB_API int kb_form_set(struct kb_client *client, const struct kb_form_set *params, kb_done done, void *user);
/* Removes the form and its fields. */
KB_API int kb_form_remove(struct kb_client *client, const struct kb_form_remove *params, kb_done done, void *user);
/* Gives the focus to a container, to a form's first field, or to the program itself. */
KB_API int kb_focus_request(struct kb_client *client, const struct kb_focus_request *params, kb_done done, void *user);
/* Releases the focus, after sending focus.shouldEnd. */
KB_API int kb_focus_release(struct kb_client *client, kb_done done, void *user);
/* Decides after how long without a key user.isIdle is sent. */
KB_API int kb_idle_set(struct kb_client *client, const struct kb_idle_set *params, kb_done done, void *user);
/* Ends editing inside a container, or anywhere. */
KB_API int kb_end_editing(struct kb_client *client, const struct kb_end_editing *params, kb_done done, void *user);
/* Declares a command; one with the same name is replaced. */
KB_API int kb_command_register(struct kb_client *client, const struct kb_command_register *params, kb_done done, void *user);
/* Changes a command; members that are left out are not changed. */
KB_API int kb_command_set(struct kb_client *client, const struct kb_command_set *params, kb_done done, void *user);
/* Removes a command. */
KB_API int kb_command_remove(struct kb_client *client, const struct kb_command_remove *params, kb_done done, void *user);
/* Returns the commands that would run now; none for a program while another one has the keyboard. */
KB_API int kb_commands_active(struct kb_client *client, kb_done done, void *user);
/* Changes the main menu while the program has the keyboard, or the context menus of its texts; replaces its earlier
   changes. */
KB_API int kb_menu_set(struct kb_client *client, const struct kb_menu_set *params, kb_done done, void *user);
/* Returns the main menu as a bar would show it; no menus for a program without the keyboard. */
KB_API int kb_menu_get(struct kb_client *client, kb_done done, void *user);
/* Returns the context menu of a text, for a program that shows a menu itself. */
KB_API int kb_menu_context(struct kb_client *client, const struct kb_menu_context *params, kb_done done, void *user);
/* Performs a command of a menu, as if the person had chosen it. */
KB_API int kb_menu_perform(struct kb_client *client, const struct kb_menu_perform *params, kb_done done, void *user);
/* Shows buttons, words or a text above the keyboard area; without any, removes them. */
KB_API int kb_accessory_set(struct kb_client *client, const struct kb_accessory_set *params, kb_done done, void *user);
/* Shows numbered words instead of candidates and status; an empty list removes them. */
KB_API int kb_input_view_set(struct kb_client *client, const struct kb_input_view_set *params, kb_done done, void *user);
/* Sets the mode; a program is always refused. */
KB_API int kb_mode_set(struct kb_client *client, const struct kb_mode_set *params, kb_done done, void *user);
/* Offers texts that belong together to the fields of other programs of the same user. */
KB_API int kb_fill_offer(struct kb_client *client, const struct kb_fill_offer *params, kb_done done, void *user);
/* Withdraws everything that the program has offered and provided. */
KB_API int kb_fill_withdraw(struct kb_client *client, kb_done done, void *user);
/* Provides values in the user's name to the fields of other programs, and replaces its earlier ones. */
KB_API int kb_fill_provide(struct kb_client *client, const struct kb_fill_provide *params, kb_done done, void *user);
/* Returns the text that ⌘V would paste into the program's texts; empty if there is none. */
KB_API int kb_pasteboard_get(struct kb_client *client, const struct kb_pasteboard_get *params, kb_done done, void *user);
/* Replaces the text of the program's own pasteboard; empty text clears it. */
KB_API int kb_pasteboard_set(struct kb_client *client, const struct kb_pasteboard_set *params, kb_done done, void *user);
/* Forgets text that was cut, copied, killed or searched for in the program's texts. */
KB_API int kb_pasteboard_clear(struct kb_client *client, kb_done done, void *user);
/* Ends a person's session: empties texts and forgets everything that could restore them. */
KB_API int kb_session_end(struct kb_client *client, const struct kb_session_end *params, kb_done done, void *user);
/* Begins to send what is owed to the program: codes and commands of which the settings name it as a receiver. */
KB_API int kb_delivery_receive(struct kb_client *client, kb_done done, void *user);
/* Acknowledges the items up to a number: they are not sent again. */
KB_API int kb_delivery_ack(struct kb_client *client, const struct kb_delivery_ack *params, kb_done done, void *user);
/* Sends the codes of a scanner to the program, whichever program has the keyboard. */
KB_API int kb_scanner_claim(struct kb_client *client, const struct kb_scanner_claim *params, kb_done done, void *user);
/* Ends the claim of one scanner, or all claims of the program. */
KB_API int kb_scanner_release(struct kb_client *client, const struct kb_scanner_release *params, kb_done done, void *user);

/* The results of requests, for use in `done`. Each is NULL if the request failed; it is valid until `done` returns. */
KB_API const struct kb_snapshot_result *kb_get_snapshot_result(const struct kb_response *response);
KB_API const struct kb_capabilities_result *kb_get_capabilities_result(const struct kb_response *response);
KB_API const struct kb_container_create_result *kb_get_container_create_result(const struct kb_response *response);
KB_API const struct kb_container_get_result *kb_get_container_get_result(const struct kb_response *response);
KB_API const struct kb_label_measure_result *kb_get_label_measure_result(const struct kb_response *response);
KB_API const struct kb_text_set_result *kb_get_text_set_result(const struct kb_response *response);
KB_API const struct kb_text_replace_result *kb_get_text_replace_result(const struct kb_response *response);
KB_API const struct kb_text_clear_result *kb_get_text_clear_result(const struct kb_response *response);
KB_API const struct kb_text_words_result *kb_get_text_words_result(const struct kb_response *response);
KB_API const struct kb_form_create_result *kb_get_form_create_result(const struct kb_response *response);
KB_API const struct kb_form_get_result *kb_get_form_get_result(const struct kb_response *response);
KB_API const struct kb_focus_request_result *kb_get_focus_request_result(const struct kb_response *response);
KB_API const struct kb_focus_release_result *kb_get_focus_release_result(const struct kb_response *response);
KB_API const struct kb_end_editing_result *kb_get_end_editing_result(const struct kb_response *response);
KB_API const struct kb_command_register_result *kb_get_command_register_result(const struct kb_response *response);
KB_API const struct kb_commands_active_result *kb_get_commands_active_result(const struct kb_response *response);
KB_API const struct kb_menu_set_result *kb_get_menu_set_result(const struct kb_response *response);
KB_API const struct kb_menu_get_result *kb_get_menu_get_result(const struct kb_response *response);
KB_API const struct kb_menu_context_result *kb_get_menu_context_result(const struct kb_response *response);
KB_API const struct kb_menu_perform_result *kb_get_menu_perform_result(const struct kb_response *response);
KB_API const struct kb_mode_set_result *kb_get_mode_set_result(const struct kb_response *response);
KB_API const struct kb_fill_provide_result *kb_get_fill_provide_result(const struct kb_response *response);
KB_API const struct kb_pasteboard_get_result *kb_get_pasteboard_get_result(const struct kb_response *response);
KB_API const struct kb_delivery_receive_result *kb_get_delivery_receive_result(const struct kb_response *response);

/* Functions for notifications and for requests to the program. Each may be NULL. `params` are valid until the function
   returns. */
struct kb_handlers {
  /* Text was replaced. */
  void (*text_did_change)(struct kb_client *client, const struct kb_text_did_change *params, void *user);
  /* The selection changed. */
  void (*selection_did_change)(struct kb_client *client, const struct kb_selection_did_change *params, void *user);
  /* The text that is being composed changed; null if there is none any more. */
  void (*marked_did_change)(struct kb_client *client, const struct kb_marked_did_change *params, void *user);
  /* A key changed the field. */
  void (*field_editing_changed)(struct kb_client *client, const struct kb_field_editing_changed *params, void *user);
  /* Return was pressed in the field. */
  void (*field_did_end_on_exit)(struct kb_client *client, const struct kb_field_did_end_on_exit *params, void *user);
  /* Editing began. */
  void (*focus_did_begin)(struct kb_client *client, const struct kb_focus_did_begin *params, void *user);
  /* Editing ended. */
  void (*focus_did_end)(struct kb_client *client, const struct kb_focus_did_end *params, void *user);
  /* A text got the focus, or the traits of the focused text changed. */
  void (*traits_did_change)(struct kb_client *client, const struct kb_traits_did_change *params, void *user);
  /* The visual line that begins there is now the uppermost one. */
  void (*view_did_scroll)(struct kb_client *client, const struct kb_view_did_scroll *params, void *user);
  /* Within the range, exactly these words are now marked as misspelled. */
  void (*spelling_did_change)(struct kb_client *client, const struct kb_spelling_did_change *params, void *user);
  /* The continuation to show dimmed after the caret changed; null if there is none any more. */
  void (*inline_did_change)(struct kb_client *client, const struct kb_inline_did_change *params, void *user);
  /* A correction is offered. */
  void (*correction_offered)(struct kb_client *client, const struct kb_correction_offered *params, void *user);
  /* A correction was inserted into the text. */
  void (*correction_applied)(struct kb_client *client, const struct kb_correction_applied *params, void *user);
  /* A correction was rejected. */
  void (*correction_rejected)(struct kb_client *client, const struct kb_correction_rejected *params, void *user);
  /* A correction was reverted. */
  void (*correction_reverted)(struct kb_client *client, const struct kb_correction_reverted *params, void *user);
  /* The candidates changed; null if there are none any more. */
  void (*candidates_did_change)(struct kb_client *client, const struct kb_candidates_did_change *params, void *user);
  /* The strokes of the character that is drawn changed. */
  void (*ink_did_change)(struct kb_client *client, const struct kb_ink_did_change *params, void *user);
  /* A key command ran. */
  void (*command_invoked)(struct kb_client *client, const struct kb_command_invoked *params, void *user);
  /* The mode changed. */
  void (*mode_did_change)(struct kb_client *client, const struct kb_mode_did_change *params, void *user);
  /* The extension of a mode did not answer in time, and keys are typed without it; sent once a minute. */
  void (*mode_extension_bypassed)(struct kb_client *client, const struct kb_mode_extension_bypassed *params, void *user);
  /* A keyboard types with another layout. */
  void (*layout_did_change)(struct kb_client *client, const struct kb_layout_did_change *params, void *user);
  /* A lock was switched on or off. */
  void (*locks_did_change)(struct kb_client *client, const struct kb_locks_did_change *params, void *user);
  /* The keyboard area is about to appear. */
  void (*keyboard_will_show)(struct kb_client *client, const struct kb_keyboard_will_show *params, void *user);
  /* The keyboard area appeared. */
  void (*keyboard_did_show)(struct kb_client *client, const struct kb_keyboard_did_show *params, void *user);
  /* The keyboard area is about to disappear. */
  void (*keyboard_will_hide)(struct kb_client *client, const struct kb_keyboard_will_hide *params, void *user);
  /* The keyboard area disappeared. */
  void (*keyboard_did_hide)(struct kb_client *client, const struct kb_keyboard_did_hide *params, void *user);
  /* The keyboard area is about to move or change its size. */
  void (*keyboard_will_change_frame)(struct kb_client *client, const struct kb_keyboard_will_change_frame *params, void *user);
  /* The keyboard area moved or changed its size. */
  void (*keyboard_did_change_frame)(struct kb_client *client, const struct kb_keyboard_did_change_frame *params, void *user);
  /* The panel of available commands opened, or shows other rows. */
  void (*hud_shown)(struct kb_client *client, const struct kb_hud_shown *params, void *user);
  /* The panel closed. */
  void (*hud_hidden)(struct kb_client *client, void *user);
  /* The main menu opened or changed. */
  void (*menu_shown)(struct kb_client *client, const struct kb_menu_shown *params, void *user);
  /* The menu closed. */
  void (*menu_hidden)(struct kb_client *client, void *user);
  /* A key was pressed that the program receives as a press. */
  void (*press_began)(struct kb_client *client, const struct kb_press_began *params, void *user);
  /* Such a key was released. */
  void (*press_ended)(struct kb_client *client, const struct kb_press_ended *params, void *user);
  /* The focus or the keyboard was lost while the key was held. */
  void (*press_cancelled)(struct kb_client *client, const struct kb_press_cancelled *params, void *user);
  /* A key press was not handled. */
  void (*press_unhandled)(struct kb_client *client, const struct kb_press_unhandled *params, void *user);
  /* A keyboard was plugged in. */
  void (*device_attached)(struct kb_client *client, const struct kb_device_attached *params, void *user);
  /* A keyboard was unplugged. */
  void (*device_detached)(struct kb_client *client, const struct kb_device_detached *params, void *user);
  /* The first keyboard was plugged in. */
  void (*device_connected)(struct kb_client *client, const struct kb_device_connected *params, void *user);
  /* The last keyboard was unplugged. */
  void (*device_disconnected)(struct kb_client *client, const struct kb_device_disconnected *params, void *user);
  /* A scanner typed a code. */
  void (*scan)(struct kb_client *client, const struct kb_scan *params, void *user);
  /* The program got or lost the keyboard. */
  void (*program_did_become_active)(struct kb_client *client, const struct kb_program_did_become_active *params, void *user);
  /* Return was pressed in the last field of a form. */
  void (*form_did_finish)(struct kb_client *client, const struct kb_form_did_finish *params, void *user);
  /* ⎋ was pressed in a form that can be cancelled. */
  void (*form_did_cancel)(struct kb_client *client, const struct kb_form_did_cancel *params, void *user);
  /* A button above the keyboard area was pressed. */
  void (*accessory_activated)(struct kb_client *client, const struct kb_accessory_activated *params, void *user);
  /* A request to the program had no valid response in time, so its default answer was used. */
  void (*question_preset)(struct kb_client *client, const struct kb_question_preset *params, void *user);
  /* The person has typed nothing for the time of idle.set, or types again. */
  void (*user_is_idle)(struct kb_client *client, const struct kb_user_is_idle *params, void *user);
  /* A code or a command that the program must acknowledge. */
  void (*delivery_item)(struct kb_client *client, const struct kb_delivery_item *params, void *user);
  /* Items that were owed to the program were dropped; the oldest are dropped first. */
  void (*delivery_dropped)(struct kb_client *client, const struct kb_delivery_dropped *params, void *user);
  /* Input by the person was refused by the field's limits. */
  void (*text_was_refused)(struct kb_client *client, const struct kb_text_was_refused *params, void *user);
  /* The user allowed or forbade suggesting the values that the program provides. */
  void (*fill_consent_did_change)(struct kb_client *client, const struct kb_fill_consent_did_change *params, void *user);
  /* A command with holdsKeys has run, in place of command.invoked. */
  struct kb_answer (*command_invoke)(struct kb_client *client, const struct kb_command_invoke *params, void *user);
  /* Sent before the person changes text. */
  struct kb_answer (*text_should_change)(struct kb_client *client, const struct kb_text_should_change *params, void *user);
  /* Sent when Return is pressed in a field. */
  struct kb_answer (*field_should_return)(struct kb_client *client, const struct kb_field_should_return *params, void *user);
  /* Sent before the whole text of a field is cleared. */
  struct kb_answer (*field_should_clear)(struct kb_client *client, const struct kb_field_should_clear *params, void *user);
  /* Sent before editing begins. */
  struct kb_answer (*focus_should_begin)(struct kb_client *client, const struct kb_focus_should_begin *params, void *user);
  /* Sent before editing ends. */
  struct kb_answer (*focus_should_end)(struct kb_client *client, const struct kb_focus_should_end *params, void *user);
};

/* End of the generated part. */

#ifdef __cplusplus
}
#endif

#endif

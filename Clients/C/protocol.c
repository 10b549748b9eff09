/* SPDX-License-Identifier: Apache-2.0 */
/* Made by Clients/generate.py of Documentation/openrpc.json; do not edit. */
#include "internal.h"

static const struct kb_member grace_members[] = {
  {"seconds", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_grace, seconds), 0, NULL},
};
static const struct kb_record kb_grace_record = {grace_members, 1, sizeof(struct kb_grace)};

static const struct kb_member subscribe_members[] = {
  {"events", KB_STRINGS, KB_NULL, offsetof(struct kb_subscribe, events), offsetof(struct kb_subscribe, events_count), NULL},
};
static const struct kb_record kb_subscribe_record = {subscribe_members, 1, sizeof(struct kb_subscribe)};

static const struct kb_member mode_prefer_members[] = {
  {"language", KB_STRING, KB_NULL, offsetof(struct kb_mode_prefer, language), 0, NULL},
  {"context", KB_STRING, KB_NULL, offsetof(struct kb_mode_prefer, context), 0, NULL},
};
static const struct kb_record kb_mode_prefer_record = {mode_prefer_members, 2, sizeof(struct kb_mode_prefer)};

static const struct kb_member traits_to_set_members[] = {
  {"autocapitalizationType", KB_STRING, 0, offsetof(struct kb_traits_to_set, autocapitalization_type), 0, NULL},
  {"autocorrectionType", KB_STRING, 0, offsetof(struct kb_traits_to_set, autocorrection_type), 0, NULL},
  {"spellCheckingType", KB_STRING, 0, offsetof(struct kb_traits_to_set, spell_checking_type), 0, NULL},
  {"smartQuotesType", KB_STRING, 0, offsetof(struct kb_traits_to_set, smart_quotes_type), 0, NULL},
  {"smartDashesType", KB_STRING, 0, offsetof(struct kb_traits_to_set, smart_dashes_type), 0, NULL},
  {"smartInsertDeleteType", KB_STRING, 0, offsetof(struct kb_traits_to_set, smart_insert_delete_type), 0, NULL},
  {"inlinePredictionType", KB_STRING, 0, offsetof(struct kb_traits_to_set, inline_prediction_type), 0, NULL},
  {"keyboardType", KB_STRING, 0, offsetof(struct kb_traits_to_set, keyboard_type), 0, NULL},
  {"keyboardAppearance", KB_STRING, 0, offsetof(struct kb_traits_to_set, keyboard_appearance), 0, NULL},
  {"returnKeyType", KB_STRING, 0, offsetof(struct kb_traits_to_set, return_key_type), 0, NULL},
  {"enablesReturnKeyAutomatically", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, enables_return_key_automatically), 0, NULL},
  {"isSecureTextEntry", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, is_secure_text_entry), 0, NULL},
  {"textContentType", KB_STRING, KB_NULL, offsetof(struct kb_traits_to_set, text_content_type), 0, NULL},
  {"passwordRules", KB_STRING, KB_NULL, offsetof(struct kb_traits_to_set, password_rules), 0, NULL},
  {"restrictToKeyboardType", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, restrict_to_keyboard_type), 0, NULL},
  {"mapsPhonePadLetters", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, maps_phone_pad_letters), 0, NULL},
  {"translucent", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, translucent), 0, NULL},
  {"writingToolsBehavior", KB_STRING, 0, offsetof(struct kb_traits_to_set, writing_tools_behavior), 0, NULL},
  {"allowedWritingToolsResultOptions", KB_INTEGER, 0, offsetof(struct kb_traits_to_set, allowed_writing_tools_result_options), 0, NULL},
  {"mathExpressionCompletionType", KB_STRING, 0, offsetof(struct kb_traits_to_set, math_expression_completion_type), 0, NULL},
  {"supportsAdaptiveImageGlyph", KB_BOOLEAN, 0, offsetof(struct kb_traits_to_set, supports_adaptive_image_glyph), 0, NULL},
  {"conversationContext", KB_STRING, KB_NULL, offsetof(struct kb_traits_to_set, conversation_context), 0, NULL},
};
static const struct kb_record kb_traits_to_set_record = {traits_to_set_members, 22, sizeof(struct kb_traits_to_set)};

static const struct kb_member properties_members[] = {
  {"text", KB_STRING, 0, offsetof(struct kb_properties, text), 0, NULL},
  {"placeholder", KB_STRING, KB_NULL, offsetof(struct kb_properties, placeholder), 0, NULL},
  {"clearButtonMode", KB_STRING, 0, offsetof(struct kb_properties, clear_button_mode), 0, NULL},
  {"clearsOnBeginEditing", KB_BOOLEAN, 0, offsetof(struct kb_properties, clears_on_begin_editing), 0, NULL},
  {"clearsOnInsertion", KB_BOOLEAN, 0, offsetof(struct kb_properties, clears_on_insertion), 0, NULL},
  {"isEnabled", KB_BOOLEAN, 0, offsetof(struct kb_properties, is_enabled), 0, NULL},
  {"borderStyle", KB_STRING, 0, offsetof(struct kb_properties, border_style), 0, NULL},
  {"background", KB_STRING, KB_NULL, offsetof(struct kb_properties, background), 0, NULL},
  {"disabledBackground", KB_STRING, KB_NULL, offsetof(struct kb_properties, disabled_background), 0, NULL},
  {"backgroundColor", KB_STRING, KB_NULL, offsetof(struct kb_properties, background_color), 0, NULL},
  {"adjustsFontSizeToFitWidth", KB_BOOLEAN, 0, offsetof(struct kb_properties, adjusts_font_size_to_fit_width), 0, NULL},
  {"minimumFontSize", KB_INTEGER, 0, offsetof(struct kb_properties, minimum_font_size), 0, NULL},
  {"textAlignment", KB_STRING, 0, offsetof(struct kb_properties, text_alignment), 0, NULL},
  {"textColor", KB_STRING, 0, offsetof(struct kb_properties, text_color), 0, NULL},
  {"font", KB_STRING, 0, offsetof(struct kb_properties, font), 0, NULL},
  {"leftViewMode", KB_STRING, 0, offsetof(struct kb_properties, left_view_mode), 0, NULL},
  {"rightViewMode", KB_STRING, 0, offsetof(struct kb_properties, right_view_mode), 0, NULL},
  {"isEditable", KB_BOOLEAN, 0, offsetof(struct kb_properties, is_editable), 0, NULL},
  {"isMultiline", KB_BOOLEAN, 0, offsetof(struct kb_properties, is_multiline), 0, NULL},
  {"isSelectable", KB_BOOLEAN, 0, offsetof(struct kb_properties, is_selectable), 0, NULL},
  {"maximumLength", KB_INTEGER, KB_NULL, offsetof(struct kb_properties, maximum_length), 0, NULL},
  {"pattern", KB_STRING, KB_NULL, offsetof(struct kb_properties, pattern), 0, NULL},
};
static const struct kb_record kb_properties_record = {properties_members, 22, sizeof(struct kb_properties)};

static const struct kb_member presets_members[] = {
  {"focus.shouldBegin", KB_BOOLEAN, 0, offsetof(struct kb_presets, focus_should_begin), 0, NULL},
  {"focus.shouldEnd", KB_BOOLEAN, 0, offsetof(struct kb_presets, focus_should_end), 0, NULL},
  {"text.shouldChange", KB_BOOLEAN, 0, offsetof(struct kb_presets, text_should_change), 0, NULL},
  {"field.shouldClear", KB_BOOLEAN, 0, offsetof(struct kb_presets, field_should_clear), 0, NULL},
  {"field.shouldReturn", KB_BOOLEAN, 0, offsetof(struct kb_presets, field_should_return), 0, NULL},
};
static const struct kb_record kb_presets_record = {presets_members, 5, sizeof(struct kb_presets)};

static const struct kb_member container_create_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_create, container), 0, NULL},
  {"kind", KB_STRING, KB_NULL, offsetof(struct kb_container_create, kind), 0, NULL},
  {"label", KB_STRING, KB_NULL, offsetof(struct kb_container_create, label), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_container_create, text), 0, NULL},
  {"traits", KB_RECORD, KB_NULL, offsetof(struct kb_container_create, traits), 0, &kb_traits_to_set_record},
  {"properties", KB_RECORD, KB_NULL, offsetof(struct kb_container_create, properties), 0, &kb_properties_record},
  {"questions", KB_RECORD, KB_NULL, offsetof(struct kb_container_create, questions), 0, &kb_presets_record},
  {"frame", KB_FRAME, KB_NULL, offsetof(struct kb_container_create, frame), 0, NULL},
  {"rows", KB_INTEGER, KB_NULL, offsetof(struct kb_container_create, rows), 0, NULL},
  {"cancels", KB_BOOLEAN, KB_NULL, offsetof(struct kb_container_create, cancels), 0, NULL},
};
static const struct kb_record kb_container_create_record = {container_create_members, 10, sizeof(struct kb_container_create)};

static const struct kb_member container_set_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_set, container), 0, NULL},
  {"traits", KB_RECORD, KB_NULL, offsetof(struct kb_container_set, traits), 0, &kb_traits_to_set_record},
  {"properties", KB_RECORD, KB_NULL, offsetof(struct kb_container_set, properties), 0, &kb_properties_record},
};
static const struct kb_record kb_container_set_record = {container_set_members, 3, sizeof(struct kb_container_set)};

static const struct kb_member container_get_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_get, container), 0, NULL},
  {"properties", KB_STRINGS, KB_NULL, offsetof(struct kb_container_get, properties), offsetof(struct kb_container_get, properties_count), NULL},
};
static const struct kb_record kb_container_get_record = {container_get_members, 2, sizeof(struct kb_container_get)};

static const struct kb_member container_remove_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_remove, container), 0, NULL},
};
static const struct kb_record kb_container_remove_record = {container_remove_members, 1, sizeof(struct kb_container_remove)};

static const struct kb_member span_members[] = {
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_span, text), 0, NULL},
  {"bold", KB_BOOLEAN, KB_NULL, offsetof(struct kb_span, bold), 0, NULL},
  {"dim", KB_BOOLEAN, KB_NULL, offsetof(struct kb_span, dim), 0, NULL},
  {"italic", KB_BOOLEAN, KB_NULL, offsetof(struct kb_span, italic), 0, NULL},
  {"underline", KB_BOOLEAN, KB_NULL, offsetof(struct kb_span, underline), 0, NULL},
  {"reverse", KB_BOOLEAN, KB_NULL, offsetof(struct kb_span, reverse), 0, NULL},
  {"color", KB_STRING, KB_NULL, offsetof(struct kb_span, color), 0, NULL},
  {"backgroundColor", KB_STRING, KB_NULL, offsetof(struct kb_span, background_color), 0, NULL},
};
static const struct kb_record kb_span_record = {span_members, 8, sizeof(struct kb_span)};

static const struct kb_member label_create_members[] = {
  {"label", KB_STRING, KB_REQUIRED, offsetof(struct kb_label_create, label), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_label_create, text), 0, NULL},
  {"spans", KB_RECORDS, KB_NULL, offsetof(struct kb_label_create, spans), offsetof(struct kb_label_create, spans_count), &kb_span_record},
  {"lines", KB_INTEGER, KB_NULL, offsetof(struct kb_label_create, lines), 0, NULL},
  {"frame", KB_FRAME, KB_NULL, offsetof(struct kb_label_create, frame), 0, NULL},
};
static const struct kb_record kb_label_create_record = {label_create_members, 5, sizeof(struct kb_label_create)};

static const struct kb_member label_set_members[] = {
  {"label", KB_STRING, KB_REQUIRED, offsetof(struct kb_label_set, label), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_label_set, text), 0, NULL},
  {"spans", KB_RECORDS, KB_NULL, offsetof(struct kb_label_set, spans), offsetof(struct kb_label_set, spans_count), &kb_span_record},
  {"lines", KB_INTEGER, KB_NULL, offsetof(struct kb_label_set, lines), 0, NULL},
};
static const struct kb_record kb_label_set_record = {label_set_members, 4, sizeof(struct kb_label_set)};

static const struct kb_member label_measure_members[] = {
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_label_measure, text), 0, NULL},
  {"width", KB_INTEGER, KB_NULL, offsetof(struct kb_label_measure, width), 0, NULL},
  {"lines", KB_INTEGER, KB_NULL, offsetof(struct kb_label_measure, lines), 0, NULL},
};
static const struct kb_record kb_label_measure_record = {label_measure_members, 3, sizeof(struct kb_label_measure)};

static const struct kb_member label_remove_members[] = {
  {"label", KB_STRING, KB_REQUIRED, offsetof(struct kb_label_remove, label), 0, NULL},
};
static const struct kb_record kb_label_remove_record = {label_remove_members, 1, sizeof(struct kb_label_remove)};

static const struct kb_member text_set_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_set, container), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_text_set, text), 0, NULL},
  {"keepsSelection", KB_BOOLEAN, KB_NULL, offsetof(struct kb_text_set, keeps_selection), 0, NULL},
  {"ifRevision", KB_INTEGER, KB_NULL, offsetof(struct kb_text_set, if_revision), 0, NULL},
};
static const struct kb_record kb_text_set_record = {text_set_members, 4, sizeof(struct kb_text_set)};

static const struct kb_member text_replace_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_replace, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_text_replace, range), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_text_replace, text), 0, NULL},
  {"keepsSelection", KB_BOOLEAN, KB_NULL, offsetof(struct kb_text_replace, keeps_selection), 0, NULL},
  {"ifRevision", KB_INTEGER, KB_NULL, offsetof(struct kb_text_replace, if_revision), 0, NULL},
};
static const struct kb_record kb_text_replace_record = {text_replace_members, 5, sizeof(struct kb_text_replace)};

static const struct kb_member text_clear_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_clear, container), 0, NULL},
  {"ifRevision", KB_INTEGER, KB_NULL, offsetof(struct kb_text_clear, if_revision), 0, NULL},
};
static const struct kb_record kb_text_clear_record = {text_clear_members, 2, sizeof(struct kb_text_clear)};

static const struct kb_member text_words_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_words, container), 0, NULL},
  {"range", KB_RANGE, KB_NULL, offsetof(struct kb_text_words, range), 0, NULL},
};
static const struct kb_record kb_text_words_record = {text_words_members, 2, sizeof(struct kb_text_words)};

static const struct kb_member selection_set_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_selection_set, container), 0, NULL},
  {"anchor", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_selection_set, anchor), 0, NULL},
  {"head", KB_INTEGER, KB_NULL, offsetof(struct kb_selection_set, head), 0, NULL},
  {"ifRevision", KB_INTEGER, KB_NULL, offsetof(struct kb_selection_set, if_revision), 0, NULL},
};
static const struct kb_record kb_selection_set_record = {selection_set_members, 4, sizeof(struct kb_selection_set)};

static const struct kb_member marked_set_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_set, container), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_set, text), 0, NULL},
  {"selection", KB_RANGE, KB_NULL, offsetof(struct kb_marked_set, selection), 0, NULL},
  {"ifRevision", KB_INTEGER, KB_NULL, offsetof(struct kb_marked_set, if_revision), 0, NULL},
};
static const struct kb_record kb_marked_set_record = {marked_set_members, 4, sizeof(struct kb_marked_set)};

static const struct kb_member marked_commit_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_commit, container), 0, NULL},
};
static const struct kb_record kb_marked_commit_record = {marked_commit_members, 1, sizeof(struct kb_marked_commit)};

static const struct kb_member marked_cancel_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_cancel, container), 0, NULL},
};
static const struct kb_record kb_marked_cancel_record = {marked_cancel_members, 1, sizeof(struct kb_marked_cancel)};

static const struct kb_member candidates_choose_members[] = {
  {"number", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_candidates_choose, number), 0, NULL},
};
static const struct kb_record kb_candidates_choose_record = {candidates_choose_members, 1, sizeof(struct kb_candidates_choose)};

static const struct kb_member ink_stroke_members[] = {
  {"points", KB_JSON, KB_REQUIRED, offsetof(struct kb_ink_stroke, points), 0, NULL},
  {"width", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_ink_stroke, width), 0, NULL},
  {"height", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_ink_stroke, height), 0, NULL},
};
static const struct kb_record kb_ink_stroke_record = {ink_stroke_members, 3, sizeof(struct kb_ink_stroke)};

static const struct kb_member form_field_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_field, container), 0, NULL},
  {"kind", KB_STRING, KB_NULL, offsetof(struct kb_form_field, kind), 0, NULL},
  {"label", KB_STRING, KB_NULL, offsetof(struct kb_form_field, label), 0, NULL},
  {"text", KB_STRING, KB_NULL, offsetof(struct kb_form_field, text), 0, NULL},
  {"traits", KB_RECORD, KB_NULL, offsetof(struct kb_form_field, traits), 0, &kb_traits_to_set_record},
  {"properties", KB_RECORD, KB_NULL, offsetof(struct kb_form_field, properties), 0, &kb_properties_record},
  {"questions", KB_RECORD, KB_NULL, offsetof(struct kb_form_field, questions), 0, &kb_presets_record},
  {"rows", KB_INTEGER, KB_NULL, offsetof(struct kb_form_field, rows), 0, NULL},
  {"prototype", KB_STRING, KB_NULL, offsetof(struct kb_form_field, prototype), 0, NULL},
  {"tag", KB_INTEGER, KB_NULL, offsetof(struct kb_form_field, tag), 0, NULL},
  {"cancels", KB_BOOLEAN, KB_NULL, offsetof(struct kb_form_field, cancels), 0, NULL},
};
static const struct kb_record kb_form_field_record = {form_field_members, 11, sizeof(struct kb_form_field)};

static const struct kb_member form_create_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_create, form), 0, NULL},
  {"fields", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_form_create, fields), offsetof(struct kb_form_create, fields_count), &kb_form_field_record},
  {"prototypes", KB_JSON, KB_NULL, offsetof(struct kb_form_create, prototypes), 0, NULL},
  {"cancels", KB_BOOLEAN, KB_NULL, offsetof(struct kb_form_create, cancels), 0, NULL},
  {"modal", KB_BOOLEAN, KB_NULL, offsetof(struct kb_form_create, modal), 0, NULL},
};
static const struct kb_record kb_form_create_record = {form_create_members, 5, sizeof(struct kb_form_create)};

static const struct kb_member form_get_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_get, form), 0, NULL},
};
static const struct kb_record kb_form_get_record = {form_get_members, 1, sizeof(struct kb_form_get)};

static const struct kb_member form_set_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_set, form), 0, NULL},
  {"values", KB_PAIRS, KB_REQUIRED, offsetof(struct kb_form_set, values), offsetof(struct kb_form_set, values_count), NULL},
  {"ifRevisions", KB_JSON, KB_NULL, offsetof(struct kb_form_set, if_revisions), 0, NULL},
  {"keepsSelection", KB_BOOLEAN, KB_NULL, offsetof(struct kb_form_set, keeps_selection), 0, NULL},
};
static const struct kb_record kb_form_set_record = {form_set_members, 4, sizeof(struct kb_form_set)};

static const struct kb_member form_remove_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_remove, form), 0, NULL},
};
static const struct kb_record kb_form_remove_record = {form_remove_members, 1, sizeof(struct kb_form_remove)};

static const struct kb_member focus_request_members[] = {
  {"container", KB_STRING, KB_NULL, offsetof(struct kb_focus_request, container), 0, NULL},
  {"form", KB_STRING, KB_NULL, offsetof(struct kb_focus_request, form), 0, NULL},
  {"presses", KB_WORD, KB_NULL, offsetof(struct kb_focus_request, presses), 0, NULL},
};
static const struct kb_record kb_focus_request_record = {focus_request_members, 3, sizeof(struct kb_focus_request)};

static const struct kb_member idle_set_members[] = {
  {"seconds", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_idle_set, seconds), 0, NULL},
};
static const struct kb_record kb_idle_set_record = {idle_set_members, 1, sizeof(struct kb_idle_set)};

static const struct kb_member end_editing_members[] = {
  {"container", KB_STRING, KB_NULL, offsetof(struct kb_end_editing, container), 0, NULL},
  {"force", KB_BOOLEAN, KB_NULL, offsetof(struct kb_end_editing, force), 0, NULL},
};
static const struct kb_record kb_end_editing_record = {end_editing_members, 2, sizeof(struct kb_end_editing)};

static const struct kb_member command_register_members[] = {
  {"command", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_register, command), 0, NULL},
  {"chord", KB_STRING, KB_NULL, offsetof(struct kb_command_register, chord), 0, NULL},
  {"title", KB_STRING, KB_NULL, offsetof(struct kb_command_register, title), 0, NULL},
  {"longTitle", KB_STRING, KB_NULL, offsetof(struct kb_command_register, long_title), 0, NULL},
  {"group", KB_STRING, KB_NULL, offsetof(struct kb_command_register, group), 0, NULL},
  {"image", KB_STRING, KB_NULL, offsetof(struct kb_command_register, image), 0, NULL},
  {"argument", KB_STRING, KB_NULL, offsetof(struct kb_command_register, argument), 0, NULL},
  {"priority", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, priority), 0, NULL},
  {"repeat", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, repeat), 0, NULL},
  {"hidden", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, hidden), 0, NULL},
  {"disabled", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, disabled), 0, NULL},
  {"destructive", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, destructive), 0, NULL},
  {"state", KB_STRING, KB_NULL, offsetof(struct kb_command_register, state), 0, NULL},
  {"keepsMenu", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, keeps_menu), 0, NULL},
  {"holdsKeys", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_register, holds_keys), 0, NULL},
  {"form", KB_STRING, KB_NULL, offsetof(struct kb_command_register, form), 0, NULL},
};
static const struct kb_record kb_command_register_record = {command_register_members, 16, sizeof(struct kb_command_register)};

static const struct kb_member command_set_members[] = {
  {"command", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_set, command), 0, NULL},
  {"title", KB_STRING, KB_NULL, offsetof(struct kb_command_set, title), 0, NULL},
  {"longTitle", KB_STRING, KB_NULL, offsetof(struct kb_command_set, long_title), 0, NULL},
  {"state", KB_STRING, KB_NULL, offsetof(struct kb_command_set, state), 0, NULL},
  {"disabled", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_set, disabled), 0, NULL},
  {"hidden", KB_BOOLEAN, KB_NULL, offsetof(struct kb_command_set, hidden), 0, NULL},
};
static const struct kb_record kb_command_set_record = {command_set_members, 6, sizeof(struct kb_command_set)};

static const struct kb_member command_remove_members[] = {
  {"command", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_remove, command), 0, NULL},
};
static const struct kb_record kb_command_remove_record = {command_remove_members, 1, sizeof(struct kb_command_remove)};

static const struct kb_member menu_item_members[] = {
  {"command", KB_STRING, KB_NULL, offsetof(struct kb_menu_item, command), 0, NULL},
  {"menu", KB_STRING, KB_NULL, offsetof(struct kb_menu_item, menu), 0, NULL},
  {"title", KB_STRING, KB_NULL, offsetof(struct kb_menu_item, title), 0, NULL},
  {"inline", KB_BOOLEAN, KB_NULL, offsetof(struct kb_menu_item, inline_), 0, NULL},
  {"items", KB_JSON, KB_NULL, offsetof(struct kb_menu_item, items), 0, NULL},
};
static const struct kb_record kb_menu_item_record = {menu_item_members, 5, sizeof(struct kb_menu_item)};

static const struct kb_member menu_insertion_members[] = {
  {"items", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_menu_insertion, items), offsetof(struct kb_menu_insertion, items_count), &kb_menu_item_record},
  {"before", KB_STRING, KB_NULL, offsetof(struct kb_menu_insertion, before), 0, NULL},
  {"after", KB_STRING, KB_NULL, offsetof(struct kb_menu_insertion, after), 0, NULL},
  {"startOf", KB_STRING, KB_NULL, offsetof(struct kb_menu_insertion, start_of), 0, NULL},
  {"endOf", KB_STRING, KB_NULL, offsetof(struct kb_menu_insertion, end_of), 0, NULL},
};
static const struct kb_record kb_menu_insertion_record = {menu_insertion_members, 5, sizeof(struct kb_menu_insertion)};

static const struct kb_member menu_set_members[] = {
  {"menu", KB_STRING, KB_NULL, offsetof(struct kb_menu_set, menu), 0, NULL},
  {"insert", KB_RECORDS, KB_NULL, offsetof(struct kb_menu_set, insert), offsetof(struct kb_menu_set, insert_count), &kb_menu_insertion_record},
  {"remove", KB_STRINGS, KB_NULL, offsetof(struct kb_menu_set, remove), offsetof(struct kb_menu_set, remove_count), NULL},
};
static const struct kb_record kb_menu_set_record = {menu_set_members, 3, sizeof(struct kb_menu_set)};

static const struct kb_member menu_context_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_menu_context, container), 0, NULL},
};
static const struct kb_record kb_menu_context_record = {menu_context_members, 1, sizeof(struct kb_menu_context)};

static const struct kb_member menu_perform_members[] = {
  {"command", KB_STRING, KB_REQUIRED, offsetof(struct kb_menu_perform, command), 0, NULL},
  {"container", KB_STRING, KB_NULL, offsetof(struct kb_menu_perform, container), 0, NULL},
};
static const struct kb_record kb_menu_perform_record = {menu_perform_members, 2, sizeof(struct kb_menu_perform)};

static const struct kb_member accessory_item_members[] = {
  {"command", KB_STRING, KB_REQUIRED, offsetof(struct kb_accessory_item, command), 0, NULL},
  {"title", KB_STRING, KB_NULL, offsetof(struct kb_accessory_item, title), 0, NULL},
  {"chord", KB_STRING, KB_NULL, offsetof(struct kb_accessory_item, chord), 0, NULL},
  {"enabled", KB_BOOLEAN, KB_NULL, offsetof(struct kb_accessory_item, enabled), 0, NULL},
};
static const struct kb_record kb_accessory_item_record = {accessory_item_members, 4, sizeof(struct kb_accessory_item)};

static const struct kb_member expanding_text_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_expanding_text, container), 0, NULL},
  {"minimumRows", KB_INTEGER, KB_NULL, offsetof(struct kb_expanding_text, minimum_rows), 0, NULL},
  {"maximumRows", KB_INTEGER, KB_NULL, offsetof(struct kb_expanding_text, maximum_rows), 0, NULL},
  {"padding", KB_INTEGER, KB_NULL, offsetof(struct kb_expanding_text, padding), 0, NULL},
};
static const struct kb_record kb_expanding_text_record = {expanding_text_members, 4, sizeof(struct kb_expanding_text)};

static const struct kb_member accessory_set_members[] = {
  {"items", KB_RECORDS, KB_NULL, offsetof(struct kb_accessory_set, items), offsetof(struct kb_accessory_set, items_count), &kb_accessory_item_record},
  {"completions", KB_STRINGS, KB_NULL, offsetof(struct kb_accessory_set, completions), offsetof(struct kb_accessory_set, completions_count), NULL},
  {"expanding", KB_RECORD, KB_NULL, offsetof(struct kb_accessory_set, expanding), 0, &kb_expanding_text_record},
  {"container", KB_STRING, KB_NULL, offsetof(struct kb_accessory_set, container), 0, NULL},
};
static const struct kb_record kb_accessory_set_record = {accessory_set_members, 4, sizeof(struct kb_accessory_set)};

static const struct kb_member input_view_set_members[] = {
  {"words", KB_STRINGS, KB_NULL, offsetof(struct kb_input_view_set, words), offsetof(struct kb_input_view_set, words_count), NULL},
  {"rows", KB_INTEGER, KB_NULL, offsetof(struct kb_input_view_set, rows), 0, NULL},
  {"container", KB_STRING, KB_NULL, offsetof(struct kb_input_view_set, container), 0, NULL},
};
static const struct kb_record kb_input_view_set_record = {input_view_set_members, 3, sizeof(struct kb_input_view_set)};

static const struct kb_member mode_set_members[] = {
  {"mode", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_set, mode), 0, NULL},
};
static const struct kb_record kb_mode_set_record = {mode_set_members, 1, sizeof(struct kb_mode_set)};

static const struct kb_member fill_offer_members[] = {
  {"values", KB_JSON, KB_REQUIRED, offsetof(struct kb_fill_offer, values), 0, NULL},
  {"seconds", KB_INTEGER, KB_NULL, offsetof(struct kb_fill_offer, seconds), 0, NULL},
};
static const struct kb_record kb_fill_offer_record = {fill_offer_members, 2, sizeof(struct kb_fill_offer)};

static const struct kb_member provided_credential_members[] = {
  {"program", KB_STRING, KB_REQUIRED, offsetof(struct kb_provided_credential, program), 0, NULL},
  {"username", KB_STRING, KB_REQUIRED, offsetof(struct kb_provided_credential, username), 0, NULL},
  {"password", KB_STRING, KB_REQUIRED, offsetof(struct kb_provided_credential, password), 0, NULL},
};
static const struct kb_record kb_provided_credential_record = {provided_credential_members, 3, sizeof(struct kb_provided_credential)};

static const struct kb_member fill_provide_members[] = {
  {"profile", KB_PAIRS, KB_NULL, offsetof(struct kb_fill_provide, profile), offsetof(struct kb_fill_provide, profile_count), NULL},
  {"credentials", KB_RECORDS, KB_NULL, offsetof(struct kb_fill_provide, credentials), offsetof(struct kb_fill_provide, credentials_count), &kb_provided_credential_record},
};
static const struct kb_record kb_fill_provide_record = {fill_provide_members, 2, sizeof(struct kb_fill_provide)};

static const struct kb_member pasteboard_get_members[] = {
  {"form", KB_STRING, KB_NULL, offsetof(struct kb_pasteboard_get, form), 0, NULL},
};
static const struct kb_record kb_pasteboard_get_record = {pasteboard_get_members, 1, sizeof(struct kb_pasteboard_get)};

static const struct kb_member pasteboard_set_members[] = {
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_pasteboard_set, text), 0, NULL},
  {"form", KB_STRING, KB_NULL, offsetof(struct kb_pasteboard_set, form), 0, NULL},
};
static const struct kb_record kb_pasteboard_set_record = {pasteboard_set_members, 2, sizeof(struct kb_pasteboard_set)};

static const struct kb_member session_end_members[] = {
  {"form", KB_STRING, KB_NULL, offsetof(struct kb_session_end, form), 0, NULL},
};
static const struct kb_record kb_session_end_record = {session_end_members, 1, sizeof(struct kb_session_end)};

static const struct kb_member delivery_ack_members[] = {
  {"through", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_ack, through), 0, NULL},
};
static const struct kb_record kb_delivery_ack_record = {delivery_ack_members, 1, sizeof(struct kb_delivery_ack)};

static const struct kb_member scanner_claim_members[] = {
  {"device", KB_STRING, KB_NULL, offsetof(struct kb_scanner_claim, device), 0, NULL},
};
static const struct kb_record kb_scanner_claim_record = {scanner_claim_members, 1, sizeof(struct kb_scanner_claim)};

static const struct kb_member scanner_release_members[] = {
  {"device", KB_STRING, KB_NULL, offsetof(struct kb_scanner_release, device), 0, NULL},
};
static const struct kb_record kb_scanner_release_record = {scanner_release_members, 1, sizeof(struct kb_scanner_release)};

static const struct kb_member text_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_did_change, container), 0, NULL},
  {"origin", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_did_change, origin), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_text_did_change, range), 0, NULL},
  {"string", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_did_change, string), 0, NULL},
  {"revision", KB_INTEGER, 0, offsetof(struct kb_text_did_change, revision), 0, NULL},
};
static const struct kb_record kb_text_did_change_record = {text_did_change_members, 5, sizeof(struct kb_text_did_change)};

static const struct kb_member selection_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_selection_did_change, container), 0, NULL},
  {"anchor", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_selection_did_change, anchor), 0, NULL},
  {"head", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_selection_did_change, head), 0, NULL},
};
static const struct kb_record kb_selection_did_change_record = {selection_did_change_members, 3, sizeof(struct kb_selection_did_change)};

static const struct kb_member marked_did_change_segment_members[] = {
  {"length", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_marked_did_change_segment, length), 0, NULL},
  {"style", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_did_change_segment, style), 0, NULL},
};
static const struct kb_record kb_marked_did_change_segment_record = {marked_did_change_segment_members, 2, sizeof(struct kb_marked_did_change_segment)};

static const struct kb_member marked_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_did_change, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED | KB_NULL, offsetof(struct kb_marked_did_change, range), 0, NULL},
  {"string", KB_STRING, KB_REQUIRED, offsetof(struct kb_marked_did_change, string), 0, NULL},
  {"segments", KB_RECORDS, 0, offsetof(struct kb_marked_did_change, segments), offsetof(struct kb_marked_did_change, segments_count), &kb_marked_did_change_segment_record},
};
static const struct kb_record kb_marked_did_change_record = {marked_did_change_members, 4, sizeof(struct kb_marked_did_change)};

static const struct kb_member field_editing_changed_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_field_editing_changed, container), 0, NULL},
};
static const struct kb_record kb_field_editing_changed_record = {field_editing_changed_members, 1, sizeof(struct kb_field_editing_changed)};

static const struct kb_member field_did_end_on_exit_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_field_did_end_on_exit, container), 0, NULL},
};
static const struct kb_record kb_field_did_end_on_exit_record = {field_did_end_on_exit_members, 1, sizeof(struct kb_field_did_end_on_exit)};

static const struct kb_member focus_did_begin_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_did_begin, container), 0, NULL},
};
static const struct kb_record kb_focus_did_begin_record = {focus_did_begin_members, 1, sizeof(struct kb_focus_did_begin)};

static const struct kb_member focus_did_end_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_did_end, container), 0, NULL},
  {"reason", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_did_end, reason), 0, NULL},
};
static const struct kb_record kb_focus_did_end_record = {focus_did_end_members, 2, sizeof(struct kb_focus_did_end)};

static const struct kb_member traits_members[] = {
  {"autocapitalizationType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, autocapitalization_type), 0, NULL},
  {"autocorrectionType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, autocorrection_type), 0, NULL},
  {"spellCheckingType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, spell_checking_type), 0, NULL},
  {"smartQuotesType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, smart_quotes_type), 0, NULL},
  {"smartDashesType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, smart_dashes_type), 0, NULL},
  {"smartInsertDeleteType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, smart_insert_delete_type), 0, NULL},
  {"inlinePredictionType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, inline_prediction_type), 0, NULL},
  {"keyboardType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, keyboard_type), 0, NULL},
  {"keyboardAppearance", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, keyboard_appearance), 0, NULL},
  {"returnKeyType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, return_key_type), 0, NULL},
  {"enablesReturnKeyAutomatically", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, enables_return_key_automatically), 0, NULL},
  {"isSecureTextEntry", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, is_secure_text_entry), 0, NULL},
  {"textContentType", KB_STRING, KB_REQUIRED | KB_NULL, offsetof(struct kb_traits, text_content_type), 0, NULL},
  {"passwordRules", KB_STRING, KB_REQUIRED | KB_NULL, offsetof(struct kb_traits, password_rules), 0, NULL},
  {"restrictToKeyboardType", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, restrict_to_keyboard_type), 0, NULL},
  {"mapsPhonePadLetters", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, maps_phone_pad_letters), 0, NULL},
  {"translucent", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, translucent), 0, NULL},
  {"writingToolsBehavior", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, writing_tools_behavior), 0, NULL},
  {"allowedWritingToolsResultOptions", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_traits, allowed_writing_tools_result_options), 0, NULL},
  {"mathExpressionCompletionType", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits, math_expression_completion_type), 0, NULL},
  {"supportsAdaptiveImageGlyph", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_traits, supports_adaptive_image_glyph), 0, NULL},
  {"conversationContext", KB_STRING, KB_REQUIRED | KB_NULL, offsetof(struct kb_traits, conversation_context), 0, NULL},
};
static const struct kb_record kb_traits_record = {traits_members, 22, sizeof(struct kb_traits)};

static const struct kb_member traits_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_traits_did_change, container), 0, NULL},
  {"traits", KB_RECORD, KB_REQUIRED, offsetof(struct kb_traits_did_change, traits), 0, &kb_traits_record},
};
static const struct kb_record kb_traits_did_change_record = {traits_did_change_members, 2, sizeof(struct kb_traits_did_change)};

static const struct kb_member view_did_scroll_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_view_did_scroll, container), 0, NULL},
  {"topOffset", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_view_did_scroll, top_offset), 0, NULL},
};
static const struct kb_record kb_view_did_scroll_record = {view_did_scroll_members, 2, sizeof(struct kb_view_did_scroll)};

static const struct kb_member spelling_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_spelling_did_change, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_spelling_did_change, range), 0, NULL},
  {"misspelled", KB_RANGES, KB_REQUIRED, offsetof(struct kb_spelling_did_change, misspelled), offsetof(struct kb_spelling_did_change, misspelled_count), NULL},
};
static const struct kb_record kb_spelling_did_change_record = {spelling_did_change_members, 3, sizeof(struct kb_spelling_did_change)};

static const struct kb_member inline_did_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_inline_did_change, container), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED | KB_NULL, offsetof(struct kb_inline_did_change, text), 0, NULL},
};
static const struct kb_record kb_inline_did_change_record = {inline_did_change_members, 2, sizeof(struct kb_inline_did_change)};

static const struct kb_member correction_offered_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_offered, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_correction_offered, range), 0, NULL},
  {"replacement", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_offered, replacement), 0, NULL},
  {"typed", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_offered, typed), 0, NULL},
};
static const struct kb_record kb_correction_offered_record = {correction_offered_members, 4, sizeof(struct kb_correction_offered)};

static const struct kb_member correction_applied_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_applied, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_correction_applied, range), 0, NULL},
  {"replacement", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_applied, replacement), 0, NULL},
  {"typed", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_applied, typed), 0, NULL},
};
static const struct kb_record kb_correction_applied_record = {correction_applied_members, 4, sizeof(struct kb_correction_applied)};

static const struct kb_member correction_rejected_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_rejected, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_correction_rejected, range), 0, NULL},
  {"replacement", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_rejected, replacement), 0, NULL},
  {"typed", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_rejected, typed), 0, NULL},
};
static const struct kb_record kb_correction_rejected_record = {correction_rejected_members, 4, sizeof(struct kb_correction_rejected)};

static const struct kb_member correction_reverted_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_reverted, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_correction_reverted, range), 0, NULL},
  {"replacement", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_reverted, replacement), 0, NULL},
  {"typed", KB_STRING, KB_REQUIRED, offsetof(struct kb_correction_reverted, typed), 0, NULL},
};
static const struct kb_record kb_correction_reverted_record = {correction_reverted_members, 4, sizeof(struct kb_correction_reverted)};

static const struct kb_member candidate_list_item_members[] = {
  {"annotation", KB_STRING, 0, offsetof(struct kb_candidate_list_item, annotation), 0, NULL},
  {"role", KB_STRING, 0, offsetof(struct kb_candidate_list_item, role), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_candidate_list_item, text), 0, NULL},
};
static const struct kb_record kb_candidate_list_item_record = {candidate_list_item_members, 3, sizeof(struct kb_candidate_list_item)};

static const struct kb_member candidate_list_members[] = {
  {"first", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_candidate_list, first), 0, NULL},
  {"highlighted", KB_INTEGER, 0, offsetof(struct kb_candidate_list, highlighted), 0, NULL},
  {"isExpanded", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_candidate_list, is_expanded), 0, NULL},
  {"items", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_candidate_list, items), offsetof(struct kb_candidate_list, items_count), &kb_candidate_list_item_record},
  {"kind", KB_STRING, KB_REQUIRED, offsetof(struct kb_candidate_list, kind), 0, NULL},
  {"page", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_candidate_list, page), 0, NULL},
  {"pages", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_candidate_list, pages), 0, NULL},
  {"reading", KB_STRING, 0, offsetof(struct kb_candidate_list, reading), 0, NULL},
};
static const struct kb_record kb_candidate_list_record = {candidate_list_members, 8, sizeof(struct kb_candidate_list)};

static const struct kb_member candidates_did_change_members[] = {
  {"list", KB_RECORD, KB_REQUIRED | KB_NULL, offsetof(struct kb_candidates_did_change, list), 0, &kb_candidate_list_record},
};
static const struct kb_record kb_candidates_did_change_record = {candidates_did_change_members, 1, sizeof(struct kb_candidates_did_change)};

static const struct kb_member ink_did_change_members[] = {
  {"strokes", KB_JSON, KB_REQUIRED, offsetof(struct kb_ink_did_change, strokes), 0, NULL},
  {"aspect", KB_NUMBER, 0, offsetof(struct kb_ink_did_change, aspect), 0, NULL},
};
static const struct kb_record kb_ink_did_change_record = {ink_did_change_members, 2, sizeof(struct kb_ink_did_change)};

static const struct kb_member command_invoked_members[] = {
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoked, id), 0, NULL},
  {"target", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoked, target), 0, NULL},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoked, title), 0, NULL},
  {"argument", KB_STRING, 0, offsetof(struct kb_command_invoked, argument), 0, NULL},
};
static const struct kb_record kb_command_invoked_record = {command_invoked_members, 4, sizeof(struct kb_command_invoked)};

static const struct kb_member mode_did_change_members[] = {
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_did_change, id), 0, NULL},
  {"language", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_did_change, language), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_did_change, name), 0, NULL},
  {"spaceLabel", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_did_change, space_label), 0, NULL},
  {"inputMethod", KB_STRING, 0, offsetof(struct kb_mode_did_change, input_method), 0, NULL},
  {"layout", KB_STRING, 0, offsetof(struct kb_mode_did_change, layout), 0, NULL},
  {"variant", KB_STRING, 0, offsetof(struct kb_mode_did_change, variant), 0, NULL},
};
static const struct kb_record kb_mode_did_change_record = {mode_did_change_members, 7, sizeof(struct kb_mode_did_change)};

static const struct kb_member mode_extension_bypassed_members[] = {
  {"mode", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_extension_bypassed, mode), 0, NULL},
};
static const struct kb_record kb_mode_extension_bypassed_record = {mode_extension_bypassed_members, 1, sizeof(struct kb_mode_extension_bypassed)};

static const struct kb_member layout_did_change_members[] = {
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_layout_did_change, device), 0, NULL},
  {"group", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_layout_did_change, group), 0, NULL},
  {"layout", KB_STRING, KB_REQUIRED, offsetof(struct kb_layout_did_change, layout), 0, NULL},
  {"variant", KB_STRING, KB_REQUIRED, offsetof(struct kb_layout_did_change, variant), 0, NULL},
};
static const struct kb_record kb_layout_did_change_record = {layout_did_change_members, 4, sizeof(struct kb_layout_did_change)};

static const struct kb_member locks_did_change_members[] = {
  {"capsLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks_did_change, caps_lock), 0, NULL},
  {"numLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks_did_change, num_lock), 0, NULL},
  {"scrollLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks_did_change, scroll_lock), 0, NULL},
};
static const struct kb_record kb_locks_did_change_record = {locks_did_change_members, 3, sizeof(struct kb_locks_did_change)};

static const struct kb_member keyboard_will_show_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_will_show, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_will_show, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_show, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_show, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_will_show, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_will_show_record = {keyboard_will_show_members, 5, sizeof(struct kb_keyboard_will_show)};

static const struct kb_member keyboard_did_show_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_did_show, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_did_show, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_show, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_show, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_did_show, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_did_show_record = {keyboard_did_show_members, 5, sizeof(struct kb_keyboard_did_show)};

static const struct kb_member keyboard_will_hide_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_will_hide, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_will_hide, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_hide, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_hide, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_will_hide, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_will_hide_record = {keyboard_will_hide_members, 5, sizeof(struct kb_keyboard_will_hide)};

static const struct kb_member keyboard_did_hide_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_did_hide, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_did_hide, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_hide, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_hide, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_did_hide, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_did_hide_record = {keyboard_did_hide_members, 5, sizeof(struct kb_keyboard_did_hide)};

static const struct kb_member keyboard_will_change_frame_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_will_change_frame, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_will_change_frame, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_change_frame, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_will_change_frame, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_will_change_frame, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_will_change_frame_record = {keyboard_will_change_frame_members, 5, sizeof(struct kb_keyboard_will_change_frame)};

static const struct kb_member keyboard_did_change_frame_members[] = {
  {"curve", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_did_change_frame, curve), 0, NULL},
  {"duration", KB_NUMBER, KB_REQUIRED, offsetof(struct kb_keyboard_did_change_frame, duration), 0, NULL},
  {"frameBegin", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_change_frame, frame_begin), 0, NULL},
  {"frameEnd", KB_FRAME, KB_REQUIRED, offsetof(struct kb_keyboard_did_change_frame, frame_end), 0, NULL},
  {"isLocal", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_keyboard_did_change_frame, is_local), 0, NULL},
};
static const struct kb_record kb_keyboard_did_change_frame_record = {keyboard_did_change_frame_members, 5, sizeof(struct kb_keyboard_did_change_frame)};

static const struct kb_member panel_group_row_members[] = {
  {"chords", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, chords), 0, NULL},
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, id), 0, NULL},
  {"keys", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, keys), 0, NULL},
  {"pressed", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, pressed), 0, NULL},
  {"state", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, state), 0, NULL},
  {"symbols", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, symbols), 0, NULL},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group_row, title), 0, NULL},
};
static const struct kb_record kb_panel_group_row_record = {panel_group_row_members, 7, sizeof(struct kb_panel_group_row)};

static const struct kb_member panel_group_members[] = {
  {"rows", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_panel_group, rows), offsetof(struct kb_panel_group, rows_count), &kb_panel_group_row_record},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_panel_group, title), 0, NULL},
};
static const struct kb_record kb_panel_group_record = {panel_group_members, 2, sizeof(struct kb_panel_group)};

static const struct kb_member hud_shown_members[] = {
  {"firstRow", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_hud_shown, first_row), 0, NULL},
  {"groups", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_hud_shown, groups), offsetof(struct kb_hud_shown, groups_count), &kb_panel_group_record},
  {"prefix", KB_STRING, KB_REQUIRED, offsetof(struct kb_hud_shown, prefix), 0, NULL},
};
static const struct kb_record kb_hud_shown_record = {hud_shown_members, 3, sizeof(struct kb_hud_shown)};

static const struct kb_member menu_list_members[] = {
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_menu_list, id), 0, NULL},
  {"items", KB_JSON, KB_REQUIRED, offsetof(struct kb_menu_list, items), 0, NULL},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_menu_list, title), 0, NULL},
};
static const struct kb_record kb_menu_list_record = {menu_list_members, 3, sizeof(struct kb_menu_list)};

static const struct kb_member menu_shown_members[] = {
  {"highlights", KB_JSON, KB_REQUIRED, offsetof(struct kb_menu_shown, highlights), 0, NULL},
  {"menus", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_menu_shown, menus), offsetof(struct kb_menu_shown, menus_count), &kb_menu_list_record},
  {"openMenu", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_menu_shown, open_menu), 0, NULL},
};
static const struct kb_record kb_menu_shown_record = {menu_shown_members, 3, sizeof(struct kb_menu_shown)};

static const struct kb_member press_began_members[] = {
  {"code", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_began, code), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_began, device), 0, NULL},
  {"key", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_began, key), 0, NULL},
  {"keysym", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_began, keysym), 0, NULL},
  {"modifiers", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_press_began, modifiers), offsetof(struct kb_press_began, modifiers_count), NULL},
  {"repeat", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_press_began, repeat), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_began, text), 0, NULL},
  {"time", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_began, time), 0, NULL},
};
static const struct kb_record kb_press_began_record = {press_began_members, 8, sizeof(struct kb_press_began)};

static const struct kb_member press_ended_members[] = {
  {"code", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_ended, code), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_ended, device), 0, NULL},
  {"key", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_ended, key), 0, NULL},
  {"keysym", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_ended, keysym), 0, NULL},
  {"modifiers", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_press_ended, modifiers), offsetof(struct kb_press_ended, modifiers_count), NULL},
  {"repeat", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_press_ended, repeat), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_ended, text), 0, NULL},
  {"time", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_ended, time), 0, NULL},
};
static const struct kb_record kb_press_ended_record = {press_ended_members, 8, sizeof(struct kb_press_ended)};

static const struct kb_member press_cancelled_members[] = {
  {"code", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_cancelled, code), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_cancelled, device), 0, NULL},
  {"key", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_cancelled, key), 0, NULL},
  {"keysym", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_cancelled, keysym), 0, NULL},
  {"modifiers", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_press_cancelled, modifiers), offsetof(struct kb_press_cancelled, modifiers_count), NULL},
  {"repeat", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_press_cancelled, repeat), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_cancelled, text), 0, NULL},
  {"time", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_cancelled, time), 0, NULL},
};
static const struct kb_record kb_press_cancelled_record = {press_cancelled_members, 8, sizeof(struct kb_press_cancelled)};

static const struct kb_member press_unhandled_members[] = {
  {"code", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_unhandled, code), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_unhandled, device), 0, NULL},
  {"key", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_unhandled, key), 0, NULL},
  {"keysym", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_unhandled, keysym), 0, NULL},
  {"modifiers", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_press_unhandled, modifiers), offsetof(struct kb_press_unhandled, modifiers_count), NULL},
  {"repeat", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_press_unhandled, repeat), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_press_unhandled, text), 0, NULL},
  {"time", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_press_unhandled, time), 0, NULL},
};
static const struct kb_record kb_press_unhandled_record = {press_unhandled_members, 8, sizeof(struct kb_press_unhandled)};

static const struct kb_member device_attached_members[] = {
  {"bus", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_attached, bus), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_attached, device), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_attached, name), 0, NULL},
  {"product", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_attached, product), 0, NULL},
  {"vendor", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_attached, vendor), 0, NULL},
  {"version", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_attached, version), 0, NULL},
  {"kind", KB_STRING, 0, offsetof(struct kb_device_attached, kind), 0, NULL},
  {"phys", KB_STRING, 0, offsetof(struct kb_device_attached, phys), 0, NULL},
  {"role", KB_STRING, 0, offsetof(struct kb_device_attached, role), 0, NULL},
  {"uniq", KB_STRING, 0, offsetof(struct kb_device_attached, uniq), 0, NULL},
};
static const struct kb_record kb_device_attached_record = {device_attached_members, 10, sizeof(struct kb_device_attached)};

static const struct kb_member device_detached_members[] = {
  {"bus", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_detached, bus), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_detached, device), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_detached, name), 0, NULL},
  {"product", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_detached, product), 0, NULL},
  {"vendor", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_detached, vendor), 0, NULL},
  {"version", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_detached, version), 0, NULL},
  {"kind", KB_STRING, 0, offsetof(struct kb_device_detached, kind), 0, NULL},
  {"phys", KB_STRING, 0, offsetof(struct kb_device_detached, phys), 0, NULL},
  {"role", KB_STRING, 0, offsetof(struct kb_device_detached, role), 0, NULL},
  {"uniq", KB_STRING, 0, offsetof(struct kb_device_detached, uniq), 0, NULL},
};
static const struct kb_record kb_device_detached_record = {device_detached_members, 10, sizeof(struct kb_device_detached)};

static const struct kb_member device_connected_members[] = {
  {"bus", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_connected, bus), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_connected, device), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_connected, name), 0, NULL},
  {"product", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_connected, product), 0, NULL},
  {"vendor", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_connected, vendor), 0, NULL},
  {"version", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_connected, version), 0, NULL},
  {"kind", KB_STRING, 0, offsetof(struct kb_device_connected, kind), 0, NULL},
  {"phys", KB_STRING, 0, offsetof(struct kb_device_connected, phys), 0, NULL},
  {"role", KB_STRING, 0, offsetof(struct kb_device_connected, role), 0, NULL},
  {"uniq", KB_STRING, 0, offsetof(struct kb_device_connected, uniq), 0, NULL},
};
static const struct kb_record kb_device_connected_record = {device_connected_members, 10, sizeof(struct kb_device_connected)};

static const struct kb_member device_disconnected_members[] = {
  {"bus", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_disconnected, bus), 0, NULL},
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_disconnected, device), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_device_disconnected, name), 0, NULL},
  {"product", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_disconnected, product), 0, NULL},
  {"vendor", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_disconnected, vendor), 0, NULL},
  {"version", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_device_disconnected, version), 0, NULL},
  {"kind", KB_STRING, 0, offsetof(struct kb_device_disconnected, kind), 0, NULL},
  {"phys", KB_STRING, 0, offsetof(struct kb_device_disconnected, phys), 0, NULL},
  {"role", KB_STRING, 0, offsetof(struct kb_device_disconnected, role), 0, NULL},
  {"uniq", KB_STRING, 0, offsetof(struct kb_device_disconnected, uniq), 0, NULL},
};
static const struct kb_record kb_device_disconnected_record = {device_disconnected_members, 10, sizeof(struct kb_device_disconnected)};

static const struct kb_member scan_members[] = {
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_scan, device), 0, NULL},
  {"duration", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_scan, duration), 0, NULL},
  {"end", KB_STRING, KB_REQUIRED, offsetof(struct kb_scan, end), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_scan, text), 0, NULL},
  {"time", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_scan, time), 0, NULL},
  {"complete", KB_STRING, 0, offsetof(struct kb_scan, complete), 0, NULL},
  {"reason", KB_STRING, 0, offsetof(struct kb_scan, reason), 0, NULL},
};
static const struct kb_record kb_scan_record = {scan_members, 7, sizeof(struct kb_scan)};

static const struct kb_member program_did_become_active_members[] = {
  {"isActive", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_program_did_become_active, is_active), 0, NULL},
};
static const struct kb_record kb_program_did_become_active_record = {program_did_become_active_members, 1, sizeof(struct kb_program_did_become_active)};

static const struct kb_member form_did_finish_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_did_finish, form), 0, NULL},
};
static const struct kb_record kb_form_did_finish_record = {form_did_finish_members, 1, sizeof(struct kb_form_did_finish)};

static const struct kb_member form_did_cancel_members[] = {
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_did_cancel, form), 0, NULL},
};
static const struct kb_record kb_form_did_cancel_record = {form_did_cancel_members, 1, sizeof(struct kb_form_did_cancel)};

static const struct kb_member accessory_activated_members[] = {
  {"item", KB_STRING, KB_REQUIRED, offsetof(struct kb_accessory_activated, item), 0, NULL},
};
static const struct kb_record kb_accessory_activated_record = {accessory_activated_members, 1, sizeof(struct kb_accessory_activated)};

static const struct kb_member question_preset_members[] = {
  {"answer", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_question_preset, answer), 0, NULL},
  {"question", KB_STRING, KB_REQUIRED, offsetof(struct kb_question_preset, question), 0, NULL},
  {"reason", KB_STRING, KB_REQUIRED, offsetof(struct kb_question_preset, reason), 0, NULL},
  {"command", KB_STRING, 0, offsetof(struct kb_question_preset, command), 0, NULL},
  {"container", KB_STRING, 0, offsetof(struct kb_question_preset, container), 0, NULL},
};
static const struct kb_record kb_question_preset_record = {question_preset_members, 5, sizeof(struct kb_question_preset)};

static const struct kb_member user_is_idle_members[] = {
  {"isIdle", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_user_is_idle, is_idle), 0, NULL},
};
static const struct kb_record kb_user_is_idle_record = {user_is_idle_members, 1, sizeof(struct kb_user_is_idle)};

static const struct kb_member delivering_device_members[] = {
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivering_device, id), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivering_device, name), 0, NULL},
  {"path", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivering_device, path), 0, NULL},
  {"uniq", KB_STRING, 0, offsetof(struct kb_delivering_device, uniq), 0, NULL},
};
static const struct kb_record kb_delivering_device_record = {delivering_device_members, 4, sizeof(struct kb_delivering_device)};

static const struct kb_member delivery_item_members[] = {
  {"number", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_item, number), 0, NULL},
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivery_item, id), 0, NULL},
  {"time", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivery_item, time), 0, NULL},
  {"kind", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivery_item, kind), 0, NULL},
  {"device", KB_RECORD, 0, offsetof(struct kb_delivery_item, device), 0, &kb_delivering_device_record},
  {"text", KB_STRING, 0, offsetof(struct kb_delivery_item, text), 0, NULL},
  {"complete", KB_BOOLEAN, 0, offsetof(struct kb_delivery_item, complete), 0, NULL},
  {"symbology", KB_STRING, 0, offsetof(struct kb_delivery_item, symbology), 0, NULL},
  {"command", KB_STRING, 0, offsetof(struct kb_delivery_item, command), 0, NULL},
  {"title", KB_STRING, 0, offsetof(struct kb_delivery_item, title), 0, NULL},
  {"argument", KB_STRING, 0, offsetof(struct kb_delivery_item, argument), 0, NULL},
};
static const struct kb_record kb_delivery_item_record = {delivery_item_members, 11, sizeof(struct kb_delivery_item)};

static const struct kb_member delivery_dropped_members[] = {
  {"count", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_dropped, count), 0, NULL},
  {"reason", KB_STRING, KB_REQUIRED, offsetof(struct kb_delivery_dropped, reason), 0, NULL},
  {"through", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_dropped, through), 0, NULL},
};
static const struct kb_record kb_delivery_dropped_record = {delivery_dropped_members, 3, sizeof(struct kb_delivery_dropped)};

static const struct kb_member text_was_refused_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_was_refused, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_text_was_refused, range), 0, NULL},
  {"reason", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_was_refused, reason), 0, NULL},
  {"string", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_was_refused, string), 0, NULL},
};
static const struct kb_record kb_text_was_refused_record = {text_was_refused_members, 4, sizeof(struct kb_text_was_refused)};

static const struct kb_member fill_consent_did_change_members[] = {
  {"allowed", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_fill_consent_did_change, allowed), 0, NULL},
};
static const struct kb_record kb_fill_consent_did_change_record = {fill_consent_did_change_members, 1, sizeof(struct kb_fill_consent_did_change)};

static const struct kb_member command_invoke_members[] = {
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoke, id), 0, NULL},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoke, title), 0, NULL},
  {"target", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_invoke, target), 0, NULL},
  {"argument", KB_STRING, 0, offsetof(struct kb_command_invoke, argument), 0, NULL},
};
static const struct kb_record kb_command_invoke_record = {command_invoke_members, 4, sizeof(struct kb_command_invoke)};

static const struct kb_member text_should_change_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_should_change, container), 0, NULL},
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_text_should_change, range), 0, NULL},
  {"string", KB_STRING, KB_REQUIRED, offsetof(struct kb_text_should_change, string), 0, NULL},
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_text_should_change, revision), 0, NULL},
};
static const struct kb_record kb_text_should_change_record = {text_should_change_members, 4, sizeof(struct kb_text_should_change)};

static const struct kb_member field_should_return_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_field_should_return, container), 0, NULL},
};
static const struct kb_record kb_field_should_return_record = {field_should_return_members, 1, sizeof(struct kb_field_should_return)};

static const struct kb_member field_should_clear_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_field_should_clear, container), 0, NULL},
};
static const struct kb_record kb_field_should_clear_record = {field_should_clear_members, 1, sizeof(struct kb_field_should_clear)};

static const struct kb_member focus_should_begin_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_should_begin, container), 0, NULL},
};
static const struct kb_record kb_focus_should_begin_record = {focus_should_begin_members, 1, sizeof(struct kb_focus_should_begin)};

static const struct kb_member focus_should_end_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_should_end, container), 0, NULL},
};
static const struct kb_record kb_focus_should_end_record = {focus_should_end_members, 1, sizeof(struct kb_focus_should_end)};

static const struct kb_member container_traits_members[] = {
  {"autocapitalizationType", KB_STRING, 0, offsetof(struct kb_container_traits, autocapitalization_type), 0, NULL},
  {"autocorrectionType", KB_STRING, 0, offsetof(struct kb_container_traits, autocorrection_type), 0, NULL},
  {"spellCheckingType", KB_STRING, 0, offsetof(struct kb_container_traits, spell_checking_type), 0, NULL},
  {"smartQuotesType", KB_STRING, 0, offsetof(struct kb_container_traits, smart_quotes_type), 0, NULL},
  {"smartDashesType", KB_STRING, 0, offsetof(struct kb_container_traits, smart_dashes_type), 0, NULL},
  {"smartInsertDeleteType", KB_STRING, 0, offsetof(struct kb_container_traits, smart_insert_delete_type), 0, NULL},
  {"inlinePredictionType", KB_STRING, 0, offsetof(struct kb_container_traits, inline_prediction_type), 0, NULL},
  {"keyboardType", KB_STRING, 0, offsetof(struct kb_container_traits, keyboard_type), 0, NULL},
  {"keyboardAppearance", KB_STRING, 0, offsetof(struct kb_container_traits, keyboard_appearance), 0, NULL},
  {"returnKeyType", KB_STRING, 0, offsetof(struct kb_container_traits, return_key_type), 0, NULL},
  {"enablesReturnKeyAutomatically", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, enables_return_key_automatically), 0, NULL},
  {"isSecureTextEntry", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, is_secure_text_entry), 0, NULL},
  {"textContentType", KB_STRING, KB_NULL, offsetof(struct kb_container_traits, text_content_type), 0, NULL},
  {"passwordRules", KB_STRING, KB_NULL, offsetof(struct kb_container_traits, password_rules), 0, NULL},
  {"restrictToKeyboardType", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, restrict_to_keyboard_type), 0, NULL},
  {"mapsPhonePadLetters", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, maps_phone_pad_letters), 0, NULL},
  {"translucent", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, translucent), 0, NULL},
  {"writingToolsBehavior", KB_STRING, 0, offsetof(struct kb_container_traits, writing_tools_behavior), 0, NULL},
  {"allowedWritingToolsResultOptions", KB_INTEGER, 0, offsetof(struct kb_container_traits, allowed_writing_tools_result_options), 0, NULL},
  {"mathExpressionCompletionType", KB_STRING, 0, offsetof(struct kb_container_traits, math_expression_completion_type), 0, NULL},
  {"supportsAdaptiveImageGlyph", KB_BOOLEAN, 0, offsetof(struct kb_container_traits, supports_adaptive_image_glyph), 0, NULL},
  {"conversationContext", KB_STRING, KB_NULL, offsetof(struct kb_container_traits, conversation_context), 0, NULL},
};
static const struct kb_record kb_container_traits_record = {container_traits_members, 22, sizeof(struct kb_container_traits)};

static const struct kb_member container_members[] = {
  {"anchor", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_container, anchor), 0, NULL},
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container, container), 0, NULL},
  {"head", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_container, head), 0, NULL},
  {"isEnabled", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_container, is_enabled), 0, NULL},
  {"kind", KB_STRING, KB_REQUIRED, offsetof(struct kb_container, kind), 0, NULL},
  {"marked", KB_RANGE, KB_REQUIRED | KB_NULL, offsetof(struct kb_container, marked), 0, NULL},
  {"misspelled", KB_RANGES, 0, offsetof(struct kb_container, misspelled), offsetof(struct kb_container, misspelled_count), NULL},
  {"properties", KB_JSON, 0, offsetof(struct kb_container, properties), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_container, text), 0, NULL},
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_container, revision), 0, NULL},
  {"form", KB_STRING, 0, offsetof(struct kb_container, form), 0, NULL},
  {"traits", KB_RECORD, KB_REQUIRED, offsetof(struct kb_container, traits), 0, &kb_container_traits_record},
};
static const struct kb_record kb_container_record = {container_members, 12, sizeof(struct kb_container)};

static const struct kb_member keyboard_layout_members[] = {
  {"device", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_layout, device), 0, NULL},
  {"group", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_keyboard_layout, group), 0, NULL},
  {"layout", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_layout, layout), 0, NULL},
  {"variant", KB_STRING, KB_REQUIRED, offsetof(struct kb_keyboard_layout, variant), 0, NULL},
};
static const struct kb_record kb_keyboard_layout_record = {keyboard_layout_members, 4, sizeof(struct kb_keyboard_layout)};

static const struct kb_member locks_members[] = {
  {"capsLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks, caps_lock), 0, NULL},
  {"numLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks, num_lock), 0, NULL},
  {"scrollLock", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_locks, scroll_lock), 0, NULL},
};
static const struct kb_record kb_locks_record = {locks_members, 3, sizeof(struct kb_locks)};

static const struct kb_member snapshot_result_members[] = {
  {"commands", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_snapshot_result, commands), offsetof(struct kb_snapshot_result, commands_count), NULL},
  {"containers", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_snapshot_result, containers), offsetof(struct kb_snapshot_result, containers_count), &kb_container_record},
  {"focus", KB_STRING, 0, offsetof(struct kb_snapshot_result, focus), 0, NULL},
  {"forms", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_snapshot_result, forms), offsetof(struct kb_snapshot_result, forms_count), NULL},
  {"hasKeyboard", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_snapshot_result, has_keyboard), 0, NULL},
  {"layouts", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_snapshot_result, layouts), offsetof(struct kb_snapshot_result, layouts_count), &kb_keyboard_layout_record},
  {"locks", KB_RECORD, 0, offsetof(struct kb_snapshot_result, locks), 0, &kb_locks_record},
  {"mode", KB_STRING, KB_REQUIRED, offsetof(struct kb_snapshot_result, mode), 0, NULL},
};
static const struct kb_record kb_snapshot_result_record = {snapshot_result_members, 8, sizeof(struct kb_snapshot_result)};

static const struct kb_member feature_members[] = {
  {"reason", KB_STRING, 0, offsetof(struct kb_feature, reason), 0, NULL},
  {"scripts", KB_STRINGS, 0, offsetof(struct kb_feature, scripts), offsetof(struct kb_feature, scripts_count), NULL},
  {"support", KB_STRING, KB_REQUIRED, offsetof(struct kb_feature, support), 0, NULL},
};
static const struct kb_record kb_feature_record = {feature_members, 3, sizeof(struct kb_feature)};

static const struct kb_member features_members[] = {
  {"accessories", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, accessories), 0, &kb_feature_record},
  {"advertisements", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, advertisements), 0, &kb_feature_record},
  {"autoFillOffers", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, auto_fill_offers), 0, &kb_feature_record},
  {"backgroundServices", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, background_services), 0, &kb_feature_record},
  {"calendarStore", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, calendar_store), 0, &kb_feature_record},
  {"candidates", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, candidates), 0, &kb_feature_record},
  {"completions", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, completions), 0, &kb_feature_record},
  {"credentialSources", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, credential_sources), 0, &kb_feature_record},
  {"expandingAccessory", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, expanding_accessory), 0, &kb_feature_record},
  {"delivery", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, delivery), 0, &kb_feature_record},
  {"externalFields", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, external_fields), 0, &kb_feature_record},
  {"forms", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, forms), 0, &kb_feature_record},
  {"gameCenter", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, game_center), 0, &kb_feature_record},
  {"handwriting", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, handwriting), 0, &kb_feature_record},
  {"haptics", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, haptics), 0, &kb_feature_record},
  {"inputLimits", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, input_limits), 0, &kb_feature_record},
  {"inputViews", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, input_views), 0, &kb_feature_record},
  {"keyCommands", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, key_commands), 0, &kb_feature_record},
  {"labels", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, labels), 0, &kb_feature_record},
  {"markedText", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, marked_text), 0, &kb_feature_record},
  {"menus", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, menus), 0, &kb_feature_record},
  {"modalScreens", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, modal_screens), 0, &kb_feature_record},
  {"modePreference", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, mode_preference), 0, &kb_feature_record},
  {"notifications", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, notifications), 0, &kb_feature_record},
  {"pasteboard", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, pasteboard), 0, &kb_feature_record},
  {"presses", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, presses), 0, &kb_feature_record},
  {"proactive", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, proactive), 0, &kb_feature_record},
  {"profileSources", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, profile_sources), 0, &kb_feature_record},
  {"questions", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, questions), 0, &kb_feature_record},
  {"rangeStyles", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, range_styles), 0, &kb_feature_record},
  {"refusals", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, refusals), 0, &kb_feature_record},
  {"resume", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, resume), 0, &kb_feature_record},
  {"revisions", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, revisions), 0, &kb_feature_record},
  {"scans", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, scans), 0, &kb_feature_record},
  {"spelling", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, spelling), 0, &kb_feature_record},
  {"textViewPlaceholder", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, text_view_placeholder), 0, &kb_feature_record},
  {"words", KB_RECORD, KB_REQUIRED, offsetof(struct kb_features, words), 0, &kb_feature_record},
};
static const struct kb_record kb_features_record = {features_members, 37, sizeof(struct kb_features)};

static const struct kb_member trait_support_members[] = {
  {"reason", KB_STRING, 0, offsetof(struct kb_trait_support, reason), 0, NULL},
  {"support", KB_STRING, KB_REQUIRED, offsetof(struct kb_trait_support, support), 0, NULL},
};
static const struct kb_record kb_trait_support_record = {trait_support_members, 2, sizeof(struct kb_trait_support)};

static const struct kb_member capabilities_result_traits_members[] = {
  {"allowedWritingToolsResultOptions", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, allowed_writing_tools_result_options), 0, &kb_trait_support_record},
  {"autocapitalizationType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, autocapitalization_type), 0, &kb_trait_support_record},
  {"autocorrectionType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, autocorrection_type), 0, &kb_trait_support_record},
  {"conversationContext", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, conversation_context), 0, &kb_trait_support_record},
  {"enablesReturnKeyAutomatically", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, enables_return_key_automatically), 0, &kb_trait_support_record},
  {"inlinePredictionType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, inline_prediction_type), 0, &kb_trait_support_record},
  {"isSecureTextEntry", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, is_secure_text_entry), 0, &kb_trait_support_record},
  {"keyboardAppearance", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, keyboard_appearance), 0, &kb_trait_support_record},
  {"keyboardType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, keyboard_type), 0, &kb_trait_support_record},
  {"mapsPhonePadLetters", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, maps_phone_pad_letters), 0, &kb_trait_support_record},
  {"mathExpressionCompletionType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, math_expression_completion_type), 0, &kb_trait_support_record},
  {"passwordRules", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, password_rules), 0, &kb_trait_support_record},
  {"restrictToKeyboardType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, restrict_to_keyboard_type), 0, &kb_trait_support_record},
  {"returnKeyType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, return_key_type), 0, &kb_trait_support_record},
  {"smartDashesType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, smart_dashes_type), 0, &kb_trait_support_record},
  {"smartInsertDeleteType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, smart_insert_delete_type), 0, &kb_trait_support_record},
  {"smartQuotesType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, smart_quotes_type), 0, &kb_trait_support_record},
  {"spellCheckingType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, spell_checking_type), 0, &kb_trait_support_record},
  {"supportsAdaptiveImageGlyph", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, supports_adaptive_image_glyph), 0, &kb_trait_support_record},
  {"textContentType", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, text_content_type), 0, &kb_trait_support_record},
  {"translucent", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, translucent), 0, &kb_trait_support_record},
  {"writingToolsBehavior", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result_traits, writing_tools_behavior), 0, &kb_trait_support_record},
};
static const struct kb_record kb_capabilities_result_traits_record = {capabilities_result_traits_members, 22, sizeof(struct kb_capabilities_result_traits)};

static const struct kb_member capabilities_result_members[] = {
  {"containerKinds", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_capabilities_result, container_kinds), offsetof(struct kb_capabilities_result, container_kinds_count), NULL},
  {"features", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result, features), 0, &kb_features_record},
  {"traits", KB_RECORD, KB_REQUIRED, offsetof(struct kb_capabilities_result, traits), 0, &kb_capabilities_result_traits_record},
  {"properties", KB_JSON, KB_REQUIRED, offsetof(struct kb_capabilities_result, properties), 0, NULL},
};
static const struct kb_record kb_capabilities_result_record = {capabilities_result_members, 4, sizeof(struct kb_capabilities_result)};

static const struct kb_member container_create_result_members[] = {
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_create_result, container), 0, NULL},
};
static const struct kb_record kb_container_create_result_record = {container_create_result_members, 1, sizeof(struct kb_container_create_result)};

static const struct kb_member container_get_result_traits_members[] = {
  {"autocapitalizationType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, autocapitalization_type), 0, NULL},
  {"autocorrectionType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, autocorrection_type), 0, NULL},
  {"spellCheckingType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, spell_checking_type), 0, NULL},
  {"smartQuotesType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, smart_quotes_type), 0, NULL},
  {"smartDashesType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, smart_dashes_type), 0, NULL},
  {"smartInsertDeleteType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, smart_insert_delete_type), 0, NULL},
  {"inlinePredictionType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, inline_prediction_type), 0, NULL},
  {"keyboardType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, keyboard_type), 0, NULL},
  {"keyboardAppearance", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, keyboard_appearance), 0, NULL},
  {"returnKeyType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, return_key_type), 0, NULL},
  {"enablesReturnKeyAutomatically", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, enables_return_key_automatically), 0, NULL},
  {"isSecureTextEntry", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, is_secure_text_entry), 0, NULL},
  {"textContentType", KB_STRING, KB_NULL, offsetof(struct kb_container_get_result_traits, text_content_type), 0, NULL},
  {"passwordRules", KB_STRING, KB_NULL, offsetof(struct kb_container_get_result_traits, password_rules), 0, NULL},
  {"restrictToKeyboardType", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, restrict_to_keyboard_type), 0, NULL},
  {"mapsPhonePadLetters", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, maps_phone_pad_letters), 0, NULL},
  {"translucent", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, translucent), 0, NULL},
  {"writingToolsBehavior", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, writing_tools_behavior), 0, NULL},
  {"allowedWritingToolsResultOptions", KB_INTEGER, 0, offsetof(struct kb_container_get_result_traits, allowed_writing_tools_result_options), 0, NULL},
  {"mathExpressionCompletionType", KB_STRING, 0, offsetof(struct kb_container_get_result_traits, math_expression_completion_type), 0, NULL},
  {"supportsAdaptiveImageGlyph", KB_BOOLEAN, 0, offsetof(struct kb_container_get_result_traits, supports_adaptive_image_glyph), 0, NULL},
  {"conversationContext", KB_STRING, KB_NULL, offsetof(struct kb_container_get_result_traits, conversation_context), 0, NULL},
};
static const struct kb_record kb_container_get_result_traits_record = {container_get_result_traits_members, 22, sizeof(struct kb_container_get_result_traits)};

static const struct kb_member container_get_result_members[] = {
  {"anchor", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_container_get_result, anchor), 0, NULL},
  {"container", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_get_result, container), 0, NULL},
  {"head", KB_INTEGER, KB_REQUIRED | KB_NULL, offsetof(struct kb_container_get_result, head), 0, NULL},
  {"isEnabled", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_container_get_result, is_enabled), 0, NULL},
  {"kind", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_get_result, kind), 0, NULL},
  {"marked", KB_RANGE, KB_REQUIRED | KB_NULL, offsetof(struct kb_container_get_result, marked), 0, NULL},
  {"misspelled", KB_RANGES, 0, offsetof(struct kb_container_get_result, misspelled), offsetof(struct kb_container_get_result, misspelled_count), NULL},
  {"properties", KB_JSON, 0, offsetof(struct kb_container_get_result, properties), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_container_get_result, text), 0, NULL},
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_container_get_result, revision), 0, NULL},
  {"form", KB_STRING, 0, offsetof(struct kb_container_get_result, form), 0, NULL},
  {"traits", KB_RECORD, KB_REQUIRED, offsetof(struct kb_container_get_result, traits), 0, &kb_container_get_result_traits_record},
};
static const struct kb_record kb_container_get_result_record = {container_get_result_members, 12, sizeof(struct kb_container_get_result)};

static const struct kb_member label_measure_result_members[] = {
  {"height", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_label_measure_result, height), 0, NULL},
  {"width", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_label_measure_result, width), 0, NULL},
};
static const struct kb_record kb_label_measure_result_record = {label_measure_result_members, 2, sizeof(struct kb_label_measure_result)};

static const struct kb_member text_set_result_members[] = {
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_text_set_result, revision), 0, NULL},
};
static const struct kb_record kb_text_set_result_record = {text_set_result_members, 1, sizeof(struct kb_text_set_result)};

static const struct kb_member text_replace_result_members[] = {
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_text_replace_result, revision), 0, NULL},
};
static const struct kb_record kb_text_replace_result_record = {text_replace_result_members, 1, sizeof(struct kb_text_replace_result)};

static const struct kb_member text_clear_result_members[] = {
  {"revision", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_text_clear_result, revision), 0, NULL},
};
static const struct kb_record kb_text_clear_result_record = {text_clear_result_members, 1, sizeof(struct kb_text_clear_result)};

static const struct kb_member word_members[] = {
  {"range", KB_RANGE, KB_REQUIRED, offsetof(struct kb_word, range), 0, NULL},
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_word, text), 0, NULL},
};
static const struct kb_record kb_word_record = {word_members, 2, sizeof(struct kb_word)};

static const struct kb_member text_words_result_members[] = {
  {"next", KB_INTEGER, 0, offsetof(struct kb_text_words_result, next), 0, NULL},
  {"words", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_text_words_result, words), offsetof(struct kb_text_words_result, words_count), &kb_word_record},
};
static const struct kb_record kb_text_words_result_record = {text_words_result_members, 2, sizeof(struct kb_text_words_result)};

static const struct kb_member form_create_result_members[] = {
  {"containers", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_form_create_result, containers), offsetof(struct kb_form_create_result, containers_count), NULL},
  {"form", KB_STRING, KB_REQUIRED, offsetof(struct kb_form_create_result, form), 0, NULL},
};
static const struct kb_record kb_form_create_result_record = {form_create_result_members, 2, sizeof(struct kb_form_create_result)};

static const struct kb_member form_get_result_members[] = {
  {"values", KB_PAIRS, KB_REQUIRED, offsetof(struct kb_form_get_result, values), offsetof(struct kb_form_get_result, values_count), NULL},
};
static const struct kb_record kb_form_get_result_record = {form_get_result_members, 1, sizeof(struct kb_form_get_result)};

static const struct kb_member focus_request_result_members[] = {
  {"outcome", KB_STRING, KB_REQUIRED, offsetof(struct kb_focus_request_result, outcome), 0, NULL},
};
static const struct kb_record kb_focus_request_result_record = {focus_request_result_members, 1, sizeof(struct kb_focus_request_result)};

static const struct kb_member focus_release_result_members[] = {
  {"released", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_focus_release_result, released), 0, NULL},
};
static const struct kb_record kb_focus_release_result_record = {focus_release_result_members, 1, sizeof(struct kb_focus_release_result)};

static const struct kb_member end_editing_result_members[] = {
  {"released", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_end_editing_result, released), 0, NULL},
};
static const struct kb_record kb_end_editing_result_record = {end_editing_result_members, 1, sizeof(struct kb_end_editing_result)};

static const struct kb_member command_register_result_members[] = {
  {"chord", KB_STRING, KB_REQUIRED, offsetof(struct kb_command_register_result, chord), 0, NULL},
};
static const struct kb_record kb_command_register_result_record = {command_register_result_members, 1, sizeof(struct kb_command_register_result)};

static const struct kb_member listed_command_members[] = {
  {"argument", KB_STRING, 0, offsetof(struct kb_listed_command, argument), 0, NULL},
  {"chords", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_listed_command, chords), offsetof(struct kb_listed_command, chords_count), NULL},
  {"group", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, group), 0, NULL},
  {"id", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, id), 0, NULL},
  {"source", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, source), 0, NULL},
  {"state", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, state), 0, NULL},
  {"title", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, title), 0, NULL},
  {"where", KB_STRING, KB_REQUIRED, offsetof(struct kb_listed_command, where), 0, NULL},
};
static const struct kb_record kb_listed_command_record = {listed_command_members, 8, sizeof(struct kb_listed_command)};

static const struct kb_member commands_active_result_members[] = {
  {"items", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_commands_active_result, items), offsetof(struct kb_commands_active_result, items_count), &kb_listed_command_record},
};
static const struct kb_record kb_commands_active_result_record = {commands_active_result_members, 1, sizeof(struct kb_commands_active_result)};

static const struct kb_member menu_set_result_members[] = {
  {"refused", KB_STRINGS, KB_REQUIRED, offsetof(struct kb_menu_set_result, refused), offsetof(struct kb_menu_set_result, refused_count), NULL},
};
static const struct kb_record kb_menu_set_result_record = {menu_set_result_members, 1, sizeof(struct kb_menu_set_result)};

static const struct kb_member menu_get_result_members[] = {
  {"menus", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_menu_get_result, menus), offsetof(struct kb_menu_get_result, menus_count), &kb_menu_list_record},
};
static const struct kb_record kb_menu_get_result_record = {menu_get_result_members, 1, sizeof(struct kb_menu_get_result)};

static const struct kb_member menu_context_result_members[] = {
  {"menu", KB_RECORD, 0, offsetof(struct kb_menu_context_result, menu), 0, &kb_menu_list_record},
};
static const struct kb_record kb_menu_context_result_record = {menu_context_result_members, 1, sizeof(struct kb_menu_context_result)};

static const struct kb_member menu_perform_result_members[] = {
  {"performed", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_menu_perform_result, performed), 0, NULL},
};
static const struct kb_record kb_menu_perform_result_record = {menu_perform_result_members, 1, sizeof(struct kb_menu_perform_result)};

static const struct kb_member mode_members[] = {
  {"inputMethod", KB_STRING, 0, offsetof(struct kb_mode, input_method), 0, NULL},
  {"language", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode, language), 0, NULL},
  {"mode", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode, mode), 0, NULL},
  {"name", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode, name), 0, NULL},
};
static const struct kb_record kb_mode_record = {mode_members, 4, sizeof(struct kb_mode)};

static const struct kb_member mode_set_result_members[] = {
  {"current", KB_STRING, KB_REQUIRED, offsetof(struct kb_mode_set_result, current), 0, NULL},
  {"modes", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_mode_set_result, modes), offsetof(struct kb_mode_set_result, modes_count), &kb_mode_record},
  {"others", KB_RECORDS, KB_REQUIRED, offsetof(struct kb_mode_set_result, others), offsetof(struct kb_mode_set_result, others_count), &kb_mode_record},
};
static const struct kb_record kb_mode_set_result_record = {mode_set_result_members, 3, sizeof(struct kb_mode_set_result)};

static const struct kb_member fill_provide_result_members[] = {
  {"allowed", KB_BOOLEAN, KB_REQUIRED, offsetof(struct kb_fill_provide_result, allowed), 0, NULL},
};
static const struct kb_record kb_fill_provide_result_record = {fill_provide_result_members, 1, sizeof(struct kb_fill_provide_result)};

static const struct kb_member pasteboard_get_result_members[] = {
  {"text", KB_STRING, KB_REQUIRED, offsetof(struct kb_pasteboard_get_result, text), 0, NULL},
};
static const struct kb_record kb_pasteboard_get_result_record = {pasteboard_get_result_members, 1, sizeof(struct kb_pasteboard_get_result)};

static const struct kb_member delivery_receive_result_members[] = {
  {"dropped", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_receive_result, dropped), 0, NULL},
  {"owed", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_receive_result, owed), 0, NULL},
  {"through", KB_INTEGER, KB_REQUIRED, offsetof(struct kb_delivery_receive_result, through), 0, NULL},
};
static const struct kb_record kb_delivery_receive_result_record = {delivery_receive_result_members, 3, sizeof(struct kb_delivery_receive_result)};

int kb_ping(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "ping", NULL, NULL, done, user);
}

int kb_bye(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "bye", NULL, NULL, done, user);
}

int kb_grace(struct kb_client *client, const struct kb_grace *params, kb_done done, void *user) {
  return kb_send_record(client, "grace", &kb_grace_record, params, done, user);
}

int kb_subscribe(struct kb_client *client, const struct kb_subscribe *params, kb_done done, void *user) {
  return kb_send_record(client, "subscribe", &kb_subscribe_record, params, done, user);
}

int kb_snapshot(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "snapshot", NULL, NULL, done, user);
}

int kb_capabilities(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "capabilities", NULL, NULL, done, user);
}

int kb_mode_prefer(struct kb_client *client, const struct kb_mode_prefer *params, kb_done done, void *user) {
  return kb_send_record(client, "mode.prefer", &kb_mode_prefer_record, params, done, user);
}

int kb_container_create(struct kb_client *client, const struct kb_container_create *params, kb_done done, void *user) {
  return kb_send_record(client, "container.create", &kb_container_create_record, params, done, user);
}

int kb_container_set(struct kb_client *client, const struct kb_container_set *params, kb_done done, void *user) {
  return kb_send_record(client, "container.set", &kb_container_set_record, params, done, user);
}

int kb_container_get(struct kb_client *client, const struct kb_container_get *params, kb_done done, void *user) {
  return kb_send_record(client, "container.get", &kb_container_get_record, params, done, user);
}

int kb_container_remove(struct kb_client *client, const struct kb_container_remove *params, kb_done done, void *user) {
  return kb_send_record(client, "container.remove", &kb_container_remove_record, params, done, user);
}

int kb_label_create(struct kb_client *client, const struct kb_label_create *params, kb_done done, void *user) {
  return kb_send_record(client, "label.create", &kb_label_create_record, params, done, user);
}

int kb_label_set(struct kb_client *client, const struct kb_label_set *params, kb_done done, void *user) {
  return kb_send_record(client, "label.set", &kb_label_set_record, params, done, user);
}

int kb_label_measure(struct kb_client *client, const struct kb_label_measure *params, kb_done done, void *user) {
  return kb_send_record(client, "label.measure", &kb_label_measure_record, params, done, user);
}

int kb_label_remove(struct kb_client *client, const struct kb_label_remove *params, kb_done done, void *user) {
  return kb_send_record(client, "label.remove", &kb_label_remove_record, params, done, user);
}

int kb_text_set(struct kb_client *client, const struct kb_text_set *params, kb_done done, void *user) {
  return kb_send_record(client, "text.set", &kb_text_set_record, params, done, user);
}

int kb_text_replace(struct kb_client *client, const struct kb_text_replace *params, kb_done done, void *user) {
  return kb_send_record(client, "text.replace", &kb_text_replace_record, params, done, user);
}

int kb_text_clear(struct kb_client *client, const struct kb_text_clear *params, kb_done done, void *user) {
  return kb_send_record(client, "text.clear", &kb_text_clear_record, params, done, user);
}

int kb_text_words(struct kb_client *client, const struct kb_text_words *params, kb_done done, void *user) {
  return kb_send_record(client, "text.words", &kb_text_words_record, params, done, user);
}

int kb_selection_set(struct kb_client *client, const struct kb_selection_set *params, kb_done done, void *user) {
  return kb_send_record(client, "selection.set", &kb_selection_set_record, params, done, user);
}

int kb_marked_set(struct kb_client *client, const struct kb_marked_set *params, kb_done done, void *user) {
  return kb_send_record(client, "marked.set", &kb_marked_set_record, params, done, user);
}

int kb_marked_commit(struct kb_client *client, const struct kb_marked_commit *params, kb_done done, void *user) {
  return kb_send_record(client, "marked.commit", &kb_marked_commit_record, params, done, user);
}

int kb_marked_cancel(struct kb_client *client, const struct kb_marked_cancel *params, kb_done done, void *user) {
  return kb_send_record(client, "marked.cancel", &kb_marked_cancel_record, params, done, user);
}

int kb_candidates_choose(struct kb_client *client, const struct kb_candidates_choose *params, kb_done done, void *user) {
  return kb_send_record(client, "candidates.choose", &kb_candidates_choose_record, params, done, user);
}

int kb_ink_begin(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "ink.begin", NULL, NULL, done, user);
}

int kb_ink_stroke(struct kb_client *client, const struct kb_ink_stroke *params, kb_done done, void *user) {
  return kb_send_record(client, "ink.stroke", &kb_ink_stroke_record, params, done, user);
}

int kb_ink_undo(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "ink.undo", NULL, NULL, done, user);
}

int kb_ink_clear(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "ink.clear", NULL, NULL, done, user);
}

int kb_form_create(struct kb_client *client, const struct kb_form_create *params, kb_done done, void *user) {
  return kb_send_record(client, "form.create", &kb_form_create_record, params, done, user);
}

int kb_form_get(struct kb_client *client, const struct kb_form_get *params, kb_done done, void *user) {
  return kb_send_record(client, "form.get", &kb_form_get_record, params, done, user);
}

int kb_form_set(struct kb_client *client, const struct kb_form_set *params, kb_done done, void *user) {
  return kb_send_record(client, "form.set", &kb_form_set_record, params, done, user);
}

int kb_form_remove(struct kb_client *client, const struct kb_form_remove *params, kb_done done, void *user) {
  return kb_send_record(client, "form.remove", &kb_form_remove_record, params, done, user);
}

int kb_focus_request(struct kb_client *client, const struct kb_focus_request *params, kb_done done, void *user) {
  return kb_send_record(client, "focus.request", &kb_focus_request_record, params, done, user);
}

int kb_focus_release(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "focus.release", NULL, NULL, done, user);
}

int kb_idle_set(struct kb_client *client, const struct kb_idle_set *params, kb_done done, void *user) {
  return kb_send_record(client, "idle.set", &kb_idle_set_record, params, done, user);
}

int kb_end_editing(struct kb_client *client, const struct kb_end_editing *params, kb_done done, void *user) {
  return kb_send_record(client, "endEditing", &kb_end_editing_record, params, done, user);
}

int kb_command_register(struct kb_client *client, const struct kb_command_register *params, kb_done done, void *user) {
  return kb_send_record(client, "command.register", &kb_command_register_record, params, done, user);
}

int kb_command_set(struct kb_client *client, const struct kb_command_set *params, kb_done done, void *user) {
  return kb_send_record(client, "command.set", &kb_command_set_record, params, done, user);
}

int kb_command_remove(struct kb_client *client, const struct kb_command_remove *params, kb_done done, void *user) {
  return kb_send_record(client, "command.remove", &kb_command_remove_record, params, done, user);
}

int kb_commands_active(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "commands.active", NULL, NULL, done, user);
}

int kb_menu_set(struct kb_client *client, const struct kb_menu_set *params, kb_done done, void *user) {
  return kb_send_record(client, "menu.set", &kb_menu_set_record, params, done, user);
}

int kb_menu_get(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "menu.get", NULL, NULL, done, user);
}

int kb_menu_context(struct kb_client *client, const struct kb_menu_context *params, kb_done done, void *user) {
  return kb_send_record(client, "menu.context", &kb_menu_context_record, params, done, user);
}

int kb_menu_perform(struct kb_client *client, const struct kb_menu_perform *params, kb_done done, void *user) {
  return kb_send_record(client, "menu.perform", &kb_menu_perform_record, params, done, user);
}

int kb_accessory_set(struct kb_client *client, const struct kb_accessory_set *params, kb_done done, void *user) {
  return kb_send_record(client, "accessory.set", &kb_accessory_set_record, params, done, user);
}

int kb_input_view_set(struct kb_client *client, const struct kb_input_view_set *params, kb_done done, void *user) {
  return kb_send_record(client, "inputView.set", &kb_input_view_set_record, params, done, user);
}

int kb_mode_set(struct kb_client *client, const struct kb_mode_set *params, kb_done done, void *user) {
  return kb_send_record(client, "mode.set", &kb_mode_set_record, params, done, user);
}

int kb_fill_offer(struct kb_client *client, const struct kb_fill_offer *params, kb_done done, void *user) {
  return kb_send_record(client, "fill.offer", &kb_fill_offer_record, params, done, user);
}

int kb_fill_withdraw(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "fill.withdraw", NULL, NULL, done, user);
}

int kb_fill_provide(struct kb_client *client, const struct kb_fill_provide *params, kb_done done, void *user) {
  return kb_send_record(client, "fill.provide", &kb_fill_provide_record, params, done, user);
}

int kb_pasteboard_get(struct kb_client *client, const struct kb_pasteboard_get *params, kb_done done, void *user) {
  return kb_send_record(client, "pasteboard.get", &kb_pasteboard_get_record, params, done, user);
}

int kb_pasteboard_set(struct kb_client *client, const struct kb_pasteboard_set *params, kb_done done, void *user) {
  return kb_send_record(client, "pasteboard.set", &kb_pasteboard_set_record, params, done, user);
}

int kb_pasteboard_clear(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "pasteboard.clear", NULL, NULL, done, user);
}

int kb_session_end(struct kb_client *client, const struct kb_session_end *params, kb_done done, void *user) {
  return kb_send_record(client, "session.end", &kb_session_end_record, params, done, user);
}

int kb_delivery_receive(struct kb_client *client, kb_done done, void *user) {
  return kb_send_record(client, "delivery.receive", NULL, NULL, done, user);
}

int kb_delivery_ack(struct kb_client *client, const struct kb_delivery_ack *params, kb_done done, void *user) {
  return kb_send_record(client, "delivery.ack", &kb_delivery_ack_record, params, done, user);
}

int kb_scanner_claim(struct kb_client *client, const struct kb_scanner_claim *params, kb_done done, void *user) {
  return kb_send_record(client, "scanner.claim", &kb_scanner_claim_record, params, done, user);
}

int kb_scanner_release(struct kb_client *client, const struct kb_scanner_release *params, kb_done done, void *user) {
  return kb_send_record(client, "scanner.release", &kb_scanner_release_record, params, done, user);
}

const struct kb_snapshot_result *kb_get_snapshot_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_snapshot_result_record);
}

const struct kb_capabilities_result *kb_get_capabilities_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_capabilities_result_record);
}

const struct kb_container_create_result *kb_get_container_create_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_container_create_result_record);
}

const struct kb_container_get_result *kb_get_container_get_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_container_get_result_record);
}

const struct kb_label_measure_result *kb_get_label_measure_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_label_measure_result_record);
}

const struct kb_text_set_result *kb_get_text_set_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_text_set_result_record);
}

const struct kb_text_replace_result *kb_get_text_replace_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_text_replace_result_record);
}

const struct kb_text_clear_result *kb_get_text_clear_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_text_clear_result_record);
}

const struct kb_text_words_result *kb_get_text_words_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_text_words_result_record);
}

const struct kb_form_create_result *kb_get_form_create_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_form_create_result_record);
}

const struct kb_form_get_result *kb_get_form_get_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_form_get_result_record);
}

const struct kb_focus_request_result *kb_get_focus_request_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_focus_request_result_record);
}

const struct kb_focus_release_result *kb_get_focus_release_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_focus_release_result_record);
}

const struct kb_end_editing_result *kb_get_end_editing_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_end_editing_result_record);
}

const struct kb_command_register_result *kb_get_command_register_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_command_register_result_record);
}

const struct kb_commands_active_result *kb_get_commands_active_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_commands_active_result_record);
}

const struct kb_menu_set_result *kb_get_menu_set_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_menu_set_result_record);
}

const struct kb_menu_get_result *kb_get_menu_get_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_menu_get_result_record);
}

const struct kb_menu_context_result *kb_get_menu_context_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_menu_context_result_record);
}

const struct kb_menu_perform_result *kb_get_menu_perform_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_menu_perform_result_record);
}

const struct kb_mode_set_result *kb_get_mode_set_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_mode_set_result_record);
}

const struct kb_fill_provide_result *kb_get_fill_provide_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_fill_provide_result_record);
}

const struct kb_pasteboard_get_result *kb_get_pasteboard_get_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_pasteboard_get_result_record);
}

const struct kb_delivery_receive_result *kb_get_delivery_receive_result(const struct kb_response *response) {
  return kb_read_result(response, &kb_delivery_receive_result_record);
}

static void call_text_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.text_did_change) client->handlers.text_did_change(client, params, client->user);
}

static void call_selection_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.selection_did_change) client->handlers.selection_did_change(client, params, client->user);
}

static void call_marked_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.marked_did_change) client->handlers.marked_did_change(client, params, client->user);
}

static void call_field_editing_changed(struct kb_client *client, const void *params) {
  if (client->handlers.field_editing_changed) client->handlers.field_editing_changed(client, params, client->user);
}

static void call_field_did_end_on_exit(struct kb_client *client, const void *params) {
  if (client->handlers.field_did_end_on_exit) client->handlers.field_did_end_on_exit(client, params, client->user);
}

static void call_focus_did_begin(struct kb_client *client, const void *params) {
  if (client->handlers.focus_did_begin) client->handlers.focus_did_begin(client, params, client->user);
}

static void call_focus_did_end(struct kb_client *client, const void *params) {
  if (client->handlers.focus_did_end) client->handlers.focus_did_end(client, params, client->user);
}

static void call_traits_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.traits_did_change) client->handlers.traits_did_change(client, params, client->user);
}

static void call_view_did_scroll(struct kb_client *client, const void *params) {
  if (client->handlers.view_did_scroll) client->handlers.view_did_scroll(client, params, client->user);
}

static void call_spelling_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.spelling_did_change) client->handlers.spelling_did_change(client, params, client->user);
}

static void call_inline_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.inline_did_change) client->handlers.inline_did_change(client, params, client->user);
}

static void call_correction_offered(struct kb_client *client, const void *params) {
  if (client->handlers.correction_offered) client->handlers.correction_offered(client, params, client->user);
}

static void call_correction_applied(struct kb_client *client, const void *params) {
  if (client->handlers.correction_applied) client->handlers.correction_applied(client, params, client->user);
}

static void call_correction_rejected(struct kb_client *client, const void *params) {
  if (client->handlers.correction_rejected) client->handlers.correction_rejected(client, params, client->user);
}

static void call_correction_reverted(struct kb_client *client, const void *params) {
  if (client->handlers.correction_reverted) client->handlers.correction_reverted(client, params, client->user);
}

static void call_candidates_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.candidates_did_change) client->handlers.candidates_did_change(client, params, client->user);
}

static void call_ink_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.ink_did_change) client->handlers.ink_did_change(client, params, client->user);
}

static void call_command_invoked(struct kb_client *client, const void *params) {
  if (client->handlers.command_invoked) client->handlers.command_invoked(client, params, client->user);
}

static void call_mode_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.mode_did_change) client->handlers.mode_did_change(client, params, client->user);
}

static void call_mode_extension_bypassed(struct kb_client *client, const void *params) {
  if (client->handlers.mode_extension_bypassed) client->handlers.mode_extension_bypassed(client, params, client->user);
}

static void call_layout_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.layout_did_change) client->handlers.layout_did_change(client, params, client->user);
}

static void call_locks_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.locks_did_change) client->handlers.locks_did_change(client, params, client->user);
}

static void call_keyboard_will_show(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_will_show) client->handlers.keyboard_will_show(client, params, client->user);
}

static void call_keyboard_did_show(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_did_show) client->handlers.keyboard_did_show(client, params, client->user);
}

static void call_keyboard_will_hide(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_will_hide) client->handlers.keyboard_will_hide(client, params, client->user);
}

static void call_keyboard_did_hide(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_did_hide) client->handlers.keyboard_did_hide(client, params, client->user);
}

static void call_keyboard_will_change_frame(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_will_change_frame) client->handlers.keyboard_will_change_frame(client, params, client->user);
}

static void call_keyboard_did_change_frame(struct kb_client *client, const void *params) {
  if (client->handlers.keyboard_did_change_frame) client->handlers.keyboard_did_change_frame(client, params, client->user);
}

static void call_hud_shown(struct kb_client *client, const void *params) {
  if (client->handlers.hud_shown) client->handlers.hud_shown(client, params, client->user);
}

static void call_hud_hidden(struct kb_client *client, const void *params) {
  (void)params;
  if (client->handlers.hud_hidden) client->handlers.hud_hidden(client, client->user);
}

static void call_menu_shown(struct kb_client *client, const void *params) {
  if (client->handlers.menu_shown) client->handlers.menu_shown(client, params, client->user);
}

static void call_menu_hidden(struct kb_client *client, const void *params) {
  (void)params;
  if (client->handlers.menu_hidden) client->handlers.menu_hidden(client, client->user);
}

static void call_press_began(struct kb_client *client, const void *params) {
  if (client->handlers.press_began) client->handlers.press_began(client, params, client->user);
}

static void call_press_ended(struct kb_client *client, const void *params) {
  if (client->handlers.press_ended) client->handlers.press_ended(client, params, client->user);
}

static void call_press_cancelled(struct kb_client *client, const void *params) {
  if (client->handlers.press_cancelled) client->handlers.press_cancelled(client, params, client->user);
}

static void call_press_unhandled(struct kb_client *client, const void *params) {
  if (client->handlers.press_unhandled) client->handlers.press_unhandled(client, params, client->user);
}

static void call_device_attached(struct kb_client *client, const void *params) {
  if (client->handlers.device_attached) client->handlers.device_attached(client, params, client->user);
}

static void call_device_detached(struct kb_client *client, const void *params) {
  if (client->handlers.device_detached) client->handlers.device_detached(client, params, client->user);
}

static void call_device_connected(struct kb_client *client, const void *params) {
  if (client->handlers.device_connected) client->handlers.device_connected(client, params, client->user);
}

static void call_device_disconnected(struct kb_client *client, const void *params) {
  if (client->handlers.device_disconnected) client->handlers.device_disconnected(client, params, client->user);
}

static void call_scan(struct kb_client *client, const void *params) {
  if (client->handlers.scan) client->handlers.scan(client, params, client->user);
}

static void call_program_did_become_active(struct kb_client *client, const void *params) {
  if (client->handlers.program_did_become_active) client->handlers.program_did_become_active(client, params, client->user);
}

static void call_form_did_finish(struct kb_client *client, const void *params) {
  if (client->handlers.form_did_finish) client->handlers.form_did_finish(client, params, client->user);
}

static void call_form_did_cancel(struct kb_client *client, const void *params) {
  if (client->handlers.form_did_cancel) client->handlers.form_did_cancel(client, params, client->user);
}

static void call_accessory_activated(struct kb_client *client, const void *params) {
  if (client->handlers.accessory_activated) client->handlers.accessory_activated(client, params, client->user);
}

static void call_question_preset(struct kb_client *client, const void *params) {
  if (client->handlers.question_preset) client->handlers.question_preset(client, params, client->user);
}

static void call_user_is_idle(struct kb_client *client, const void *params) {
  if (client->handlers.user_is_idle) client->handlers.user_is_idle(client, params, client->user);
}

static void call_delivery_item(struct kb_client *client, const void *params) {
  if (client->handlers.delivery_item) client->handlers.delivery_item(client, params, client->user);
}

static void call_delivery_dropped(struct kb_client *client, const void *params) {
  if (client->handlers.delivery_dropped) client->handlers.delivery_dropped(client, params, client->user);
}

static void call_text_was_refused(struct kb_client *client, const void *params) {
  if (client->handlers.text_was_refused) client->handlers.text_was_refused(client, params, client->user);
}

static void call_fill_consent_did_change(struct kb_client *client, const void *params) {
  if (client->handlers.fill_consent_did_change) client->handlers.fill_consent_did_change(client, params, client->user);
}

static bool ask_command_invoke(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.command_invoke) return false;
  *answer = client->handlers.command_invoke(client, params, client->user);
  return true;
}

static bool ask_text_should_change(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.text_should_change) return false;
  *answer = client->handlers.text_should_change(client, params, client->user);
  return true;
}

static bool ask_field_should_return(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.field_should_return) return false;
  *answer = client->handlers.field_should_return(client, params, client->user);
  return true;
}

static bool ask_field_should_clear(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.field_should_clear) return false;
  *answer = client->handlers.field_should_clear(client, params, client->user);
  return true;
}

static bool ask_focus_should_begin(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.focus_should_begin) return false;
  *answer = client->handlers.focus_should_begin(client, params, client->user);
  return true;
}

static bool ask_focus_should_end(struct kb_client *client, const void *params, struct kb_answer *answer) {
  if (!client->handlers.focus_should_end) return false;
  *answer = client->handlers.focus_should_end(client, params, client->user);
  return true;
}

const struct kb_method kb_methods[] = {
  {"accessory.activated", &kb_accessory_activated_record, call_accessory_activated, NULL},
  {"candidates.didChange", &kb_candidates_did_change_record, call_candidates_did_change, NULL},
  {"command.invoke", &kb_command_invoke_record, NULL, ask_command_invoke},
  {"command.invoked", &kb_command_invoked_record, call_command_invoked, NULL},
  {"correction.applied", &kb_correction_applied_record, call_correction_applied, NULL},
  {"correction.offered", &kb_correction_offered_record, call_correction_offered, NULL},
  {"correction.rejected", &kb_correction_rejected_record, call_correction_rejected, NULL},
  {"correction.reverted", &kb_correction_reverted_record, call_correction_reverted, NULL},
  {"delivery.dropped", &kb_delivery_dropped_record, call_delivery_dropped, NULL},
  {"delivery.item", &kb_delivery_item_record, call_delivery_item, NULL},
  {"device.attached", &kb_device_attached_record, call_device_attached, NULL},
  {"device.connected", &kb_device_connected_record, call_device_connected, NULL},
  {"device.detached", &kb_device_detached_record, call_device_detached, NULL},
  {"device.disconnected", &kb_device_disconnected_record, call_device_disconnected, NULL},
  {"field.didEndOnExit", &kb_field_did_end_on_exit_record, call_field_did_end_on_exit, NULL},
  {"field.editingChanged", &kb_field_editing_changed_record, call_field_editing_changed, NULL},
  {"field.shouldClear", &kb_field_should_clear_record, NULL, ask_field_should_clear},
  {"field.shouldReturn", &kb_field_should_return_record, NULL, ask_field_should_return},
  {"fill.consentDidChange", &kb_fill_consent_did_change_record, call_fill_consent_did_change, NULL},
  {"focus.didBegin", &kb_focus_did_begin_record, call_focus_did_begin, NULL},
  {"focus.didEnd", &kb_focus_did_end_record, call_focus_did_end, NULL},
  {"focus.shouldBegin", &kb_focus_should_begin_record, NULL, ask_focus_should_begin},
  {"focus.shouldEnd", &kb_focus_should_end_record, NULL, ask_focus_should_end},
  {"form.didCancel", &kb_form_did_cancel_record, call_form_did_cancel, NULL},
  {"form.didFinish", &kb_form_did_finish_record, call_form_did_finish, NULL},
  {"hud.hidden", NULL, call_hud_hidden, NULL},
  {"hud.shown", &kb_hud_shown_record, call_hud_shown, NULL},
  {"ink.didChange", &kb_ink_did_change_record, call_ink_did_change, NULL},
  {"inline.didChange", &kb_inline_did_change_record, call_inline_did_change, NULL},
  {"keyboard.didChangeFrame", &kb_keyboard_did_change_frame_record, call_keyboard_did_change_frame, NULL},
  {"keyboard.didHide", &kb_keyboard_did_hide_record, call_keyboard_did_hide, NULL},
  {"keyboard.didShow", &kb_keyboard_did_show_record, call_keyboard_did_show, NULL},
  {"keyboard.willChangeFrame", &kb_keyboard_will_change_frame_record, call_keyboard_will_change_frame, NULL},
  {"keyboard.willHide", &kb_keyboard_will_hide_record, call_keyboard_will_hide, NULL},
  {"keyboard.willShow", &kb_keyboard_will_show_record, call_keyboard_will_show, NULL},
  {"layout.didChange", &kb_layout_did_change_record, call_layout_did_change, NULL},
  {"locks.didChange", &kb_locks_did_change_record, call_locks_did_change, NULL},
  {"marked.didChange", &kb_marked_did_change_record, call_marked_did_change, NULL},
  {"menu.hidden", NULL, call_menu_hidden, NULL},
  {"menu.shown", &kb_menu_shown_record, call_menu_shown, NULL},
  {"mode.didChange", &kb_mode_did_change_record, call_mode_did_change, NULL},
  {"mode.extensionBypassed", &kb_mode_extension_bypassed_record, call_mode_extension_bypassed, NULL},
  {"press.began", &kb_press_began_record, call_press_began, NULL},
  {"press.cancelled", &kb_press_cancelled_record, call_press_cancelled, NULL},
  {"press.ended", &kb_press_ended_record, call_press_ended, NULL},
  {"press.unhandled", &kb_press_unhandled_record, call_press_unhandled, NULL},
  {"program.didBecomeActive", &kb_program_did_become_active_record, call_program_did_become_active, NULL},
  {"question.preset", &kb_question_preset_record, call_question_preset, NULL},
  {"scan", &kb_scan_record, call_scan, NULL},
  {"selection.didChange", &kb_selection_did_change_record, call_selection_did_change, NULL},
  {"spelling.didChange", &kb_spelling_did_change_record, call_spelling_did_change, NULL},
  {"text.didChange", &kb_text_did_change_record, call_text_did_change, NULL},
  {"text.shouldChange", &kb_text_should_change_record, NULL, ask_text_should_change},
  {"text.wasRefused", &kb_text_was_refused_record, call_text_was_refused, NULL},
  {"traits.didChange", &kb_traits_did_change_record, call_traits_did_change, NULL},
  {"user.isIdle", &kb_user_is_idle_record, call_user_is_idle, NULL},
  {"view.didScroll", &kb_view_did_scroll_record, call_view_did_scroll, NULL},
};
const size_t kb_methods_count = 57;

/* The structures that the library itself converts. */
const struct kb_record *const kb_record_of_candidate_list = &kb_candidate_list_record;
const struct kb_record *const kb_record_of_hud_shown = &kb_hud_shown_record;
const struct kb_record *const kb_record_of_container = &kb_container_record;
const struct kb_record *const kb_record_of_container_create = &kb_container_create_record;
const struct kb_record *const kb_record_of_container_set = &kb_container_set_record;

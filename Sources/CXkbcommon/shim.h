// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon-keysyms.h>

/// The receiver of the messages that xkb logs.
struct xkb_message_receiver {
  void *_Nonnull owner;
  /// Receives one formatted message, which is valid during the call.
  void (*_Nonnull receive)(void *_Nonnull owner, const char *_Nonnull message);
};

/// Formats a message in C, because Swift does not compile a function with a `va_list` for arm64.
static void xkb_context_send_message(
    struct xkb_context *_Nonnull context, enum xkb_log_level level, const char *_Nonnull format,
    va_list arguments) {
  const struct xkb_message_receiver *receiver =
      (const struct xkb_message_receiver *)xkb_context_get_user_data(context);
  if (receiver == NULL) return;
  char message[400];
  if (vsnprintf(message, sizeof message, format, arguments) < 0) return;
  receiver->receive(receiver->owner, message);
}

/// Sends the context's messages to a receiver, which must stay valid until the user data change.
static inline void xkb_context_set_message_receiver(
    struct xkb_context *_Nonnull context, struct xkb_message_receiver *_Nonnull receiver) {
  xkb_context_set_user_data(context, receiver);
  xkb_context_set_log_fn(context, xkb_context_send_message);
}

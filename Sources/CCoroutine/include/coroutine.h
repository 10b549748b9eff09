// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A stack of its own on which a function runs that can be left in its middle and entered again.
///
/// `ucontext(3)` with a guard page below the stack; AddressSanitizer and ThreadSanitizer are
/// notified of each switch where the program is built with them.
struct keybridge_coroutine;

/// Creates a coroutine that has not begun.
///
/// @param size the stack's size in bytes; pages are taken from the kernel as they are touched.
/// @return NULL where there is no memory.
struct keybridge_coroutine *keybridge_coroutine_create(size_t size);

/// Runs a function on the coroutine's stack until it returns or suspends.
///
/// The coroutine must be idle.
/// @return whether the function has returned; false where it is suspended.
bool keybridge_coroutine_start(struct keybridge_coroutine *coroutine, void (*function)(void *), void *context);

/// Continues a suspended function until it returns or suspends again.
///
/// @return whether the function has returned.
bool keybridge_coroutine_resume(struct keybridge_coroutine *coroutine);

/// Leaves the coroutine, from inside its function; returns when it is resumed.
void keybridge_coroutine_suspend(struct keybridge_coroutine *coroutine);

/// Frees an idle coroutine. A suspended function would never release its memory.
void keybridge_coroutine_destroy(struct keybridge_coroutine *coroutine);

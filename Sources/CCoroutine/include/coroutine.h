// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A function with a stack of its own, which can be suspended in the middle and resumed later.
///
/// Uses `ucontext(3)`, with a guard page below the stack. If the program is built with
/// AddressSanitizer or ThreadSanitizer, they are notified of each switch.
struct keybridge_coroutine;

/// Creates a coroutine that has not started.
///
/// @param size the stack's size in bytes; the kernel provides a page when it is first touched.
/// @return NULL if memory is short.
struct keybridge_coroutine *keybridge_coroutine_create(size_t size);

/// Runs a function on the coroutine's stack until it returns or suspends.
///
/// The coroutine must be idle. @return whether the function has returned; false if it has suspended
/// itself.
bool keybridge_coroutine_start(struct keybridge_coroutine *coroutine, void (*function)(void *), void *context);

/// Continues a suspended function until it returns or suspends again.
///
/// @return whether the function has returned.
bool keybridge_coroutine_resume(struct keybridge_coroutine *coroutine);

/// Returns whether the coroutine's function has begun an access that Swift checks for exclusivity,
/// such as passing a property as `inout`, and has not ended it; called from inside the function.
///
/// Always false in a release build, which keeps no separate list of the function's accesses.
bool keybridge_coroutine_holds_access(struct keybridge_coroutine *coroutine);

/// Suspends the coroutine, called from inside its function; returns when the coroutine is resumed.
///
/// The function must hold no access: other code would run into it, and Swift would end the process.
void keybridge_coroutine_suspend(struct keybridge_coroutine *coroutine);

/// Frees an idle coroutine. A suspended function must finish first: otherwise it would never
/// release its memory.
void keybridge_coroutine_destroy(struct keybridge_coroutine *coroutine);

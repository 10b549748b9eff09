// SPDX-License-Identifier: Apache-2.0
#include "coroutine.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// Defined by the runtimes of the sanitizers, if these are linked.
#pragma weak __sanitizer_start_switch_fiber
#pragma weak __sanitizer_finish_switch_fiber
#pragma weak __tsan_get_current_fiber
#pragma weak __tsan_create_fiber
#pragma weak __tsan_destroy_fiber
#pragma weak __tsan_switch_to_fiber
extern void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
extern void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
extern void *__tsan_get_current_fiber(void);
extern void *__tsan_create_fiber(unsigned flags);
extern void __tsan_destroy_fiber(void *fiber);
extern void __tsan_switch_to_fiber(void *fiber, unsigned flags);

#ifdef DEBUG
// Swift's runtime keeps the open accesses of a thread in a list. It exports these functions for the
// tasks of its concurrency: enter adds a task's accesses to the list, and exit moves those that
// were begun since then from the list to the state, two pointers that are null while there are
// none.
__attribute__((swiftcall)) extern void swift_task_enterThreadLocalContext(char *state);
__attribute__((swiftcall)) extern void swift_task_exitThreadLocalContext(char *state);
#endif

struct keybridge_coroutine {
  ucontext_t inside;
  // The context that called start or resume last.
  ucontext_t outside;
  void *mapping;
  size_t mapping_size;
  size_t guard_size;
  void (*function)(void *);
  void *context;
  bool has_returned;
  // The state of the sanitizers for the two stacks.
  void *fake_stack_inside;
  const void *outside_bottom;
  size_t outside_size;
  void *tsan_inside;
  void *tsan_outside;
  // The accesses of the function while it is suspended.
  void *accesses[2];
};

static void enter_accesses(struct keybridge_coroutine *self) {
#ifdef DEBUG
  swift_task_enterThreadLocalContext((char *)self->accesses);
#endif
}

static void exit_accesses(struct keybridge_coroutine *self) {
#ifdef DEBUG
  swift_task_exitThreadLocalContext((char *)self->accesses);
#endif
}

bool keybridge_coroutine_holds_access(struct keybridge_coroutine *self) {
  exit_accesses(self);
  bool holds = self->accesses[0] != NULL;
  enter_accesses(self);
  return holds;
}

static void enter(struct keybridge_coroutine *self) {
  void *fake_stack = NULL;
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(&fake_stack, self->inside.uc_stack.ss_sp, self->inside.uc_stack.ss_size);
  }
  if (__tsan_switch_to_fiber) {
    self->tsan_outside = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(self->tsan_inside, 0);
  }
  enter_accesses(self);
  swapcontext(&self->outside, &self->inside);
  exit_accesses(self);
  if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(fake_stack, NULL, NULL);
}

static void leave(struct keybridge_coroutine *self) {
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(&self->fake_stack_inside, self->outside_bottom, self->outside_size);
  }
  if (__tsan_switch_to_fiber) __tsan_switch_to_fiber(self->tsan_outside, 0);
  swapcontext(&self->inside, &self->outside);
  if (__sanitizer_finish_switch_fiber) {
    __sanitizer_finish_switch_fiber(self->fake_stack_inside, &self->outside_bottom, &self->outside_size);
  }
}

// makecontext passes only ints, so a pointer is passed as two of them.
static void run(unsigned high, unsigned low) {
  struct keybridge_coroutine *self =
      (struct keybridge_coroutine *)((uintptr_t)high << 32 | (uintptr_t)low);
  if (__sanitizer_finish_switch_fiber) {
    __sanitizer_finish_switch_fiber(NULL, &self->outside_bottom, &self->outside_size);
  }
  for (;;) {
    self->function(self->context);
    self->has_returned = true;
    leave(self);
  }
}

struct keybridge_coroutine *keybridge_coroutine_create(size_t size) {
  struct keybridge_coroutine *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->guard_size = (size_t)sysconf(_SC_PAGESIZE);
  self->mapping_size = size + self->guard_size;
  self->mapping = mmap(NULL, self->mapping_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (self->mapping == MAP_FAILED) {
    free(self);
    return NULL;
  }
  // Stacks grow down: an overflow hits the guard page and faults instead of overwriting other
  // memory.
  if (mprotect(self->mapping, self->guard_size, PROT_NONE) != 0 || getcontext(&self->inside) != 0) {
    munmap(self->mapping, self->mapping_size);
    free(self);
    return NULL;
  }
  self->inside.uc_stack.ss_sp = (char *)self->mapping + self->guard_size;
  self->inside.uc_stack.ss_size = size;
  self->inside.uc_link = NULL;
  self->has_returned = true;
  if (__tsan_create_fiber) self->tsan_inside = __tsan_create_fiber(0);
  makecontext(&self->inside, (void (*)(void))run, 2, (unsigned)((uintptr_t)self >> 32), (unsigned)(uintptr_t)self);
  return self;
}

bool keybridge_coroutine_start(struct keybridge_coroutine *self, void (*function)(void *), void *context) {
  self->function = function;
  self->context = context;
  self->has_returned = false;
  enter(self);
  return self->has_returned;
}

bool keybridge_coroutine_resume(struct keybridge_coroutine *self) {
  enter(self);
  return self->has_returned;
}

void keybridge_coroutine_suspend(struct keybridge_coroutine *self) { leave(self); }

void keybridge_coroutine_destroy(struct keybridge_coroutine *self) {
  if (__tsan_destroy_fiber) __tsan_destroy_fiber(self->tsan_inside);
  munmap(self->mapping, self->mapping_size);
  free(self);
}

#include "CProcess.h"

#include <stdatomic.h>
#include <unistd.h>

bool isFirstToSpeak(void) {
  static atomic_flag hasSpoken = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&hasSpoken)) return true;
  for (;;) pause();
}

static void (*onRefusal)(void);

void whenMemoryIsRefused(void (*refused)(void)) { onRefusal = refused; }

// In a static executable the linker redirects all calls of malloc and similar functions to these (--wrap),
// including calls from other parts of the C library. In a dynamic one they take precedence over the C
// library's functions with the same names, which it also has under other names.
#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <stddef.h>

#ifdef STATIC_EXECUTABLE
#define OURS(name) __wrap_##name
#define THEIRS(name) __real_##name
#else
#define OURS(name) name
#define THEIRS(name) __libc_##name
#endif

void *THEIRS(malloc)(size_t size);
void *THEIRS(calloc)(size_t count, size_t size);
void *THEIRS(realloc)(void *old, size_t size);
#ifdef STATIC_EXECUTABLE
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
#else
void *__libc_memalign(size_t alignment, size_t size);
#endif

static void *granted(void *memory, size_t size) {
  if (!memory && size > 0 && onRefusal) onRefusal();
  return memory;
}

void *OURS(malloc)(size_t size) { return granted(THEIRS(malloc)(size), size); }

void *OURS(calloc)(size_t count, size_t size) {
  return granted(THEIRS(calloc)(count, size), count && size);
}

void *OURS(realloc)(void *old, size_t size) { return granted(THEIRS(realloc)(old, size), size); }

#ifdef STATIC_EXECUTABLE
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  int error = __real_posix_memalign(memory, alignment, size);
  if (error == ENOMEM) granted(NULL, size);
  return error;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return granted(__real_aligned_alloc(alignment, size), size);
}
#else
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1)) return EINVAL;
  void *new = granted(__libc_memalign(alignment, size), size);
  if (!new) return ENOMEM;
  *memory = new;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  return granted(__libc_memalign(alignment, size), size);
}
#endif
#endif

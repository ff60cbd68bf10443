#ifdef __linux__
// For `madvise`.
#define _GNU_SOURCE
#endif
#include "FreedMemory.h"

#if defined(__linux__)
#include <features.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Has the system hand out the pages that will be needed `soon`: large ones if it has them, all at once in any
// case. An older Linux knows neither, and gives them one by one as before.
static void takePages(size_t soon) {
  const size_t large = 2 << 20;
  if (soon < large) return;
  char *memory = malloc(soon + large);
  if (!memory) return;
  size_t gap = -(uintptr_t)memory & (large - 1);
  // It goes back to the end of the heap, and what is asked for next begins there too.
  free(memory);
  if (gap >= 64) {
    // For a large page to begin where the next memory does. It stays taken, and nothing is written there.
    // Volatile, or the compiler would leave it out.
    static void *volatile gapBefore;
    gapBefore = malloc(gap - sizeof(size_t));
    (void)gapBefore;
  }
  memory = malloc(soon);
  if (!memory) return;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)memory + page - 1) & -page;
  uintptr_t end = ((uintptr_t)memory + soon) & -page;
  if (end > start) {
#ifdef MADV_HUGEPAGE
    madvise((void *)start, end - start, MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
    madvise((void *)start, end - start, MADV_POPULATE_WRITE);
#endif
  }
  free(memory);
}

void keepFreedMemory(size_t soon) {
  // The most that glibc documents. Without it the other two would only do harm.
  if (!mallopt(M_MMAP_THRESHOLD, 32 << 20)) return;
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
  takePages(soon);
}
#else
void keepFreedMemory(size_t soon) { (void)soon; }
#endif

#include "FreedMemory.h"

#if defined(__linux__)
#include <features.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>

void keepFreedMemory(void) {
  // The most that glibc documents. Without it the other two would only do harm.
  if (!mallopt(M_MMAP_THRESHOLD, 32 << 20)) return;
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
}
#else
void keepFreedMemory(void) {}
#endif

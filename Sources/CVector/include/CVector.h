// Operations on several numbers at once for which Swift has no expression that compiles to one instruction:
// `replacing(with:where:)` and `pointwiseMin` become some twenty, with a branch per lane. They use the
// compiler's own vector types, so they work on every processor.
#pragma once
#include <stdint.h>

#define CVECTOR_INLINE static inline __attribute__((always_inline))

#if defined(__SSE2__)
#define CVECTOR_HIDE(vector) __asm__("" : "+x"(vector))
#elif defined(__aarch64__)
#define CVECTOR_HIDE(vector) __asm__("" : "+w"(vector))
#else
#define CVECTOR_HIDE(vector)
#endif

typedef float CVectorFloat4 __attribute__((__ext_vector_type__(4)));
typedef double CVectorDouble2 __attribute__((__ext_vector_type__(2)));

/// In each lane, the larger; `b` if one is not a number.
CVECTOR_INLINE CVectorFloat4 cvector_larger4(CVectorFloat4 a, CVectorFloat4 b) {
  return a > b ? a : b;
}

/// In each lane, the larger; `b` if one is not a number.
CVECTOR_INLINE CVectorDouble2 cvector_larger2(CVectorDouble2 a, CVectorDouble2 b) {
  return a > b ? a : b;
}

/// In each lane, the smaller; `b` if one is not a number.
CVECTOR_INLINE CVectorDouble2 cvector_smaller2(CVectorDouble2 a, CVectorDouble2 b) {
  return a < b ? a : b;
}

/// Lane by lane, the square root.
CVECTOR_INLINE CVectorFloat4 cvector_root4(CVectorFloat4 a) { return __builtin_elementwise_sqrt(a); }

/// Bit 0 where the first lane of `a` is at most that of `b`, bit 1 for the second.
CVECTOR_INLINE uint32_t cvector_at_most2(CVectorDouble2 a, CVectorDouble2 b) {
#if defined(__SSE2__)
  typedef double Pair __attribute__((__vector_size__(16)));
  return (uint32_t)__builtin_ia32_movmskpd((Pair)(a <= b));
#else
  return (uint32_t)(a.x <= b.x) | (uint32_t)(a.y <= b.y) << 1;
#endif
}

/// Returns `a`, hidden from the optimiser. Work on four lanes at once stays so; otherwise the optimiser would
/// split it, because the lanes are used one by one.
CVECTOR_INLINE CVectorFloat4 cvector_whole4(CVectorFloat4 a) {
  CVECTOR_HIDE(a);
  return a;
}

/// The same for two lanes.
CVECTOR_INLINE CVectorDouble2 cvector_whole2(CVectorDouble2 a) {
  CVECTOR_HIDE(a);
  return a;
}

/// `a` without its fraction, for numbers within the range of integers: one instruction. Swift would check the
/// range first.
CVECTOR_INLINE int64_t cvector_truncated(double a) { return (int64_t)a; }

/// Prefetches the memory at `place`.
CVECTOR_INLINE void cvector_prefetch(const void *place) { __builtin_prefetch(place); }

typedef uint8_t CVectorByte16 __attribute__((__ext_vector_type__(16), __aligned__(1)));

/// Bit i is set if byte i of the 64 at `place` differs from the one before it.
CVECTOR_INLINE uint64_t cvector_changes64(const uint8_t *place) {
  uint64_t changed = 0;
  for (int part = 0; part < 4; part++) {
    const uint8_t *start = place + 16 * part;
#if defined(__SSE2__)
    typedef char Bytes __attribute__((__vector_size__(16)));
    CVectorByte16 these = *(const CVectorByte16 *)start, before = *(const CVectorByte16 *)(start - 1);
    uint32_t same = (uint32_t)__builtin_ia32_pmovmskb128((Bytes)(these == before));
    changed |= (uint64_t)(~same & 0xFFFF) << (16 * part);
#else
    for (int i = 0; i < 16; i++) changed |= (uint64_t)(start[i] != start[i - 1]) << (16 * part + i);
#endif
  }
  return changed;
}

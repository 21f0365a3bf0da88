#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What was requested from the heap since counting was switched on, minus what was given back.
/// Only on Linux with glibc; elsewhere nothing is counted.
typedef struct {
  int64_t requests;  ///< requests made, whether given back or not
  int64_t live;      ///< requests not given back
  int64_t bytes;     ///< usable bytes of the live ones
} HeapCount;

/// Whether this platform can count.
bool heap_count_is_available(void);

/// Starts from zero. Not thread-safe: for one thread that measures.
void heap_count_start(void);

/// Stops and says what was counted.
HeapCount heap_count_stop(void);

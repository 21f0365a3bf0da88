#include "AllocationCounter.h"

#include <stddef.h>

static HeapCount count;
static bool is_counting = false;

#if defined(__GLIBC__)
#include <malloc.h>

// The functions of the program take the place of the C library's, for all its libraries too.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *noted(void *block) {
  if (is_counting && block) {
    count.requests += 1;
    count.live += 1;
    count.bytes += (int64_t)malloc_usable_size(block);
  }
  return block;
}

static void forget(void *block) {
  if (is_counting && block) {
    count.live -= 1;
    count.bytes -= (int64_t)malloc_usable_size(block);
  }
}

void *malloc(size_t size) { return noted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return noted(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  forget(block);
  return noted(__libc_realloc(block, size));
}

void *memalign(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) {
  return noted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = noted(__libc_memalign(alignment, size));
  return *block ? 0 : 12;  // ENOMEM
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

bool heap_count_is_available(void) { return true; }
#else
bool heap_count_is_available(void) { return false; }
#endif

void heap_count_start(void) {
  count = (HeapCount){0, 0, 0};
  is_counting = true;
}

HeapCount heap_count_stop(void) {
  is_counting = false;
  return count;
}

/* A clock, and the line of JSON that a limit prints: name, variant, positions, best seconds, checksum. */
#ifndef TIMING_H
#define TIMING_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void *aligned(size_t bytes) {
  size_t whole = (bytes + 4095) / 4096 * 4096;
  void *found = aligned_alloc(64, whole);
  if (!found) {
    fprintf(stderr, "no memory\n");
    exit(2);
  }
  return memset(found, 0, whole);
}

/* The sum of the values times powers of 31, first value first, modulo 2^64. */
static inline uint64_t checksum(const uint16_t *rows, int n, size_t stride) {
  uint64_t sum = 0;
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++) sum = sum * 31 + rows[(size_t)x * stride + y];
  return sum;
}

static inline void report(const char *name, int n, double best, uint64_t sum) {
  double positions = (double)n * n;
  printf("{\"kernel\":\"%s_%d\",\"variant\":\"full\",\"positions\":%.0f,\"evaluated\":%.0f,\"seconds\":%.6f,"
         "\"checksum\":%llu}\n", name, n, positions, positions, best, (unsigned long long)sum);
}
#endif

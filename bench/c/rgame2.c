/* RGAME({1, 2, 3}; all but 8, all but 4 and 8) on n x n: up to three stones from both heaps together, or from the first
   heap any number but 8, or from the second any number but 4 and 8.

   A line of each direction keeps a set of the values that lie 9 or more behind; what is nearer is 16 values, which are
   looked up: 7 in the column, 6 in the row, and one and two stones from the two heaps in three ways. The least value that
   is in neither line is compared with all 16 at once; where it is among them the next one is tried. Lines remember their
   first words that are full.
   usage: rgame2 n full repeats */
#include <immintrin.h>

#include "timing.h"

enum { DELAY = 9, PAD = 32, NEAR = 8 };

static int n, words;
static size_t stride;
static uint16_t *table;   /* with PAD marks before every row */
static uint16_t *nearest; /* of every column the last 8 values, the last one first */
static uint64_t *columns, *row;
static int *full;         /* of every column: the first word that is not full */

#define NOTHING 0xffff

static inline uint16_t *at(int x, int y) { return table + (size_t)x * stride + PAD + y; }

static inline void push(uint64_t *line, int *first, uint16_t value) {
  line[value >> 6] |= 1ull << (value & 63);
  while (!~line[*first]) ++*first;
}

/* The 16 values that are near: row, column, and both. */
static inline __m256i near_values(int x, int y) {
  __m128i in_row = _mm_loadu_si128((const __m128i *)(at(x, y) - NEAR)); /* lane i: y - 8 + i */
  __m128i in_column = _mm_load_si128((const __m128i *)(nearest + (size_t)y * NEAR));
  in_row = _mm_insert_epi16(in_row, x ? *(at(x - 1, y) - 1) : NOTHING, 0);   /* in place of 8 from the row */
  in_row = _mm_insert_epi16(in_row, x ? *(at(x - 1, y) - 2) : NOTHING, 4);   /* in place of 4 */
  in_column = _mm_insert_epi16(in_column, x > 1 ? *(at(x - 2, y) - 1) : NOTHING, 7); /* in place of 8 from the column */
  return _mm256_set_m128i(in_column, in_row);
}

static inline unsigned value(int x, int y, int from) {
  const uint64_t *column = columns + (size_t)y * words;
  __m256i near = near_values(x, y);
  for (int w = from;; w++)
    for (uint64_t open = ~(row[w] | column[w]); open; open &= open - 1) {
      unsigned v = (unsigned)w * 64 + (unsigned)__builtin_ctzll(open);
      if (!_mm256_movemask_epi8(_mm256_cmpeq_epi16(near, _mm256_set1_epi16((short)v)))) return v;
    }
}

static void fill(void) {
  memset(columns, 0, sizeof(uint64_t) * (size_t)words * n);
  memset(full, 0, sizeof(int) * (size_t)n);
  memset(nearest, 0xff, sizeof(uint16_t) * NEAR * (size_t)n);
  for (int x = 0; x < n; x++) {
    int first = 0;
    memset(row, 0, sizeof(uint64_t) * (size_t)words);
    for (int y = 0; y < n; y++) {
      if (y >= DELAY) push(row, &first, *at(x, y - DELAY));
      if (x >= DELAY) push(columns + (size_t)y * words, &full[y], *at(x - DELAY, y));
      unsigned v = value(x, y, first > full[y] ? first : full[y]);
      *at(x, y) = (uint16_t)v;
      __m128i *last = (__m128i *)(nearest + (size_t)y * NEAR);
      _mm_store_si128(last, _mm_insert_epi16(_mm_slli_si128(_mm_load_si128(last), 2), (int)v, 0));
    }
  }
}

int main(int count, char **arguments) {
  if (count < 4) return fprintf(stderr, "usage: rgame2 n full repeats\n"), 1;
  n = atoi(arguments[1]);
  words = (2 * n + 64) / 64 + 2;
  words |= 1; /* lines of odd length do not fall on each other in caches */
  stride = (size_t)n + PAD;
  table = aligned(sizeof(uint16_t) * stride * (size_t)n);
  memset(table, 0xff, sizeof(uint16_t) * stride * (size_t)n);
  nearest = aligned(sizeof(uint16_t) * NEAR * (size_t)n);
  columns = aligned(sizeof(uint64_t) * (size_t)words * n);
  row = aligned(sizeof(uint64_t) * (size_t)words);
  full = aligned(sizeof(int) * (size_t)n);
  double best = 1e9;
  for (int repeat = atoi(arguments[3]); repeat > 0; repeat--) {
    double begin = seconds();
    fill();
    double taken = seconds() - begin;
    if (taken < best) best = taken;
  }
  report("rgame2", n, best, checksum(at(0, 0), n, stride));
  return 0;
}

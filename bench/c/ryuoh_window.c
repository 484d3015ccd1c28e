/* Restricted Ryuoh Nim (3, 12) on n x n: from one heap 1 to 11 stones, or one stone from each.

   At most 23 options, so a set of values is one word. The set of the last 11 values of a line is kept in blocks of 11:
   a slot for every place in the block holds the union of the values from there to the end of the last block, until it is
   overwritten by the value of the new block; the union of the new block so far is held beside them. A column is one
   cache line. Four rows go together, each one column behind the row before, so that four values are under way at a time.
   usage: ryuoh_window n full repeats */
#include "timing.h"

enum { WINDOW = 11, SOFAR = 11, LINE = 16, ROWS = 4 };

typedef struct {
  uint32_t slot[LINE];
} Line;

static int n;
static Line *columns;
static uint16_t *table;

/* The values that can be reached in a line, at a place in its block. */
static inline uint32_t window(const Line *line, int place) { return line->slot[place] | line->slot[SOFAR]; }

static inline void push(Line *line, int place, uint32_t hot) {
  line->slot[place] = hot;
  line->slot[SOFAR] |= hot;
  if (place == WINDOW - 1) {
    for (int i = WINDOW - 2; i >= 0; i--) line->slot[i] |= line->slot[i + 1];
    line->slot[SOFAR] = 0;
  }
}

typedef struct {
  Line line;
  int place;  /* in the block of the row */
  int phase;  /* of the row in the blocks of the columns */
} Row;

static inline __attribute__((always_inline)) void value(Row *row, int x, int y) {
  Line *column = &columns[y];
  uint32_t found = window(&row->line, row->place) | window(column, row->phase);
  if (x && y) found |= 1u << table[(size_t)(x - 1) * n + y - 1];
  uint32_t hot = ~found & (found + 1);
  table[(size_t)x * n + y] = (uint16_t)__builtin_ctz(hot);
  push(&row->line, row->place, hot);
  push(column, row->phase, hot);
  row->place = row->place == WINDOW - 1 ? 0 : row->place + 1;
}

static void fill(void) {
  memset(columns, 0, sizeof(Line) * (size_t)n);
  for (int x = 0; x < n; x += ROWS) {
    Row rows[ROWS];
    memset(rows, 0, sizeof rows);
    for (int j = 0; j < ROWS; j++) rows[j].phase = (x + j) % WINDOW;
    for (int t = 0; t < ROWS - 1; t++)
      for (int j = 0; j <= t; j++) value(&rows[j], x + j, t - j);
    for (int t = ROWS - 1; t < n; t++)
      for (int j = 0; j < ROWS; j++) value(&rows[j], x + j, t - j);
    for (int t = n; t < n + ROWS - 1; t++)
      for (int j = t - n + 1; j < ROWS; j++) value(&rows[j], x + j, t - j);
  }
}

int main(int count, char **words) {
  if (count < 4 || atoi(words[1]) % ROWS) return fprintf(stderr, "usage: ryuoh_window n full repeats, 4 divides n\n"), 1;
  n = atoi(words[1]);
  columns = aligned(sizeof(Line) * (size_t)n);
  table = aligned(sizeof(uint16_t) * (size_t)n * n);
  double best = 1e9;
  for (int repeat = atoi(words[3]); repeat > 0; repeat--) {
    double begin = seconds();
    fill();
    double taken = seconds() - begin;
    if (taken < best) best = taken;
  }
  report("ryuoh_window", n, best, checksum(table, n, (size_t)n));
  return 0;
}

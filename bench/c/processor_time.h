/* C programs tell the time that the processor spent for them: what else a machine does is left out on both sides. */
#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID

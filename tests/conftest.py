"""What the surroundings must not choose: the language of what is printed, and whether Ctrl-C is heard."""

import os
import signal

os.environ["HEAPWISE_LANG"] = "en"

# A process that a script has put in the background ignores Ctrl-C, and so would the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

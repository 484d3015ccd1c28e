"""The tests read what is printed, so the system of a Japanese developer must not choose the language."""

import os

os.environ["HEAPWISE_LANG"] = "en"

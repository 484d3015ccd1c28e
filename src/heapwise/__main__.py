"""`python -m heapwise`"""

from heapwise.app import main

main()

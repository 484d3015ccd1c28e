"""Matches: games of the library that have the same values, at a position that is shifted, scaled or permuted."""

from heapwise.discovery.matches.search import MatchSearch

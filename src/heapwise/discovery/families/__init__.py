"""Formulas in the parameters of a game: one for many instances, and the condition on the parameters under which it is
right.

Takes a schema. Gives formulas that were fitted to some instances and are right for others that had no part in it.
"""

from heapwise.discovery.families.family import Family, Member, families_of
from heapwise.discovery.families.search import FamilySearch

"""The words of the language, told to those outside: editors and pages that colour them.

Takes the grammar of `lang` and the functions of `terms`, and is taken by neither; so no list of words is kept twice.
"""

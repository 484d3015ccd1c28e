"""Certificates of proofs: what a prover did, written down so that a checker can look at every step of it.

`record` and `write` make one while a proof is found, `save` puts it into a file, with the texts that it is about
(`texts`). Given a file, `report` says what `verify` found, and `confirm` whether the formulas are those of the texts:
that part leans on the translation of rules, which `compare` tries out at many positions.
"""

"""Certificates of proofs: what a prover did, written down so that a checker can look at every step of it."""

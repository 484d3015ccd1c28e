"""The methods of checking a claim that do not prove it for all sizes."""

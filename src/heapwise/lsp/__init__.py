"""What an editor asks about a text that is being written, and the language server that answers.

`edited_text` is an open file with its messages; `names` finds what a name stands for; `hover` and `complete` put that
into words. None of it knows the protocol: `server` does, and has no knowledge of the language.
"""

"""What an editor asks about a text that is being written, and the language server that answers.

`edited_text` is an open file with its messages; `names` finds what a name stands for. `hover`, `complete`, `signature`,
`fixes`, `occurrences`, `outline`, `tokens` and `lenses` answer one question each, and know nothing of the protocol.
`protocol`, `answers`, `claim_runs` and `server` speak it, and know nothing of the language.
"""

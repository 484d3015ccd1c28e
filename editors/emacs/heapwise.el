;;; heapwise.el --- Rules of Nim variants and claims about them  -*- lexical-binding: t -*-

;; With Eglot, which Emacs 29 has and Emacs 28 gets as a package:
;;   (add-to-list 'load-path "/folder/of/this/file")
;;   (require 'heapwise)

;;; Code:

(defgroup heapwise nil "Rules of Nim variants and claims about them." :group 'languages)

(defcustom heapwise-path nil
  "The program; nil stands for that of `.venv' above the text, else the one on the PATH."
  :type '(choice (const nil) file))

(defun heapwise--command (&rest _)
  "What Eglot starts."
  (let ((folder (locate-dominating-file default-directory ".venv/bin/heapwise")))
    (list (cond (heapwise-path (expand-file-name heapwise-path))
                (folder (expand-file-name ".venv/bin/heapwise" folder))
                (t "heapwise"))
          "lsp")))

(defconst heapwise--words
  (regexp-opt '("game" "claims" "automaton" "heap" "heaps" "cell" "cells" "position" "positions" "legal" "ends" "when"
                "let" "decreases" "move" "theorem" "conjecture" "disproved" "question" "under" "at" "by" "upto" "check"
                "for" "where" "in" "of" "if" "then" "else" "and" "or" "not" "iff" "implies" "mod" "divides")
              'symbols))

;;;###autoload
(define-derived-mode heapwise-mode prog-mode "Heapwise"
  "Major mode for files of rules and claims."
  (setq-local comment-start "-- ")
  (setq-local comment-start-skip "--+\\s-*")
  (modify-syntax-entry ?- ". 12b" heapwise-mode-syntax-table)
  (modify-syntax-entry ?\n "> b" heapwise-mode-syntax-table)
  (setq-local font-lock-defaults `(((,heapwise--words . font-lock-keyword-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(game\\|claims\\)\\'" . heapwise-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(heapwise-mode . heapwise--command)))

(when (fboundp 'eglot-ensure)
  (add-hook 'heapwise-mode-hook #'eglot-ensure))

(provide 'heapwise)
;;; heapwise.el ends here

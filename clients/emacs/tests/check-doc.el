;;; check-doc.el --- Checks documentation strings  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; emacs -Q --batch -l check-doc.el FILE...; the exit status is 1 if there is
;; anything to say about them.

;;; Code:

(require 'checkdoc)

(let ((checkdoc-diagnostic-buffer "*findings*")
      (findings 0))
  (dolist (file command-line-args-left)
    (with-current-buffer (find-file-noselect file)
      (checkdoc-current-buffer t)
      (with-current-buffer checkdoc-diagnostic-buffer
        (goto-char (point-min))
        (while (re-search-forward "^.*\\.el:[0-9]+: .*$" nil t)
          (setq findings (1+ findings))
          (message "%s" (match-string 0)))
        (let ((inhibit-read-only t)) (erase-buffer)))))
  (kill-emacs (if (zerop findings) 0 1)))

;;; check-doc.el ends here

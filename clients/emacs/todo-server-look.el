;;; todo-server-look.el --- Looking around in a todo list  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The commands that change what is shown of a store, and where point is.

;;; Code:

(require 'todo-server-list)

(defvar todo-server-search-history nil "Texts that were searched for.")


;;; Views

(defun todo-server-view-all ()
  "Show all todos, by category."
  (interactive)
  (todo-server-list-show 'all nil))

(defun todo-server-view-today ()
  "Show what is for today."
  (interactive)
  (todo-server-list-show 'today nil))

(defun todo-server-view-upcoming ()
  "Show what is not for today."
  (interactive)
  (todo-server-list-show 'upcoming nil))

(defun todo-server-view-initials ()
  "Show all todos by the first letters of their titles."
  (interactive)
  (todo-server-list-show 'initials nil))

(defun todo-server-search (text)
  "Show the todos that have TEXT in title or detail.
Korean initial consonants find syllables.  Nothing shows all again."
  (interactive
   (list (read-string "Search (nothing: all): " nil 'todo-server-search-history)))
  (todo-server-list-show (if (equal (string-trim text) "") 'all 'search)
                         text))

(defun todo-server-next (count)
  "Go to the next todo, or the one COUNT further down."
  (interactive "p")
  (todo-server--go-by count 'todo))

(defun todo-server-previous (count)
  "Go to the previous todo, or the one COUNT further up."
  (interactive "p")
  (todo-server--go-by (- count) 'todo))

(defun todo-server-next-section (count)
  "Go to the next section, or the one COUNT further down."
  (interactive "p")
  (todo-server--go-by count 'heading))

(defun todo-server-previous-section (count)
  "Go to the previous section, or the one COUNT further up."
  (interactive "p")
  (todo-server--go-by (- count) 'heading))

(defun todo-server--go-by (count kind)
  "Go COUNT rows of KIND further, as far as there are any."
  (let ((step (if (< count 0) -1 1))
        (goal nil))
    (save-excursion
      (dotimes (_ (abs count))
        (let (found)
          (while (and (not found) (zerop (forward-line step)) (not (eobp)))
            (setq found (eq (car (todo-server-draw-row)) kind)))
          (when found (setq goal (todo-server-draw-title))))))
    (when goal (goto-char goal))))

(defun todo-server-fold ()
  "Hide the todos of the section at point, or show them again."
  (interactive)
  (let* ((id (todo-server--section-id-at-point))
         (section (or (todo-server-list-section id) (user-error "There is no section here"))))
    (setf (todo-server-section-folded section) (not (todo-server-section-folded section)))
    (todo-server-list-draw)
    (goto-char (or (todo-server-draw-find (cons 'heading id)) (point)))))

(defun todo-server--section-id-at-point ()
  "The id of the section that point is in, or nil."
  (save-excursion
    (beginning-of-line)
    (while (and (not (eq (car (todo-server-draw-row)) 'heading))
                (zerop (forward-line -1))))
    (pcase (todo-server-draw-row) (`(heading ,id . ,_) id))))


;;; Jumping

(defconst todo-server--consonants "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"
  "The initial consonants of Korean syllables in order, doubled ones as single.")

(defun todo-server-jump (title)
  "Go to the section with the index TITLE: a letter or a Korean initial consonant.
A word will do too, and goes by its first character."
  (interactive (list (todo-server--read-index)))
  (let* ((id (or (cdr (assoc title todo-server-list-index))
                 (cdr (assoc (todo-server--initial title) todo-server-list-index))
                 (user-error "There is nothing under %s" title)))
         (position (todo-server-draw-find (cons 'heading id))))
    (unless position (user-error "That section is not in this view; A shows all"))
    (push-mark nil t)
    (todo-server-draw-move position)
    (when (eq (current-buffer) (window-buffer)) (recenter 0))
    (todo-server-list-load-visible)))

(defun todo-server--read-index ()
  "Read an index title."
  (let* ((titles (cl-loop for (title . id) in todo-server-list-index
                          for section = (todo-server-list-section id)
                          when section
                          collect (cons title (todo-server-section-title section))))
         (completion-extra-properties
          (list :annotation-function
                (lambda (title) (concat "  " (cdr (assoc title titles)))))))
    (completing-read "Jump to (a letter or ㄱ…ㅎ): " titles)))

(defun todo-server--initial (word)
  "The index title of WORD, as far as it can be told here."
  (let ((first (if (equal word "") ?# (aref word 0))))
    (if (<= #xAC00 first #xD7A3)
        (string (aref todo-server--consonants (/ (- first #xAC00) 588)))
      (upcase (string first)))))

(defun todo-server--imenu ()
  "The sections and where they are."
  (cl-loop for section in todo-server-list-sections
           for place = (todo-server-draw-find (cons 'heading (todo-server-section-id section)))
           when place
           collect (cons (todo-server-section-title section) place)))

(provide 'todo-server-look)
;;; todo-server-look.el ends here

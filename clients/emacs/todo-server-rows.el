;;; todo-server-rows.el --- What the lines of a todo list look like  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A list is a sequence of rows, and each row is one line.  A row is (KIND ID
;; . DATA), plain values all, so that two rows that are `equal' look the same;
;; KIND and ID together tell which row of another list is the same one.
;;
;;     (note ID TEXT)        something to know, such as why nothing came
;;     (pet nil PET)         a picture
;;     (heading ID SECTION-MEMBERS...)
;;     (todo ID TODO CATEGORY TODAY)
;;     (more ID COUNT)       todos of section ID that have not been asked for
;;     (gap ID)              an empty line

;;; Code:

(require 'todo-server-day)

(defgroup todo-server-faces nil
  "Faces of todo lists."
  :group 'todo-server
  :group 'faces)

(defface todo-server-section '((t :inherit font-lock-function-name-face :weight bold))
  "Face for the titles of sections.")

(defface todo-server-initial '((t :inherit font-lock-constant-face))
  "Face for the letter under which a section stands in the index.")

(defface todo-server-done '((t :inherit shadow :strike-through t))
  "Face for the titles of completed todos.")

(defface todo-server-star '((t :inherit warning))
  "Face for the star of todos that were put on today's list.")

(defface todo-server-due '((t :inherit font-lock-string-face))
  "Face for the day by which a todo should be done.")

(defface todo-server-overdue '((t :inherit error))
  "Face for a day that has passed.")

(defface todo-server-dim '((t :inherit shadow))
  "Face for what matters less.")

(defface todo-server-problem '((t :inherit error))
  "Face for what went wrong.")

(defconst todo-server-rows--left 8
  "The column at which titles stand.")

(defconst todo-server-rows--right 54
  "The column at which days and categories stand, if the title leaves room.")

(defconst todo-server-rows--width 78
  "How many columns a row may have before days and categories come first.")

(defun todo-server-rows-key (row)
  "The part of ROW that is unlike those of all others in its list."
  (cons (car row) (cadr row)))

(defun todo-server-rows-line (row)
  "The text of ROW, which is one line without its end."
  (propertize
   (pcase row
     (`(note ,_ ,text) (propertize text 'face 'todo-server-problem))
     (`(pet ,_ ,pet) (todo-server-rows--pet pet))
     (`(heading ,_ . ,members) (apply #'todo-server-rows--heading members))
     (`(todo ,_ ,todo ,category ,today) (todo-server-rows--todo todo category today))
     (`(more ,_ ,count) (todo-server-rows--more count))
     (`(gap . ,_) ""))
   'todo-server-row row))

(defun todo-server-rows--heading (title initial count completed folded)
  "The line of a section: TITLE, INITIAL, how many of COUNT are COMPLETED.
FOLDED tells whether its todos are hidden.  COUNT is nil where it is not known."
  (concat (if folded "▸ " "▾ ")
          (if (member initial (list nil title))
              ""
            (propertize (format "%-2s " initial) 'face 'todo-server-initial))
          (propertize title 'face 'todo-server-section)
          (if count
              (propertize (format "  %d/%d" completed count) 'face 'todo-server-dim)
            "")))

(defun todo-server-rows--todo (todo category today)
  "The line of TODO on the day TODAY, with CATEGORY unless that is nil."
  (let* ((done (eq (plist-get todo :isCompleted) t))
         (star (eq (plist-get todo :isToday) t))
         (notes (string-join
                 (delq nil (list (todo-server-rows--due (plist-get todo :dueOn) done today)
                                 (and category
                                      (propertize (concat "· " category)
                                                  'face 'todo-server-dim))))
                 "  ")))
    (concat "  "
            (propertize (if done "[x]" "[ ]") 'todo-server-box t 'mouse-face 'highlight)
            (if star (propertize " ★" 'face 'todo-server-star) "  ")
            (propertize " " 'display `(space :align-to ,todo-server-rows--left))
            (todo-server-rows--beside
             (propertize (plist-get todo :title)
                         'face (if done 'todo-server-done 'default)
                         'mouse-face 'highlight)
             notes))))

(defun todo-server-rows--beside (title notes)
  "TITLE and NOTES in one line, so that both can be seen."
  (let ((column (+ todo-server-rows--left (string-width title) 2)))
    (cond ((equal notes "") title)
          ((< column todo-server-rows--right)
           (concat title
                   (propertize "  " 'display `(space :align-to ,todo-server-rows--right))
                   notes))
          ((<= (+ column (string-width notes)) todo-server-rows--width)
           (concat title "  " notes))
          (t (concat notes "  " title)))))

(defun todo-server-rows--due (due done today)
  "The words for the day DUE of a todo, DONE or not, on the day TODAY."
  (when due
    (let ((late (and (not done) (string< due today))))
      (propertize (format (if late "overdue: %s" "due %s") (todo-server-day-name due today))
                  'face (cond (done 'todo-server-dim)
                              (late 'todo-server-overdue)
                              (t 'todo-server-due))))))

(defun todo-server-rows--more (count)
  "The line for COUNT todos that have not been asked for; nil: it is not known."
  (propertize (if count (format "  … %d more" count) "  … more")
              'face 'todo-server-dim 'mouse-face 'highlight))

(defun todo-server-rows--pet (pet)
  "The line of PET: what there is to say about it, and its picture or where it is."
  (let* ((path (plist-get pet :path))
         (image (and path (todo-server-rows--image path))))
    (concat (if (equal (plist-get pet :kind) "dog") "🐕 " "🐈 ")
            (mapconcat #'identity (plist-get pet :words) ", ")
            "  "
            (and path (propertize (abbreviate-file-name path)
                                  'face 'todo-server-dim 'display image)))))

(defun todo-server-rows--image (path)
  "The picture at PATH, or nil if this Emacs cannot show it.
A terminal shows the text in its place."
  (when (display-images-p)
    (ignore-errors (create-image path nil nil :max-height 120 :max-width 200 :ascent 'center))))

(provide 'todo-server-rows)
;;; todo-server-rows.el ends here

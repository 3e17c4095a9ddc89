;;; todo-server-draw.el --- Keeping a buffer equal to a list of rows  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer shows rows, each on a line of its own.  Drawing others replaces only
;; the lines from the first that differs to the last, and leaves each cursor on
;; the row that it was on, wherever that is now.

;;; Code:

(require 'cl-lib)
(require 'todo-server-rows)

(defvar-local todo-server-draw--rows nil
  "The rows that this buffer shows.")

(defvar-local todo-server-draw--awaited nil
  "The key of a row that the cursor shall go to when it appears, and until when.")

(defun todo-server-draw (rows)
  "Make this buffer show ROWS."
  (unless (equal rows todo-server-draw--rows)
    (let ((places (todo-server-draw--places)))
      (todo-server-draw--replace rows)
      (setq todo-server-draw--rows rows)
      (todo-server-draw--restore places)))
  (todo-server-draw--arrive))

(defun todo-server-draw--replace (rows)
  "Make the lines of this buffer those of ROWS."
  (let* ((old todo-server-draw--rows)
         (same (cl-mismatch old rows :test #'equal))
         (tail (todo-server-draw--common-tail (nthcdr same old) (nthcdr same rows)))
         (inhibit-read-only t))
    (save-excursion
      (goto-char (point-min))
      (forward-line same)
      (delete-region (point) (progn (forward-line (- (length old) same tail)) (point)))
      (dolist (row (butlast (nthcdr same rows) tail))
        (insert (todo-server-rows-line row) (propertize "\n" 'todo-server-row row))))
    (set-buffer-modified-p nil)))

(defun todo-server-draw--common-tail (one other)
  "How many rows at the end of ONE and OTHER are the same."
  (let ((one (reverse one)) (other (reverse other)))
    (or (cl-mismatch one other :test #'equal) (length one))))


;;; Cursors

(defun todo-server-draw--places ()
  "List (WINDOW POINT START) for each window, and one for point itself, without."
  (cons (list nil (todo-server-draw--place (point)))
        (mapcar (lambda (window)
                  (list window
                        (todo-server-draw--place (window-point window))
                        (todo-server-draw--place (window-start window))))
                (get-buffer-window-list nil nil t))))

(defun todo-server-draw--place (position)
  "The row at POSITION, its line, and the column."
  (save-excursion
    (goto-char position)
    (list (get-text-property (min position (max (point-min) (1- (point-max)))) 'todo-server-row)
          (1- (line-number-at-pos position))
          (- position (line-beginning-position)))))

(defun todo-server-draw--restore (places)
  "Take everyone to where they were, which is in PLACES."
  (let ((lines (todo-server-draw--lines)))
    (pcase-dolist (`(,window ,point ,start) places)
      (if (null window)
          (goto-char (todo-server-draw--position point lines))
        ;; What comes above the beginning is to be seen.
        (set-window-start window
                          (if (zerop (nth 1 start))
                              (point-min)
                            (todo-server-draw--position start lines))
                          t)
        (set-window-point window (todo-server-draw--position point lines))))))

(defun todo-server-draw--lines ()
  "A table from the keys of the rows to their lines."
  (let ((lines (make-hash-table :test #'equal :size (length todo-server-draw--rows)))
        (line 0))
    (dolist (row todo-server-draw--rows lines)
      (puthash (todo-server-rows-key row) line lines)
      (cl-incf line))))

(defun todo-server-draw--position (place lines)
  "Where PLACE is now, by LINES.
A row that is gone leaves its line to the next one.  Where there was \"more\",
the first of those is that have come."
  (pcase-let ((`(,row ,line ,column) place))
    (save-excursion
      (goto-char (point-min))
      (forward-line (or (and row
                             (not (eq (car row) 'more))
                             (gethash (todo-server-rows-key row) lines))
                        line))
      (when (and (eobp) (not (bobp))) (forward-line -1))
      (min (+ (point) column) (line-end-position)))))

(defun todo-server-draw-await (key)
  "Take the cursors to the row that has KEY when it appears, if that is soon.
Later the cursors may be wanted elsewhere."
  (setq todo-server-draw--awaited (cons key (+ (float-time) 3)))
  (todo-server-draw--arrive))

(defun todo-server-draw--arrive ()
  "Take the cursors to the row that they shall go to, if it is there now."
  (pcase-let ((`(,key . ,deadline) todo-server-draw--awaited))
    (when key
      (let ((position (todo-server-draw-find key)))
        (when (or position (> (float-time) deadline))
          (setq todo-server-draw--awaited nil))
        (when (and position (<= (float-time) deadline))
          (todo-server-draw-move position))))))

(defun todo-server-draw-move (position)
  "Put the cursor at POSITION, also in the windows that show this buffer."
  (goto-char position)
  (dolist (window (get-buffer-window-list nil nil t))
    (set-window-point window position)))


;;; Looking

(defun todo-server-draw-find (key)
  "The position of the row that has KEY, at its title; nil if there is none."
  (when-let* ((line (cl-position key todo-server-draw--rows
                                :key #'todo-server-rows-key :test #'equal)))
    (save-excursion
      (goto-char (point-min))
      (forward-line line)
      (todo-server-draw-title))))

(defun todo-server-draw-first (kind)
  "The position of the first row of KIND, or nil."
  (when-let* ((row (assq kind todo-server-draw--rows)))
    (todo-server-draw-find (todo-server-rows-key row))))

(defun todo-server-draw-title ()
  "The position of the title in the line at point."
  (let ((begin (line-beginning-position)))
    (if (eq (car (get-text-property begin 'todo-server-row)) 'todo)
        (min (+ begin todo-server-rows--left) (line-end-position))
      begin)))

(defun todo-server-draw-row (&optional position)
  "The row at POSITION, by default at point, or nil."
  (get-text-property (or position (point)) 'todo-server-row))

(defun todo-server-draw-visible (kind)
  "The ids of the rows of KIND that are in a window, or less than one below it."
  (let (ids)
    (dolist (window (get-buffer-window-list nil nil t))
      (save-excursion
        (goto-char (window-start window))
        (dotimes (_ (* 2 (window-height window)))
          (let ((row (todo-server-draw-row)))
            (when (eq (car row) kind) (cl-pushnew (cadr row) ids :test #'equal)))
          (forward-line))))
    (nreverse ids)))

(provide 'todo-server-draw)
;;; todo-server-draw.el ends here

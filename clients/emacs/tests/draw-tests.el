;;; draw-tests.el --- Tests: rows, cursors and days  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun draw-tests--rows (ids)
  "Rows for the todos IDS."
  (mapcar (lambda (id) (list 'todo id (list :title (format "todo %d" id)) nil nil)) ids))

(defun draw-tests--shuffle (list)
  "The members of LIST in some order."
  (mapcar #'cdr (sort (mapcar (lambda (each) (cons (random 1000000) each)) list)
                      (lambda (one other) (< (car one) (car other))))))

(ert-deftest draw-makes-any-list-any-other ()
  "Whatever was there, what is drawn is there after it, and point keeps its todo."
  (random "draw")
  (with-temp-buffer
    (dotimes (_ 300)
      (let* ((before (todo-server-draw-row (min (point) (max 1 (1- (point-max))))))
             (ids (seq-take (draw-tests--shuffle (number-sequence 1 12)) (random 13)))
             (rows (draw-tests--rows ids)))
        (todo-server-draw rows)
        (should (equal (buffer-substring-no-properties (point-min) (point-max))
                       (mapconcat (lambda (row) (concat (todo-server-rows-line row) "\n")) rows "")))
        (when (memq (cadr before) ids)
          (should (equal (cadr (todo-server-draw-row)) (cadr before))))
        (when ids (goto-char (todo-server-draw-find (cons 'todo (nth (random (length ids)) ids)))))))))

(ert-deftest draw-replaces-only-what-differs ()
  "A row that changes is replaced alone."
  (with-temp-buffer
    (todo-server-draw (draw-tests--rows '(1 2 3 4 5)))
    (let (replaced)
      (add-hook 'after-change-functions
                (lambda (begin end length)
                  (push (list (line-number-at-pos begin) (- end begin) length) replaced))
                nil t)
      (todo-server-draw (draw-tests--rows '(1 2 9 4 5)))
      (should (cl-every (lambda (change) (= (car change) 3)) replaced))
      (should (<= (apply #'+ (mapcar #'cl-third replaced)) 16)))))

(ert-deftest draw-goes-to-an-awaited-row ()
  "Point goes to a row that it was promised to, once."
  (with-temp-buffer
    (todo-server-draw (draw-tests--rows '(1 2 3)))
    (goto-char (point-min))
    (todo-server-draw-await '(todo . 9))
    (should (equal (cadr (todo-server-draw-row)) 1))
    (todo-server-draw (draw-tests--rows '(1 2 9 3)))
    (should (equal (cadr (todo-server-draw-row)) 9))
    (goto-char (point-min))
    (todo-server-draw (draw-tests--rows '(1 9 3)))
    (should (equal (cadr (todo-server-draw-row)) 1))))

(ert-deftest draw-shows-days-beside-any-title ()
  "It stands to the right of a short title, behind a longer one, before a long one."
  (pcase-dolist (`(,width . ,order) '((10 . "t  due 2030-01-01\\'") (48 . "t  due 2030-01-01\\'")
                                      (90 . "due 2030-01-01  t")))
    (should (string-match-p
             order
             (todo-server-rows-line
              (list 'todo 1 (list :title (make-string width ?t) :dueOn "2030-01-01")
                    nil "2026-12-04"))))))

(ert-deftest day-is-read-as-people-write-it ()
  "Words, distances and dates; anything else is left for the server to refuse."
  (let ((friday "2026-12-04"))
    (pcase-dolist (`(,text . ,day)
                   '(("today" . "2026-12-04") ("Tomorrow" . "2026-12-05") ("+7" . "2026-12-11")
                     ("+28" . "2027-01-01") ("fri" . "2026-12-11") ("Sat" . "2026-12-05")
                     ("thursday" . "2026-12-10") ("2030-02-28" . "2030-02-28")
                     ("someday" . "someday") ("fr" . "fr")))
      (should (equal (todo-server-day-parse text friday) day)))
    (should (equal (todo-server-day-name "2026-12-05" friday) "tomorrow"))
    (should (equal (todo-server-day-name "2026-12-03" friday) "yesterday"))
    (should (equal (todo-server-day-name "2027-12-03" friday) "2027-12-03"))
    (should (equal (todo-server-day-after "2028-02-28" 1) "2028-02-29"))))

(provide 'draw-tests)
;;; draw-tests.el ends here

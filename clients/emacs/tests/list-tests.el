;;; list-tests.el --- Tests: what a list shows, and how it stays true  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun list-tests--face (text)
  "The face of TEXT on the screen."
  (support-go text)
  (get-text-property (point) 'face))

(ert-deftest list-shows-sections-and-todos ()
  "Sections with index titles and counts; what is done, starred, due and overdue."
  (support-with-list `((:title "Buy milk" :category "Home" :isCompleted t)
                       (:title "Water the plants" :category "Home" :isToday t)
                       (:title "Late" :category "한글" :dueOn "2001-01-01")
                       (:title "Soon" :category "한글" :dueOn ,(todo-server-day-today)))
    (should (equal (support-titles) '(("Home" "Buy milk" "Water the plants") ("한글" "Late" "Soon"))))
    (let ((screen (buffer-substring-no-properties (point-min) (point-max))))
      (should (string-match-p "^▾ H  Home  1/2\n  \\[x\\]   Buy milk\n  \\[ \\] ★ Water the plants$" screen))
      (should (string-match-p "^▾ ㅎ +한글  0/2$" screen))
      (should (string-match-p "^  \\[ \\]   Late +overdue: 2001-01-01$" screen))
      (should (string-match-p "^  \\[ \\]   Soon +due today$" screen)))
    (should (eq (list-tests--face "Buy milk") 'todo-server-done))
    (should (eq (face-attribute 'todo-server-done :strike-through) t))
    (should (eq (list-tests--face "overdue") 'todo-server-overdue))
    (should (eq (list-tests--face "due today") 'todo-server-due))
    (should (string-match-p "1 of 4 done" (todo-server--header)))))

(ert-deftest list-begins-at-the-first-todo ()
  "Point is on a todo from the start."
  (support-with-list '((:title "one"))
    (should (equal (support-here) "one"))))

(ert-deftest list-says-that-it-is-empty ()
  "A store without todos says how to add one."
  (support-with-list nil
    (should (string-match-p "No todos yet: a adds one" (buffer-string)))))

(ert-deftest list-follows-another-process ()
  "What another process does appears by itself, and point stays on its todo."
  (support-with-list '((:title "one") (:title "two") (:title "three"))
    (support-go "two")
    (support-other '(todo.create :title "zero" :index 0)
                   '(todo.update :id 3 :title "drei" :category "Other"))
    (support-wait "the change"
      (equal (support-titles) '(("No category" "zero" "one" "two") ("Other" "drei"))))
    (should (equal (support-here) "two"))
    (should (looking-at "two"))
    (support-other '(todo.move :id 2 :category "Other"))
    (support-wait "the move"
      (equal (support-titles) '(("No category" "zero" "one") ("Other" "drei" "two"))))
    (should (equal (support-here) "two"))))

(ert-deftest list-keeps-the-line-of-a-todo-that-goes ()
  "When the todo at point is deleted by another process, point is on the next one."
  (support-with-list '((:title "one") (:title "two") (:title "three"))
    (support-go "two")
    (support-other '(todo.delete :id 2))
    (support-wait "the change" (equal (support-titles) '(("No category" "one" "three"))))
    (should (equal (support-here) "three"))))

(ert-deftest list-keeps-point-in-every-window ()
  "Two windows on one list keep their todos each."
  (support-with-list (cl-loop for number below 50 collect (list :title (format "todo %02d" number)))
    (let ((other (split-window)))
      (set-window-buffer other (current-buffer))
      (support-go "todo 30")
      (set-window-point other (point))
      (support-go "todo 10")
      (set-window-point (selected-window) (point))
      (support-other '(todo.create :title "above" :index 0))
      (support-wait "the change" (equal (cadr (car (support-titles))) "above"))
      (should (equal (support-here) "todo 10"))
      (goto-char (window-point other))
      (should (equal (support-here) "todo 30"))
      (delete-window other))))

(ert-deftest list-asks-for-what-can-be-seen ()
  "Of 1,000 todos a page comes; the next one when its end comes into view."
  (support-with-list (cl-loop for number below 1000 collect (list :title (format "todo %03d" number)))
    (should (= (length (cdar (support-titles))) 100))
    (should (string-match-p "… 900 more" (buffer-string)))
    (should (string-match-p "0 of 1000 done" (todo-server--header)))
    (goto-char (point-max))
    (forward-line -1)
    (set-window-point (selected-window) (point))
    (set-window-start (selected-window) (line-beginning-position -2))
    (todo-server-list-load-visible)
    (support-wait "another page" (= (length (cdar (support-titles))) 200))
    (should (equal (support-here) "todo 100"))
    (support-settle)
    (support-other '(todo.update :id 150 :title "changed") '(todo.delete :id 1))
    (support-wait "the change" (member "changed" (car (support-titles))))
    (should (= (length (cdar (support-titles))) 200))
    (should (equal (support-here) "todo 100"))))

(ert-deftest list-loads-no-more-than-it-must ()
  "Sections that are out of sight come with their titles alone."
  (support-with-list (cl-loop for section below 40
                              nconc (cl-loop for number below 10
                                             collect (list :title (format "%d-%d" section number)
                                                           :category (format "section %02d" section))))
    (let ((titles (support-titles)))
      (should (= (length titles) 40))
      (should (= (apply #'+ (mapcar (lambda (section) (length (cdr section))) titles)) 100)))
    (todo-server-jump "S")
    (todo-server-next-section 39)
    (set-window-point (selected-window) (point))
    (set-window-start (selected-window) (point))
    (todo-server-list-load-visible)
    (support-wait "the last section" (equal (nth 5 (nth 39 (support-titles))) "39-4"))
    (should (null (cdr (nth 20 (support-titles)))))))

(ert-deftest list-has-views ()
  "All, Today, Upcoming, and by initials; today what is put there or due."
  (support-with-list `((:title "Apple" :category "Fruit" :isToday t)
                       (:title "Banana" :category "Fruit")
                       (:title "가지" :dueOn "2001-01-01"))
    (todo-server-view-today)
    (support-settle)
    (should (equal (support-titles) '(("Today" "Apple" "가지"))))
    (should (string-match-p "Apple +· Fruit$" (buffer-string)))
    (todo-server-view-upcoming)
    (support-settle)
    (should (equal (support-titles) '(("Upcoming" "Banana"))))
    (todo-server-view-initials)
    (support-settle)
    (should (equal (support-titles) '(("ㄱ" "가지") ("A" "Apple") ("B" "Banana"))))
    (todo-server-view-all)
    (support-settle)
    (should (equal (support-titles) '(("Fruit" "Apple" "Banana") ("No category" "가지"))))))

(ert-deftest list-today-follows ()
  "What another process puts on today's list appears there."
  (support-with-list '((:title "one") (:title "two"))
    (todo-server-view-today)
    (support-settle)
    (should (equal (support-titles) '(("Today"))))
    (support-other '(todo.update :id 2 :isToday t))
    (support-wait "it" (equal (support-titles) '(("Today" "two"))))))

(ert-deftest list-looks-again-at-midnight ()
  "A new day is no change of the store: the list looks by itself, and once."
  (support-with-list '((:title "one"))
    (let ((looks 0))
      (cancel-timer todo-server--midnight)
      (cl-letf (((symbol-function 'decode-time) (lambda (&rest _) '(59 59 23 2 12 2026 3 nil 0))))
        (todo-server--await-midnight))
      (let ((first todo-server--midnight))
        (cl-letf (((symbol-function 'todo-server-list-refresh) (lambda () (cl-incf looks))))
          (support-wait "a look" (= looks 1)))
        (should-not (eq first todo-server--midnight))
        (should (memq todo-server--midnight timer-list))))))

(ert-deftest list-searches ()
  "Titles and details, without regard to case; initial consonants find syllables."
  (support-with-list '((:title "한글 공부") (:title "Milk" :detail "and BREAD") (:title "bread"))
    (support-answering '("ㅎㄱ") (call-interactively #'todo-server-search))
    (support-settle)
    (should (equal (support-titles) '(("“ㅎㄱ”" "한글 공부"))))
    (todo-server-search "bread")
    (support-settle)
    (should (equal (support-titles) '(("“bread”" "Milk" "bread"))))
    (should (string-match-p "0 of 2 done" (todo-server--header)))
    (support-other '(todo.create :title "more bread"))
    (support-wait "it" (equal (support-titles) '(("“bread”" "Milk" "bread" "more bread"))))
    (todo-server-search "nothing like it")
    (support-settle)
    (should (equal (support-titles) '(("“nothing like it”"))))
    (todo-server-search "")
    (support-settle)
    (should (equal (length (cdar (support-titles))) 4))))

(ert-deftest list-jumps-by-index-title ()
  "To letters, initial consonants, and the sections of words that begin so."
  (support-with-list '((:title "1" :category "Home") (:title "2" :category "업무")
                       (:title "3" :category "취미") (:title "4" :category "Éclairs"))
    (pcase-dolist (`(,key . ,title)
                   '(("ㅊ" . "취미") ("H" . "Home") ("h" . "Home") ("ㅇ" . "업무") ("E" . "Éclairs")
                     ("차" . "취미") ("home" . "Home")))
      (support-answering (list key) (call-interactively #'todo-server-jump))
      (should (equal (nth 2 (todo-server-draw-row)) title)))
    (support-user-error "nothing under Z" (todo-server-jump "Z"))))

(ert-deftest list-offers-sections-to-imenu ()
  "Every section is a place for `imenu'."
  (support-with-list '((:title "1" :category "Home") (:title "2" :category "업무"))
    (should (equal (mapcar #'car (funcall imenu-create-index-function)) '("Home" "업무")))))

(ert-deftest list-folds-sections ()
  "A folded section is its title alone, also after a change, until it is opened."
  (support-with-list '((:title "one" :category "A") (:title "two" :category "B"))
    (support-go "one")
    (todo-server-fold)
    (should (equal (support-titles) '(("A") ("B" "two"))))
    (support-other '(todo.create :title "three" :category "A"))
    (support-wait "the count" (string-match-p "▸ A  0/2" (buffer-string)))
    (should (equal (support-titles) '(("A") ("B" "two"))))
    (goto-char (point-min))
    (todo-server-next-section 1)
    (todo-server-open)
    (support-wait "its todos" (equal (support-titles) '(("A" "one" "three") ("B" "two"))))))

(ert-deftest list-goes-from-todo-to-todo ()
  "The keys for next and previous pass over everything else."
  (support-with-list '((:title "one" :category "A") (:title "two" :category "B"))
    (support-go "one")
    (todo-server-next 1)
    (should (equal (support-here) "two"))
    (todo-server-next 1)
    (should (equal (support-here) "two"))
    (todo-server-previous 5)
    (should (equal (support-here) "one"))))

(ert-deftest list-says-what-is-wrong-with-the-store ()
  "A store that is none is said in a sentence; when it is mended, g goes on."
  (support-with-folder
    (with-temp-file support-store (insert "This is no store at all, but a text."))
    (todo-server)
    (support-wait "the sentence" (string-match-p "(g tries again)" (buffer-string)))
    (should (eq (get-text-property (progn (support-go "(g tries") (point)) 'face) 'todo-server-problem))
    (delete-file support-store)
    (support-other '(todo.create :title "one"))
    (revert-buffer)
    (support-wait "the todo" (equal (support-titles) '(("No category" "one"))))
    (should (null todo-server-list-problem))))

(ert-deftest list-keeps-what-it-shows-while-the-store-is-away ()
  "When asking fails, what is on the screen stays, with the reason above it."
  (support-with-list '((:title "one"))
    (rename-file support-store (concat support-store ".away"))
    ;; For reads the server looks only now and then whether its file is there.
    (support-wait "the sentence"
      (or todo-server-list-problem
          (ignore (unless todo-server-list--refreshing (revert-buffer)))))
    (should (equal (support-titles) '(("No category" "one"))))
    (rename-file (concat support-store ".away") support-store)
    (revert-buffer)
    (support-wait "all to be well" (null todo-server-list-problem))
    (should (equal (support-titles) '(("No category" "one"))))))

(ert-deftest list-stays-true-through-anything ()
  "While another process changes whatever it likes and the server is killed, the
list goes on; when they are done, it is what the store is."
  (skip-unless (and (executable-find "python3") (getenv "VANDAL")))
  (support-with-list (cl-loop for number below 30 collect (list :title (format "todo %d" number)))
    (let* ((process (make-process :name "vandal" :noquery t :connection-type 'pipe
                                  :command (list "python3" (getenv "VANDAL") (support-server)
                                                 support-store "7" "300")))
           (killer (run-at-time 0.1 0.3 (lambda () (ignore-errors (support-kill))))))
      (unwind-protect
          (support-wait "the vandal" (not (process-live-p process)))
        (cancel-timer killer))
      (should (equal 0 (process-exit-status process))))
    (let ((stored (support-stored)))
      (support-wait "the list to be the store's" (equal (support-titles) stored)))))

(provide 'list-tests)
;;; list-tests.el ends here

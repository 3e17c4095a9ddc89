;;; action-tests.el --- Tests: what a person does with todos  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest action-add-asks-and-confirms ()
  "Title, section and day are asked for; the section at point is offered."
  (support-with-list '((:title "one" :category "Home"))
    (support-go "one")
    (support-answering
        (list "Buy milk"
              (lambda (prompt) (should (string-match-p "default Home" prompt)) "Home")
              "2030-01-02"
              (lambda (prompt) (should (equal prompt "Add “Buy milk” to Home, due 2030-01-02? ")) t))
      (call-interactively #'todo-server-add))
    (let ((todo (support-todo 2)))
      (should (equal (plist-get todo :category) "Home"))
      (should (equal (plist-get todo :dueOn) "2030-01-02")))
    (support-wait "point on it" (equal (support-here) "Buy milk"))))

(ert-deftest action-add-needs-a-yes ()
  "Without a yes nothing is added."
  (support-with-list nil
    (support-user-error "Not added"
      (support-answering '("Buy milk" "No category" "" nil) (call-interactively #'todo-server-add)))
    (should (null (support-stored)))))

(ert-deftest action-add-takes-a-new-section-and-a-detail ()
  "Any name is a section; with a prefix argument the detail is asked for too."
  (support-with-list nil
    (let ((current-prefix-arg '(4)))
      (support-answering '("회의" "slides, room" "업무" "" t) (call-interactively #'todo-server-add)))
    (should (equal (support-stored) '(("업무" "회의"))))
    (should (equal (plist-get (support-todo 1) :detail) "slides, room"))))

(ert-deftest action-add-says-why-not ()
  "What the server refuses is said in its words: an empty title."
  (support-with-list nil
    (support-user-error "needs a title"
      (support-answering '("" "No category" "" t) (call-interactively #'todo-server-add)))
    (should (null (support-stored)))))

(ert-deftest action-asks-again-for-what-is-no-day ()
  "Before the question whether to add it, and with what was typed."
  (support-with-list nil
    (support-answering
        (list "one" "No category" "2030-02-31"
              (lambda (prompt)
                (should (string-match-p "\\`“2030-02-31” is no day\\.  Due" prompt))
                "2030-03-01")
              (lambda (prompt) (should (string-match-p "due 2030-03-01" prompt)) t))
      (call-interactively #'todo-server-add))
    (should (equal (plist-get (support-todo 1) :dueOn) "2030-03-01"))))

(ert-deftest action-a-day-is-one-of-the-calendar ()
  "Neither the spelling nor the calendar may be another."
  (dolist (day '("2024-02-29" "0001-01-01" "9999-12-31"))
    (should (todo-server-day-p day)))
  (dolist (text '("2023-02-29" "32" "20240229" "2024-2-9" "0000-01-01" "fri" "2030-13-01" "2030-00-01"))
    (should-not (todo-server-day-p text))))

(ert-deftest action-a-new-section-may-have-spaces ()
  "The keys that complete elsewhere insert themselves where a section is typed."
  (support-with-list '((:title "one" :category "A"))
    (support-go "one")
    (execute-kbd-macro (vconcat "m" "Read later?" [return]))
    (should (equal (support-stored) '(("Read later?" "one"))))))

(ert-deftest action-add-in-today-is-for-today ()
  "A todo that is added in the view of today is on that list."
  (support-with-list '((:title "one"))
    (todo-server-view-today)
    (support-settle)
    (todo-server-add "two" "" "" nil)
    (support-wait "it" (equal (support-titles) '(("Today" "two"))))))

(ert-deftest action-ticks-stars-and-dates ()
  "Each key changes its member, and the next time changes it back."
  (support-with-list '((:title "one"))
    (support-go "one")
    (dolist (done '(t :json-false))
      (todo-server-tick)
      (should (eq (plist-get (support-todo 1) :isCompleted) done))
      (should (eq (plist-get (todo-server-at-point) :isCompleted) done)))
    (dolist (today '(t :json-false))
      (todo-server-star)
      (should (eq (plist-get (support-todo 1) :isToday) today)))
    (support-answering '("2030-01-02") (call-interactively #'todo-server-set-due))
    (should (equal (plist-get (support-todo 1) :dueOn) "2030-01-02"))
    (support-answering '("") (call-interactively #'todo-server-set-due))
    (should (null (plist-get (support-todo 1) :dueOn)))))

(ert-deftest action-ticks-with-the-mouse ()
  "A click on the box ticks; a click on the title opens."
  (support-with-list '((:title "one"))
    (let ((click (lambda (text)
                   (support-go text)
                   (todo-server-mouse `(mouse-2 (,(selected-window) ,(point) (0 . 0) 0))))))
      (funcall click "[ ]")
      (should (eq (plist-get (support-todo 1) :isCompleted) t))
      (funcall click "one")
      (should (eq major-mode 'todo-server-edit-mode)))))

(ert-deftest action-edits-the-title ()
  "The title is edited in the minibuffer, from what it was."
  (support-with-list '((:title "one"))
    (support-go "one")
    (support-answering '("eins") (call-interactively #'todo-server-edit-title))
    (should (equal (support-stored) '(("No category" "eins"))))
    (support-user-error ""
      (support-answering '("") (call-interactively #'todo-server-edit-title)))
    (should (equal (support-stored) '(("No category" "eins"))))))

(ert-deftest action-moves-as-fast-as-keys-repeat ()
  "Moves that follow each other at once are all done, without a conflict."
  (support-with-list (mapcar (lambda (title) (list :title title)) '("1" "2" "3" "4" "5"))
    (support-go "1")
    (dotimes (_ 4) (todo-server-move-down))
    (should (equal (support-here) "1"))
    (support-user-error "last of its section" (todo-server-move-down))
    (dotimes (_ 2) (todo-server-move-up))
    (should (equal (support-stored) '(("No category" "2" "3" "1" "4" "5"))))
    (support-settle)
    (should (equal (support-titles) '(("No category" "2" "3" "1" "4" "5"))))
    (should (equal (support-here) "1"))
    (support-go "2")
    (support-user-error "first of its section" (todo-server-move-up))))

(ert-deftest action-moves-to-another-section ()
  "To the end of one that is there, or of a new one; point stays with it."
  (support-with-list '((:title "one" :category "A") (:title "two" :category "B") (:title "three"))
    (support-go "one")
    (support-answering '("B") (call-interactively #'todo-server-move-to-section))
    (support-wait "it there" (equal (support-titles) '(("B" "two" "one") ("No category" "three"))))
    (should (equal (support-here) "one"))
    (support-answering '("C") (call-interactively #'todo-server-move-to-section))
    (support-wait "it there" (member '("C" "one") (support-titles)))
    (support-answering '("No category") (call-interactively #'todo-server-move-to-section))
    (support-wait "it there" (member '("No category" "three" "one") (support-titles)))))

(ert-deftest action-offers-all-sections ()
  "Also those without todos, and none, once."
  (support-with-list '((:title "one" :category "A") (:title "two" :category "B") (:title "three"))
    (support-other '(todo.update :id 2 :category "A") '(todo.delete :id 3))
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt names &rest _)
                 (should (equal names '("No category" "A" "B")))
                 "B")))
      (support-go "one")
      (call-interactively #'todo-server-move-to-section))
    (should (member '("B" "one") (support-stored)))))

(ert-deftest action-does-not-move-between-sections-by-mistake ()
  "Where neighbours are of different sections, they are not moved past each other."
  (support-with-list '((:title "one" :category "A" :isToday t) (:title "two" :category "B" :isToday t))
    (todo-server-view-today)
    (support-settle)
    (support-go "one")
    (support-user-error "of another section" (todo-server-move-down))
    (should (equal (support-stored) '(("A" "one") ("B" "two"))))))

(ert-deftest action-deletes-and-takes-back ()
  "A deletion asks; undo gives back place and members, redo deletes again."
  (support-with-list '((:title "one") (:title "two" :isCompleted t :detail "d") (:title "three"))
    (support-go "two")
    (support-answering '(nil) (call-interactively #'todo-server-delete))
    (should (equal (support-stored) '(("No category" "one" "two" "three"))))
    (support-answering '(t) (call-interactively #'todo-server-delete))
    (should (equal (support-titles) '(("No category" "one" "three"))))
    (should (equal (support-stored) '(("No category" "one" "three"))))
    (todo-server-undo nil)
    (should (equal (support-stored) '(("No category" "one" "two" "three"))))
    (should (equal (plist-get (support-todo 2) :detail) "d"))
    (support-wait "point on it" (equal (support-here) "two"))
    (todo-server-redo)
    (should (equal (support-stored) '(("No category" "one" "three"))))
    (todo-server-undo nil)
    (should (equal (support-stored) '(("No category" "one" "two" "three"))))))

(ert-deftest action-takes-back-all-that-was-done ()
  "Every kind of change, the newest first; then all of it again."
  (support-with-list '((:title "one" :category "A") (:title "two" :category "A"))
    (let ((states (list (support-stored))))
      (support-go "one")
      (dolist (change (list (lambda () (todo-server-move-down))
                            (lambda () (todo-server-edit-title (todo-server-at-point) "eins"))
                            (lambda () (todo-server-move-to-section (todo-server-at-point) "B"))
                            (lambda () (todo-server-add "three" "" "A" nil))))
        (funcall change)
        (push (support-stored) states))
      (dolist (state (cdr states))
        (todo-server-undo nil)
        (should (equal (support-stored) state)))
      (support-user-error "nothing to take back" (todo-server-undo nil))
      (dolist (state (cdr (reverse states)))
        (todo-server-redo)
        (should (equal (support-stored) state)))
      (support-user-error "nothing to do again" (todo-server-redo)))))

(ert-deftest action-takes-back-after-the-server-was-killed ()
  "What was done is remembered here, not in the server."
  (support-with-list '((:title "one") (:title "two"))
    (support-go "one")
    (support-answering '(t) (call-interactively #'todo-server-delete))
    (accept-process-output nil 0.1)
    (support-kill)
    (todo-server-undo nil)
    (should (equal (support-stored) '(("No category" "one" "two"))))
    (support-kill)
    (todo-server-redo)
    (should (equal (support-stored) '(("No category" "two"))))))

(ert-deftest action-undo-is-not-done-twice ()
  "An undo whose answer is lost is known to be done."
  (support-with-list '((:title "one"))
    (todo-server-tick)
    (support-user-error "taken back already"
      (support-losing-reply 'todo.undo (todo-server-undo nil)))
    (should (eq (plist-get (support-todo 1) :isCompleted) :json-false))
    (support-user-error "nothing to take back" (todo-server-undo nil))))

(ert-deftest action-undo-refuses-what-was-changed-since ()
  "What somebody else has changed since stays; what was done before can still be taken back."
  (support-with-list '((:title "one") (:title "two"))
    (support-go "two")
    (todo-server-tick)
    (support-go "one")
    (todo-server-tick)
    (support-other '(todo.update :id 1 :title "theirs"))
    (support-user-error "changed since" (todo-server-undo nil))
    (should (equal (plist-get (support-todo 1) :title) "theirs"))
    (should (eq (plist-get (support-todo 1) :isCompleted) t))
    (todo-server-undo nil)
    (should (eq (plist-get (support-todo 2) :isCompleted) :json-false))))

(ert-deftest action-undo-of-anyone ()
  "With a prefix argument the newest change is taken back, whoever made it."
  (support-with-list '((:title "one"))
    (support-other '(todo.update :id 1 :title "theirs"))
    (support-user-error "nothing to take back" (todo-server-undo nil))
    (todo-server-undo t)
    (should (equal (support-stored) '(("No category" "one"))))
    (todo-server-redo)
    (should (equal (support-stored) '(("No category" "theirs"))))))

(ert-deftest action-lost-deletion-cannot-be-taken-back ()
  "When the server died with the answer to a deletion, its revision is not known: that
is said, and what was done before can still be taken back."
  (support-with-list '((:title "one") (:title "two"))
    (support-go "two")
    (todo-server-tick)
    (support-go "one")
    (support-losing-reply 'todo.delete
      (support-answering '(t) (call-interactively #'todo-server-delete)))
    (should (equal (support-stored) '(("No category" "two"))))
    (support-user-error "during that (deleted “one”)" (todo-server-undo nil))
    (todo-server-undo nil)
    (should (eq (plist-get (support-todo 2) :isCompleted) :json-false))))

(ert-deftest action-never-overwrites ()
  "Whatever is done to a todo that somebody has just changed is refused, and theirs is shown."
  (dolist (command (list #'todo-server-tick #'todo-server-star #'todo-server-move-down
                         (lambda () (todo-server-set-due (todo-server-at-point) "2030-01-01"))
                         (lambda () (todo-server-move-to-section (todo-server-at-point) "B"))
                         (lambda () (support-answering '(t) (call-interactively #'todo-server-delete)))))
    (support-with-list '((:title "one") (:title "two"))
      (support-go "one")
      (let ((theirs (support-other '(todo.update :id 1 :title "theirs"))))
        (support-user-error "Now: “theirs”" (funcall command))
        (should (equal theirs (support-todo 1)))
        (support-wait "theirs on the screen"
          (equal (support-titles) '(("No category" "theirs" "two"))))
        (support-user-error "nothing to take back" (todo-server-undo nil))))))

(ert-deftest action-title-shows-theirs-and-asks-again ()
  "A title that somebody else changed meanwhile is shown before another one is taken."
  (support-with-list '((:title "one"))
    (support-go "one")
    (support-answering
        (list (lambda (_) (support-other '(todo.update :id 1 :title "theirs")) "mine")
              (lambda (prompt)
                (should (string-match-p "Now it is “theirs”" prompt))
                (should (equal (support-stored) '(("No category" "theirs"))))
                "ours"))
      (call-interactively #'todo-server-edit-title))
    (should (equal (support-stored) '(("No category" "ours"))))))

(ert-deftest action-says-that-a-todo-is-gone ()
  "A todo that somebody has just deleted is said to be gone, and goes."
  (support-with-list '((:title "one") (:title "two"))
    (support-go "one")
    (support-other '(todo.delete :id 1))
    (should-error (todo-server-tick) :type 'user-error)
    (support-wait "it to go" (equal (support-titles) '(("No category" "two"))))))

(ert-deftest action-waits-for-a-locked-store ()
  "A store that somebody holds is said in a sentence; when it is free, a yes does it, once."
  (skip-unless (executable-find "python3"))
  (support-with-list '((:title "one"))
    (support-with-lock
      (support-answering
          (list (lambda (question)
                  (should (string-match-p "Try again\\?" question))
                  (should (string-match-p "another program" question))
                  (support-unlock)
                  t))
        (todo-server-add "two" "" "" nil)))
    (should (equal (support-stored) '(("No category" "one" "two"))))
    (support-with-lock
      (support-user-error "another program"
        (support-answering '(nil) (todo-server-add "three" "" "" nil))))
    (should (equal (support-stored) '(("No category" "one" "two"))))))

(provide 'action-tests)
;;; action-tests.el ends here

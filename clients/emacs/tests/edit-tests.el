;;; edit-tests.el --- Tests: editing title and detail, and pets  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defmacro edit-tests--with (todo &rest body)
  "Do BODY in the buffer that edits TODO, params of todo.create."
  (declare (indent 1) (debug t))
  `(support-with-list (list ,todo)
     (todo-server-open)
     (should (eq major-mode 'todo-server-edit-mode))
     ,@body))

(defun edit-tests--type (title detail)
  "Make the text of this buffer TITLE and DETAIL."
  (erase-buffer)
  (insert title "\n\n" detail))

(ert-deftest edit-saves-title-and-detail ()
  "What is typed is stored, the list shows it, and undo takes it back."
  (edit-tests--with '(:title "one" :detail "first\n\nsecond\n")
    (should (equal (buffer-string) "one\n\nfirst\n\nsecond\n"))
    (let ((buffer (current-buffer)))
      (edit-tests--type "eins" "\n  zwei 🐈\n\n")
      (todo-server-edit-save)
      (should-not (buffer-live-p buffer)))
    (should (equal (plist-get (support-todo 1) :title) "eins"))
    (should (equal (plist-get (support-todo 1) :detail) "\n  zwei 🐈\n\n"))
    (set-buffer (get-buffer (format "*todo: %s*" support-store)))
    (should (equal (support-titles) '(("No category" "eins"))))
    (todo-server-undo nil)
    (should (equal (plist-get (support-todo 1) :detail) "first\n\nsecond\n"))))

(ert-deftest edit-changes-nothing-that-was-not-typed ()
  "To save an unchanged text changes nothing, whatever blanks are in it."
  (dolist (detail '("" "\n" "a" "\n\na\n\n" " \n b"))
    (edit-tests--with (list :title "one" :detail detail)
      (todo-server-edit-save)
      (should (equal (plist-get (support-todo 1) :revision) 1)))))

(ert-deftest edit-can-be-dropped ()
  "What was typed is dropped after a question, and nothing is stored."
  (edit-tests--with '(:title "one")
    (insert "x")
    (let ((buffer (current-buffer)))
      (support-answering '(nil) (todo-server-edit-drop))
      (should (buffer-live-p buffer))
      (support-answering '(t) (todo-server-edit-drop))
      (should-not (buffer-live-p buffer)))
    (should (equal (plist-get (support-todo 1) :revision) 1))))

(ert-deftest edit-takes-over-what-only-they-changed ()
  "Their title and my detail come together without a question."
  (edit-tests--with '(:title "one" :detail "d")
    (edit-tests--type "one" "mine")
    (support-other '(todo.update :id 1 :title "theirs" :isCompleted t))
    (todo-server-edit-save)
    (let ((todo (support-todo 1)))
      (should (equal (plist-get todo :title) "theirs"))
      (should (equal (plist-get todo :detail) "mine"))
      (should (eq (plist-get todo :isCompleted) t)))))

(ert-deftest edit-shows-both-where-both-changed ()
  "Where both changed the same, both are shown, and theirs stays until one is chosen."
  (edit-tests--with '(:title "one" :detail "d")
    (edit-tests--type "mine" "my detail")
    (let ((theirs (support-other '(todo.update :id 1 :title "theirs" :detail "their detail"))))
      (support-user-error "Somebody has changed this meanwhile" (todo-server-edit-save))
      (should (equal (buffer-string)
                     (concat "<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\n\n"
                             "<<<<<<< mine\nmy detail\n=======\ntheir detail\n>>>>>>> theirs\n")))
      (should smerge-mode)
      (support-user-error "First choose" (todo-server-edit-save))
      (should (equal theirs (support-todo 1)))
      (should (looking-at "<<<<<<< mine\nmine"))
      (smerge-keep-upper)
      (smerge-next)
      (smerge-keep-lower)
      (todo-server-edit-save)
      (should (equal (plist-get (support-todo 1) :title) "mine"))
      (should (equal (plist-get (support-todo 1) :detail) "their detail")))))

(ert-deftest edit-is-not-fooled-twice ()
  "Somebody who changes it again while it is merged is not overwritten either."
  (edit-tests--with '(:title "one")
    (edit-tests--type "mine" "")
    (support-other '(todo.update :id 1 :title "theirs"))
    (support-user-error "Somebody" (todo-server-edit-save))
    (edit-tests--type "mine" "")
    (let ((theirs (support-other '(todo.update :id 1 :title "theirs again"))))
      (support-user-error "Somebody" (todo-server-edit-save))
      (should (equal theirs (support-todo 1)))
      (should (string-match-p "theirs again" (buffer-string))))))

(ert-deftest edit-adds-what-was-deleted-meanwhile ()
  "A text whose todo is gone can be added as a new todo, or stays here."
  (edit-tests--with '(:title "one" :category "Home")
    (edit-tests--type "mine" "detail")
    (support-other '(todo.delete :id 1))
    (support-user-error "your text is still here"
      (support-answering '(nil) (todo-server-edit-save)))
    (should (equal (buffer-string) "mine\n\ndetail"))
    (support-answering '(t) (todo-server-edit-save))
    (should (equal (support-stored) '(("Home" "mine"))))
    (should (equal (plist-get (support-todo 2) :detail) "detail"))))

(ert-deftest edit-survives-a-lost-answer ()
  "When the server dies with the answer, what was typed is stored once, and is mine."
  (edit-tests--with '(:title "one")
    (edit-tests--type "mine" "")
    (support-losing-reply 'todo.update (todo-server-edit-save))
    (should (equal (support-stored) '(("No category" "mine"))))
    (should (equal (plist-get (support-todo 1) :revision) 2))))

(ert-deftest edit-keeps-its-key-until-there-is-an-answer ()
  "What was stored although no answer came is not taken for somebody else's."
  (edit-tests--with '(:title "one")
    (edit-tests--type "mine" "")
    (let ((todo-server-timeout 0.5)
          (lose (lambda (receive connection message)
                  (unless (plist-get message :result) (funcall receive connection message)))))
      (advice-add 'jsonrpc-connection-receive :around lose)
      (unwind-protect
          (support-user-error "your text is still here"
            (support-answering '(nil) (todo-server-edit-save)))
        (advice-remove 'jsonrpc-connection-receive lose)))
    (should (equal (support-stored) '(("No category" "mine"))))
    (todo-server-edit-save)
    (should (equal (plist-get (support-todo 1) :revision) 2))))

(ert-deftest edit-says-why-not ()
  "What the server refuses is said, and the text stays."
  (edit-tests--with '(:title "one")
    (edit-tests--type "" "detail")
    (support-user-error "your text is still here" (todo-server-edit-save))
    (should (equal (buffer-string) "\n\ndetail"))))

(ert-deftest edit-outlives-its-list ()
  "A text can be saved when the list is closed, and the server ends with the last buffer."
  (edit-tests--with '(:title "one")
    (kill-buffer (format "*todo: %s*" support-store))
    (edit-tests--type "mine" "Heading\n=======\n")
    (let ((process (support-process)))
      (todo-server-edit-save)
      (support-wait "its end" (not (process-live-p process))))
    (should (equal (plist-get (support-todo 1) :detail) "Heading\n=======\n"))))

(ert-deftest edit-opens-each-todo-once ()
  "To open a todo again goes to the text that is being edited."
  (edit-tests--with '(:title "one")
    (insert "x")
    (let ((buffer (current-buffer)))
      (set-buffer (get-buffer (format "*todo: %s*" support-store)))
      (todo-server-open)
      (should (eq (current-buffer) buffer))
      (should (equal (buffer-string) "xone\n\n")))))

(ert-deftest pet-comes-without-a-network ()
  "A drawn cat or dog stands above the list, with its file; the list waits for nothing."
  (support-with-list '((:title "one"))
    (dolist (pet '((todo-server-cat . "🐈") (todo-server-dog . "🐕")))
      (funcall (car pet))
      (should (string-match-p "Looking for a" (buffer-string)))
      (todo-server-tick)
      (support-wait "the pet"
        (string-match (concat "\\`" (cdr pet) " .*drawn, for want of a network  \\(.*\\)$") (buffer-string)))
      (should (file-readable-p (match-string 1 (buffer-string))))
      (should (equal (support-titles) '(("No category" "one")))))))

(ert-deftest pet-of-the-newest-key-is-shown ()
  "Who asks for a cat and then for a dog gets the dog."
  (support-with-list nil
    (todo-server-cat)
    (todo-server-dog)
    (support-wait "the pet" (string-match-p "drawn" (buffer-string)))
    (support-settle)
    (should (string-match-p "\\`🐕" (buffer-string)))))

(provide 'edit-tests)
;;; edit-tests.el ends here

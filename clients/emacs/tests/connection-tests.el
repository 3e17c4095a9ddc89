;;; connection-tests.el --- Tests: the server and its ends  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest connection-answers-and-refuses ()
  "A result comes as a plist; a refusal is a condition with the server's sentence."
  (support-with-list nil
    (let ((todo (todo-server-call todo-server-list-client 'todo.create '(:title "한글 🥛"))))
      (should (equal (plist-get todo :title) "한글 🥛"))
      (should (eq (plist-get todo :isCompleted) :json-false))
      (should (null (plist-get todo :dueOn))))
    (let ((condition (should-error (todo-server-call todo-server-list-client 'todo.create
                                                     '(:title ""))
                                   :type 'todo-server-refused)))
      (should (equal (todo-server-error-kind condition) "invalidParams"))
      (should (equal (todo-server-error-data condition :path) "/title"))
      (should (stringp (todo-server-error-text condition))))))

(ert-deftest connection-refuses-what-is-not-unicode ()
  "Bytes that are no text are refused before they are sent, and nothing breaks."
  (support-with-list nil
    (should-error (todo-server-call todo-server-list-client 'todo.create
                                    (list :title (string ?a #x3fff80)))
                  :type 'todo-server-refused)
    (todo-server-call todo-server-list-client 'todo.create '(:title "after"))
    (should (equal (support-stored) '(("No category" "after"))))))

(ert-deftest connection-carries-long-text ()
  "A detail of 300,000 characters goes there and back."
  (support-with-list nil
    (let* ((detail (apply #'concat (make-list 30000 "가나다 abc 🐈\n")))
           (todo (todo-server-call todo-server-list-client 'todo.create
                                   (list :title "long" :detail detail))))
      (should (equal detail (plist-get todo :detail)))
      (should (equal detail (plist-get (support-todo (plist-get todo :id)) :detail))))))

(ert-deftest connection-survives-a-killed-server ()
  "A server that is killed is followed by another, and the list goes on by itself."
  (support-with-list '((:title "one"))
    (support-kill)
    (support-wait "another server" (and (todo-server-client-connection todo-server-list-client)
                                        (process-live-p (support-process))))
    (support-other '(todo.create :title "two"))
    (support-wait "the change" (equal (support-titles) '(("No category" "one" "two"))))
    (should (null todo-server-list-problem))))

(ert-deftest connection-does-nothing-twice ()
  "A write whose answer is lost with the server is sent again, and done once."
  (support-with-list '((:title "one"))
    (let ((todo (support-losing-reply 'todo.create
                  (todo-server-add "two" "" "" nil))))
      (should (equal (plist-get todo :id) 2)))
    (should (equal (support-stored) '(("No category" "one" "two"))))
    (support-wait "it on the screen" (equal (support-titles) '(("No category" "one" "two"))))))

(ert-deftest connection-survives-kill-after-kill ()
  "Todos that are added while the server is killed all the time are there, once each."
  (support-with-list nil
    (let ((killer (run-at-time 0.02 0.11 (lambda () (ignore-errors (support-kill)))))
          (titles (cl-loop for number from 1 to 30 collect (format "todo %d" number))))
      (unwind-protect
          (dolist (title titles) (todo-server-add title "" "" nil))
        (cancel-timer killer))
      (should (equal (support-stored) (list (cons "No category" titles))))
      (support-wait "all on the screen"
        (equal (support-titles) (list (cons "No category" titles)))))))

(ert-deftest connection-notices-a-hanging-server ()
  "One that does not answer is restarted if the person agrees, and nothing is done twice."
  (support-with-list '((:title "one"))
    (let ((todo-server-timeout 1)
          (lose (lambda (receive connection message)
                  (unless (plist-get message :result) (funcall receive connection message)))))
      (advice-add 'jsonrpc-connection-receive :around lose)
      (support-answering (list (lambda (question)
                                 (should (string-match-p "did not answer" question))
                                 (advice-remove 'jsonrpc-connection-receive lose)
                                 (setq todo-server-timeout support-limit)
                                 t))
        (todo-server-add "two" "" "" nil)))
    (should (equal (support-stored) '(("No category" "one" "two"))))))

(ert-deftest connection-says-that-it-waits-only-as-long-as-it-does ()
  "When the answer is there, what was said of waiting for it is gone."
  (support-with-list '((:title "one"))
    (support-go "one")
    (support-with-lock
      (let (echo told)
        (cl-letf (((symbol-function 'current-message) (lambda () echo))
                  ((symbol-function 'message)
                   (lambda (format &rest arguments)
                     (setq echo (and format (apply #'format-message format arguments)))
                     (when (and echo (not told) (string-prefix-p "Waiting" echo))
                       (setq told t)
                       (support-unlock))
                     echo)))
          (todo-server-star))
        (should told)
        (should (null echo))))
    (should (eq (plist-get (support-todo 1) :isToday) t))))

(ert-deftest connection-notices-a-stopped-server ()
  "One that is stopped is restarted if the person agrees."
  (support-with-list '((:title "one"))
    (signal-process (support-process) 'SIGSTOP)
    (support-wait "that to be known" (eq (process-status (support-process)) 'stop))
    (support-answering (list (lambda (question) (string-match-p "is stopped" question)))
      (todo-server-add "two" "" "" nil))
    (should (equal (support-stored) '(("No category" "one" "two"))))))

(ert-deftest connection-quit-cancels ()
  "To quit a command that waits for a locked store is to take it back."
  (support-with-list '((:title "one"))
    (support-with-lock
      (should (eq 'quit
                  (condition-case nil
                      (progn
                        (run-at-time 0.3 nil (lambda () (setq quit-flag t)))
                        (todo-server-add "two" "" "" nil))
                    (quit 'quit)))))
    (todo-server-add "three" "" "" nil)
    (should (equal (support-stored) '(("No category" "one" "three"))))))

(ert-deftest connection-says-that-there-is-no-server ()
  "A missing executable is said in a sentence; when it is there, g goes on."
  (support-with-folder
    (let ((todo-server-command (expand-file-name "nothing" support-folder)))
      (todo-server)
      (support-wait "the sentence" (string-match-p "There is no program" (buffer-string))))
    (revert-buffer)
    (support-settle)
    (should (null todo-server-list-problem))))

(ert-deftest connection-says-that-the-server-keeps-ending ()
  "The server's last words are on the screen."
  (support-with-folder
    (let ((todo-server-arguments '("--no-such-option")))
      (todo-server)
      (support-wait "the words" (string-match-p "keeps ending: .*--no-such-option" (buffer-string))))
    (support-settle)
    (should (null todo-server-list-problem))))

(ert-deftest connection-ends-with-the-last-list ()
  "Two stores are two servers; each ends when its list is killed."
  (support-with-list '((:title "one"))
    (let ((first (current-buffer))
          (process (support-process)))
      (todo-server (expand-file-name "other.sqlite" support-folder))
      (support-settle)
      (should-not (eq process (support-process)))
      (kill-buffer)
      (with-current-buffer first
        (should (process-live-p process))
        (should (equal (support-titles) '(("No category" "one")))))
      (kill-buffer first)
      (support-wait "its end" (not (process-live-p process)))
      (should (equal 0 (process-exit-status process))))))

(ert-deftest connection-leaves-no-buffers ()
  "When a list is closed, what the library made for its server goes too."
  (let ((before (buffer-list)))
    (support-with-list '((:title "one"))
      (support-kill)
      (support-wait "another server" (> todo-server--back 1)))
    (support-wait "the buffers to go"
      (not (cl-some (lambda (buffer) (string-match-p "todo-server-[0-9]" (buffer-name buffer)))
                    (cl-set-difference (buffer-list) before))))))

(provide 'connection-tests)
;;; connection-tests.el ends here

;;; support.el --- What the tests of todo-server.el share  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Each test has a folder of its own, the real server (SERVER), and what else it
;; takes to wait for things to happen.  Nothing listens where pets would come
;; from, so no test leaves the machine.

;;; Code:

(require 'ert)
(require 'todo-server)

(defconst support-limit 20 "How many seconds anything may take.")

(defvar support-folder nil "The folder of the present test.")
(defvar support-store nil "The store of the present test.")

(defun support-server ()
  "The server under test."
  (expand-file-name (or (getenv "SERVER") (error "Name the server in SERVER"))))

(defmacro support-wait (what &rest condition)
  "Wait until CONDITION holds, and give its value; WHAT says what that is."
  (declare (indent 1) (debug t))
  `(let ((deadline (+ (float-time) support-limit)) value)
     (while (not (setq value (progn ,@condition)))
       (when (> (float-time) deadline)
         (ert-fail (format "Waited in vain for %s.  The buffer:\n%s" ,what (buffer-string))))
       (accept-process-output nil 0.02))
     value))

(defmacro support-with-folder (&rest body)
  "Do BODY with a folder of its own, which is gone afterwards."
  (declare (indent 0) (debug t))
  `(let* ((support-folder (make-temp-file "todo-server-el-" t))
          (support-store (expand-file-name "todos.sqlite" support-folder))
          (todo-server-command (support-server))
          (todo-server-store support-store)
          (todo-server-timeout support-limit)
          (todo-server-arguments
           (list "--cache" (expand-file-name "pets" support-folder)
                 "--cat-api" "http://127.0.0.1:1" "--dog-api" "http://127.0.0.1:1")))
     (unwind-protect (save-window-excursion ,@body)
       (support-clean))))

(defun support-clean ()
  "Kill the buffers of the present test, wait for its servers, delete its folder."
  (dolist (buffer (buffer-list))
    (when (memq (buffer-local-value 'major-mode buffer)
                '(todo-server-mode todo-server-edit-mode))
      (kill-buffer buffer)))
  (mapc #'todo-server-client-close todo-server--clients)
  (support-wait "the servers to end"
    (not (cl-some (lambda (process) (string-match-p "\\`todo-server-[0-9]+\\'" (process-name process)))
                  (process-list))))
  (delete-directory support-folder t))

(defmacro support-with-list (todos &rest body)
  "Do BODY in the list of a store that holds TODOS, params of todo.create."
  (declare (indent 1) (debug t))
  `(support-with-folder
     (let ((todos ,todos))
       (when todos (apply #'support-other (mapcar (lambda (todo) (cons 'todo.create todo)) todos)))
       (todo-server)
       (support-settle)
       ,@body)))

(defun support-settle ()
  "Wait until the list of this buffer has come, and nothing is under way."
  (support-wait "the list"
    (and todo-server-list-today
         (not todo-server-list--refreshing)
         (not todo-server-list--timer)
         (not todo-server-list--loading))))


;;; Somebody else

(defun support-other (&rest requests)
  "Have another server on the store carry out REQUESTS, each (METHOD . PARAMS).
Give the results, or for a single request its result.  Nothing that the server
under test says is heard meanwhile."
  (let ((input (mapconcat
                (lambda (request)
                  (json-serialize (list :jsonrpc "2.0" :id 1
                                        :method (symbol-name (car request))
                                        :params (or (cdr request) (make-hash-table)))
                                  :false-object :json-false :null-object nil))
                requests "\n"))
        (coding-system-for-read 'utf-8-unix)
        (coding-system-for-write 'utf-8-unix))
    (with-temp-buffer
      (insert input)
      (call-process-region (point-min) (point-max) (support-server) t (list t nil) nil
                           "--store" support-store)
      (goto-char (point-min))
      (let ((results (cl-loop for reply = (ignore-errors
                                            (json-parse-buffer :object-type 'plist
                                                               :false-object :json-false
                                                               :null-object nil))
                              while reply
                              do (when (plist-get reply :error) (error "%S" reply))
                              collect (plist-get reply :result))))
        (if (cdr requests) results (car results))))))

(defun support-stored ()
  "The titles in the store as another server gives them: ((SECTION TITLE...)...)."
  (mapcar (lambda (section)
            (cons (plist-get section :title)
                  (mapcar (lambda (todo) (plist-get todo :title)) (plist-get section :todos))))
          (plist-get (support-other '(sections.list :limit 1000)) :sections)))

(defun support-todo (id)
  "The todo ID, as another server gives it."
  (support-other (list 'todo.get :id id)))

(defun support-process ()
  "The process of the server under test."
  (oref (todo-server-client-connection todo-server-list-client) child))

(defun support-kill ()
  "Kill the server under test."
  (signal-process (support-process) 'SIGKILL))

(defmacro support-losing-reply (method &rest body)
  "Do BODY, but kill the server when it answers METHOD first.
Neither that answer nor anything behind it is heard."
  (declare (indent 1) (debug t))
  `(let* ((id nil) (lost nil)
          (note (lambda (_connection &rest message)
                  (when (and (not id) (eq (plist-get message :method) ,method))
                    (setq id (plist-get message :id)))))
          (lose (lambda (receive connection message)
                  (when (and id (not lost) (equal id (plist-get message :id)))
                    (setq lost connection)
                    (signal-process (oref connection child) 'SIGKILL))
                  (unless (eq connection lost) (funcall receive connection message)))))
     (advice-add 'jsonrpc-connection-send :before note)
     (advice-add 'jsonrpc-connection-receive :around lose)
     (unwind-protect (prog1 (progn ,@body) (should lost))
       (advice-remove 'jsonrpc-connection-send note)
       (advice-remove 'jsonrpc-connection-receive lose))))

(defmacro support-with-lock (&rest body)
  "Do BODY while another program holds the store; (support-unlock) lets it go."
  (declare (indent 0) (debug t))
  `(let ((locker (support--lock)))
     (cl-flet ((support-unlock ()
                 (process-send-eof locker)
                 (support-wait "the lock to go" (not (process-live-p locker)))))
       (unwind-protect (progn ,@body)
         (when (process-live-p locker) (support-unlock))))))

(defun support--lock ()
  "Start a program that holds the store until its input ends."
  (let* ((said "")
         (locker (make-process
                  :name "locker" :connection-type 'pipe :noquery t
                  :command (list "python3" "-c" "
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute('BEGIN IMMEDIATE')
print('locked', flush=True)
sys.stdin.read()
" support-store)
                  :filter (lambda (_process text) (setq said (concat said text))))))
    (support-wait "the lock" (string-match-p "locked" said))
    locker))


;;; The person

(defmacro support-answering (answers &rest body)
  "Do BODY, and give each question the next of ANSWERS.
An answer is a string, t or nil, or a function that is called for it.  A
question that is not expected fails the test, as does one that never came."
  (declare (indent 1) (debug t))
  `(let ((answers ,answers))
     (cl-flet ((answer (prompt &rest _)
                 (unless answers (ert-fail (format "Not expected: %s" prompt)))
                 (let ((answer (pop answers)))
                   (if (functionp answer) (funcall answer prompt) answer))))
       (cl-letf (((symbol-function 'read-string) #'answer)
                 ((symbol-function 'completing-read) #'answer)
                 ((symbol-function 'y-or-n-p) #'answer))
         (prog1 (progn ,@body)
           (when answers (ert-fail (format "Never asked for: %S" answers))))))))

(defun support-go (title)
  "Go to the todo that has TITLE."
  (goto-char (point-min))
  (unless (search-forward title nil t) (ert-fail (format "Not on the screen: %s" title)))
  (goto-char (match-beginning 0)))

(defun support-titles ()
  "The titles on the screen by section: ((SECTION TITLE...)...)."
  (let (sections)
    (save-excursion
      (goto-char (point-min))
      (while (not (eobp))
        (pcase (todo-server-draw-row)
          (`(heading ,_ ,title . ,_) (push (list title) sections))
          (`(todo ,_ ,todo . ,_) (push (plist-get todo :title) (car sections))))
        (forward-line)))
    (nreverse (mapcar #'nreverse sections))))

(defun support-here ()
  "The title of the todo at point."
  (plist-get (todo-server-at-point) :title))

(defmacro support-user-error (words &rest body)
  "Do BODY, which must end in a `user-error' that says WORDS."
  (declare (indent 1) (debug t))
  `(should (string-match-p (regexp-quote ,words)
                           (cadr (should-error (progn ,@body) :type 'user-error)))))

(provide 'support)
;;; support.el ends here

;;; todo-server-request.el --- Asking todo-server  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `todo-server-call' waits for the answer, `todo-server-send' does not.  Both
;; build on asynchronous requests: `jsonrpc-request' leaves its wait by a throw
;; out of the process filter, and what came in the same chunk would lie unread.
;;
;; When the server ends before it answers, `todo-server-call' asks the next one
;; too.  Nothing is done twice, because writes carry a key.

;;; Code:

(require 'todo-server-connection)

(defcustom todo-server-timeout 10
  "How many seconds to wait for an answer of the server.
The server itself waits up to 5 seconds for another program's write."
  :group 'todo-server
  :type 'number)

(defconst todo-server--keyed
  '(todo.create todo.update todo.delete todo.move todo.updateMany todo.deleteMany)
  "The methods that take a key.")

(defun todo-server--repeatable-p (method params)
  "Whether METHOD with PARAMS may be sent twice.
An undo of a certain revision may: the second time it is refused."
  (pcase method
    ('todo.undo (plist-member params :revision))
    ((or 'sections.rename 'sections.move 'sections.delete) nil)
    (_ t)))


;;; What can go wrong

(define-error 'todo-server-refused "Refused" 'todo-server-error)
(define-error 'todo-server-late "No answer" 'todo-server-error)

(defun todo-server-error-text (condition)
  "The sentence for a person in CONDITION."
  (if (and (memq 'todo-server-error (get (car condition) 'error-conditions))
           (stringp (cadr condition)))
      (cadr condition)
    (error-message-string condition)))

(defun todo-server-error-data (condition member)
  "MEMBER of what the server said about CONDITION besides the sentence, or nil."
  (and (eq (car condition) 'todo-server-refused)
       (plist-get (nth 2 condition) member)))

(defun todo-server-error-kind (condition)
  "The server's name for the error in CONDITION, such as \"conflict\"; or nil."
  (todo-server-error-data condition :kind))

(defun todo-server--refusal (connection answer)
  "The condition for ANSWER, an error that came over CONNECTION."
  (if (or (equal (plist-get answer :code) -1)
          (not (jsonrpc-running-p connection)))
      (list 'todo-server-gone "The server ended before it answered")
    (list 'todo-server-refused
          (or (plist-get answer :message) "The server gave no reason")
          (plist-get answer :data))))

(defun todo-server--lateness (method)
  "The condition for a request of METHOD that was not answered in time."
  (list 'todo-server-late (format "The server did not answer %s in time" method)))

(defun todo-server--signal (condition)
  "Signal CONDITION."
  (signal (car condition) (cdr condition)))

(defun todo-server--post (connection method params &rest callbacks)
  "Send METHOD with PARAMS over CONNECTION; CALLBACKS are for the library.
What goes wrong with that is signalled in our own terms."
  (condition-case failure
      (apply #'jsonrpc-async-request connection method params callbacks)
    ((wrong-type-argument json-error json-serialize-error)
     (signal 'todo-server-refused (list "There is something in it that is not Unicode text")))
    (error
     (pcase (process-status (oref connection child))
       ('run (todo-server--signal failure))
       ('stop (signal 'todo-server-late (list "The server is stopped")))
       (_ (signal 'todo-server-gone (list "The server has ended")))))))


;;; Without waiting

(cl-defun todo-server-send (client method params success failure
                                   &optional (timeout todo-server-timeout))
  "Ask the server of CLIENT for METHOD with PARAMS.
Later SUCCESS is called with the result, or FAILURE with a condition, after
TIMEOUT seconds at the latest."
  (cl-flet ((later (function value) (run-at-time 0 nil function value)))
    (condition-case condition
        (let ((connection (todo-server--ensure client)))
          (todo-server--post
           connection method params
           :success-fn (lambda (result) (later success result))
           :error-fn (lambda (answer)
                       (later failure (todo-server--refusal connection answer)))
           :timeout-fn (lambda () (later failure (todo-server--lateness method)))
           :timeout timeout))
      (todo-server-error (later failure condition)))))


;;; Waiting

(defun todo-server-call (client method params)
  "Ask the server of CLIENT for METHOD with PARAMS, and give the result.
What is refused, late or gone for good is signalled."
  (let ((params (todo-server-with-key method params))
        (pauses (and (todo-server--repeatable-p method params) '(0 0.05 0.2 0.5 1)))
        answer)
    (while (not answer)
      (condition-case condition
          (setq answer (list (todo-server--attempt client method params)))
        (todo-server-gone
         (when (or (null pauses) (todo-server-client-closed client))
           (todo-server--signal condition))
         (accept-process-output nil (pop pauses)))))
    (car answer)))

(defun todo-server-with-key (method params)
  "PARAMS with a key, if METHOD takes one and they have none.
The same params with the same key are carried out once, however often sent."
  (if (and (memq method todo-server--keyed) (not (plist-member params :key)))
      (append params (list :key (todo-server--key)))
    params))

(defun todo-server--key ()
  "A key unlike any other."
  (md5 (format "%s %s %s %s" (system-name) (emacs-pid) (float-time) (random))))

(defun todo-server--attempt (client method params)
  "Ask the server of CLIENT once for METHOD with PARAMS."
  (let* ((connection (todo-server--ensure client))
         (answer (todo-server--await connection method params)))
    (pcase (car answer)
      ('result (cdr answer))
      ('late (todo-server--signal (todo-server--lateness method)))
      ('error (todo-server--signal
               (todo-server--refusal connection (cdr answer)))))))

(defun todo-server--await (connection method params)
  "Send METHOD with PARAMS over CONNECTION and wait for the answer.
It is (result . RESULT), (error . ERROR) or (late).  To quit is to cancel.
Who waits long is told so, as long as it is true."
  (let ((begin (float-time)) answer id told)
    (unwind-protect
        (progn
          (todo-server--post
           connection method params
           :success-fn (lambda (result) (setq answer (cons 'result result)))
           :error-fn (lambda (error) (setq answer (cons 'error error)))
           :timeout-fn (lambda () (setq answer (list 'late)))
           :timeout todo-server-timeout)
          (setq id (oref connection last-id))
          (while (not answer)
            (accept-process-output nil 0.5)
            (when (and (not answer) (> (- (float-time) begin) 1))
              (setq told (message "Waiting for the server…  (C-g gives up)"))))
          answer)
      (when (and told (equal (current-message) told)) (message nil))
      (when (and id (memq (car answer) '(nil late)))
        (todo-server--cancel connection id)))))

(defun todo-server--cancel (connection id)
  "Tell the server at CONNECTION that nobody waits for the request ID any more."
  (condition-case nil
      (jsonrpc-notify connection '$/cancelRequest (list :id id))
    (error nil)))

(provide 'todo-server-request)
;;; todo-server-request.el ends here

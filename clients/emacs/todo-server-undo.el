;;; todo-server-undo.el --- Changing a store, and taking it back  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Each change that is made here is remembered by its revision, by which the
;; server can take it back: also after a restart, and no matter what others did
;; meanwhile to other todos.  To take back is a change too, and to take that
;; back is to redo.

;;; Code:

(require 'todo-server-request)

(cl-defstruct (todo-server-deed (:copier nil))
  "A change that was made here."
  (revision nil :documentation "The store's revision by it; nil: not known yet.")
  (words nil :documentation "What it was, for a person.")
  (id nil :documentation "The todo, while the revision is not known.")
  (known 0 :documentation "A revision that is older."))

(defun todo-server-undo-follow (client)
  "Learn from the notifications to CLIENT what revision a deletion made.
The reply to it does not tell."
  (todo-server-listen
   client
   (lambda (event change)
     (when (and (eq event 'changed) (equal (plist-get change :origin) "self"))
       (todo-server-undo--learn client change)))))

(defun todo-server-undo--learn (client change)
  "If a deed of CLIENT is what CHANGE is about, note its revision."
  (let ((revision (plist-get change :revision)))
    (dolist (deed (todo-server-client-undo client))
      (when (and (null (todo-server-deed-revision deed))
                 (seq-contains-p (plist-get change :ids) (todo-server-deed-id deed))
                 (> revision (todo-server-deed-known deed)))
        (setf (todo-server-deed-revision deed) revision)))))


;;; Changing

(defun todo-server-change (client method params words)
  "Have the server of CLIENT do METHOD with PARAMS; give the result.
WORDS say what that is.  It can be taken back, if it changed anything."
  (if (eq method 'todo.delete)
      (todo-server-undo--delete client params words)
    (let* ((result (todo-server-insist client method params))
           (revision (plist-get result :revision)))
      (when (> revision (or (plist-get params :ifRevision) 0))
        (todo-server-undo--note
         client (make-todo-server-deed :revision revision :words words)))
      result)))

(defun todo-server-undo--delete (client params words)
  "Have the server of CLIENT delete the todo of PARAMS; WORDS say what that is.
The deed is noted before: its revision may be told before the reply is read."
  (let ((deed (make-todo-server-deed :words words
                                     :id (plist-get params :id)
                                     :known (plist-get params :ifRevision)))
        (redo (todo-server-client-redo client))
        done)
    (todo-server-undo--note client deed)
    (unwind-protect
        (prog1 (todo-server-insist client 'todo.delete params)
          (setq done t))
      (unless done
        (cl-callf2 remq deed (todo-server-client-undo client))
        (setf (todo-server-client-redo client) redo)))))

(defun todo-server-undo--note (client deed)
  "Note DEED as the newest of CLIENT.  What was taken back before stays so."
  (push deed (todo-server-client-undo client))
  (setf (todo-server-client-redo client) nil))

(defun todo-server-insist (client method params)
  "Have the server of CLIENT do METHOD with PARAMS; give the result.
Where a further attempt may help, ask whether to make one.  It carries the same
key, so nothing is done twice."
  (let ((params (todo-server-with-key method params)) result)
    (while (not result)
      (condition-case condition
          (setq result (list (todo-server-call client method params)))
        (todo-server-refused
         (unless (and (equal (todo-server-error-kind condition) "storeUnavailable")
                      (todo-server-undo--again-p condition "Try again?"))
           (todo-server--signal condition)))
        (todo-server-late
         (unless (todo-server-undo--again-p condition "Restart it and try again?")
           (todo-server--signal condition))
         (todo-server-restart client))))
    (car result)))

(defun todo-server-undo--again-p (condition question)
  "Tell what CONDITION was, and ask QUESTION."
  (y-or-n-p (concat (todo-server-error-text condition) "  " question " ")))


;;; Taking back

(defun todo-server-undo-newest (client)
  "Take back the newest deed of CLIENT.  Give (WORDS . RESULT)."
  (let ((deed (or (car (todo-server-client-undo client))
                  (user-error "There is nothing to take back; C-u takes back anyone's"))))
    (todo-server-undo--await-revision deed)
    (cl-callf2 remq deed (todo-server-client-undo client))
    (unless (todo-server-deed-revision deed)
      (user-error "The server ended during that (%s); C-u takes back the newest change"
                  (todo-server-deed-words deed)))
    (let ((result (todo-server-undo--revert client deed)))
      (push (make-todo-server-deed :revision (plist-get result :revision)
                                   :words (todo-server-deed-words deed))
            (todo-server-client-redo client))
      (cons (todo-server-deed-words deed) result))))

(defun todo-server-redo-newest (client)
  "Do again what CLIENT took back last.  Give (WORDS . RESULT)."
  (let ((deed (or (pop (todo-server-client-redo client))
                  (user-error "There is nothing to do again"))))
    (let ((result (todo-server-undo--revert client deed t)))
      (push (make-todo-server-deed :revision (plist-get result :revision)
                                   :words (todo-server-deed-words deed))
            (todo-server-client-undo client))
      (cons (todo-server-deed-words deed) result))))

(defun todo-server-undo-anyone (client)
  "Take back the newest change in the store of CLIENT, whoever made it."
  (let ((result (todo-server-insist client 'todo.undo '(:scope "store"))))
    (push (make-todo-server-deed :revision (plist-get result :revision)
                                 :words "the newest change")
          (todo-server-client-redo client))
    (cons "the newest change" result)))

(defun todo-server-undo--revert (client deed &optional redo)
  "Have the server of CLIENT take back DEED, or with REDO do it again.
A DEED that cannot be taken back, now or ever, is forgotten; one that only
could not be reached goes back to where it was."
  (condition-case condition
      (todo-server-insist client 'todo.undo
                          (list :revision (todo-server-deed-revision deed)))
    ((todo-server-error quit)
     (unless (member (todo-server-error-kind condition) '("conflict" "notFound" "gone"))
       (if redo
           (push deed (todo-server-client-redo client))
         (push deed (todo-server-client-undo client))))
     (todo-server--signal condition))))

(defun todo-server-undo--await-revision (deed)
  "Wait until the revision of DEED is known, which is but a moment."
  (let ((deadline (+ (float-time) 1)))
    (while (and (null (todo-server-deed-revision deed)) (< (float-time) deadline))
      (accept-process-output nil 0.05))))

(provide 'todo-server-undo)
;;; todo-server-undo.el ends here

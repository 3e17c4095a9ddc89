;;; todo-server-list-model.el --- What a todo list knows of its store  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The variables of a list buffer, its sections, and the rows that show them.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defconst todo-server-list--fields
  ["id" "title" "category" "isCompleted" "isToday" "dueOn" "revision"]
  "The members of a todo that a list shows or needs.")

(defconst todo-server-list--views
  '((all "All" "category" nil)
    (today "Today" "schedule" "today")
    (upcoming "Upcoming" "schedule" "upcoming")
    (initials "Initials" "initial" nil)
    (search "Search" nil nil))
  "Views: symbol, name, grouping of the server, the one section that is shown.")

(defvar-local todo-server-list-client nil
  "The client of this buffer.")

(defvar-local todo-server-list-view 'all
  "The view that this buffer shows, of `todo-server-list--views'.")

(defvar-local todo-server-list-text nil
  "What is searched for, in the view of that name.")

(defvar-local todo-server-list-sections nil
  "The sections of this buffer, in order.")

(defvar-local todo-server-list-index nil
  "The index titles, each with the section that it leads to.")

(defvar-local todo-server-list-today nil
  "The day that counts as today.")

(defvar-local todo-server-list-problem nil
  "Why this list may not be true, or nil.")

(defvar-local todo-server-list-pet nil
  "The pet in the header, or nil.")

(cl-defstruct (todo-server-section (:copier nil))
  id title initial category count completed
  (rows nil :documentation "The todos that are known, from the first one on.")
  (cursor nil :documentation "Where those go on that are not; nil at the end.")
  (asked nil :documentation "Whether any page of them has come.")
  (wanted 0 :documentation "How many should be known; 0 until it is seen.")
  (folded nil :documentation "Whether only its title is shown."))


;;; Looking things up

(defun todo-server-list--view (&optional member)
  "What there is to know of the present view: its name, or MEMBER, a number."
  (nth (or member 1) (assq todo-server-list-view todo-server-list--views)))

(defun todo-server-list-section (id)
  "The section of this buffer that has ID, or nil."
  (cl-find id todo-server-list-sections :key #'todo-server-section-id :test #'equal))

(defun todo-server-list--count (section)
  "Count the todos of SECTION, which are all known."
  (let ((rows (todo-server-section-rows section)))
    (setf (todo-server-section-count section) (length rows)
          (todo-server-section-completed section)
          (cl-count t rows :key (lambda (todo) (plist-get todo :isCompleted))))))

(defun todo-server-list--listed (todo)
  "TODO with the members that a list asks for alone."
  (cl-loop for name across todo-server-list--fields
           for member = (intern (concat ":" name))
           append (list member (plist-get todo member))))


;;; Rows

(defun todo-server-list-rows ()
  "The rows of this buffer as they should be."
  (append
   (and todo-server-list-pet (list (list 'pet nil todo-server-list-pet)))
   (and todo-server-list-problem
        (list (list 'note 'problem (concat todo-server-list-problem "  (g tries again)"))))
   (cl-mapcan #'todo-server-list--section-rows todo-server-list-sections)
   (and (null todo-server-list-sections)
        (list (list 'note 'empty (if todo-server-list-today
                                     "No todos yet: a adds one"
                                   "Asking the server…"))))))

(defun todo-server-list--section-rows (section)
  "The rows of SECTION: its heading, its todos, and whether there are more."
  (let* ((id (todo-server-section-id section))
         (folded (todo-server-section-folded section))
         (rows (todo-server-section-rows section))
         (count (todo-server-section-count section)))
    `((gap ,id)
      (heading ,id ,(todo-server-section-title section)
               ,(todo-server-section-initial section)
               ,count ,(todo-server-section-completed section) ,folded)
      ,@(unless folded
          (mapcar #'todo-server-list--todo-row rows))
      ,@(when (and (not folded) (todo-server-list--has-more section))
          `((more ,id ,(and count (- count (length rows)))))))))

(defun todo-server-list--has-more (section)
  "Whether SECTION has todos that are not known."
  (or (todo-server-section-cursor section)
      (not (or (todo-server-section-asked section)
               (equal (todo-server-section-count section) 0)))))

(defun todo-server-list--todo-row (todo)
  "The row of TODO.
It names the category where the section does not, and today if that matters."
  (let ((category (plist-get todo :category)))
    (list 'todo (plist-get todo :id) todo
          (and (not (eq todo-server-list-view 'all))
               (not (equal category ""))
               category)
          (and (plist-get todo :dueOn) todo-server-list-today))))

(provide 'todo-server-list-model)
;;; todo-server-list-model.el ends here

;;; todo-server-list.el --- A todo list in a buffer  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What a buffer shows of a store, and how that stays true.
;;
;; Sections come with their counts; their todos come page by page, when they are
;; about to be seen.  When anything has changed, the sections and as many todos
;; of each as are known are asked for again, all at once and without waiting;
;; when the last answer is there, they take the place of the former ones.  So a
;; list is never half old and half new, and until then it is as it was.

;;; Code:

(require 'todo-server-draw)
(require 'todo-server-list-model)
(require 'todo-server-request)

(defcustom todo-server-page-size 100
  "How many todos are asked for at a time."
  :group 'todo-server
  :type 'integer)

(defconst todo-server-list--most 1000
  "How many todos the server gives at a time at most.")

(defvar-local todo-server-list--refreshing nil
  "When the refresh that is under way began, or nil.")

(defvar-local todo-server-list--again nil
  "Whether something has changed since that refresh began.")

(defvar-local todo-server-list--fresh t
  "Whether nothing of the present view has been shown yet.")

(defvar-local todo-server-list--generation 0
  "Counts refreshes and views, to tell answers that come too late.")

(defvar-local todo-server-list--timer nil
  "What begins the next refresh.")

(defvar-local todo-server-list--loading nil
  "Sections for which a page is under way.")


;;; Asking

(defun todo-server-list--ask (method params receive)
  "Ask for METHOD with PARAMS, and RECEIVE the result in this buffer.
An answer that comes after the next refresh has begun is passed over."
  (let ((buffer (current-buffer))
        (generation todo-server-list--generation))
    (cl-flet ((here (function value)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (when (= generation todo-server-list--generation)
                      (funcall function value))))))
      (todo-server-send todo-server-list-client method params
                        (lambda (result) (here receive result))
                        (lambda (condition) (here #'todo-server-list--fail condition))))))

(defun todo-server-list--fail (condition)
  "End the refresh, because of CONDITION; what is shown stays."
  (cl-incf todo-server-list--generation)
  (setq todo-server-list--refreshing nil
        todo-server-list--loading nil)
  ;; When a server ends, another one follows, and then all is asked again.
  (unless (eq (car condition) 'todo-server-gone)
    (setq todo-server-list-problem (todo-server-error-text condition)))
  ;; Nothing is asked for in turn: it might fail likewise, again and again.
  (todo-server-draw (todo-server-list-rows)))

(defun todo-server-list-refresh ()
  "Ask for all that is shown, without waiting."
  (if todo-server-list--refreshing
      (setq todo-server-list--again t)
    (todo-server-list--cancel-timer)
    (cl-incf todo-server-list--generation)
    (setq todo-server-list--refreshing (float-time)
          todo-server-list--again nil
          todo-server-list--loading nil)
    (if (eq todo-server-list-view 'search)
        (todo-server-list--receive-search)
      (todo-server-list--ask
       'sections.list (todo-server-list--sections-params)
       #'todo-server-list--receive-sections))))

(defun todo-server-list--sections-params ()
  "The params of sections.list for the present view.
The first todo of a section tells its category, which the title may not."
  (if (eq todo-server-list-view 'all)
      '(:groupBy "category" :limit 1 :fields ["category"])
    (list :groupBy (todo-server-list--view 2) :includeTodos :json-false)))

(defun todo-server-list--receive-search ()
  "Go on with the refresh of a search, which has one section."
  (let ((section (or (car todo-server-list-sections)
                     (make-todo-server-section
                      :id "search" :wanted todo-server-page-size))))
    (todo-server-list--fill
     (list (make-todo-server-section
            :id "search"
            :title (format "“%s”" todo-server-list-text)
            :wanted (todo-server-section-wanted section)))
     nil (todo-server-day-today))))

(defun todo-server-list--receive-sections (result)
  "Go on with the refresh when RESULT of sections.list has come."
  (let ((only (todo-server-list--view 3))
        (known (make-hash-table :test #'equal))
        (all (plist-get result :sections)))
    (dolist (section todo-server-list-sections)
      (puthash (todo-server-section-id section) section known))
    (todo-server-list--fill
     (cl-loop for each across all
              for id = (plist-get each :id)
              when (or (null only) (equal only id))
              collect (todo-server-list--section each (gethash id known)))
     (cl-loop for entry across (plist-get result :index)
              collect (cons (plist-get entry :title)
                            (plist-get (aref all (plist-get entry :section)) :id)))
     (plist-get result :today))))

(defun todo-server-list--section (members before)
  "The section that MEMBERS describe, to be loaded as far as BEFORE, if not nil."
  (let ((first (plist-get members :todos)))
    (make-todo-server-section
     :id (plist-get members :id)
     :title (plist-get members :title)
     :initial (plist-get members :indexTitle)
     :category (and (> (length first) 0) (plist-get (aref first 0) :category))
     :count (plist-get members :count)
     :completed (plist-get members :completedCount)
     :wanted (if before (todo-server-section-wanted before) 0)
     :folded (and before (todo-server-section-folded before)))))

(defun todo-server-list--fill (sections index today)
  "Ask for the todos of SECTIONS; then they, INDEX and TODAY are the new list."
  (todo-server-list--want-first-page sections)
  (let* ((wanting (cl-remove-if (lambda (section)
                                  (or (todo-server-section-folded section)
                                      (zerop (todo-server-section-wanted section))))
                                sections))
         (left (length wanting))
         (finish (lambda () (todo-server-list--take sections index today))))
    (if (zerop left)
        (funcall finish)
      (dolist (section wanting)
        (todo-server-list--fetch section
                                 (lambda ()
                                   (when (zerop (cl-decf left)) (funcall finish))))))))

(defun todo-server-list--want-first-page (sections)
  "See that of SECTIONS as many come with todos as fit a page.
So a short list is there as a whole, and at once."
  (let ((room todo-server-page-size))
    (dolist (section sections)
      (unless (todo-server-section-folded section)
        (when (and (> room 0) (zerop (todo-server-section-wanted section)))
          (setf (todo-server-section-wanted section) todo-server-page-size))
        (cl-decf room (or (todo-server-section-count section) room))))))

(defun todo-server-list--fetch (section done)
  "Ask for more todos of SECTION until there are as many as wanted; then call DONE."
  (let ((missing (- (todo-server-section-wanted section)
                    (length (todo-server-section-rows section)))))
    (todo-server-list--ask
     'todo.list (todo-server-list--page-params section (min missing todo-server-list--most))
     (lambda (page)
       (todo-server-list--append-page section page)
       (if (and (todo-server-section-cursor section)
                (< (length (todo-server-section-rows section))
                   (todo-server-section-wanted section)))
           (todo-server-list--fetch section done)
         (funcall done))))))

(defun todo-server-list--page-params (section limit)
  "The params of todo.list for the next LIMIT todos of SECTION."
  (let ((cursor (todo-server-section-cursor section)))
    `(:filter ,(if (eq todo-server-list-view 'search)
                   (list :text todo-server-list-text)
                 (list :section (todo-server-section-id section)))
      :fields ,todo-server-list--fields
      :limit ,limit
      ,@(and cursor (list :cursor cursor)))))

(defun todo-server-list--append-page (section page)
  "Add the todos of PAGE to those of SECTION."
  (setf (todo-server-section-rows section)
        (nconc (todo-server-section-rows section)
               (append (plist-get page :todos) nil))
        (todo-server-section-cursor section) (plist-get page :nextCursor)
        (todo-server-section-asked section) t)
  (unless (or (todo-server-section-cursor section) (todo-server-section-count section))
    (todo-server-list--count section)))

(defun todo-server-list--take (sections index today)
  "End the refresh: from now on SECTIONS, INDEX and TODAY are what is shown."
  (let ((duration (- (float-time) todo-server-list--refreshing)))
    (setq todo-server-list-sections sections
          todo-server-list-index index
          todo-server-list-today today
          todo-server-list-problem nil
          todo-server-list--refreshing nil)
    (todo-server-list-draw)
    (when todo-server-list--fresh
      (setq todo-server-list--fresh nil)
      (todo-server-draw-move (or (todo-server-draw-first 'todo) (point-min))))
    (when todo-server-list--again
      (todo-server-list-refresh-later (max 0.05 (* 2 duration))))))

(defun todo-server-list-show (view text)
  "Show VIEW, a search for TEXT if it is that, from its beginning."
  (setq todo-server-list-view view
        todo-server-list-text text
        todo-server-list-sections nil
        todo-server-list-index nil
        todo-server-list-today nil
        todo-server-list--fresh t
        todo-server-list--refreshing nil)
  (todo-server-list-refresh))

(defun todo-server-list-refresh-later (seconds)
  "Refresh in SECONDS, unless that is due already."
  (unless todo-server-list--timer
    (setq todo-server-list--timer
          (run-at-time seconds nil #'todo-server-list--in
                       (current-buffer) #'todo-server-list-refresh))))

(defun todo-server-list--cancel-timer ()
  "No refresh is due any more."
  (when todo-server-list--timer
    (cancel-timer todo-server-list--timer)
    (setq todo-server-list--timer nil)))

(defun todo-server-list--in (buffer function &rest arguments)
  "Call FUNCTION with ARGUMENTS in BUFFER, if that is still there."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer (apply function arguments))))

(defun todo-server-list-release ()
  "This buffer is about to be killed: close its client, if no other buffer has it."
  (let ((client todo-server-list-client))
    (unless (or (null client)
                (cl-some (lambda (buffer)
                           (and (not (eq buffer (current-buffer)))
                                (eq (buffer-local-value 'todo-server-list-client buffer) client)))
                         (buffer-list)))
      (todo-server-client-close client))))


;;; What was changed here

;; The reply to a change tells enough to show it at once, so that the next
;; command finds what is true; all else comes with the refresh that follows.

(defun todo-server-list-put (todo)
  "Show TODO, which was changed here, as it is now."
  (todo-server-list--change
   (lambda (rows)
     (mapcar (lambda (row)
               (if (equal (plist-get row :id) (plist-get todo :id))
                   (todo-server-list--listed todo)
                 row))
             rows))))

(defun todo-server-list-remove (id)
  "Do not show the todo ID any more, which was deleted here."
  (todo-server-list--change
   (lambda (rows)
     (cl-remove id rows :key (lambda (row) (plist-get row :id)) :test #'equal))))

(defun todo-server-list-put-beside (todo id after)
  "Show TODO, which was moved here, before the todo ID, or behind it with AFTER."
  (todo-server-list--change
   (lambda (rows)
     (cl-loop for row in rows
              for this = (plist-get row :id)
              if (equal this id)
              append (if after
                         (list row (todo-server-list--listed todo))
                       (list (todo-server-list--listed todo) row))
              else unless (equal this (plist-get todo :id))
              collect row))))

(defun todo-server-list--change (function)
  "Put the todos of each section through FUNCTION, then refresh.
A refresh that is under way may have begun before the change: it does not count."
  (dolist (section todo-server-list-sections)
    (cl-callf2 funcall function (todo-server-section-rows section)))
  (cl-incf todo-server-list--generation)
  (setq todo-server-list--refreshing nil
        todo-server-list--loading nil)
  (todo-server-draw (todo-server-list-rows))
  (todo-server-list-refresh-later 0))


;;; Loading more

(defun todo-server-list-load (section)
  "Ask for the next page of SECTION, without waiting."
  (unless (or todo-server-list--refreshing
              todo-server-list-problem
              (memq section todo-server-list--loading))
    (push section todo-server-list--loading)
    (setf (todo-server-section-wanted section)
          (+ (length (todo-server-section-rows section)) todo-server-page-size))
    (todo-server-list--fetch
     section
     (lambda ()
       (setq todo-server-list--loading (remq section todo-server-list--loading))
       (todo-server-list-draw)))))


;;; Drawing

(defun todo-server-list-draw ()
  "Show what is known, and ask for what can be seen of the rest."
  ;; Most of a long list is made of what stays: to collect while it is made is in vain.
  (let ((gc-cons-threshold (max gc-cons-threshold (* 64 1024 1024))))
    (todo-server-draw (todo-server-list-rows)))
  (force-mode-line-update)
  (todo-server-list-load-visible))

(defun todo-server-list-load-visible ()
  "Ask for more of each section whose end is in a window, or nearly."
  (dolist (id (todo-server-draw-visible 'more))
    (when-let* ((section (todo-server-list-section id)))
      (todo-server-list-load section))))

(provide 'todo-server-list)
;;; todo-server-list.el ends here

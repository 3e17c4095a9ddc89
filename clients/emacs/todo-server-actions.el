;;; todo-server-actions.el --- Changing the todos of a list  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The commands that change todos.  Each change names the revision of what was
;; on the screen, so that what somebody else did meanwhile is shown, and never
;; overwritten.

;;; Code:

(require 'todo-server-list)
(require 'todo-server-undo)

(defconst todo-server--no-category '("No category" "분류 없음")
  "What the server calls the section of todos without a category.")

(defvar todo-server-title-history nil "Titles that were entered.")
(defvar todo-server-section-history nil "Sections that were entered.")


;;; At point

(defun todo-server-at-point ()
  "The todo at point, as the list knows it."
  (pcase (todo-server-draw-row)
    (`(todo ,_ ,todo . ,_) todo)
    (_ (user-error "There is no todo on this line"))))

(defun todo-server--category-at-point ()
  "The category of the todo or the section at point, or nil."
  (pcase (todo-server-draw-row)
    (`(todo ,_ ,todo . ,_) (plist-get todo :category))
    (`(,_ ,id . ,_) (when-let* ((section (todo-server-list-section id)))
                      (todo-server-section-category section)))))

(defun todo-server--quote (todo)
  "The title of TODO, short and in quotes."
  (format "“%s”" (truncate-string-to-width (plist-get todo :title) 40 nil nil "…")))


;;; Changing

(defun todo-server--change (method params words)
  "Do METHOD with PARAMS, which WORDS describe; give the result.
If it cannot be done, say why in a sentence, and show the list as it is."
  (condition-case condition
      (todo-server-change todo-server-list-client method params words)
    (todo-server-error
     (todo-server-list-refresh)
     (user-error "%s" (todo-server--explain condition)))))

(defun todo-server--explain (condition)
  "The sentence in CONDITION, with what is there now if somebody changed it."
  (let ((current (todo-server-error-data condition :current)))
    (concat (todo-server-error-text condition)
            (and current (format "  Now: %s" (todo-server--describe current))))))

(defun todo-server--describe (todo)
  "TODO in a few words."
  (string-join
   (delq nil (list (todo-server--quote todo)
                   (and (eq (plist-get todo :isCompleted) t) "done")
                   (and (eq (plist-get todo :isToday) t) "for today")
                   (and (plist-get todo :dueOn) (format "due %s" (plist-get todo :dueOn)))
                   (format "in %s" (todo-server--section-name (plist-get todo :category)))))
   ", "))

(defun todo-server--section-name (category)
  "What to call the section of CATEGORY."
  (if (equal category "") "no category" category))

(defun todo-server--update (todo words &rest members)
  "Change MEMBERS of TODO, as it is on the screen; WORDS say what that is."
  (let ((result (todo-server--change
                 'todo.update
                 `(:id ,(plist-get todo :id) ,@members
                   :ifRevision ,(plist-get todo :revision))
                 (format "%s %s" words (todo-server--quote todo)))))
    (todo-server-list-put result)
    result))

(defun todo-server-tick ()
  "Tick off the todo at point, or open it again."
  (interactive)
  (let ((todo (todo-server-at-point)))
    (if (eq (plist-get todo :isCompleted) t)
        (todo-server--update todo "opened" :isCompleted :json-false)
      (todo-server--update todo "ticked" :isCompleted t))))

(defun todo-server-star ()
  "Put the todo at point on today's list, or take it off."
  (interactive)
  (let ((todo (todo-server-at-point)))
    (if (eq (plist-get todo :isToday) t)
        (todo-server--update todo "unstarred" :isToday :json-false)
      (todo-server--update todo "starred" :isToday t))))

(defun todo-server-set-due (todo day)
  "Set the day by which TODO should be done to DAY; nil clears it."
  (interactive
   (let ((todo (todo-server-at-point)))
     (list todo (todo-server-day-read "Due" (plist-get todo :dueOn)))))
  (todo-server--update todo (if day (format "due %s:" day) "not due:") :dueOn day))

(defun todo-server-edit-title (todo title)
  "Give TODO another TITLE.
If somebody has changed it meanwhile, show that, and ask again."
  (interactive
   (let ((todo (todo-server-at-point)))
     (list todo (read-string "Title: " (plist-get todo :title) 'todo-server-title-history))))
  (condition-case condition
      (todo-server-list-put
       (todo-server-change
        todo-server-list-client 'todo.update
        (list :id (plist-get todo :id) :title title
              :ifRevision (plist-get todo :revision))
        (format "title of %s" (todo-server--quote todo))))
    (todo-server-error
     (todo-server-list-refresh)
     (let ((current (todo-server-error-data condition :current)))
       (unless (and current (equal (todo-server-error-data condition :reason) "revision"))
         (user-error "%s" (todo-server--explain condition)))
       (todo-server-edit-title
        current (read-string (format "Now it is %s.  Title: " (todo-server--describe current))
                             title))))))

(defun todo-server-delete (todo)
  "Delete TODO, after a question."
  (interactive (list (todo-server-at-point)))
  (when (y-or-n-p (format "Delete %s? " (todo-server--quote todo)))
    (todo-server--change 'todo.delete
                         (list :id (plist-get todo :id)
                               :ifRevision (plist-get todo :revision))
                         (format "deleted %s" (todo-server--quote todo)))
    (todo-server-list-remove (plist-get todo :id))
    (message "Deleted %s  (u takes it back)" (todo-server--quote todo))))


;;; Adding

(defun todo-server-add (title detail category due)
  "Add a todo with TITLE, DETAIL, in CATEGORY, DUE on a day or nil.
Interactively the detail is asked for with a prefix argument only, and nothing
is added before a question is answered with yes."
  (interactive (todo-server--read-new))
  (let ((todo (todo-server--change
               'todo.create
               `(:title ,title :detail ,detail :category ,category :dueOn ,due
                 ,@(and (eq todo-server-list-view 'today) '(:isToday t)))
               (format "added %s" (todo-server--quote (list :title title))))))
    (todo-server-draw-await (cons 'todo (plist-get todo :id)))
    (message "Added %s" (todo-server--describe todo))
    todo))

(defun todo-server--read-new ()
  "Read what `todo-server-add' needs, and have it confirmed."
  (let* ((title (read-string "Title: " nil 'todo-server-title-history))
         (detail (if current-prefix-arg (read-string "Detail: ") ""))
         (category (todo-server--read-section "Section" (todo-server--category-at-point)))
         (due (todo-server-day-read "Due")))
    (unless (y-or-n-p (format "Add “%s” to %s%s? " title
                              (todo-server--section-name category)
                              (if due (format ", due %s" due) "")))
      (user-error "Not added"))
    (list title detail category due)))

(defun todo-server--read-section (prompt default)
  "Read a category with PROMPT; an empty answer means DEFAULT, if that is not nil.
The sections that are there are offered, and any other name makes a new one.
What lists call the todos without a category means none."
  (let* ((none (car todo-server--no-category))
         (names (cons none (cl-set-difference (todo-server--categories)
                                              (cons "" todo-server--no-category)
                                              :test #'equal)))
         (default (if (equal default "") none default))
         (name (minibuffer-with-setup-hook #'todo-server--allow-spaces
                 (completing-read (if default
                                      (format "%s (default %s): " prompt default)
                                    (format "%s: " prompt))
                                  names nil nil nil 'todo-server-section-history default))))
    (if (member (string-trim name) todo-server--no-category) "" name)))

(defun todo-server--allow-spaces ()
  "Let the keys for a space and a question mark insert them here.
Elsewhere they complete, but here a new name may have them."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (current-local-map))
    (define-key map " " #'self-insert-command)
    (define-key map "?" #'self-insert-command)
    (use-local-map map)))

(defun todo-server--categories ()
  "The categories of the store, in order, also those without todos."
  (condition-case condition
      (mapcar (lambda (section)
                (let ((todos (plist-get section :todos)))
                  (if (> (length todos) 0)
                      (plist-get (aref todos 0) :category)
                    (plist-get section :title))))
              (plist-get (todo-server-insist
                          todo-server-list-client 'sections.list
                          '(:limit 1 :fields ["category"] :includeEmpty t))
                         :sections))
    (todo-server-error (user-error "%s" (todo-server-error-text condition)))))


;;; Moving

(defun todo-server-move-up ()
  "Move the todo at point before the one above it."
  (interactive)
  (todo-server--move-past -1 :before))

(defun todo-server-move-down ()
  "Move the todo at point behind the one below it."
  (interactive)
  (todo-server--move-past 1 :after))

(defun todo-server--move-past (lines place)
  "Move the todo at point past the one LINES away; PLACE is :before or :after."
  (let* ((todo (todo-server-at-point))
         (other (todo-server--neighbour todo lines))
         (id (plist-get other :id)))
    (todo-server-list-put-beside
     (todo-server--change 'todo.move
                          (list :id (plist-get todo :id) place id
                                :ifRevision (plist-get todo :revision))
                          (format "moved %s" (todo-server--quote todo)))
     id (eq place :after))))

(defun todo-server--neighbour (todo lines)
  "The todo LINES away from TODO, which is at point, in the same section."
  (pcase (save-excursion
           (and (zerop (forward-line lines)) (todo-server-draw-row)))
    (`(todo ,_ ,other . ,_)
     (unless (equal (plist-get other :category) (plist-get todo :category))
       (user-error "The one beside it here is of another section; A shows each in its own"))
     other)
    (`(more . ,_) (user-error "The next ones are on their way"))
    (_ (user-error "It is the %s of its section; m moves it to another one"
                   (if (< lines 0) "first" "last")))))

(defun todo-server-move-to-section (todo category)
  "Move TODO to the end of the section CATEGORY."
  (interactive
   (list (todo-server-at-point) (todo-server--read-section "Move to section" nil)))
  (todo-server-list-put
   (todo-server--change 'todo.move
                        (list :id (plist-get todo :id) :category category
                              :ifRevision (plist-get todo :revision))
                        (format "moved %s" (todo-server--quote todo))))
  (message "Moved %s to %s" (todo-server--quote todo) (todo-server--section-name category)))


;;; Taking back

(defun todo-server-undo (anyone)
  "Take back the newest change that was made in this Emacs.
With a prefix argument (ANYONE), the newest in the store, whoever made it."
  (interactive "P")
  (todo-server--revert "Taken back" (if anyone #'todo-server-undo-anyone
                                      #'todo-server-undo-newest)))

(defun todo-server-redo ()
  "Do again what was taken back last."
  (interactive)
  (todo-server--revert "Done again" #'todo-server-redo-newest))

(defun todo-server--revert (verb function)
  "Call FUNCTION, which takes something back, and say VERB and what it was."
  (pcase-let* ((`(,words . ,result)
                (condition-case condition
                    (funcall function todo-server-list-client)
                  (todo-server-error
                   (todo-server-list-refresh)
                   (user-error "%s" (todo-server--explain condition)))))
               (todo (seq-find #'identity (plist-get result :todos))))
    (when todo (todo-server-draw-await (cons 'todo (plist-get todo :id))))
    (message "%s: %s%s" verb words
             (if (and todo (equal words "the newest change"))
                 (format ", now %s" (todo-server--describe todo))
               ""))))

(provide 'todo-server-actions)
;;; todo-server-actions.el ends here

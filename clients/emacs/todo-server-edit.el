;;; todo-server-edit.el --- Editing a todo in a buffer  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The first line of the buffer is the title; behind an empty line comes the
;; detail.  What is saved names the revision that was opened.  If somebody else
;; has changed the todo since, their text comes into the buffer too: what only
;; one side has changed is taken over, and where both did, both stand between
;; the marks of `smerge-mode', to be resolved before it can be saved.

;;; Code:

(require 'todo-server-actions)
(require 'smerge-mode)

(defconst todo-server-edit--marks '("<<<<<<< mine" "=======" ">>>>>>> theirs")
  "The lines around two texts of which one must be chosen.")

(defconst todo-server-edit--how-to-choose
  "C-c ^ u takes yours, C-c ^ l theirs; then save again"
  "What to do about two texts.")

(defvar-local todo-server-edit--base nil
  "The todo as it was when this text was made from it.")

(defvar-local todo-server-edit--added nil
  "Whether the newline at the end belongs to neither of two texts.")

(defvar-local todo-server-edit--list nil
  "The buffer of the list that this buffer was opened from.")

(defvar-local todo-server-edit--sent nil
  "The params that were sent last, with their key, if no answer came.")

(defvar todo-server-edit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'todo-server-edit-save)
    (define-key map (kbd "C-c C-k") #'todo-server-edit-drop)
    map)
  "Keymap of `todo-server-edit-mode'.")

(define-derived-mode todo-server-edit-mode text-mode "Todo-Edit"
  "Mode for editing a todo: the title, an empty line, the detail.
\\{todo-server-edit-mode-map}"
  (setq header-line-format '(:eval (todo-server-edit--header)))
  (add-hook 'kill-buffer-hook #'todo-server-list-release nil t))

(defun todo-server-edit--header ()
  "What stands above the text."
  (concat " " (propertize (format "#%d" (plist-get todo-server-edit--base :id)) 'face 'bold)
          " in " (todo-server--section-name (plist-get todo-server-edit--base :category))
          (substitute-command-keys
           "   \\[todo-server-edit-save] saves, \\[todo-server-edit-drop] drops")))

(defun todo-server-edit (todo)
  "Open a buffer with the title and the detail of TODO."
  (interactive (list (todo-server-at-point)))
  (let* ((list (current-buffer))
         (client todo-server-list-client)
         (id (plist-get todo :id))
         (buffer (get-buffer-create (format "*todo #%d%s*" id (todo-server--store-suffix)))))
    (unless (buffer-local-value 'todo-server-edit--base buffer)
      (let ((whole (condition-case condition
                       (todo-server-insist client 'todo.get (list :id id))
                     (todo-server-error
                      (kill-buffer buffer)
                      (todo-server-list-refresh)
                      (user-error "%s" (todo-server-error-text condition))))))
        (with-current-buffer buffer
          (todo-server-edit-mode)
          (setq todo-server-list-client client
                todo-server-edit--base whole
                todo-server-edit--list list)
          (todo-server-edit--insert (plist-get whole :title) (plist-get whole :detail)))))
    (pop-to-buffer buffer)))

(defun todo-server--store-suffix ()
  "The end of the names of the buffers of this store."
  (let ((store (todo-server-client-store todo-server-list-client)))
    (if store (concat ": " (abbreviate-file-name store)) "")))

(defun todo-server-edit--insert (title detail)
  "Make this buffer's text TITLE and DETAIL."
  (erase-buffer)
  (insert title "\n\n" detail)
  (goto-char (point-min))
  (set-buffer-modified-p nil)
  (setq buffer-undo-list nil))

(defun todo-server-edit--text ()
  "The title and the detail in this buffer, as a list of both."
  (save-restriction
    (widen)
    (save-excursion
      (goto-char (point-min))
      (list (buffer-substring-no-properties (point) (line-end-position))
            (progn (forward-line)
                   (when (looking-at "[ \t]*$") (forward-line))
                   (todo-server-edit--without-added
                    (buffer-substring-no-properties (point) (point-max))))))))

(defun todo-server-edit--without-added (detail)
  "DETAIL without the newline that two texts were given."
  (if todo-server-edit--added (string-remove-suffix "\n" detail) detail))

(defun todo-server-edit-drop ()
  "Forget what was changed in this buffer."
  (interactive)
  (when (or (not (buffer-modified-p)) (y-or-n-p "Drop what you have changed? "))
    (quit-window t)))


;;; Saving

(defun todo-server-edit-save ()
  "Save the title and the detail in this buffer."
  (interactive)
  (when (todo-server-edit--mark-p)
    (goto-char (todo-server-edit--mark-p))
    (user-error "First choose one of the two texts: %s" todo-server-edit--how-to-choose))
  (let ((members (todo-server-edit--members)))
    (if (null members)
        (message "Nothing was changed")
      (todo-server-edit--send members)
      (message "Saved %s" (todo-server--quote todo-server-edit--base)))
    (quit-window t)))

(defun todo-server-edit--mark-p ()
  "Where there are still two texts to choose from, or nil."
  (save-excursion
    (goto-char (point-min))
    (pcase-let ((`(,begin ,_ ,end) todo-server-edit--marks))
      (and (re-search-forward (concat "^" (regexp-opt (list begin end)) "$") nil t)
           (match-beginning 0)))))

(defun todo-server-edit--members ()
  "Those members of the todo, with their values, that differ in this buffer."
  (pcase-let ((`(,title ,detail) (todo-server-edit--text)))
    (append (unless (equal title (plist-get todo-server-edit--base :title))
              (list :title title))
            (unless (equal detail (plist-get todo-server-edit--base :detail))
              (list :detail detail)))))

(defun todo-server-edit--send (members)
  "Have the todo take MEMBERS, and the list too.
If that cannot be, say why, and leave the text as it is or as it was merged."
  (condition-case condition
      (let ((todo (todo-server-change
                   todo-server-list-client 'todo.update (todo-server-edit--params members)
                   (format "edited %s" (todo-server--quote todo-server-edit--base)))))
        (setq todo-server-edit--base todo)
        (todo-server-list--in todo-server-edit--list #'todo-server-list-put todo))
    (todo-server-error (todo-server-edit--refused condition))))

(defun todo-server-edit--params (members)
  "The params that change MEMBERS.
The same ones have the same key, in case it was the answer that got lost."
  (let ((params `(:id ,(plist-get todo-server-edit--base :id) ,@members
                  :ifRevision ,(plist-get todo-server-edit--base :revision))))
    (unless (equal params (cdr todo-server-edit--sent))
      (setq todo-server-edit--sent
            (cons (todo-server-with-key 'todo.update params) params)))
    (car todo-server-edit--sent)))

(defun todo-server-edit--refused (condition)
  "Do what is left to do after CONDITION; it ends the command unless it is solved."
  (let ((current (todo-server-error-data condition :current)))
    (cond
     (current (todo-server-edit--merge current))
     ((and (equal (todo-server-error-kind condition) "notFound")
           (y-or-n-p "Somebody has deleted this todo.  Add your text as a new one? "))
      (todo-server-edit--add))
     (t (user-error "%s  (your text is still here)" (todo-server-error-text condition))))))

(defun todo-server-edit--add ()
  "Add the text of this buffer as a new todo in place of the one that is gone."
  (pcase-let ((`(,title ,detail) (todo-server-edit--text))
              (base todo-server-edit--base))
    (setq todo-server-edit--base
          (condition-case condition
              (todo-server-change todo-server-list-client 'todo.create
                                  (list :title title :detail detail
                                        :category (plist-get base :category)
                                        :dueOn (plist-get base :dueOn)
                                        :isToday (plist-get base :isToday))
                                  (format "added %s" (todo-server--quote base)))
            (todo-server-error
             (user-error "%s  (your text is still here)" (todo-server-error-text condition)))))))


;;; Somebody else's text

(defun todo-server-edit--merge (theirs)
  "Bring THEIRS, the todo as somebody else has made it, into this buffer.
If no line has two texts then, save it; else that is for the user to resolve."
  (pcase-let* ((base todo-server-edit--base)
               (`(,title ,detail) (todo-server-edit--text))
               (merged-title (todo-server-edit--choose
                              (plist-get base :title) title (plist-get theirs :title)))
               (merged-detail (todo-server-edit--choose
                               (plist-get base :detail) detail (plist-get theirs :detail))))
    (todo-server-edit--replace
     (concat (todo-server-edit--line merged-title) "\n" merged-detail))
    (setq todo-server-edit--base theirs
          todo-server-edit--added
          (and (string-prefix-p (car todo-server-edit--marks) merged-detail)
               (not (string-suffix-p "\n" detail))
               (not (string-suffix-p "\n" (plist-get theirs :detail)))))
    (if (not (todo-server-edit--mark-p))
        (when-let* ((members (todo-server-edit--members)))
          (todo-server-edit--send members))
      (smerge-mode 1)
      (goto-char (todo-server-edit--mark-p))
      (user-error "Somebody has changed this meanwhile: %s" todo-server-edit--how-to-choose))))

(defun todo-server-edit--choose (base mine theirs)
  "One text from MINE and THEIRS, which were both made from BASE."
  (cond ((equal mine base) theirs)
        ((or (equal theirs base) (equal theirs mine)) mine)
        (t (pcase-let ((`(,begin ,middle ,end) todo-server-edit--marks))
             (concat begin "\n" (todo-server-edit--line mine)
                     middle "\n" (todo-server-edit--line theirs)
                     end "\n")))))

(defun todo-server-edit--line (text)
  "TEXT with a newline at its end."
  (if (string-suffix-p "\n" text) text (concat text "\n")))

(defun todo-server-edit--replace (text)
  "Make TEXT that of this buffer, in a way that can be undone."
  (unless (equal text (buffer-string))
    (let ((place (point)))
      (delete-region (point-min) (point-max))
      (insert text)
      (goto-char (min place (point-max))))))

(provide 'todo-server-edit)
;;; todo-server-edit.el ends here

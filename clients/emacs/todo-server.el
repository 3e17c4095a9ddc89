;;; todo-server.el --- A todo list that many programs share  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The todo-server authors

;; Author: The todo-server authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: calendar, convenience, processes
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; M-x todo opens the list.  The todos are kept by todo-server, an executable
;; that this Emacs starts; any number of other programs may change them at the
;; same time, and the list follows.
;;
;; The menu Todo and C-h m tell the keys.

;;; Code:

(require 'easymenu)
(require 'todo-server-actions)
(require 'todo-server-edit)
(require 'todo-server-look)
(require 'todo-server-pet)

(defcustom todo-server-store nil
  "The file with the todos; nil means the server's own default."
  :group 'todo-server
  :type '(choice (const :tag "The server's default" nil) file))

(defcustom todo-server-pet-at-start nil
  "The pet that a new list shows.
One comes over the network, which is not used unless a pet is asked for."
  :group 'todo-server
  :type '(choice (const :tag "None" nil) (const "cat") (const "dog")))

(defvar-local todo-server--back 0
  "How many servers this list has had.")

(defvar-local todo-server--hearer nil
  "What listens to the client for this buffer.")

(defvar-local todo-server--midnight nil
  "The timer that looks for todos which the next day brings.")


;;; The mode

(defvar todo-server-mode-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist
        (`(,keys . ,command)
         '((("n") . todo-server-next) (("p") . todo-server-previous)
           (("}" "M-}") . todo-server-next-section)
           (("{" "M-{") . todo-server-previous-section)
           (("TAB") . todo-server-fold)
           (("j") . todo-server-jump)
           (("RET") . todo-server-open)
           (("mouse-2") . todo-server-mouse)
           (("a" "+") . todo-server-add)
           (("e") . todo-server-edit-title)
           (("t" "x") . todo-server-tick)
           (("*") . todo-server-star)
           (("y") . todo-server-set-due)
           (("m") . todo-server-move-to-section)
           (("M-<up>" "M-p") . todo-server-move-up)
           (("M-<down>" "M-n") . todo-server-move-down)
           (("d" "<delete>") . todo-server-delete)
           (("u") . todo-server-undo)
           (("r") . todo-server-redo)
           (("s" "/") . todo-server-search)
           (("A") . todo-server-view-all)
           (("T") . todo-server-view-today)
           (("U") . todo-server-view-upcoming)
           (("I") . todo-server-view-initials)
           (("C") . todo-server-cat)
           (("D") . todo-server-dog)
           (("G") . todo-server-restart-server)))
      (dolist (key keys)
        (define-key map (if (equal key "mouse-2") [mouse-2] (kbd key)) command)))
    (define-key map [remap undo] #'todo-server-undo)
    (define-key map [remap undo-only] #'todo-server-undo)
    (define-key map [remap undo-redo] #'todo-server-redo)
    (define-key map [follow-link] 'mouse-face)
    map)
  "Keymap of `todo-server-mode'.")

(easy-menu-define todo-server-menu todo-server-mode-map
  "Menu of `todo-server-mode'."
  '("Todo"
    ["Add…" todo-server-add]
    ["Title and detail" todo-server-edit]
    ["Title…" todo-server-edit-title]
    ["Tick or open" todo-server-tick]
    ["For today or not" todo-server-star]
    ["Due…" todo-server-set-due]
    ["Delete…" todo-server-delete]
    "--"
    ["Up" todo-server-move-up]
    ["Down" todo-server-move-down]
    ["To another section…" todo-server-move-to-section]
    "--"
    ["Undo" todo-server-undo]
    ["Redo" todo-server-redo]
    "--"
    ["All" todo-server-view-all]
    ["Today" todo-server-view-today]
    ["Upcoming" todo-server-view-upcoming]
    ["By initials" todo-server-view-initials]
    ["Search…" todo-server-search]
    ["Jump…" todo-server-jump]
    "--"
    ["A cat" todo-server-cat]
    ["A dog" todo-server-dog]
    "--"
    ["Look again" revert-buffer]
    ["Restart the server" todo-server-restart-server]))

(define-derived-mode todo-server-mode special-mode "Todo"
  "Mode for the list that `todo' opens.
\\{todo-server-mode-map}"
  (setq truncate-lines t
        bidi-paragraph-direction 'left-to-right
        header-line-format '(:eval (todo-server--header))
        revert-buffer-function #'todo-server--revert-buffer
        imenu-create-index-function #'todo-server--imenu)
  (buffer-disable-undo)
  (add-hook 'post-command-hook #'todo-server-list-load-visible nil t)
  (add-hook 'window-scroll-functions #'todo-server--scrolled nil t)
  (add-hook 'kill-buffer-hook #'todo-server--leave nil t))

(defun todo-server--header ()
  "What stands above the list: the views, the counts, the store."
  (let ((counts (mapcar #'todo-server-section-count todo-server-list-sections)))
    (concat
     " "
     (mapconcat (lambda (view)
                  (propertize (nth 1 view) 'face
                              (if (eq (car view) todo-server-list-view) 'bold 'shadow)))
                (if (eq todo-server-list-view 'search)
                    todo-server-list--views
                  (butlast todo-server-list--views))
                "  ")
     (unless (memq nil counts)
       (format "    %d of %d done"
               (apply #'+ (mapcar #'todo-server-section-completed todo-server-list-sections))
               (apply #'+ counts)))
     (when-let* ((store (todo-server-client-store todo-server-list-client)))
       (propertize (concat "    " (abbreviate-file-name store)) 'face 'shadow)))))


;;; Opening and leaving

;;;###autoload
(defun todo-server (&optional store)
  "Open the list of the todos in STORE, by default `todo-server-store'.
With a prefix argument ask which file that is."
  (interactive
   (list (and current-prefix-arg (expand-file-name (read-file-name "Todos in: ")))))
  (let* ((store (or store todo-server-store))
         (store (and store (expand-file-name store)))
         (name (if store (format "*todo: %s*" (abbreviate-file-name store)) "*todo*"))
         (buffer (get-buffer name)))
    (unless buffer
      (setq buffer (get-buffer-create name))
      (with-current-buffer buffer (todo-server--begin store)))
    (pop-to-buffer-same-window buffer)
    (todo-server-list-load-visible)))

;;;###autoload
(defalias 'todo #'todo-server)

(defun todo-server--begin (store)
  "Make this buffer the list of the todos in STORE."
  (todo-server-mode)
  (let ((buffer (current-buffer))
        (client (todo-server-client-open store)))
    (unless (todo-server-client-hearers client) (todo-server-undo-follow client))
    (setq todo-server-list-client client
          todo-server--hearer (lambda (event value)
                                (todo-server-list--in buffer #'todo-server--hear event value)))
    (todo-server-listen client todo-server--hearer)
    (todo-server-list-draw)
    (todo-server-list-refresh)
    (todo-server--await-midnight)
    (when todo-server-pet-at-start (todo-server-pet todo-server-pet-at-start))))

(defun todo-server--hear (event value)
  "Do what EVENT of the client with its VALUE means for this list."
  (pcase event
    ('changed (if todo-server-list--refreshing
                  (setq todo-server-list--again t)
                (todo-server-list-refresh-later 0.02)))
    ('back (when (> (cl-incf todo-server--back) 1)
             (message "The todo server had ended, and was started again"))
           ;; The first one is asked already.
           (unless (and todo-server-list--refreshing (= todo-server--back 1))
             (todo-server-list-refresh)))
    ('down (setq todo-server-list-problem value)
           (todo-server-draw (todo-server-list-rows)))))

(defun todo-server--leave ()
  "Let go of everything before this buffer is killed."
  (todo-server-list--cancel-timer)
  (when todo-server--midnight (cancel-timer todo-server--midnight))
  (when todo-server-list-client
    (todo-server-stop-listening todo-server-list-client todo-server--hearer)
    (todo-server-list-release)))

(defun todo-server--await-midnight ()
  "Refresh this list when the next day begins, which is no change of the store."
  (pcase-let ((`(,second ,minute ,hour . ,_) (decode-time)))
    (setq todo-server--midnight
          (run-at-time (- (* 24 60 60) second (* 60 minute) (* 60 60 hour) -1) nil
                       #'todo-server-list--in (current-buffer)
                       (lambda ()
                         (todo-server-list-refresh)
                         (todo-server--await-midnight))))))

(defun todo-server--scrolled (window _start)
  "Ask for what is in WINDOW now, as soon as that is settled."
  (run-at-time 0 nil #'todo-server-list--in (window-buffer window)
               #'todo-server-list-load-visible))

(defun todo-server--revert-buffer (&rest _)
  "Look at the store again, whatever went wrong before."
  (setq todo-server-list-problem nil)
  (todo-server-list-refresh))

(defun todo-server-restart-server ()
  "Kill the server, which may hang, and start another."
  (interactive)
  (condition-case condition
      (todo-server-restart todo-server-list-client)
    (todo-server-error (user-error "%s" (todo-server-error-text condition))))
  (message "The server was restarted"))


;;; Opening what is at point

(defun todo-server-open ()
  "Open what is at point: a todo to edit it, or a section to see its todos."
  (interactive)
  (pcase (todo-server-draw-row)
    (`(todo ,_ ,todo . ,_) (todo-server-edit todo))
    (`(heading . ,_) (todo-server-fold))
    (`(more ,id . ,_) (todo-server-list-load (todo-server-list-section id)))
    (`(note problem . ,_) (revert-buffer))))

(defun todo-server-mouse (event)
  "Tick the todo whose box EVENT is on; open what else it is on."
  (interactive "e")
  (mouse-set-point event)
  (if (get-text-property (point) 'todo-server-box)
      (todo-server-tick)
    (todo-server-open)))

(provide 'todo-server)
;;; todo-server.el ends here

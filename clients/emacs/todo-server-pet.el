;;; todo-server-pet.el --- A cat or a dog above a todo list  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The server gives the pet and its picture when they are ready; nothing waits
;; for them.  Without a network it is one that was seen before, or one that
;; comes with the server.

;;; Code:

(require 'todo-server-list)

(defconst todo-server-pet--timeout 45
  "How many seconds a picture may take; the server itself gives up after 30.")

(defvar-local todo-server-pet--number 0
  "Counts the pets that were asked for: only the newest is shown.")

(defun todo-server-cat ()
  "Show a cat above the list."
  (interactive)
  (todo-server-pet "cat"))

(defun todo-server-dog ()
  "Show a dog above the list."
  (interactive)
  (todo-server-pet "dog"))

(defun todo-server-pet (kind)
  "Ask for a pet of KIND, \"cat\" or \"dog\", to show above the list."
  (cl-incf todo-server-pet--number)
  (todo-server-pet--show kind :words (list (format "Looking for a %s…" kind)))
  (todo-server-pet--ask
   kind 'pet.random
   (list :kind kind :allowOffline t :mimeTypes ["png" "jpg" "gif"])
   (lambda (pet)
     (todo-server-pet--ask
      kind 'pet.image (list :kind kind :id (plist-get pet :id))
      (lambda (image)
        (todo-server-pet--show kind
                               :path (plist-get image :path)
                               :words (todo-server-pet--words pet)))))))

(defun todo-server-pet--words (pet)
  "What there is to say about PET: its breeds, and where it is from if not new."
  (append (plist-get pet :breeds)
          (pcase (plist-get pet :source)
            ("cache" '("seen before"))
            ("bundled" '("drawn, for want of a network")))))

(defun todo-server-pet--show (kind &rest members)
  "Show a pet of KIND with MEMBERS, or what is known of it so far."
  (setq todo-server-list-pet (append (list :kind kind) members))
  (todo-server-draw (todo-server-list-rows)))

(defun todo-server-pet--ask (kind method params receive)
  "Ask for METHOD with PARAMS; RECEIVE the result if this pet is still wanted.
If there is none, show why, in the place of the pet of KIND."
  (let ((buffer (current-buffer))
        (number todo-server-pet--number))
    (cl-flet ((here (function value)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (when (= number todo-server-pet--number)
                      (funcall function value))))))
      (todo-server-send
       todo-server-list-client method params
       (lambda (result) (here receive result))
       (lambda (condition)
         (here (lambda (condition)
                 (todo-server-pet--show kind :words (list (todo-server-error-text condition))))
               condition))
       todo-server-pet--timeout))))

(provide 'todo-server-pet)
;;; todo-server-pet.el ends here

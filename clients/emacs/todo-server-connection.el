;;; todo-server-connection.el --- Starting todo-server, again and again  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A client is a store and the server that keeps it at the moment.  It outlives
;; its server: one that ends is followed by another, at once or, when that one
;; ends too, after longer and longer pauses.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)

(defgroup todo-server nil
  "Todo lists kept by todo-server."
  :group 'applications
  :prefix "todo-server-")

(defcustom todo-server-command nil
  "The server's executable; nil means to look for it.
It is looked for in the environment variable TODO_SERVER, among the programs
of this system, and where `make build' puts it beside this package."
  :type '(choice (const :tag "Look for it" nil) file))

(defcustom todo-server-arguments nil
  "Further arguments for the server, such as (\"--history\" \"5000\")."
  :type '(repeat string))

(defconst todo-server--pauses '(0 0.05 0.2 0.5 1 2 5)
  "Seconds before each next attempt to start a server that keeps ending.
The last one is for all that follow.")

(defconst todo-server--patience 4
  "How many servers in a row must end at once before anyone is told.")

(defconst todo-server--lasting 5
  "A server that has run for so many seconds did not end at once.")

(cl-defstruct (todo-server-client (:constructor todo-server-client--make)
                                  (:copier nil))
  "A store, and the server that keeps it at the moment."
  (store nil :documentation "The file, or nil for the server's default.")
  (connection nil :documentation "The present server, or nil.")
  (hearers nil :documentation "Functions of an event and its value.")
  (failures 0 :documentation "How many servers in a row ended at once.")
  (timer nil :documentation "What starts the next server.")
  (closed nil :documentation "Whether no server is to be started any more.")
  (undo nil :documentation "What can be taken back, newest first.")
  (redo nil :documentation "What was taken back, newest first."))

(defclass todo-server--connection (jsonrpc-process-connection)
  ((child :initform nil :documentation "The process.")
   (last-id :initform nil :documentation "The id of the newest request.")
   (begin :initform (float-time) :documentation "When it was started."))
  "A server.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection todo-server--connection) &key id &allow-other-keys)
  "Note the ID that is sent over CONNECTION, so that it can be cancelled."
  (when id (oset connection last-id id)))

(define-error 'todo-server-error "Todo-server")
(define-error 'todo-server-gone "The server has ended" 'todo-server-error)


;;; Clients

(defvar todo-server--clients nil
  "The clients that are open, one for each store.")

(defun todo-server-client-open (store)
  "The client for STORE, a file or nil; the same one as long as it is open."
  (let ((store (and store (expand-file-name store))))
    (or (cl-find store todo-server--clients
                 :key #'todo-server-client-store :test #'equal)
        (car (push (todo-server-client--make :store store) todo-server--clients)))))

(defun todo-server-client-close (client)
  "Let the server of CLIENT finish what it has read, and end."
  (setq todo-server--clients (remq client todo-server--clients))
  (setf (todo-server-client-closed client) t)
  (todo-server--cancel-start client)
  (when-let* ((connection (todo-server-client-connection client)))
    (condition-case nil
        (process-send-eof (oref connection child))
      ;; It has ended already, or is stopped and will not read that.
      (error (delete-process (oref connection child))))))

(defun todo-server-listen (client hearer)
  "Have HEARER called with each event of CLIENT and its value.
The events: `changed' with the params of todo.didChange, `back' when a server
follows another, `down' with a sentence when they keep ending."
  (push hearer (todo-server-client-hearers client)))

(defun todo-server-stop-listening (client hearer)
  "Have HEARER not called any more with the events of CLIENT."
  (setf (todo-server-client-hearers client)
        (remq hearer (todo-server-client-hearers client))))

(defun todo-server--tell (client event value)
  "Tell all who listen to CLIENT of EVENT and its VALUE.
This may be within a process filter, where nothing may be sent: they hear it
as soon as that is over."
  (dolist (hearer (todo-server-client-hearers client))
    (run-at-time 0 nil hearer event value)))


;;; Starting

(defvar todo-server--directory
  (file-name-directory (or load-file-name buffer-file-name default-directory))
  "Where this package is.")

(defun todo-server--find ()
  "The server's executable."
  (let* ((named (or todo-server-command (getenv "TODO_SERVER")))
         (built (expand-file-name "../../.build/release/todo-server"
                                  todo-server--directory))
         (found (if named
                    (executable-find (if (string-match-p "/" named)
                                         (expand-file-name named)
                                       named))
                  (or (executable-find "todo-server")
                      (and (file-executable-p built) built)))))
    (or found
        (signal 'todo-server-error
                (list (if named
                          (format "There is no program %s" named)
                        "There is no todo-server; todo-server-command can say where"))))))

(defvar todo-server--count 0
  "How many servers have been started.
Their buffers have names of their own: one may end after the next began.")

(defun todo-server--ensure (client)
  "The connection of CLIENT, to a new server if the former one has ended."
  (let ((connection (todo-server-client-connection client)))
    (cond
     ((todo-server-client-closed client)
      (signal 'todo-server-gone (list "This list is closed")))
     ((and connection (jsonrpc-running-p connection)) connection)
     (t (todo-server--start client)))))

(defun todo-server-restart (client)
  "Kill the server of CLIENT, which may hang, and start another."
  (when-let* ((connection (todo-server-client-connection client)))
    (setf (todo-server-client-connection client) nil)
    (when (jsonrpc-running-p connection)
      (delete-process (oref connection child))))
  (todo-server--start client))

(defun todo-server--start (client)
  "Start a server for CLIENT and introduce this Emacs to it."
  (todo-server--cancel-start client)
  (let ((name (format "todo-server-%d" (cl-incf todo-server--count))))
    (condition-case failure
        (let ((connection (todo-server--connect client name)))
          (setf (todo-server-client-connection client) connection)
          (todo-server--introduce client connection)
          connection)
      (file-error
       (todo-server--kill-buffers name)
       (signal 'todo-server-error
               (list (format "The server could not be started: %s"
                             (error-message-string failure))))))))

(defun todo-server--connect (client name)
  "Start a server called NAME for CLIENT; give the connection to it."
  (let* ((child nil)
         (connection
          (apply #'make-instance 'todo-server--connection
                 :name name
                 :process (lambda ()
                            (setq child (todo-server--make-process client name)))
                 :notification-dispatcher
                 (lambda (_connection method params)
                   (when (eq method 'todo.didChange)
                     (todo-server--tell client 'changed params)))
                 :on-shutdown (lambda (ended) (todo-server--ended client ended name))
                 (todo-server--without-log))))
    (oset connection child child)
    ;; The library reports every end in the echo area.
    (add-function :around (process-sentinel child)
                  (lambda (sentinel process change)
                    (let ((inhibit-message t)) (funcall sentinel process change))))
    connection))

(defun todo-server--without-log ()
  "The arguments that keep the library from logging all that travels.
That would hold what is private, and take time."
  (if (slot-exists-p 'todo-server--connection '-events-buffer-config)
      '(:events-buffer-config (:size 0 :format short))
    '(:events-buffer-scrollback-size 0)))

(defun todo-server--make-process (client name)
  "Start the process of a server called NAME for CLIENT."
  (let ((default-directory (expand-file-name "~/"))
        (store (todo-server-client-store client)))
    (make-process
     :name name
     :command `(,(todo-server--find)
                ,@(and store (list "--store" store))
                ,@todo-server-arguments)
     :connection-type 'pipe
     :coding 'utf-8-emacs-unix
     :noquery t
     ;; The library looks for this very name.
     :stderr (get-buffer-create (format "*%s stderr*" name)))))

(defun todo-server--introduce (client connection)
  "Introduce this Emacs to the server at CONNECTION.
It shall end with this Emacs, and CLIENT shall hear of what changes."
  (condition-case nil
      (progn
        (jsonrpc-async-request
         connection 'initialize
         (list :processId (emacs-pid) :clientInfo (list :name "todo-server.el"))
         :success-fn (lambda (_result) (todo-server--tell client 'back nil))
         :error-fn #'ignore
         :timeout-fn #'ignore)
        (jsonrpc-notify connection 'initialized nil))
    ;; It has ended already, and its sentinel sees to that.
    (error nil)))


;;; Ending

(defun todo-server--ended (client connection name)
  "Have CLIENT follow the server at CONNECTION, called NAME, which has ended."
  (let ((words (todo-server--last-words connection)))
    (todo-server--kill-buffers name)
    (when (eq connection (todo-server-client-connection client))
      (setf (todo-server-client-connection client) nil)
      (unless (todo-server-client-closed client)
        (when (> (- (float-time) (oref connection begin)) todo-server--lasting)
          (setf (todo-server-client-failures client) 0))
        (todo-server--start-later client words)))))

(defun todo-server--last-words (connection)
  "What the server at CONNECTION wrote last to its standard error, or nil."
  (when-let* ((buffer (jsonrpc-stderr-buffer connection)))
    (when (buffer-live-p buffer)
      (with-current-buffer buffer
        (car (last (seq-remove
                    (lambda (line) (string-match-p "\\`Process .* stderr" line))
                    (split-string (buffer-string) "\n" t "[ \t\r]+"))))))))

(defun todo-server--kill-buffers (name)
  "Kill the buffers that the library made for the server called NAME."
  (dolist (format '("*%s stderr*" " *%s stderr*" " *%s output*" "*%s events*"))
    (when-let* ((buffer (get-buffer (format format name))))
      (kill-buffer buffer))))

(defun todo-server--start-later (client words)
  "Start a server for CLIENT soon.  WORDS say how it went with the last one."
  (let* ((failures (cl-incf (todo-server-client-failures client)))
         (pause (or (nth (1- failures) todo-server--pauses)
                    (car (last todo-server--pauses)))))
    (when (>= failures todo-server--patience)
      (todo-server--tell client 'down (concat "The server keeps ending"
                                              (and words (format ": %s" words)))))
    (todo-server--cancel-start client)
    (setf (todo-server-client-timer client)
          (run-at-time pause nil #'todo-server--start-again client))))

(defun todo-server--start-again (client)
  "Start a server for CLIENT if it has none; if that fails, later."
  (condition-case failure
      (todo-server--ensure client)
    (todo-server-error
     (unless (todo-server-client-closed client)
       (todo-server--start-later client (cadr failure))))))

(defun todo-server--cancel-start (client)
  "Keep CLIENT from starting a server later."
  (when-let* ((timer (todo-server-client-timer client)))
    (cancel-timer timer)
    (setf (todo-server-client-timer client) nil)))

(provide 'todo-server-connection)
;;; todo-server-connection.el ends here

;;; todo-server-day.el --- Days of todos  -*- lexical-binding: t; -*-

;; This file is part of the todo-server package; see todo-server.el.
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A day is a string YYYY-MM-DD, as the server has it, so that days compare as
;; strings do.

;;; Code:

(require 'calendar)
(require 'cl-lib)
(require 'subr-x)

(defun todo-server-day-today ()
  "The day that it is here."
  (format-time-string "%Y-%m-%d"))

(defun todo-server-day-after (day count)
  "The day COUNT days after DAY."
  (pcase-let ((`(,year ,month ,date) (mapcar #'string-to-number (split-string day "-"))))
    ;; Noon, since not every day has 24 hours.
    (format-time-string "%Y-%m-%d" (encode-time 0 0 12 (+ date count) month year))))

(defun todo-server-day-name (day today)
  "How a person would call DAY on the day TODAY."
  (cond ((equal day today) "today")
        ((equal day (todo-server-day-after today 1)) "tomorrow")
        ((equal day (todo-server-day-after today -1)) "yesterday")
        (t day)))

(defun todo-server-day-read (prompt &optional initial)
  "Read a day with PROMPT, starting with INITIAL; nil for none.
What is no day is asked for again, so that no question follows about what cannot
be done."
  (let ((question (format "%s (YYYY-MM-DD, today, tomorrow, fri, +7; empty: none): " prompt))
        (complaint "")
        day)
    (while (let ((text (string-trim (read-string (concat complaint question) initial))))
             (setq day (and (not (equal text ""))
                            (todo-server-day-parse text (todo-server-day-today)))
                   initial text
                   complaint (format "“%s” is no day.  " text))
             (and day (not (todo-server-day-p day)))))
    day))

(defun todo-server-day-p (text)
  "Whether TEXT is a day of the calendar, as the server has days."
  (and (string-match "\\`\\([0-9]\\{4\\}\\)-\\([0-9][0-9]\\)-\\([0-9][0-9]\\)\\'" text)
       (pcase-let ((`(,year ,month ,date)
                    (mapcar (lambda (group) (string-to-number (match-string group text))) '(1 2 3))))
         (and (> year 0) (calendar-date-is-valid-p (list month date year))))))

(defun todo-server-day-parse (text today)
  "The day that TEXT means on the day TODAY, or TEXT itself if it means none."
  (let ((word (downcase text)))
    (cond ((equal word "today") today)
          ((equal word "tomorrow") (todo-server-day-after today 1))
          ((string-match "\\`\\+\\([0-9]\\{1,5\\}\\)\\'" word)
           (todo-server-day-after today (string-to-number (match-string 1 word))))
          ((todo-server-day--weekday word today))
          (t text))))

(defun todo-server-day--weekday (word today)
  "The next day after TODAY whose name begins with WORD, three letters or more."
  (when (>= (length word) 3)
    (cl-loop for count from 1 to 7
             for day = (todo-server-day-after today count)
             when (string-prefix-p word (downcase (todo-server-day--weekday-name day)))
             return day)))

(defun todo-server-day--weekday-name (day)
  "The English name of the weekday of DAY."
  (pcase-let ((`(,year ,month ,date) (mapcar #'string-to-number (split-string day "-"))))
    (aref ["Sunday" "Monday" "Tuesday" "Wednesday" "Thursday" "Friday" "Saturday"]
          (calendar-day-of-week (list month date year)))))

(provide 'todo-server-day)
;;; todo-server-day.el ends here

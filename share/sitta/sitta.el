;;; sitta.el --- Search with Sitta -*- lexical-binding: t; -*-

(require 'grep)

;;;###autoload
(defun sitta-search (query)
  "List the files that match QUERY, each with its first match, in `grep-mode'."
  (interactive "sSitta: ")
  (compilation-start
   (concat "sitta search --vimgrep --limit 200 -- " (shell-quote-argument query))
   'grep-mode))

(provide 'sitta)
;;; sitta.el ends here

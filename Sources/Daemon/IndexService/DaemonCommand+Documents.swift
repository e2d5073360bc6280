import Arguments
import TextExtraction

extension DaemonCommand {
  /// The section about which documents are read, and how.
  static let documents: [ManualPage.Block] =
    [
      .paragraph(
        """
        Plain text is read in any encoding: UTF-8, UTF-16 and those that were used before, such as \
        windows-1252, KOI8-R, Shift_JIS and GB18030. What a text declares about its encoding counts, unless \
        its bytes contradict it; the encoding of other texts, also in web pages, mails, tags and subtitles, is \
        recognized by their letters. `sitta explain` names the encoding. Escapes of JSON and character \
        references of XML are characters. A file's content decides what it is, and its name if the content \
        does not tell. Files that are no text, such as programs, are found by their names.
        """),
      .paragraph(
        """
        These documents are read as a person sees them, without markup. Titles, authors, recipients, dates, \
        languages and pages are fields of their own, for queries such as `author:` and `pages:>10`:
        """),
    ]
    + ReadableFormat.all.map { format in
      .item(format.name, format.suffixes.map { "." + $0 }.joined(separator: " "))
    } + [
      .paragraph(
        """
        All of these, and plain text, may be compressed with gzip, bzip2, xz, zstd or lz4. A mail \
        may have any name, and so may an XML file of Office. Files named `.1` to `.9` are manual pages if \
        they begin like one.
        """),
      .paragraph(
        """
        A cell of a sheet is found as it is shown, and also by its date in ISO 8601 or its plain number: \
        `15.03.2024` by `2024-03-15`, `19.5%` by `0.195`. Headers, footers, notes and comments are part of \
        the text, and so are descriptions of pictures, charts, formulas and sheets in documents, the fixed \
        texts of slides, and properties such as the subject, comments and those that a person has defined. \
        Text that a tracked change has deleted is not.
        """),
      .paragraph(
        """
        Books have their chapters in reading order, and help files their pages in the order of the names; a \
        protected book is found by its title and authors. DjVu has the text that was recognized when it was \
        made, the outline, and the comments on areas. A shape in Visio shows its own text or that of its \
        master. Of a database of LibreOffice the names of tables, forms and reports, the queries, and the \
        rows that HSQLDB keeps in its script are read, but no other rows. A section of OneNote has its \
        pages in their order, without earlier versions of them; a section with a password is found by its name.
        """),
      .paragraph(
        """
        Extended attributes that desktops write belong to any file: `user.xdg.tags` are tags, \
        `user.xdg.comment` is text, and `user.baloo.rating` is a tag such as `4 stars` (`tag:"4 stars"`). A \
        change of them is noticed like a change of the content.
        """),
      .paragraph(
        """
        Files in archives, attachments of mails, messages of mailboxes, and files that are embedded in \
        office documents or attached to PDF are documents of their own. A hit shows where it is, as in \
        `a.zip!/docs/b.txt`, and its URI is `file:///a.zip#!/docs/b.txt`. They move, change and go with \
        their file; those that have not changed are not indexed again. Of a mailbox that grew, only the new \
        messages are read if the last 64 KiB before them are as they were; one in which Thunderbird has only \
        marked messages as read is not read again. Rules of `Exclude=`, secrets and \
        `MaxFileSize=` hold for them, too. A message has its Message-ID as its name. If a mail has several \
        forms of its text, the plain one comes first, and then the lines of the others with words that it \
        lacks. A signed mail (S/MIME) is read without a key, and so is a signed file (`.p7m`). The text and \
        the files in a `winmail.dat` of Outlook, and uuencoded files in a text, belong to the mail. Four \
        containers inside each other are read, 10,000 members and 512 MB unpacked for each file; beyond that \
        members are found by their names. PDF documents in archives and mails are read like all others, but \
        the text of their scanned pages is not recognized.
        """),
      .paragraph(
        """
        In a data file of Outlook (`.pst`, `.ost`) each message, person, event, task and note of all \
        folders is a document, and so are the files and messages that are attached to it. A file that has \
        changed is read as a whole, but items that have not changed are not indexed again. The password \
        of a data file encrypts nothing, so the file is read without it.
        """),
      .paragraph(
        """
        People in the address books of Thunderbird (`abook.sqlite`, `history.sqlite`) and Evolution \
        (`contacts.db`, `cache.db`), and bookmarks of Firefox (`places.sqlite`, without the pages that were \
        visited), Chromium (`Bookmarks`) and XBEL files are documents of their own as well. `Sources=` in \
        sittad.conf(5) has them indexed where the programs keep them. A program that is running may write \
        what it changes into another file first; it is found when it comes into these. A message that was \
        deleted in Thunderbird is not found, although it stays in the mailbox until it is compacted.
        """),
      .paragraph(
        """
        Conversations that a messenger has exported have those who wrote as authors: `_chat.txt` and files with \
        `WhatsApp` in their names, JSON of Telegram, the days of Slack (`2026-01-31.json`), and `chat.md` and \
        `data.json` of signal-export.
        """),
      .paragraph(
        """
        Documents are read by `sitta-extract`, and PDF by `sitta-extract-pdf`. Each of these programs is \
        started by its first document and ends after 30 s without one. Before it reads anything, it gives \
        up all rights: it cannot open a file, reach the network, start a program or send a signal \
        (seccomp(2), landlock(7)). sittad gives it one open file after the other, and checks each part of \
        the answer. PDF documents and archives get a process of their own each. A PDF document in an archive \
        or mail comes out of one program and goes as an unchangeable file to the other. On a kernel without \
        seccomp filters only readers in Swift run; `sitta status` lists the formats that wait.
        """),
      .paragraph(
        """
        Other formats are read by a program of your choice, which a section `[Reader NAME]` of sittad.conf(5) \
        names. Some need no section: WordPerfect, old Visio, Works and StarOffice files, and PostScript, are read \
        as soon as the programs for them are installed (Debian: `libwpd-tools`, `libvisio-tools`, `libwps-tools`, \
        `libstaroffice-tools`, `libmwaw-tools`, `ghostscript`). `sitta-extract-external` starts the program for one \
        document after the other. The program can read what the system has installed, its own file and the \
        document. It can open no other file of yours, write to none, use no network and signal no process, \
        also on behalf of the programs that it starts; when it is late, all of them end. It does not run on a \
        kernel without Landlock.
        """),
      .paragraph(
        """
        PDF documents are read by poppler, page by page. Only `/usr/share/poppler` can be read in its jail: \
        the package `poppler-data` has the characters of Chinese, Japanese and Korean fonts that are not \
        embedded. Notes and the comments on highlights follow the text of their page, unless the document is \
        encrypted. A title that is only the name of a file is not used.
        """),
      .paragraph(
        """
        Scanned pages are images, and so are photos of text. Their text is recognized if `OCR=` in \
        sittad.conf(5) says so. Such a document is found by its name and title at once, and by its text once \
        all its pages are recognized. `sitta-extract-pdf` renders a page with 200 dots per inch, and \
        `sitta-extract-ocr` recognizes the text through tesseract, each in a jail that cannot open any \
        file. A page gets at most 30 s of CPU time, a document 500 pages in a day. `ocr.sqlite` in the state \
        folder has the texts of recognized pages, at most 256 MB; those that were used least recently go. \
        `sitta forget` erases the pages of forgotten documents from it. PDF documents and images in archives and \
        mails are unpacked again for it, about 32 MB of them at a time; their container is read again once \
        all of them are recognized, or 500. Documents that are compressed, such as `scan.pdf.gz`, are not recognized.
        """),
      .paragraph(
        """
        A document is read for at most 10 s of CPU time and 2 ms for each kilobyte, 60 s in all \
        (`TimeLimit=`). What was read until then is found, and `sitta explain` says that it is a part. If a \
        document ends its program, it is \
        read again after all others; the second time it is given up until it changes, or until Sitta has \
        another version of its reader. Encrypted documents are found by their names. \
        `sitta list --failed` lists all these documents with the reasons.
        """),
      .paragraph(
        """
        If a reader fails at ten documents within a minute, the documents are not to blame. The reader is \
        paused for a minute, then for twice as long each time, up to an hour, and `sitta status` says so. \
        New documents of its format are found by their names until they are read after the pause. Documents \
        also wait like this if their program is missing; installing it is enough. `sitta status` counts \
        the documents of each format, and those that wait.
        """),
    ]
}

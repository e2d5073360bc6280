/// A form of a query: a row in the table of `sitta-query(7)`.
public struct QueryForm: Sendable {
  /// The ways to type the form.
  public let typed: [String]
  /// Which documents it finds, as sentences.
  public let finds: String

  private init(_ typed: String..., finds: String) {
    self.typed = typed
    self.finds = finds
  }

  /// All forms, the most common ones first.
  public static let all = words + combinations + filters + fields

  static let words: [QueryForm] = [
    QueryForm(
      "memory barrier",
      finds: """
        Documents with both words. If they are few, documents with one of the words follow, and say \
        which they lack.
        """),
    QueryForm(
      "+memory barrier", "memory AND barrier",
      finds: "Nothing without the word after `+`, and nothing without the words around `AND`."),
    QueryForm(
      "\"page cache\"", "=running",
      finds: """
        The words exactly as written. “ ”, „ “ and « » are quotes as well. If they find nothing, the words are \
        searched without quotes, and `sitta` says so.
        """),
    QueryForm("permiss*", finds: "Words that begin like this."),
    QueryForm(
      "photos lofoten", "pdf from march", "email sent by jakob",
      finds: """
        First what `type:image lofoten`, `type:pdf modified:2026-03` and `type:mail from:jakob` find, then the \
        words. `sitta` says so. Quotes around the word for a kind or a time prevent it.
        """),
    QueryForm(
      "title:x", "name:x", "tag:x", "body:x",
      finds: "The word in this field only. Also `title:\"a b\"`, `title:(a b)` and `tag:=x`."),
  ]

  static let combinations: [QueryForm] = [
    QueryForm(
      "-draft", "NOT draft",
      finds: "Without the word. `-` can precede anything: `-\"a b\"`, `-title:x`, `-(a b)`."),
    QueryForm(
      "linux OR bsd",
      finds: "One of the words, or both. A blank binds tighter: `a b OR c` means `(a b) OR c`."),
    QueryForm("(a OR b) c", finds: "Parentheses form groups, up to 8 levels deep."),
    QueryForm(
      "NEAR(a b, 5)", "a NEAR/5 b",
      finds: "At most 5 words between the two; without a number, at most 10."),
  ]

  static let filters: [QueryForm] = [
    QueryForm(
      "type:document", "type:docx", "type:image", "type:text/plain",
      finds: """
        A kind of files, a suffix, or a media type: the name after its slash, its family, or both. Kinds \
        are `archive`, `audio`, `book`, `calendar`, `code`, `contact`, `document`, `image`, `mail`, \
        `presentation`, `spreadsheet`, `text`, `video` and `webpage`.
        """),
    QueryForm("ext:md", "ext:tar.gz", "*.md", finds: "Files whose name ends like this."),
    QueryForm("name:*plan*.md", finds: "A pattern for the whole name, with `*` and `?`."),
    QueryForm(
      "in:~/notes", "in:notes/2026", "in:.", "in:../notes",
      finds: """
        Files in this folder or below it. With `.` or `..` in front: from the folder in which `sitta` \
        runs. Without `/`, `~` or dots in front: below any folder whose path ends like this.
        """),
    QueryForm(
      "path:*/src/*.c", "path:draft",
      finds: "A pattern for the whole path. Without `*`, `?` and `[`: a part of the path."),
    QueryForm(
      "modified:7d",
      finds: """
        Changed in the last 7 days. Units are `min`, `h`, `d`, `w`, `m` (months) and `y`, or their \
        names: `3months`. `>7d` means longer ago.
        """),
    QueryForm(
      "modified:yesterday",
      finds: """
        Changed on that day. Also `today`, `this-week`, `last-week`, and the same with `month` and \
        `year`. Weeks begin on Monday.
        """),
    QueryForm(
      "modified:2026-01..2026-03",
      finds: """
        Changed from the first day through the last. Also `2026`, `2026-01-31`, `20260131`, \
        `2026-01-31T12:00`, `31.1.2026`, `2026/01/31`, and `2026-01..` without an end.
        """),
    QueryForm("modified:>2026-01-01", finds: "Changed after that day. Also `>=`, `<` and `<=`."),
    QueryForm(
      "since:yesterday", "before:2026-01-31",
      finds: """
        Changed on that day or later, or before that day. `since:7d` means the last 7 days, \
        `before:7d` longer ago.
        """),
    QueryForm(
      "size:>1M", "size:10k..2M",
      finds: """
        The size; `k`, `M`, `G` and `T` are powers of 1024. `size:1M` means 1M after rounding down.
        """),
  ]

  static let fields: [QueryForm] = [
    QueryForm(
      "author:x", "author:\"a b\"",
      finds: "The word in the names of the authors only; of a mail, in its sender."),
    QueryForm(
      "from:x", "to:x", "subject:x",
      finds: "Mails with the word in the sender, in a recipient, or in the subject."),
    QueryForm("type:mail", finds: "Mails and mailboxes."),
    QueryForm("has:attachment", finds: "Mails with attached files."),
    QueryForm(
      "lang:de", "lang:german",
      finds: """
        The language of the text: a code of ISO 639, or the name in English or in the language itself. \
        The document declares it, or it is detected.
        """),
    QueryForm(
      "created:2026", "created:>7d",
      finds: """
        When the document was created or sent, as its content says; with the same values as \
        `modified:`.
        """),
    QueryForm(
      "pages:>10", "pages:10..20",
      finds: "The number of pages, slides or sheets. Also `12`, `>=`, `<`, `<=` and `10..`."),
  ]
}

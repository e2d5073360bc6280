/// What can be typed as a query: the table of the manual and of README.md.
public struct QueryForm: Sendable {
  /// What is typed, in one or more ways.
  public let typed: [String]
  /// What it finds.
  public let finds: String

  private init(_ typed: String..., finds: String) {
    self.typed = typed
    self.finds = finds
  }

  /// Every form, in the order in which a person learns them.
  public static let all: [QueryForm] = [
    QueryForm("memory barrier", finds: "both words; `AND` between them says the same"),
    QueryForm(
      "\"page cache\"", "=running",
      finds: "words as they are written; “ ”, „ “ and « » are quotes, too"),
    QueryForm("permiss*", finds: "the beginning of a word"),
    QueryForm(
      "-draft", "NOT draft",
      finds: "without it; `-` stands before anything: `-\"a b\"`, `-title:x`, `-(a b)`"),
    QueryForm(
      "linux OR bsd", finds: "one of them; weaker than the blank: `a b OR c` is `(a b) OR c`"),
    QueryForm("(a OR b) c", finds: "parentheses, 8 deep"),
    QueryForm(
      "NEAR(a b, 5)", "a NEAR/5 b",
      finds: "with at most 5 words between them; 10 where no number stands"),
    QueryForm(
      "title:x", "name:x", "tag:x", "body:x",
      finds: "there only; also `title:\"a b\"`, `title:(a b)`, `tag:=x`"),
    QueryForm(
      "type:pdf", "type:image", "type:text/plain",
      finds: "a media type, its name behind the slash, or its family"),
    QueryForm("ext:md", "ext:tar.gz", finds: "how the file's name ends"),
    QueryForm(
      "in:~/notes", "in:notes/2026",
      finds:
        "in or below the folder; without `/` or `~` in front, any folder whose path ends so"),
    QueryForm(
      "path:*/src/*.c", "path:draft",
      finds: "a pattern for the whole path; without `*`, `?`, `[` a part of it"),
    QueryForm(
      "modified:7d",
      finds:
        "in the last 7 days; `min`, `h`, `d`, `w`, `m` (months), `y`; `>7d` is older than that"),
    QueryForm(
      "modified:yesterday",
      finds:
        "`today`, `this-week`, `last-week`, and so with `month` and `year`; weeks begin on Monday"
    ),
    QueryForm(
      "modified:2026-01..2026-03",
      finds:
        "from the first day to the last; `2026`, `2026-01-31`, `2026-01-31T12:00`; `2026-01..`"),
    QueryForm("modified:>2026-01-01", finds: "after that day; `>=` `<` `<=`"),
    QueryForm(
      "size:>1M", "size:10k..2M",
      finds: "`k`, `M`, `G`, `T` count 1024; `size:1M` is what rounds down to it"),
  ]

  /// What holds for all of them, as paragraphs.
  public static let rules = [
    """
    Operators are in capitals; where one joins nothing, as in `OR` alone, it is a word. A quote \
    that is not closed belongs to its word, a parenthesis reaches to the end. An unknown field \
    (`foo:bar`) and a value that makes no sense (`modified:soon`) are searched as words. Stop \
    words (`the`) and single letters are words like others. Only filters, or only what must not \
    occur, find every file that fits, the newest first. After 512 terms the rest is left out. Only \
    two texts are refused: a longer one, and one without any letter, digit or filter. For \
    searching while one types, `--prefixes last` reads the last word as a beginning.
    """
  ]
}

public import Arguments

/// `sitta-query(7)`: the query language.
public enum QueryManual {
  /// The page.
  public static let page = ManualPage(
    name: "sitta-query", number: 7, summary: "what can be typed as a query of sitta",
    sections: [
      .init(
        "SYNOPSIS",
        [
          .literal(
            """
            sitta search memory barrier
            sitta search '"page cache"' -- -linux
            sitta search report type:pdf modified:7d in:~/work
            """)
        ]),
      .init(
        "DESCRIPTION",
        [
          .paragraph(
            """
            Any text up to 16 KiB is a query. Documents with all words come first; if they are few, \
            documents with a part of the words follow. Quotes, `=`, `+`, operators, fields, filters and \
            `-` always hold. Words such as `the` decide nothing in a query in their language. The name \
            of a folder above a file counts as a weak part of the file. `--strict` finds only files \
            that have all words themselves, and so do `-0`, `--json`, `--format` and `--vimgrep` unless \
            `--relaxed` is given. `sitta` ends with 0 if it prints a hit of either kind, and with 1 if it \
            prints none. Text that cannot be an operator is searched as words: \
            `don't`, `a-b`, `--flag`, a URL, a whole stack trace.
            """),
          .paragraph(
            """
            The reply says how the query was read. On a terminal, `sitta` prints that if nothing was \
            found. It warns if a part was read differently from what it looks like.
            """),
        ]),
      .init("WORDS", items(QueryForm.words)),
      .init("COMBINATIONS", items(QueryForm.combinations)),
      .init("PROPERTIES OF FILES", items(QueryForm.filters)),
      .init("PROPERTIES OF DOCUMENTS", items(QueryForm.fields)),
      .init("HOW WORDS MATCH", matching.map { .paragraph($0) }),
      .init("HOW A TEXT IS READ", reading.map { .paragraph($0) }),
      .init("LIMITS", limits.map { .paragraph($0) }),
      .init("SEE ALSO", [.paragraph("sitta(1), sittad.conf(5)")]),
    ])

  private static func items(_ forms: [QueryForm]) -> [ManualPage.Block] {
    forms.map { .item($0.typed.joined(separator: ", "), $0.finds) }
  }

  private static let matching = [
    """
    A word finds its other forms: `databases` finds `Database`, and `Häuser` finds `Haus`. The languages are \
    the documents' languages, which `sitta status` names; `Languages=` in sittad.conf(5) chooses others. \
    A query with two stop words of one of these languages is in that language only.
    """,
    """
    It finds its spellings: `Mueller`, `Muller` and `Müller` find each other, `Encyclopædia` is found \
    without the ligature, and so is `find` that is written with one.
    """,
    "It finds its synonyms, such as `first` and `1st`; `Synonyms=` adds more.",
    """
    A number is found however it is grouped: `342000`, `342,000`, `342 000` and `342.000,00` find each other, and \
    so do the ways to write a telephone number, an ISBN, the number of an account (IBAN) and a date in digits. \
    `500GB` and `500 GB` find each other. `March 2024` also finds `2024-03`, after documents with the words.
    """,
    """
    A word with a hyphen is also found without it: `Wi-Fi`, `WiFi` and `wifi` find each other, and so do \
    `RS-485` and `rs485`, and `H.264` and `h264`.
    """,
    """
    It finds the words inside names: `report`, `QuarterlyReport` and the phrase `"quarterly report"` find \
    `QuarterlyReport_v2`. In German, Dutch, Swedish, Danish and Norwegian a word of four letters or more \
    finds compounds of it: `Versicherung` finds `Haftpflichtversicherung`, after documents with the word \
    itself.
    """,
    """
    A symbol is a word of its own: `€`, `→`, `🐦`. So are names such as `C++`, `C#` and `.NET`. \
    Other signs of ASCII separate words, and so do lines and boxes.
    """,
    """
    Chinese, Japanese, Korean and Thai text is found by any part of it, down to one character. \
    Traditional and simplified characters find each other, and so do the present and the older forms of \
    Japanese ones. `Readings=` adds pinyin and romaji.
    """,
    "Words in quotes, and words after `=`, stay exact.",
  ]

  private static let reading = [
    """
    Operators are written in capitals. An operator that connects nothing, such as `OR` alone, is \
    searched as a word, and so are all operators in a sentence in capitals.
    """,
    """
    A quote that is not closed is part of its word. A parenthesis that is not closed extends to the \
    end of the query.
    """,
    """
    An unknown field (`foo:bar`) and an invalid value (`modified:soon`) are searched as words. So is a \
    date that can be two days (`modified:1/2/2026`). Single letters are words like others.
    """,
    """
    Words of other programs are read as well: `|` as `OR`; `!` before a word as `-`; `date:` as \
    `modified:`; `after:` and `newer_than:` as `since:`; `older_than:` as `before:`; `larger:` and \
    `smaller:` as `size:`; `kind:`, `mime:` and `filetype:` as `type:`; `extension:` as `ext:`; `dir:` and \
    `folder:` as `in:`; `filename:` as `name:`; `intitle:` as `title:`; `tags:` and `label:` as `tag:`; \
    `sender:` as `from:`; `cc:` and `recipient:` as `to:`; `language:` as `lang:`.
    """,
    """
    Words that people say for a kind of document (`photos`, `spreadsheet`, `email`, `pdf`), for a time (`last week`, \
    `from march 2024`) and for a sender (`sent by jakob`) are also read as filters, in English, German, French, \
    Spanish, Italian, Portuguese and Dutch: in a short query with other words, the kind as the first or the last \
    word. Documents with all words in their names still come first. `--strict` does not read them.
    """,
    "A query that has only filters, or only excludes, finds all files that fit, the newest first.",
    """
    For searching while a person types, `--prefixes last` reads the last word as the beginning of a \
    word.
    """,
  ]

  private static let limits = [
    """
    Two texts are refused: one that is longer than 16 KiB, and one without a letter, digit or filter. \
    Everything after the 512th term is ignored. Of more than 64 words the most frequent ones are left out, \
    but not in a strict search. A phrase is found by its first 512 words.
    """,
    """
    A value of `in:` and `path:` has at most 4,096 bytes, one of `type:` and `ext:` 255, and one of \
    any other filter 64. A longer value is searched as words.
    """,
    """
    Sitta knows about 40 languages. A text of fewer than 40 letters has no language unless the document \
    declares one, and neither have programs and data.
    """,
  ]
}

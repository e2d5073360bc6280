extension ReadingTable {
  /// Queries of people who know other programs.
  static let habits = """
    a | b → a OR b
    a || b c → a OR (b AND c)
    a | → a
    | a → a
    (a | ) b → a AND b
    a | | b → a OR b
    a|b → a|b
    a | OR b → a OR ('OR' AND b)
    ||| a → a
    a !b → a AND NOT b
    !b a → NOT b AND a
    a !"b c" → a AND NOT "b c"
    a !(b c) → a AND NOT (b AND c)
    !important → !important
    a ! b → a AND b
    hello! world → hello! AND world
    a != b → a AND b
    *.pdf → extension pdf
    report *.tar.gz → report AND extension tar.gz
    -*.pdf a → NOT extension pdf AND a
    *. a → a
    *.a*b → '*.a*b'
    filename:report → name:report
    filename:*.pdf → name *.pdf
    name:a?b → name a?b
    name:*port* → name *port*
    filename:rep* → name:rep*
    name:"*a" → name:"*a"
    kind:pdf → type pdf
    kind:email → type mail
    mime:text/plain → type text/plain
    filetype:docx → type docx
    dir:~/notes → in ~/notes
    folder:notes → in notes
    directory:/a → in /a
    tags:work → tag:work
    label:work → tag:work
    cc:ann → to:ann
    sender:ann → author:ann AND type mail
    intitle:report → title:report
    extension:md → extension md
    language:german → language de
    larger:10M → size over 10M
    smaller:1k → size under 1k
    before:2026-11-01 → modified before 2026-11-01
    before:2026 → modified before 2026-01-01
    after:2026/11/01 → modified since 2026-11-01
    since:yesterday → modified since 2026-11-20
    since:7d → modified since 2026-11-14T18:28
    before:7d → modified before 2026-11-14T18:28
    older_than:1y → modified before 2025-11-21T18:28
    newer_than:2d → modified since 2026-11-19T18:28
    since:>7d → 'since:>7d'
    older_than:soon → 'older_than:soon'
    date:today → modified on 2026-11-21
    date:2026-01-01/2026-03-31 → modified from 2026-01-01 to 2026-03-31
    date:2025/2026 → modified from 2025-01-01 to 2026-12-31
    date:2026-01-01/ → modified since 2026-01-01
    date:/2025 → modified before 2026-01-01
    date:/ → 'date:/'
    modified:3months → modified since 2026-08-21T18:28
    modified:"3 months" → modified since 2026-08-21T18:28
    modified:"last 2 weeks" → modified since 2026-11-07T18:28
    modified:-7d → modified since 2026-11-14T18:28
    modified:>2years → modified before 2024-11-21T18:28
    modified:1hour → modified since 2026-11-21T17:28
    modified:1.11.2026 → modified on 2026-11-01
    modified:01.11.2026..05.11.2026 → modified from 2026-11-01 to 2026-11-05
    modified:2026/11/01 → modified on 2026-11-01
    modified:2026/11 → modified from 2026-11-01 to 2026-11-30
    modified:31/12/2025 → modified on 2025-12-31
    modified:12/31/2025 → modified on 2025-12-31
    modified:1/11/2026 → 'modified:1/11/2026'
    modified:11/11/2026 → modified on 2026-11-11
    modified:1.13.2026 → 'modified:1.13.2026'
    modified:32/12/2025 → 'modified:32/12/2025'
    in:. → in /home/ann/desk
    in:./ → in /home/ann/desk
    in:./notes → in /home/ann/desk/notes
    in:.. → in /home/ann
    in:../x/./y → in /home/ann/x/y
    in:../../../.. → in /
    in:"../My notes" → in /home/ann/My notes
    in:.config → in .config
    older_ than → older_ AND than
    """
}

/// The typed text, an arrow, and how it is read; now is Saturday, 2026-11-21T18:28, an hour east of
/// Greenwich.
enum ReadingTable {
  static let words = """
    memory → memory
    memory barrier → memory AND barrier
    memory memory → memory AND memory
    Großmann → Großmann
    日本語 検索 → 日本語 AND 検索
    a → a
    the → the
    to be or not to be → to AND be AND or AND not AND to AND be
    42 → 42
    ½ → ½
    C++ → C++
    c# → c#
    F# .NET → F# AND .NET
    don't → don't
    'tis → ''tis'
    v2.21 → v2.21
    a-b → a-b
    --flag → '--flag'
    --flag=value → '--flag=value'
    git commit --amend → git AND commit AND '--amend'
    ls -- x → ls AND x
    a - b → a AND b
    a – b → a AND b
    +a → a
    +"a b" → "a b"
    +=a → =a
    ++a → ++a
    a + b → a AND b
    jane@example.org → jane@example.org
    https://example.org/a?b=c&d#e → 'https://example.org/a?b=c&d#e'
    http://[::1]:8080/ → 'http://[::1]:8080/'
    ~/notes/a.md → ~/notes/a.md
    /usr/share/doc → /usr/share/doc
    C:\\Users\\me → 'C:\\Users\\me'
    12:30 → '12:30'
    std::vector<int> → 'std::vector<int>'
    a:b:c → 'a:b:c'
    foo:bar → 'foo:bar'
    foo: bar → 'foo:' AND bar
    f(x) → 'f(x)'
    f(x, y) → 'f(x,' AND 'y)'
    a[0] → a[0]
    a*b → 'a*b'
    *a → '*a'
    50% → 50%
    #tag → #tag
    {"a": "b c"} → '{"a":' AND "b c"
    a=b → a=b
    ==a → '==a'
    x => y → x AND y
    a && b || c → (a AND b) OR c
    :) smile → smile
    … a → a
    🐦 a → 🐦 AND a
    € -🐦 → € AND NOT 🐦
    C++ -C# → C++ AND NOT C#
    .NET → .NET
    │ a → a
    near → near
    """

  static let phrases = """
    "page cache" → "page cache"
    "page" → "page"
    a "b c" d → a AND "b c" AND d
    "a b"c → "a b" AND c
    "a b""c d" → "a b" AND "c d"
    "a* -b OR (c" → "a* -b OR (c"
    "" a → a
    "…" a → a
    "… …" a "b" → a AND "b"
    "a b → '"a' AND b
    a b" → a AND 'b"'
    5" disk → '5"' AND disk
    a"b c" → 'a"b' AND 'c"'
    “a b” → "a b"
    „a b“ → "a b"
    „a b” → "a b"
    «a b» → "a b"
    »a b« → "a b"
    ”a b” → "a b"
    “a b → “a AND b
    =exact → =exact
    ="a b" → "a b"
    =“a b” → "a b"
    =a=b → =a=b
    =C++ → =C++
    = a → a
    =pre* → pre*
    permiss* → permiss*
    a* b → a* AND b
    a** → a*
    a * → a
    C++* → C++*
    日* → 日*
    "a b"* → "a b"
    """

  static let operators = """
    a -b → a AND NOT b
    -b a → NOT b AND a
    a -b -c → a AND NOT b AND NOT c
    a -"b c" → a AND NOT "b c"
    a -b* → a AND NOT b*
    a -=b → a AND NOT =b
    a -(b c) → a AND NOT (b AND c)
    a -(b OR c) → a AND NOT (b OR c)
    a -title:b → a AND NOT title:b
    a -title:(b c) → a AND NOT (title:b AND title:c)
    a -type:pdf → a AND NOT type pdf
    -a → NOT a
    -a -b → NOT a AND NOT b
    -(-a) → a
    -OR a → NOT 'OR' AND a
    a -+ → a
    a - → a
    a -* → a
    -- a → a
    a OR b → a OR b
    a OR b OR c → a OR b OR c
    a b OR c → (a AND b) OR c
    a OR b c → a OR (b AND c)
    (a OR b) c → (a OR b) AND c
    a OR -b → a OR NOT b
    a or b → a AND or AND b
    a AND b → a AND b
    a AND b OR c AND d → (a AND b) OR (c AND d)
    a NOT b → a AND NOT b
    a AND NOT b → a AND NOT b
    NOT a → NOT a
    NOT NOT a → a
    a NOT -b → a AND b
    NOT(a b) c → NOT (a AND b) AND c
    a OR(b c) → a OR (b AND c)
    OR → 'OR'
    OR OR → 'OR' AND 'OR'
    OR OR OR → 'OR' OR 'OR'
    OR a → 'OR' AND a
    a OR → a AND 'OR'
    a OR OR b → a OR ('OR' AND b)
    a OR + → a AND 'OR'
    a AND → a AND 'AND'
    AND → 'AND'
    NOT → 'NOT'
    a NOT → a AND 'NOT'
    a OR AND b → a OR ('AND' AND b)
    (OR) a → 'OR' AND a
    (a OR) b → a AND 'OR' AND b
    DO NOT ENTER → DO AND NOT ENTER
    """

  static let groups = """
    (a) → a
    (a b) c → a AND b AND c
    (a)b → a AND b
    ((a)) → a
    ((a OR b) OR c) → a OR b OR c
    (a OR (b c)) d → (a OR (b AND c)) AND d
    (see foo(bar)) → see AND 'foo(bar)'
    () a → a
    a () → a
    a -() → a
    a OR () → a AND 'OR'
    (()) a → a
    (a → a
    a (b OR c → a AND (b OR c)
    a) → 'a)'
    a ) b → a AND b
    (a)) b → a AND b
    a ( → a
    a -( → a
    (a "b) c" d) → a AND "b) c" AND d
    (most recent call last): x → most AND recent AND call AND last AND x
    """

  static let near = """
    NEAR(a b, 5) → NEAR(a b, 5)
    NEAR(a b) → NEAR(a b, 10)
    NEAR(a b,5) → NEAR(a b, 5)
    NEAR("a b" c* =d, 0) → NEAR("a b" c* =d, 0)
    NEAR(a, b) → NEAR(a, b, 10)
    NEAR(a b, 99999999999999999999) → NEAR(a b, 1000)
    NEAR(a, 5) → a
    NEAR(a b → NEAR(a b, 10)
    NEAR(f(x) -b OR, 3) → NEAR('f(x)' '-b' 'OR', 3)
    NEAR() → 'NEAR()'
    NEAR(, 5) → 'NEAR(,' AND '5)'
    NEAR → 'NEAR'
    title:NEAR(a b, 2) → title:NEAR(a b, 2)
    -NEAR(a b, 2) c → NOT NEAR(a b, 2) AND c
    a NEAR b → NEAR(a b, 10)
    a NEAR/5 b → NEAR(a b, 5)
    a NEAR/5 "b c" → NEAR(a "b c", 5)
    a NEAR/2 b NEAR/3 c → NEAR(a b, 2) AND NEAR(b c, 3)
    a b NEAR/2 c d → a AND NEAR(b c, 2) AND d
    a OR b NEAR/2 c → a OR NEAR(b c, 2)
    a -b NEAR/2 c → a AND NOT NEAR(b c, 2)
    title:a NEAR/2 title:b → title:NEAR(a b, 2)
    title:(a NEAR/2 b) → title:NEAR(a b, 2)
    title:a NEAR/2 b → title:a AND 'NEAR/2' AND b
    (a b) NEAR/2 c → a AND b AND 'NEAR/2' AND c
    a NEAR/2 -b → a AND 'NEAR/2' AND NOT b
    a NEAR/2 → a AND 'NEAR/2'
    a NEAR/x b → a AND NEAR/x AND b
    """

  static let fields = """
    title:report → title:report
    Title:report → title:report
    title:"two words" → title:"two words"
    title:(a b) → title:a AND title:b
    title:(a OR b) c → (title:a OR title:b) AND c
    title:(a name:b) c → title:a AND name:b AND c
    title:() a → a
    tag:=exact → tag:=exact
    title:pre* → title:pre*
    name:a.md body:b → name:a.md AND body:b
    title:foo:bar → title:'foo:bar'
    title:-x → title:'-x'
    title: a → 'title:' AND a
    title: → 'title:'
    title:+ → 'title:+'
    title:"a b → title:'"a' AND b
    (title:) a → 'title:' AND a
    author:ann → author:ann
    author:"ann other" → author:"ann other"
    to:bob → to:bob
    from:ann → author:ann AND type mail
    from:(ann OR bob) x → (author:ann OR author:bob) AND x AND type mail
    from:ann OR x → (author:ann AND type mail) OR x
    from:ann subject:plan → author:ann AND title:plan AND type mail
    from:a NEAR/2 from:b → author:NEAR(a b, 2) AND type mail
    from:NEAR(a b) → author:NEAR(a b, 10) AND type mail
    -from:ann report → NOT (author:ann AND type mail) AND report
    -(from:ann subject:x) → NOT (author:ann AND title:x AND type mail)
    subject:"two words" → title:"two words" AND type mail
    subject:pre* to:bob → title:pre* AND to:bob AND type mail
    from: → 'from:'
    type:mail → type mail
    type:E-mail → type e-mail
    type:Email → type mail
    has:attachment → has an attachment
    has:Attachments → has an attachment
    -has:attachment → NOT has an attachment
    has:text → 'has:text'
    pages:12 → pages 12
    pages:>10 → pages over 10
    pages:>=10 → pages over 9
    pages:>=0 → pages at least 0
    pages:<10 → pages at most 9
    pages:≤10 → pages at most 10
    pages:10..20 → pages from 10 to 20
    pages:20..10 → pages from 10 to 20
    pages:10.. → pages over 9
    pages:..20 → pages at most 20
    pages:<0 → 'pages:<0'
    pages:ten → 'pages:ten'
    pages:1k → 'pages:1k'
    pages:-1 → 'pages:-1'
    pages:9999999999999 → 'pages:9999999999999'
    pages:.. → 'pages:..'
    type:pdf → type pdf
    type:PDF → type pdf
    type:text/plain → type text/plain
    type:image/* → type image/*
    type:image → type image
    type:/ → 'type:/'
    ext:md → extension md
    ext:.tar.gz → extension tar.gz
    ext:. → 'ext:.'
    ext:a/b → 'ext:a/b'
    in:~/notes → in ~/notes
    in:"~/My notes" report → in ~/My notes AND report
    path:*/src/*.c → path */src/*.c
    lang:de → language de
    lang:pt-BR → language pt
    lang:german → language de
    lang:Deutsch → language de
    lang:DEU → language de
    lang:日本語 → language ja
    lang:nb → language no
    lang:pt_BR → language pt
    lang:cym → language cy
    lang:Welsh → language cy
    lang:amh → language am
    lang:"Scottish Gaelic" → language gd
    lang:fil-PH → language tl
    lang:xx → language xx
    lang:klingon → 'lang:klingon'
    lang:d → 'lang:d'
    lang:de-toolongasubtag → 'lang:de-toolongasubtag'
    size:>1M → size over 1M
    size:>=1M → size at least 1M
    size:<10k → size under 10k
    size:<=10k → size at most 10k
    size:≥1g → size at least 1G
    size:10k..2M → size at least 10k and at most 2M
    size:2M..10k → size at least 10k and at most 2M
    size:10k.. → size at least 10k
    size:..10k → size at most 10k
    size:1M → size at least 1M and under 2M
    size:1.5M → size at least 1536k and at most 1677720
    size:0 → size at least 0 and at most 0
    size:>100 → size at least 101
    size:1KiB → size at least 1k and under 2k
    size:big → 'size:big'
    size:<0 → 'size:<0'
    size:.. → 'size:..'
    size:1..2..3 → 'size:1..2..3'
    size:99999999999T → 'size:99999999999T'
    (type:pdf OR ext:md) a → (type pdf OR extension md) AND a
    type:pdf → type pdf
    -type:pdf -in:/tmp → NOT type pdf AND NOT in /tmp
    """

  static let dates = """
    modified:7d → modified since 2026-11-14T18:28
    modified:2w → modified since 2026-11-07T18:28
    modified:3m → modified since 2026-08-21T18:28
    modified:9m → modified since 2026-02-21T18:28
    modified:1y → modified since 2025-11-21T18:28
    modified:12h → modified since 2026-11-21T06:28
    modified:90min → modified since 2026-11-21T16:58
    modified:999999y → modified since 0001-01-21T18:28
    modified:>7d → modified before 2026-11-14T18:28
    modified:<7d → modified since 2026-11-14T18:28
    modified:30d..7d → modified from 2026-10-22T18:28 until 2026-11-14T18:28
    modified:7d..30d → modified from 2026-10-22T18:28 until 2026-11-14T18:28
    modified:today → modified on 2026-11-21
    modified:yesterday → modified on 2026-11-20
    modified:Yesterday → modified on 2026-11-20
    modified:this-week → modified from 2026-11-16 to 2026-11-22
    modified:last-week → modified from 2026-11-09 to 2026-11-15
    modified:this-month → modified from 2026-11-01 to 2026-11-30
    modified:last-month → modified from 2026-10-01 to 2026-10-31
    modified:"last month" → modified from 2026-10-01 to 2026-10-31
    modified:this-year → modified from 2026-01-01 to 2026-12-31
    modified:last-year → modified from 2025-01-01 to 2025-12-31
    modified:<yesterday → modified before 2026-11-20
    modified:2026 → modified from 2026-01-01 to 2026-12-31
    modified:2026-02 → modified from 2026-02-01 to 2026-02-28
    modified:2024-02 → modified from 2024-02-01 to 2024-02-29
    modified:2026-01-31 → modified on 2026-01-31
    modified:20260131 → modified on 2026-01-31
    modified:20260131T12:00 → modified from 2026-01-31T12:00 until 2026-01-31T12:01
    modified:202601 → 'modified:202601'
    modified:20260231 → 'modified:20260231'
    modified:202601311 → 'modified:202601311'
    modified:2026-01-31T12:00 → modified from 2026-01-31T12:00 until 2026-01-31T12:01
    modified:2026-01-31T12:00:30 → modified from 2026-01-31T12:00:30 until 2026-01-31T12:00:31
    modified:2026-01-31T12:00Z → modified from 2026-01-31T13:00 until 2026-01-31T13:01
    modified:>2026-01-31T12:00-05:30 → modified since 2026-01-31T18:31
    modified:>2026-01-01 → modified since 2026-01-02
    modified:>=2026-01-01 → modified since 2026-01-01
    modified:<2026-01-01 → modified before 2026-01-01
    modified:<=2026-01-01 → modified before 2026-01-02
    modified:>2025 → modified since 2026-01-01
    modified:2026-01..2026-03 → modified from 2026-01-01 to 2026-03-31
    modified:2026-03..2026-01 → modified from 2026-01-01 to 2026-03-31
    modified:2026-01.. → modified since 2026-01-01
    modified:..2026-01 → modified before 2026-02-01
    modified:2026-01..yesterday → modified from 2026-01-01 to 2026-11-20
    modified:9999 → modified from 9999-01-01 to 9999-12-31
    modified:soon → 'modified:soon'
    modified:2026-13 → 'modified:2026-13'
    modified:2026-02-29 → 'modified:2026-02-29'
    modified:2026-1-1 → 'modified:2026-1-1'
    modified:26 → 'modified:26'
    modified:2026-01-31T24:00 → 'modified:2026-01-31T24:00'
    modified:2026-01T12:00 → 'modified:2026-01T12:00'
    modified:7x → 'modified:7x'
    modified:.. → 'modified:..'
    modified:> → 'modified:>'
    created:2026 → created from 2026-01-01 to 2026-12-31
    created:>7d → created before 2026-11-14T18:28
    created:yesterday → created on 2026-11-20
    created:soon → 'created:soon'
    report modified:7d -draft → report AND modified since 2026-11-14T18:28 AND NOT draft
    """

  static let rows: [(input: String, reading: String)] =
    [words, phrases, operators, groups, near, fields, dates, habits].flatMap { table in
      table.split(separator: "\n").map { line in
        let parts = line.split(separator: " → ", omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts.last ?? ""))
      }
    }
}

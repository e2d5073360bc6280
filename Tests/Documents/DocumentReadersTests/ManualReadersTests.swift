import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct ManualReadersTests {
  @Test(arguments: [
    (".B a b", "a b"), (".BR ls (1),", "ls(1),"), ("foo\\fBbar\\fP", "foobar"),
    ("\\-\\-all\\&x \\(em \\[u00E4] \\*(lqq\\*(rq", "--allx — ä “q”"), ("a\\c\nb", "ab"),
    (".\\\" comment\na \\\" more", "a"), ("a\n.br\nb\n.PP\nc", "a|b||c"),
    (".TP\n.B \\-x\ntext", "-x|text"), (".IP \\(bu 2\nitem", "• item"),
    (".nf\na\nb\n.fi\nc", "a|b|c"), (".de XX\nhidden \\\\$1\n..\n.XX \"a b\" c\nd", "d"),
    (".de YY\nhidden\n..\n.YY a", ""), (".ig\nx\n..\ny", "y"), (".if n yes\n.if t no", "yes"),
    (".ie t \\{\\\na\n.\\}\n.el \\{\\\nb\n.\\}\nc", "b c"), (".ds Q word\n\\*Q!", "word!"),
    (".UR http://a\nlink\n.UE ,", "http://a link ,"), ("\\s-2a\\s0b\\h'1m'c\\n(xxd", "abcd"),
    (".TS\ntab(@);\nl l.\na@b\n_\nc@T{\nlong\nT}\n.TE\nd", "a b|c long||d"),
    (".IP \"\"\"x\"\"\" 4\ny", "\"x\" y"), ("\\o'a'\\N'98'\\(:a\\('e", "äé"),
  ])
  func `Macros and escapes of man vanish`(body: String, text: String) {
    #expect(NoteFormat.manual.text(body) == text)
  }

  @Test(arguments: [
    (".Nm ls\n.Nm\n.Op Fl la\n.Ar file ...", "ls ls -la file ..."),
    (".Nm x\n.Fl v Ns Ar n , Fl q .", "x -vn, -q."), (".Xr ls 1 ,\n.Xr cp 1", "ls(1), cp(1)"),
    (".Fn open path \"int flags\" ;", "open path int flags;"), (".Pq Dq a b c .", "a b c."),
    (".Bl -tag\n.It Fl a\ntext\n.El", "|-a|text"), (".Oo\n.Ar x\n.Oc", "x"),
    (".In stdio.h", "stdio.h"),
  ])
  func `Macros of mdoc vanish`(body: String, text: String) {
    #expect(NoteFormat.manual.text(".Dd May 3, 2024\n.Sh A\n" + body) == "A|" + text)
  }

  @Test(arguments: [63, 62, 61])
  func `A long name of a request is cut between characters`(length: Int) {
    // 64 bytes of a name are read; the last one is inside a character.
    let name = String(repeating: "a", count: length) + "\u{10000}"
    #expect(NoteFormat.manual.text(".\(name)\na\n.if n .\(name)\nb") == "a b")
    #expect(NoteFormat.manual.text(".de \(name)\nx\n.\(name)\n..\nb") == "b")
  }

  @Test func `The title is the section NAME`() {
    let man = NoteFormat.manual.read(
      Array(".TH LS 1 2024-05-01 GNU\n.SH NAME\nls \\- list\n.SH X\ny".utf8)
    ).sink
    #expect(man.fields == [.title: ["ls - list"], .changed: ["2024-05-01"]])
    #expect(man.text == "LS(1) GNU\n\nNAME\nls - list\n\nX\ny")
    let mdoc = NoteFormat.manual.read(
      Array(".Dd $Mdocdate: May 3 2024 $\n.Dt LS 1\n.Os\n.Sh NAME\n.Nm ls\n.Nd list\n.Sh X".utf8)
    ).sink
    #expect(mdoc.fields == [.title: ["ls — list"], .changed: ["2024-05-03"]])
    let empty = NoteFormat.manual.read(Array(".TH LS 1\n.PP\nx".utf8)).sink
    #expect(empty.fields == [.title: ["LS(1)"]])
  }

  @Test(arguments: [
    ("write -in several words", true), ("perldata- data types", true), ("rup without any", true),
    (String(repeating: "name, ", count: 20) + "last - what all do. Really.", true),
    (
      "This tutorial shows much of what can be done. It is meant for those who learn - at home.",
      false
    ),
    (
      "This tutorial shows much of what can be done with it by those who have read what it is.",
      false
    ),
  ])
  func `A first section that does not read like NAME is no title`(text: String, isTitle: Bool) {
    let page = NoteFormat.manual.read(Array(".TH LS 7\n.SH Tour\n\(text)\n.SH X\ny".utf8)).sink
    #expect(page.fields == [.title: [isTitle ? text : "LS(7)"]])
  }

  @Test func `Strings that contain strings stay bounded`() {
    var page = ".ds a " + String(repeating: "x", count: 100) + "\n"
    for (name, inner) in ["ba", "cb", "dc", "ed", "fe"].map({ ($0.first ?? "a", $0.last ?? "a") }) {
      page += ".ds \(name) " + String(repeating: "\\*\(inner)", count: 80) + "\n"
    }
    page += String(repeating: "\\*f\\*e\\*d\n", count: 100)
    #expect(NoteFormat.manual.read(Array(page.utf8)).sink.text.utf8.count < 4 << 20)
  }

  @Test func `A long name of a page is not repeated`() {
    let name = String(repeating: "n", count: 10_000)
    let line = ".Nm" + String(repeating: " Nm", count: 1_000)
    let page = ".Dd May 3, 2024\n.Nm \(name)\n\(line)\n"
    #expect(NoteFormat.manual.read(Array(page.utf8)).sink.text.utf8.count < 20_000)
  }

  @Test func `Nodes of Info are parts`() {
    let document = """
      This is a.info.
      INFO-DIR-SECTION X
      \u{1f}
      File: a.info,  Node: Top,  Next: B

      The Manual
      **********

      * Menu:

      * B::   more.
      \u{1f}
      File: a.info,  Node: B,  Prev: Top

      text\u{0}\u{8}[index\u{0}\u{8}]
      \u{1f}
      Tag Table:
      Node: Top\u{7f}12
      """
    let sink = NoteFormat.info.read(Array(document.utf8)).sink
    #expect(sink.text == "The Manual\n\n* B:: more.")
    #expect(sink.fields == [.title: ["The Manual"]])
    #expect(sink.parts.map(\.part.label) == ["Top", "B"])
  }

  @Test(arguments: [
    ("\\section{Über} x", "Über x"), ("fo\\emph{o}bar", "foobar"), ("\\unknown{a}{b}", "a b"),
    ("a%c\n  b", "ab"),
    ("\\\"a\\'{e}\\v{c}\\ss{} \\c c\\~n\\o", "äéčß çñø"), ("a\\,b~c\\\\d", "a b c|d"),
    ("see \\cite[p.~1]{key} and \\ref{x}.", "see and ."), ("$x_i+\\alpha$", "x_i+ alpha"),
    ("\\begin{tabular}{l|r}a & b\\\\\\end{tabular}", "a b"), ("``q'' --- 1--2", "“q” — 1–2"),
    ("\\verb|a\\b| \\url{http://x_y}", "a\\b http://x_y"), ("\\newcommand{\\x}[1]{y\n\nz}w", "w"),
    ("\\begin{verbatim}\n\\a{b}\n\\end{verbatim}c", "\\a{b}|c"),
    ("\\href{u}{t} 5\\% \\& \\_", "t 5% & _"),
    ("\\begin{comment}x\\end{comment}y", "y"), ("\\label{open\n\nnext", "next"),
    ("\\documentclass{a}\\foo{b}\\begin{document}c\\end{document}d", "c"),
    ("\\textbackslash\\LaTeX\\ x \\ldots", "\\LaTeX x …"), ("\\item[a] b", "[a] b"),
  ])
  func `Commands of TeX vanish`(document: String, text: String) {
    #expect(NoteFormat.tex.text(document) == text)
  }

  @Test func `TeX gives title, authors and date`() {
    let document = """
      \\documentclass{article}
      \\title{A \\emph{new} day\\thanks{x}}
      \\author{Ann B\\\\Town \\and C\\"o}
      \\date{3 May 2024}
      \\begin{document}\\maketitle text\\end{document}
      """
    let sink = NoteFormat.tex.read(Array(document.utf8)).sink
    #expect(
      sink.fields == [.title: ["A new day"], .author: ["Ann B", "Cö"], .created: ["2024-05-03"]])
    #expect(sink.text == "A new day\nAnn B\nTown\nCö\n3 May 2024\ntext")
  }

  @Test func `Many byte order marks are read`() {
    let bytes = Array((String(repeating: "\u{feff}", count: 200_000) + "a").utf8)
    #expect(NoteFormat.tex.read(bytes).sink.text.utf8.last == UInt8(ascii: "a"))
  }

  @Test(
    arguments: [[0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xc3, 0xbc], []] as [[UInt8]])
  func `Decoding of source text ends at a limit`(start: [UInt8]) {
    let bytes = start + [UInt8](repeating: 0xc1, count: 400_000)
    let decoded = SourceText.decoded(bytes.span, limit: 200_000) ?? []
    #expect((200_000...200_000 + 64 << 10).contains(decoded.count))
  }

  @Test func `TeX gives 64 authors at most`() {
    let authors = (0..<100).map { "A\($0)" }
    for document in [
      "\\author{" + authors.joined(separator: " \\and ") + "}",
      authors.map { "\\author{\($0)}" }.joined(),
    ] {
      let sink = NoteFormat.tex.read(Array(document.utf8)).sink
      #expect(sink.fields == [.author: Array(authors[..<64])])
    }
  }

  @Test(arguments: [
    ("2024", "2024-01-01"), ("2024-05", "2024-05-01"), ("20240501T101112Z", "2024-05-01T10:11:12Z"),
    ("2024:05:01 10:11:12", "2024-05-01"),
    ("2024-05-01T10:11:12.5-0330", "2024-05-01T10:11:12-03:30"),
    ("2024-13-01", nil), ("May", nil), ("", nil),
    ("2024-05-01 10:00+02:00", "2024-05-01T10:00:00+02:00"),
  ])
  func `Dates become those of RFC 3339`(text: String, date: String?) {
    #expect(W3CDate.loose(Array(text.utf8).span) == date)
  }
}

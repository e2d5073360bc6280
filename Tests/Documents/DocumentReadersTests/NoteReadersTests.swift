import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// A format whose reader takes nothing but bytes.
enum NoteFormat: CaseIterable {
  case notebook, calendar, contacts, subtitles, catalog, manual, info, tex

  func read(
    _ bytes: [UInt8], limit: Int = .max
  ) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    sink.limit = limit
    do throws(ReadingFailure) {
      switch self {
      case .notebook: try IPythonNotebookReader.read(bytes.span, into: &sink)
      case .calendar: try CalendarReader.read(bytes.span, into: &sink)
      case .contacts: try ContactReader.read(bytes.span, into: &sink)
      case .subtitles: try SubtitleReader.read(bytes.span, into: &sink)
      case .catalog: try TranslationCatalogReader.read(bytes.span, into: &sink)
      case .manual: try ManualPageReader.read(bytes.span, into: &sink)
      case .info: try InfoFileReader.read(bytes.span, into: &sink)
      case .tex: try TeXReader.read(bytes.span, into: &sink)
      }
    } catch {
      return (sink, error)
    }
    return (sink, nil)
  }

  /// The text of a document; line breaks as `|`.
  func text(_ document: String) -> String {
    String(read(Array(document.utf8)).sink.text.map { $0.isNewline ? "|" : $0 })
  }
}

struct NoteReadersTests {
  @Test(arguments: [
    (#"{"cells":[{"source":"a b"}]}"#, "a b"),
    (#"{"cells":[{"source":["import x\n","y"]}]}"#, "import x|y"),
    (#"{"cells":[{"source":["foo","bar"]}]}"#, "foobar"),
    (#"{"cells":[{"outputs":[{"text":["out"]}],"source":"in"},{"source":"z"}]}"#, "in|out||z"),
    (
      #"{"cells":[{"outputs":[{"data":{"image/png":"iVBO","text/plain":"7"}}],"source":"s"}]}"#,
      "s|7"
    ),
    (#"{"cells":[{"outputs":[{"ename":"E","evalue":"v","traceback":["t"]}]}]}"#, "E|v"),
    (
      #"{"cells":[{"source":"![](data:image/png;base64,iVBORw0KGgo=) b"}]}"#,
      "![](data:image/png; ) b"
    ),
    (
      ##"{"cells":[{"source":"\u00e4\ud83d\ude00\ud800 \u001b[31mred\u001b[0m"}]}"##,
      "ä😀\u{fffd} red"
    ),
    (#"{"worksheets":[{"cells":[{"input":"1","outputs":[{"text":"2"}]}]}]}"#, "1|2"),
    (#"{"cells":[{"attachments":{"a":"b"},"id":"c","source":5}],"nbformat":4}"#, ""),
  ])
  func `Notebooks give the sources and outputs of cells`(document: String, text: String) {
    #expect(NoteFormat.notebook.text(document) == text)
  }

  @Test func `Notebooks give title and authors`() {
    let heading = NoteFormat.notebook.read(
      Array(###"{"cells":[{"cell_type":"markdown","source":["x\n","## A b ##\n"]}]}"###.utf8))
    #expect(heading.sink.fields == [.title: ["A b"]])
    let metadata = NoteFormat.notebook.read(
      Array(##"{"metadata":{"title":"T","authors":[{"name":"N"}]},"cells":[]}"##.utf8))
    #expect(metadata.sink.fields == [.title: ["T"], .author: ["N"]])
  }

  @Test(arguments: [#"{"cells":[{"source":"kept"}"#, #"{"cells":[{"source":"kept""#])
  func `A notebook that ends early gives its text`(document: String) {
    let result = NoteFormat.notebook.read(Array(document.utf8))
    #expect(result.sink.text == "kept")
    #expect(result.failure == .damaged("JSON ends early"))
  }

  @Test func `Nesting has a limit`() {
    let deep = String(repeating: "[", count: 100_000)
    let result = NoteFormat.notebook.read(Array((#"{"cells":"# + deep).utf8))
    #expect(result.failure == .damaged("JSON is nested too deeply"))
  }

  @Test(arguments: [
    ("BEGIN:VEVENT\nSUMMARY:a\\, b\\nc\nEND:VEVENT", "a, b|c"),
    ("BEGIN:VEVENT\nSUMMARY:fo\n o\nDTSTART:20240501T100000Z\nEND:VEVENT", "foo"),
    (
      "BEGIN:VEVENT\nATTENDEE;ROLE=X;CN=\"Ann: A\":mailto:a@b.c\nORGANIZER;CN=Bo:urn:x\nEND:VEVENT",
      "Ann: A|a@b.c|Bo"
    ),
    ("BEGIN:VEVENT\nBEGIN:VALARM\nDESCRIPTION:x\nEND:VALARM\nLOCATION:here\nEND:VEVENT", "here"),
    ("BEGIN:VTIMEZONE\nCOMMENT:x\nEND:VTIMEZONE\nX-WR-CALNAME:My", "My"),
    ("BEGIN:VTODO\nCATEGORIES:a,b\nEND:VTODO", "a|b"),
  ])
  func `Calendars give the texts of their entries`(body: String, text: String) {
    let document = "BEGIN:VCALENDAR\n" + body + "\nEND:VCALENDAR\n"
    #expect(NoteFormat.calendar.text(document) == text)
    #expect(NoteFormat.calendar.text(document.replacing("\n", with: "\r\n")) == text)
  }

  @Test func `A fold inside of a character is undone`() {
    let result = NoteFormat.calendar.read(
      Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:".utf8) + [0xc3, 0x0d, 0x0a, 0x20, 0xa4])
    #expect(result.sink.text == "ä")
    #expect(result.sink.fields[.title] == ["ä"])
  }

  @Test(arguments: [
    ("VERSION:3.0\nN:Müller;Ann;;;\nFN:Ann Müller", "Müller Ann|Ann Müller"),
    ("VERSION:3.0\nORG:A\\;B;C\nitem1.EMAIL;TYPE=x:a@b.c", "A;B C|a@b.c"),
    ("VERSION:3.0\nPHOTO;ENCODING=b;TYPE=JPEG:AAAA\n BBBB\nNOTE:n", "n"),
    (
      "VERSION:2.1\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:gr=C3=BC=\n=C3=9F=0Ax\nTEL:1",
      "grüß|x|1"
    ),
    ("VERSION:2.1\nNOTE;QUOTED-PRINTABLE:a=3Db", "a=b"),
    ("VERSION:2.1\nNOTE:two\n words", "two words"),
  ])
  func `Address books give what people search for`(body: String, text: String) {
    #expect(NoteFormat.contacts.text("BEGIN:VCARD\n" + body + "\nEND:VCARD\n") == text)
  }

  @Test(arguments: [
    (
      "1\n00:00:01,000 --> 00:00:02,000\n<i>Hel</i>lo\nthere\n\n2\n00:00:03,000 --> 0\nBye",
      "Hello|there|Bye"
    ),
    ("1\n00:00:01,000 --> 00:00:02,000\n{\\an8}5 < 6 <3\n42", "5 < 6 <3|42"),
    (
      "WEBVTT - t\n\nNOTE x\ny\n\nSTYLE\nz\n\nid\n00:01.000 --> 00:02.000 line:0\n"
        + "<v Ann>Fish &amp; <c.x>chi</c>ps<00:01.500>", "Ann: Fish & chips"
    ),
    ("{1}{20}a|b\n{30}{}{y:i}c", "a|b|c"),
    ("loose text", "loose text"),
    (
      "[Script Info]\nTitle: T\n[Events]\nFormat: Layer, Start, Text\n"
        + "Dialogue: 0,1,Hi{\\b1}gh, you\\Nthere\nComment: 0,1,x\nDialogue: 0,2,{\\p1}m 0 0{\\p0}z",
      "High, you|there|z"
    ),
  ])
  func `Subtitles give what is spoken`(document: String, text: String) {
    #expect(NoteFormat.subtitles.text(document) == text)
    #expect(NoteFormat.subtitles.text(document.replacing("\n", with: "\r\n")) == text)
  }

  @Test func `Subtitles can be in UTF-16 and windows-1252`() {
    let utf16: [UInt8] = [0xff, 0xfe] + "ä😀".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    #expect(NoteFormat.subtitles.read(utf16).sink.text == "ä😀")
    #expect(NoteFormat.subtitles.read([0x93, 0x66, 0xfc, 0x72, 0x94]).sink.text == "“für”")
  }

  @Test func `A catalogue gives messages and translations`() {
    let document = """
      msgid ""
      msgstr "Project-Id-Version: sitta 1\\n"
      "Last-Translator: Ann <a@b.c>\\nLanguage: pt_BR\\nPO-Revision-Date: 2024-05-01 10:00+0200\\n"

      # comment
      #: a.c:1
      msgctxt "ctx"
      msgid "Open \\"it\\""
      msgid_plural "Open"
      msgstr[0] "Öff"
      "ne"
      #~ msgid "old"
      """
    #expect(NoteFormat.catalog.text(document) == #"Open "it"||Open|Öffne"#)
    let fields = NoteFormat.catalog.read(Array(document.utf8)).sink.fields
    #expect(
      fields == [
        .title: ["sitta 1"], .author: ["Ann <a@b.c>"], .language: ["pt-BR"],
        .changed: ["2024-05-01T10:00:00+02:00"],
      ])
  }

  @Test(arguments: [
    (NoteFormat.catalog, "msgid \"\"\nmsgstr \"Content-Type: x; charset=ISO-8859-2\\n\"\nmsgid \""),
    (.manual, ".\\\" -*- coding: ISO-8859-2 -*-\n"),
    (.tex, "\\usepackage[latin2]{inputenc}\n"),
  ])
  func `A declared encoding is used`(format: NoteFormat, start: String) {
    let sink = format.read(Array(start.utf8) + [0xb1, 0xb6, 0x22]).sink
    #expect(sink.text.hasPrefix("ąś"))
  }

  @Test(arguments: NoteFormat.allCases)
  func `Damaged documents do not trap`(format: NoteFormat) {
    var mutations = Mutations(seed: 0x5177a)
    for round in 0..<300 {
      for sample in NoteSamples.samples(of: format) {
        _ = format.read(mutations.damage(Array(sample.utf8)))
        if round == 0 { _ = format.read([]) }
      }
    }
  }

  @Test(arguments: [
    (NoteFormat.notebook, #"{"cells":["#, #"{"source":"word word word"},"#),
    (.calendar, "BEGIN:VEVENT\n", "SUMMARY:word word\n"), (.contacts, "", "NOTE:word\n"),
    (.subtitles, "", "word\n\n"), (.catalog, "", "msgid \"word\"\n"), (.manual, "", "word\n.PP\n"),
    (.info, "\u{1f}\nNode: A\n", "word\n"), (.tex, "", "word \\emph{x}\n\n"), (.tex, "", "word "),
  ])
  func `Readers stop when the sink is full`(format: NoteFormat, start: String, piece: String) {
    let document = Array((start + String(repeating: piece, count: 50_000)).utf8)
    let sink = format.read(document, limit: 1_000).sink
    #expect(1_000..<70_000 ~= sink.text.utf8.count)
  }
}

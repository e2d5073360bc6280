import FileSelection
import IndexStorage
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import TestSupport
import Testing
import TextExtraction

@testable import SearchServing

/// The explanation of a document whose text is not all in the index.
struct OmissionTests {
  /// The facts about a document that was read as a whole.
  private func facts(
    _ reader: String, type: String, size: Int = 2_000_000, member: String? = nil,
    note: String? = nil, scan: Document.Scan? = nil, unread: Int64 = 0,
    _ recognition: RecognitionSettings = RecognitionSettings()
  ) -> PathFacts {
    var taken = Document(status: FileStatus(size: size, modified: 1), type: type)
    taken.extractor = ReaderVersion.stored(keyword: reader)[0].lowerBound + 3
    taken.note = note
    let path: FilePath = "/home/a/b"
    var location = DocumentLocation(path)
    if let member { location = location.container.appending(Array(member.utf8)) }
    var document = ExplainedDocument(
      ListedDocument(taken, id: 1, path: location.path), StoredFile(taken, id: 1))
    (document.scan, document.unreadMembers) = (scan, unread)
    document.tokens = ColumnCounts(name: 1)
    var facts = PathFacts(
      location: location,
      index: ExplainedPath(document, clock: IndexClock(index: "5f", sequence: 1)))
    facts.entry = .found(taken.status)
    facts.reader = ReaderVersion(stored: taken.extractor)
    facts.verdict = .included(root: "/home/a")
    facts.watch.mode = .watched
    facts.extraction = ExtractionMessage(
      extractor: reader, type: type, size: size, state: .complete)
    facts.recognition = recognition
    return facts
  }

  private func sentences(_ facts: PathFacts) -> (text: String, remedy: String?, index: String) {
    let steps = facts.steps
    let text = steps.first { $0.topic == .text }
    return (text?.text ?? "", text?.remedy, steps.first { $0.topic == .index }?.text ?? "")
  }

  private static let picture = Document.Scan(isPicture: true, pages: "1")
  private static let languages = RecognitionLanguages([], in: [])

  @Test func `Without anything missing, all of the text is there`() {
    for facts in [
      facts("html", type: "text/html"), facts("pdf", type: "application/pdf"),
      // It was recognized.
      facts("image", type: "image/png"),
    ] {
      let said = sentences(facts)
      #expect(said.index.contains("with all of its text"))
      #expect(said.text == "Read as \(facts.extraction?.type ?? "").")
      #expect(said.remedy == nil)
    }
  }

  @Test func `A picture whose text is not recognized does not have all of its text`() {
    let off = sentences(facts("image", type: "image/png", scan: Self.picture))
    #expect(off.index.contains("without the text in the picture"))
    #expect(off.text == "Read as image/png. The text in the picture is not in the index.")
    #expect(
      off.remedy
        == "To have it recognized, set OCR=all in sittad.conf and run 'sitta reload'.")
    let pages = RecognitionSettings(.pages, Self.languages)
    #expect(
      sentences(facts("image", type: "image/png", scan: Self.picture, pages)).remedy == off.remedy)
    let all = RecognitionSettings(.pagesAndPictures, Self.languages)
    #expect(
      sentences(facts("image", type: "image/png", scan: Self.picture, all)).remedy
        == "It cannot be recognized now: 'sitta status' says what is missing.")
  }

  @Test(
    arguments: [
      ("image/webp", 2_000_000, nil), ("image/png", 9_999, nil), ("image/png", 33 << 20, nil),
      ("image/png", 9_999, "photo.png"),
    ] as [(String, Int, String?)])
  func `A picture that is never recognized says so`(type: String, size: Int, member: String?) {
    let said = sentences(facts("image", type: type, size: size, member: member))
    #expect(said.index.contains("without the text in the picture"))
    #expect(said.text.contains("Text in pictures of this kind and size is not recognized."))
    #expect(said.remedy == nil)
  }

  @Test func `Scanned pages are named`() {
    let scan = Document.Scan(isPicture: false, pages: "1-3,7")
    let said = sentences(facts("pdf", type: "application/pdf", scan: scan))
    #expect(said.index.contains("without the text in images on pages 1-3, 7"))
    #expect(said.text.hasSuffix("The text in images on pages 1-3, 7 is not in the index."))
    #expect(
      said.remedy == "To have it recognized, set OCR=pdf in sittad.conf and run 'sitta reload'.")
    let one = Document.Scan(isPicture: false, pages: "2")
    #expect(
      sentences(facts("pdf", type: "application/pdf", scan: one)).index.contains("on page 2"))
  }

  @Test func `What a document says of itself is said`() {
    let note = "In compressed files no text in images is recognized; page 1 has hardly any letters."
    let said = sentences(facts("pdf", type: "application/pdf", member: "a.pdf", note: note))
    #expect(said.index.contains("without the text in its images"))
    #expect(said.text == "Read as application/pdf. \(note)")
    #expect(said.remedy == "To find that text, unpack the file.")
  }

  @Test func `Members that were not read are counted`() {
    let said = sentences(facts("mail", type: "message/rfc822", unread: 2))
    #expect(said.index.contains("not all of the text of 2 members"))
    #expect(said.text.hasSuffix("2 of its members were not read as a whole."))
    #expect(said.remedy == "To see which, and why: sitta list --failed")
    #expect(
      sentences(facts("mail", type: "message/rfc822", unread: 1)).index.contains("of a member"))
  }

  @Test(
    arguments: [
      ("Indexed 3 of 40 MiB.", "MaxTextSize="),
      ("Indexed in part: its text is longer than the limit (page 3 of 10).", "MaxTextSize="),
      ("Indexed in part: reading the rest takes too long (page 3 of 10).", "TimeLimit="),
      ("Indexed in part: it has more members than are read.", "MaxMembers="),
      ("Indexed in part: it is larger than what is unpacked.", "MaxUnpackedSize="),
      ("Indexed in part: it is in too many containers inside each other.", "ArchiveDepth="),
      ("Indexed 11 of 71 MiB: it has more than 300000 different words.", nil),
      ("Indexed in part: the rest needs a password.", nil),
      ("Indexed in part: the rest is damaged.", nil),
    ] as [(String, String?)])
  func `The remedy names the limit that was reached`(note: String, option: String?) {
    var facts = facts("html", type: "text/html", note: note)
    facts.extraction?.state = .partial
    facts.extraction?.note = note
    #expect(
      sentences(facts).remedy
        == "The rest is not found"
        + (option.map { "; \($0) in sittad.conf sets the limit." } ?? "."))
  }

  @Test func `Containers that are not opened say so`() {
    for (reader, type, isClosed) in [
      ("archive", "application/zip", true), ("mailbox", "application/mbox", true),
      ("mail", "message/rfc822", false), ("html", "text/html", false),
    ] {
      var facts = facts(reader, type: type)
      facts.opensMembers = false
      #expect(sentences(facts).text.hasSuffix("Its members are not read.") == isClosed, "\(reader)")
    }
  }

  @Test func `A document that waits for its reader has not changed`() {
    let current = facts("pdf", type: "application/pdf").reader
    let stored = ReaderVersion.stored(keyword: "pdf")[0].lowerBound
    var taken = Document(status: FileStatus(size: 5, modified: 1), type: "application/pdf")
    (taken.extractor, taken.state) = (stored, .withoutText)
    let document = ExplainedDocument(
      ListedDocument(taken, id: 1, path: "/home/a/b"), StoredFile(taken, id: 1))
    var facts = PathFacts(
      location: DocumentLocation("/home/a/b"),
      index: ExplainedPath(document, clock: IndexClock(index: "5f", sequence: 1)))
    (facts.entry, facts.reader) = (.found(taken.status), current)
    facts.verdict = .included(root: "/home/a")
    #expect(!facts.isChanged && facts.awaitsReader && facts.isOutdated)
    var index = facts.steps.first { $0.topic == .index }
    #expect(index?.text.hasSuffix("It has not been read yet.") == true)
    #expect(index?.text.contains("changed") == false)
    facts.entry = .found(FileStatus(size: 6, modified: 1))
    index = facts.steps.first { $0.topic == .index }
    #expect(index?.text.hasSuffix("The file has changed since.") == true)
  }
}

import IndexStorage
import LinuxSystem
import SearchIndex
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

/// What counts as a difference between a file and the index, at one moment.
struct FileVerdictTests {
  static let plain = ReaderVersion.plainText.rawValue

  static func digest(_ text: String) -> ContentDigest { ContentDigest(of: Array(text.utf8)) }

  static func read(
    _ text: String = "a", size: Int = 1, modified: Int = 1, state: Document.State = .complete,
    extractor: Int64 = plain, pages: String? = nil, members: [String] = [], isCut: Bool = false,
    access: RecordedAccess? = nil
  ) -> FileContent {
    .read(
      ReadContent(
        status: FileStatus(size: size, modified: modified), digest: digest(text), state: state,
        extractor: extractor, scan: pages.map { Document.Scan(isPicture: false, pages: $0) },
        members: members.map(digest), isCut: isCut, access: access))
  }

  static func stored(
    _ text: String? = "a", state: Document.State = .complete, extractor: Int64 = plain,
    members: [String] = [], _ contradiction: StoredContent.Contradiction? = nil,
    access: RecordedAccess? = nil
  ) -> StoredContent {
    var document = Document(status: FileStatus(size: 1, modified: 1), type: "text/plain")
    (document.state, document.extractor) = (state, extractor)
    var content = StoredContent(
      StoredFile(document, id: DocumentID(rawValue: 1)), commit: CommitNumber(rawValue: 1),
      digest: text.map(digest))
    (content.members, content.contradiction) = (members.map(digest), contradiction)
    content.access = access
    return content
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let file: FileContent
    let index: StoredContent?
    let verdict: FileVerdict
    /// Whether the version of the reader is still the current one.
    var isCurrent = true
  }

  static let rows = [
    Row(testDescription: "the same", file: read(), index: stored(), verdict: .agrees),
    Row(testDescription: "neither", file: .absent, index: nil, verdict: .agrees),
    Row(testDescription: "left out", file: .leftOut, index: nil, verdict: .agrees),
    Row(testDescription: "no row", file: read(), index: nil, verdict: .differs(.missing)),
    Row(testDescription: "no file", file: .absent, index: stored(), verdict: .differs(.gone)),
    Row(
      testDescription: "a new rule", file: .leftOut, index: stored(), verdict: .differs(.leftOut)),
    Row(
      testDescription: "an older text", file: read("b"), index: stored(),
      verdict: .differs(.content)),
    Row(
      testDescription: "another size", file: read(size: 2), index: stored(),
      verdict: .differs(.status)),
    Row(
      testDescription: "another time", file: read(modified: 2_000_000_002), index: stored(),
      verdict: .differs(.status)),
    Row(
      testDescription: "a time that FAT has rounded", file: read(modified: 2_000_000_001),
      index: stored(), verdict: .agrees),
    Row(
      testDescription: "a damaged text", file: read(), index: stored(nil, .text),
      verdict: .differs(.text)),
    Row(
      testDescription: "the same access", file: read(access: .unknown),
      index: stored(access: .unknown), verdict: .agrees),
    Row(
      testDescription: "other access", file: read(access: .unknown),
      index: stored(access: AccessRule(text: "1:2:u::r--,g::---,o::---").map { .rule($0) }),
      verdict: .differs(.access)),
    Row(
      testDescription: "no access yet", file: read(access: .unknown), index: stored(),
      verdict: .differs(.access)),
    Row(
      testDescription: "access of former times", file: read(), index: stored(access: .unknown),
      verdict: .agrees),
    Row(
      testDescription: "other words", file: read(), index: stored("a", .words),
      verdict: .differs(.words)),
    Row(
      testDescription: "other text and other words", file: read("b"), index: stored("a", .words),
      verdict: .differs(.content)),
    Row(
      testDescription: "a member too few", file: read(members: ["m", "n"]),
      index: stored(members: ["m"]), verdict: .differs(.members)),
    Row(
      testDescription: "the same members", file: read(members: ["m", "n"]),
      index: stored(members: ["m", "n"]), verdict: .agrees),
    Row(
      testDescription: "a hanging file system", file: .unknown(.away), index: stored(),
      verdict: .unknown(.away)),
    Row(
      testDescription: "another version of the reader", file: read("b"), index: stored(),
      verdict: .unknown(.waiting), isCurrent: false),
    Row(
      testDescription: "another version that reads the same", file: read(), index: stored(),
      verdict: .agrees, isCurrent: false),
    Row(
      testDescription: "images that are recognized since", file: read("b", pages: "1"),
      index: stored(), verdict: .unknown(.waiting)),
    Row(
      testDescription: "given up", file: read("b"), index: stored(state: .failed),
      verdict: .unknown(.unreadable)),
    Row(
      testDescription: "little memory", file: read("b", state: .partial, isCut: true),
      index: stored(), verdict: .unknown(.partial)),
    Row(
      testDescription: "to be read in full", file: read("b"),
      index: stored(state: .partial, extractor: Document.unfinished), verdict: .unknown(.partial)),
    Row(
      testDescription: "the beginning of a long text", file: read("b", state: .partial),
      index: stored(state: .partial), verdict: .differs(.content)),
    Row(
      testDescription: "in part, of another size", file: read("b", size: 2, isCut: true),
      index: stored(state: .partial), verdict: .differs(.content)),
  ]

  @Test(arguments: rows) func `A file is compared with the index`(_ row: Row) {
    let verdict = FileVerdict(row.file, row.index) { row.isCurrent ? $0 : $0 + 1 }
    #expect(verdict == row.verdict)
  }
}

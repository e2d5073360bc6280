import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

struct DocumentRowTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  /// Stores a document whose columns all differ, and from one number to the next.
  private func put(_ number: Int) throws {
    let status = FileStatus(
      size: 10 + number, modified: 20 + number, changed: 30 + number, device: UInt(40 + number),
      inode: UInt(50 + number))
    var document = Document(status: status, type: "type/\(number)")
    document.title = "title \(number)"
    document.tags = ["tag", "\(number)"]
    document.text = Array("text \(number)".utf8)
    document.state = number == 1 ? .partial : .failed
    document.note = "note \(number)"
    document.extractor = Int64(60 + number)
    document.racyUntil = FileTime(nanoseconds: Int64(70 + number))
    document.authors = ["author", "\(number)"]
    document.recipients = ["recipient", "\(number)"]
    document.created = UnixTime(seconds: Int64(80 + number))
    document.language = "l\(number)"
    document.declaresLanguage = number == 1
    document.pages = 90 + number
    document.attachments = 100 + number
    document.charset = "charset \(number)"
    document.readingTime = Int64(110 + number)
    document.end = Document.End(offset: Int64(120 + number), checksum: UInt64(130 + number))
    try index.writer.replace(
      document, at: FilePath("/file"), access: number == 1 ? .unknown : nil)
    try index.writer.commit()
  }

  /// The row, as `column=value` in the order of the table's columns.
  private func row() throws -> String {
    let database = index.writer.database
    var names: [String] = []
    try database.forEachRow("SELECT name FROM pragma_table_info('document') ORDER BY cid") {
      names.append($0.text(at: 0) ?? "")
    }
    return try database.first("SELECT * FROM document") { row in
      names.indices.map { index in
        let text =
          names[index] == "digest"
          ? ContentDigest(stored: row.bytes(at: Int32(index)))?.text : row.text(at: Int32(index))
        return "\(names[index])=\(text ?? "NULL")"
      }
      .joined(separator: " ").replacing("\n", with: ",")
    } ?? ""
  }

  private func digest(_ number: Int) -> String {
    ContentDigest(of: Array("text \(number)".utf8)).text
  }

  @Test func `Every column is written with its own value, at first and again`() throws {
    try put(1)
    #expect(
      try row() == """
        id=1 directory=1 name=file size=11 modified=21 changed=31 device=41 inode=51 type=type/1 \
        title=title 1 tags=tag,1 state=2 note=note 1 sequence=1 extractor=61 racy=71 \
        authors=author,1 recipients=recipient,1 created=81 language=l1 declared=1 pages=91 \
        attachments=101 charset=charset 1 time=111 endOffset=121 endChecksum=131 \
        digest=\(digest(1)) access=0
        """)
    try put(2)
    #expect(
      try row() == """
        id=1 directory=1 name=file size=12 modified=22 changed=32 device=42 inode=52 type=type/2 \
        title=title 2 tags=tag,2 state=4 note=note 2 sequence=2 extractor=62 racy=72 \
        authors=author,2 recipients=recipient,2 created=82 language=l2 declared=0 pages=92 \
        attachments=102 charset=charset 2 time=112 endOffset=122 endChecksum=132 \
        digest=\(digest(2)) access=0
        """)
    let stored = try #require(try index.writer.storedFile(at: FilePath("/file")))
    #expect(
      stored
        == StoredFile(
          id: 1, size: 12, modified: 22, changed: 32, inode: 52, extractor: 62, state: .failed,
          racyUntil: 72, hasAccess: true))
    #expect(try index.writer.storedFolder(at: .root).files == [Array("file".utf8): stored])
  }
}

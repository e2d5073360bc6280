import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// Forgotten words are looked for in the bytes of the files, not in the results of SQLite.
@Suite(.timeLimit(.minutes(15)))
struct ForgettingTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  /// Fills the index with texts that have nothing rare in them.
  func fill(_ count: Int) throws {
    for number in 0..<count {
      let words = (0..<60).map { "filler\(number * 7 % 500 + $0)" }
      try index.put("/files/\(number)", words.joined(separator: " "))
      if number % 50 == 0 { try index.writer.commit() }
    }
    try index.writer.commit()
  }

  /// The files of the index that hold a text.
  func files(holding text: String) throws -> [String] {
    let wanted = Array(text.utf8)
    return try DirectoryListing(of: FileDescriptor(openingDirectory: index.folder.path)).names
      .filter { name in
        let bytes = try index.folder.path.appending(name).contents()
        return bytes.firstRange(of: wanted) != nil
      }.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test func `Words, stems, title, tags and names of a document are gone from the files`() throws {
    try fill(200)
    var document = Document(status: FileStatus(), type: "text/plain")
    document.title = "Xylophones Quietly"
    document.tags = ["jqtag"]
    document.text = Array("zyxomma zwinglian filler3 vuggings".utf8)
    try index.writer.replace(document, at: FilePath("/files/secret/qwertz.txt"))
    try index.writer.commit()
    try fill(100)
    let traces = [
      "Xylophones", "xylophones", "jqtag", "zyxomma", "zwinglian", "vuggings", "qwertz", "secret",
    ]
    for trace in traces { #expect(try !files(holding: trace).isEmpty, "\(trace)") }
    #expect(try index.number("SELECT count(*) FROM stem WHERE term = 'vuggings'") == 1)
    #expect(try index.find(formsOf: "vugging") == ["/files/secret/qwertz.txt"])

    let (count, isErased) = try index.writer.forget([FilePath("/files/secret")])
    #expect(count == 1)
    #expect(isErased)
    for trace in traces { #expect(try files(holding: trace) == [], "\(trace)") }
    #expect(try index.find("filler3").isEmpty == false)
    #expect(try index.number("SELECT count(*) FROM stem WHERE term = 'vuggings'") == 0)
    try index.check()
  }

  @Test func `Earlier versions and removed documents are gone, too`() throws {
    try fill(200)
    let versions = ["zyxomma", "zwinglian", "vuggings"]
    for version in versions {
      try index.put("/files/diary", "\(version) and filler1")
      try index.writer.commit()
    }
    _ = try index.writer.remove(FilePath("/files/diary"))
    try index.writer.commit()
    #expect(try !files(holding: "vuggings").isEmpty)
    let (count, isErased) = try index.writer.forget([FilePath("/files/diary")])
    #expect(count == 0)
    #expect(isErased)
    for version in versions { #expect(try files(holding: version) == [], "\(version)") }
    try index.check()
  }

  @Test func `A word whose stem was removed is found again when it occurs again`() throws {
    try index.put("/a", "vuggings")
    try index.writer.commit()
    _ = try index.writer.forget([FilePath("/a")])
    try index.put("/b", "vuggings")
    try index.writer.commit()
    #expect(try index.find(formsOf: "vugging") == ["/b"])
  }

  @Test func `Other documents keep their words and stems`() throws {
    try index.put("/a", "running")
    try index.put("/b", "running")
    try index.writer.commit()
    _ = try index.writer.forget([FilePath("/a")])
    #expect(try index.find(formsOf: "run") == ["/b"])
    try index.check()
  }
}

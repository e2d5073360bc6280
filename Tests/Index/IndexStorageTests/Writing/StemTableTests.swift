import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStorage

/// The table of stems under changes of documents and settings.
@Suite(.timeLimit(.minutes(15)))
struct StemTableTests {
  @Test func `Adding or removing a language needs no new index`() throws {
    let folder = try TemporaryDirectory()
    func open(_ languages: [String]) throws -> (IndexStore.Opened, IndexStore) {
      let store = IndexStore(in: folder.path, text: try TextSettings(languages: languages))
      return (try store.open(now: .now), store)
    }
    func find(_ query: String, in store: IndexStore) throws -> Int {
      try store.openForTesting().find(formsOf: query).count
    }
    do {
      let (opened, store) = try open(["english"])
      var document = Document(status: FileStatus(size: 1), type: "text/plain")
      document.text = Array("die Häuser, running".utf8)
      try opened.writer.replace(document, at: "/a")
      try opened.writer.commit()
      #expect(try find("runs", in: store) == 1)
      #expect(try find("Haus", in: store) == 0)
      try opened.writer.setCleanShutdown(true)
    }
    do {
      let (opened, store) = try open(["german"])
      #expect(!opened.isNew && opened.rebuild == nil)
      #expect(try find("Hauses", in: store) == 1)
      #expect(try find("runs", in: store) == 0)
    }
    do {
      let (opened, store) = try open(["english", "de"])
      #expect(try find("Hauses", in: store) == 1)
      #expect(try find("runs", in: store) == 1)
      #expect(
        try opened.writer.database.first("SELECT count(*) FROM language") {
          $0.integer(at: 0)
        } == 2)
    }
    do {
      let (opened, _) = try open([])
      #expect(
        try opened.writer.database.first("SELECT count(*) FROM stem") {
          $0.integer(at: 0)
        } == 0)
    }
  }

  @Test func `Other pronunciations need a new index`() throws {
    let folder = try TemporaryDirectory()
    _ = try IndexStore(in: folder.path).open(now: 1)
    let store = IndexStore(in: folder.path, text: try TextSettings(readings: .pinyin))
    let opened = try store.open(now: 2)
    #expect(opened.isNew)
    #expect(
      opened.rebuild?.reason
        == "The index was made by another version or with other [Text] settings.")
  }

  @Test func `A word that was rolled back is recorded when it occurs again`() throws {
    let index = try TestIndex()
    try index.put("/0", "databases")
    index.writer.rollBack()
    try index.put("/1", "databases")
    try index.writer.commit()
    #expect(try index.find(formsOf: "database") == ["/1"])
  }

  @Test func `Words of a removed document are not recorded`() throws {
    let index = try TestIndex()
    try index.put("/0", "databases")
    try index.writer.commit()
    try index.writer.database.execute("DELETE FROM stem")
    index.writer.releaseMemory()
    #expect(try index.writer.remove("/0"))
    try index.writer.commit()
    #expect(try index.number("SELECT count(*) FROM stem") == 0)
  }

  @Test func `More words than fit into memory are all recorded`() throws {
    let index = try TestIndex()
    index.writer.stems.capacity = 30
    index.writer.stems.batch = 10
    let words = (0..<100).map { "word\($0)things" }
    try index.put("/0", words.joined(separator: " "))
    try index.writer.commit()
    for word in words {
      #expect(try index.find(formsOf: String(word.dropLast())) == ["/0"], "\(word)")
    }
    try index.check()
  }
}

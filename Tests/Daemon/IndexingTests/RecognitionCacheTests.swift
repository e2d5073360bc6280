import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct RecognitionCacheTests {
  let folder: TemporaryDirectory
  let file = FileVersion(size: 10, modified: FileTime(nanoseconds: 20), inode: 30)
  let other = FileVersion(size: 10, modified: FileTime(nanoseconds: 20), inode: 31)
  let now = UnixTime(seconds: 1_800_000_000)

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func hash(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number % 256), count: 16) }

  private func pages(_ text: String) throws -> PageNumbers { try #require(PageNumbers(text)) }

  private func texts(
    _ cache: RecognitionCache, _ file: FileVersion, languages: String = "eng"
  ) throws -> [UInt32: String] {
    cache.texts(of: try pages("1-100"), in: file, languages: languages, now: now)
      .mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func record(
    _ cache: RecognitionCache, _ outcome: RecognitionCache.Outcome, _ number: UInt32,
    of file: FileVersion, at second: Int64 = 0
  ) -> Bool {
    cache.record(
      outcome, number, of: file, languages: "eng", engine: "5.3.0",
      now: UnixTime(seconds: now.seconds + second))
  }

  @Test func `Texts are kept across restarts, in a file of its owner`() throws {
    let cache = RecognitionCache(in: folder.path)
    #expect(try texts(cache, file) == [:])
    #expect(!folder["ocr.sqlite"].exists)
    #expect(record(cache, .recognized(hash: hash(1), text: text("größe")), 1, of: file))
    #expect(record(cache, .nothing, 2, of: file))
    #expect(record(cache, .recognized(hash: hash(3), text: []), 3, of: file))
    let next = RecognitionCache(in: folder.path)
    #expect(try texts(next, file) == [1: "größe", 2: "", 3: ""])
    #expect(next.known(file, languages: "eng") == [1, 2, 3])
    #expect(try texts(next, file, languages: "eng+deu") == [:])
    #expect(next.known(file, languages: "deu") == [])
    #expect(try texts(next, other) == [:])
  }

  @Test func `A page is known by its hash, its languages and the newest engine`() throws {
    let cache = RecognitionCache(in: folder.path)
    #expect(record(cache, .recognized(hash: hash(1), text: text("a")), 1, of: file))
    #expect(cache.has(hash(1), languages: "eng"))
    #expect(!cache.has(hash(2), languages: "eng"))
    #expect(!cache.has(hash(1), languages: "deu"))
    #expect(record(cache, .cached(hash: hash(1)), 9, of: other))
    #expect(try texts(cache, other) == [9: "a"])
    #expect(record(cache, .cached(hash: hash(7)), 10, of: other))
    #expect(try texts(cache, other) == [9: "a"])
    cache.record(
      .recognized(hash: hash(2), text: text("b")), 2, of: file, languages: "eng", engine: "6.0",
      now: now)
    #expect(!cache.has(hash(1), languages: "eng"))
    #expect(cache.has(hash(2), languages: "eng"))
    #expect(try texts(cache, file) == [1: "a", 2: "b"])
  }

  @Test func `The pages of a day are counted`() throws {
    let cache = RecognitionCache(in: folder.path)
    #expect(cache.count(file, since: now) == 0)
    for number: UInt32 in 1...4 {
      _ = record(cache, .nothing, number, of: file, at: Int64(number))
    }
    #expect(cache.count(file, since: now) == 4)
    #expect(cache.count(file, since: UnixTime(seconds: now.seconds + 2)) == 2)
    #expect(cache.count(other, since: now) == 0)
  }

  @Test func `What was used least recently is dropped at the limit`() throws {
    let cache = RecognitionCache(in: folder.path, limit: 600)
    for number in 1...3 {
      let outcome = RecognitionCache.Outcome.recognized(
        hash: hash(number), text: text("text number \(number)"))
      _ = record(cache, outcome, UInt32(number), of: file, at: Int64(number))
    }
    #expect(try texts(cache, file).count == 3)
    // The first is used again.
    _ = record(cache, .cached(hash: hash(1)), 1, of: other, at: 100)
    let last = RecognitionCache.Outcome.recognized(hash: hash(4), text: text("text number 4"))
    _ = record(cache, last, 4, of: file, at: 101)
    #expect(Set(try texts(cache, file).keys) == [1, 3, 4])
    #expect(cache.known(file, languages: "eng") == [1, 3, 4])
    #expect(try texts(cache, other) == [1: "text number 1"])
  }

  @Test func `Nothing is left of a file that is forgotten, but a page that another file has stays`()
    throws
  {
    let cache = RecognitionCache(in: folder.path)
    let secret = "hemlockhemlockhemlock"
    _ = record(cache, .recognized(hash: hash(1), text: text(secret)), 1, of: file)
    _ = record(cache, .recognized(hash: hash(2), text: text("quincequincequince")), 2, of: file)
    _ = record(cache, .cached(hash: hash(2)), 5, of: other)
    let bytes = hash(1)
    #expect(try folder["ocr.sqlite"].contents().contains(bytes))
    try cache.retain { $0.filter { $0 == other } }
    #expect(try texts(cache, file) == [:])
    #expect(try texts(cache, other) == [5: "quincequincequince"])
    #expect(!cache.has(hash(1), languages: "eng"))
    #expect(try !folder["ocr.sqlite"].contents().contains(bytes))
    #expect(try !folder["ocr.sqlite"].contents().contains(text(secret)))
    #expect(try !folder["ocr.sqlite"].contents().contains(file.bytes))
  }

  @Test func `A damaged file is replaced`() throws {
    try folder["ocr.sqlite"].write([UInt8](repeating: 7, count: 5_000))
    let cache = RecognitionCache(in: folder.path)
    #expect(try texts(cache, file) == [:])
    #expect(record(cache, .recognized(hash: hash(1), text: text("a")), 1, of: file))
    #expect(try texts(cache, file) == [1: "a"])
    try cache.retain { $0 }
  }

  @Test func `The key is made once`() throws {
    let key = try #require(RecognitionCache(in: folder.path).key())
    #expect(key.count == 16)
    #expect(RecognitionCache(in: folder.path).key() == key)
  }

  @Test func `A file is read as it is written`() {
    #expect(FileVersion(bytes: file.bytes) == file)
    #expect(FileVersion(bytes: []) == nil)
    let extreme = FileVersion(size: -1, modified: FileTime(nanoseconds: .min), inode: .max)
    #expect(FileVersion(bytes: extreme.bytes) == extreme)
  }
}

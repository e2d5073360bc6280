import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct VocabularyTests {
  let index: TestIndex
  let vocabulary: Vocabulary

  init() throws {
    index = try TestIndex()
    vocabulary = Vocabulary(
      ReaderPool(index.store), tasks: try LoopTaskExecutor(name: "sitta-tasks"))
  }

  private func count() async throws -> Int? {
    try await vocabulary.words(until: .now + .seconds(600))?.count
  }

  @Test func `The words of a small index are always current`() async throws {
    #expect(try await count() == 0)
    try index.put("/1", "memory barrier")
    try index.writer.commit()
    #expect(try await count() == 2)
    #expect(try await count() == 2)
    try index.put("/2", "garden")
    try index.writer.commit()
    #expect(try await count() == 3)
  }

  @Test func `Without a change no reader is asked`() async throws {
    let readers = ReaderPool(index.store)
    let vocabulary = Vocabulary(readers, tasks: try LoopTaskExecutor(name: "sitta-tasks"))
    try index.put("/1", "memory barrier")
    try index.writer.commit()
    #expect(try await vocabulary.words(until: .now + .seconds(600))?.count == 2)
    // A reader that was asked now would never answer.
    await readers.suspend()
    #expect(try await vocabulary.words(until: .now + .seconds(600))?.count == 2)
  }

  @Test func `Words are read ahead once`() async throws {
    for number in 0..<200 { try index.put("/\(number)", "memory word\(number) garden") }
    try index.writer.commit()
    await vocabulary.prepare()
    await vocabulary.prepare()
    while await vocabulary.isReading { await Task.yield() }
    #expect(try await vocabulary.words(until: .now)?.count == 203)
    await vocabulary.prepare()
    #expect(await !vocabulary.isReading)
  }

  /// An index with many words: they are read again only after many changes.
  private func fillLarge() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    for first in letters {
      let text = letters.flatMap { second in letters.map { "\(first)\(second)\($0)x" } }
      try index.put("/\(first)", text.joined(separator: " "))
    }
    try index.writer.commit()
  }

  @Test func `After words were dropped, none of a removed document is left`() async throws {
    try fillLarge()
    try index.put("/secret", "zanzibarsecret")
    try index.writer.commit()
    let word = Array("zanzibarsecret".utf8)
    func documents() async throws -> Int? {
      try await vocabulary.words(until: .now + .seconds(600))?.documents(having: word)
    }
    #expect(try await documents() == 1)
    _ = try index.writer.remove(FilePath("/secret"))
    try index.writer.commit()
    // One document of many: too little for the words to be read again by themselves.
    #expect(try await documents() == 1)
    await vocabulary.drop()
    #expect(try await documents() == 0)
  }

  @Test func `A reading that began before words were dropped does not bring them back`()
    async throws
  {
    try fillLarge()
    try index.put("/secret", "zanzibarsecret")
    try index.writer.commit()
    await vocabulary.prepare()
    _ = try index.writer.remove(FilePath("/secret"))
    try index.writer.commit()
    await vocabulary.drop()
    #expect(
      try await vocabulary.words(until: .now + .seconds(600))?
        .documents(having: Array("zanzibarsecret".utf8)) == 0)
    #expect(try await count() == 26 * 26 * 26 + 26)
  }

  @Test func `After the end nothing is read`() async throws {
    try index.put("/a", "memory barrier")
    try index.writer.commit()
    await vocabulary.stop()
    await vocabulary.prepare()
    #expect(await !vocabulary.isReading)
    #expect(try await count() == nil)
  }

  @Test func `Concurrent requests are all answered`() async throws {
    for number in 0..<200 { try index.put("/\(number)", "memory word\(number) garden") }
    try index.writer.commit()
    let asking = (0..<20).map { [vocabulary] _ in
      Task { try await vocabulary.words(until: .now + .seconds(600))?.count }
    }
    // Of two digits or more a name's letters are a word of their own, too.
    for task in asking { #expect(try await task.value == 203) }
  }

  @Test func `The words of a large index are read in parts, and kept over small changes`()
    async throws
  {
    try fillLarge()
    // The names of the files are words, too.
    #expect(try await count() == 26 * 26 * 26 + 26)
    try index.put("/a", "garden")
    try index.writer.commit()
    // Too few documents have changed to read all of them again.
    #expect(try await count() == 26 * 26 * 26 + 26)
  }
}

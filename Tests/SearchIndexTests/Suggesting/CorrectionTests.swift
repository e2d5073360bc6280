import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

struct CorrectionTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    let texts = [
      "a read only file system", "only read the whole file", "a database of kernel messages",
      "the end of the kernel", "base station data", "oft he came", "memory barrier", "memory",
      "memory", "a memorable kernel", "the rain", "the train station", "receive letters",
      "receive", "receive", "receive", "recieve spam",
    ]
    for (number, text) in texts.enumerated() { try index.put("/root/\(number)", text) }
    try index.writer.commit()
  }

  private func correction(
    _ text: String, deadline: ContinuousClock.Instant = .now + .seconds(60), probes: Int = 24
  ) throws -> String? {
    let reader = try IndexReader(index.store)
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    var options = SuggestionOptions()
    options.probes = probes
    let found = try reader.correction(of: text, from: words, options, deadline: deadline)
    return found?.text
  }

  @Test(
    arguments: [
      ("memroy", "memory"), ("memory", nil),
      ("Memroy (xyz OR barier)", "memory (xyz OR barrier)"),
      ("kernl  mesages,", "kernel  messages,"),
      // Quoted, exact and excluded words, and filters, stay.
      ("\"memroy\"", nil), ("=memroy", nil), ("+memroy", nil), ("-memroy", nil),
      ("c++", nil), ("memry#", nil), ("€", nil), ("ext:memroy", nil),
      ("memroy -kernl", "memory -kernl"),
      ("kernl \"end of\"", "kernel \"end of\""), ("body:kernl", "body:kernel"),
      // A stop word can be meant.
      ("teh", "the"),
    ] as [(String, String?)])
  func `The likeliest words are written, the rest stays`(text: String, expected: String?) throws {
    #expect(try correction(text) == expected)
  }

  @Test(
    arguments: [
      ("memroy", nil), ("memroy garden", nil), ("kernels", nil),
      ("memroy gardne", "memroy garden"), ("kernl", "kernel"),
      // A file has no such name.
      ("name:memroy", "name:memory"),
    ] as [(String, String?)])
  func `What lies in a folder of that name was probably meant`(
    text: String, expected: String?
  ) throws {
    try index.put("/root/memroy/notes", "a garden")
    try index.put("/root/memory", "a list")
    try index.put("/root/kernels/list", "a list")
    try index.writer.commit()
    #expect(try correction(text) == expected)
  }

  @Test(
    arguments: [
      ("readonly", "read only"), ("filesystem", "file system"),
      ("kernel readonly", "kernel read only"),
      ("system readonly", "system read only"), ("ofthe", "of the"),
      // The words occur, but not side by side.
      ("systemread", nil),
      // Two words beside it would be read in another way.
      ("body:readonly", nil), ("readonly OR xyz", nil), ("-readonly", nil), ("=readonly", nil),
    ] as [(String, String?)])
  func `A missing blank is added if the words occur side by side`(
    text: String, expected: String?
  ) throws {
    #expect(try correction(text) == expected)
  }

  @Test(
    arguments: [
      ("data base kernel", "database kernel"), ("mess ages", "messages"),
      ("kernel mess ages", "kernel messages"), ("mess  ages", "messages"),
      ("mess, ages", nil), ("mess AND ages", nil), ("body:mess ages", nil),
      ("\"mess ages\"", nil), ("=mess ages", nil), ("mess OR ages", nil),
    ] as [(String, String?)])
  func `Two words that occur as one are joined`(text: String, expected: String?) throws {
    #expect(try correction(text) == expected)
  }

  @Test func `The other words decide between equally near words`() throws {
    #expect(try correction("trian") == "train")
    #expect(try correction("tain station") == "train station")
    #expect(try correction("letters recieve") == "letters receive")
  }

  @Test func `A rare word that occurs is corrected beside a much likelier one`() throws {
    for number in 0..<200 { try index.put("/root/many\(number)", "receive") }
    try index.writer.commit()
    #expect(try correction("recieve") == "receive")
    #expect(try correction("recieve spam") == nil)
    #expect(try correction("receive") == nil)
  }

  @Test func `A short word that occurs is right, however frequent its neighbour is`() throws {
    for number in 0..<200 { try index.put("/root/code\(number)", "код") }
    try index.put("/root/cat", "кот")
    try index.writer.commit()
    #expect(try correction("кот") == nil)
    #expect(try correction("кдо") == "код")
  }

  @Test func `Without time or searches nothing is corrected`() throws {
    #expect(try correction("memroy", deadline: .now) == nil)
    #expect(try correction("memroy", probes: 1) == "memory")
    // One finds out that the words are side by side.
    #expect(try correction("readonly", probes: 2) == "read only")
  }

  @Test func `Any text can be corrected`() throws {
    var random = SplitMix(seed: 8)
    for _ in 0..<100 { _ = try correction(ArbitraryQuery.text(&random)) }
  }
}

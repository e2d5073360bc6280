import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
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

  /// The correction that a search would make by itself.
  private func correction(
    _ text: String, probes: Int = 24, away: Bool = false
  ) throws -> String? {
    try found(text, probes: probes, away: away).flatMap { $0.isOffer ? nil : $0.text }
  }

  /// The correction that a search would offer.
  private func offer(_ text: String) throws -> String? {
    try found(text).flatMap { $0.isOffer ? $0.text : nil }
  }

  private func found(_ text: String, probes: Int = 24, away: Bool = false) throws -> Suggestion? {
    let reader = try IndexReader(index.store)
    var options = SuggestionOptions()
    options.probes = probes
    options.search.includesAway = away
    return try reader.correction(
      of: text, from: words(of: reader), options, deadline: .now + .seconds(60))
  }

  private func words(of reader: IndexReader) throws -> WordList {
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    return words
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
      ("mess ages", "messages"),
      ("kernel mess ages", "kernel messages"), ("mess  ages", "messages"),
      ("mess, ages", nil), ("mess AND ages", nil), ("body:mess ages", nil),
      ("\"mess ages\"", nil), ("=mess ages", nil), ("mess OR ages", nil),
    ] as [(String, String?)])
  func `Two words that occur as one are joined`(text: String, expected: String?) throws {
    #expect(try correction(text) == expected)
  }

  @Test func `Two words that occur are joined in an offer only`() throws {
    #expect(try correction("data base kernel") == nil)
    #expect(try offer("data base kernel") == "database kernel")
    // One of both occurs, and is not given up for the other one.
    #expect(try correction("mess base") == nil)
  }

  @Test func `The other words decide between equally near words`() throws {
    #expect(try correction("trian") == "train")
    #expect(try correction("tain station") == "train station")
    // A word that occurs is left, although documents have the others only with another word.
    #expect(try found("letters recieve") == nil)
  }

  @Test func `A rare word that occurs stays, and in the clear case another one is offered`() throws
  {
    for number in 0..<200 { try index.put("/root/many\(number)", "receive") }
    try index.writer.commit()
    #expect(try offer("recieve") == "receive")
    for text in ["recieve", "recieve spam", "receive"] { #expect(try correction(text) == nil) }
    for text in ["recieve spam", "receive"] { #expect(try offer(text) == nil) }
    // Beside a missing word, too.
    #expect(try correction("recieve memroy") == "recieve memory")
  }

  @Test func `A word that occurs in any form stays, whatever its neighbours are`() throws {
    let others = "puts policy politics refine reiner passed port fs me hatte abroad was p a broad"
    for number in 0..<300 { try index.put("/root/other\(number)", others) }
    for (number, text) in ["pets", "police", "reine", "passport", "wasp", "Hütte", "fsme"]
      .enumerated()
    {
      try index.put("/root/rare\(number)", "\(text) flat")
    }
    try index.put("/root/stem", "a gardening book")
    for number in 0..<300 { try index.put("/root/guard\(number)", "guarded wardened") }
    try index.writer.commit()
    for text in [
      "pets", "police", "reine", "passport", "wasp", "Hütte", "fsme", "gardened", "pets flat",
      "pets allowed flat", "attached police birthday", "passport memory", "title:pets", "pets OR x",
      "(police OR xyzzy)", "passport*", "gardened flat",
    ] {
      #expect(try correction(text) == nil, "\(text)")
      let words = try found(text)?.text ?? ""
      for split in ["pass port", "was p", "fs me"] { #expect(!words.contains(split), "\(text)") }
    }
    // A missing word beside it is still written as others do.
    #expect(try correction("pets memroy") == "pets memory")
    #expect(try correction("passport mesages") == "passport messages")
  }

  @Test func `A word that occurs as a part of compounds stays`() throws {
    let index = try TestIndex(text: try TextSettings(languages: ["german"]))
    for number in 0..<200 { try index.put("/root/k\(number)", "ein Kasten") }
    try index.put("/root/compound", "die Zahnarztkosten vom Zahnarzt")
    try index.writer.commit()
    let reader = try IndexReader(index.store, sharing: index.caches)
    _ = try reader.search(Query(parsing: "kasten"), SearchOptions())
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 100).isComplete {}
    func correction() throws -> Suggestion? {
      try reader.correction(
        of: "Kosten", from: words, SuggestionOptions(), deadline: .now + .seconds(60))
    }
    #expect(try correction()?.text == "kasten" && correction()?.isOffer == false)
    index.caches.compounds.update(words)
    #expect(try correction() == nil)
  }

  @Test(arguments: [
    "MEMROY", "MEMROY barrier", "MeMroy", "memROY", "McMemory", "memroy2", "2memroy", "mem0ry",
    "memroy²", "memroy٣", "iMemory", "ΜEMROY",
  ])
  func `A word with digits, or with capitals after its first letter, stays`(text: String) throws {
    #expect(try found(text) == nil)
    #expect(try correction("\(text) kernl") == "\(text) kernel")
  }

  @Test(
    arguments: [
      // One letter of five.
      ("Äpfel", nil), ("zzznothing", nil), ("comandante", nil), ("pawel", "pavel"),
      ("nothinf", "nothing"), ("nothinggg", nil), ("comandnname", "commandname"),
      ("comandname", "commandname"), ("comandnam", nil), ("nohtimg", nil),
    ] as [(String, String?)])
  func `What differs in more than one letter of five is not written`(
    text: String, expected: String?
  ) throws {
    for number in 0..<20 { try index.put("/root/n\(number)", "pavel nothing commandname") }
    try index.writer.commit()
    #expect(try correction(text) == expected)
  }

  @Test func `A word in a document that is away is no error`() throws {
    try index.put("/disk/a", "memroy")
    try index.writer.recordFolder(FilePath("/disk"), inode: 2, device: 7)
    try index.writer.commit()
    try index.writer.markAway(FilePath("/disk"))
    try index.writer.commit()
    #expect(try correction("memroy") == nil)
    #expect(try correction("memroy", away: true) == nil)
  }

  @Test func `A short word that occurs is right, however frequent its neighbour is`() throws {
    for number in 0..<200 { try index.put("/root/code\(number)", "код") }
    try index.put("/root/cat", "кот")
    try index.writer.commit()
    #expect(try correction("кот") == nil)
    #expect(try correction("кдо") == "код")
  }

  @Test(
    arguments: [
      // The word, how many documents have it, the other one, and how many have that.
      ("recieve", 1, "receive", 100, true), ("recieve", 1, "receive", 99, false),
      ("recieve", 3, "receive", 299, false), ("recieve", 3, "receive", 300, true),
      // Too short, too different, or more than one letter of five.
      ("recie", 1, "recei", 300, false), ("qbgdefgh", 1, "qbxdefgh", 300, false),
      ("reccieve", 1, "receive", 300, false),
      // A person who types capitals knows the word.
      ("Recieve", 1, "receive", 300, false), ("RECIEVE", 1, "receive", 300, false),
      ("recieve5", 1, "receive5", 300, false),
      // Never two words for one.
      ("passport", 1, "pass port", 300, false),
    ])
  func `The case is clear if another word is 100 times as frequent and the error is likely`(
    typed: String, documents: Int, other: String, others: Int, isClear: Bool
  ) throws {
    let index = try TestIndex()
    for number in 0..<documents { try index.put("/root/typed\(number)", typed) }
    for number in 0..<others { try index.put("/root/other\(number)", other) }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let words = try words(of: reader)
    let found = try reader.correction(
      of: typed, from: words, SuggestionOptions(), deadline: .now + .seconds(60))
    #expect(found?.text == (isClear ? other : nil))
    #expect(found?.isOffer != false)
    var options = SuggestionOptions()
    options.isTyping = false
    let suggested = try reader.suggestions(
      for: typed, from: words, options, deadline: .now + .seconds(60))
    #expect(suggested.corrections.map(\.text) == (isClear ? [other] : []))
  }

  @Test func `Only a number of searches is made`() throws {
    #expect(try correction("memroy", probes: 1) == "memory")
    // One finds out that the words are side by side.
    #expect(try correction("readonly", probes: 2) == "read only")
    #expect(try correction("readonly", probes: 0) == nil)
  }

  @Test func `On a slow machine a correction is the same, or fails`() throws {
    for number in 0..<300 {
      try index.put("/root/many\(number)", "receive kernel memory \(number)")
    }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let words = try words(of: reader)
    for text in ["memroy barier", "recieve", "kernl mesages", "readonly", "data base kernel"] {
      func correction(_ time: Duration) throws -> Suggestion? {
        try reader.correction(of: text, from: words, SuggestionOptions(), deadline: .now + time)
      }
      let expected = try correction(.seconds(60))
      #expect(expected != nil)
      for microseconds in stride(from: 0, through: 2_000, by: 20) {
        do {
          #expect(try correction(.microseconds(microseconds)) == expected)
        } catch let error as SQLiteError {
          #expect(error.isInterruption)
        }
      }
    }
  }

  @Test func `Any text can be corrected`() throws {
    var random = SplitMix(seed: 8)
    for _ in 0..<100 { _ = try correction(ArbitraryQuery.text(&random)) }
  }
}

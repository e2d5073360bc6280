import LinuxSystem
import TestSupport
import Testing

@testable import Meaning

struct MeaningVectorTests {
  private let table: VectorTable

  init() throws {
    let folder = try TemporaryDirectory()
    let file = folder["table"]
    try file.write(VectorTableFile.household)
    table = try VectorTable(file)
  }

  @Test(
    arguments: [
      ("The car's bill", ["the", "car's", "bill"]),
      ("CAFÉ naïve Ångström", ["cafe", "naive", "angstrom"]),
      ("it’s o'clock's 'quoted'", ["it's", "o'clock", "s", "quoted"]),
      ("a1b, x_y", ["a", "b", "x", "y"]),
      ("e\u{301}te\u{301}", ["ete"]), ("", []), ("Straße", ["stra", "e"]), ("привет", []),
      (String(repeating: "a", count: 41) + " b", ["b"]),
    ])
  func `A text has these words`(text: String, words: [String]) {
    #expect(TextWords(text, upTo: 9).words == words.map { Array($0.utf8) })
  }

  @Test func `Only the first words are looked at`() {
    #expect(TextWords("a b c d", upTo: 2).words == [[97], [98]])
  }

  @Test func `Texts about the same are near, and others are not`() throws {
    let texts = ["car repair bill", "automobile service invoice", "water boat river"]
    let vectors = try texts.map { try #require(table.vector(of: [$0], upTo: 9)) }
    #expect(vectors[0].cosine(to: vectors[1]) > 0.999)
    #expect(abs(vectors[0].cosine(to: vectors[2])) < 0.001)
    // The title counts as the text does, and a word that is there twice counts 1 + ln 2 times.
    let twice = try #require(table.vector(of: ["car", "car repair bill"], upTo: 9))
    #expect(abs(twice.cosine(to: vectors[0]) - 0.9665) < 0.001)
  }

  @Test(arguments: [
    ("car", false), ("car bill", false), ("car bill fix", true), ("zebra car bill", false),
  ])
  func `A text needs three words of the table`(text: String, hasVector: Bool) {
    #expect((table.vector(of: [text], upTo: 9) != nil) == hasVector)
  }

  @Test(arguments: [
    (["car", "repair"], true), (["car"], true), (["car", "repair", "zebra"], true),
    (["car", "zebra"], false), (["zebra"], false), (["car", "автомобиль"], false), ([], false),
    (["42"], false), (["car", "42"], true),
  ])
  func `A query of other words has no vector`(words: [String], hasVector: Bool) {
    #expect((table.vector(ofQuery: words) != nil) == hasVector)
  }

  @Test func `A stored vector has nearly the same direction`() throws {
    let vector = try #require(table.vector(of: ["car car car repair bill bill"], upTo: 9))
    let query = MeaningQuery(vector)
    let code = VectorCode(vector)
    #expect(code.bytes.count == 256)
    let cosines = [code.bytes, [UInt8](repeating: 0, count: 256), [1, 2]].map {
      query.cosine($0.span)
    }
    #expect(try #require(cosines[0]) > 0.999)
    #expect(cosines.dropFirst() == [nil, nil])
  }

  @Test func `Signs put the nearest vector first`() throws {
    let texts = ["car vehicle garage", "bill payment invoice", "car repair bill"]
    let codes = try texts.map { VectorCode(try #require(table.vector(of: [$0], upTo: 9))) }
    let bits = codes.flatMap(\.bits) + [UInt8](repeating: 0, count: 32)
    let query = MeaningQuery(try #require(table.vector(ofQuery: ["automobile"])))
    let estimates = (0..<4).map { query.estimate(bits.span, $0) }
    #expect(estimates[3] == nil)
    let (car, bill) = (try #require(estimates[0]), try #require(estimates[1]))
    #expect(car > bill)
  }

  @Test func `The words that make texts near are named`() {
    let pairs = table.pairs(
      ofQuery: ["car", "repair", "bill"],
      and: ["Invoice", "automobile service in the garage, by car"], upTo: 9, limit: 3)
    #expect(
      pairs == [
        WordPair("bill", "invoice"), WordPair("car", "automobile"), WordPair("repair", "service"),
      ])
  }
}

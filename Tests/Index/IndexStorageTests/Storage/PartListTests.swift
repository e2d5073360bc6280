import Testing

@testable import IndexStorage

struct PartListTests {
  static let lists: [(name: String, parts: [Document.Part], size: Int)] = [
    ("one page", [.init(offset: 0, .page, label: "1")], 2),
    ("a page after a preface", [.init(offset: 500, .page, label: "1")], 3),
    (
      "roman numbers, then decimal ones",
      [
        .init(offset: 0, .page, label: "i"), .init(offset: 10, .page, label: "ii"),
        .init(offset: 20, .page, label: "1"), .init(offset: 30, .page, label: "2"),
      ], 15
    ),
    (
      "empty pages",
      [
        .init(offset: 7, .page, label: "1"), .init(offset: 7, .page, label: "2"),
        .init(offset: 7, .page, label: "3"),
      ], 4
    ),
    (
      "sheets with names",
      [
        .init(offset: 0, .sheet, label: "Budget"), .init(offset: 90, .sheet, label: "Übersicht"),
        .init(offset: 99, .sheet, label: ""),
      ], 27
    ),
    (
      "numbers that are not in their shortest form",
      [
        .init(offset: 0, .slide, label: "01"), .init(offset: 1, .slide, label: "2"),
        .init(offset: 2, .slide, label: "+3"), .init(offset: 3, .slide, label: "999999999"),
        .init(offset: 4, .slide, label: "1000000000"), .init(offset: 5, .slide, label: "-1"),
      ], 33
    ),
    (
      "parts of a mail",
      [.init(offset: 0, .body, label: "1.1"), .init(offset: 3_000, .body, label: "2")], 12
    ),
  ]

  @Test(arguments: lists)
  func `A list is the same after it was stored`(
    name: String, parts: [Document.Part], size: Int
  ) throws {
    let list = PartList(parts, textCount: 100_000)
    #expect(list.parts == parts)
    let stored = try #require(list.stored)
    #expect(stored.count == size)
    #expect(PartList(stored: stored) == list)
  }

  @Test func `No parts are stored as nothing`() {
    #expect(PartList([], textCount: 9).stored == nil)
  }

  @Test func `A page of a book takes two bytes`() throws {
    let pages = (0..<10_000).map {
      Document.Part(offset: $0 * 2_300, .page, label: "\($0 + 1)")
    }
    let stored = try #require(PartList(pages, textCount: 23_000_000).stored)
    #expect(stored.count == 1 + 1 + 2 * 9_999)
    let isSame = PartList(stored: stored)?.parts == pages
    #expect(isSame)
  }

  @Test func `Parts after the end of the text are dropped, and those out of order`() {
    let parts = [0, 50, 40, -1, 60, 99, 100, .max].map {
      Document.Part(offset: $0, .page, label: "")
    }
    #expect(PartList(parts, textCount: 100).parts.map(\.offset) == [0, 50, 60, 99])
    #expect(PartList(parts, textCount: 0).parts == [])
  }

  @Test func `A long label is cut between characters`() {
    let label = String(repeating: "ä", count: 200)
    let list = PartList([.init(offset: 0, .chapter, label: label)], textCount: 1)
    #expect(list.parts[0].label == String(repeating: "ä", count: 128))
  }

  @Test func `Long labels do not make a list too large`() throws {
    let label = String(repeating: "x", count: 256)
    let parts = (0..<PartList.countLimit + 5).map {
      Document.Part(offset: $0, .chapter, label: label)
    }
    let list = PartList(parts, textCount: 1 << 20)
    #expect(list.parts.count == PartList.countLimit)
    let stored = try #require(list.stored)
    #expect(stored.count < PartList.sizeLimit + 300)
    #expect((PartList(stored: stored)?.parts.count ?? 0) > 4_000)
  }

  @Test(arguments: [
    [], [0], [2, 0], [1, 0x80], [1, 1], [1, 1, 1], [1, 1, 1, 5, 0x41], [1, 1, 9, 0], [1, 1, 0, 0],
    [1, 1, 1, 1, 0xff], [1, 1, 1, 0x81, 0x02], [1, 1, 1, 1, 0x41, 0],
    [1] + [UInt8](repeating: 0xff, count: 12),
    [
      1, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff,
      0xff, 0xff, 0x7f, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
    ],
  ])
  func `Damaged bytes are no list`(bytes: [UInt8]) {
    #expect(PartList(stored: bytes) == nil)
  }

  @Test func `Random bytes never trap`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &generator)
      let bytes = [1] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) & 0x8f }
      let list = PartList(stored: bytes)
      _ = list?.part(at: 5)
    }
  }

  @Test(arguments: [
    (0, nil), (4, nil), (5, "1 1"), (9, "1 1"), (10, "3 3"), (29, "3 3"), (30, "a 1"),
    (40, "4 4"), (99, "4 4"),
  ])
  func `The part at an offset is found, with its number among those of its kind`(
    offset: Int, part: String?
  ) {
    let list = PartList(
      [
        .init(offset: 5, .page, label: "1"), .init(offset: 10, .page, label: "2"),
        .init(offset: 10, .page, label: "3"), .init(offset: 30, .chapter, label: "a"),
        .init(offset: 40, .page, label: "4"),
      ], textCount: 100)
    #expect(list.part(at: offset).map { "\($0.part.label) \($0.number)" } == part)
  }
}

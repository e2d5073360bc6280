import DocumentReaders
import Testing

@testable import ArchiveReading

struct MemberNamesTests {
  private func paths(_ bytes: [UInt8]) -> [String] {
    let (sink, failure) = ArchiveReaderTests.read(bytes)
    #expect(failure == nil)
    #expect(sink.contents.allSatisfy { $0 == "x" })
    for member in sink.members { #expect(MemberNames.isUnicode(member.member.path)) }
    return sink.paths
  }

  private func zip(_ names: [UInt8]..., isUnicode: Bool = false) -> [UInt8] {
    var builder = ZipBuilder()
    for name in names { builder.add(name, isUnicode: isUnicode) }
    return builder.bytes
  }

  @Test(arguments: [
    (ForeignNameSamples.zipInShiftJIS, ["日本語.txt"]),
    (ForeignNameSamples.zipInCyrillic, ["Документ.txt", "readme.txt"]),
    (ForeignNameSamples.zipInGBK, ["新建文本文档.txt"]),
    (ForeignNameSamples.zipInWestern, ["Übung.txt"]),
    (ForeignNameSamples.tarInKOI8, ["Документ.txt", "Письмо другу.txt"]),
  ])
  func `Names have the encoding of the program that wrote them`(
    bytes: [UInt8], expected: [String]
  ) {
    #expect(paths(bytes) == expected)
  }

  @Test(
    arguments: [
      ([0xc7, 0xd1, 0xb1, 0xdb], "한글"), ([0x95, 0x5c, 0x8e, 0xa6], "表示"),
      ([0xd6, 0xd0, 0xce, 0xc4], "中文"), ([0xb7, 0x73, 0xbc, 0x57, 0xb8, 0xea, 0xae, 0xc6], "新增資料"),
      ([0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72], "Müller"),
      ([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], "Müller"),
      ([0xbd, 0xa2, 0x88, 0x86], "Żółć"),
    ] as [([UInt8], String)])
  func `Short names are enough`(bytes: [UInt8], name: String) {
    #expect(paths(zip(bytes + Array(".txt".utf8))) == [name + ".txt"])
  }

  @Test func `Names that are declared to be UTF-8 and are not are recognized, too`() {
    let cyrillic: [UInt8] = [0x84, 0xae, 0xaa, 0xe3, 0xac, 0xa5, 0xad, 0xe2]
    let bytes = zip(cyrillic, Array("ü.txt".utf8), isUnicode: true)
    #expect(paths(bytes) == ["Документ", "ü.txt"])
    // The same without the list, which is cut off.
    let (sink, _) = ArchiveReaderTests.read(Array(bytes.prefix(39 + 37 + 4)))
    #expect(sink.paths == ["Документ", "ü.txt"])
  }

  @Test func `The extra field with a path counts if it belongs to the name`() {
    var builder = ZipBuilder()
    builder.add(Array("??".utf8), unicodePath: ("ü.txt", 0xaf61_15fe))
    builder.add(Array("a.txt".utf8), unicodePath: ("ü.txt", 1))
    #expect(paths(builder.bytes) == ["ü.txt", "a.txt"])
  }

  @Test func `All names of an archive together say their encoding`() {
    // The first one alone could be any of several.
    let letters: [[UInt8]] = [[0x8d, 0xa5, 0xe2], [0x84, 0xae, 0xa3, 0xae, 0xa2, 0xae, 0xe0]]
    #expect(paths(zip(letters[0], letters[1])) == ["Нет", "Договор"])
  }

  @Test func `Separators of DOS separate folders, but not halves of characters`() {
    #expect(paths(zip([0x81, 0x5c, 0x61, 0x2e, 0x74])) == ["ü/a.t"])
    #expect(paths(zip([0x95, 0x5c, 0x8e, 0xa6, 0x5c, 0x93, 0xfa, 0x96, 0x7b])) == ["表示/日本"])
  }

  @Test func `Rubbish is a name, and none is empty`() {
    var mutations = Mutations(seed: 11)
    let names = (0..<400).map { number in
      mutations.damaged([UInt8](repeating: 0xff, count: 1 + number % 12)).filter {
        $0 != 0 && $0 != 0x2f && $0 != 0x5c
      } + [UInt8(0x80 + number % 128)]
    }
    for isUnicode in [false, true] {
      var builder = ZipBuilder()
      for name in names { builder.add(name, isUnicode: isUnicode) }
      let paths = paths(builder.bytes)
      #expect(paths.count == names.count)
      #expect(paths.allSatisfy { !$0.isEmpty })
    }
  }

  @Test func `A checksum belongs to its member whatever its name is`() {
    let (sink, _) = ArchiveReaderTests.read(ForeignNameSamples.zipInCyrillic)
    #expect(sink.members.map(\.member.checksum) == [0x8cdc_1683, 0x8cdc_1683])
  }

  @Test func `Packages have the same names`() throws {
    let bytes = ForeignNameSamples.zipInCyrillic
    try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
      #expect(package.names == ["Документ.txt", "readme.txt"])
      #expect(try package.content(of: "Документ.txt", limit: 10) == [0x78])
    }
  }
}

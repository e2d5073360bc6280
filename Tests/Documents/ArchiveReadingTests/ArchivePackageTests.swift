import DocumentReaders
import Testing

@testable import ArchiveReading

struct ArchivePackageTests {
  @Test func `A package gives its names and contents in any order`() throws {
    let bytes = ArchiveSamples.zip
    try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
      #expect(package.names == ["a.txt", "d/ü.txt", "b.txt"])
      for _ in 0..<2 {
        #expect(try package.content(of: "b.txt", limit: 100) == Array("third".utf8))
        #expect(try package.content(of: "a.txt", limit: 100) == Array("first".utf8))
        #expect(try package.content(of: "d/ü.txt", limit: 100)?.count == 100)
        #expect(try package.content(of: "a.txt", limit: 0) == [])
        #expect(try package.content(of: "a.txt", limit: -1) == [])
        #expect(try package.content(of: "c.txt", limit: 100) == nil)
      }
    }
  }

  @Test func `A name that occurs again means the first member`() throws {
    var zip = ZipBuilder()
    for name in ["a.txt", "b.txt", "a.txt", "a.txt"] { zip.add(Array(name.utf8)) }
    try ArchivePackage.read(zip.bytes.span) { (package) throws(ReadingFailure) in
      #expect(package.names == ["a.txt", "b.txt"])
      #expect(try package.content(of: "a.txt", limit: 100) == Array("x".utf8))
    }
  }

  @Test func `A package whose list was cut off still has its members`() {
    let bytes = Array(ArchiveSamples.zip.prefix(0x86))
    #expect(throws: ReadingFailure.self) {
      try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
        #expect(package.names == ["a.txt", "d/ü.txt", "b.txt"])
        #expect(try package.content(of: "a.txt", limit: 100) == Array("first".utf8))
        #expect(try package.content(of: "b.txt", limit: 100) == Array("third".utf8))
      }
    }
  }

  @Test func `A damaged member is given up to its damage, and told at the end`() throws {
    var bytes = ArchiveSamples.zip
    let name = try #require(bytes.indices.first { bytes[$0...].starts(with: "a.txt".utf8) })
    bytes[name + 6] ^= 4
    #expect(throws: ReadingFailure.self) {
      try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
        _ = try package.content(of: "a.txt", limit: 100)
        #expect(try package.content(of: "b.txt", limit: 100) == Array("third".utf8))
      }
    }
  }

  @Test func `A member that needs a password is encrypted, others are not`() throws {
    let bytes = ArchiveSamples.encryptedZip
    try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
      #expect(throws: ReadingFailure.encrypted) { try package.content(of: "s.txt", limit: 100) }
      #expect(try package.content(of: "p.txt", limit: 100) == Array("plain".utf8))
    }
  }

  @Test(arguments: [[], Array("text".utf8), Array("PK".utf8), ArchiveSamples.tarGzip])
  func `What is no zip file is no package`(bytes: [UInt8]) {
    #expect(throws: ReadingFailure.self) {
      try ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in }
    }
  }

  @Test func `Damaged packages end and never trap`() {
    var mutations = Mutations(seed: 11)
    for _ in 0..<3_000 {
      let bytes = mutations.damaged(ArchiveSamples.zip)
      try? ArchivePackage.read(bytes.span) { (package) throws(ReadingFailure) in
        for name in package.names.reversed() { _ = try? package.content(of: name, limit: 1 << 20) }
      }
    }
  }
}

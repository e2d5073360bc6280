import DocumentReaders
import Testing

@testable import ArchiveReading

struct ZipDirectoryTests {
  private func checksums(_ bytes: [UInt8]) -> [String: UInt32] {
    var result: [String: UInt32] = [:]
    for (path, checksum) in ZipDirectory(of: bytes.span).checksums {
      result[String(decoding: path, as: UTF8.self)] = checksum
    }
    return result
  }

  @Test func `The list of a zip file has the checksum of each member`() {
    let expected: [String: UInt32] = [
      "a.txt": 0x9271_ee57, "d/ü.txt": 0xd0f1_641b, "b.txt": 0x2432_2064,
    ]
    #expect(checksums(ArchiveSamples.zip) == expected)
    let (sink, _) = ArchiveReaderTests.read(ArchiveSamples.zip)
    #expect(sink.members.map(\.member.checksum) == [0x9271_ee57, 0xd0f1_641b, 0x2432_2064])
  }

  @Test func `A comment may follow the list`() {
    var bytes = ArchiveSamples.zip
    bytes[bytes.count - 2] = 5
    bytes += Array("PK\u{5}\u{6}!".utf8)
    #expect(checksums(bytes).count == 3)
  }

  @Test(arguments: [
    [], ArchiveSamples.tarGzip, Array(ArchiveSamples.zip.dropLast()), Array("PK\u{5}\u{6}".utf8),
  ])
  func `Other files have none`(bytes: [UInt8]) {
    #expect(checksums(bytes) == [:])
  }

  @Test func `A path that occurs twice has none`() {
    var bytes = ArchiveSamples.zip
    // The names of the first and the third member in the list.
    for offset in bytes.indices.dropLast(5) where bytes[offset...].starts(with: "b.txt".utf8) {
      bytes[offset] = 0x61
    }
    #expect(checksums(bytes) == ["d/ü.txt": 0xd0f1_641b])
  }

  @Test func `Damaged lists never trap`() {
    var mutations = Mutations(seed: 3)
    for _ in 0..<20_000 {
      let bytes = mutations.damaged(ArchiveSamples.zip)
      _ = ZipDirectory(of: bytes.span)
      for offset in 0..<4 { _ = ZipDirectory.path(ofHeaderAt: offset, bytes.span) }
    }
  }
}

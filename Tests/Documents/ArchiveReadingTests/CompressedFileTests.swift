import ArchiveReading
import DocumentReaders
import Testing

struct CompressedFileTests {
  private static let content = Array(String(repeating: "One compressed file.\n", count: 10).utf8)

  @Test(arguments: [
    ArchiveSamples.gzip, ArchiveSamples.bzip2, ArchiveSamples.xz, ArchiveSamples.zstd,
    ArchiveSamples.lz4,
  ])
  func `A compressed file is unpacked up to a limit`(bytes: [UInt8]) throws {
    #expect(try CompressedFile.unpack(bytes.span, limit: .max) == Self.content)
    #expect(try CompressedFile.unpack(bytes.span, limit: 30) == Array(Self.content.prefix(30)))
    #expect(try CompressedFile.unpack(bytes.span, limit: 0) == [])
    #expect(try CompressedFile.unpack(bytes.span, limit: -1) == [])
  }

  @Test func `A file that was cut off is damaged`() {
    let bytes = Array(ArchiveSamples.gzip.prefix(30))
    #expect(throws: ReadingFailure.self) { try CompressedFile.unpack(bytes.span, limit: .max) }
  }

  @Test(arguments: [[], Array("text".utf8), ArchiveSamples.gzipTwice, ArchiveSamples.zip])
  func `What is not compressed once is refused`(bytes: [UInt8]) {
    #expect(throws: ReadingFailure.self) { try CompressedFile.unpack(bytes.span, limit: .max) }
  }

  @Test(arguments: [
    ArchiveSamples.gzip, ArchiveSamples.bzip2, ArchiveSamples.xz, ArchiveSamples.zstd,
    ArchiveSamples.lz4,
  ])
  func `Damaged files end and never trap`(sample: [UInt8]) {
    var mutations = Mutations(seed: 3)
    for _ in 0..<1_000 {
      let content = try? CompressedFile.unpack(mutations.damaged(sample).span, limit: 1 << 20)
      #expect((content?.count ?? 0) <= 1 << 20)
    }
  }
}

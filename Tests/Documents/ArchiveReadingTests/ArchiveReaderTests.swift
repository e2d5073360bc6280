import DocumentReaders
import Testing

@testable import ArchiveReading

struct ArchiveReaderTests {
  static func read(
    _ bytes: [UInt8], into sink: MemberSink = MemberSink()
  ) -> (sink: MemberSink, failure: ReadingFailure?) {
    var sink = sink
    do throws(ReadingFailure) {
      try ArchiveReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static let second = String(repeating: "second ", count: 20)

  @Test(arguments: [
    (ArchiveSamples.zip, ["a.txt", "d/ü.txt", "b.txt"], ["first", second, "third"]),
    (ArchiveSamples.tarGzip, ["a.txt", "d/ü.txt"], ["first", second]),
    (ArchiveSamples.tarXZ, ["a.txt", "d/ü.txt"], ["first", second]),
    (ArchiveSamples.tarLzip, ["s.txt"], ["secretsecretsecret"]),
    (ArchiveSamples.sevenZip, ["s.txt", "p.txt"], ["secretsecretsecret", "plain"]),
    (ArchiveSamples.ar, ["a.txt", "b.txt"], ["first\n", "second"]),
    (ArchiveSamples.cpio, ["a.txt", "b.txt"], ["first", "second"]),
  ])
  func `An archive gives its files`(bytes: [UInt8], paths: [String], contents: [String]) {
    let (sink, failure) = Self.read(bytes)
    #expect(failure == nil)
    #expect(sink.paths == paths)
    #expect(sink.contents == contents)
    #expect(sink.members.map(\.member.size) == contents.map { Int64($0.utf8.count) })
    #expect(sink.members.allSatisfy { ($0.member.modified ?? 0) > 1_500_000_000 })
  }

  @Test func `An archive without its list is read from its beginning`() {
    let (sink, failure) = Self.read(Array(ArchiveSamples.zip.prefix(0x86)))
    #expect(sink.contents == ["first", Self.second, "third"])
    #expect(failure != nil)
  }

  @Test func `Only the content of an encrypted member is missing`() {
    let (sink, failure) = Self.read(ArchiveSamples.encryptedZip)
    #expect(failure == .encrypted)
    #expect(sink.paths == ["s.txt", "p.txt"])
    #expect(sink.contents == ["", "plain"])
  }

  @Test(arguments: [ArchiveSamples.zip, ArchiveSamples.tarGzip, ArchiveSamples.cpio])
  func `Contents that are not wanted are skipped`(bytes: [UInt8]) {
    var sink = MemberSink()
    sink.wantsContents = false
    let (result, failure) = Self.read(bytes, into: sink)
    #expect(failure == nil)
    #expect(result.members.count > 1 && result.size == 0)
  }

  @Test func `Reading ends where the sink wants no more`() {
    var sink = MemberSink()
    sink.limit = 6
    let (result, failure) = Self.read(ArchiveSamples.zip, into: sink)
    #expect(failure == nil)
    #expect(result.paths == ["a.txt", "d/ü.txt"])
  }

  @Test(arguments: [Array("Not an archive.\n".utf8), ArchiveSamples.gzip, ArchiveSamples.gzipTwice])
  func `What is no archive is not supported`(bytes: [UInt8]) {
    let (sink, failure) = Self.read(bytes)
    #expect(sink.members.isEmpty)
    guard case .unsupported = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `Of too many members only the names are given`() {
    var bytes = Array("!<arch>\n".utf8)
    for number in 0..<10_003 {
      let name = "\(number).txt/".padded(to: 16)
      bytes += (name + "0".padded(to: 12) + "0     0     644     2         `\nx\n").utf8
    }
    let (sink, failure) = Self.read(bytes)
    #expect(failure == .memberLimit)
    #expect(sink.members.count == 10_000)
    #expect(sink.text == "10000.txt\n10001.txt\n10002.txt\n")
  }

  @Test(arguments: [
    ArchiveSamples.zip, ArchiveSamples.encryptedZip, ArchiveSamples.sevenZip,
    ArchiveSamples.tarGzip, ArchiveSamples.tarXZ, ArchiveSamples.ar, ArchiveSamples.cpio,
  ])
  func `Damaged archives end and never trap`(sample: [UInt8]) {
    var mutations = Mutations(seed: 7)
    for _ in 0..<1_000 {
      var sink = MemberSink()
      sink.keepsContents = false
      let (result, _) = Self.read(mutations.damaged(sample), into: sink)
      #expect(result.size <= UnpackingBudget.freeBytes)
    }
  }

  @Test(arguments: [(0, 32), (1 << 20, 200), (100 << 20, 512), (Int.max, 512)])
  func `A budget grows with the file up to its limit`(size: Int, mebibytes: Int) {
    var budget = UnpackingBudget(packedSize: size)
    #expect(budget.remaining == mebibytes << 20)
    #expect(budget.take(-1) == 0)
    #expect(budget.take(10) == 10)
    #expect(budget.take(.max) == (mebibytes << 20) - 10)
    #expect(budget.take(1) == 0)
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: length - count)
  }
}

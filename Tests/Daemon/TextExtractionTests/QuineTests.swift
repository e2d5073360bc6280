import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// A compressed file that unpacks to itself, alone and in containers.
///
/// The idea is from <https://research.swtch.com/zip>: each instruction of the compressed form has
/// five bytes, so that instructions can be copied like the text that they make.
@Suite(.timeLimit(.minutes(5)))
struct QuineTests {
  let tests: MemberTests

  init() throws {
    tests = try MemberTests()
  }

  /// Five bytes that announce `count` literal bytes.
  private static func literal(_ count: Int) -> [UInt8] {
    let low = UInt8(count)
    return [0, low, 0, ~low, 0xff]
  }

  /// Five bytes that repeat the last 17 to 20 bytes, as two copies of the same distance (RFC 1951, 3.2.6).
  private static func repetition(_ count: Int) -> [UInt8] {
    var (bits, used): (UInt64, UInt64) = (0, 0)
    func add(_ value: Int, _ count: Int) {
      bits |= UInt64(value) << used
      used += UInt64(count)
    }
    /// Codes begin with their highest bit.
    func add(code: Int, _ count: Int) {
      for bit in (0..<count).reversed() { add(code >> bit & 1, 1) }
    }
    add(0b010, 3)
    for length in [count / 2, count - count / 2] {
      add(code: length - 2, 7)
      add(code: 8, 5)
      add(count - 17, 3)
    }
    add(code: 0, 7)
    return (0..<5).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  /// A gzip file that unpacks to itself; its checksum is wrong.
  private static let quine: [UInt8] = {
    // The header with the name q.gz.
    let head: [UInt8] = [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3] + Array("q.gz".utf8) + [0]
    let (begin, one, four) = (literal(20), literal(5), literal(20))
    let (again, repeated) = (repetition(20), repetition(20))
    let (nothing, rest) = (literal(0), literal(18))
    func file(size: Int) -> [UInt8] {
      // The last block, the checksum and the size.
      let tail: [UInt8] =
        [1, 0, 0, 0xff, 0xff, 0, 0, 0, 0]
        + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
      let last = repetition(18) + tail
      return [
        head, begin, head, begin, again, one, again, one, one, four, again, one, one, four,
        repeated,
        four, repeated, four, repeated, four, repeated, four, repeated, nothing, nothing, rest,
        repeated, nothing, nothing, rest, last, last,
      ].flatMap(\.self)
    }
    return file(size: file(size: 0).count)
  }()

  @Test func `The file unpacks to itself`() throws {
    try tests.folder["q.gz"].write(Self.quine)
    let report = try ChildProcess.run(
      ChildProcess.Command(
        "/bin/sh",
        ["-c", "gzip -dc \(tests.folder["q.gz"]) | cmp - \(tests.folder["q.gz"])"]
          .map { Array($0.utf8) }), until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
  }

  @Test(arguments: [
    "q.gz", "q.gz.gz", "q.tar.gz", "q.zip.gz", "q.pdf.gz", "q.html.gz", "q.mbox.gz",
  ])
  func `Alone or compressed again, the file is unpacked once`(name: String) throws {
    let result = try tests.read(Self.quine, as: name)
    #expect(result.members.count <= 1)
    #expect(result.document.text.count < 1_000)
  }

  @Test func `In an archive or a mail, the members after the file are read`() throws {
    var zip = ZipBuilder()
    zip.add(Array("q.gz".utf8), Self.quine)
    zip.add(Array("q.tar.gz".utf8), Self.quine)
    zip.add("after.txt", "after it")
    let archive = try tests.read(zip.file, as: "a.zip")
    #expect(try archive.text("after.txt") == "after it")
    #expect(archive.members.count < 10)
    let mail = """
      Subject: quine
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=x

      --x
      Content-Type: application/gzip; name="q.tar.gz"
      Content-Transfer-Encoding: base64

      \(MemberTests.base64(Self.quine))
      --x
      Content-Type: text/plain; name="after.txt"
      Content-Disposition: attachment; filename="after.txt"

      after it
      --x--

      """
    let read = try tests.read(Array(mail.utf8), as: "a.eml")
    #expect(try read.text("after.txt") == "after it")
    #expect(read.members.count < 10)
  }
}

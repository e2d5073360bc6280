import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Containers that are made to cost much.
@Suite(.timeLimit(.minutes(15)))
struct ContainerBombTests {
  let tests: MemberTests

  init() throws {
    tests = try MemberTests()
  }

  @Test func `Archives inside each other are opened up to the limit`() throws {
    var file = Array("the innermost text".utf8)
    var name = "text.txt"
    for depth in (1...12).reversed() {
      var zip = ZipBuilder()
      zip.add("depth \(depth).txt", "text at \(depth)")
      zip.add(Array(name.utf8), file)
      (file, name) = (zip.file, "\(depth).zip")
    }
    let result = try tests.read(file, as: "a.zip")
    #expect(try result.text("2.zip!3.zip!4.zip!depth 4.txt") == "text at 4")
    #expect(result.members.count == 8)
    let last = try result.member("2.zip!3.zip!4.zip!5.zip").document
    #expect(last.extent == .part(because: "it is in too many containers inside each other"))
    #expect(String(decoding: last.text, as: UTF8.self) == "\ndepth 5.txt\n\n6.zip\n")
    #expect(result.document.extent == .whole)
  }

  @Test func `Of too many empty members the first have rows, and the names of the others are text`()
    throws
  {
    var zip = ZipBuilder()
    for number in 0..<60_000 { zip.add("\(number).txt", "") }
    let result = try tests.read(zip.file, as: "a.zip")
    #expect(result.members.count == 10_000)
    #expect(result.document.extent == .part(because: "it has more members than are read"))
    #expect(result.text.contains("10000.txt\n"))
    #expect(result.text.contains("\n59999.txt\n"))
  }

  @Test func `A member that unpacks to four gigabytes is cut, and the next one is read`() throws {
    var zip = ZipBuilder()
    // 2,064 bytes for each 13 bytes.
    let zeros = ZipBuilder.zeros(blocks: 500_000)
    for name in ["zeros.txt", "zeros.zip"] {
      zip.add(Array(name.utf8), zeros, checksum: 0, deflatedFrom: 0xffff_fff0)
    }
    zip.add("last.txt", "the last one")
    let result = try tests.read(zip.file, as: "a.zip")
    let member = try result.member("zeros.txt")
    #expect(member.document.extent == .part(because: "it is larger than what is unpacked"))
    #expect(member.document.text == [])
    #expect(member.size == 0xffff_fff0)
    #expect(try result.text("last.txt") == "the last one")
  }

  @Test func `Members that unpack to much use up the budget of their archive`() throws {
    var zip = ZipBuilder()
    let zeros = ZipBuilder.zeros(blocks: 30_000)
    for number in 0..<20 {
      zip.add(Array("\(number).txt".utf8), zeros, checksum: 0, deflatedFrom: 0xffff_fff0)
    }
    zip.add("last.txt", "the last one")
    let result = try tests.read(zip.file, as: "a.zip")
    // 512 MiB are nine times 62 MB.
    #expect(result.members.count == 9)
    #expect(result.text.contains("last.txt"))
    #expect(result.document.extent == .part(because: "it is larger than what is unpacked"))
  }

  @Test func `A mail of a million parts ends`() throws {
    let part = "--x\nContent-Type: application/pdf; name=a.pdf\n\nAAAA\n"
    let mail =
      "Subject: bomb\nFrom: a\nTo: b\nMIME-Version: 1.0\n"
      + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nthe text\n"
      + String(repeating: part, count: 1_000_000)
    let result = try tests.read(Array(mail.utf8), as: "a.eml")
    #expect(result.text.contains("the text"))
    #expect(result.members.count <= 10_000)
    #expect(result.document.extent == .part(because: "it has more members than are read"))
  }
}

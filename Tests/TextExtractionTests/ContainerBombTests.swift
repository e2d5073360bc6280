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

  @Test func `Of 100,000 empty members the first have rows, and the names of the others are text`()
    throws
  {
    var file = "!<arch>\n"
    for number in 0..<100_000 {
      let name = "\(number).txt/" + String(repeating: " ", count: 11 - "\(number)".count)
      file += name + "0           0     0     644     0         `\n"
    }
    let result = try tests.read(Array(file.utf8), as: "a.tar")
    #expect(result.members.count == 10_000)
    #expect(result.document.extent == .part(because: "it has more members than are read"))
    #expect(result.text.contains("\n10000.txt\n"))
    #expect(result.text.contains("\n99998.txt\n"))
  }

  @Test func `A member that unpacks to four gigabytes is cut, and the next one is read`() throws {
    var zip = ZipBuilder()
    // 2,064 bytes for each 13 bytes.
    let zeros = ZipBuilder.zeros(blocks: 500_000)
    zip.add(Array("zeros.html".utf8), zeros, checksum: 0, deflatedFrom: 0xffff_fff0)
    zip.add(Array("zeros.bin".utf8), zeros, checksum: 0, deflatedFrom: 0xffff_fff0)
    zip.add("last.txt", "the last one")
    let result = try tests.read(zip.file, as: "a.zip")
    let page = try result.member("zeros.html")
    #expect(page.document.extent == .part(because: "it is larger than what is unpacked"))
    #expect(page.size == 0xffff_fff0)
    #expect(try result.member("zeros.bin").document.extent == .nothing)
    #expect(try result.text("last.txt") == "the last one")
  }

  @Test func `Many members that unpack to much use up the budget, and keep their names`() throws {
    var zip = ZipBuilder()
    let zeros = ZipBuilder.zeros(blocks: 30_000)
    for number in 0..<20 {
      zip.add(
        Array("\(number).html".utf8), zeros, checksum: 0, deflatedFrom: 0xffff_fff0)
    }
    zip.add("last.html", "<p>the last one")
    let result = try tests.read(zip.file, as: "a.zip")
    // 20 times 390,000 bytes allow all 512 MiB; 10 members of 59 MiB use them up.
    #expect(result.members.isEmpty == false)
    #expect(result.document.extent != .whole)
    #expect(result.paths.contains("last.html") || result.text.contains("last.html"))
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

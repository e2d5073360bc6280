import Foundation
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The text of scanned pages and of images that are attached to mails, or in archives.
@Suite(.timeLimit(.minutes(15)))
struct MemberRecognitionTests {
  let home: TemporaryDirectory
  private static let barrel = DrawnPage(lines: ["THE OLD BARREL", "IS FULL OF RUST"])
  private static let potter = DrawnPage(lines: ["A POTTER REPAIRS", "A TILE ROOF"])
  private static let photo = DrawnPage(
    lines: ["THE PILOT FLIES", "OUT OF THE PORT", "FOR THE FIRST"])

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
  }

  private static func mail(_ name: String, _ file: [UInt8], _ type: String) -> String {
    """
    From: joerg@example.org
    Date: Tue, 3 Mar 2026 10:00:00 +0000
    Subject: \(name)
    Message-ID: <\(name)@example.org>
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=xx

    --xx
    Content-Type: text/plain

    See the attached file.
    --xx
    Content-Type: \(type)
    Content-Disposition: attachment; filename="\(name)"
    Content-Transfer-Encoding: base64

    \(Data(file).base64EncodedString(options: .lineLength76Characters))
    --xx--

    """
  }

  private static func message(_ mail: String) -> String {
    "From joerg@example.org Tue Mar  3 10:00:00 2026\n\(mail)\n"
  }

  private static func pdf(_ pages: DrawnPage?...) -> [UInt8] { ScannedDocument(pages).bytes }

  private func daemon() throws -> RunningDaemon {
    try RunningDaemon(in: home, configuration: "[Extract]\nOCR=all\n")
  }

  private func waitForTexts(_ daemon: RunningDaemon) throws {
    _ = try daemon.listed()
    try daemon.waitForStatus { $0.scans == nil && $0.state == .idle }
  }

  /// The documents that a query finds, relative to the files of the daemon.
  private func found(_ query: String, _ daemon: RunningDaemon) throws -> [String] {
    try daemon.locations(query).map { String("\($0)".dropFirst("\(daemon.files)/".count)) }.sorted()
  }

  @Test func `Scans and images in archives and mails are found by their text`() throws {
    var zip = ZipBuilder()
    zip.add(Array("d/scan.pdf".utf8), Self.pdf(nil, Self.barrel))
    zip.add(Array("photo.tiff".utf8), Self.photo.tiff)
    let letter = Self.mail("inner.pdf", Self.pdf(Self.potter), "application/pdf")
    zip.add("letter.eml", letter)
    zip.add("notes.txt", "plain heron")
    try home["files/a.zip"].write(zip.file)
    let daemon = try daemon()
    try waitForTexts(daemon)
    #expect(try found("barrel rust", daemon) == ["a.zip!/d/scan.pdf"])
    #expect(try found("pilot port", daemon) == ["a.zip!/photo.tiff"])
    #expect(try found("potter roof", daemon) == ["a.zip!/letter.eml!/inner.pdf"])
    #expect(try found("heron", daemon) == ["a.zip!/notes.txt"])
    #expect(try daemon.connect().status().warnings == [])
    let verified = try daemon.sitta(["verify"])
    #expect(verified.ending == .exited(0), "\(verified.outputText)")
    // A copy needs no recognition, and what is forgotten is gone from the cache.
    try home["files/b.zip"].write(zip.file)
    try waitForTexts(daemon)
    #expect(try found("barrel", daemon).count == 2)
    #expect(try pages() == 3)
    for name in ["a.zip", "b.zip"] {
      let report = try daemon.sitta(["forget", "\(home["files/\(name)"])"])
      #expect(report.ending == .exited(0), "\(report.errorText)")
      #expect(try pages() == (name == "a.zip" ? 3 : 0))
    }
  }

  private func pages() throws -> Int? {
    let cache = home["state/ocr.sqlite"]
    let count = try Tool.run("/usr/bin/sqlite3", "\(cache)", "SELECT count(*) FROM page")
    return Int(count.filter(\.isNumber))
  }

  @Test func `A mailbox that grows keeps its recognized texts, and gets new ones`() throws {
    let box = home["files/box.mbox"]
    let first = Self.message(Self.mail("a.pdf", Self.pdf(Self.barrel), "application/pdf"))
    let second = Self.message(Self.mail("b.tiff", Self.photo.tiff, "image/tiff"))
    let third = Self.message(Self.mail("c.pdf", Self.pdf(Self.potter), "application/pdf"))
    try box.write(first + second)
    let daemon = try daemon()
    try waitForTexts(daemon)
    #expect(try found("barrel", daemon) == ["box.mbox!/<a.pdf@example.org>!/a.pdf"])
    #expect(try found("pilot", daemon) == ["box.mbox!/<b.tiff@example.org>!/b.tiff"])
    try box.append(third)
    try waitForTexts(daemon)
    #expect(try found("barrel", daemon) == ["box.mbox!/<a.pdf@example.org>!/a.pdf"])
    #expect(try found("potter", daemon) == ["box.mbox!/<c.pdf@example.org>!/c.pdf"])
    // Another file has the same content.
    try home["files/other.mbox"].write(third)
    try waitForTexts(daemon)
    #expect(try found("potter", daemon).count == 2)
  }
}

import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The text of scanned pages, which is found once it has been recognized.
@Suite(.timeLimit(.minutes(15)))
struct RecognitionTests {
  let home: TemporaryDirectory
  private static let configuration = "[Extract]\nOCR=pdf\n"
  private static let pages = [
    DrawnPage(lines: ["THE OLD BARREL", "IS FULL OF RUST"]), nil,
    DrawnPage(lines: ["A POTTER REPAIRS", "A TILE ROOF"]),
  ]

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
    try home["files/scan.pdf"].write(ScannedDocument(Self.pages).bytes)
  }

  private var scan: FilePath { home["files/scan.pdf"] }
  private var cache: FilePath { home["state/ocr.sqlite"] }

  @Test func `A scanned document is found by its text, page by page, also after a restart`() throws
  {
    // Before it is requested, nothing is recognized, and the status counts the possible pages.
    let first = try RunningDaemon(in: home)
    #expect(try first.found("name:scan.pdf") == [scan])
    let status = try first.connect().status()
    #expect(status.scans == 1)
    #expect(status.recognition == .off)
    #expect(try first.sitta(["status"]).outputText.contains("scans      1 document has pages"))
    #expect(!cache.exists)
    #expect(try first.terminate().ending == .exited(0))
    // One that ends in between costs at most the page that is recognized.
    let second = try RunningDaemon(in: home, configuration: Self.configuration)
    try second.wait { cache.exists }
    try second.process.send(signal: 9)
    _ = try second.process.wait(until: .now + .seconds(60))
    let third = try RunningDaemon(in: home, configuration: Self.configuration)
    try third.waitForStatus { $0.scans == nil && $0.state == .idle }
    #expect(try third.found("barrel rust") == [scan])
    #expect(try third.found("potter roof") == [scan])
    #expect(try third.connect().status().warnings == [])
    // The text belongs to the document: it survives a rename and a new index.
    try scan.rename(to: home["files/renamed.pdf"])
    #expect(try third.found("barrel") == [home["files/renamed.pdf"]])
    #expect(try third.terminate().ending == .exited(0))
    for name in ["index.sqlite", "index.sqlite-wal"] { try? home["state/\(name)"].removeFile() }
    let fourth = try RunningDaemon(in: home, configuration: Self.configuration)
    #expect(try fourth.found("potter") == [home["files/renamed.pdf"]])
    #expect(try fourth.connect().status().scans == nil)
    #expect(try fourth.terminate().ending == .exited(0))
  }

  @Test func `Nothing is left of the pages of a forgotten document`() throws {
    try home["files/copy.pdf"].write(ScannedDocument([Self.pages[0]]).bytes)
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    try daemon.waitForStatus { $0.scans == nil && $0.state == .idle }
    #expect(try daemon.found("barrel") == [scan, home["files/copy.pdf"]])
    #expect(try FileStatus(of: cache).permissions == 0o600)
    #expect(try rows("page") == 2)
    #expect(try rows("use") == 4)
    let report = try daemon.sitta(["forget", "\(scan)"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    // Another document has the same first page.
    #expect(try rows("page") == 1)
    #expect(try rows("use") == 1)
    #expect(try daemon.found("barrel") == [home["files/copy.pdf"]])
    #expect(try daemon.found("potter") == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  private func rows(_ table: String) throws -> Int? {
    Int(
      try Tool.run("/usr/bin/sqlite3", "\(cache)", "SELECT count(*) FROM \(table)").filter(
        \.isNumber))
  }

  @Test func `While bulk work is paused, no page is recognized and documents are found`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("name:scan.pdf") == [scan])
    #expect(try daemon.sitta(["pause", "--for", "1h"]).ending == .exited(0))
    try home[".config/sitta/sittad.conf.d/zz.conf"].write(Self.configuration)
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    try home["files/new.txt"].write("medlar")
    #expect(try daemon.found("medlar") == [home["files/new.txt"]])
    #expect(try daemon.connect().status().recognition == .active)
    #expect(!cache.exists)
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    try daemon.waitForStatus { $0.scans == nil && $0.state == .idle }
    #expect(try daemon.found("potter") == [scan])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A missing language is told with its package, once recognition is on`() throws {
    let text = "[Text]\nLanguages=english, swedish\n"
    let off = try RunningDaemon(in: home, configuration: text)
    #expect(try off.connect().status().warnings == [])
    #expect(try off.terminate().ending == .exited(0))
    let on = try RunningDaemon(in: home, configuration: text + Self.configuration)
    #expect(try on.found("name:scan.pdf") == [scan])
    let warnings = try on.connect().status().warnings
    #expect(warnings.count == 1 && warnings[0].contains("tesseract-ocr-swe"), "\(warnings)")
    #expect(try on.connect().status().recognition == .active)
    #expect(try on.terminate().ending == .exited(0))
    // Without any language nothing is recognized, and OCR= is not to blame.
    let none = try RunningDaemon(
      in: home, configuration: "[Text]\nLanguages=swedish\n" + Self.configuration)
    #expect(try none.found("name:scan.pdf") == [scan])
    let status = try none.connect().status()
    #expect(status.recognition == .unavailable)
    #expect(status.warnings.contains { $0.contains("tesseract-ocr-swe") }, "\(status.warnings)")
    #expect(try !none.sitta(["status"]).outputText.contains("OCR=pdf"))
    #expect(try none.terminate().ending == .exited(0))
  }
}

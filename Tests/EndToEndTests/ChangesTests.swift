import Foundation
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A copy of the index that the lines of `sitta changes --json` make.
private struct LineCopy {
  private struct Line: Decodable {
    var reset: Bool?
    var removed: RemovalMessage?
    var removedFolder: RemovalMessage?
    var folder: ChangedFolderMessage?
    var document: ChangedDocumentMessage?
    var clock: String?
  }

  private(set) var documents: [Int: ChangedDocumentMessage] = [:]
  private var folders: [Int: ChangedFolderMessage] = [:]
  private(set) var clock: String?
  private(set) var resets = 0

  /// Applies the lines that are complete; the last one of a process that was killed may not be.
  mutating func apply(_ output: [UInt8]) throws {
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for text in lines.dropLast() {
      let line = try JSONDecoder().decode(Line.self, from: Data(text))
      if line.reset == true { (documents, folders, resets) = ([:], [:], resets + 1) }
      if let removal = line.removed { documents[removal.id] = nil }
      if let removal = line.removedFolder { folders[removal.id] = nil }
      if let folder = line.folder { folders[folder.id] = folder }
      if let document = line.document { documents[document.id] = document }
      clock = line.clock ?? clock
    }
  }

  private func uri(of folder: Int) -> String {
    folders[folder].map { uri(of: $0.parent) + $0.suffix } ?? "file://"
  }

  /// The text of each file, by its URI as the folders of the copy say.
  var texts: [String: String] {
    Dictionary(
      documents.values.map { (uri(of: $0.folder) + $0.suffix, $0.text ?? "") },
      uniquingKeysWith: { _, _ in "twice" })
  }
}

/// `sitta changes`, with real programs.
@Suite(.timeLimit(.minutes(15)))
struct ChangesTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  private func expectEqual(_ copy: inout LineCopy, _ daemon: RunningDaemon, _ round: Int) throws {
    _ = try daemon.listed()
    let since = copy.clock.map { ["--since", $0] } ?? []
    let report = try daemon.sitta(["changes", "--json", "--text", "--consumer", "copy"] + since)
    try copy.apply(Array(report.output))
    var expected: [String: String] = [:]
    for file in try Disk(below: daemon.files).files { expected[file.uri] = try file.text() }
    #expect(copy.texts == expected, "round \(round)")
  }

  @Test func `A copy equals the files, through deaths, a rebuild and a damaged index`() throws {
    var daemon = try RunningDaemon(in: home)
    var storm = Storm(in: daemon.files, seed: 7)
    var copy = LineCopy()
    for round in 0..<10 {
      for _ in 0..<60 { try storm.step() }
      switch round {
      case 3: #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
      case 5:
        try daemon.kill()
        daemon = try RunningDaemon(in: home)
      case 7:
        try daemon.kill()
        try home["state/index.sqlite-wal"].removeFile()
        // The header of the database.
        var bytes = try home["state/index.sqlite"].contents()
        bytes.replaceSubrange(0..<100, with: repeatElement(7, count: 100))
        try home["state/index.sqlite"].write(bytes)
        daemon = try RunningDaemon(in: home)
      default: break
      }
      try copy.apply(follow(daemon, since: copy.clock, storm: &storm))
      try expectEqual(&copy, daemon, round)
    }
    #expect(copy.resets == 2)
    #expect(copy.documents.count > 5)
    let digests = Dictionary(grouping: copy.documents.values, by: \.text)
    for same in digests.values { #expect(Set(same.map(\.digest)).count == 1) }
    #expect(try daemon.sitta(["changes", "--consumer", "copy", "--drop"]).ending == .exited(0))
  }

  /// The output of a reader until it is killed, after at least one clock.
  private func follow(
    _ daemon: RunningDaemon, since clock: String?, storm: inout Storm
  ) throws -> [UInt8] {
    let words =
      ["--socket", "\(daemon.socket)", "changes", "--follow", "--json", "--text"]
      + (clock.map { ["--since", $0] } ?? [])
    let reader = try ChildProcess(
      ChildProcess.Command(try Binary.sitta.path, words.map { Array($0.utf8) }), output: .pipe)
    for _ in 0..<20 { try storm.step() }
    var output: [UInt8] = []
    let mark = Array(#"{"clock":"#.utf8)
    while !String(decoding: output, as: UTF8.self).contains(String(decoding: mark, as: UTF8.self)) {
      guard try reader.output.read(into: &output, timeout: .seconds(60)) else { break }
    }
    try reader.send(signal: 9)
    #expect(try reader.wait(until: .now + .seconds(60)) == .killed(signal: 9))
    return output
  }
}

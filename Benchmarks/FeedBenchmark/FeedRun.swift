import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// The daemon, its files, and a reader that is killed again and again.
final class FeedRun {
  private let place: Workplace
  private let files: ChangingFiles
  private var daemon: ServedDaemon
  private var reader: ChildProcess?
  private var random: SplitMix
  private let copy: FilePath
  private let start = ContinuousClock.now

  private static let kill: Int32 = 9
  /// This number of changes at once, and then a rest, so that the daemon does not merge most of
  /// them.
  private static let burst = 100
  private static let rest = Duration.milliseconds(40)

  init(in place: Workplace, seed: UInt64) throws {
    self.place = place
    random = SplitMix(seed: seed &+ 1)
    copy = place.path.appending("copy.sqlite")
    let folder = try place.folder("files")
    files = ChangingFiles(in: folder, seed: seed)
    daemon = try ServedDaemon(in: place, roots: [folder])
    try startReader()
  }

  /// Changes files while the reader is killed now and then.
  func change(_ count: Int, kills: Int) throws {
    let deaths = Set((1...max(1, kills)).map { $0 * count / (max(1, kills) + 1) })
    for number in 0..<count {
      try files.change()
      if deaths.contains(number) { try killReader() }
      switch number {
      case count / 4: try daemon.client.rebuild()
      case count / 2: try killDaemon { try $0.appending("index.sqlite-wal").removeFile() }
      case count / 4 * 3:
        try killDaemon { state in
          try state.appending("index.sqlite-wal").removeFile()
          try damage(state.appending("index.sqlite"))
        }
      default: break
      }
      if number % Self.burst == 0 { wait(Self.rest) }
    }
  }

  private func startReader() throws {
    let program = try Program.sibling("FeedBenchmark")
    let words = ["--reader", "\(daemon.socket)", "\(copy)"]
    reader = try ChildProcess(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), errors: .descriptor(2))
  }

  private func killReader() throws {
    try reader?.send(signal: Self.kill)
    _ = try reader?.wait(until: .now + .seconds(60))
    try startReader()
  }

  private func killDaemon(_ body: (FilePath) throws -> Void) throws {
    try daemon.process.send(signal: Self.kill)
    _ = try daemon.process.wait(until: .now + .seconds(60))
    try body(place.path.appending("state"))
    daemon = try ServedDaemon(in: place, roots: [try place.folder("files")])
  }

  /// Removes the log, which has newer pages, and overwrites pages.
  private func damage(_ index: FilePath) throws {
    var bytes = try index.contents()
    for number in 0..<20 {
      // The first page has the table of tables.
      let page =
        number == 0 ? 0 : Int.random(in: 0..<max(1, bytes.count / 4_096), using: &random) * 4_096
      bytes.replaceSubrange(
        page..<min(page + 4_096, bytes.count), with: repeatElement(0x5a, count: 4_096))
    }
    try index.write(bytes)
  }

  // MARK: - The end

  /// Waits until the copy has everything, and compares.
  func compare() throws -> Bool {
    try daemon.synchronize()
    let deadline = ContinuousClock.now + .seconds(600)
    while try daemon.client.status().rebuild != nil, .now < deadline { wait(.milliseconds(100)) }
    try daemon.waitUntilIdle()
    try daemon.synchronize()
    let status = try daemon.client.status()
    for recovery in status.recoveries { report("recovery", recovery.text) }
    let expected = try contents()
    // The last state that a reader has seen can be older than commits that changed nothing.
    var found = try CopiedIndex(at: copy).contents()
    let end = ContinuousClock.now + .seconds(60)
    while found != expected, .now < end {
      wait(.milliseconds(200))
      found = try CopiedIndex(at: copy).contents()
    }
    try reader?.send(signal: Self.kill)
    let copied = try CopiedIndex(at: copy)
    report("index", "\(expected.lines.count) documents, checksum \(expected.checksum)")
    report("copy", "\(found.lines.count) documents, checksum \(found.checksum)")
    report("reader", "\(try copied.count("replies")) replies, \(try copied.count("resets")) resets")
    report("time", "\(start.duration(to: .now))")
    try daemon.terminate()
    for line in expected.lines.symmetricDifference(found.lines).sorted().prefix(10) {
      print("differs: \(line.prefix(300))")
    }
    return found == expected
  }

  /// The content of the index, by its list and by the texts that it gives to a new reader.
  private func contents() throws -> IndexContents {
    var listed: [String] = []
    try daemon.client.list(.init()) { reply in
      listed += reply.documents.map { "\($0.uri) \($0.size) \($0.modified)" }
    }
    var texts: [Int: String] = [:]
    var lines: Set<String> = []
    var uris: [String] = []
    try daemon.client.changes(.init(text: true)) { reply in
      for changed in reply.documents {
        let text = (changed.offset == nil ? "" : texts[changed.id] ?? "") + (changed.text ?? "")
        texts[changed.id] = text
        if changed.partial == true { continue }
        let document = changed.document
        uris.append("\(document.uri) \(document.size) \(document.modified)")
        lines.insert(
          IndexContents.line(document.uri, document.size, document.modified, changed.digest, text))
      }
    }
    guard listed.sorted() == uris.sorted() else {
      throw SystemError(code: 5, attempt: "The list and the feed of the index differ")
    }
    return IndexContents(lines: lines)
  }
}

/// The documents of an index, one line each.
struct IndexContents: Equatable {
  let lines: Set<String>

  /// A number that equal contents have in common.
  var checksum: String {
    let value = lines.sorted().joined(separator: "\n").utf8
      .reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(value, radix: 16)
  }

  static func line(
    _ uri: String, _ size: Int, _ modified: String, _ digest: String?, _ text: String
  ) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(uri) \(size) \(modified) \(digest ?? "-") \(String(hash, radix: 16))"
  }
}

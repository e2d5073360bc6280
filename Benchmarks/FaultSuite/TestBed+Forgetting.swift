import DaemonMeasuring
import Glibc
import IndexStorage
import LinuxSystem
import SearchInterface
import TestSupport

/// Deaths and power cuts while a folder is forgotten: either nothing was forgotten, or the next daemon erases
/// all of it before `Sync` returns.
extension TestBed {
  /// SIGKILL at each call that forgetting writes with.
  func killInForgetting() throws {
    for call in ["pwrite64", "write", "fsync", "fdatasync", "ftruncate", "unlink", "renameat2"] {
      let secret = try Secret(in: files)
      guard let count = try countCallsOfForgetting(call, secret) else { continue }
      for number in spread(Array(1...max(1, count))) {
        try killForgetting(at: "\(call):signal=KILL:when=\(number)", secret)
      }
    }
  }

  /// The same while the texts of images are erased from the cache of recognition.
  func killInForgettingImages() throws {
    recognizes = true
    let secret = try Secret(in: files, isDrawn: true)
    guard let count = try countCallsOfForgetting("pwrite64", secret) else { return }
    for number in spread(Array(1...max(1, count))) {
      try killForgetting(at: "pwrite64:signal=KILL:when=\(number)", secret)
    }
  }

  /// A disk that loses unwritten blocks, during forgetting or just after the reply.
  func cutPowerInForgetting() throws {
    try mountImage()
    defer { unmount() }
    for round in 0..<min(rounds, 24) {
      let secret = try Secret(in: files)
      guard let daemon = try startWith(secret) else { return }
      let isAnswered = round % 3 == 0
      let words = ["--socket", "\(daemon.socket)", "forget", "\(secret.folder)"]
      let client = try ChildProcess(
        ChildProcess.Command(Program.sibling("sitta"), words.map { Array($0.utf8) }))
      let delay = moment(upTo: .milliseconds(120))
      if isAnswered {
        if try client.wait(until: .now + .seconds(60)) != .exited(0) {
          tally.failures.append("Forgetting is not answered in round \(round).")
        }
      } else {
        wait(delay)
      }
      try run(Self.xfsIO, "-x", "-c", "shutdown", "\(state)")
      witness.expectSilence()
      try kill(daemon)
      if !isAnswered { _ = try client.wait(until: .now + .seconds(60)) }
      try run("/bin/umount", "\(state)")
      try run("/bin/mount", "-o", "loop", "\(image)", "\(state)")
      let moment = isAnswered ? "after the reply" : "\(milliseconds(delay)) ms after the call"
      try expectErased(secret, isForgotten: isAnswered, after: "a power cut \(moment)")
    }
  }

  private func killForgetting(at fault: String, _ secret: Secret) throws {
    guard let daemon = try startWith(secret) else { return }
    let call = fault.prefix { $0 != ":" }
    let tracer = try attach(to: daemon, ["-e", "trace=\(call)", "-e", "inject=\(fault)"])
    let isAnswered = Self.forget(secret.folder, at: daemon.socket)
    witness.expectSilence()
    // One that was answered dies just after the reply.
    try kill(daemon)
    try? tracer.send(signal: 9)
    _ = try tracer.wait(until: .now + .seconds(60))
    try expectErased(secret, isForgotten: isAnswered, after: fault)
  }

  private func startWith(_ secret: Secret) throws -> ServedDaemon? {
    guard let daemon = start() else {
      tally.interventions += 1
      tally.failures.append("The daemon does not start.")
      return nil
    }
    _ = try daemon.client.remember(RememberMethod.Parameters(path: secret.folder.uri))
    try daemon.synchronize()
    let end = ContinuousClock.now + .seconds(120)
    while recognizes, .now < end, try daemon.client.status().scans != nil {
      wait(.milliseconds(100))
    }
    if try traces(of: secret).isEmpty { tally.failures.append("There was nothing to erase.") }
    return daemon
  }

  /// - Returns: whether the daemon has answered.
  private static func forget(_ path: FilePath, at socket: FilePath) -> Bool {
    let client = try? SearchClient(connectingTo: socket, timeout: .seconds(60))
    return (try? client?.forget(ForgetMethod.Parameters(path: path.uri))) != nil
  }

  private func countCallsOfForgetting(_ call: String, _ secret: Secret) throws -> Int? {
    guard let daemon = try startWith(secret) else { return nil }
    let tracer = try attach(to: daemon, ["-e", "trace=\(call)"])
    guard Self.forget(secret.folder, at: daemon.socket) else {
      tally.failures.append("Forgetting is not answered.")
      return nil
    }
    stop(daemon)
    _ = try tracer.wait(until: .now + .seconds(60))
    return try calls.contents().count { $0 == UInt8(ascii: "\n") }
  }

  private var calls: FilePath { place.path.appending("calls") }

  /// Traces a daemon that runs already.
  private func attach(to daemon: ServedDaemon, _ options: [String]) throws -> ChildProcess {
    guard let strace = FilePath(absolute: Self.strace) else { throw Failure(description: "strace") }
    let words = ["-f", "-qq", "-o", "\(calls)", "-p", "\(daemon.process.number)"] + options
    let tracer = try ChildProcess(ChildProcess.Command(strace, words.map { Array($0.utf8) }))
    let threads = FilePath.root.appending("proc").appending("\(daemon.process.number)")
      .appending("task")
    let end = ContinuousClock.now + .seconds(60)
    while try !DirectoryListing(of: FileDescriptor(openingDirectory: threads)).names.allSatisfy({
      (try? threads.appending($0).appending("status").text().contains("TracerPid:\t0\n")) != true
    }) {
      if end < .now { throw Failure(description: "strace traces nothing") }
      wait(.milliseconds(2))
    }
    return tracer
  }

  /// Starts the daemon anew, and looks for the secret in its answers and in each byte of its files; if it was
  /// said that it is forgotten, it may not be found.
  private func expectErased(_ secret: Secret, isForgotten: Bool, after fault: String) throws {
    tally.faults += 1
    guard let daemon = start() else {
      tally.interventions += 1
      return tally.failures.append("After \(fault) the daemon does not start.")
    }
    try daemon.synchronize()
    let query = SearchMethod.Parameters(query: secret.word, strict: true)
    if try daemon.client.search(query).hits.isEmpty {
      let left = try traces(of: secret)
      if !left.isEmpty {
        tally.failures.append("After \(fault) is left: \(left.joined(separator: ", "))")
      }
    } else if isForgotten {
      tally.failures.append("After \(fault) it is found again.")
    }
    _ = try daemon.client.remember(RememberMethod.Parameters(path: secret.folder.uri))
    try daemon.synchronize()
    if try daemon.client.search(query).hits.isEmpty, !recognizes {
      tally.lost += 1
      tally.failures.append("After \(fault) it is not indexed again.")
    }
    stop(daemon)
  }

  /// Which files of the state folder have something of the secret in their bytes.
  private func traces(of secret: Secret) throws -> [String] {
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: state)).names
    return try names.compactMap { name in
      let file = state.appending(name)
      guard try FileStatus(of: file).kind == .regular else { return nil }
      let bytes = try file.contents()
      let found = secret.traces.first { bytes.contains(bytes: $0) }
      return found.map { "\(file): \(String(decoding: $0.prefix(12), as: UTF8.self))" }
    }
  }
}

/// A folder with texts that are looked for.
private struct Secret: Sendable {
  let folder: FilePath
  /// A word of it that nothing else has.
  let word: String
  /// Bytes that the state folder has only for its sake: words in FTS5, and parts of compressed texts.
  let traces: [[UInt8]]

  init(in files: FilePath, isDrawn: Bool = false) throws {
    folder = files.appending("secret")
    if isDrawn {
      word = "BARREL"
      let page = DrawnPage(lines: ["THE OLD BARREL", "IS FULL OF RUST"])
      try folder.appending("scan.pdf").write(ScannedDocument([page]).bytes)
      traces = ["BARREL", "barrel"].map { Array($0.utf8) }
      return
    }
    word = "zyxomma"
    let short = "zyxomma vuggings\n"
    try folder.appending("qwertzdiary.md").write("# Xylophone\n\n\(short)")
    // So long that its compressed text takes pages of its own.
    var random = SplitMix(seed: 7)
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let long = (0..<4_000).map { _ in
      String(
        decoding: (0..<9).map { _ in letters.randomElement(using: &random) ?? 0 }, as: UTF8.self)
    }.joined(separator: " ")
    let text = Array("\(long)\n".utf8)
    try folder.appending("long.txt").write(text)
    var zip = ZipBuilder()
    zip.add("member.txt", "kwytham in a zip\n")
    try folder.appending("box.zip").write(zip.file)
    let frame = TextCompressor().compress(text)
    traces =
      ["zyxomma", "vuggings", "Xylophone", "kwytham"].map { Array($0.utf8) }
      + stride(from: 64, to: frame.count - 32, by: 1_500).map { Array(frame[$0..<$0 + 32]) }
  }
}

extension [UInt8] {
  /// Whether some bytes are in it; a hundred times as quick as a search of the standard library.
  fileprivate func contains(bytes piece: [UInt8]) -> Bool {
    unsafe withUnsafeBytes { text in
      unsafe piece.withUnsafeBytes { piece in
        guard let start = text.baseAddress, let first = piece.baseAddress else {
          return false
        }
        var offset = 0
        while text.count - offset >= piece.count {
          let rest = text.count - offset - piece.count + 1
          guard let found = unsafe memchr(start + offset, Int32(piece[0]), rest) else { break }
          offset = unsafe UnsafeRawPointer(found) - start
          if unsafe memcmp(start + offset, first, piece.count) == 0 { return true }
          offset += 1
        }
        return false
      }
    }
  }
}

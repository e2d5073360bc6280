import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// The cost of many files.
struct LargeTree {
  private let place: Workplace
  private let files: FilePath

  init(in place: Workplace) throws {
    self.place = place
    files = try place.folder("files")
  }

  /// A start where nothing has changed: queries are answered at once, and the comparison is cheap.
  func measureStart(_ verdict: inout Verdict) throws {
    try Tree.make(at: files, folders: 1_000, filesInEach: 100)
    let first = try ServedDaemon(in: place, roots: [files])
    try first.synchronize()
    let firstSeconds = first.start.duration(to: .now) / .seconds(1)
    let clock = try first.client.status().clock
    try first.terminate()
    let second = try ServedDaemon(in: place, roots: [files])
    let isFound = try second.count("unique57x57") == 1
    let answered = second.start.duration(to: .now)
    try second.synchronize()
    let compared = second.start.duration(to: .now)
    let (cost, status) = try (second.cost, second.client.status())
    verdict.note(
      "start on 100,000 unchanged files",
      """
      first answer after \(milliseconds(answered)) ms, compared after \
      \(rounded(compared / .seconds(1))) s and \(rounded(cost.cpuSeconds)) s of CPU, \
      \(status.clock.sequence - clock.sequence) commits (first index: \(rounded(firstSeconds)) s); \
      at most 1 s, 5 s of CPU, no commit
      """,
      isGood: isFound && answered <= .seconds(1) && cost.cpuSeconds <= 5 && status.clock == clock
        && status.documents == 100_000)
    try second.terminate()
  }

  /// A million empty files in 100,000 folders.
  func measureMemory(_ verdict: inout Verdict) throws {
    try Tree.makeEmptyFiles(at: files, folders: 100_000, filesInEach: 10)
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    let seconds = daemon.start.duration(to: .now) / .seconds(1)
    // It gives back the memory of the work once it has come to rest.
    wait(.seconds(2))
    let (cost, status) = try (daemon.cost, daemon.client.status())
    let limit = 150 << 10
    verdict.note(
      "1,000,000 empty files in 100,000 folders",
      """
      indexed in \(rounded(seconds)) s and \(rounded(cost.cpuSeconds)) s of CPU, \
      \(status.watchedFolders) folders watched, index \(status.indexBytes / 1_000_000) MB; \
      resident \(cost.residentKiB >> 10) MiB, peak \(cost.peakKiB >> 10) MiB; at most 150 MiB
      """,
      isGood: status.documents == 1_000_000 && cost.residentKiB <= limit && cost.peakKiB <= limit)
    try daemon.terminate()
  }
}

/// Makes trees of files.
enum Tree {
  /// Folders `folder0`…, in each files with a word of their own and some common ones.
  static func make(at top: FilePath, folders: Int, filesInEach: Int) throws {
    for folder in 0..<folders {
      let path = top.appending("folder\(folder)")
      for file in 0..<filesInEach {
        try path.appending("file\(file).txt").write(
          "unique\(folder)x\(file) common\(file % 10) lines of text\nthat are short\n")
      }
    }
  }

  /// The same with empty files, 1,000 folders in each folder above them.
  static func makeEmptyFiles(at top: FilePath, folders: Int, filesInEach: Int) throws {
    for folder in 0..<folders {
      let path = top.appending("group\(folder / 1_000)").appending("folder\(folder)")
      try path.makeDirectory()
      for file in 0..<filesInEach { try FileDescriptor.makeFile(at: path.appending("file\(file)")) }
    }
  }
}

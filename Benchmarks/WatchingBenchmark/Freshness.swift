import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// How long it takes until the latest changes are in the index.
struct Freshness {
  private let place: Workplace
  private let files: FilePath

  init(in place: Workplace) throws {
    self.place = place
    files = try place.folder("files")
  }

  /// From the return of close(2) to the first answer with the new word in it.
  func measureClosedFiles(_ verdict: inout Verdict) throws {
    try Tree.make(at: files, folders: 200, filesInEach: 100)
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    var times: [Duration] = []
    for round in 0..<200 {
      let word = "fresh\(String(UInt64.random(in: .min ... .max), radix: 36))x\(round)"
      let file = files.appending("folder\(round)").appending("fresh.txt")
      try file.write("A note with the word \(word) in it.\n")
      times.append(try time(since: .now) { try daemon.count(word) == 1 })
      // A person pauses between two files.
      wait(.milliseconds(20))
    }
    guard let quantiles = Quantiles(times) else { return }
    verdict.note(
      "closed file to hit, 20,000 files",
      "\(quantiles); at most 60 ms in the median, 150 ms in 99 of 100",
      isGood: quantiles.median <= .milliseconds(60) && quantiles.ninetyNinth <= .milliseconds(150))
    try daemon.terminate()
  }

  /// From the return of close(2) to the first answer with the new word in it, while a text is written
  /// whose words are all different.
  func measureBesideLargeFile(_ verdict: inout Verdict) throws {
    let size = 32 << 20
    var text: [UInt8] = []
    text.reserveCapacity(size)
    while text.count < size - 20 {
      text += Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8) + [0x0a]
    }
    try files.appending("small").appending("first.txt").write("first\n")
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    try files.appending("large.txt").write(text)
    let begin = ContinuousClock.now
    var times: [Duration] = []
    while try daemon.client.status().partial == 0, begin.duration(to: .now) < .seconds(200) {
      let word = "beside\(times.count)x"
      try files.appending("small").appending("\(times.count).txt").write("\(word)\n")
      times.append(try time(since: .now) { try daemon.count(word) == 1 })
      // A person who saves something every three seconds.
      wait(.seconds(3))
    }
    let whole = begin.duration(to: .now)
    guard let quantiles = Quantiles(times) else { return }
    verdict.note(
      "closed file to hit, beside 32 MiB of different words",
      "\(quantiles), the large file after \(rounded(whole / .seconds(1))) s; at most 1 s",
      isGood: quantiles.largest <= .seconds(1))
    try daemon.terminate()
  }

  /// From the end of `cp -r` of 5,000 files until all of them are found.
  func measureCopy(_ verdict: inout Verdict) throws {
    let origin = place.path.appending("origin")
    try Tree.make(at: origin, folders: 50, filesInEach: 100)
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    let begin = ContinuousClock.now
    _ = try Program.run("/bin/cp", "-r", "\(origin)", "\(files)", within: .seconds(600))
    let end = ContinuousClock.now
    let later = try time(since: end) { try daemon.client.status().documents == 5_000 }
    verdict.note(
      "cp -r of 5,000 files",
      """
      all found \(rounded(later / .seconds(1))) s after cp, \
      which took \(rounded(begin.duration(to: end) / .seconds(1))) s; at most 5 s
      """, isGood: later <= .seconds(5))
    try daemon.terminate()
  }

  /// From the return of rename(2) until the files are found by their new paths, and no longer by
  /// their old.
  func measureRename(_ verdict: inout Verdict) throws {
    let (old, new) = (files.appending("old"), files.appending("new"))
    try Tree.make(at: old, folders: 100, filesInEach: 100)
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    var times: [Duration] = []
    let before = try daemon.client.status().clock.sequence
    for round in 0..<20 {
      let (origin, target) = round.isMultiple(of: 2) ? (old, new) : (new, old)
      let start = ContinuousClock.now
      try origin.rename(to: target)
      times.append(
        try time(since: start) {
          try daemon.count("unique57x57 in:\(target)") == 1
            && daemon.count("unique57x57 in:\(origin)") == 0
        })
      wait(.milliseconds(100))
    }
    let commits = try daemon.client.status().clock.sequence - before
    guard let quantiles = Quantiles(times) else { return }
    verdict.note(
      "folder of 10,000 files renamed",
      "right after \(quantiles), \(commits) commits; at most 500 ms",
      isGood: quantiles.largest <= .milliseconds(500))
    try daemon.terminate()
  }

  private func time(
    since start: ContinuousClock.Instant, until isSo: () throws -> Bool
  ) throws -> Duration {
    while try !isSo(), start.duration(to: .now) < .seconds(60) {}
    return start.duration(to: .now)
  }
}

extension ServedDaemon {
  /// How many documents a query finds, at most 20.
  func count(_ query: String) throws -> Int {
    try client.search(SearchMethod.Parameters(query: query, strict: true)).hits.count
  }
}

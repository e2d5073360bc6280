import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// The cost of reading: CPU time of the jailed programs, and the first index beside another
/// indexer.
struct ReadingSpeed {
  private let options: Options
  private let place: Workplace
  private static let recoll = "/usr/bin/recollindex"

  init(_ options: Options, in place: Workplace) {
    (self.options, self.place) = (options, place)
  }

  func run(_ verdict: inout Verdict) throws {
    if options.wants("readers") { try measureReaders(&verdict) }
    if options.wants("pdf") { try measurePDF(&verdict) }
    if options.wants("index") { try measureFirstIndex(&verdict) }
  }

  // MARK: Readers

  private func measureReaders(_ verdict: inout Verdict) throws {
    let made = try place.folder("generated")
    let sizes = try options.runScript("generate.py", ["\(made)", "\(options.seed)", "large"])
    // The script prints the name of each file, and how many bytes its text has with its markup.
    for line in String(decoding: sizes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let bytes = Int(words[1]) else { continue }
      let file = made.appending("large").appending(String(words[0]))
      let bound = file.name.ends(with: Array(".html".utf8)) ? 250.0 : 100.0
      try measure(String(words[0]), [file], bytes: bytes * 3, rounds: 3, bound: bound, &verdict)
    }
    let pages = try DocumentFolder.files(below: options.corpus, ".html")
    let bytes = try pages.reduce(0) { $0 + Int(try FileStatus(of: $1).size) }
    try measure("HTML files of the corpus", pages, bytes: bytes, rounds: 1, bound: 250, &verdict)
  }

  private func measure(
    _ name: String, _ files: [FilePath], bytes: Int, rounds: Int, bound: Double,
    _ verdict: inout Verdict
  ) throws {
    let reading = try JailedReading()
    // The program has started before the time is taken.
    if let first = files.first { _ = try reading.read(first) }
    let begin = ProcessTree.childrenSeconds
    for _ in 0..<rounds { for file in files { _ = try reading.read(file) } }
    let seconds = ProcessTree.childrenSeconds - begin
    let speed = Double(bytes) / 1e6 / max(seconds, 0.01)
    verdict.add(
      name,
      """
      \(files.count) files, \(bytes / 1_000_000) MB in \(rounded(seconds)) CPU s: \
      \(Int(speed)) MB/s, at least \(Int(bound)) MB/s
      """, isGood: speed >= bound)
  }

  // MARK: PDF

  /// Each document by `pdftotext` and in the jail, in turn.
  private func measurePDF(_ verdict: inout Verdict) throws {
    let files = try DocumentFolder.files(below: options.corpus, ".pdf")
    guard let program = FilePath(absolute: PDFText.program), program.exists else {
      return say("PDF: not measured: \(PDFText.program) is missing")
    }
    let reading = try JailedReading()
    var reference = 0.0
    let begin = ProcessTree.childrenSeconds
    var unread = 0
    for file in files {
      let before = ProcessTree.endedSeconds
      let words = ["\(file)", "/dev/null"].map { Array($0.utf8) }
      _ = try ChildProcess.run(
        ChildProcess.Command(program, words), until: .now + .seconds(600))
      reference += ProcessTree.endedSeconds - before
      if try reading.read(file) == nil { unread += 1 }
    }
    let own = ProcessTree.childrenSeconds - begin - reference
    verdict.add(
      "PDF",
      """
      \(files.count) files: \(rounded(own)) CPU s in the jail, pdftotext \(rounded(reference)) s: \
      \(rounded(own / reference)) times, at most 1.00\(unread > 0 ? "; \(unread) unread" : "")
      """, isGood: own <= reference && unread == 0)
  }

  // MARK: First index

  private func measureFirstIndex(_ verdict: inout Verdict) throws {
    let corpus = try options.corpus
    let daemon = try ServedDaemon(in: place, roots: [corpus])
    var peaks = MemoryPeaks()
    var rounds = 0
    while true {
      peaks.sample(below: daemon.process.number)
      wait(.milliseconds(20))
      rounds += 1
      guard rounds.isMultiple(of: 10) else { continue }
      let status = try daemon.client.status()
      if status.state == .idle, status.documents > 0 { break }
    }
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    let wall = daemon.start.duration(to: .now) / .seconds(1)
    let own = ProcessTree.cpuSeconds(of: daemon.process.number)
    let cost = try daemon.cost
    let status = try daemon.client.status()
    try daemon.terminate()
    say(
      """
      first index: \(status.documents) documents in \(rounded(wall)) s, \(rounded(own)) CPU s (55 on a quiet machine), \
      index \(status.indexBytes / 1_000_000) MB
      """)
    verdict.add(
      "memory of the daemon", "peak \(cost.peakKiB / 1_024) MiB, below 200",
      isGood: cost.peakKiB < 200 << 10)
    let memory = peaks.megabytes
    verdict.add(
      "memory of the jailed programs",
      """
      99th \(memory.ninetyNinth) MiB, below 96, largest \(memory.largest) MiB \
      (\(peaks.count) processes seen)
      """, isGood: memory.ninetyNinth < 96)
    try compareWithRecoll(corpus, own, &verdict)
  }

  private func compareWithRecoll(
    _ corpus: FilePath, _ own: Double, _ verdict: inout Verdict
  ) throws {
    guard let program = FilePath(absolute: Self.recoll), program.exists else {
      return say("recollindex: not measured: \(Self.recoll) is missing")
    }
    let folder = try place.folder("recoll")
    try folder.appending("recoll.conf").write("topdirs = \(corpus)\nloglevel = 1\n")
    let before = ProcessTree.endedSeconds
    let start = ContinuousClock.now
    let command = ChildProcess.Command(
      program, ["-c", "\(folder)"].map { Array($0.utf8) },
      environment: ["HOME=\(folder)", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"].map {
        Array($0.utf8)
      })
    let ending = try ChildProcess(command).wait(until: .now + .seconds(3_600))
    let theirs = ProcessTree.endedSeconds - before
    verdict.add(
      "first index against recollindex",
      """
      recollindex \(rounded(start.duration(to: .now) / .seconds(1))) s, \(rounded(theirs)) CPU s: \
      \(rounded(own / theirs)) times its CPU time, at most 0.35\(ending == .exited(0) ? "" : "; it failed")
      """, isGood: own <= 0.35 * theirs && ending == .exited(0))
  }
}

import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Damaged documents and bombs in the folder of a real daemon, beside documents that are sound.
///
/// Before each batch a sound note is saved, and another one while the batch is read. The daemon must
/// live, find all notes in time, and list each damaged document.
final class DamageTest {
  private let options: Options
  private let files: FilePath
  private let made: FilePath
  private let daemon: ServedDaemon
  private var notes = 0
  private var latest = Duration.zero
  /// The soft limit of the CPU time of a document and the kernel's addition, twice.
  private static let bound = Duration.seconds(30)
  private static let standardCount = 500
  /// Larger samples are not damaged: 10,000 copies need space.
  private static let sampleLimit: Int64 = 1_000_000

  init(_ options: Options, in place: Workplace) throws {
    self.options = options
    files = try place.folder("files")
    made = try place.folder("made")
    daemon = try ServedDaemon(in: place, roots: [files])
  }

  func run(_ verdict: inout Verdict) throws {
    _ = try options.runScript("generate.py", ["\(made)", "\(options.seed)", "samples"])
    let formats = try samples()
    let count = options.rounds ?? Self.standardCount
    var damage = DocumentDamage(seed: options.seed)
    for (format, documents) in formats where options.wants(format) {
      if documents.isEmpty {
        verdict.add(format, "no document to damage", isGood: false)
        continue
      }
      let contents = try documents.map { try $0.contents() }
      let folder = files.appending(format)
      try run(format, &verdict) {
        for number in 0..<count {
          let bytes = damage.damage(
            contents[number % contents.count], DocumentDamage.kind(number))
          let name = documents[number % contents.count].name
          try folder.appending(Array("\(number)-".utf8) + name).write(bytes)
        }
        return folder
      }
    }
    if options.wants("bombs") {
      let bombs = try options.material.appending("bombs")
      _ = try options.runScript("bombs.py", ["\(bombs)"])
      for bomb in try DocumentFolder.files(below: bombs) {
        let folder = files.appending("bombs").appending(bomb.name)
        try run("bomb \(String(decoding: bomb.name, as: UTF8.self))", &verdict) {
          try folder.makeDirectory()
          _ = try Program.run("/bin/cp", "\(bomb)", "\(folder)", within: .seconds(60))
          return folder
        }
      }
    }
    // Each bomb and each damaged document had its time; all notes must still be there.
    let lost = try (0..<notes).filter { try daemon.count("soundnote\($0)x") != 1 }
    verdict.add(
      "sound notes", "\(notes), \(lost.count) lost, latest after \(milliseconds(latest)) ms",
      isGood: lost.isEmpty && latest <= Self.bound)
    verdict.add(
      "the daemon", "peak \(try daemon.cost.peakKiB / 1_024) MiB, alive all the time",
      isGood: try daemon.process.ending() == nil)
    try daemon.terminate()
  }

  /// Saves a batch between two notes, and compares the list of documents with the disk.
  private func run(
    _ name: String, _ verdict: inout Verdict, _ save: () throws -> FilePath
  ) throws {
    let before = ProcessTree.cpuSeconds(of: daemon.process.number)
    let folder = try save()
    let delay = try saveNote()
    try synchronize()
    let seconds = ProcessTree.cpuSeconds(of: daemon.process.number) - before
    var states: [DocumentState: Int] = [:]
    var listed: Set<FilePath> = []
    try daemon.client.list(ListMethod.Parameters(folder: "\(folder)")) { page in
      for document in page.documents {
        states[document.state, default: 0] += 1
        if let path = FilePath(uri: document.uri) { listed.insert(path) }
      }
    }
    let saved = Set(try DocumentFolder.files(below: folder))
    let missing = saved.subtracting(listed)
    let counts = states.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key.rawValue)" }
    verdict.add(
      name,
      """
      \(saved.count) documents, \(missing.count) not listed; \(counts.joined(separator: ", ")); \
      \(rounded(seconds)) CPU s, a note beside them found after \(milliseconds(delay)) ms
      """, isGood: missing.isEmpty && delay <= Self.bound && isAlive)
    for path in missing.sorted().prefix(3) { say("    not listed: \(path)") }
  }

  /// Saves a sound note, and measures the time until it is found.
  private func saveNote() throws -> Duration {
    let word = "soundnote\(notes)x"
    notes += 1
    try files.appending("notes").appending("\(notes).txt").write("A note with \(word).\n")
    let start = ContinuousClock.now
    while try daemon.count(word) == 0, start.duration(to: .now) < .seconds(600), isAlive {
      wait(.milliseconds(5))
    }
    let delay = start.duration(to: .now)
    latest = max(latest, delay)
    return delay
  }

  private var isAlive: Bool { ((try? daemon.process.ending()) ?? nil) == nil }

  /// Waits until each saved file was read, or was given up.
  private func synchronize() throws {
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    // A full pipe of messages would stop the daemon.
    var messages: [UInt8] = []
    switch daemon.process.errors {
    case .some(let errors): _ = try errors.readAvailable(upTo: 1 << 16, to: &messages)
    case .none: break
    }
  }

  /// The documents that are damaged, by format.
  private func samples() throws -> [(format: String, documents: [FilePath])] {
    let material = try options.material
    let documents = try ["debian", "pypi"].flatMap {
      try DocumentFolder.files(below: material.appending($0))
    }
    let generated = try DocumentFolder.files(below: made.appending("samples"))
    let formats = [
      "docx", "pptx", "xlsx", "odt", "xls", "doc", "epub", "html", "eml", "mbox", "rtf", "fb2",
      "svg", "ipynb", "zip", "tgz", "jpg", "mp3", "pdf", "txt.xz",
    ]
    return try formats.map { format in
      let found = try (generated + documents).filter { $0.name.ends(with: ".\(format)".utf8) }
        .map { (file: $0, size: try FileStatus(of: $0).size) }
        .filter { $0.size <= Self.sampleLimit }.sorted { $0.size < $1.size }
      return (format, found.prefix(10).map(\.file))
    }
  }
}

extension Collection where Element: Equatable {
  /// Whether the last elements equal another collection.
  func ends(with other: some Collection<Element>) -> Bool {
    count >= other.count && dropFirst(count - other.count).elementsEqual(other)
  }
}

extension ServedDaemon {
  /// How many documents a query finds, at most 20.
  func count(_ query: String) throws -> Int {
    try client.search(SearchMethod.Parameters(query: query, strict: true)).hits.count
  }
}

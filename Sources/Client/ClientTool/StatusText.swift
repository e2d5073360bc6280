import LinuxSystem
import SearchInterface

/// The output of `sitta status` for people.
struct StatusText {
  /// The lines, one fact each; the first one shows whether work is waiting.
  let lines: [String]

  /// The lines as one text.
  var text: String { lines.map { $0 + "\n" }.joined() }

  init(_ status: StatusMethod.Reply) {
    var lines = [
      "sittad \(status.version), process \(status.process): "
        + Self.doing(status)
    ]
    lines += status.pauses.map { "pause      \($0.text)" }
    // For a first index that rests, a warning has this advice.
    if status.state == .resting, status.first != true {
      lines.append("           'sitta resume --now' continues until all files are indexed")
    }
    lines += Self.lines(for: status.roots)
    lines.append("documents  \(status.documents)" + Self.shares(status))
    let formats = status.formats.map { "\($0.name) \($0.documents)" }
    if !formats.isEmpty { lines.append("formats    " + formats.joined(separator: ", ")) }
    if let languages = status.languages, !languages.isEmpty {
      lines.append("languages  " + languages.joined(separator: ", "))
    }
    if let leftOut = status.leftOut, !leftOut.isEmpty {
      lines.append("left out   " + leftOut.map(\.words).joined(separator: ", "))
    }
    if let words = status.unindexedMail, !words.isEmpty {
      let names = words.joined(separator: ", ")
      lines.append("mail       of \(names) is not indexed; 'sitta sources' says how to index it")
    }
    lines += status.waiting.map { "waiting    " + $0.sentence }
    lines += status.programs.compactMap(\.missingProtection).map { "jail       " + $0 }
    if let scans = status.scans { lines.append("scans      " + Self.scans(scans, status)) }
    if let count = status.unencoded {
      let documents = count.counted("document waits", plural: "documents wait")
      lines.append("meaning    \(documents) for the sentence encoder, which works in idle time")
    }
    if status.away > 0 {
      let documents = status.away.counted("document")
      lines.append("away       \(documents) of folders that are not available now")
    }
    lines.append("watched    " + status.watchedFolders.counted("folder"))
    if let freshness = Self.freshness(status) { lines.append("audited    " + freshness) }
    let clock = "\(status.clock.index):\(status.clock.sequence)"
    lines.append("index      \(Self.size(status.indexBytes)), clock \(clock)")
    lines += (status.consumers ?? []).map { consumer in
      let count = consumer.commits ?? status.clock.sequence - consumer.confirmed
      let age = consumer.lag.map { ", the first of them \($0.counted("second")) old" } ?? ""
      let lacks = count > 0 ? ", and lacks \(count.counted("commit"))\(age)" : ""
      return
        "consumer   \(consumer.name) confirmed the changes up to \(consumer.confirmed) on \(consumer.day)\(lacks)"
    }
    if let rebuild = status.rebuild {
      let documents = rebuild.documents.counted("document")
      lines.append("new index  \(documents) so far, since \(rebuild.started): \(rebuild.reason)")
    }
    lines += status.recoveries.map { "repaired   \($0.time): \($0.text)" }
    if status.overflows > 0 {
      lines.append("rescans    \(status.overflows) because the kernel dropped events")
    }
    lines += status.warnings.map { "warning    \($0)" }
    self.lines = lines.map { $0.escapingControls() }
  }

  /// A line for each root.
  static func lines(for roots: [RootMessage]) -> [String] {
    roots.map { root in
      let path = FilePath(uri: root.uri)?.description ?? root.uri
      let note = root.note ?? (root.state == .missing ? "does not exist now" : nil)
      return "root       \(path)\(note.map { " (\($0))" } ?? "")".escapingControls()
    }
  }

  private static func doing(_ status: StatusMethod.Reply) -> String {
    // While folders are being listed, the number of waiting files is too low.
    let more = status.looking == true ? " so far, still looking for files" : ""
    return switch status.state {
    case .idle: "up to date"
    case .resting: "resting, \(status.pending) to go" + more
    case .indexing: "indexing, \(status.pending) to go" + more
    }
  }

  private static func shares(_ status: StatusMethod.Reply) -> String {
    let shares = [
      (status.withoutText, "without text, found by name"), (status.partial, "in part"),
      (status.locked, "need a password"), (status.unreadable, "unreadable"),
      (status.failed, "given up"),
    ]
    let words = shares.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "" : " (\(words.joined(separator: "; ")))"
  }

  private static func scans(_ count: Int, _ status: StatusMethod.Reply) -> String {
    let documents = count.counted("document has", plural: "documents have")
    return switch status.recognition {
    case .active: "\(documents) images whose text is recognized while nothing else is to be done"
    case .unavailable:
      "\(documents) images whose text cannot be recognized; the warnings say what to install"
    case .off, nil:
      "\(documents) pages that are images; their text is found with OCR=pdf in sittad.conf"
    }
  }

  /// How fresh the index is, for people; nil if nothing is known.
  private static func freshness(_ status: StatusMethod.Reply) -> String? {
    var parts: [String] = []
    if let audit = status.audit {
      // Rounded down, because it is a limit.
      let share = Int(max(0, min(audit.least, 1)) * 10_000)
      let digits = "\(100 + share % 100)".dropFirst()
      let stale = audit.stale > 0 ? ", \(audit.stale) of them stale and repaired" : ""
      let samples = audit.samples.counted("sample")
      parts.append("at least \(share / 100).\(digits) % fresh, 95 % sure (\(samples)\(stale))")
    }
    if let delay = status.delay {
      let rounded = Int(max(0, min(delay, 1e9)).rounded(.up))
      parts.append("delay p95 " + (rounded < 10_000 ? "\(rounded) ms" : "\(rounded / 1_000) s"))
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }
}

extension WaitingDocumentsMessage {
  /// How many documents wait, and why, for people.
  fileprivate var sentence: String {
    let count = "\(documents) of the format \(name)"
    let remedy = package.map { "; install the package \($0)" } ?? ""
    switch reason {
    case .missingProgram: return "\(count): the program that reads them is missing\(remedy)"
    case .noFilter: return "\(count): this kernel has no seccomp filters"
    case .paused: return "\(count): their reader is paused until \(until ?? "later")"
    case .ready: return "\(count): they are read soon"
    }
  }
}

extension ReadingProgramMessage {
  /// Which of Landlock and the system call filter the program runs without, as a sentence; nil if
  /// neither is missing, or if this is not known.
  fileprivate var missingProtection: String? {
    guard let landlock, let filtered else { return nil }
    switch (landlock > 0, filtered) {
    case (true, true): return nil
    case (false, true): return "\(name) runs without Landlock, with filtered system calls."
    case (true, false): return "\(name) runs with Landlock, without filtered system calls."
    case (false, false): return "\(name) runs without Landlock and without filtered system calls."
    }
  }
}

extension ExclusionMessage {
  /// The number of excluded files, and the rule, for people.
  fileprivate var words: String { "\(count) \(rule.words)" }
}

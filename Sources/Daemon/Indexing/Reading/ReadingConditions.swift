import Hashing
import ExtractionProtocol
import FileSelection
import LinuxSystem
import TextExtraction

/// The settings, beside the content of a file and its reader, that decide how much of a file is
/// indexed.
///
/// The index stores them, so that the daemon notices a change made while it did not run.
struct ReadingConditions: Equatable {
  /// A fingerprint of the rules that also apply inside containers.
  var rules: UInt64
  var members: MemberLimits
  /// The CPU time limit for reading a document, in seconds.
  var timeLimit: Int
  /// The number of the reader of each suffix that the configuration names.
  var external: [String: Int64]

  init(_ rules: SelectionRules, _ settings: ExtractionSettings) {
    var checksum = FNV1a()
    for pattern in rules.excludes { checksum.add(Array(pattern.text.utf8)) }
    checksum.add(UInt64(rules.includesHidden ? 1 : 0))
    checksum.add(UInt64(rules.includesSecrets ? 1 : 0))
    checksum.add(UInt64(rules.followsIgnoreFiles ? 1 : 0))
    checksum.add(UInt64(bitPattern: rules.sizeLimit ?? -1))
    self.rules = checksum.value
    (members, timeLimit) = (settings.members, settings.timeLimit)
    external = settings.externalVersions
  }

  /// Decodes ``stored``; nil for other texts.
  init?(stored: String) {
    let words = stored.split(separator: " ")
    let numbers = words.prefix(5).map { UInt64($0) }
    guard numbers.count == 5, let rules = numbers[0],
      let depth = numbers[1].flatMap(UInt8.init(exactly:)),
      let count = numbers[2].flatMap(UInt32.init(exactly:)), let size = numbers[3],
      let time = numbers[4].flatMap(Int.init(exactly:))
    else { return nil }
    self.rules = rules
    members = MemberLimits(depth: depth, count: count, size: size)
    timeLimit = time
    external = [:]
    for word in words.dropFirst(5) {
      let pair = word.split(separator: "=")
      guard pair.count == 2, let number = Int64(pair[1]) else { return nil }
      external[String(pair[0])] = number
    }
  }

  /// The form in which the index stores the settings: five numbers, then suffixes with numbers, separated by
  /// blanks.
  var stored: String {
    let readers = external.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    return "\(rules) \(members.depth) \(members.count) \(members.size) \(timeLimit)"
      + readers.joined()
  }

  /// The suffixes of files that another reader of the configuration, or none, has to read since a change.
  func suffixes(changedSince old: Self) -> [String] {
    Set(external.keys).union(old.external.keys).filter { external[$0] != old.external[$0] }.sorted()
  }

  /// Which documents of a reader have to be read again after a change of settings; nil for none.
  func affected(by reader: ReaderVersion, since old: Self) -> Affected? {
    if reader.isWaiting || reader.isLeftOut || reader.isPlainText { return nil }
    if reader.hasMembers, rules != old.rules || members != old.members { return .all }
    return timeLimit > old.timeLimit ? .partial : nil
  }

  /// Documents that have to be read again.
  enum Affected {
    case all
    /// Documents that were read in part.
    case partial
  }
}

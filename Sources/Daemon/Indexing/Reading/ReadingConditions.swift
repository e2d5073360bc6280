import Hashing
import ExtractionProtocol
import FileSelection
import LinuxSystem
import TextExtraction

/// The conditions that decide how much of a file is in the index, beside its content and its
/// reader.
///
/// The index stores them, so that a change is noticed that was made while no daemon ran.
struct ReadingConditions: Equatable {
  /// A fingerprint of the rules that hold in containers, too.
  var rules: UInt64
  var members: MemberLimits
  /// The longest CPU time for a document in seconds.
  var timeLimit: Int

  init(_ rules: SelectionRules, _ settings: ExtractionSettings) {
    var checksum = FNV1a()
    for pattern in rules.excludes { checksum.add(Array(pattern.text.utf8)) }
    checksum.add(UInt64(rules.includesHidden ? 1 : 0))
    checksum.add(UInt64(rules.includesSecrets ? 1 : 0))
    checksum.add(UInt64(rules.followsIgnoreFiles ? 1 : 0))
    checksum.add(UInt64(bitPattern: rules.sizeLimit ?? -1))
    self.rules = checksum.value
    (members, timeLimit) = (settings.members, settings.timeLimit)
  }

  /// Reads ``stored``; nil for other texts.
  init?(stored: String) {
    let numbers = stored.split(separator: " ").map { UInt64($0) }
    guard numbers.count == 5, let rules = numbers[0],
      let depth = numbers[1].flatMap(UInt8.init(exactly:)),
      let count = numbers[2].flatMap(UInt32.init(exactly:)), let size = numbers[3],
      let time = numbers[4].flatMap(Int.init(exactly:))
    else { return nil }
    self.rules = rules
    members = MemberLimits(depth: depth, count: count, size: size)
    timeLimit = time
  }

  /// The text in the index: numbers with spaces between them.
  var stored: String { "\(rules) \(members.depth) \(members.count) \(members.size) \(timeLimit)" }

  /// Says which documents have to be read again under these conditions.
  ///
  /// - Parameters:
  ///   - reader: the reader that made them.
  ///   - old: the conditions under which they were read.
  /// - Returns: nil for none; the state that they have if only some have to be read again.
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

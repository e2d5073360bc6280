/// How many files were compared with the index, and with which results.
package struct VerificationTally: Equatable, Sendable {
  /// The files of which the index has the current content.
  package var agreeing = 0
  /// The differences.
  package var differing = 0
  /// The differences that are repaired.
  package var repaired = 0
  /// The files that were not compared, by reason.
  package var uncompared: [UncomparedReason: Int] = [:]
  /// The folders that could not be looked at.
  package var unread = 0

  /// Counts nothing.
  package init() {}

  /// Whether every file is in the index with its current content, as far as it can be read.
  package var isProven: Bool {
    let isUnsettled: [UncomparedReason] = [.waiting, .changing, .away]
    return differing == repaired && isUnsettled.allSatisfy { uncompared[$0] == nil }
  }

  mutating func count(_ verdict: FileVerdict) {
    switch verdict {
    case .agrees: agreeing += 1
    case .differs: differing += 1
    case .unknown(let reason): uncompared[reason, default: 0] += 1
    }
  }
}

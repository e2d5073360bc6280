/// Documents of which only a part was read for lack of memory.
///
/// Each is read again once memory allows to read more of it. The list is not stored: the next
/// daemon reads each such document once.
struct MemoryCuts: Equatable {
  /// The most documents that are remembered; one more clears the list, so that each is read once more.
  static let capacity = 1_000

  private var limits: [FileVersion: ReadingLimits] = [:]

  /// Records the limits with which a document was read in part.
  mutating func add(_ subject: FileVersion, _ limits: ReadingLimits) {
    if self.limits.count >= Self.capacity { self.limits = [:] }
    self.limits[subject] = limits
  }

  /// Whether a document was cut, and the new limits would cut it at about the same place again.
  ///
  /// Less than a quarter more is not worth another read, because the available memory varies all the time.
  func hasNoMore(_ new: ReadingLimits, for subject: FileVersion) -> Bool {
    guard let old = limits[subject] else { return false }
    return new.reason != nil && new.bytes < old.bytes + old.bytes / 4
      && new.words < old.words + old.words / 4
  }
}

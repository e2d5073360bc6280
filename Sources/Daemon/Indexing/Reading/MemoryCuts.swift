/// Documents of which only a part was read for lack of memory: a value.
///
/// Each is read again once more of it can be read. The list is lost at the end of the daemon; the
/// next one reads each such document once.
struct MemoryCuts: Equatable {
  /// The number of documents that are remembered; with one more all are forgotten, and read once more.
  static let capacity = 1_000

  private var limits: [FileVersion: ReadingLimits] = [:]

  /// Adds a document of which only so much was read.
  mutating func add(_ subject: FileVersion, _ limits: ReadingLimits) {
    if self.limits.count >= Self.capacity { self.limits = [:] }
    self.limits[subject] = limits
  }

  /// Whether a document was cut and limits would cut it at about the same place again.
  ///
  /// Less than a quarter more is not worth another read: the memory there is differs all the time.
  func hasNoMore(_ new: ReadingLimits, for subject: FileVersion) -> Bool {
    guard let old = limits[subject] else { return false }
    return new.reason != nil && new.bytes < old.bytes + old.bytes / 4
      && new.words < old.words + old.words / 4
  }
}

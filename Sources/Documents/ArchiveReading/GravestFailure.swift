import DocumentReaders

/// The reason why an archive was not read completely; if there are several, the most important one.
///
/// A limit is more important than a missing password, and a password more than damage. Of equally important
/// reasons the first one is kept.
struct GravestFailure: Equatable {
  private(set) var failure: ReadingFailure?

  /// Replaces the reason by `other` if `other` is more important.
  mutating func add(_ other: ReadingFailure) {
    guard let failure else { return self.failure = other }
    if Self.weight(of: other) > Self.weight(of: failure) { self.failure = other }
  }

  private static func weight(of failure: ReadingFailure) -> Int {
    switch failure {
    case .memberLimit, .sizeLimit: 2
    case .encrypted: 1
    case .damaged, .unsupported: 0
    }
  }
}

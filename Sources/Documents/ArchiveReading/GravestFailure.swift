import DocumentReaders

/// Why an archive was not read whole; of several reasons, the most important one.
///
/// A limit ends the reading and is no fault of the archive; a password can be given; damage is
/// expected beside both. Of equal reasons the first counts.
struct GravestFailure: Equatable {
  private(set) var failure: ReadingFailure?

  /// Takes another reason into account.
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

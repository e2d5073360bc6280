import LinuxSystem

/// How much of a document is read, so that reading fits into the available memory.
struct ReadingLimits: Equatable, Sendable {
  /// Why a limit is lower than usual.
  enum Reason: Equatable, Sendable {
    /// The process may use only this many bytes of memory.
    case memory(Int64)
    /// The daemon died when it read the whole document.
    case death
    /// Other files changed so often that long work was always interrupted.
    case changes
  }

  /// The most bytes of a file that are read.
  var bytes: Int
  /// The most different words that are indexed of its text.
  var words = VocabularyLimit.words
  /// Why one of the limits is lower than usual; nil if none is.
  var reason: Reason?

  /// The bytes of memory that the daemon needs for everything else.
  private static let base: Int64 = 48 << 20
  /// More bytes of memory than a document needs at the usual limits.
  private static let usualNeed: Int64 = 208 << 20
  /// Bytes of memory for each byte of a file: it is read, converted to text and compressed, and the
  /// positions of its words are gathered.
  private static let perByte: Int64 = 5
  /// Bytes of memory for each different word of a document; see ``VocabularyLimit``.
  private static let perWord: Int64 = 220
  private static let (leastBytes, leastWords) = (64 << 10, 2_000)

  /// The configured limit of bytes per file; lower limits if memory does not suffice.
  init(configured: Int, _ grant: MemoryGrant) {
    bytes = configured
    // A control group's limit includes memory in use, so it is subtracted; the free addresses do not.
    let room = [grant.group.map { $0 - Self.base }, grant.addresses].compactMap(\.self).min()
    guard let room, room < Self.usualNeed else { return }
    lower(to: max(0, room), because: .memory(grant.group ?? grant.addresses ?? 0))
  }

  /// About a quarter of the limits, for a document at which the daemon died.
  var careful: ReadingLimits {
    var limits = self
    limits.bytes = min(bytes, max(Self.leastBytes, min(bytes, 32 << 20) / 4))
    limits.words = max(Self.leastWords, words / 4)
    limits.reason = .death
    return limits
  }

  /// Limits for a document whose reading changes interrupted for too long; indexing takes under a second.
  var hurried: ReadingLimits {
    var limits = self
    if words > Self.hurriedWords { (limits.words, limits.reason) = (Self.hurriedWords, .changes) }
    return limits
  }

  private static let hurriedWords = 60_000

  private mutating func lower(to room: Int64, because reason: Reason) {
    let bytes = max(Self.leastBytes, Int(room / 2 / Self.perByte))
    let words = max(Self.leastWords, Int(room / 2 / Self.perWord))
    if bytes >= self.bytes, words >= self.words { return }
    self.bytes = min(self.bytes, bytes)
    self.words = min(self.words, words)
    self.reason = reason
  }
}

extension ReadingLimits.Reason {
  /// The reason, as the end of a sentence about the missing part.
  var clause: String {
    switch self {
    case .memory(let bytes): "sittad has \(bytes >> 20) MiB of memory"
    case .death: "sittad was killed when it read all of it"
    case .changes: "other files change all the time; more is read later"
    }
  }
}

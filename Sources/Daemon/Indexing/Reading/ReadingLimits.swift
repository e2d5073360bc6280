import LinuxSystem

/// How much of one document is read, so that it needs no more memory than there is.
struct ReadingLimits: Equatable, Sendable {
  /// Why a limit is lower than the usual one.
  enum Reason: Equatable, Sendable {
    /// The memory that is granted, in bytes.
    case memory(Int64)
    /// The daemon died when all of the document was read.
    case death
    /// Other files changed all the time, so that nothing could be done that takes long.
    case changes
  }

  /// How many bytes of a file are read at most.
  var bytes: Int
  /// How many different words its text may have.
  var words = VocabularyLimit.words
  /// Why one of them is lower than usual.
  var reason: Reason?

  /// The memory that the daemon needs for everything else.
  private static let base: Int64 = 48 << 20
  /// A document of the usual limits needs less.
  private static let usualNeed: Int64 = 208 << 20
  /// How many bytes of memory a byte of a file takes: it is read, made into text, compressed, and
  /// its words' positions are gathered.
  private static let perByte: Int64 = 5
  /// How many bytes of memory a word takes that the document has not had before; see
  /// ``VocabularyLimit``.
  private static let perWord: Int64 = 220
  private static let (leastBytes, leastWords) = (64 << 10, 2_000)

  /// The configured limit of bytes for each file, or lower ones if there is not enough memory.
  init(configured: Int, _ grant: MemoryGrant) {
    bytes = configured
    // The free addresses do not include memory in use, but the grant of a control group does.
    let room = [grant.group.map { $0 - Self.base }, grant.addresses].compactMap(\.self).min()
    guard let room, room < Self.usualNeed else { return }
    lower(to: max(0, room), because: .memory(grant.group ?? grant.addresses ?? 0))
  }

  /// A quarter of the limits, for a document at which the daemon died.
  var careful: ReadingLimits {
    var limits = self
    limits.bytes = min(bytes, max(Self.leastBytes, min(bytes, 32 << 20) / 4))
    limits.words = max(Self.leastWords, words / 4)
    limits.reason = .death
    return limits
  }

  /// The limits for a document that was interrupted for too long; indexing it takes under a second.
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
  /// The reason as the end of a sentence about the missing part.
  var clause: String {
    switch self {
    case .memory(let bytes): "sittad has \(bytes >> 20) MiB of memory"
    case .death: "sittad was killed when it read all of it"
    case .changes: "other files change all the time; more is read later"
    }
  }
}

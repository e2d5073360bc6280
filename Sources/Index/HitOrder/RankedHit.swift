/// A hit of one host, with the properties that decide its order among the hits of all hosts.
package struct RankedHit: OrderedHit, Equatable, Sendable {
  /// The number of a document, a series or a version, with its host: numbers are valid only in the index of
  /// one host.
  package struct Key: Hashable, Sendable {
    /// The index of the host in the list of hosts that are searched.
    package let host: Int
    package let number: Int

    package init(host: Int, number: Int) {
      (self.host, self.number) = (host, number)
    }
  }

  /// The properties that are sent as one number.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// No decisive word is missing.
    package static let full = Flags(rawValue: 1)
    /// No decisive word is missing, and the words are near each other.
    package static let near = Flags(rawValue: 2)
    /// The hit was scored exactly.
    package static let exact = Flags(rawValue: 4)
    /// The file's name has marks of a copy, a draft or a backup.
    package static let copy = Flags(rawValue: 8)
    /// The file's name has marks of a copy or a version.
    package static let marked = Flags(rawValue: 16)
    /// The document is among the newest of its host in folders whose names contain all words.
    package static let inFolders = Flags(rawValue: 32)
    /// The document was found only by the names of its folders.
    package static let foundByFolders = Flags(rawValue: 64)
    /// The document is among those of its host whose titles or names have all words.
    package static let titled = Flags(rawValue: 128)
  }

  /// The document.
  package let key: Key
  package let isLocal: Bool
  package var score = 0.0
  /// The score of the first step, which chooses the hits for exact scoring.
  package var firstScore = 0.0
  package var flags: Flags = [.full, .near]
  package var modified: Int64 = 0
  /// The size of the file in bytes.
  package var size: Int64 = 0
  package var depth = 0
  /// The number of the document's series on its host; 0 for none.
  package var seriesNumber = 0
  /// The number that all versions of the document on its host have; 0 for none.
  package var versionNumber = 0
  /// The number that all messages of the mail's conversation on its host have; 0 for none.
  package var threadNumber = 0
  /// The time in seconds since 1970 by which the hits are ordered; nil if there is none, or they are not.
  package var time: Int64?
  /// A digest of the text; empty if there is none.
  package var digest = ""
  /// The name of the file; empty unless it decides the order.
  package var name = ""

  /// Makes a full match without further properties.
  package init(_ document: Int, host: Int = 0, isLocal: Bool = false) {
    (key, self.isLocal) = (Key(host: host, number: document), isLocal)
  }

  /// Whether the hit has a flag.
  package subscript(flag: Flags) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }

  package var isNear: Bool { self[.near] }
  package var isExact: Bool { self[.exact] }
  package var isCopy: Bool { self[.copy] }
  package var isMarked: Bool { self[.marked] }
  package var series: Key? { isExact ? key(seriesNumber) : nil }
  package var version: Key? { isExact ? key(versionNumber) : nil }
  package var thread: Key? { isExact ? key(threadNumber) : nil }

  private func key(_ number: Int) -> Key? {
    number == 0 ? nil : Key(host: key.host, number: number)
  }

  /// Whether the host of this hit comes first; on the same host, whether its document was added later.
  package func precedesEqual(_ other: RankedHit) -> Bool {
    key.host == other.key.host ? key.number > other.key.number : key.host < other.key.host
  }
}

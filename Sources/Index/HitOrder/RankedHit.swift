/// A hit of a host, as it is sent and put into the order of the hits of all.
package struct RankedHit: OrderedHit, Equatable, Sendable {
  /// A number with its host, because it is valid in one host's index only: of a document, a series
  /// or a version.
  package struct Key: Hashable, Sendable {
    /// The index of the host among the hosts that are asked.
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
    /// Its words are also near each other.
    package static let near = Flags(rawValue: 2)
    /// It was scored exactly.
    package static let exact = Flags(rawValue: 4)
    /// Its name has marks of a copy, a draft or a backup.
    package static let copy = Flags(rawValue: 8)
    /// Its name has marks of a version.
    package static let marked = Flags(rawValue: 16)
    /// It is among the newest documents of its host in folders with all words in their names.
    package static let inFolders = Flags(rawValue: 32)
    /// Only the names of its folders find it.
    package static let foundByFolders = Flags(rawValue: 64)
  }

  /// The document.
  package let key: Key
  package let isLocal: Bool
  package var score = 0.0
  /// The score of the first step, which chooses the hits that are scored exactly.
  package var firstScore = 0.0
  package var flags: Flags = [.full, .near]
  package var modified: Int64 = 0
  /// In bytes.
  package var size: Int64 = 0
  package var depth = 0
  /// Equal for documents of one series; 0 for none.
  package var seriesNumber = 0
  /// Equal for versions of one document; 0 for none.
  package var versionNumber = 0
  /// A digest of its text; empty if there is none.
  package var digest = ""
  /// Its name; empty unless it decides the order.
  package var name = ""

  /// A full match without further properties.
  package init(_ document: Int, host: Int = 0, isLocal: Bool = false) {
    (key, self.isLocal) = (Key(host: host, number: document), isLocal)
  }

  /// Whether it has a flag.
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

  private func key(_ number: Int) -> Key? {
    number == 0 ? nil : Key(host: key.host, number: number)
  }

  /// The order of the hosts; on one of them, the document that was added later.
  package func precedesEqual(_ other: RankedHit) -> Bool {
    key.host == other.key.host ? key.number > other.key.number : key.host < other.key.host
  }
}

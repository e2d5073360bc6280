/// The compiled wildcards of a pattern; gitignore(5) describes their syntax.
///
/// All possible matches are followed in parallel, so that matching takes O(pattern × text) even for
/// `*a*a*a*a*b`.
struct WildcardPattern: Hashable, Sendable {
  /// A step of the pattern.
  enum Element: Hashable, Sendable {
    /// Exactly this byte.
    case byte(UInt8)
    /// One byte of this set.
    case oneOf(ByteSet)
    /// Any number of bytes, also none.
    case run(crossesSlash: Bool)
    /// The next two elements, a run and a slash, are optional (`**/`).
    case optionalFolders
  }

  /// The bytes with which every matching text begins.
  let prefix: [UInt8]
  /// The elements after the prefix.
  private let elements: [Element]
  /// The bytes with which every matching text ends: those at the end of ``elements``.
  private let suffix: [UInt8]
  /// The length in bytes of the shortest matching text.
  private let shortest: Int

  /// Creates a pattern from its parts.
  init(prefix: [UInt8], elements: [Element]) {
    self.prefix = prefix
    self.elements = elements
    var suffix = Array(elements.reversed().prefix { $0.byte != nil }.compactMap(\.byte).reversed())
    // If the suffix begins with the slash after optional folders, this slash is optional too.
    let runs = elements.dropLast(suffix.count).suffix(2)
    if !suffix.isEmpty, runs.first == .optionalFolders { suffix.removeFirst() }
    self.suffix = suffix
    var shortest = prefix.count
    for element in elements {
      switch element {
      case .byte, .oneOf: shortest += 1
      case .run: break
      case .optionalFolders: shortest -= 1
      }
    }
    self.shortest = shortest
  }

  /// The only text that matches; nil if there may be others.
  var literal: [UInt8]? {
    suffix.count == elements.count ? prefix + suffix : nil
  }

  /// The last byte of all matching texts; nil if it varies.
  var lastByte: UInt8? {
    elements.isEmpty ? prefix.last : suffix.last
  }

  /// Whether the whole text matches.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= shortest, text.starts(with: prefix),
      text.suffix(suffix.count).elementsEqual(suffix)
    else { return false }
    let wild = elements.count - suffix.count
    if wild == 0 { return text.count == shortest }
    if wild == 1, elements[0] == .run(crossesSlash: true) { return true }
    return run(over: text.dropFirst(prefix.count))
  }

  /// Runs the pattern as a nondeterministic automaton, whose states are indexes of the next element.
  private func run(over text: ArraySlice<UInt8>) -> Bool {
    var states = [Bool](repeating: false, count: elements.count + 1)
    var next = states
    states[0] = true
    addSkippedStates(&states)
    for byte in text {
      var isAlive = false
      for index in elements.indices where states[index] {
        let target: Int
        switch elements[index] {
        case .byte(let expected): target = byte == expected ? index + 1 : -1
        case .oneOf(let set): target = set.contains(byte) ? index + 1 : -1
        case .run(let crossesSlash):
          target = crossesSlash || byte != UInt8(ascii: "/") ? index : -1
        case .optionalFolders: target = -1
        }
        guard target >= 0 else { continue }
        next[target] = true
        isAlive = true
      }
      if !isAlive { return false }
      addSkippedStates(&next)
      swap(&states, &next)
      for index in next.indices { next[index] = false }
    }
    return states[elements.count]
  }

  /// Adds the states reached without consuming a byte; their indexes are larger.
  private func addSkippedStates(_ states: inout [Bool]) {
    for index in elements.indices where states[index] {
      switch elements[index] {
      case .byte, .oneOf: break
      case .run: states[index + 1] = true
      case .optionalFolders:
        states[index + 1] = true
        states[index + 3] = true
      }
    }
  }
}

extension WildcardPattern.Element {
  /// The byte, if the element matches only this byte; otherwise nil.
  fileprivate var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}

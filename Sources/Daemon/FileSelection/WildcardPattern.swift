/// The wildcards of gitignore(5), compiled.
///
/// All possible matches are followed at the same time, so that every match costs O(pattern × text),
/// even for `*a*a*a*a*b`.
struct WildcardPattern: Hashable, Sendable {
  /// A step of the pattern.
  enum Element: Hashable, Sendable {
    /// This byte.
    case byte(UInt8)
    /// One byte of a set.
    case oneOf(ByteSet)
    /// Zero or more bytes.
    case run(crossesSlash: Bool)
    /// No bytes: the following run and slash are optional (`**/`).
    case optionalFolders
  }

  /// The bytes that the text begins with.
  let prefix: [UInt8]
  /// The elements after the prefix.
  private let elements: [Element]
  /// The bytes that the text ends with: the bytes at the end of ``elements``.
  private let suffix: [UInt8]
  /// The length of the shortest matching text.
  private let shortest: Int

  /// Creates a pattern from its parts.
  init(prefix: [UInt8], elements: [Element]) {
    self.prefix = prefix
    self.elements = elements
    var suffix = Array(elements.reversed().prefix { $0.byte != nil }.compactMap(\.byte).reversed())
    // The slash after optional folders is optional as well.
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

  /// The only matching text; nil if there may be others.
  var literal: [UInt8]? {
    suffix.count == elements.count ? prefix + suffix : nil
  }

  /// The last byte of every matching text; nil if it is not always the same.
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

  /// Runs the pattern as a nondeterministic automaton: a state is an index of the next element.
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

  /// Adds the states that are reached without a byte of the text; they have larger indexes.
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
  /// The byte of an element that matches only one byte.
  fileprivate var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}

/// The wildcards of gitignore(5), compiled.
///
/// All ways to match are followed at the same time, so that a match costs O(pattern × text),
/// whatever the pattern: `*a*a*a*a*b` is as harmless as any other.
struct WildcardPattern: Hashable, Sendable {
  /// What one step of the pattern takes from the text.
  enum Element: Hashable, Sendable {
    /// This byte.
    case byte(UInt8)
    /// One byte of a set.
    case oneOf(ByteSet)
    /// Any number of bytes, none among them.
    case run(crossesSlash: Bool)
    /// Nothing: the run and the slash that follow may be missing (`**/`).
    case optionalFolders
  }

  /// What the text begins with.
  let prefix: [UInt8]
  /// What follows the prefix.
  private let elements: [Element]
  /// What the text ends with: the bytes at the end of ``elements``.
  private let suffix: [UInt8]
  /// The length of the shortest text that matches.
  private let shortest: Int

  /// Puts a pattern together.
  init(prefix: [UInt8], elements: [Element]) {
    self.prefix = prefix
    self.elements = elements
    var suffix = Array(elements.reversed().prefix { $0.byte != nil }.compactMap(\.byte).reversed())
    // The slash of optional folders may be missing with them.
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

  /// The only text that matches; nil where there may be others.
  var literal: [UInt8]? {
    suffix.count == elements.count ? prefix + suffix : nil
  }

  /// What every text that matches ends with; nil where that is not one byte.
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

  /// Follows the set of places in the pattern that the text so far can have led to.
  private func run(over text: ArraySlice<UInt8>) -> Bool {
    var places = [Bool](repeating: false, count: elements.count + 1)
    var next = places
    places[0] = true
    skipOptional(&places)
    for byte in text {
      var isAlive = false
      for index in elements.indices where places[index] {
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
      skipOptional(&next)
      swap(&places, &next)
      for index in next.indices { next[index] = false }
    }
    return places[elements.count]
  }

  /// Adds the places that are reached without taking anything from the text; they lie further on.
  private func skipOptional(_ places: inout [Bool]) {
    for index in elements.indices where places[index] {
      switch elements[index] {
      case .byte, .oneOf: break
      case .run: places[index + 1] = true
      case .optionalFolders:
        places[index + 1] = true
        places[index + 3] = true
      }
    }
  }
}

extension WildcardPattern.Element {
  /// The byte of an element that stands for one only.
  fileprivate var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}

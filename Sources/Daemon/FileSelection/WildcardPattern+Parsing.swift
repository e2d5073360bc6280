extension WildcardPattern {
  /// Compiles wildcards as git does; nil for an invalid pattern, such as one with an open bracket.
  ///
  /// Git compares the bytes before the first wildcard separately, and matches the rest as a
  /// pattern. So `**` matches folders not only after a slash but also directly after these bytes:
  /// `a**/b` matches `a/x/b`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern, without a slash at its beginning or end.
  ///   - isPath: whether paths are matched; then `*` and `?` do not match slashes.
  init?(_ pattern: ArraySlice<UInt8>, isPath: Bool) {
    let wild = pattern.firstIndex(where: Self.isSpecial) ?? pattern.endIndex
    var reader = WildcardReader(rest: pattern[wild...], isPath: isPath)
    guard let elements = reader.elements() else { return nil }
    self.init(prefix: Array(pattern[..<wild]), elements: elements)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }
}

/// Parses a pattern from its first wildcard on.
private struct WildcardReader {
  var rest: ArraySlice<UInt8>
  let isPath: Bool
  private var last: UInt8?

  init(rest: ArraySlice<UInt8>, isPath: Bool) {
    self.rest = rest
    self.isPath = isPath
  }

  private mutating func next() -> UInt8? {
    last = rest.first
    return rest.popFirst()
  }

  mutating func elements() -> [WildcardPattern.Element]? {
    var elements: [WildcardPattern.Element] = []
    while true {
      let before = last
      guard let byte = next() else { return elements }
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = next() else { return nil }
        elements.append(.byte(escaped))
      case UInt8(ascii: "?"):
        elements.append(.oneOf(.anyButSlash))
      case UInt8(ascii: "["):
        guard let set = bracket() else { return nil }
        elements.append(.oneOf(set))
      case UInt8(ascii: "*"):
        appendRun(to: &elements, isAfterFolder: before == nil || before == UInt8(ascii: "/"))
      default:
        elements.append(.byte(byte))
      }
    }
  }

  /// Reads further stars after the first, and adds the element for all of them.
  private mutating func appendRun(
    to elements: inout [WildcardPattern.Element], isAfterFolder: Bool
  ) {
    var count = 1
    while rest.first == UInt8(ascii: "*") {
      _ = next()
      count += 1
    }
    let slash = UInt8(ascii: "/")
    let isBeforeFolder =
      rest.isEmpty || rest.first == slash || rest.starts(with: [UInt8(ascii: "\\"), slash])
    guard isPath, count > 1, isAfterFolder, isBeforeFolder else {
      elements.append(.run(crossesSlash: !isPath))
      return
    }
    guard rest.first == slash else {
      elements.append(.run(crossesSlash: true))
      return
    }
    _ = next()
    let folders: [WildcardPattern.Element] = [
      .optionalFolders, .run(crossesSlash: true), .byte(slash),
    ]
    // `**/**/` is equivalent to `**/`.
    if !elements.suffix(3).elementsEqual(folders) { elements += folders }
  }

  /// Reads a bracket expression after its `[`; nil if it is invalid.
  private mutating func bracket() -> ByteSet? {
    var set = ByteSet()
    var isNegated = false
    if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") {
      isNegated = true
      _ = next()
    }
    var previous: UInt8?
    var isFirst = true
    while let byte = next() {
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { return set.inverted() }
        set.remove(UInt8(ascii: "/"))
        return set
      }
      isFirst = false
      if byte == UInt8(ascii: "\\") {
        guard let escaped = next() else { return nil }
        set.insert(escaped)
        previous = escaped
      } else if byte == UInt8(ascii: "-"), let start = previous, let end = rest.first,
        end != UInt8(ascii: "]")
      {
        guard let end = rangeEnd() else { return nil }
        if start <= end { set.insert(start...end) }
        previous = nil
      } else if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let name = rest[..<close].dropFirst()
        if name.last == UInt8(ascii: ":") {
          guard let members = ByteSet.named(name.dropLast()) else { return nil }
          set.formUnion(members)
          rest = rest[(close + 1)...]
          previous = nil
        } else {
          set.insert(byte)
          previous = byte
        }
      } else {
        set.insert(byte)
        previous = byte
      }
    }
    return nil
  }

  private mutating func rangeEnd() -> UInt8? {
    let end = next()
    return end == UInt8(ascii: "\\") ? next() : end
  }
}

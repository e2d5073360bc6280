extension Query.NumberRange {
  /// Reads sizes in lower case: `0`, `10k`, `1.5m`, a comparison or a range; `k` is 1024.
  ///
  /// A plain size means all sizes that round down to it: `1m` is 1 MiB to below 2 MiB.
  init?(sizes text: String) {
    self.init(text, Number.init(size:))
  }

  /// The range as text for people: `size over 1M`.
  var sizeReading: String {
    let lower = least.map { least in
      least > 1 && Self.isRound(least - 1)
        ? "over \(Self.text(least - 1))" : "at least \(Self.text(least))"
    }
    let upper = greatest.map { greatest in
      Self.isRound(greatest + 1)
        ? "under \(Self.text(greatest + 1))" : "at most \(Self.text(greatest))"
    }
    return "size " + [lower, upper].compactMap(\.self).joined(separator: " and ")
  }

  private static func isRound(_ bytes: Int64) -> Bool { bytes.isMultiple(of: 1_024) }

  private static func text(_ bytes: Int64) -> String {
    var number = bytes
    var units = "kMGT"[...]
    var unit = ""
    while number > 0, isRound(number), let next = units.popFirst() {
      number /= 1_024
      unit = String(next)
    }
    return "\(number)\(unit)"
  }
}

extension Query.NumberRange.Number {
  private static let units: [Substring: Int64] = [
    "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20,
    "mib": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "gib": 1 << 30, "t": 1 << 40, "tb": 1 << 40,
    "tib": 1 << 40,
  ]

  /// Reads a size in bytes; its precision is one unit of its last digit.
  fileprivate init?(size text: Substring) {
    let digits = text.prefix { "0"..."9" ~= $0 }
    var rest = text[digits.endIndex...]
    var decimals: Substring = ""
    if rest.first == "." {
      decimals = rest.dropFirst().prefix { "0"..."9" ~= $0 }
      if decimals.isEmpty { return nil }
      rest = rest[decimals.endIndex...]
    }
    guard !digits.isEmpty, digits.count <= 12, decimals.count <= 3, let unit = Self.units[rest],
      let number = Int64(digits + decimals)
    else { return nil }
    let scale = decimals.reduce(1) { scale, _ in scale * 10 } as Int64
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    self.init(value: product / scale, precision: max(1, unit / scale))
  }
}

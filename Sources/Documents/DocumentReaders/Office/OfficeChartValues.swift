/// Finds what a chart shows beside its titles: the names of its series, and its categories.
///
/// Other numbers are left out, because they repeat the cells of a sheet.
struct OfficeChartValues {
  typealias Name = OfficeText.Name

  /// A longer value is cut after this number of bytes.
  private static let longestValue = 4_096

  private enum Content { case none, strings, numbers }

  private var content = Content.none
  private var isInCategories = false
  private var format = NumberFormat.general
  /// The value or format whose element is open; nil if none is.
  private var value: [UInt8]?

  mutating func open(_ name: Name) {
    switch name {
    case .strCache, .strLit, .multiLvlStrCache, .dlblRangeCache, .strDim, .tx: content = .strings
    case .cat: isInCategories = true
    case .numCache, .numLit:
      (content, format) = (isInCategories ? .numbers : .none, .general)
    case .formatCode: if content == .numbers { value = [] }
    // In newer charts, a point has no element for its value.
    case .v, .pt: if content != .none { value = [] }
    default: break
    }
  }

  /// Returns the value of an element that ends; nil if it is none, or not shown.
  mutating func close(_ name: Name) -> String? {
    switch name {
    case .strCache, .strLit, .multiLvlStrCache, .dlblRangeCache, .strDim, .tx, .numCache, .numLit:
      content = .none
    case .cat: isInCategories = false
    case .formatCode:
      format = NumberFormat(takeValue() ?? "")
    case .v, .pt:
      guard let value = takeValue(), !value.isEmpty else { return nil }
      guard content == .numbers, let number = Double(value) else { return value }
      return format.searchable(number)
    default: break
    }
    return nil
  }

  mutating func append(_ piece: Span<UInt8>) {
    guard let count = value?.count, count < Self.longestValue else { return }
    value?.append(piece.extracting(0..<min(piece.count, Self.longestValue)))
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    guard let count = value?.count, count < Self.longestValue else { return }
    value?.appendScalar(scalar.value)
  }

  private mutating func takeValue() -> String? {
    defer { value = nil }
    return value.map { String(decoding: $0, as: UTF8.self) }
  }
}

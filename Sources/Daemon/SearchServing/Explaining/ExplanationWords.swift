import LinuxSystem
import SearchIndex

extension ColumnCounts {
  /// The counts except zeros: "title 2, text 7".
  var inWords: String {
    let counts = [
      ("title", title), ("name", name), ("tags", tags), ("text", body), ("authors", authors),
      ("recipients", recipients),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

extension Int64 {
  /// The size in bytes, KiB or MiB, rounded down.
  var asBytes: String {
    switch self {
    case ..<10_240: self == 1 ? "1 byte" : "\(self) bytes"
    case ..<(10 << 20): "\(self >> 10) KiB"
    default: "\(self >> 20) MiB"
    }
  }
}

extension Duration {
  /// The duration in milliseconds with one decimal.
  var inMilliseconds: String {
    let tenths = Int64(self / .microseconds(100))
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension Collection<String> {
  /// The words in quotes, with commas.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}

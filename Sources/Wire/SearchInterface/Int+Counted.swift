extension Int {
  /// The number with its noun: "1 hit", "2 hits".
  ///
  /// - Parameters:
  ///   - noun: the noun in the singular.
  ///   - plural: the plural; nil for the singular with an "s".
  /// - Returns: the words.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

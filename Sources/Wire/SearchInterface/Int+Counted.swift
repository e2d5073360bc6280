extension Int {
  /// Returns the number with a noun: "1 hit", "2 hits".
  ///
  /// - Parameters:
  ///   - noun: the noun in the singular.
  ///   - plural: the noun in the plural; nil for the singular with an "s".
  /// - Returns: the number and the noun.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

/// Who has called a search: desktops search anew with each letter, and only the newest search of one of them counts.
package struct SearchCaller: Equatable {
  /// The object that was called.
  package let object: ObjectIdentifier
  /// The unique name of the caller on the bus.
  package let sender: String

  /// Makes a caller.
  package init(object: ObjectIdentifier, sender: String) {
    (self.object, self.sender) = (object, sender)
  }

  /// Decides which calls are followed by a newer one of the same caller; O(n²).
  ///
  /// - Parameter calls: the callers of all waiting calls, in the order in which they came.
  /// - Returns: for each call whether it is.
  package static func outdated(_ calls: [SearchCaller]) -> [Bool] {
    calls.indices.map { calls[($0 + 1)...].contains(calls[$0]) }
  }
}

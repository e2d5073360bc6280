/// An object on D-Bus with one interface.
package protocol BusObject: AnyObject {
  /// The path of the object.
  static var path: String { get }
  /// The name of the interface.
  static var interface: String { get }
  /// The methods, with the signatures of their arguments and results.
  static var methods: [(member: String, arguments: String, results: String)] { get }
  /// The methods that search: only the newest call is searched, older ones get no hits.
  static var searches: Set<String> { get }
  /// Answers a call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - isOutdated: whether a newer call of a search has come.
  func answer(_ call: BusCall, isOutdated: Bool)
}

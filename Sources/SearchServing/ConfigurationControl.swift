package import LinuxSystem
package import SearchIndex
package import SearchInterface

/// The configuration in effect, as clients see and change it.
package protocol ConfigurationControl: Sendable {
  /// The longest time until a change is found that the kernel does not report.
  var pollInterval: Duration { get }
  /// The weights of a document's columns in the ranking.
  var weights: ColumnWeights { get }

  /// Reads the configuration again and returns once it is in effect.
  ///
  /// - Returns: warnings for people, as sentences.
  /// - Throws: an error that says what is wrong with the configuration; nothing has changed then.
  func reload() async throws(SearchFailure) -> [String]

  /// Adds a root, now and for later starts, and returns once it is in effect.
  ///
  /// - Parameter folder: the folder; adding a root again is no error.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchFolder`, and what ``reload()`` throws.
  func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String]

  /// Removes a root with its documents, now and for later starts, and returns once it is in effect.
  ///
  /// - Parameter folder: a root.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchRoot`, `lastRoot`, and what ``reload()`` throws.
  func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String]
}

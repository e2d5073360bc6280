package import LinuxSystem
package import Meaning
package import SearchIndex
package import SearchInterface

/// The configuration in effect, as clients see and change it.
package protocol ConfigurationControl: Sendable {
  /// The interval of polling folders whose changes the kernel does not report.
  var pollInterval: Duration { get }
  /// The weights of a document's columns in the ranking.
  var weights: RankingWeights { get }
  /// Whether the text in images is to be recognized.
  var wantsRecognition: Bool { get }
  /// The sentence encoder; nil if there is none.
  var encoder: EncoderFile? { get }
  /// The home folder with symbolic links resolved, as in paths of the index; nil if there is none.
  var home: FilePath? { get }

  /// Reads the configuration again and returns once it is in effect.
  ///
  /// - Returns: warnings for people, as sentences.
  /// - Throws: the fault in the configuration; then nothing has changed.
  func reload() async throws(SearchFailure) -> [String]

  /// Adds a root permanently, and returns once it is in effect.
  ///
  /// - Parameter folder: the folder; adding a root again is no error.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchFolder`, and the errors of ``reload()``.
  func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String]

  /// Removes a root permanently, with its documents, and returns once this is in effect.
  ///
  /// - Parameter folder: a root.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchRoot`, `lastRoot`, and the errors of ``reload()``.
  func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String]
}

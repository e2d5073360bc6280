import Configuration
import SearchInterface

extension SearchFailure {
  /// The failure for an error in the configuration.
  ///
  /// With `isStart`, there is no previous configuration, so the daemon cannot start.
  init(configuration error: any Error, isStart: Bool = false) {
    let problem = error as? ConfigurationError
    self = .invalidConfiguration(
      file: problem?.file ?? "", line: problem?.line, reason: problem?.reason ?? "\(error)",
      isStart: isStart ? true : nil)
  }
}

import Configuration
import SearchInterface

extension SearchFailure {
  /// The failure for an error of reading the configuration.
  ///
  /// At the start there is no other configuration, so that the daemon cannot start.
  init(configuration error: any Error, isStart: Bool = false) {
    let problem = error as? ConfigurationError
    self = .invalidConfiguration(
      file: problem?.file ?? "", line: problem?.line, reason: problem?.reason ?? "\(error)",
      isStart: isStart ? true : nil)
  }
}

package import LinuxSystem
package import SearchIndex

/// Where the configuration comes from, so that it can be read again.
package struct ConfigurationSource: Sendable {
  let home: FilePath
  /// The only file that is read; nil for those in ``folders``.
  let file: FilePath?
  /// Where files are looked for, the weakest first and the person's own last.
  let folders: [FilePath]
  /// The roots that the command line names, in place of those of any file.
  package let roots: [FilePath]
  /// The level that the command line names.
  let logLevel: LogLevel?

  /// - Parameters:
  ///   - home: the home folder.
  ///   - file: the only file to read; nil for those in `folders`.
  ///   - folders: where files are looked for, the weakest first.
  ///   - roots: the roots that the command line names.
  ///   - logLevel: the level that the command line names.
  package init(
    home: FilePath, file: FilePath?, folders: [FilePath], roots: [FilePath], logLevel: LogLevel?
  ) {
    self.home = home
    self.file = file
    self.folders = folders
    self.roots = roots
    self.logLevel = logLevel
  }

  /// Reads everything.
  ///
  /// - Returns: the configuration with what the command line changes, and how words are found.
  /// - Throws: a ``ConfigurationError`` or what reading a file fails with.
  package func read() throws -> (configuration: ServiceConfiguration, text: TextSettings) {
    var configuration = try ConfigurationReader(home: home).read(only: file, folders: folders)
    if !roots.isEmpty { configuration.roots = roots }
    if let logLevel { configuration.logLevel = logLevel }
    return (configuration, try configuration.text.load())
  }

  /// The folders whose files are indexed: the home folder where none is named.
  package func roots(of configuration: ServiceConfiguration) -> [FilePath] {
    configuration.roots ?? [home]
  }

  /// The file that keeps roots which are added and removed while the daemon runs; nil where it would
  /// not be read, because the command line names roots or the only file to read.
  package var rootsFile: RootsFile? {
    guard file == nil, roots.isEmpty else { return nil }
    return folders.last.map { RootsFile(in: $0.appending("sittad.conf.d")) }
  }
}

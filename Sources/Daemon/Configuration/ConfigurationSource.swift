import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction

/// The sources of the configuration: files and the command line.
package struct ConfigurationSource: Sendable {
  let home: FilePath
  /// The only file to read; nil to read the files in ``folders``.
  let file: FilePath?
  /// The folders of configuration files; later ones override earlier ones; the last one is the user's.
  let folders: [FilePath]
  /// The roots on the command line; if there are any, they replace those in files.
  package let roots: [FilePath]
  /// The log level on the command line; nil if there is none.
  let logLevel: LogLevel?

  /// - Parameters:
  ///   - home: the home folder.
  ///   - file: the only file to read; nil for the files in `folders`.
  ///   - folders: the folders of configuration files; later ones override earlier ones.
  ///   - roots: the roots on the command line.
  ///   - logLevel: the log level on the command line.
  package init(
    home: FilePath, file: FilePath?, folders: [FilePath], roots: [FilePath], logLevel: LogLevel?
  ) {
    self.home = home
    self.file = file
    self.folders = folders
    self.roots = roots
    self.logLevel = logLevel
  }

  /// Reads all sources.
  ///
  /// - Returns: the configuration, including the command line, and the text settings.
  /// - Throws: a ``ConfigurationError``, also for a root that is not a folder or is on a file
  ///   system of the kernel's state; a `SystemError` if a file cannot be read.
  package func read() throws -> (configuration: ServiceConfiguration, text: TextSettings) {
    var configuration = try ConfigurationReader(home: home).read(only: file, folders: folders)
    if !roots.isEmpty { configuration.roots = roots }
    if let logLevel { configuration.logLevel = logLevel }
    for root in configuration.roots ?? [] {
      guard let reason = RootFolder.refusal(of: root) else { continue }
      let origin = roots.isEmpty ? configuration.rootOrigins[root] : nil
      throw ConfigurationError(
        file: origin?.file ?? "--root", line: origin?.line, reason: reason)
    }
    let readers = try configuration.readers.readers(home: home)
    configuration.extract.externalReaders = ExternalReaders(readers.installed)
    configuration.warnings += readers.warnings
    return (configuration, try configuration.text.load())
  }

  /// The folders to index; by default, the home folder.
  package func roots(of configuration: ServiceConfiguration) -> [FilePath] {
    configuration.roots ?? [home]
  }

  /// Sentences about probable mistakes in a configuration.
  package func warnings(about configuration: ServiceConfiguration) -> [String] {
    configuration.warnings + RootFolder.warnings(about: roots(of: configuration)) + accessWarnings
  }

  /// Sentences about configuration files that other users can change.
  package var accessWarnings: [String] {
    let files = file.map { [$0] } ?? ConfigurationReader.files(in: folders)
    return ConfigurationAccess().warnings(about: files)
  }

  /// The file to which roots are written that are added or removed while the daemon runs.
  ///
  /// Nil if such a file would not be read, because the command line has roots or the only file to read.
  package var rootsFile: RootsFile? {
    guard file == nil, roots.isEmpty else { return nil }
    return folders.last.map { RootsFile(in: $0.appending("sittad.conf.d")) }
  }
}

import FileSelection
public import LinuxSystem

/// A line of the configuration that cannot be followed.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The line, counted from 1; nil where it is not a single one.
  public let line: Int?
  /// What is wrong with it, and what is allowed, as a sentence.
  public let reason: String

  init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// File, line and reason.
  public var description: String {
    "\(file)\(line.map { ", line \($0)" } ?? ""): \(reason)".escapingControls()
  }
}

/// Reads `sittad.conf` files: systemd's syntax, one after the other; a later line wins, lists grow,
/// and an empty value empties a list.
public struct ConfigurationReader: Sendable {
  private let places: ConfigurationPlaces

  /// Makes a reader.
  public init(home: FilePath) {
    places = ConfigurationPlaces(home: home)
  }

  /// Reads the given file, or where there is none given, the system's and the user's file and the
  /// `.d` folder of each; those that are missing are passed over.
  ///
  /// - Parameters:
  ///   - file: the only file to read; it must exist.
  ///   - folders: where `sittad.conf` and `sittad.conf.d` are looked for, the weakest first.
  /// - Returns: the configuration.
  /// - Throws: a ``ConfigurationError`` or what reading a file fails with.
  public func read(only file: FilePath?, folders: [FilePath]) throws -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    if let file {
      try read(file, into: &configuration)
      return configuration
    }
    for folder in folders {
      for file in [folder.appending("sittad.conf")] + dropIns(folder.appending("sittad.conf.d")) {
        do {
          try read(file, into: &configuration)
        } catch let error as SystemError where error.isMissing {
          continue
        }
      }
    }
    return configuration
  }

  private func dropIns(_ folder: FilePath) -> [FilePath] {
    guard let directory = try? FileDescriptor(openingDirectory: folder),
      let listing = try? DirectoryListing(of: directory)
    else { return [] }
    return listing.names.filter { $0.suffix(5).elementsEqual(".conf".utf8) }
      .map { folder.appending($0) }.sorted()
  }

  private func read(_ file: FilePath, into configuration: inout ServiceConfiguration) throws {
    let descriptor = try FileDescriptor(openingOwn: file)
    let text = try descriptor.read(upTo: 1 << 20, expecting: 4_096)
    try parse(text, named: file.description, into: &configuration)
  }

  /// Reads the text of one file.
  ///
  /// - Parameters:
  ///   - text: the file's bytes.
  ///   - name: what messages call the file.
  ///   - configuration: what is changed by the file's lines.
  /// - Throws: for the first wrong line.
  func parse(
    _ text: [UInt8], named name: String, into configuration: inout ServiceConfiguration
  ) throws(ConfigurationError) {
    var changed = configuration
    var lines = ConfigurationLines(text)
    do {
      while let assignment = try lines.next() {
        try apply(assignment, of: name, to: &changed)
      }
    } catch {
      throw ConfigurationError(
        file: name, line: error.line, reason: error.reason.escapingControls())
    }
    configuration = changed
  }

  private func apply(
    _ assignment: ConfigurationLines.Assignment, of file: String,
    to configuration: inout ServiceConfiguration
  ) throws(ConfigurationLines.Fault) {
    let (section, key, value) = (assignment.section, assignment.key, assignment.value)
    let options = ConfigurationOption.all
    guard let option = options.first(where: { $0.section == section && $0.key == key }) else {
      let keys = options.filter { $0.section == section }.map(\.key)
      let sections = Set(options.map { "[\($0.section)]" }).sorted()
      throw ConfigurationLines.Fault(
        line: assignment.line,
        reason: keys.isEmpty
          ? "there is no section [\(section)]; there are \(sections.joined(separator: ", "))."
          : "[\(section)] has no \(key)=; it has \(keys.joined(separator: ", ")).")
    }
    let known = configuration.excludes.count
    guard option.apply(value, &configuration, places) else {
      throw ConfigurationLines.Fault(
        line: assignment.line,
        reason: "\(key)=\(value) is not allowed; \(key)= takes \(option.allowed).")
    }
    for pattern in configuration.excludes.dropFirst(known) {
      configuration.excludeOrigins[pattern.text] = RuleOrigin(file: file, line: assignment.line)
    }
  }
}

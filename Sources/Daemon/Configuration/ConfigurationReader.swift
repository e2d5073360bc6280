import Arguments
import FileSelection
public import LinuxSystem

/// An error in a configuration file.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The number of the line, from 1; nil if the error is not in a single line.
  public let line: Int?
  /// A sentence with the error and the allowed values.
  public let reason: String

  init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// The file, the line and the reason.
  public var description: String {
    "\(file)\(line.map { ", line \($0)" } ?? ""): \(reason)".escapingControls()
  }
}

/// Reads `sittad.conf` files, in systemd's syntax.
///
/// A later line overrides an earlier one. For a list, it adds to the list, and an empty value
/// empties the list.
public struct ConfigurationReader: Sendable {
  private let bases: ConfigurationFolders

  /// Makes a reader.
  public init(home: FilePath) {
    bases = ConfigurationFolders(home: home)
  }

  /// Reads one file, or the files of the system and of the user with their `.d` folders.
  ///
  /// Missing files are skipped, unless it is the only file.
  ///
  /// - Parameters:
  ///   - file: the only file to read, which must exist; nil for the files in `folders`.
  ///   - folders: the folders with `sittad.conf` and `sittad.conf.d`; later ones override earlier ones.
  /// - Returns: the configuration.
  /// - Throws: a ``ConfigurationError``, or a `SystemError` if a file cannot be read.
  public func read(only file: FilePath?, folders: [FilePath]) throws -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    if let file {
      try read(file, into: &configuration)
      return configuration
    }
    for file in Self.files(in: folders) {
      do {
        try read(file, into: &configuration)
      } catch let error as SystemError where error.isMissing {
        continue
      }
    }
    return configuration
  }

  /// The files to read, in order; a `sittad.conf` in the list may be missing.
  static func files(in folders: [FilePath]) -> [FilePath] {
    folders.flatMap { folder in
      [folder.appending("sittad.conf")] + dropIns(folder.appending("sittad.conf.d"))
    }
  }

  private static func dropIns(_ folder: FilePath) -> [FilePath] {
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

  /// Parses the text of a file; `name` is its name in messages.
  ///
  /// - Throws: an error for the first invalid line; then the configuration is unchanged.
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

  /// Why a key is unknown in a section, and which key was probably meant.
  private static func reason(unknown key: String, in section: String) -> String {
    let options = ConfigurationOption.all
    let sections = Set(options.map(\.section)).sorted()
    let list = sections.map { "[\($0)]" }.joined(separator: ", ")
    func isMeant(_ name: String, by other: String) -> Bool {
      name.lowercased() == other.lowercased()
    }
    let keys = options.filter { $0.section == section }.map(\.key)
    if keys.isEmpty {
      if section.isEmpty {
        let home = options.first { isMeant($0.key, by: key) }?.section
        return "\(key)= comes before the first section. "
          + (home.map { "Write [\($0)] above it." } ?? "The sections are \(list).")
      }
      let meant = sections.first { isMeant($0, by: section) }
      return "there is no section [\(section)]. "
        + (meant.map { "Did you mean [\($0)]? " } ?? "") + "The sections are \(list)."
    }
    if let meant = keys.first(where: { isMeant($0, by: key) }) {
      return "[\(section)] has no \(key)=. Did you mean \(meant)=?"
    }
    let other = options.first { isMeant($0.key, by: key) }
    return "[\(section)] has no \(key)=. "
      + (other.map { "[\($0.section)] has \($0.key)=." }
        ?? "It has \(keys.joined(separator: ", ")).")
  }

  private func apply(
    _ assignment: ConfigurationLines.Assignment, of file: String,
    to configuration: inout ServiceConfiguration
  ) throws(ConfigurationLines.Fault) {
    let (section, key, value) = (assignment.section, assignment.key, assignment.value)
    let reader = ReaderSections.name(of: section)
    let title = reader == nil ? section : ReaderSections.title
    let options = ConfigurationOption.all
    guard let option = options.first(where: { $0.section == title && $0.key == key }) else {
      if section == "Ranking", ConfigurationOption.formerRanking.contains(key) {
        configuration.warnings.append(
          """
          \(file), line \(assignment.line): \(key)= is ignored. It is a fixed part of the ranking now; \
          remove the line.
          """)
        return
      }
      throw ConfigurationLines.Fault(
        line: assignment.line, reason: Self.reason(unknown: key, in: title))
    }
    let known = configuration.excludes.count
    let knownRoots = configuration.roots?.count ?? 0
    let origin = RuleOrigin(file: file, line: assignment.line)
    var bases = bases
    bases.reader = reader.map { ($0, origin) }
    guard option.apply(value, &configuration, bases) else {
      throw ConfigurationLines.Fault(
        line: assignment.line,
        reason: "\(key)=\(value) is not allowed. \(key)= takes \(option.allowed)."
          + (option.allowed.hasPrefix("folders") && value.contains(" ")
            ? " Put a folder with a blank in quotes." : "")
          + (option.correction(of: value).map { " \($0)" } ?? ""))
    }
    for pattern in configuration.excludes.dropFirst(known) {
      configuration.excludeOrigins[pattern.text] = origin
    }
    for root in (configuration.roots ?? []).dropFirst(knownRoots) {
      configuration.rootOrigins[root] = origin
    }
  }
}

import CInih
import FileSelection
public import LinuxSystem

/// A line of the configuration that cannot be followed.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The file, the line, what is wrong with it, and what is allowed.
  public let description: String
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
    let reading = Reading(text, named: name, configuration, places)
    cinih_read_long_single_lines()
    let context = unsafe Unmanaged.passUnretained(reading)
    let line = unsafe ini_parse_stream(
      { buffer, size, stream in
        guard let stream = unsafe stream, let buffer = unsafe buffer else { return nil }
        return unsafe Unmanaged<Reading>.fromOpaque(stream).takeUnretainedValue()
          .nextLine(into: buffer, size: Int(size)) ? buffer : nil
      }, context.toOpaque(),
      { user, section, key, value in
        guard let user = unsafe user, let section = unsafe section, let key = unsafe key else {
          return 1
        }
        let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
        return unsafe Unmanaged<Reading>.fromOpaque(user).takeUnretainedValue()
          .take(String(cString: section), String(cString: key), text) ? 1 : 0
      }, context.toOpaque())
    // The library reads on behind a line that it does not understand.
    if let (place, fault) = reading.fault, line <= 0 || place <= line {
      throw ConfigurationError(description: "\(name), line \(place): \(fault)")
    }
    guard line == 0 else {
      throw ConfigurationError(
        description: "\(name), line \(line): this is neither [Section], Key=Value nor a comment.")
    }
    configuration = reading.configuration
  }
}

/// One run of libinih over a text; it counts the lines, which the library does not tell a handler.
private final class Reading {
  var configuration: ServiceConfiguration
  var fault: (line: Int, sentence: String)?
  private var rest: ArraySlice<UInt8>
  private var line = 0
  private let name: String
  private let places: ConfigurationPlaces

  init(
    _ text: [UInt8], named name: String, _ configuration: ServiceConfiguration,
    _ places: ConfigurationPlaces
  ) {
    rest = text[...]
    self.name = name
    self.configuration = configuration
    self.places = places
  }

  /// Does what fgets(3) does.
  func nextLine(into buffer: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
    guard fault == nil, size > 1, !rest.isEmpty else { return false }
    let end = rest.firstIndex(of: 0x0a).map { $0 + 1 } ?? rest.endIndex
    line += 1
    if end - rest.startIndex >= size {
      fault = (line, "the line is longer than \(size - 2) bytes.")
      return false
    }
    for (index, byte) in rest[..<end].enumerated() {
      unsafe buffer[index] = CChar(bitPattern: byte == 0 ? 0x20 : byte)
    }
    unsafe buffer[end - rest.startIndex] = 0
    rest = rest[end...]
    return true
  }

  func take(_ section: String, _ key: String, _ value: String) -> Bool {
    let options = ConfigurationOption.all
    guard let option = options.first(where: { $0.section == section && $0.key == key }) else {
      let keys = options.filter { $0.section == section }.map(\.key)
      let sections = Set(options.map { "[\($0.section)]" }).sorted()
      refuse(
        keys.isEmpty
          ? "there is no section [\(section)]; there are \(sections.joined(separator: ", "))."
          : "[\(section)] has no \(key)=; it has \(keys.joined(separator: ", ")).")
      return false
    }
    let known = configuration.excludes.count
    if option.apply(value, &configuration, places) {
      for pattern in configuration.excludes.dropFirst(known) {
        configuration.excludeOrigins[pattern.text] = RuleOrigin(file: name, line: line)
      }
      return true
    }
    refuse("\(key)=\(value) is not allowed; \(key)= takes \(option.allowed).")
    return false
  }

  private func refuse(_ sentence: String) {
    if fault == nil { fault = (line, sentence.escapingControls()) }
  }
}

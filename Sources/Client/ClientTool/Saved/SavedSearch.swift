import Arguments
import LinuxSystem

/// A search that a person has kept, as a file of `Key=value` lines that can be read and edited.
///
/// The name of the search is the name of the file, without `.conf`.
struct SavedSearch: Encodable, Equatable, Sendable {
  /// The name.
  var name: String
  /// The query, as it was typed.
  var query: String
  /// The order of the hits; nil for the best ones first.
  var sort: String?
  /// Whether the page shows it before anything is typed.
  var pinned = false
  /// Of a standing search: whether new hits are notified.
  var notify: Bool?
  /// Of a standing search: the program that gets the paths of new hits.
  var run: String?
  /// Of a standing search: whether the paths are ended by NUL, and not by a line feed.
  var null: Bool?

  /// The most bytes of a file that are read.
  static let sizeLimit = 64 << 10
  /// The longest name of a file in bytes, without `.conf`; see NAME_MAX in limits.h.
  private static let nameLimit = 200

  /// Makes a search.
  init(_ name: String, _ query: String) {
    (self.name, self.query) = (name, query)
  }

  /// Reads the text of a file.
  ///
  /// - Returns: nil if it has no query, or a line that is not understood.
  init?(named name: String, _ text: String) {
    self.init(name, "")
    for line in text.split(whereSeparator: \.isNewline) {
      guard let first = line.first(where: { $0 != " " }), first != "#" else { continue }
      guard let equals = line.firstIndex(of: "=") else { return nil }
      let key = line[..<equals].filter { $0 != " " }
      let value = String(line[line.index(after: equals)...].drop { $0 == " " })
      switch (key, value) {
      case ("Query", _): query = value
      case ("Sort", _): sort = value
      case ("Run", _): run = value
      case ("Pinned", "yes"), ("Pinned", "no"): pinned = value == "yes"
      case ("Notify", "yes"), ("Notify", "no"): notify = value == "yes"
      case ("Null", "yes"), ("Null", "no"): null = value == "yes"
      default: return nil
      }
    }
    if query.isEmpty { return nil }
  }

  /// The text of the file.
  var text: String {
    var lines = [
      "# A search that 'sitta' keeps. Its name is the name of this file.", "Query=\(query)",
    ]
    if let sort { lines.append("Sort=\(sort)") }
    if pinned { lines.append("Pinned=yes") }
    if let notify { lines.append("Notify=\(notify ? "yes" : "no")") }
    if let run { lines.append("Run=\(run)") }
    if null == true { lines.append("Null=yes") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Why a name cannot be that of a file; nil if it can.
  static func refusal(of name: String) -> String? {
    if name.isEmpty || name.first == "." { return "it is empty or begins with a dot" }
    if name.contains(where: { $0 == "/" || $0.isNewline }) || name.escapingControls() != name {
      return "it has a slash or a control character"
    }
    return name.utf8.count > nameLimit ? "it has more than \(nameLimit) bytes" : nil
  }

  /// A name for a query that got none: the query without what no file name can have.
  static func name(for query: String) -> String {
    let plain = query.escapingControls().map { $0 == "/" || $0.isNewline ? " " : $0 }
    var name = String(String(plain).prefix(60).drop { $0 == "." || $0 == " " })
    while name.utf8.count > nameLimit { name.removeLast() }
    while name.last == " " { name.removeLast() }
    return name.isEmpty ? "search" : name
  }
}

/// The folder with the files of saved searches, or of standing ones.
struct SavedSearchFolder {
  /// The path of the folder.
  let path: FilePath

  private static let suffix = Array(".conf".utf8)

  /// The folder `searches.d` or `watches.d` in Sitta's configuration.
  ///
  /// - Throws: a failure if the home folder is unknown.
  init(_ name: String) throws(ClientCommand.Failure) {
    guard let home = ProcessEnvironment.home else {
      throw ClientCommand.Failure(
        code: .failed, sentence: "The home folder is unknown: set HOME.")
    }
    path = (ProcessEnvironment.path(in: "XDG_CONFIG_HOME") ?? home.appending(".config"))
      .appending("sitta").appending(name)
  }

  /// The path of the file of a search.
  func file(_ name: String) -> FilePath { path.appending(Array(name.utf8) + Self.suffix) }

  /// All searches by name, and the files that cannot be read.
  ///
  /// - Throws: the error of opening the folder, unless it does not exist.
  func all() throws -> (searches: [SavedSearch], unread: [FilePath]) {
    var searches: [SavedSearch] = []
    var unread: [FilePath] = []
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try DirectoryListing(of: FileDescriptor(openingDirectory: path)).names
    } catch {
      if error.isMissing { return ([], []) }
      throw error
    }
    for file in names where file.first != UInt8(ascii: ".") && file.ends(with: Self.suffix) {
      let name = String(decoding: file.dropLast(Self.suffix.count), as: UTF8.self)
      let bytes = try? FileDescriptor(openingForeign: path.appending(file))
        .read(upTo: SavedSearch.sizeLimit, expecting: 512)
      if let bytes, let search = SavedSearch(named: name, String(decoding: bytes, as: UTF8.self)) {
        searches.append(search)
      } else {
        unread.append(path.appending(file))
      }
    }
    return (searches.sorted { $0.name < $1.name }, unread.sorted(by: <))
  }

  /// Writes a search, and replaces the one of this name; only its owner can read it.
  ///
  /// - Throws: a failure if the name or the query cannot be written, or an error of the file system.
  func write(_ search: SavedSearch) throws {
    if let reason = SavedSearch.refusal(of: search.name) {
      throw UsageError("'\(search.name.escapingControls())' cannot be a name: \(reason).")
    }
    try path.makeDirectory()
    try file(search.name).replaceContent(with: Array(search.text.utf8))
  }

  /// Removes a search; returns whether there was one.
  ///
  /// - Throws: an error of the file system.
  func remove(_ name: String) throws -> Bool {
    guard SavedSearch.refusal(of: name) == nil, file(name).exists else { return false }
    try file(name).removeFile()
    return true
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with suffix: [UInt8]) -> Bool {
    count > suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}

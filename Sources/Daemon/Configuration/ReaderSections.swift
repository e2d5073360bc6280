package import FileSelection
import MediaTypes
package import LinuxSystem
package import TextExtraction

/// The sections `[Reader NAME]`: programs that read documents of other formats.
package struct ReaderSections: Equatable, Sendable {
  /// One section.
  package struct Section: Equatable, Sendable {
    package let name: String
    /// The program and its arguments; empty to use no program.
    package var command: [String] = []
    /// The suffixes of the files that it reads, in lower case and without the dot.
    package var suffixes: Set<String> = []
    package var output = ExternalReader.Output.text
    /// The first line of the section in a file; nil for a program that Sitta knows.
    package var origin: RuleOrigin?

    fileprivate init(_ name: String) { self.name = name }
  }

  /// The title of the sections in the manual.
  static let title = "Reader NAME"
  /// The folders in which a program is looked for that is named without a path.
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// The sections; first the programs that Sitta knows.
  package private(set) var sections = Self.known

  /// The NAME of a section `[Reader NAME]`; nil for other sections.
  static func name(of section: String) -> String? {
    let words = section.split(separator: " ", maxSplits: 1)
    return words.count == 2 && words[0] == "Reader" ? String(words[1]) : nil
  }

  /// Changes a section, which is made if there is none.
  mutating func change(_ name: String, at origin: RuleOrigin?, _ change: (inout Section) -> Void) {
    let index = sections.firstIndex { $0.name == name }
    var section = index.map { sections[$0] } ?? Section(name)
    let before = section
    change(&section)
    // A line that sets what holds anyway makes no section.
    if section == before { return }
    section.origin = section.origin ?? origin
    if let index { sections[index] = section } else { sections.append(section) }
  }

  /// The readers whose programs are installed, and sentences about others that a file names.
  ///
  /// - Parameter home: the home folder.
  /// - Returns: both, in the order of the sections.
  /// - Throws: a ``ConfigurationError`` for an incomplete section.
  package func readers(
    home: FilePath
  ) throws(ConfigurationError) -> (installed: [ExternalReader], warnings: [String]) {
    var (installed, warnings): ([ExternalReader], [String]) = ([], [])
    for section in sections {
      guard let program = section.command.first else {
        if let origin = section.origin, !Self.known.contains(where: { $0.name == section.name }) {
          throw ConfigurationError(
            file: origin.file, line: origin.line,
            reason: "[Reader \(section.name)] has no Program=.")
        }
        continue
      }
      if section.suffixes.isEmpty, let origin = section.origin {
        throw ConfigurationError(
          file: origin.file, line: origin.line, reason: "[Reader \(section.name)] has no Types=.")
      }
      if let path = Self.find(program, home: home) {
        installed.append(
          ExternalReader(
            name: section.name, program: path, arguments: Array(section.command.dropFirst()),
            suffixes: section.suffixes, output: section.output,
            // Other files have such suffixes, too.
            givesWay: section.origin == nil))
      } else if section.origin != nil {
        warnings.append(
          """
          The program \(program) of [Reader \(section.name)] is missing: its documents are found by their \
          names only. Install it, then call sitta reload.
          """)
      }
    }
    return (installed, warnings)
  }

  /// The path of a program; nil if it is missing or cannot be executed.
  private static func find(_ program: String, home: FilePath) -> FilePath? {
    let paths =
      program.contains("/")
      ? [ConfigurationFolders(home: home).path(program)]
      : folders.map { FilePath(absolute: "\($0)/\(program)") }
    // A program may decide by its name what it does, so its path stays as it is.
    return paths.lazy.compactMap(\.self).first { path in
      let file = try? path.resolvingSymbolicLinks()
      guard let status = file.flatMap({ try? FileStatus(of: $0) }) else { return false }
      return status.kind == .regular && status.permissions & 0o111 != 0
    }
  }

  /// The suffixes that a word of `Types=` means; empty if it means none.
  static func suffixes(_ word: String) -> Set<String> {
    if word.contains("/") {
      return Set(MediaType.types.filter { $0.value == word }.keys)
    }
    let suffix = word.drop { $0 == "*" || $0 == "." }
    return suffix.isEmpty || suffix.contains(".") ? [] : [String(suffix)]
  }

  /// The programs that Sitta knows, for the manual.
  static let list = known.map { section in
    "`\(section.name)` (`\(section.command[0])`: \(section.suffixes.sorted().joined(separator: " ")))"
  }.joined(separator: ", ")

  /// Programs that Debian and others have, and that run without writing any file.
  ///
  /// Those with `2` in their names belong to the Document Liberation Project, which reads the formats of old
  /// programs: <https://www.documentliberation.org/projects/>.
  private static let known = [
    known("wordperfect", "wpd2text %f", "wpd wp wp4 wp5 wp6"),
    known("visio", "vsd2text %f", "vsd vst"),
    known("visio-stencils", "vss2text %f", "vss"),
    known("works", "wps2text %f", "wps wri"),
    known("works-sheets", "wks2text %f", "wks wk1 wk3 wk4 123 wdb"),
    known("staroffice", "sd2text %f", "sdw sdc"),
    known("classic-mac", "mwaw2text %f", "cwk mcw"),
    known(
      "postscript", "gs -q -dSAFER -dNOPAUSE -dBATCH -sDEVICE=txtwrite -sOutputFile=- -",
      "ps eps"),
  ]

  private static func known(_ name: String, _ command: String, _ suffixes: String) -> Section {
    var section = Section(name)
    section.command = command.split(separator: " ").map(String.init)
    section.suffixes = Set(suffixes.split(separator: " ").map(String.init))
    return section
  }
}

extension ConfigurationOption {
  /// The options of the sections `[Reader NAME]`.
  static let readers: [ConfigurationOption] = [
    ConfigurationOption(
      section: ReaderSections.title, key: "Program",
      allowed: "a program with its arguments, such as `wpd2text %f`",
      defaultValue: "",
      help: """
        A program that reads documents of a format that Sitta does not know, or another one than Sitta's \
        own reader. NAME is a word of your choice. The document is the standard input of the program; `%f` \
        is replaced by a path of it. Its text is what the program writes to standard output. It runs in a \
        jail: it can read what the system has installed, and this one document, but no other file of yours. It \
        cannot write to any file, and has no network. These programs are used without any such section \
        if they are installed: \(ReaderSections.list); a file that they cannot read is read by Sitta's own \
        readers, as without them. An empty value turns one off: write it into a \
        section of that name. If you change a section or install a program, call `sitta reload`.
        """
    ) { value, configuration, folders in
      folders.change(&configuration) { $0.command = words(value) }
    },
    ConfigurationOption(
      section: ReaderSections.title, key: "Types",
      allowed: "suffixes such as wpd, or media types that Sitta knows, such as application/pdf",
      defaultValue: "",
      help: """
        The files that the program reads, by the suffixes of their names. If two sections name a suffix, the \
        later one reads it. Members of archives and mails are read by Sitta's own readers only.
        """
    ) { value, configuration, folders in
      let words = list(value)
      let suffixes = words.map(ReaderSections.suffixes)
      if suffixes.contains([]) { return false }
      return folders.change(&configuration) { section in
        section.suffixes = words.isEmpty ? [] : section.suffixes.union(suffixes.joined())
      }
    },
    ConfigurationOption(
      section: ReaderSections.title, key: "Output",
      allowed: "text or html",
      defaultValue: "text",
      help: "What the program writes: plain text, preferably in UTF-8, or a page in HTML."
    ) { value, configuration, folders in
      guard let output = ExternalReader.Output(rawValue: value.lowercased()) else { return false }
      return folders.change(&configuration) { $0.output = output }
    },
  ]
}

public import ExtractionProtocol

extension DocumentExtractor {
  /// Something that prevents documents from being read.
  public enum Obstacle: Hashable, CaseIterable, Sendable {
    /// The program is missing, or cannot set up its jail.
    case missingProgram(ReaderProgram)
    /// The kernel cannot filter system calls.
    case noFilter
    /// The kernel cannot keep a program from writing to files.
    case noLandlock

    /// All obstacles, in the order in which they are shown.
    public static let allCases =
      ReaderProgram.allCases.map(Self.missingProgram) + [.noFilter, .noLandlock]

    /// The problem and what to do, as sentences.
    public var text: String {
      switch self {
      case .missingProgram(.general):
        """
        The program sitta-extract is missing or does not run: HTML, mail and other documents \
        are found by their names only. Install Sitta again, and the package \(ReaderProgram.general.package).
        """
      case .missingProgram(.pdf):
        """
        The program sitta-extract-pdf is missing or does not run: PDF documents are found by their names \
        only. Install the package \(ReaderProgram.pdf.package), and Sitta again if that does not help.
        """
      case .missingProgram(.external):
        """
        The program sitta-extract-external is missing or does not run: documents of the sections [Reader …] \
        are found by their names only. Install Sitta again.
        """
      case .noLandlock:
        """
        This kernel has no Landlock, so the programs of the sections [Reader …] do not run: their documents \
        are found by their names only. Use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK.
        """
      case .noFilter:
        """
        This kernel has no seccomp filters: documents of these formats are found by their names \
        only: \(Self.filteredFormats). Use a kernel with CONFIG_SECCOMP_FILTER.
        """
      }
    }

    private static let filteredFormats = Set(
      DocumentFormat.allCases.filter(\.needsFilter).map(\.name)
    ).sorted().joined(separator: ", ")
  }
}

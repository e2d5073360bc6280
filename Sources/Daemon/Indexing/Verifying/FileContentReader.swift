import ExtractionProtocol
import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction

/// Reads a file as the indexer would, and keeps only digests.
final class FileContentReader {
  private let extractor: DocumentExtractor
  private var context: ReadingContext

  /// The largest number of members with the same path that the index has; see ``IndexStorage/ContainerWriter``.
  private static let sameNames = 100

  /// - Parameters:
  ///   - context: how files are read.
  ///   - loop: waits for the end of programs.
  init(_ context: ReadingContext, on loop: EventLoop) {
    self.context = context
    extractor = ReadingThread.newExtractor(in: context, on: loop)
    use(context)
  }

  /// Uses other settings from now on.
  func use(_ context: ReadingContext) {
    self.context = context
    if extractor.settings != context.settings { extractor.settings = context.settings }
    extractor.paused = context.paused
    extractor.programStates = context.programs
  }

  /// The current version of the reader whose version is stored under a number.
  func currentVersion(of stored: Int64) -> Int64 {
    extractor.version(replacing: stored).rawValue
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - found: its status when it was found.
  ///   - folder: the open folder that contains it.
  ///   - rules: which paths are indexed.
  ///   - selection: the rules of its folder.
  /// - Returns: the content.
  func content(
    of path: FilePath, _ found: FileStatus, in folder: borrowing FileDescriptor,
    _ rules: SelectionRules, _ selection: FolderSelection
  ) -> FileContent {
    // A document at which a program or the daemon died is not read again for this.
    guard context.readings.treatment(of: FileVersion(found)) == .ordinary else {
      return .unknown(.unreadable)
    }
    let limits = ReadingLimits(configured: context.settings.byteLimit, .current)
    var members = Members(of: path.name, selection, found, limits)
    do throws(SystemError) {
      let beginning = try extract(path, from: 0, in: folder, limits, &members)
      let status = beginning.0
      var text = beginning.1
      guard status.kind == .regular else { return .absent }
      while let beginning = text, let start = continuation(of: beginning) {
        let (same, rest) = try extract(path, from: start, in: folder, limits, &members)
        guard same == status, let rest else { return .unknown(.changing) }
        text = beginning.continued(by: rest)
      }
      guard let text else { return .unknown(Task.isCancelled ? .changing : .unreadable) }
      let document = Document(text, status, within: limits)
      if !rules.includesSecrets, rules.isSecret(document, at: path) { return .leftOut }
      return .read(
        ReadContent(
          status: status, digest: SearchableTexts(document, name: path.name).digest,
          state: document.state, extractor: document.extractor, scan: document.scan,
          members: members.digests.sorted(),
          isCut: members.isCut || document.isCut(by: limits),
          access: rules.recordsAccess
            ? RecordedAccess(AccessRule(of: path.name, in: folder)) : nil))
    } catch {
      return error.isMissing || error.isSymbolicLink ? .absent : .unknown(.unreadable)
    }
  }

  private func continuation(of document: ExtractedText) -> UInt64? {
    let limitsMembers = context.settings.members.count < ExtractionSettings().members.count
    return document.hasMoreMembers && !limitsMembers ? document.position : nil
  }

  /// Reads a file from an offset; the text is nil if the program that reads it died.
  private func extract(
    _ path: FilePath, from start: UInt64, in folder: borrowing FileDescriptor,
    _ limits: ReadingLimits, _ members: inout Members
  ) throws(SystemError) -> (FileStatus, ExtractedText?) {
    let file = try FileDescriptor(openingForeign: path.name, in: folder)
    let status = try file.status()
    guard status.kind == .regular else { return (status, nil) }
    let readings = context.readings
    let result = try extractor.extract(
      file, status, name: path.name, byteLimit: limits.bytes, from: start,
      isInterrupted: { Task.isCancelled || readings.isEnding },
      needsReading: { members.includes($0) }, member: { members.take($0) })
    guard case .read(let text) = result else { return (status, nil) }
    return (status, text)
  }

  /// The members of a file, of which only digests are kept.
  private struct Members {
    private let container: FileStatus
    private let limits: ReadingLimits
    private let buffer: MemberBuffer
    private var names: [[[[UInt8]]]: Int] = [:]
    private(set) var digests: [ContentDigest] = []
    private(set) var isCut = false

    init(
      of name: [UInt8], _ selection: FolderSelection, _ container: FileStatus,
      _ limits: ReadingLimits
    ) {
      (self.container, self.limits) = (container, limits)
      buffer = MemberBuffer(of: name, selection)
    }

    func includes(_ extracted: ExtractedMember) -> Bool {
      ContainerMember(extracted, in: container, within: limits).map { !buffer.isLeftOut($0) }
        ?? false
    }

    mutating func take(_ extracted: ExtractedMember) {
      guard let member = ContainerMember(extracted, in: container, within: limits),
        !buffer.isLeftOut(member), !buffer.holdsSecret(member)
      else { return }
      names[member.path, default: 0] += 1
      if names[member.path, default: 0] > FileContentReader.sameNames { return }
      if member.isUnfinished { isCut = true }
      let name = member.path.last?.last ?? []
      digests.append(SearchableTexts(member.document, name: name).digest)
    }
  }
}

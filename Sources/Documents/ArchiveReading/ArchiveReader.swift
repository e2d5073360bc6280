public import DocumentReaders
import Glibc

/// Reads archives: zip, tar, 7z, rar, cpio and ar, also compressed as a whole.
///
/// Each file becomes a member of the document; folders, links and devices do not. If the content of a member
/// is not read, its name becomes text of the document. Names are UTF-8, even if the archive has them in
/// another encoding.
public enum ArchiveReader {
  /// The number of members that are given to the sink; of further members, only the names are.
  public static let mostMembers = 10_000

  /// Loads the system files that reading needs; call it before the process enters the jail.
  public static func prepare() {
    ArchiveLocale.shared.run {}
    // mktime(3) opens the time zone file at its first call, which the jail forbids.
    tzset()
  }

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - bytes: the archive, whole.
  ///   - sink: gets the members.
  /// - Throws: ``ReadingFailure`` after everything readable was given: `.encrypted` if a member needs a
  ///   password, `.memberLimit` or `.sizeLimit` if the archive exceeds a limit; the limit if both are the
  ///   case.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try read(bytes, UnpackingBudget(packedSize: bytes.count), into: &sink)
  }

  /// Reads an archive; each of at most two attempts may unpack the whole budget.
  static func read(
    _ bytes: Span<UInt8>, _ budget: UnpackingBudget, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if bytes.isEmpty { throw .damaged("it is empty") }
    let directory = ZipDirectory(of: bytes)
    try unsafe bytes.withUnsafeBytes { (bytes) throws(ReadingFailure) in
      try ArchiveLocale.shared.run { () throws(ReadingFailure) in
        try unsafe read(bytes, directory, budget, into: &sink)
      }
    }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ directory: ZipDirectory, _ budget: UnpackingBudget,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let first = unsafe walk(through: bytes, directory, budget, as: .container, into: &sink)
    guard let failure = first.failure else { return }
    if first.hasHeaders || failure == .encrypted { throw failure }
    // No member was found: the file may be a zip file without list, as after an interrupted download.
    let second = unsafe walk(through: bytes, directory, budget, as: .streamedZip, into: &sink)
    if !second.hasHeaders { throw failure }
    throw second.failure ?? .damaged("the list of its members is missing")
  }

  private static func walk(
    through bytes: UnsafeRawBufferPointer, _ directory: ZipDirectory, _ budget: UnpackingBudget,
    as kind: ArchiveHandle.Kind, into sink: inout some DocumentSink
  ) -> (hasHeaders: Bool, failure: ReadingFailure?) {
    do throws(ReadingFailure) {
      var walk = unsafe ArchiveWalk(
        paths: MemberPaths(of: bytes, as: kind, directory),
        budget: budget, isStreamed: kind == .streamedZip)
      var archive = try unsafe ArchiveHandle.open(bytes, as: kind)
      while sink.wantsMore, walk.step(&archive, into: &sink) == .continue {}
      walk.finish(archive, into: &sink)
      return (walk.hasHeaders, walk.failure)
    } catch {
      return (false, error)
    }
  }
}

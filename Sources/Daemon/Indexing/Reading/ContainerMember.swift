import Hashing
import IndexStorage
import LinuxSystem
import TextExtraction

/// A member of a container, such as a file in an archive, as it is indexed.
struct ContainerMember: Sendable {
  /// The path in each container, from the outermost to the innermost, as names.
  let path: [[[UInt8]]]
  private(set) var document: Document

  /// Takes a member from the answer of a jailed program; nil if a path has no valid name.
  ///
  /// - Parameters:
  ///   - member: the member; its path is not trusted.
  ///   - container: the status of the file that contains it.
  ///   - limits: how much of the member is indexed.
  init?(_ member: ExtractedMember, in container: FileStatus, within limits: ReadingLimits) {
    let path = member.path.map(Self.names)
    if path.isEmpty || path.contains(where: \.isEmpty) { return nil }
    self.path = path
    let text = member.document
    let status = FileStatus(
      size: Int64(clamping: member.size),
      modified: member.modified.map { FileTime(UnixTime(seconds: $0)) } ?? container.modified,
      checksum: Self.checksum(of: member))
    document = Document(text, status, within: limits)
    if document.isCut(by: limits) { document.extractor = Document.unfinished }
  }

  private static func checksum(of member: ExtractedMember) -> UInt64 {
    if let known = member.checksum {
      // Recognized texts are found by this status.
      return FileStatus(contentOf: member.size, checksum: known).inode
    }
    let text = member.document
    var checksum = FNV1a()
    checksum.add(text.text)
    for value in [text.title ?? ""] + text.tags + text.authors + text.recipients {
      checksum.add(Array(value.utf8))
    }
    return checksum.value
  }

  /// Whether limits may have cut the member, so that it is read again.
  var isUnfinished: Bool { document.extractor == Document.unfinished }

  /// The names in a path within a container, without empty names, `.` and `..`.
  private static func names(of path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/"))
      .map { $0.map { $0 == 0 ? UInt8(ascii: "?") : $0 } }
      .filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }
  }
}

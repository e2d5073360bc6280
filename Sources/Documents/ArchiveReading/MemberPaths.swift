import DocumentReaders

/// Returns the paths of an archive's members in UTF-8.
@safe
struct MemberPaths {
  private let bytes: UnsafeRawBufferPointer
  private let kind: ArchiveHandle.Kind
  private let directory: ZipDirectory
  /// Decodes paths that are not UTF-8; nil until there is such a path.
  private var names: MemberNames?

  /// Prepares for an archive.
  ///
  /// - Parameters:
  ///   - bytes: the archive, whole.
  ///   - kind: how the archive is read.
  ///   - directory: the list of members of a zip file; empty for other archives.
  init(of bytes: UnsafeRawBufferPointer, as kind: ArchiveHandle.Kind, _ directory: ZipDirectory) {
    unsafe self.bytes = bytes
    (self.kind, self.directory) = (kind, directory)
  }

  /// Returns the path of the current member, and the CRC-32 of its content if the archive lists it.
  ///
  /// The path is empty if the archive has none, or if the path cannot be read.
  mutating func next(
    of archive: borrowing ArchiveHandle
  ) -> (path: [UInt8], checksum: UInt32?) {
    let path = archive.path ?? rawPath(of: archive)
    let checksum = directory.checksums[path]
    if MemberNames.isUnicode(path) { return (path, checksum) }
    let names = names ?? survey(path, isZip: archive.isZip)
    self.names = names
    return (names.decoded(path), checksum)
  }

  /// Returns the path's bytes if a zip file wrongly declares them as UTF-8; libarchive rejects such a path.
  private func rawPath(of archive: borrowing ArchiveHandle) -> [UInt8] {
    guard archive.isZip, !archive.isCompressed else { return [] }
    if kind != .streamedZip {
      return directory.foreignPath(ofContentAt: archive.contentOffset) ?? []
    }
    let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
    return ZipDirectory.path(ofHeaderAt: archive.headerOffset, span) ?? []
  }

  private func survey(_ path: [UInt8], isZip: Bool) -> MemberNames {
    var paths = directory.foreignPaths
    if paths.isEmpty { paths = unsafe NameSurvey.paths(of: bytes, as: kind) }
    // Only in a damaged archive can a member have a name that is not in the list.
    if paths.allSatisfy(MemberNames.isUnicode) { paths.append(path) }
    return MemberNames(paths, isZip: isZip)
  }
}

import DocumentReaders

/// The paths of an archive's members, converted to UTF-8.
@safe
struct MemberPaths {
  private let bytes: UnsafeRawBufferPointer
  private let kind: ArchiveHandle.Kind
  private let directory: ZipDirectory
  /// How paths are decoded that are not UTF-8; known once there is one.
  private var names: MemberNames?

  /// Begins with an archive.
  ///
  /// - Parameters:
  ///   - bytes: the archive, whole.
  ///   - kind: how it is read.
  ///   - directory: the list of a zip file; empty for others.
  init(of bytes: UnsafeRawBufferPointer, as kind: ArchiveHandle.Kind, _ directory: ZipDirectory) {
    unsafe self.bytes = bytes
    (self.kind, self.directory) = (kind, directory)
  }

  /// The path of the current member, and the CRC-32 of its content if the archive has a list of them.
  ///
  /// The path is empty if the archive has none, or one that cannot be read.
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

  /// The path that a zip file wrongly declares to be UTF-8, which libarchive does not give.
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
    // Only a damaged archive has names that the list does not have.
    if paths.allSatisfy(MemberNames.isUnicode) { paths.append(path) }
    return MemberNames(paths, isZip: isZip)
  }
}

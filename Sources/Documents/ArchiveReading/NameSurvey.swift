import DocumentReaders

/// Collects the names of all members of an archive without a list, to recognize their encoding.
enum NameSurvey {
  /// Reading ends after this number of headers: their names are enough to recognize the encoding.
  private static let mostHeaders = 2_000
  /// How many bytes may be unpacked to skip the contents of members.
  private static let mostUnpacked = 32 << 20

  /// Returns the paths as the bytes of the archive.
  static func paths(
    of bytes: UnsafeRawBufferPointer, as kind: ArchiveHandle.Kind
  ) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    guard var archive = try? unsafe ArchiveHandle.open(bytes, as: kind) else { return [] }
    var budget = UnpackingBudget(packedSize: bytes.count, most: mostUnpacked)
    for _ in 0..<mostHeaders {
      switch archive.nextHeader() {
      case .member: break
      case .damagedMember: continue
      case .end, .damagedRest: return paths
      }
      if let path = archive.path { paths.append(path) }
      if archive.skipsForFree, kind != .streamedZip { continue }
      let ending = archive.forEachPiece { budget.take($0.count) == $0.count }
      if ending != .complete { break }
    }
    return paths
  }
}

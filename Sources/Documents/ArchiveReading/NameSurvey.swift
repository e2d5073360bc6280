import DocumentReaders

/// Collects the names of an archive that has no list of them, once one of them is not UTF-8.
enum NameSurvey {
  /// The number of headers after which enough is known.
  private static let mostHeaders = 2_000
  /// The most bytes that are unpacked in order to skip contents.
  private static let mostUnpacked = 32 << 20

  /// The paths, as the archive has them.
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

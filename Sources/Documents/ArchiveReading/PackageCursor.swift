import DocumentReaders

/// Reads the members of a package, and keeps the position in the archive between two reads.
@safe
final class PackageCursor {
  /// No more headers of a package are read.
  private static let mostHeaders = 50_000
  /// How many headers all passes together may read, in about 5 s; a hostile order of reads needs billions.
  private static let mostSteps = 1_000_000

  /// The names of all files, each once, in the order of the package.
  private(set) var names: [String] = []
  /// Why the list or the content of a member was incomplete; nil if both were complete.
  var failure: ReadingFailure? { gravest.failure }
  private var gravest = GravestFailure()
  /// The index of the header of each name, among all headers.
  private var indices: [String: Int] = [:]
  private var bytes: UnsafeRawBufferPointer
  private var kind = ArchiveHandle.Kind.listedZip
  private var archive: ArchiveHandle?
  /// The index of the header that is read next.
  private var next = 0
  private var steps = 0
  private var budget: UnpackingBudget

  /// Reads the names of all members.
  init(_ bytes: UnsafeRawBufferPointer) throws(ReadingFailure) {
    unsafe self.bytes = bytes
    budget = UnpackingBudget(packedSize: bytes.count)
    do throws(ReadingFailure) {
      if let failure = try readNames() { gravest.add(failure) }
    } catch {
      gravest.add(error)
    }
    guard let failure, names.isEmpty else { return }
    // Without a list, as after an interrupted download, the members can still be read one by one.
    kind = .streamedZip
    archive = nil
    let second = try readNames()
    if names.isEmpty { throw failure }
    gravest = GravestFailure()
    gravest.add(second ?? .damaged("the list of its members is missing"))
  }

  /// Stops using the memory of the file.
  func close() {
    archive = nil
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Unpacks a member; see ``ArchivePackage/content(of:limit:)``.
  func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    guard let index = indices[name] else { return nil }
    if next > index { archive = nil }
    while next <= index || archive == nil {
      guard case .member = try step() else { throw failure ?? .damaged("a member is missing") }
    }
    return try content(limit: max(0, limit))
  }

  private func content(limit: Int) throws(ReadingFailure) -> [UInt8] {
    if archive?.isEncrypted == true { throw .encrypted }
    var content: [UInt8] = []
    var isWhole = true
    let size = Int(clamping: archive?.size ?? 0)
    content.reserveCapacity(min(size, limit, budget.remaining, unsafe bytes.count * 8))
    let ending = archive?.forEachPiece { piece in
      let wanted = min(piece.count, limit - content.count)
      let count = budget.take(wanted)
      content.append(piece.extracting(first: count))
      isWhole = count == wanted
      return isWhole && content.count < limit
    }
    if !isWhole { gravest.add(.sizeLimit) }
    if case .damaged(let failure) = ending {
      if content.isEmpty { throw failure }
      gravest.add(failure)
    }
    return content
  }

  /// Reads all headers; returns why the last header could not be reached, or nil.
  private func readNames() throws(ReadingFailure) -> ReadingFailure? {
    var headers: [(path: [UInt8], index: Int)] = []
    defer { name(headers) }
    while next < Self.mostHeaders {
      switch try step() {
      case .member: break
      case .end: return nil
      case .damagedMember(let failure), .damagedRest(let failure): return failure
      }
      guard archive?.isFile == true else { continue }
      headers.append((archive?.path ?? [], next - 1))
      if kind == .streamedZip { try skip() }
    }
    return .memberLimit
  }

  private func name(_ headers: [(path: [UInt8], index: Int)]) {
    let isUnicode = headers.allSatisfy { MemberNames.isUnicode($0.path) }
    let decoder = isUnicode ? nil : MemberNames(headers.map(\.path), isZip: true)
    for (path, index) in headers {
      let name = String(decoding: decoder?.decoded(path) ?? path, as: UTF8.self)
      // A name that comes a thousand times would have its file read a thousand times.
      guard indices[name] == nil else { continue }
      names.append(name)
      indices[name] = index
    }
  }

  /// Reads the next header; begins a new pass if no pass is open.
  private func step() throws(ReadingFailure) -> ArchiveHandle.Header {
    if archive == nil {
      archive = try unsafe ArchiveHandle.open(bytes, as: kind)
      next = 0
    }
    steps += 1
    if steps > Self.mostSteps { throw .unsupported("its members are in a costly order") }
    next += 1
    return archive?.nextHeader() ?? .end
  }

  /// Unpacks and drops a member's content within the budget; libarchive would skip it without a limit.
  private func skip() throws(ReadingFailure) {
    let ending = archive?.forEachPiece { budget.take($0.count) == $0.count }
    if ending == .stopped { throw .sizeLimit }
  }
}

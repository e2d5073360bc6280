import CArchive
import DocumentReaders
import Glibc

/// An archive that libarchive reads from memory; see archive_read(3).
///
/// The only type that calls libarchive. The memory must stay mapped and unchanged until the handle is
/// destroyed.
@safe
struct ArchiveHandle: ~Copyable {
  /// The kinds of files that libarchive is asked to read.
  enum Kind {
    /// A zip file that is read through its list of members, so libarchive can seek to any member.
    case listedZip
    /// A zip file that is read from its beginning.
    case streamedZip
    /// A container of any format, compressed or not; a zip file only if it has its list of members.
    case container
    /// One compressed file.
    case compressedFile
  }

  /// What ``nextHeader()`` found.
  enum Header: Equatable {
    /// A member.
    case member
    /// The end of the archive.
    case end
    /// A member with a damaged header; the next member may be readable.
    case damagedMember(ReadingFailure)
    /// The archive is damaged, and no further member can be read.
    case damagedRest(ReadingFailure)
  }

  /// Where the unpacking of a member's content ended.
  enum Ending: Equatable {
    /// At the end of the content.
    case complete
    /// Where the caller asked to stop.
    case stopped
    /// At a damage, before the end of the content.
    case damaged(ReadingFailure)
  }

  /// libarchive may return empty blocks for ever; more empty blocks in a row than this count as damage.
  private static let mostEmptyBlocks = 10_000
  private static let hole = [UInt8](repeating: 0, count: 64 << 10)

  private let archive: OpaquePointer
  private var entry: OpaquePointer?

  private init?(_ archive: OpaquePointer?) {
    guard let archive = unsafe archive else { return nil }
    unsafe self.archive = archive
  }

  /// Opens an archive; enables formats and filters one by one, because some others start programs.
  ///
  /// - Throws: ``ReadingFailure`` if the archive is compressed more than once, or if there is no memory.
  static func open(
    _ bytes: UnsafeRawBufferPointer, as kind: Kind
  ) throws(ReadingFailure) -> ArchiveHandle {
    guard let handle = unsafe ArchiveHandle(archive_read_new()) else {
      throw .damaged("there is no memory")
    }
    let archive = unsafe handle.archive
    let isFiltered = kind == .container || kind == .compressedFile
    let enablings = unsafe formats(of: kind) + (isFiltered ? filters : [])
    // If libarchive was built without a filter's library, it would start an external program instead.
    guard unsafe enablings.allSatisfy({ unsafe $0(archive) == ARCHIVE_OK }) else {
      throw .unsupported("libarchive lacks a format")
    }
    guard unsafe archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK
    else { throw handle.failure }
    // libarchive counts the file itself as the last filter.
    if unsafe archive_filter_count(archive) > 2 {
      throw .unsupported("it is compressed more than once")
    }
    return handle
  }

  deinit {
    unsafe archive_read_free(archive)
  }

  private typealias Enabling = (OpaquePointer?) -> Int32

  private static func formats(of kind: Kind) -> [Enabling] {
    switch kind {
    case .listedZip: unsafe [archive_read_support_format_zip_seekable]
    case .streamedZip: unsafe [archive_read_support_format_zip_streamable]
    case .compressedFile: unsafe [archive_read_support_format_raw]
    case .container:
      unsafe [
        archive_read_support_format_zip_seekable, archive_read_support_format_tar,
        archive_read_support_format_7zip, archive_read_support_format_rar,
        archive_read_support_format_rar5, archive_read_support_format_cpio,
        archive_read_support_format_ar,
      ]
    }
  }

  private static var filters: [Enabling] {
    unsafe [
      archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
      archive_read_support_filter_xz, archive_read_support_filter_zstd,
      archive_read_support_filter_lz4, archive_read_support_filter_compress,
      archive_read_support_filter_lzip,
    ]
  }

  /// Whether the archive as a whole is compressed.
  var isCompressed: Bool { unsafe archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE }

  /// Whether the archive encrypts even the names of its members, as far as libarchive knows.
  var hasEncryptedMembers: Bool { unsafe archive_read_has_encrypted_entries(archive) > 0 }

  /// Whether a member can be skipped without unpacking its content; known after the first header.
  var skipsForFree: Bool {
    if isCompressed { return false }
    switch unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK {
    case ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_CPIO, ARCHIVE_FORMAT_AR: return true
    default: return false
    }
  }

  /// Goes to the next member.
  mutating func nextHeader() -> Header {
    switch unsafe archive_read_next_header(archive, &entry) {
    case ARCHIVE_OK, ARCHIVE_WARN: return .member
    case ARCHIVE_EOF: return .end
    case ARCHIVE_RETRY, ARCHIVE_FAILED: return .damagedMember(failure)
    default: return .damagedRest(failure)
    }
  }

  /// Whether the member is a file with content: not a folder, link or device.
  var isFile: Bool {
    let type = unsafe archive_entry_filetype(entry)
    if unsafe archive_entry_hardlink(entry) != nil { return false }
    return type == 0 || type == S_IFREG
  }

  /// Whether a password is needed for the content of the member.
  var isEncrypted: Bool { unsafe archive_entry_is_data_encrypted(entry) > 0 }

  /// The path of the member: in UTF-8 if the archive declares the encoding, else the bytes of the archive.
  ///
  /// Nil if the archive declares an encoding, and the path is invalid in it.
  var path: [UInt8]? {
    guard let name = unsafe archive_entry_pathname(entry) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Whether the archive is a zip file; known after the first header.
  var isZip: Bool {
    unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP
  }

  /// The offset at which libarchive began to look for the member's header; used for a streamed zip file.
  var headerOffset: Int { unsafe Int(clamping: archive_read_header_position(archive)) }

  /// The offset of the member's content in a zip file, as long as none of the content has been read.
  var contentOffset: Int { unsafe Int(clamping: archive_filter_bytes(archive, 0)) }

  /// The unpacked size of the member in bytes; nil if the archive does not declare it.
  var size: Int64? {
    guard unsafe archive_entry_size_is_set(entry) != 0 else { return nil }
    return unsafe max(0, archive_entry_size(entry))
  }

  /// The modification time of the member in seconds since 1970; nil if the archive does not declare it.
  var modified: Int64? {
    guard unsafe archive_entry_mtime_is_set(entry) != 0 else { return nil }
    return unsafe Int64(archive_entry_mtime(entry))
  }

  /// Unpacks the content of the member; holes of sparse files become zeros.
  ///
  /// - Parameter body: gets the content in pieces; returns false to stop.
  /// - Returns: where the unpacking ended.
  mutating func forEachPiece(_ body: (Span<UInt8>) -> Bool) -> Ending {
    var (position, emptyBlocks) = (Int64(0), 0)
    while true {
      var start: UnsafeRawPointer?
      var (count, offset) = (0, Int64(0))
      let result = unsafe archive_read_data_block(archive, &start, &count, &offset)
      guard result == ARCHIVE_OK || result == ARCHIVE_WARN else {
        return result == ARCHIVE_EOF ? .complete : .damaged(failure)
      }
      while position < offset {
        let length = min(Int(clamping: offset - position), Self.hole.count)
        if !body(Self.hole.span.extracting(first: length)) { return .stopped }
        position += Int64(length)
      }
      if let start = unsafe start, count > 0 {
        emptyBlocks = 0
        let piece = unsafe Span<UInt8>(
          _unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: count)
        if !body(piece) { return .stopped }
        position = position.addingReportingOverflow(Int64(count)).partialValue
      } else {
        emptyBlocks += 1
        if emptyBlocks > Self.mostEmptyBlocks { return .damaged(.damaged("it does not end")) }
      }
      // libarchive warns if the checksum or the size of the content is wrong.
      if result == ARCHIVE_WARN { return .damaged(failure) }
    }
  }

  /// The last error of libarchive; its messages contain no content of the file.
  private var failure: ReadingFailure {
    guard let text = unsafe archive_error_string(archive) else { return .damaged("unknown error") }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: min(strlen(text), 200))
    let reason = unsafe String(decoding: bytes, as: UTF8.self)
    if reason.contains("ncrypt") || reason.contains("assphrase") { return .encrypted }
    let marks = ["nsupported", "not supported", "Unrecognized", "not implemented"]
    return marks.contains(where: reason.contains) ? .unsupported(reason) : .damaged(reason)
  }
}

import CArchive
import DocumentReaders
import Glibc

/// An archive that libarchive reads from memory; see archive_read(3).
///
/// The only type that calls libarchive. The memory must stay mapped and unchanged as long as the
/// handle lives.
@safe
struct ArchiveHandle: ~Copyable {
  /// The kinds of files that libarchive is asked to read.
  enum Kind {
    /// A zip file with a list of its members, which gives members at any place.
    case listedZip
    /// A zip file that is read from its beginning.
    case streamedZip
    /// A container of any format, compressed or not; a zip file only with a list.
    case container
    /// One compressed file.
    case compressedFile
  }

  /// The result of a call for the next header.
  enum Header: Equatable {
    /// A member.
    case member
    /// The end of the archive.
    case end
    /// A member whose header is damaged; the next one may be readable.
    case damagedMember(ReadingFailure)
    /// The rest cannot be read.
    case damagedRest(ReadingFailure)
  }

  /// How the content of a member ended.
  enum Ending: Equatable {
    /// At its end.
    case complete
    /// Where the caller wanted no more.
    case stopped
    /// Before its end.
    case damaged(ReadingFailure)
  }

  /// libarchive may return nothing for ever; more empty blocks in a row are damage.
  private static let mostEmptyBlocks = 10_000
  private static let hole = [UInt8](repeating: 0, count: 64 << 10)

  private let archive: OpaquePointer
  private var entry: OpaquePointer?

  private init?(_ archive: OpaquePointer?) {
    guard let archive = unsafe archive else { return nil }
    unsafe self.archive = archive
  }

  /// Opens an archive; formats and filters are enabled one by one, because others start programs.
  ///
  /// - Throws: ``ReadingFailure`` if it is compressed more than once, or there is no memory.
  static func open(
    _ bytes: UnsafeRawBufferPointer, as kind: Kind
  ) throws(ReadingFailure) -> ArchiveHandle {
    guard let handle = unsafe ArchiveHandle(archive_read_new()) else {
      throw .damaged("there is no memory")
    }
    let archive = unsafe handle.archive
    let isFiltered = kind == .container || kind == .compressedFile
    let enablings = unsafe formats(of: kind) + (isFiltered ? filters : [])
    // A library that was built without a filter would start a program in its place.
    guard unsafe enablings.allSatisfy({ unsafe $0(archive) == ARCHIVE_OK }) else {
      throw .unsupported("libarchive lacks a format")
    }
    guard unsafe archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK
    else { throw handle.failure }
    // The last filter is the file itself.
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

  /// Whether members may be encrypted that the archive does not even name.
  var hasEncryptedMembers: Bool { unsafe archive_read_has_encrypted_entries(archive) > 0 }

  /// Whether it costs nothing to skip a member; libarchive would unpack it in other formats.
  ///
  /// Known after the first header.
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

  /// Whether the member is a file with a content of its own: no folder, link or device.
  var isFile: Bool {
    let type = unsafe archive_entry_filetype(entry)
    if unsafe archive_entry_hardlink(entry) != nil { return false }
    return type == 0 || type == S_IFREG
  }

  /// Whether a password is needed.
  var isEncrypted: Bool { unsafe archive_entry_is_data_encrypted(entry) > 0 }

  /// The member's path as the archive has it, in UTF-8 if the archive knows the encoding.
  ///
  /// It is nil if the archive declares an encoding in which the path is invalid.
  var path: [UInt8]? {
    guard let name = unsafe archive_entry_pathname(entry) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Whether it is a zip file.
  ///
  /// Known after the first header.
  var isZip: Bool {
    unsafe archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP
  }

  /// Where libarchive began to look for the member's header, in a zip file that is streamed.
  var headerOffset: Int { unsafe Int(clamping: archive_read_header_position(archive)) }

  /// Where the content of the member begins, in a zip file before any of the content is read.
  var contentOffset: Int { unsafe Int(clamping: archive_filter_bytes(archive, 0)) }

  /// The unpacked size, if the archive says it.
  var size: Int64? {
    guard unsafe archive_entry_size_is_set(entry) != 0 else { return nil }
    return unsafe max(0, archive_entry_size(entry))
  }

  /// The last modification in seconds since 1970, if the archive says it.
  var modified: Int64? {
    guard unsafe archive_entry_mtime_is_set(entry) != 0 else { return nil }
    return unsafe Int64(archive_entry_mtime(entry))
  }

  /// Unpacks the member; holes of sparse files are zeros.
  ///
  /// - Parameter body: gets the content in pieces, and returns whether it wants more.
  /// - Returns: how the content ended.
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
      // A checksum does not agree, or the size.
      if result == ARCHIVE_WARN { return .damaged(failure) }
    }
  }

  /// The last error; libarchive's sentences name no content.
  private var failure: ReadingFailure {
    guard let text = unsafe archive_error_string(archive) else { return .damaged("unknown error") }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: min(strlen(text), 200))
    let reason = unsafe String(decoding: bytes, as: UTF8.self)
    if reason.contains("ncrypt") || reason.contains("assphrase") { return .encrypted }
    let marks = ["nsupported", "not supported", "Unrecognized", "not implemented"]
    return marks.contains(where: reason.contains) ? .unsupported(reason) : .damaged(reason)
  }
}

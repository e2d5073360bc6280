package import SittaSQLite

/// The meaning of a row of `directory` that is not a folder on the disk.
///
/// The members of a file, such as an archive or a mail, are documents in folders below a row with the
/// name of the file. So a renamed archive costs one row, as a renamed folder does.
package enum ContainerRole: Int64 {
  /// A folder in a container.
  case folder = 0
  /// A container: the document with this name in the same folder.
  case container = 1

  /// Reads the column `container`; nil for a folder on the disk.
  package init?(_ row: borrowing Row, at column: Int32) {
    if row.isNull(at: column) { return nil }
    self = row.integer(at: column) == 1 ? .container : .folder
  }
}

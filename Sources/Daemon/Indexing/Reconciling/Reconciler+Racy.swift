import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Files whose times may hide a write that came after they were read are read once more.
extension Reconciler {
  /// Records in a document that was read whether and when it has to be read again.
  func recordRaciness(
    of document: inout Document, in folder: borrowing FileDescriptor, readAt moment: FileTime,
    after stored: StoredFile?
  ) {
    document.racyUntil = StampClock.current.racyUntil(
      document.status, readAt: moment, after: stored, on: { try? folder.fileSystemType() })
    if let final = document.racyUntil { outcome.racy.append((final, moment)) }
  }
}

import ContentTypes
import ExtractionProtocol
package import LinuxSystem

extension DocumentExtractor {
  /// Unpacks the members of a container that have or are images, and reads none of them.
  ///
  /// - Parameters:
  ///   - file: the container, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  ///   - take: receives the status of a member's content, and the content; returns whether to go on.
  /// - Returns: why not all were unpacked; nil if all were.
  package func unpackImages(
    in file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8],
    isInterrupted: () -> Bool, _ take: (FileStatus, ImageFile) -> Bool
  ) -> JailedFailure? {
    do throws(SystemError) {
      let (content, _) = try Self.readPlainText(
        file, status, name: name, byteLimit: settings.byteLimit)
      guard case .format(let format) = content.reader else { return .unreadable }
      var request = request(format, fileSize: status.size, settings.byteLimit)
      (request.isCompressed, request.unpacksImages) = (content.isCompressed, true)
      request.members = settings.members
      while true {
        let answer = try ask(request, file, isInterrupted) {
          (answered, unpacked) throws(SystemError) in
          guard let unpacked else { return true }
          let checksum = answered.description.checksum ?? unpacked.checksum
          let status = FileStatus(contentOf: answered.description.size, checksum: checksum)
          return take(status, try ImageFile(unpacked))
        }
        switch answer {
        case .crashed: return .died
        case .interrupted: return .interrupted
        case .missing: return .missingProgram
        case .complete(let answer, let ending, _):
          guard format.canContinue, !content.isCompressed, ending.reason == .memberLimit,
            let position = answer.position, Self.hasMembers(before: position, since: request.start)
          else { return nil }
          request.start = position
        }
      }
    } catch {
      return .shortage
    }
  }
}

import ExtractionProtocol
import LinuxSystem
import Synchronization
import TextExtraction

/// A program that was taken over by a document: the file that it is to read says which answer it gives.
///
/// The last line of the file is the number of the answer.
final class HostileReader: ReaderProcess {
  /// The frames of an answer; a program that unpacks for another one sends other frames.
  struct Answer: Sendable {
    /// The attack, for people.
    let name: String
    /// The name of the file, which decides how it is read.
    let file: String
    /// The frames of the program of most formats.
    let general: @Sendable (ExtractionRequest) -> [ExtractionFrame]
    /// The frames of the program of PDF documents.
    var pdf: @Sendable (ExtractionRequest) -> [ExtractionFrame] = { _ in
      [.end(.init(.complete, time: 1))]
    }
  }

  let number: Int32 = 0
  let descriptor: Int32 = -1
  private let answers: [Answer]
  private let program: ReaderProgram
  private let packets = Mutex([ExtractionPacket(0, [.ready(landlock: 255, isFiltered: true)])])
  private let isKilled = Mutex(false)

  /// - Parameters:
  ///   - answers: the answers to choose from.
  ///   - path: the program in whose place it runs.
  init(_ answers: [Answer], inPlaceOf path: FilePath) {
    self.answers = answers
    program = path.name == Array(ReaderProgram.pdf.rawValue.utf8) ? .pdf : .general
  }

  func reap() -> Bool { isKilled.withLock { $0 } }

  func kill() { isKilled.withLock { $0 = true } }

  func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool {
    let bytes = (try? file.read(0..<4_096)) ?? []
    let line = bytes.split(separator: 0x0a).last ?? []
    guard let number = Int(String(decoding: line, as: UTF8.self)), answers.indices.contains(number)
    else { return false }
    let answer = answers[number]
    let frames = program == .pdf ? answer.pdf(request) : answer.general(request)
    packets.withLock { packets in
      var packet = ExtractionPacket(request.number)
      for frame in frames where !packet.append(frame) {
        packets.append(packet)
        packet = ExtractionPacket(request.number, [frame])
      }
      packets.append(packet)
    }
    return true
  }

  func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket {
    let packet = packets.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let bytes = packet?.bytes else { return .none }
    buffer.replaceSubrange(..<bytes.count, with: bytes)
    return .received(bytes.count)
  }
}

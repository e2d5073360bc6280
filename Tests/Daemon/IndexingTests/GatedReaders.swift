import ExtractionProtocol
import Glibc
import LinuxSystem
import Synchronization
import TextExtraction

@testable import Indexing

/// Programs that read documents as they are, and answer only once a test lets them.
final class GatedReaders: Sendable {
  private struct State {
    var isOpen: Bool
    var running = 0
    var most = 0
    var texts: [String] = []
    var interrupted: [String] = []
  }

  private let state: Mutex<State>
  private let opensAt: Int
  private let padding: Int
  /// Happens whenever a program gets a document.
  let begun = Occurrence()

  /// - Parameters:
  ///   - isOpen: whether the programs answer from the beginning.
  ///   - opensAt: once so many documents are being read at the same time, the programs answer.
  ///   - padding: how many bytes of empty lines the texts have at their beginnings.
  init(isOpen: Bool = false, opensAt: Int = .max, padding: Int = 0) {
    state = Mutex(State(isOpen: isOpen))
    (self.opensAt, self.padding) = (opensAt, padding)
  }

  /// The most documents that were being read at the same time.
  var most: Int { state.withLock { $0.most } }
  /// The contents of the documents that programs have got, in their order.
  var texts: [String] { state.withLock { $0.texts } }
  /// The contents of the documents at which programs were ended.
  var interrupted: [String] { state.withLock { $0.interrupted } }

  /// Lets the programs answer.
  func open() { state.withLock { $0.isOpen = true } }

  var start: ReaderStart { { _, _ in Program(self) } }

  fileprivate func begin(_ text: String) {
    state.withLock { state in
      state.running += 1
      state.most = max(state.most, state.running)
      state.texts.append(text)
      if state.running >= opensAt { state.isOpen = true }
    }
    begun.happen()
  }

  fileprivate func end(_ text: String, isInterrupted: Bool) {
    state.withLock { state in
      state.running -= 1
      if isInterrupted { state.interrupted.append(text) }
    }
  }

  fileprivate var isOpen: Bool { state.withLock { $0.isOpen } }

  private final class Program: ReaderProcess {
    private struct State {
      var isReady = false
      var isKilled = false
      var document: (request: ExtractionRequest, text: String)?
      /// How many bytes of the current document's padding have been sent.
      var padded = 0
    }

    let number: Int32 = 0
    let descriptor: Int32 = -1
    private let readers: GatedReaders
    private let state = Mutex(State())

    init(_ readers: GatedReaders) { self.readers = readers }

    func reap() -> Bool { state.withLock { $0.isKilled } }

    func kill() {
      let text = state.withLock { state in
        state.isKilled = true
        defer { state.document = nil }
        return state.document?.text
      }
      if let text { readers.end(text, isInterrupted: true) }
    }

    func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool {
      let text = String(decoding: (try? file.read(0..<4_096)) ?? [], as: UTF8.self)
      state.withLock { $0.document = (request, text) }
      readers.begin(text)
      return true
    }

    func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket {
      let isOpen = readers.isOpen
      let (packet, ended) = state.withLock { state -> (ExtractionPacket?, String?) in
        if !state.isReady {
          state.isReady = true
          return (ExtractionPacket(0, [.ready(landlock: 1, isFiltered: true)]), nil)
        }
        guard isOpen, let (request, text) = state.document else { return (nil, nil) }
        if state.padded < readers.padding {
          let lines = min(readers.padding - state.padded, 32 << 10)
          state.padded += lines
          let bytes = [UInt8](repeating: 0x0a, count: lines)
          return (ExtractionPacket(request.number, [.text(bytes)]), nil)
        }
        (state.document, state.padded) = (nil, 0)
        let frames: [ExtractionFrame] = [.text(Array(text.utf8)), .end(.init(.complete, time: 1))]
        return (ExtractionPacket(request.number, frames), text)
      }
      if let ended { readers.end(ended, isInterrupted: false) }
      guard let bytes = packet?.bytes else {
        // As a program that sends nothing.
        _ = poll(nil, 0, milliseconds)
        return .none
      }
      buffer.replaceSubrange(..<bytes.count, with: bytes)
      return .received(bytes.count)
    }
  }
}

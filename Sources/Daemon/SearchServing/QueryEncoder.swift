import LinuxSystem
import Meaning
import Synchronization
import TextExtraction

/// Makes vectors of questions with the sentence encoder.
final class QueryEncoder: Sendable {
  /// The thread that waits for the program; nil as long as nothing was encoded.
  private let thread = Mutex<QueryEncodingThread?>(nil)

  /// With fewer words, the table finds as much.
  private static let leastWords = 3
  /// The longest text in bytes that is encoded: the encoder looks at about as much.
  private static let mostBytes = 1_000

  /// Whether a query is a few words without signs of the query language.
  static func canEncode(_ text: String) -> Bool {
    guard text.utf8.count <= mostBytes, !text.contains(where: "\":=*()|~^<>/\\".contains) else {
      return false
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count >= leastWords && !words.contains { $0.hasPrefix("-") || $0.hasPrefix("+") }
  }

  /// Returns the vector of a text; nil if the program fails.
  func vector(of text: String, by source: PassageEncoder.Source) async -> MeaningVector? {
    let thread = thread.withLock { thread in
      if thread == nil { thread = try? QueryEncodingThread() }
      return thread
    }
    return await thread?.vector(of: text, by: source)
  }
}

/// Encodes one text after the other.
private actor QueryEncodingThread {
  private nonisolated let loop: EventLoop
  private var encoder: PassageEncoder?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-question")
  }

  deinit {
    loop.stop()
  }

  func vector(of text: String, by source: PassageEncoder.Source) -> MeaningVector? {
    if encoder?.source != source { encoder = PassageEncoder(source) }
    guard case .vector(let vector)? = encoder?.encode(text, { false }).result else { return nil }
    return vector
  }
}

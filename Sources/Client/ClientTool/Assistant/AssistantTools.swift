import LinuxSystem
import ModelContextProtocol
import SearchInterface
import SecretMasking

/// The tools that `sitta mcp` offers; the daemon does the work.
///
/// It keeps one connection, and opens a new one if the daemon has ended.
final class AssistantTools: ToolProvider {
  let scope: ReadingScope
  /// The folder to which paths are relative.
  let folder: FilePath
  let tools = Tool.all
  private let connect: () throws -> SearchClient
  private var client: SearchClient?

  /// How long to wait for a reply; the daemon's time limit of each call is shorter.
  static let timeout = Duration.seconds(15)

  /// Makes the tools for an assistant that may see only `scope`.
  init(scope: ReadingScope, connect: @escaping () throws -> SearchClient) {
    self.scope = scope
    folder = scope.folders.first ?? ProcessEnvironment.home ?? .root
    self.connect = connect
  }

  func call(_ tool: String, _ arguments: [String: JSONValue]) -> ToolAnswer {
    do {
      guard let description = tools.first(where: { $0.name == tool }) else {
        throw ToolArguments.Refusal(sentence: "There is no such tool.")
      }
      let arguments = try ToolArguments(arguments, of: description)
      switch tool {
      case "search": return try search(arguments)
      case "read": return try read(arguments)
      case "explain": return try explain(arguments)
      default: return try status()
      }
    } catch {
      var mask = SecretMask()
      let sentence = AnswerBound.clipped(mask.mask(Self.sentence(for: error)), to: 2_000)
      return ToolAnswer(error: sentence)
    }
  }

  private static func sentence(for error: any Error) -> String {
    switch error {
    case let refusal as ToolArguments.Refusal: refusal.sentence
    case SearchFailure.noSuchDocument(let path):
      "'\(path)' is not in the index. The tool 'explain' says why."
    default: "\(error)"
    }
  }

  /// Sends a call to the daemon; if an existing connection is broken, tries once with a new one.
  func ask<Reply>(_ body: (SearchClient) throws -> Reply) throws -> Reply {
    let start = ContinuousClock.now
    if let client {
      do {
        return try body(client)
      } catch let failure as SearchFailure {
        throw failure
      } catch  where start.duration(to: .now) < Self.timeout / 2 {
        // The daemon has probably ended since the last call.
      } catch {
        // Without this, a late reply could be taken for the reply to the next call.
        self.client = nil
        throw error
      }
    }
    client = nil
    let fresh = try connect()
    do {
      let reply = try body(fresh)
      client = fresh
      return reply
    } catch let failure as SearchFailure {
      client = fresh
      throw failure
    }
  }

  /// The warnings that the assistant may see; with visible folders set, only those without a path.
  func visible(_ warnings: [String]) -> [String] {
    scope.folders.isEmpty ? warnings : warnings.filter { !$0.contains("/") }
  }
}

extension DocumentMessage {
  /// The path in the form in which the tools show and accept it.
  var citedPath: String { DocumentLocation(uri: uri)?.description ?? uri }

  /// The path; also the URI if the path does not identify the document exactly.
  var identity: [String: JSONValue] {
    var values: [String: JSONValue] = ["path": .string(citedPath)]
    if path != citedPath { values["uri"] = .string(uri) }
    return values
  }
}

extension ClockMessage {
  /// The clock as `sitta status` shows it.
  var text: String { "\(index):\(sequence)" }
}

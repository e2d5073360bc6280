import LinuxSystem
import SittaSQLite
import SearchInterface
import SearchMessages
import Varlink

/// `Opened`, `QueryStatistics` and `ForgetQueries`: the log of queries.
struct QueryLogHandler: Sendable {
  let log: QueryLog

  func opened(_ parameters: OpenedMethod.Parameters) async throws -> OpenedMethod.Reply {
    guard let location = DocumentLocation(uri: parameters.uri) else {
      throw VarlinkError.invalidParameter("uri")
    }
    await log.recordOpened(location.uri, query: parameters.query, now: .now)
    return OpenedMethod.Reply()
  }

  func queryStatistics(
    _ parameters: QueryStatisticsMethod.Parameters
  ) async throws -> QueryStatisticsMethod.Reply {
    let limit = try (parameters.limit ?? 10).bounded(1...1_000, "limit")
    let statistics: QueryLog.Statistics
    do throws(SQLiteError) {
      statistics = try await log.statistics(limit: limit)
    } catch {
      // Not thrown: an error of SQLite would start a check of the index, which is another database.
      throw SearchFailure.indexUnavailable(reason: "The query log cannot be read: \(error.reason).")
    }
    return QueryStatisticsMethod.Reply(
      logging: log.isOn, searches: statistics.searches, opened: statistics.opened,
      since: statistics.since?.rfc3339,
      popular: statistics.popular.map(AskedQueryMessage.init),
      failing: statistics.failing.map(AskedQueryMessage.init))
  }

  func forgetQueries() async throws -> ForgetQueriesMethod.Reply {
    do throws(SystemError) {
      return ForgetQueriesMethod.Reply(forgotten: try await log.forget())
    } catch {
      throw SearchFailure.indexUnavailable(reason: error.description)
    }
  }
}

extension AskedQueryMessage {
  fileprivate init(_ asked: QueryLog.Asked) {
    self.init(
      query: asked.query, count: asked.count, hits: asked.hits, more: asked.hasMore,
      opened: asked.opened, last: asked.last.rfc3339,
      milliseconds: asked.milliseconds)
  }
}

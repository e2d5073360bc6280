// Generated from io.sitta.Search.varlink by InterfaceGenerator; change that file instead.

extension SearchClient {
  /// Calls `Search`.
  public func search(_ parameters: SearchMethod.Parameters) throws -> SearchMethod.Reply {
    try call(SearchMethod.self, parameters)
  }

  /// Calls `Statistics`.
  public func statistics(
    _ parameters: StatisticsMethod.Parameters
  ) throws -> StatisticsMethod.Reply {
    try call(StatisticsMethod.self, parameters)
  }

  /// Calls `Count`.
  public func count(_ parameters: CountMethod.Parameters) throws -> CountMethod.Reply {
    try call(CountMethod.self, parameters)
  }

  /// Calls `Subscribe` with `more`, and passes on each reply as it comes.
  public func subscribe(
    _ parameters: SubscribeMethod.Parameters, body: (SubscribeMethod.Reply) throws -> Void
  ) throws {
    try callForMore(SubscribeMethod.self, parameters, body: body)
  }

  /// Calls `Suggest`.
  public func suggest(_ parameters: SuggestMethod.Parameters) throws -> SuggestMethod.Reply {
    try call(SuggestMethod.self, parameters)
  }

  /// Calls `List`.
  public func list(_ parameters: ListMethod.Parameters) throws -> ListMethod.Reply {
    try call(ListMethod.self, parameters)
  }

  /// Calls `List` with `more`, and passes on each reply as it comes.
  public func list(
    _ parameters: ListMethod.Parameters, body: (ListMethod.Reply) throws -> Void
  ) throws {
    try callForMore(ListMethod.self, parameters, body: body)
  }

  /// Calls `ListExcluded`.
  public func listExcluded(
    _ parameters: ListExcludedMethod.Parameters
  ) throws -> ListExcludedMethod.Reply {
    try call(ListExcludedMethod.self, parameters)
  }

  /// Calls `ListExcluded` with `more`, and passes on each reply as it comes.
  public func listExcluded(
    _ parameters: ListExcludedMethod.Parameters, body: (ListExcludedMethod.Reply) throws -> Void
  ) throws {
    try callForMore(ListExcludedMethod.self, parameters, body: body)
  }

  /// Calls `Verify`.
  public func verify(_ parameters: VerifyMethod.Parameters) throws -> VerifyMethod.Reply {
    try call(VerifyMethod.self, parameters)
  }

  /// Calls `Verify` with `more`, and passes on each reply as it comes.
  public func verify(
    _ parameters: VerifyMethod.Parameters, body: (VerifyMethod.Reply) throws -> Void
  ) throws {
    try callForMore(VerifyMethod.self, parameters, body: body)
  }

  /// Calls `ListSources`.
  public func listSources() throws -> ListSourcesMethod.Reply {
    try call(ListSourcesMethod.self, ListSourcesMethod.Parameters())
  }

  /// Calls `Changes`.
  public func changes(_ parameters: ChangesMethod.Parameters) throws -> ChangesMethod.Reply {
    try call(ChangesMethod.self, parameters)
  }

  /// Calls `Changes` with `more`, and passes on each reply as it comes.
  public func changes(
    _ parameters: ChangesMethod.Parameters, body: (ChangesMethod.Reply) throws -> Void
  ) throws {
    try callForMore(ChangesMethod.self, parameters, body: body)
  }

  /// Calls `ConfirmChanges`.
  public func confirmChanges(_ parameters: ConfirmChangesMethod.Parameters) throws {
    _ = try call(ConfirmChangesMethod.self, parameters)
  }

  /// Calls `Similar`.
  public func similar(_ parameters: SimilarMethod.Parameters) throws -> SimilarMethod.Reply {
    try call(SimilarMethod.self, parameters)
  }

  /// Calls `Read`.
  public func read(_ parameters: ReadMethod.Parameters) throws -> ReadMethod.Reply {
    try call(ReadMethod.self, parameters)
  }

  /// Calls `Draw`.
  public func draw(_ parameters: DrawMethod.Parameters) throws -> DrawMethod.Reply {
    try call(DrawMethod.self, parameters)
  }

  /// Calls `Explain`.
  public func explain(_ parameters: ExplainMethod.Parameters) throws -> ExplainMethod.Reply {
    try call(ExplainMethod.self, parameters)
  }

  /// Calls `Opened`.
  public func opened(_ parameters: OpenedMethod.Parameters) throws {
    _ = try call(OpenedMethod.self, parameters)
  }

  /// Calls `QueryStatistics`.
  public func queryStatistics(
    _ parameters: QueryStatisticsMethod.Parameters
  ) throws -> QueryStatisticsMethod.Reply {
    try call(QueryStatisticsMethod.self, parameters)
  }

  /// Calls `ForgetQueries`.
  public func forgetQueries() throws -> ForgetQueriesMethod.Reply {
    try call(ForgetQueriesMethod.self, ForgetQueriesMethod.Parameters())
  }

  /// Calls `Status`.
  public func status() throws -> StatusMethod.Reply {
    try call(StatusMethod.self, StatusMethod.Parameters())
  }

  /// Calls `Status` with `more`, and passes on each reply as it comes.
  public func status(body: (StatusMethod.Reply) throws -> Void) throws {
    try callForMore(StatusMethod.self, StatusMethod.Parameters(), body: body)
  }

  /// Calls `Usage`.
  public func usage() throws -> UsageMethod.Reply {
    try call(UsageMethod.self, UsageMethod.Parameters())
  }

  /// Calls `Sync`.
  public func sync(_ parameters: SyncMethod.Parameters) throws -> SyncMethod.Reply {
    try call(SyncMethod.self, parameters)
  }

  /// Calls `Pause`.
  public func pause(_ parameters: PauseMethod.Parameters) throws -> PauseMethod.Reply {
    try call(PauseMethod.self, parameters)
  }

  /// Calls `Pause` with `more`, and passes on each reply as it comes.
  public func pause(
    _ parameters: PauseMethod.Parameters, body: (PauseMethod.Reply) throws -> Void
  ) throws {
    try callForMore(PauseMethod.self, parameters, body: body)
  }

  /// Calls `Resume`.
  public func resume(_ parameters: ResumeMethod.Parameters) throws -> ResumeMethod.Reply {
    try call(ResumeMethod.self, parameters)
  }

  /// Calls `AddRoot`.
  public func addRoot(_ parameters: AddRootMethod.Parameters) throws -> AddRootMethod.Reply {
    try call(AddRootMethod.self, parameters)
  }

  /// Calls `RemoveRoot`.
  public func removeRoot(
    _ parameters: RemoveRootMethod.Parameters
  ) throws -> RemoveRootMethod.Reply {
    try call(RemoveRootMethod.self, parameters)
  }

  /// Calls `Reload`.
  public func reload() throws -> ReloadMethod.Reply {
    try call(ReloadMethod.self, ReloadMethod.Parameters())
  }

  /// Calls `Forget`.
  public func forget(_ parameters: ForgetMethod.Parameters) throws -> ForgetMethod.Reply {
    try call(ForgetMethod.self, parameters)
  }

  /// Calls `Remember`.
  public func remember(_ parameters: RememberMethod.Parameters) throws -> RememberMethod.Reply {
    try call(RememberMethod.self, parameters)
  }

  /// Calls `Rebuild`.
  public func rebuild() throws {
    _ = try call(RebuildMethod.self, RebuildMethod.Parameters())
  }
}

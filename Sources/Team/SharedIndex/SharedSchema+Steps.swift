extension SharedSchema {
  /// All steps, the oldest first.
  static let all = [
    Step(name: "copies of sources", sql: copies), Step(name: "rights of readers", sql: rights),
    Step(name: "searching", sql: searching),
  ]

  /// The rows of each source, as its feed has sent them.
  ///
  /// A row is older if its generation is, and in one generation if its commit is: after a reset the numbers of commits
  /// can begin anew. Then all rows are compared with those of the index.
  private static let copies = """
    CREATE TABLE migration(name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());

    -- A daemon whose index is copied, and how far.
    CREATE TABLE source(
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      -- The clock of the last commit that is here completely; the empty name for none.
      index_name text NOT NULL DEFAULT '',
      commit_number bigint NOT NULL DEFAULT 0,
      generation int NOT NULL DEFAULT 1,
      -- The generation of which all rows are here.
      complete int NOT NULL DEFAULT 0,
      -- Rows of earlier generations are those of another index, whose numbers mean something else: nobody reads them.
      oldest int NOT NULL DEFAULT 1,
      -- When all rows were compared with those of the index, or written first.
      compared timestamptz,
      written timestamptz NOT NULL DEFAULT now()
    );

    -- A folder, or a file with members; its URI is that of its parent and its suffix, and that of 1 is "file://".
    CREATE TABLE folder(
      source int NOT NULL REFERENCES source ON DELETE CASCADE,
      id bigint NOT NULL,
      generation int NOT NULL,
      commit_number bigint NOT NULL,
      parent bigint NOT NULL,
      suffix text NOT NULL,
      away boolean NOT NULL,
      PRIMARY KEY (source, id)
    );
    CREATE INDEX folder_parent ON folder(source, parent);
    CREATE INDEX folder_away ON folder(source) WHERE away;

    CREATE TABLE document(
      source int NOT NULL REFERENCES source ON DELETE CASCADE,
      id bigint NOT NULL,
      generation int NOT NULL,
      commit_number bigint NOT NULL,
      folder bigint NOT NULL,
      suffix text NOT NULL,
      name text NOT NULL,
      type text NOT NULL,
      size bigint NOT NULL,
      modified timestamptz NOT NULL,
      created timestamptz,
      language text,
      state text NOT NULL,
      digest text,
      -- The document as the interface io.sitta.Search describes it, without the place where it is now.
      message text NOT NULL,
      PRIMARY KEY (source, id)
    );
    CREATE INDEX document_folder ON document(source, folder);
    CREATE INDEX document_modified ON document(modified);

    -- The words of a document and its text. Words are Sitta's own, and not those of a configuration of PostgreSQL.
    CREATE TABLE content(
      source int NOT NULL,
      id bigint NOT NULL,
      -- Equal for equal words and texts.
      signature text NOT NULL,
      words tsvector NOT NULL,
      -- Whether words lie behind the last position of a tsvector, or are not in it.
      long boolean NOT NULL,
      body text NOT NULL,
      -- The number of words.
      length int NOT NULL,
      PRIMARY KEY (source, id),
      FOREIGN KEY (source, id) REFERENCES document ON DELETE CASCADE
    );
    -- A search reads the list of what is not merged yet from its beginning to its end.
    CREATE INDEX content_words ON content USING gin(words) WITH (gin_pending_list_limit = 1024);
    -- Phrases behind the last position are not found in the words.
    CREATE INDEX content_long ON content USING gin(words) WITH (gin_pending_list_limit = 1024) WHERE long;
    -- How many documents have a common word is taken from what ANALYZE finds.
    ALTER TABLE content ALTER COLUMN words SET STATISTICS 300;

    -- All words that documents have, or have had; the stems of words are made of them.
    CREATE TABLE word(
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      word text COLLATE "C" NOT NULL UNIQUE
    );

    ALTER TABLE source ENABLE ROW LEVEL SECURITY;
    ALTER TABLE folder ENABLE ROW LEVEL SECURITY;
    ALTER TABLE document ENABLE ROW LEVEL SECURITY;
    ALTER TABLE content ENABLE ROW LEVEL SECURITY;
    ALTER TABLE word ENABLE ROW LEVEL SECURITY;

    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sitta_feed') THEN CREATE ROLE sitta_feed NOLOGIN; END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sitta_gateway') THEN CREATE ROLE sitta_gateway NOLOGIN; END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sitta_reader') THEN CREATE ROLE sitta_reader NOLOGIN; END IF;
    END $$;
    GRANT USAGE ON SCHEMA sitta TO sitta_feed, sitta_gateway, sitta_reader;
    GRANT SELECT ON migration TO sitta_feed, sitta_gateway, sitta_reader;
    GRANT SELECT, INSERT, UPDATE, DELETE ON source, folder, document, content, word TO sitta_feed;
    CREATE POLICY feed ON source TO sitta_feed USING (true);
    CREATE POLICY feed ON folder TO sitta_feed USING (true);
    CREATE POLICY feed ON document TO sitta_feed USING (true);
    CREATE POLICY feed ON content TO sitta_feed USING (true);
    CREATE POLICY feed ON word TO sitta_feed USING (true);
    """
}

extension SharedSchema {
  /// Who may read which document.
  ///
  /// A rule says who may read a file, or pass a folder, as the file system has it. Documents with the same rules on
  /// their way have the same readers; there are few such classes. A feed computes for each login which classes it
  /// may read, because the numbers of users and groups are those of its machine. One feed alone writes the rows of a source.
  static let rights = """
    -- What a file system says of files or folders, as in 1000:100:u::r--,g::r--,o::---.
    CREATE TABLE rule(
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source int NOT NULL REFERENCES source ON DELETE CASCADE,
      rule text NOT NULL
    );
    CREATE INDEX rule_source ON rule(source);
    -- Documents with the same rules on their way, in the order of their numbers.
    CREATE TABLE readers(
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source int NOT NULL REFERENCES source ON DELETE CASCADE,
      rules int[] NOT NULL
    );
    -- A list can be longer than a row of another index.
    CREATE INDEX readers_rules ON readers USING hash(rules);
    -- A login that has searched, or may search.
    CREATE TABLE login(name text PRIMARY KEY, added timestamptz NOT NULL DEFAULT now());
    -- The classes that a login may read; a row without a class says that the feed knows the login.
    CREATE TABLE reader(
      login text NOT NULL REFERENCES login ON DELETE CASCADE,
      source int NOT NULL REFERENCES source ON DELETE CASCADE,
      readers int[] NOT NULL,
      PRIMARY KEY (login, source)
    );
    -- A rule of 0 adds nothing: everybody passes, or the file that contains a member decides. NULL is not known,
    -- and then nobody may read what depends on it.
    ALTER TABLE folder ADD COLUMN rule int, ADD COLUMN passage int[];
    ALTER TABLE document ADD COLUMN rule int, ADD COLUMN readers int;

    -- The rules on the way to a file or folder, with its own.
    CREATE FUNCTION with_rule(passage int[], rule int) RETURNS int[] LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN passage IS NULL OR rule IS NULL THEN NULL WHEN rule = 0 OR rule = ANY(passage) THEN passage
        ELSE (SELECT array_agg(r ORDER BY r) FROM unnest(passage || rule) r) END
    $$;

    ALTER TABLE rule ENABLE ROW LEVEL SECURITY;
    ALTER TABLE readers ENABLE ROW LEVEL SECURITY;
    ALTER TABLE login ENABLE ROW LEVEL SECURITY;
    ALTER TABLE reader ENABLE ROW LEVEL SECURITY;
    GRANT SELECT, INSERT, UPDATE, DELETE ON rule, readers, login, reader TO sitta_feed;
    CREATE POLICY feed ON rule TO sitta_feed USING (true);
    CREATE POLICY feed ON readers TO sitta_feed USING (true);
    CREATE POLICY feed ON login TO sitta_feed USING (true);
    CREATE POLICY feed ON reader TO sitta_feed USING (true);
    """
}

extension SharedSchema {
  /// The functions that only a gateway needs, about all documents; and the rights to all functions.
  static let knowledge = #"""
    -- How many documents meet each query: counted for rare words, and as ANALYZE has found it for common ones.
    CREATE FUNCTION frequencies(queries text[]) RETURNS bigint[] LANGUAGE plpgsql VOLATILE SECURITY DEFINER
    SET search_path = sitta, pg_temp SET enable_seqscan = off SET jit = off AS $$
    DECLARE
      query text;
      plan json;
      number bigint;
      found bigint[] := '{}';
    BEGIN
      FOREACH query IN ARRAY queries LOOP
        number := 0;
        IF query <> '' THEN
          EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM content WHERE words @@ %L::tsquery', query) INTO plan;
          number := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8::bigint;
          IF number < 20000 THEN
            EXECUTE format('SELECT count(*) FROM (SELECT FROM content WHERE words @@ %L::tsquery LIMIT 50000) x', query)
            INTO number;
          END IF;
        END IF;
        found := found || number;
      END LOOP;
      RETURN found;
    END $$;

    -- The numbers of all documents and of their words; of many, as ANALYZE and a sample have them.
    CREATE FUNCTION numbers() RETURNS TABLE(documents bigint, words bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = sitta, pg_temp AS $$
    DECLARE
      rows float8 := (SELECT reltuples FROM pg_class WHERE oid = 'content'::regclass);
    BEGIN
      IF rows < 50000 THEN
        RETURN QUERY SELECT count(*), coalesce(sum(length), 0)::bigint FROM content;
      ELSE
        RETURN QUERY SELECT rows::bigint, (rows * coalesce(avg(length), 1))::bigint FROM content TABLESAMPLE SYSTEM (1) REPEATABLE (1);
      END IF;
    END $$;

    -- How many documents have each language; of many documents, from a sample, which is the same for all who ask.
    CREATE FUNCTION languages() RETURNS TABLE(language text, documents bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = sitta, pg_temp AS $$
    BEGIN
      IF (SELECT reltuples FROM pg_class WHERE oid = 'document'::regclass) < 50000 THEN
        RETURN QUERY SELECT d.language, count(*) FROM document d
          WHERE d.language IS NOT NULL GROUP BY d.language ORDER BY 2 DESC LIMIT 100;
      ELSE
        RETURN QUERY SELECT d.language, 50 * count(*) FROM document d TABLESAMPLE SYSTEM (2) REPEATABLE (1)
          WHERE d.language IS NOT NULL GROUP BY d.language ORDER BY 2 DESC LIMIT 100;
      END IF;
    END $$;

    -- The words with larger numbers.
    CREATE FUNCTION words_after(last bigint, most int) RETURNS TABLE(id bigint, word text) LANGUAGE sql STABLE
    SECURITY DEFINER SET search_path = sitta, pg_temp AS $$
      SELECT w.id, w.word FROM word w WHERE w.id > last ORDER BY w.id LIMIT most
    $$;

    -- The most common words, with the number of their documents, as ANALYZE has found them.
    CREATE FUNCTION common_words() RETURNS TABLE(word text, documents bigint) LANGUAGE sql STABLE
    SECURITY DEFINER SET search_path = sitta, pg_temp AS $$
      SELECT w, (f * (SELECT reltuples FROM pg_class WHERE oid = 'content'::regclass))::bigint
      FROM pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) x(w, f)
      WHERE s.schemaname = 'sitta' AND s.tablename = 'content' AND s.attname = 'words' AND w IS NOT NULL AND f IS NOT NULL
    $$;

    -- The words that begin so.
    CREATE FUNCTION words_from(beginning text, most int) RETURNS TABLE(word text) LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = sitta, pg_temp AS $$
      SELECT w.word FROM word w WHERE w.word >= beginning AND w.word < beginning || chr(1114111) ORDER BY w.word LIMIT most
    $$;

    -- The sources, with the clocks up to which their documents are here.
    CREATE FUNCTION sources()
    RETURNS TABLE(
      id int, name text, index_name text, generation int, commit_number bigint, written float8, whole boolean)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sitta, pg_temp AS $$
      SELECT id, name, index_name, generation, commit_number, extract(epoch FROM written)::float8, complete = generation
      FROM source ORDER BY id
    $$;

    -- Records that a login searches; returns whether every feed knows which documents it may read.
    CREATE FUNCTION introduce(reader text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = sitta, pg_temp AS $$
    BEGIN
      PERFORM classes(reader);
      -- A replica cannot record it, but knows those whom the primary has recorded.
      IF NOT pg_is_in_recovery() THEN
        INSERT INTO login(name) SELECT reader WHERE NOT EXISTS (SELECT FROM login WHERE name = reader)
        ON CONFLICT DO NOTHING;
      END IF;
      RETURN NOT EXISTS (SELECT FROM source s WHERE NOT EXISTS (
        SELECT FROM reader r WHERE r.login = introduce.reader AND r.source = s.id));
    END $$;

    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sitta FROM PUBLIC;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA sitta TO sitta_gateway;
    GRANT EXECUTE ON FUNCTION classes, counts, find, documents, properties, list, introduce TO sitta_reader;
    GRANT EXECUTE ON FUNCTION with_rule TO sitta_feed;
    -- Whoever writes a document writes its words into an index of BM25.
    GRANT EXECUTE ON FUNCTION counted TO sitta_feed;
    -- The second wall, for those who read the tables themselves.
    GRANT SELECT ON document, content TO sitta_reader;
    CREATE POLICY reader ON document FOR SELECT TO sitta_reader
      USING (readers = ANY((SELECT classes(session_user::text))::int[]));
    CREATE POLICY reader ON content FOR SELECT TO sitta_reader
      USING (EXISTS (SELECT FROM document d WHERE d.source = content.source AND d.id = content.id));
    """#
}

extension SharedSchema {
  /// The functions for an index of BM25 by the extension `pg_textsearch`, which an administrator may add to a database.
  ///
  /// See <https://github.com/timescale/pg_textsearch>. No function needs the extension before there is such an index.
  static let accelerating = #"""
    -- The words of a document as a text in which each is as often as it counts: once, twice in tags and people, and three
    -- times in titles and names. An index of BM25 is made of it.
    CREATE FUNCTION counted(words tsvector) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT coalesce(string_agg(repeat(lexeme || ' ', length(replace(replace(replace(
        array_to_string(weights, ''), 'A', 'DDD'), 'B', 'DDD'), 'C', 'DD'))), ''), '')
      FROM unnest(words) WHERE strpos(lexeme, chr(31)) = 0
    $$;

    -- The index of BM25, the expression that it is made of, and its operator.
    --
    -- The extension works in every session only if its schema is always searched, as pg_catalog is.
    CREATE FUNCTION accelerator(OUT index text, OUT expression text) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      SELECT format('sitta.%I', x.relname), pg_get_indexdef(i.indexrelid, 1, false)
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
      JOIN pg_opclass c ON c.oid = i.indclass[0] JOIN pg_amop p ON p.amopfamily = c.opcfamily AND p.amoppurpose = 'o'
      JOIN pg_operator o ON o.oid = p.amopopr
      WHERE i.indrelid = 'content'::regclass AND m.amname = 'bm25' AND i.indisvalid AND i.indisready
        AND i.indnatts = 1 AND i.indpred IS NULL AND o.oprname = '<@>' AND o.oprnamespace = 'pg_catalog'::regnamespace
      ORDER BY i.indexrelid LIMIT 1
    $$;

    -- The documents that an index of BM25 has first, of those that meet a condition for c and d; null without such an
    -- index, and where it may lack the best ones: for beginnings of words, for phrases, and for conditions that few
    -- documents are expected to meet.
    --
    -- Only a volatile function may ask the planner.
    CREATE FUNCTION nearest(wanted text, words jsonb, few int, number int,
      OUT expected float8, OUT sources int[], OUT ids bigint[])
    LANGUAGE plpgsql VOLATILE SET search_path = sitta, pg_temp AS $$
    DECLARE
      way record;
      plan json;
      texts text;
      more_sources int[];
      more_ids bigint[];
      depth int := 2 * number;
    BEGIN
      IF EXISTS (SELECT FROM jsonb_array_elements(words) v WHERE v ->> 'q' ~ ''':[A-D]*[*]|''[)]* <') THEN RETURN; END IF;
      SELECT * INTO way FROM accelerator();
      IF way.index IS NULL THEN RETURN; END IF;
      EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM content c JOIN document d USING (source, id) WHERE %s', wanted)
      INTO plan;
      expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
      IF expected < few / 10 THEN RETURN; END IF;
      -- The planner takes words for independent of each other; near the limit they are counted.
      IF expected < 5 * few THEN
        EXECUTE format(
          'SELECT count(*) FROM (SELECT FROM content c JOIN document d USING (source, id) WHERE %s LIMIT %s) x', wanted, few)
        INTO expected;
        IF expected < few THEN RETURN; END IF;
      END IF;
      -- The index counts each form of a word for itself. So a form is in a text so often that it has the weight of its
      -- word, and after the text with all forms come those with one common form of each word.
      FOR texts IN
        WITH form AS (
          SELECT n, replace(m[1], '''''', '''') AS form, (v ->> 'w')::float8 AS weight
          FROM jsonb_array_elements(words) WITH ORDINALITY w(v, n),
            regexp_matches(v ->> 'q', '''((?:[^'']|'''')+)''', 'g') m),
        counted AS (
          SELECT f.*, least(0.999, coalesce(c.documents / r.rows, 0.0005)) AS part
          FROM form f LEFT JOIN common_words() c ON c.word = f.form,
            (SELECT greatest(reltuples, 1) AS rows FROM pg_class WHERE oid = 'content'::regclass) r),
        placed AS (
          SELECT c.*, weight / -ln(part) AS factor, row_number() OVER (PARTITION BY n ORDER BY part DESC, form) AS place,
            least(3, sum((part > 0.1 * largest)::int) OVER (PARTITION BY n)) AS places
          FROM (SELECT *, max(part) OVER (PARTITION BY n) AS largest FROM counted) c),
        scaled AS (
          SELECT *, round(8 * factor / greatest(max(factor) OVER (), 1e-9))::int AS times,
            CASE WHEN count(*) OVER () > jsonb_array_length(words) THEN max(places) OVER () ELSE 0 END AS lists
          FROM placed)
        SELECT string_agg(repeat(form || ' ', times), '') FROM scaled, generate_series(0, 3) l
        WHERE l = 0 OR place = least(l, places) AND l <= lists
        GROUP BY l ORDER BY l
      LOOP
        -- The rows come in the order of the index: it is the row of c that a d is looked up for.
        LOOP
          EXECUTE format(
            'SELECT array_agg(source), array_agg(id) FROM (
              SELECT c.source, c.id
              FROM (SELECT * FROM content ORDER BY %s <@> to_bm25query(%L, %L) LIMIT %s) c
              CROSS JOIN LATERAL (
                SELECT FROM document d WHERE d.source = c.source AND d.id = c.id AND %s LIMIT 1) d
              LIMIT %s) x',
            way.expression, texts, way.index, depth, wanted, number) INTO more_sources, more_ids;
          EXIT WHEN cardinality(more_ids) = number OR sources IS NOT NULL OR depth > 2 * number;
          -- Few rows of the first ones meet the condition, as where the reader may read few.
          depth := least(1.5 * depth * number / greatest(cardinality(more_ids), 1), 1000 * number);
          IF depth > 60 * number THEN RETURN; END IF;
        END LOOP;
        IF sources IS NULL AND cardinality(more_ids) IS DISTINCT FROM number THEN RETURN; END IF;
        sources := sources || more_sources;
        ids := ids || more_ids;
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      -- An index that fails is as none. The end of the time of a search is not caught.
      sources := NULL;
      ids := NULL;
    END $$;

    """#
}
